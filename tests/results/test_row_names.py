"""Names of rows, and which runs stand in one figure."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.row_names import on_the_same_data, places, row_names


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


def result(dataset, model="m", digest="d", **scores):
    return Result(model, dataset, "HVSBench", Path("x"), {"digest": digest, "settings": {}, **scores})


def test_labels_share_a_figure_and_builds_do_not():
    runs = [
        result("HVSBench_Searching"),
        result("HVSBench_Searching@hint"),
        result("HVSBench_Searching", "n", digest="abcdefgh"),
        result("HVSBench_Searching", "o", validity="invalid"),
        result("HVSBench_Searching_DEMO"),
    ]
    found = {name: [run.model for run in own] for name, own in on_the_same_data(runs).items()}
    assert found == {
        "HVSBench_Searching d": ["m", "m"],
        "HVSBench_Searching abcdef": ["n"],
        "HVSBench_Searching_DEMO": ["m"],
    }


def test_no_two_runs_have_one_name():
    runs = [result("HVSBench_Searching"), result("HVSBench_Searching@again"), result("HVSBench_Searching", "n")]
    assert row_names(runs) == ["m", "m @again", "n"]
