"""Over many pictures: letters are balanced, and nothing but the picture tells the answer."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2, chisquare

from dataset_builders.hvsbench.generate.asking import questions
from dataset_builders.hvsbench.generate.names import Names
from dataset_builders.hvsbench.generate.pool import Pool
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.survey import recordings
from dataset_builders.hvsbench.sources.annotations import Oddities
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, labels_of, options_of
from vlmeval_hvs.errors import OptionError

LEAST_P = 0.001
"""Everything is fixed by seeds, so that the p-values are the same every time."""


@pytest.fixture(scope="module")
def asked(made_up, tmp_path_factory):
    """Questions of every type over 2,000 pictures, by type."""
    source = made_up(numbers=range(1, 2001), objects=(3, 9), people=2)
    found = defaultdict(list)
    with Pool(tmp_path_factory.mktemp("pool") / "scanpaths", 0, source.name) as pool:
        pictures = list(source.pictures(Path(), Oddities()))
        for picture in pictures:
            pool.add(picture.name, recordings(picture))
        pool.close(lambda name: "train")
        for picture in pictures:

            def other(target, draw, own=picture.name):
                return pool.draw(target, "train", lambda name: name != own, draw)

            for one in questions(picture, Settings(), Names(), other):
                found[one.kind].append(one.question)
    return found


def by_letters(asked):
    found = defaultdict(list)
    for question in asked:
        found[labels_of(question.text)].append(question)
    return found


def test_every_type_is_asked_often(asked):
    assert set(asked) == set(TYPES)
    assert min(len(some) for some in asked.values()) > 800


@pytest.mark.parametrize("kind", ["Q1", "Q4", "Q5", "Q6", "Q7", "Q8", "Q10", "Q11", "Q13"])
def test_letters_are_balanced(asked, kind):
    for letters, some in by_letters(asked[kind]).items():
        if len(some) > 100:
            counts = [sum(question.answer == letter for question in some) for letter in letters]
            assert chisquare(counts).pvalue > LEAST_P, counts


def test_orders_are_balanced(asked):
    for letters, some in by_letters(asked["Q3"]).items():
        if len(some) > 100:
            places = [[question.answer.index(letter) for question in some] for letter in letters]
            table = np.array([[row.count(place) for place in range(len(letters))] for row in places])
            # Every order fills each row and column of the table once, which takes so much of the freedom of a count.
            statistic = chisquare(table, axis=None).statistic * (len(letters) - 1) / len(letters)
            assert chi2.sf(statistic, (len(letters) - 1) ** 2) > LEAST_P, table


def longer(text):
    return text.count("ms")


def larger(text):
    left, top, right, bottom = box_in(text)
    return (right - left) * (bottom - top)


@pytest.mark.parametrize(
    ("kind", "measure"),
    [("Q8", longer), ("Q8", len), ("Q11", longer), ("Q11", len), ("Q1", larger), ("Q4", larger), ("Q4", box_in)],
)
def test_sizes_and_lengths_tell_nothing(asked, kind, measure):
    for letters, some in by_letters(asked[kind]).items():
        told = [0, 0]  # how often the answer is the option with the most, and how often it would be by chance
        for question in some:
            options = options_of(question.text)
            values = {letter: measure(text) for letter, text in options.items()}
            most = [letter for letter in letters if values[letter] == max(values.values())]
            if len(most) == 1:
                told[question.answer != most[0]] += 1
        if sum(told) > 100:
            share = sum(told) / len(letters)
            assert chisquare(told, [share, sum(told) - share]).pvalue > LEAST_P, told


def test_no_two_options_look_the_same_and_no_picture_is_its_own_distractor(asked):
    for kind, some in asked.items():
        for question in some:
            options = options_of(question.text)
            assert len(set(options.values())) == len(options), kind
            if kind in ("Q8", "Q11"):
                first, second = (source.partition("#")[0] for source in question.source)
                assert first != second
                targets = {source.rpartition("/")[2] for source in question.source}
                assert len(targets) == 1


def test_settings_choose_types_and_numbers(made_up):
    picture = next(made_up(objects=(8, 9)).pictures(Path(), Oddities()))

    def kinds(**settings):
        return [one.kind for one in questions(picture, Settings(**settings), Names(), lambda *_: None)]

    assert "Q2" in kinds()
    assert "Q4" in kinds()
    assert "Q2" not in kinds(per_picture={"Q2": 0})
    assert "Q2" not in kinds(limit={"Q2": 0})
    assert 1 < kinds(per_picture={"Q4": 5}).count("Q4") <= 5
    assert kinds(per_picture={"Q2": 5}).count("Q2") == 1  # the same text is not asked twice
    seeds = [questions(picture, Settings(seed=seed), Names(), lambda *_: None) for seed in range(5)]
    assert len({one.question.text for some in seeds for one in some}) > 1.5 * len(kinds())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"wording": "free"}, "wording 'free' is none of printed, paraphrased"),
        ({"share": 1.5}, "share 1.5"),
        ({"limit": {"Q99": 1}}, "limit Q99=1: 'Q99' is none of Q1"),
        ({"per_picture": {"Q1": 101}}, "per-picture Q1=101: must be at least 0, at most 100"),
    ],
)
def test_wrong_settings_are_named(settings, message):
    with pytest.raises(OptionError, match=message):
        Settings(**settings)
