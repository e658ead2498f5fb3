"""Names of rows, and which runs stand in one figure."""

from __future__ import annotations

from pathlib import Path

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.row_names import distinct_names, on_the_same_data, places, row_names


def result(dataset, model="m", digest="d", **scores):
    return Result(model, dataset, "HVSBench", Path("x"), {"digest": digest, "settings": {}, **scores})


def test_labels_share_a_figure_and_builds_do_not():
    runs = [
        result("HVSBench_Searching"), result("HVSBench_Searching@hint"),
        result("HVSBench_Searching", "n", digest="abcdefgh"), result("HVSBench_Searching", "o", validity="invalid"),
        result("HVSBench_Searching_DEMO"),
    ]  # fmt: skip
    found = {name: [run.model for run in own] for name, own in on_the_same_data(runs).items()}
    assert found == {
        "HVSBench_Searching d": ["m", "m"], "HVSBench_Searching abcdef": ["n"], "HVSBench_Searching_DEMO": ["m"],
    }  # fmt: skip


def test_no_two_runs_have_one_name():
    runs = [result("HVSBench_Searching"), result("HVSBench_Searching@again"), result("HVSBench_Searching", "n")]
    assert row_names(runs) == ["m", "m @again", "n"]
    assert distinct_names([*runs, result("HVSBench_Searching_DEMO"), runs[2]]) == ["m", "m @again", "n", "m", "n (2)"]
    assert places(runs) == {"m": 0, "n": 1}, "colours and markers, the same in all figures"
