"""The published rows: what they amount to, and where they lie next to guessing."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.hvsbench.published import published_chances
from vlmeval_hvs.files import bundled

PUBLISHED = bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")
COUNTED = json.loads((Path(__file__).parent / "table3.json").read_text())["models"]


def test_the_rows_are_those_that_the_counted_right_answers_give() -> None:
    """k of N right answers per type, recovered separately, give the same cells."""
    for name, model in COUNTED.items():
        row = PUBLISHED["rows"][name]
        assert {metric: row[metric] for metric in model["table3"]} == model["table3"]
        for kind, (right, asked) in model["counts"].items():
            assert row[f"{kind}_Acc"] == pytest.approx(right / asked, abs=5.001e-5)
            assert 0 <= PUBLISHED["questions"][kind] - asked <= 1
    assert sum(PUBLISHED["questions"].values()) == 7574


@pytest.mark.long
def test_guessing_is_binomial_where_all_chances_are_equal_and_most_published_models_guess_on_some_types() -> None:
    from scipy.stats import binom

    rows = [row for name, row in PUBLISHED["rows"].items() if name != "Random guess"]
    for kind, p, counts in (("Q8", 0.5, [1, 10, 2]), ("Q10", 0.25, [0, 4, 9])):
        n, chance = PUBLISHED["questions"][kind], published_chances()[f"{kind}_Acc"]
        assert (round(chance.low * n), round(chance.high * n)) == (binom.ppf(0.025, n, p), binom.isf(0.025, n, p))
        marks = [chance.mark(row[f"{kind}_Acc"]) for row in rows]
        assert [marks.count(mark) for mark in ("above", "inside", "below")] == counts
