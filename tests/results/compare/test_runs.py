"""Which runs are compared."""

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
    with pytest.raises(UsageError, match="takes two runs to compare; there is A on HVSBench"):
        runs_at([a, a.parent])
    with pytest.raises(DataError, match="no scored run"):
        runs_at([a, a.with_name("C_HVSBench.xlsx")])


def test_a_work_dir_stands_for_its_runs_on_one_dataset(write):
    outputs = [write(model, {"score": [1, 0]}).parents[1] for model in "AB"][:1]
    assert names(outputs) == [A, B]
    write("B", {"score": [1, 0]}, dataset="HVSBench_Searching")
    with pytest.raises(UsageError, match="name the dataset with --dataset; there are runs on HVSBench, HVSBench_Sear"):
        runs_at(outputs)
    assert names(outputs, datasets=["HVSBench"]) == [A, B]
    both = names(outputs, ["B"], ["HVSBench_Searching", "HVSBench"])
    assert both == ["B on HVSBench_Searching", B]  # in the order given
    with pytest.raises(UsageError, match="no run for --model C; there are A, B"):
        runs_at(outputs, ["C"])


def test_invalid_and_stale_results_are_compared_with_nothing(write, caplog):
    a, c = write("A", {"score": [1, 0]}), write("C", {"score": [0, 1]})
    broken = write("B", {"score": [0, 0]}, validity="invalid", validity_reason="2 of 2 rows failed")
    with pytest.raises(DataError, match="is invalid and is compared with nothing: 2 of 2 rows failed"):
        runs_at([a, broken])
    assert names([a.parents[1]]) == [A, C]
    assert "B on HVSBench is left out, it is invalid" in caplog.text
    c.write_text(json.dumps(json.loads(c.read_text()) | {"files": {"C_HVSBench_hvs_items.tsv": "another"}}))
    with pytest.raises(DataError, match=r"compared with nothing: C_HVSBench_hvs_items.tsv changed after the scoring"):
        runs_at([a, c])
