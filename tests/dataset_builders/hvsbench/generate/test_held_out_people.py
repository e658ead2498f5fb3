"""People who answer from their own recordings: by hand, and against the published MultiMatch."""

import json

import numpy as np
import pytest

from dataset_builders.hvsbench.generate.held_out_people import answered, recordings
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules

SIZE = (512, 320)
PICTURE = "pictures/Made/1.png"


def row(kind, text, answer, people=(), **columns):
    return {
        "question_type": kind, "question": text, "answer": answer, "image_path": PICTURE,
        "participants": list(people), "human_answers": [], **columns,
    }  # fmt: skip


def path(seed, length=8):
    draw = np.random.default_rng(seed)
    x, y = draw.uniform(0, 1, (2, length)).round(2).tolist()
    return {"X": x, "Y": y, "T": draw.integers(80, 600, length).tolist()}


def printed(one):
    return ", ".join(f"({x:.2f}, {y:.2f}) for {t}ms" for x, y, t in zip(*one.values(), strict=True)) + "."


def dimensions(first, second):
    """Shape, direction, length and position by the published package."""
    from multimatch_gaze import docomparison

    names = "start_x,start_y,duration"
    columns = [(np.multiply(one["X"], SIZE[0]), np.multiply(one["Y"], SIZE[1]), np.array(one["T"], float))
               for one in (first, second)]  # fmt: skip
    return np.array(docomparison(*(np.rec.fromarrays(one, names=names) for one in columns), SIZE)[:4])


def scores(rows, others=()):
    """What people reach on rows who are known from them, or on others."""
    return answered(others or rows, recordings(rows), {PICTURE: SIZE, "other.png": SIZE}, ScanpathRules())


PEOPLE = [f"Made/{number}" for number in range(5)]
PATHS = [path(number) for number in range(5)]
SEARCH = "Predict eye fixation points for searching for a cup in the provided image."
ALL = row("Q12", SEARCH, json.dumps(PATHS), PEOPLE)


def cut(one, length):
    return {axis: values[:length] for axis, values in one.items()}


def test_a_scanpath_is_scored_against_those_of_the_others():
    [found] = scores([ALL])["Q12"]
    by_package = np.array([
        np.mean([dimensions(cut(own, 6), other) for k, other in enumerate(PATHS) if k != number], axis=0)
        for number, own in enumerate(PATHS)
    ])  # fmt: skip
    assert found.people == 5
    _, direction, _, position = by_package.mean(axis=0)
    assert found.scores == pytest.approx({"MDir": direction, "MPos": position}, abs=1e-9)


def test_the_scanpath_more_like_the_own_one_is_chosen_without_the_key():
    text = "during searching for a cup in the provided image. Which?\n"
    for seed in range(3):
        right, wrong = cut(PATHS[seed], 6), path(100 + seed, 6)
        text_of = f"{text}[A] {printed(wrong)}\n[B] {printed(right)}"
        people = [PEOPLE[seed], "Made/9"]
        found, other = (scores([ALL, row("Q11", text_of, key, people)])["Q11"][0] for key in "BA")
        own = [cut(one, 6) for number, one in enumerate(PATHS) if number != seed]
        by_package = [dimensions(right, one).mean() > dimensions(wrong, one).mean() for one in own]
        assert found.people == 4, "whose scanpath is shown does not answer"
        assert found.scores["Acc"] == np.mean(by_package) == pytest.approx(1 - other.scores["Acc"])


def test_people_who_did_something_else_do_not_answer():
    options = f"[A] {printed(path(50))}\n[B] {printed(path(51))}"
    for other in (
        row("Q11", f"during searching for a fork in the provided image.\n{options}", "A", ["Made/9"]),
        row("Q8", f"during free-viewing of the provided image.\n{options}", "A", ["Made/9"]),
        row("Q11", f"during searching for a cup in the provided image.\n{options}", "A", PEOPLE),
        row("Q11", f"during searching for a cup in the provided image.\n{options}", "A", image_path="other.png"),
    ):
        assert scores([ALL], [other]) == {}


def test_the_point_that_was_looked_at_longest_is_chosen():
    points = "[A](0.10, 0.10)\n[B](0.90, 0.10)\n[C](0.10, 0.90)\n[D](0.90, 0.90)"
    text = f"during free viewing of the provided image.\n{points}"
    own = [
        {"X": [0.11, 0.5, 0.89, 0.9], "Y": [0.1, 0.5, 0.1, 0.1], "T": [300, 900, 200, 200]},  # B: 400 against 300
        {"X": [0.1, 0.5, 0.9], "Y": [0.1, 0.5, 0.1], "T": [250, 900, 250]},  # A or B
        {"X": [0.5, 0.52, 0.48], "Y": [0.5, 0.5, 0.5], "T": [200, 200, 200]},  # none
        {"X": [0.1, 0.5, 0.9], "Y": [0.9, 0.5, 0.9], "T": [400, 900, 100]},  # C
        {"X": [0.9, 0.9, 0.9], "Y": [0.1, 0.1, 0.1], "T": [400, 900, 100]},  # B, and the key's own
    ]
    everybody = row("Q9", "for free-viewing of a provided image.", json.dumps(own), PEOPLE)
    [found] = scores([everybody, row("Q10", text, "B", [PEOPLE[4]])])["Q10"]
    assert found.people == 3
    assert found.scores["Acc"] == pytest.approx((1 + 0.5 + 0) / 3)


def test_answers_of_single_people_count_where_a_row_has_them():
    rows = [row("Q1", "Which?", "B", human_answers=["B", "A", "B", "B"]), row("Q2", "How many?", "3")]
    assert scores(rows) == {"Q1": [(PICTURE, {"Acc": 0.75}, 4)]}
    # Of people who cannot be told apart there are no recordings.
    assert recordings([row("Q12", SEARCH, json.dumps(PATHS), PEOPLE[:4])]) == {}
    assert scores([row("Q12", SEARCH, json.dumps(PATHS[:1]), PEOPLE[:1])]) == {}
