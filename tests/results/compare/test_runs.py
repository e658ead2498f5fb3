"""Which runs are compared, and what two may differ in."""

from __future__ import annotations

import json

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.compare.runs import runs_at

A, B, C = (f"{model} on HVSBench" for model in "ABC")


def names(*arguments, **more):
    return [run.name for run in runs_at(*arguments, **more)]


def test_invalid_and_stale_results_are_compared_with_nothing(write, caplog):
    a, c = write("A", {"score": [1, 0]}), write("C", {"score": [0, 1]})
    broken = write("B", {"score": [0, 0]}, validity="invalid", validity_reason="2 of 2 rows failed")
    with pytest.raises(DataError, match="an invalid result cannot be compared: 2 of 2 rows failed"):
        runs_at([a, broken])
    assert names([a.parents[1]]) == [A, C]
    assert "B on HVSBench is skipped as invalid" in caplog.text
    c.write_text(json.dumps(json.loads(c.read_text()) | {"files": {"C_HVSBench_hvs_items.tsv": "another"}}))
    with pytest.raises(DataError, match=r"cannot be compared: C_HVSBench_hvs_items.tsv changed after the scoring"):
        runs_at([a, c])


VIEWS = {"dataset": "ActiView_Zooming", "benchmark": "ActiView", "data": {"set": "ActiView"}}


def test_runs_on_different_data_or_asked_otherwise_are_refused_with_what_differs(write, pair):
    truth, images = {"score": [1, 0], "truth": ["x", "y"]}, {"score": [1, 0], "image": ["a", "b"]}
    for first, second, across, words in (
        ({}, {"digest": "e" * 64}, [], r"A on HVSBench and B on HVSBench are on different data \(HVSBench, dddddddd; "),
        ({}, {"columns": {**truth, "truth": ["x", "z"]}, "dataset": "HVSBench_Searching"}, ["dataset"],
         "have different right answers"),
        ({"columns": images, "settings": {"profile": "paper"}, **VIEWS},  # changes the turns
         {"columns": images, "settings": {"profile": "robust"}, **VIEWS}, [], "--across profile"),
        ({"wording": "1" * 64}, {"wording": "2" * 64}, [], "--across wording"),
    ):  # fmt: skip
        paths = [write(name, **{"columns": truth, **given}) for name, given in (("A", first), ("B", second))]
        with pytest.raises(DataError, match=words):
            pair(*paths, across=across)
