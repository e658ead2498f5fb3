"""``vlmeval-hvs tables``: files of every format, with hostile names, n, intervals and marks."""

import csv

import pytest

from tests.results.score_file import save_scores
from vlmeval_hvs.cli import main

DATASETS = ("HVSBench_Prominence", "VPB_Stage1", "VPB_Stage2", "ActiView_Zooming", "VisualSearch_Interiors")
NAME = "a_b&c%$#{}~^\\|[x]"


def save(folder, model, value, stem, dataset=DATASETS[0], **more):
    scores = {
        "n": 24, "metrics": {"Overall": value, "Prominence_Acc": 0.5, "AUCperf": value}, "settings": {},
        "intervals": {"Overall": [0.1, 0.9]}, "details": {"n_images": {"AUCperf": 24}}, "digest": "d" * 64,
        "chances": {"Overall": {"value": 0.25, "low": 0.2, "high": 0.3, "mark": "above"}}, **more,
    }  # fmt: skip
    save_scores(folder, model, dataset, value, stem, **scores)


def rows(path):
    with path.open(newline="") as file:
        return list(csv.reader(file))


@pytest.mark.long
def test_every_benchmark_has_its_tables_with_runs_above_published_rows(tmp_path):
    runs, out = tmp_path / "runs", tmp_path / "tables"
    for stem, model in (("a", NAME), ("b", "n")):
        for dataset in DATASETS:
            save(runs, model, 0.53125, stem, dataset)
    save(runs, "few", 0.25, "c", settings={"limit": 13}, validity="partial")
    save(runs, "broken", None, "d", validity="invalid", validity_reason="all failed")
    assert main(["tables", str(runs), "--to", str(out)]) == 1  # a run is invalid
    names = {path.stem for path in out.glob("*.csv")}
    for benchmark in ("hvsbench", "vpb", "actiview", "visualsearch"):
        assert {f"{benchmark}-runs", f"{benchmark}-leaderboard"} < names
    (table4,) = [name for name in names if name.endswith("table-4")][:1]
    for name, published in (("visualsearch-visual-search-interiors", "IVSN (published)"), (table4, "GPT-4o (paper)")):
        printed = [line[0] for line in rows(out / f"{name}.csv")]
        assert printed.index(NAME) < printed.index(published)
    assert {path.stem for path in out.glob("*.md")} == names
    assert {path.stem for path in out.glob("*.tex")} == {*names, "tables"}
    shown = (out / "tables.tex").read_text()
    assert all(f"\\input{{{name}}}" in shown for name in names)

    head, *lines = rows(out / "hvsbench-runs.csv")
    found = {line[0]: dict(zip(head, line, strict=True)) for line in lines}
    expected = {"n": "24", "Overall": "0.5312", "95 % interval": "0.1000 to 0.9000",
                "guessing (95 %)": "0.2000 to 0.3000"}  # fmt: skip
    assert expected.items() <= found[NAME].items()
    assert found["few · limit=13"]["notes"] == "other rows, partial"
    assert (found["broken"]["Overall"], found["broken"]["notes"]) == ("n/a", "invalid")


def test_only_the_format_that_was_asked_for(tmp_path):
    save(tmp_path / "runs", "=SUM(1)", 0.5, "a")
    assert main(["tables", str(tmp_path / "runs"), "--to", str(tmp_path / "t"), "--format", "csv"]) == 0
    assert {path.suffix for path in (tmp_path / "t").iterdir()} == {".csv"}
    assert rows(tmp_path / "t" / "hvsbench-runs.csv")[1][0] == "'=SUM(1)"  # no formula in a spreadsheet
