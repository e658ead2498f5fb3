"""The paper's AVG over five pipelines."""

import json
import logging
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview.average import AVERAGED, average, mean_of_five
from vlmeval_hvs.benchmarks.actiview.cells import paper_tables

TABLES = paper_tables()
DATASET = "ActiView_ShiftingH_DEMO"


def write(folder: Path, name: str, overall: float = 0.5, **changes: object) -> None:
    scores = {
        "model": "M",
        "dataset": f"{name}_DEMO",
        "benchmark": "ActiView",
        "metrics": {"Overall": overall},
        "settings": {"profile": "robust", "n_resamples": 9},
        "digest": "d",
        "n": 16,
    }
    (folder / f"M_{name}_DEMO_hvs_scores.json").write_text(json.dumps({**scores, **changes}))


@pytest.mark.parametrize("name", ["table2", "table7"])
def test_avg_reproduces_every_printed_row(name: str) -> None:
    columns = dict(zip(AVERAGED, ("zooming", "shift_R", "shift_E", "shift_M", "shift_H"), strict=True))
    assert len(TABLES[name]) >= 19
    for model, row in TABLES[name].items():
        mean = mean_of_five({dataset: row[column] for dataset, column in columns.items()})
        assert mean == pytest.approx(row["AVG"], abs=0.0101), model


def test_avg_needs_all_five(tmp_path: Path) -> None:
    file = tmp_path / f"M_{DATASET}.xlsx"
    for number, name in enumerate(AVERAGED):
        assert average(file, DATASET) is None
        write(tmp_path, name, number / 10)
    assert average(file, DATASET) == pytest.approx(0.2)
    assert average(file, "ActiView_ShiftingH") is None


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"settings": {"profile": "paper"}}, "profile"),
        ({"settings": {"profile": "robust", "n_splits": 9}}, "n_splits"),
        ({"digest": "another"}, "data"),
        ({"n": 3}, "number of rows"),
        ({"reading": "paper"}, "reading"),
        ({"wording": "w"}, "wording of the prompts"),
        ({"version": "0"}, "version"),
        ({"provenance": "none"}, "provenance"),
    ],
)
def test_no_avg_of_different_runs(tmp_path: Path, caplog, changes: dict, named: str) -> None:
    for name in AVERAGED:
        write(tmp_path, name)
    write(tmp_path, AVERAGED[2], **changes)
    with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
        assert average(tmp_path / f"M_{DATASET}.tsv", DATASET) is None
    assert f"no AVG, because the datasets differ in {named}" in caplog.text


def test_settings_of_the_intervals_do_not_matter(tmp_path: Path) -> None:
    for number, name in enumerate(AVERAGED):
        write(tmp_path, name, settings={"profile": "robust", "n_resamples": number})
    assert average(tmp_path / f"M_{DATASET}.tsv", DATASET) == 0.5


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"validity": "partial", "validity_reason": "1 of 16 rows failed"}, "is partial (1 of 16 rows failed)"),
        ({"validity": "invalid", "validity_reason": "no row has a reply"}, "is invalid (no row has a reply)"),
        ({"files": {"p.tsv": "another"}}, "is invalid (p.tsv changed after the scoring; score it again)"),
        ({"metrics": {"Overall": None}}, "has no headline"),
    ],
)
def test_no_avg_with_failed_or_stale_results(tmp_path: Path, caplog, changes: dict, why: str) -> None:
    (tmp_path / "p.tsv").write_text("x")
    for name in AVERAGED:
        write(tmp_path, name)
    write(tmp_path, AVERAGED[2], **changes)
    with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
        assert average(tmp_path / f"M_{DATASET}.tsv", DATASET) is None
    assert f"no AVG, because {AVERAGED[2]} {why}" in caplog.text
