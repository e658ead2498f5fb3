"""The published rows: what they amount to, and where they lie next to guessing."""

import json
from pathlib import Path

import pytest
from later import later

from vlmeval_hvs.files import bundled

with later():
    from scipy.stats import binom

    from vlmeval_hvs.benchmarks.hvsbench.published import published_chances


PUBLISHED = bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")
COUNTED = json.loads((Path(__file__).parent / "table3.json").read_text())["models"]


def test_the_rows_are_those_that_the_counted_right_answers_give() -> None:
    """k of N right answers per type, recovered separately, give the same cells."""
    for name, model in COUNTED.items():
        for metric, printed in model["table3"].items():
            assert PUBLISHED["rows"][name][metric] == printed
        for kind, (right, asked) in model["counts"].items():
            assert PUBLISHED["rows"][name][f"{kind}_Acc"] == pytest.approx(right / asked, abs=5.001e-5)
            assert 0 <= PUBLISHED["questions"][kind] - asked <= 1
    assert sum(PUBLISHED["questions"].values()) == 7574


def test_the_range_of_guessing_is_binomial_where_all_chances_are_equal() -> None:
    found = published_chances()
    for kind, p in (("Q8", 0.5), ("Q10", 0.25)):
        n = PUBLISHED["questions"][kind]
        chance = found[f"{kind}_Acc"]
        assert (round(chance.low * n), round(chance.high * n)) == (binom.ppf(0.025, n, p), binom.isf(0.025, n, p))


@pytest.mark.parametrize(("kind", "above", "inside", "below"), [("Q8", 1, 10, 2), ("Q10", 0, 4, 9)])
def test_most_published_models_cannot_be_told_from_guessing_on_some_types(
    kind: str, above: int, inside: int, below: int
) -> None:
    chance = published_chances()[f"{kind}_Acc"]
    rows = [row for name, row in PUBLISHED["rows"].items() if name != "Random guess"]
    marks = [chance.mark(row[f"{kind}_Acc"]) for row in rows]
    assert [marks.count(mark) for mark in ("above", "inside", "below")] == [above, inside, below]
