"""Questions about scanpaths: every answer is derived anew from the printed question and the recordings."""

import json
import re

import numpy as np
import pytest

from dataset_builders.hvsbench.generate import fixations
from dataset_builders.hvsbench.generate.pool import Recording
from dataset_builders.hvsbench.sources.annotations import AnnotatedPicture, SourceScanpath
from vlmeval_hvs.benchmarks.hvsbench.questions import options_of, points_in

OTHER = Recording("(0.11, 0.22) for 333ms, (0.44, 0.55) for 66ms, (0.7, 0.8) for 99ms.", "Some/z", "source z")


def path(length, target="", person="p", seed=0, times=None):
    draw = np.random.default_rng(seed)
    t = tuple(times) if times is not None else tuple(draw.uniform(100, 500, length))
    x, y = (tuple(draw.uniform(0, 1, length)) for _ in "xy")
    return SourceScanpath(person, target, x, y, t, f"source {person}")


def picture(*paths):
    return AnnotatedPicture("Some", "a.png", None, (100, 100), scanpaths=paths)


def drawn(make, kind, *parts, tries=60):
    return [make(kind, *parts, "printed", np.random.default_rng(seed)) for seed in range(tries)]


def other(target, draw):
    return OTHER


@pytest.mark.parametrize(("kind", "target", "length"), [("Q8", "", 14), ("Q11", "cup", 6)])
def test_the_scanpath_of_this_picture_is_the_answer(kind, target, length):
    own = path(20, target)
    asked = drawn(fixations.which, kind, picture(own), other)
    for question in asked:
        options = options_of(question.text)
        wrong = options.pop("B" if question.answer == "A" else "A")
        assert wrong == OTHER.text
        found = re.findall(r"\(([\d.]+), ([\d.]+)\) for (\d+)ms", options[question.answer])
        assert len(found) == length
        assert [tuple(map(float, one)) for one in found] == [
            (round(x, 2), round(y, 2), round(t)) for x, y, t in zip(own.x, own.y, own.t, strict=True)
        ][:length]
        assert question.source == ("source p", "source z")
        assert question.participants == ("Some/p", "Some/z")
        assert ("searching for a cup" in question.text) == bool(target)
    assert {question.answer for question in asked} == {"A", "B"}


@pytest.mark.parametrize("short", [path(2), path(5, times=[100, 0, 100, 100, 100])])
def test_scanpaths_that_are_short_or_without_durations_are_not_shown(short):
    assert set(drawn(fixations.which, "Q8", picture(short), other)) == {None}


def test_without_another_picture_nothing_is_asked():
    assert set(drawn(fixations.which, "Q8", picture(path(9)), lambda target, draw: None)) == {None}
    same = Recording(fixations.shown(path(9)), "Some/z", "")
    assert set(drawn(fixations.which, "Q8", picture(path(9)), lambda target, draw: same)) == {None}


@pytest.mark.parametrize("kind", ["Q9", "Q12"])
def test_all_people_are_the_answer(kind):
    free = [path(9, person=f"p{k}", seed=k) for k in range(3)]
    search = [path(5, "cup", f"s{k}", k) for k in range(2)]
    for question in drawn(fixations.scanpaths, kind, picture(*free, *search), tries=5):
        wanted = free if kind == "Q9" else search
        stored = json.loads(question.answer)
        assert [set(one) for one in stored] == [{"X", "Y", "T"}] * len(wanted)
        for one, truth in zip(stored, wanted, strict=True):
            np.testing.assert_allclose(one["X"], truth.x, atol=5e-5)
            np.testing.assert_allclose(one["Y"], truth.y, atol=5e-5)
            np.testing.assert_allclose(one["T"], truth.t, atol=0.05)
        assert question.participants == tuple(f"Some/{one.participant}" for one in wanted)


def test_of_several_targets_one_is_asked_about():
    both = picture(path(5, "cup", "a"), path(5, "oven", "b"))
    questions = drawn(fixations.scanpaths, "Q12", both)
    assert {(("a cup" in one.text), ("an oven" in one.text), len(json.loads(one.answer))) for one in questions} == {
        (True, False, 1),
        (False, True, 1),
    }


@pytest.mark.parametrize(("kind", "target"), [("Q10", ""), ("Q13", "cup")])
def test_the_longest_fixation_leads_clearly(kind, target):
    own = path(12, target, seed=3)
    time = {(round(x, 2), round(y, 2)): t for x, y, t in zip(own.x, own.y, own.t, strict=True)}
    asked = [one for one in drawn(fixations.longest, kind, picture(own)) if one]
    assert len(asked) > 40
    for question in asked:
        times = [time[point] for point in points_in(question.text)]
        assert len(times) == 4
        assert times["ABCD".index(question.answer)] == max(times)
        assert max(times) >= 1.15 * sorted(times)[-2]
    assert {question.answer for question in asked} == set("ABCD")


@pytest.mark.parametrize(
    "own",
    [
        path(3),
        path(4, times=[300, 300, 100, 100]),
        path(4, times=[300, 290, 100, 100]),
        path(4, times=[300, 0, 100, 100]),
        SourceScanpath("p", "", (0.1, 0.101, 0.3, 0.4), (0.1, 0.1, 0.1, 0.1), (900, 100, 100, 100), ""),
    ],
)
def test_ties_and_points_that_look_alike_are_never_asked(own):
    assert set(drawn(fixations.longest, "Q10", picture(own))) == {None}
