"""What the numbers of the reader table mean, and the accuracy that the readers reach on the development split."""

import pytest
from statsmodels.stats.proportion import proportion_confint

from vlmeval_hvs.reply_corpus.accuracy import accuracy, by_group, outcomes, share
from vlmeval_hvs.reply_corpus.cases import KINDS, Case, corpus_folder, read_cases
from vlmeval_hvs.reply_corpus.reading import Reading, read, same_reading

CASES = read_cases(corpus_folder())

FLOORS = {
    "choice": 0.993,
    "option": 0.983,
    "count": 0.995,
    "order": 0.993,
    "scanpath": 0.998,
    "fixation": 0.997,
    "views": 0.997,
    "view_operations": 0.995,
    "need_more": 0.997,
}
"""Accuracy of the robust reading on the development split, per kind, rounded down."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_robust_reading_is_as_accurate_as_it_was(kind: str) -> None:
    found = outcomes([case for case in CASES if (case.kind, case.split) == (kind, "development")])
    wrong = [outcome.case.id for outcome in found if not outcome.right]
    assert accuracy(found).accuracy.value >= FLOORS[kind], wrong


def test_no_reading_depends_on_what_was_read_before() -> None:
    cases = [case for case in CASES if case.split == "development"][::7]
    forward = [read(case) for case in cases]
    assert [read(case) for case in reversed(cases)] == forward[::-1]


def case(reading: object, number: int = 0) -> Case:
    return Case(id=str(number), kind="count", question="?", reply="", reading=reading, family=f"F{number % 2}")


def test_the_four_shares_by_hand() -> None:
    # Right, wrong, missed; rightly silent, invented.
    wanted, got = [1, 2, 3, None, None], [1, 5, None, None, 7]
    cases = [case(reading, number) for number, reading in enumerate(wanted)]
    found = outcomes(cases, lambda one: Reading(got[int(one.id)], "rule" if got[int(one.id)] else ""))
    quality = accuracy(found)
    assert [part[:2] for part in quality] == [(2, 5), (1, 3), (1, 3), (1, 2)]
    assert {name: part.accuracy[:2] for name, part in by_group(found, "family").items()} == {"F0": (1, 3), "F1": (1, 2)}
    assert list(by_group(found, "rule")) == ["count: none", "count: rule"]


@pytest.mark.parametrize(("hits", "n"), [(0, 7), (7, 7), (3, 7), (970, 1000)])
def test_intervals_are_those_of_wilson(hits: int, n: int) -> None:
    low, high = proportion_confint(hits, n, method="wilson")
    assert share(hits, n)[2:] == pytest.approx((hits / n, low, high))
    assert share(0, 0)[2:] == (None, None, None)


@pytest.mark.parametrize(
    ("kind", "got", "wanted", "same"),
    [
        ("choice", None, None, True),
        ("choice", None, "A", False),
        ("scanpath", {"x": [0.333], "y": [0.5], "t": [200.0]}, {"x": [0.33], "y": [0.5], "t": [200]}, True),
        ("scanpath", {"x": [0.34], "y": [0.5], "t": [200.0]}, {"x": [0.33], "y": [0.5], "t": [200]}, False),
        ("scanpath", {"x": [0.3], "y": [0.5], "t": [0.2]}, {"x": [0.3], "y": [0.5], "t": [200]}, False),
        ("fixation", [[0.33, 0.5, 1]], [[0.35, 0.5, 1]], True),
        ("fixation", [[0.33, 0.5, 0.7]], [[0.33, 0.5, 1]], False),
        ("fixation", [[0.33, 0.5, 1]], [[0.33, 0.5, 1], [0.1, 0.1, 1]], False),
        ("view_operations", {"part": [1], "keep": None, "shift": None}, {"part": [1]}, True),
        ("view_operations", {"part": [], "keep": None, "shift": None}, {"part": None}, False),
    ],
)
def test_when_two_readings_are_the_same(kind: str, got: object, wanted: object, same: bool) -> None:
    assert same_reading(kind, got, wanted) is same
