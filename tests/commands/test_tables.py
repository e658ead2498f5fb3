"""``vlmeval-hvs tables``: files of every format, with hostile names, n, intervals and marks."""

import csv
import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import all_cards

DATASETS = ("HVSBench_Prominence", "VPB_Stage1", "VPB_Stage2", "ActiView_Zooming", "VisualSearch_Interiors")
NAME = "a_b&c%$#{}~^\\|[x]"


def save(folder, model, dataset, value, **more):
    benchmark = next(card.name for card in all_cards() if dataset in card.dataset_names)
    scores = {
        "model": model, "dataset": dataset, "benchmark": benchmark, "n": 24,
        "metrics": {"Overall": value, "Prominence_Acc": 0.5, "AUCperf": value}, "intervals": {"Overall": [0.1, 0.9]},
        "chances": {"Overall": {"value": 0.25, "low": 0.2, "high": 0.3, "mark": "above"}},
        "counts": {"samples": 24, "failed": 0}, "details": {"n_images": {"AUCperf": 24}}, "settings": {},
        "data": {"digest": "d"}, "digest": "d" * 64, **more,
    }  # fmt: skip
    number = len(list(folder.glob("*.json")))
    (folder / f"r{number}_{dataset}_hvs_scores.json").write_text(json.dumps(scores))


@pytest.fixture
def written(tmp_path):
    runs = tmp_path / "runs"
    runs.mkdir()
    for model in (NAME, "n"):
        for dataset in (
            "HVSBench_Prominence",
            "VPB_Stage1",
            "VPB_Stage2",
            "ActiView_Zooming",
            "VisualSearch_Interiors",
        ):
            save(runs, model, dataset, 0.53125)
    save(runs, "few", "HVSBench_Prominence", 0.25, settings={"limit": 13}, validity="partial")
    save(runs, "broken", "HVSBench_Prominence", None, validity="invalid", validity_reason="all failed")
    out = tmp_path / "tables"
    return main(["tables", str(runs), "--to", str(out)]), out


def rows(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))


def test_every_benchmark_has_its_tables(written):
    status, out = written
    assert status == 1  # a run is invalid
    names = {path.stem for path in out.glob("*.csv")}
    for benchmark in ("hvsbench", "vpb", "actiview", "visualsearch"):
        assert {f"{benchmark}-runs", f"{benchmark}-leaderboard"} < names
    assert any(name.endswith("table-4") for name in names)
    assert "visualsearch-visual-search-interiors" in names
    assert {path.stem for path in out.glob("*.md")} == names
    assert {path.stem for path in out.glob("*.tex")} == {*names, "tables"}
    shown = (out / "tables.tex").read_text()
    assert all(f"\\input{{{name}}}" in shown for name in names)


def test_runs_have_n_interval_settings_and_validity(written):
    head, *lines = rows(written[1] / "hvsbench-runs.csv")
    found = {line[0]: dict(zip(head, line, strict=True)) for line in lines}
    assert found[NAME]["n"] == "24"
    assert found[NAME]["Overall"] == "0.5312"
    assert found[NAME]["95 % interval"] == "0.1000 to 0.9000"
    assert found[NAME]["guessing (95 %)"] == "0.2000 to 0.3000"
    assert found["few · limit=13"]["notes"] == "partial"
    assert found["broken"]["Overall"] == "n/a"
    assert found["broken"]["notes"] == "invalid"


def test_published_rows_are_marked_and_stand_below(written):
    names = [line[0] for line in rows(written[1] / "visualsearch-visual-search-interiors.csv")]
    assert names.index(NAME) < names.index("IVSN (published)")
    table4 = next(path for path in written[1].glob("*table-4.csv"))
    printed = [line[0] for line in rows(table4)]
    assert "GPT-4o (paper)" in printed
    assert printed.index(NAME) < printed.index("GPT-4o (paper)")


def test_only_the_format_that_was_asked_for(tmp_path, capsys):
    assert main(["tables", str(tmp_path)]) == 1
    assert "no result" in capsys.readouterr().err
    runs = tmp_path / "runs"
    runs.mkdir()
    save(runs, "=SUM(1)", "HVSBench_Prominence", 0.5)
    assert main(["tables", str(runs), "--to", str(tmp_path / "t"), "--format", "csv"]) == 0
    assert {path.suffix for path in (tmp_path / "t").iterdir()} == {".csv"}
    assert rows(tmp_path / "t" / "hvsbench-runs.csv")[1][0] == "'=SUM(1)"  # no formula in a spreadsheet
