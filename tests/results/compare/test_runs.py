"""Which runs are compared."""

from __future__ import annotations

import json

import pytest

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.results.compare.runs import runs_at


def names(runs) -> list[str]:
    return [run.name for run in runs]


def test_a_run_is_any_of_its_files_or_its_folder(write) -> None:
    a, b = write("A", {"score": [1, 0]}), write("B", {"score": [1, 0]})
    items = b.with_name(b.name.replace("scores.json", "items.tsv"))
    prediction = b.with_name("B_HVSBench.xlsx")
    for place in (b, items, prediction, b.parent):
        assert names(runs_at([a, place])) == ["A on HVSBench", "B on HVSBench"]
    with pytest.raises(UsageError, match="takes two runs to compare; there is A on HVSBench"):
        runs_at([a, a.parent])
    with pytest.raises(DataError, match="no scored run"):
        runs_at([a, a.with_name("C_HVSBench.xlsx")])


def test_a_work_dir_stands_for_its_runs_on_one_dataset(write) -> None:
    a = write("A", {"score": [1, 0]})
    write("B", {"score": [1, 0]})
    outputs = a.parents[1]
    assert names(runs_at([outputs])) == ["A on HVSBench", "B on HVSBench"]
    write("B", {"score": [1, 0]}, dataset="HVSBench_Searching")
    with pytest.raises(UsageError, match="name the dataset with --dataset; there are runs on HVSBench, HVSBench_Sear"):
        runs_at([outputs])
    assert names(runs_at([outputs], datasets=["HVSBench"])) == ["A on HVSBench", "B on HVSBench"]
    both = runs_at([outputs], ["B"], ["HVSBench_Searching", "HVSBench"])
    assert names(both) == ["B on HVSBench_Searching", "B on HVSBench"]  # in the order given
    with pytest.raises(UsageError, match="no run for --model C; there are A, B"):
        runs_at([outputs], ["C"])


def test_invalid_and_stale_results_are_compared_with_nothing(write, caplog) -> None:
    a, c = write("A", {"score": [1, 0]}), write("C", {"score": [0, 1]})
    broken = write("B", {"score": [0, 0]}, validity="invalid", validity_reason="2 of 2 rows failed")
    with pytest.raises(DataError, match="is invalid and is compared with nothing: 2 of 2 rows failed"):
        runs_at([a, broken])
    assert names(runs_at([a.parents[1]])) == ["A on HVSBench", "C on HVSBench"]
    assert "B on HVSBench is left out, it is invalid" in caplog.text
    stale = json.loads(c.read_text()) | {"files": {"C_HVSBench_hvs_items.tsv": "another"}}
    c.write_text(json.dumps(stale))
    with pytest.raises(DataError, match=r"compared with nothing: C_HVSBench_hvs_items.tsv changed after the scoring"):
        runs_at([a, c])
