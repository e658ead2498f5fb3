"""Names of rows, and which runs stand in one figure."""

from __future__ import annotations

from pathlib import Path

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.row_names import distinct_names, places, row_names


def result(dataset, model="m", digest="d", **scores):
    return Result(model, dataset, "HVSBench", Path("x"), {"digest": digest, "settings": {}, **scores})


def test_no_two_runs_have_one_name():
    runs = [result("HVSBench_Searching"), result("HVSBench_Searching@again"), result("HVSBench_Searching", "n")]
    assert row_names(runs) == ["m", "m @again", "n"]
    assert distinct_names([*runs, result("HVSBench_Searching_DEMO"), runs[2]]) == ["m", "m @again", "n", "m", "n (2)"]
    assert places(runs) == {"m": 0, "n": 1}, "colours and markers, the same in all figures"
