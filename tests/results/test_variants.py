"""Places of runs: their colours in all figures of a report."""

import itertools
from pathlib import Path

import pytest

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.variants import places


def runs(**of):
    """Runs of models on benchmarks, by the letters of `of`."""
    return [Result(model, "HVSBench", own, Path("x"), {"settings": {}}) for model, all_ in of.items() for own in all_]


def test_of_many_runs_those_of_one_benchmark_differ():
    of = {f"only-a-{k}": "A" for k in range(5)} | {f"only-b-{k}": "B" for k in range(6)} | {"both": "AB", "too": "AB"}
    found = places(runs(**of))
    assert max(found.values()) < 8
    for one, other in itertools.combinations(of, 2):
        assert found[one] != found[other] or not set(of[one]) & set(of[other])


@pytest.mark.parametrize("count", [8, 9, 30])
def test_no_two_runs_of_one_benchmark_share_a_place(count):
    found = places(runs(**{f"m{k}": "A" for k in range(count)}))
    assert sorted(found.values()) == list(range(count))
