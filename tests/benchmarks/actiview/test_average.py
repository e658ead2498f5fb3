"""The paper's AVG over five pipelines."""

import json
import logging

import pytest

from vlmeval_hvs.benchmarks.actiview.scoring import AVERAGED, average, mean_of_five
from vlmeval_hvs.benchmarks.actiview.tables import paper_tables

DATASET = "ActiView_ShiftingH_DEMO"


def write(folder, name, overall=0.5, **changes) -> None:
    scores = {"model": "M", "dataset": f"{name}_DEMO", "benchmark": "ActiView", "digest": "d", "n": 16}
    scores |= {"metrics": {"Overall": overall}, "settings": {"profile": "robust", "n_resamples": 9}}
    (folder / f"M_{name}_DEMO_hvs_scores.json").write_text(json.dumps({**scores, **changes}))


def test_avg_reproduces_every_printed_row() -> None:
    columns = dict(zip(AVERAGED, ("zooming", "shift_R", "shift_E", "shift_M", "shift_H"), strict=True))
    rows = [*paper_tables()["table2"].items(), *paper_tables()["table7"].items()]
    assert len(rows) >= 38
    for model, row in rows:
        mean = mean_of_five({dataset: row[column] for dataset, column in columns.items()})
        assert mean == pytest.approx(row["AVG"], abs=0.0101), model


def test_avg_needs_all_five_and_settings_of_the_intervals_do_not_matter(tmp_path) -> None:
    file = tmp_path / f"M_{DATASET}.xlsx"
    for number, name in enumerate(AVERAGED):
        assert average(file, DATASET) is None
        write(tmp_path, name, number / 10, settings={"profile": "robust", "n_resamples": number})
    assert average(file, DATASET) == pytest.approx(0.2)
    assert average(file, "ActiView_ShiftingH") is None


def test_no_avg_of_different_failed_or_stale_runs(tmp_path, caplog) -> None:
    (tmp_path / "p.tsv").write_text("x")
    for name in AVERAGED:
        write(tmp_path, name)
    for changes, why in (
        ({"settings": {"profile": "robust", "n_splits": 9}}, "the datasets differ in n_splits"),
        ({"digest": "another"}, "differ in data"),
        ({"n": 3}, "differ in number of rows"),
        ({"version": "0"}, "differ in version"),
        ({"provenance": "none"}, "differ in provenance"),
        ({"validity": "partial", "validity_reason": "1 failed"}, f"{AVERAGED[2]} is partial (1 failed)"),
        ({"files": {"p.tsv": "another"}}, f"{AVERAGED[2]} is invalid (p.tsv changed after the scoring"),
        ({"metrics": {"Overall": None}}, f"{AVERAGED[2]} has no headline"),
    ):
        write(tmp_path, AVERAGED[2], **changes)
        caplog.clear()
        with caplog.at_level(logging.WARNING, "vlmeval_hvs"):
            assert average(tmp_path / f"M_{DATASET}.tsv", DATASET) is None
        assert "no AVG, because" in caplog.text
        assert why in caplog.text
