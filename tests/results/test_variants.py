"""Places of runs: their colours in all figures of a report."""

import itertools

import pytest

from vlmeval_hvs.results import variants
from vlmeval_hvs.results.collect import Result


def runs(monkeypatch, **of):
    """Runs of models on benchmarks, by the letters of `of`."""
    monkeypatch.setattr(variants, "row_name", lambda result: result.model)

    class Run(Result):
        def __init__(self, model, benchmark):
            object.__setattr__(self, "model", model)
            object.__setattr__(self, "_of", benchmark)

        benchmark = property(lambda self: self._of)

    return [Run(model, benchmark) for model, own in of.items() for benchmark in own]


def test_of_many_runs_those_of_one_benchmark_differ(monkeypatch):
    of = {f"only-a-{k}": "A" for k in range(5)} | {f"only-b-{k}": "B" for k in range(6)} | {"both": "AB", "too": "AB"}
    results = runs(monkeypatch, **of)
    found = variants.places(results)
    assert max(found.values()) < 8
    for one, other in itertools.combinations(of, 2):
        assert found[one] != found[other] or not set(of[one]) & set(of[other])


@pytest.mark.parametrize("count", [8, 9, 30])
def test_no_two_runs_of_one_benchmark_share_a_place(monkeypatch, count):
    found = variants.places(runs(monkeypatch, **{f"m{k}": "A" for k in range(count)}))
    assert sorted(found.values()) == list(range(count))
