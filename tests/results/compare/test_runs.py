"""Which runs are compared, and what two may differ in."""

from __future__ import annotations

import json

import pytest

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.results.compare.runs import runs_at

A, B, C = (f"{model} on HVSBench" for model in "ABC")


def names(*arguments, **more):
    return [run.name for run in runs_at(*arguments, **more)]


def test_a_run_is_any_of_its_files_or_its_folder(write):
    a, b = (write(model, {"score": [1, 0]}) for model in "AB")
    items = b.with_name(b.name.replace("scores.json", "items.tsv"))
    for place in (b, items, b.with_name("B_HVSBench.xlsx"), b.parent):
        assert names([a, place]) == [A, B]
    with pytest.raises(UsageError, match="a comparison needs two runs; found: A on HVSBench"):
        runs_at([a, a.parent])
    with pytest.raises(DataError, match="no scored run"):
        runs_at([a, a.with_name("C_HVSBench.xlsx")])


def test_a_work_dir_stands_for_its_runs_on_one_dataset(write):
    outputs = [write(model, {"score": [1, 0]}).parents[1] for model in "AB"][:1]
    assert names(outputs) == [A, B]
    write("B", {"score": [1, 0]}, dataset="HVSBench_Searching")
    with pytest.raises(
        UsageError, match="name a dataset with --data: the folders have runs on HVSBench, HVSBench_Sear"
    ):
        runs_at(outputs)
    assert names(outputs, datasets=["HVSBench"]) == [A, B]
    both = names(outputs, ["B"], ["HVSBench_Searching", "HVSBench"])
    assert both == ["B on HVSBench_Searching", B]  # in the order given
    with pytest.raises(DataError, match="no result of the model C; there are A, B"):
        runs_at(outputs, ["C"])


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


FILE = {"caption_file": "/a/b.json", "caption_file_sha256": "1"}
OTHER_FILE = {"caption_file": "/c/d.json", "caption_file_sha256": "2"}
VIEWS = {"dataset": "ActiView_Zooming", "benchmark": "ActiView", "data": {"set": "ActiView"}}


def test_runs_on_different_data_or_asked_otherwise_are_refused_with_what_differs(write, pair):
    truth, images = {"score": [1, 0], "truth": ["x", "y"]}, {"score": [1, 0], "image": ["a", "b"]}
    for first, second, across, words in (
        ({}, {"digest": "e" * 64}, [], r"A on HVSBench and B on HVSBench are on different data \(HVSBench, dddddddd; "),
        ({}, {"data": {"set": "Other"}}, ["dataset", "hint"], "different data"),
        ({}, {"columns": {**truth, "truth": ["x", "z"]}, "dataset": "HVSBench_Searching"}, ["dataset"],
         "have different right answers"),
        ({"columns": images, "settings": {"profile": "paper"}, **VIEWS},  # changes the turns
         {"columns": images, "settings": {"profile": "robust"}, **VIEWS}, [], "--across profile"),
        ({"settings": FILE}, {"settings": OTHER_FILE}, [], "--across caption_file"),
        ({"settings": FILE}, {"settings": {**FILE, "caption_file_sha256": "2"}}, [],
         r"caption_file \('/a/b.json \(1\)' and '/a/b.json \(2\)'\)"),
    ):  # fmt: skip
        paths = [write(name, **{"columns": truth, **given}) for name, given in (("A", first), ("B", second))]
        with pytest.raises(DataError, match=words):
            pair(*paths, across=across)


def test_what_changes_no_row_is_told_and_files_of_the_same_content_are_the_same(write, pair):
    settings = {"seed": 0, "limit": 2, "profile": "paper", "max_failed": 0.5, "hint_sent_as": "system"}
    a = write("A", {"score": [1, 0]}, settings=settings, version="2", validity="partial", provenance="none")
    other = {"seed": 0, "limit": None, "profile": "robust", "max_failed": 0.1, "hint_sent_as": "text"}
    told = pair(a, write("B", {"score": [1, 0, 1]}, settings=other)).harmless
    assert list(told) == ["hint_sent_as", "limit", "max_failed", "profile", "version", "validity", "provenance"]
    assert (told["profile"], told["provenance"]) == (("paper", "robust"), ("none", "ledger"))
    gaze = {"dataset": "GazeTarget", "benchmark": "GazeTarget", "data": {"set": "GazeTarget"}}
    engines = [write(name, {"score": [1, 0]}, settings={"engine": name}, **gaze) for name in ("glmm", "paper")]
    assert pair(*engines).harmless == {"engine": ("glmm", "paper")}  # it changes no score of a row
    c = write("C", {"score": [1, 0]}, settings=FILE)
    same = pair(c, write("D", {"score": [1, 0]}, settings={**FILE, "caption_file": "/c/d.json"}))
    assert (same.across, same.harmless) == ({}, {})
