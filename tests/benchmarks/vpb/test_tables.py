"""The paper's tables: printed rows as printed, and those of runs from their score files."""

import json
import re

import pytest
from later import later

from vlmeval_hvs.benchmarks.vpb.wording import published
from vlmeval_hvs.cli import main
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import collect

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.vpb import tables as tabling
    from vlmeval_hvs.benchmarks.vpb.dataset import VPBDataset


SHAPES = ("tag", "bbox", "arrow", "mask", "contour", "oval", "point", "scribble")


def write(folder, dataset, value, model="M", digest="d", **settings):
    """Score and item file of a run that is right in a share of its items."""
    first = dataset.startswith("VPB_Stage1")
    groups = SHAPES if first else tabling.TASKS
    metrics = {"Overall": value, "micro": value, **{f"{'shape' if first else 'task'}/{g}": value for g in groups}}
    if first:
        metrics |= {f"question/{kind}": value for kind in ("existence", "enumeration", "location", "reference")}
    scores = {"model": model, "dataset": dataset, "benchmark": "VPB", "metrics": metrics, "settings": settings,
              "digest": digest, "reading": "robust",
              "intervals": {"Overall": [value - 0.1, value + 0.1]},
              "data": {"set": "VPB_Stage1" if first else "VPB_Stage2", "digest": digest}}  # fmt: skip
    (folder / f"{model}_{dataset}_hvs_scores.json").write_text(json.dumps(scores))
    rows = [
        {"index": f"{group}{i}", "score": float(i < 10 * value), "task": "" if first else group,
         "vp_shape": group if first else "", "debias": "", "source_image": f"{group}{i}",
         "reply": "A", "answer": "A", "rule": "whole", "fallback": 0, "failed": 0,
         "vp_style": "oval(red, thin)" if i % 2 else "oval(blue, thick)", "vp_color": "", "pair": ""}
        for group in groups
        for i in range(10)
    ]  # fmt: skip
    pd.DataFrame(rows).to_csv(folder / f"{model}_{dataset}_hvs_items.tsv", sep="\t", index=False)


@pytest.fixture
def runs(tmp_path):
    write(tmp_path, "VPB_Stage1", 0.8, description=True)
    write(tmp_path, "VPB_Stage1_NoDescription", 0.6, description=False)
    write(tmp_path, "VPB_Stage2", 0.5, visual_prompt="R-BVP")
    write(tmp_path, "VPB_Stage2@BVP", 0.7, visual_prompt="oval(red, thin)")
    write(tmp_path, "VPB_Stage2_TextPrompt", 0.4)
    return tmp_path


def test_rows_of_a_model(runs):
    tables = {table.name: table for table in tabling.summary(collect(runs))}
    assert set(tables) == {"table4", "table5", "table6", "table11", "table12"}
    (four,) = tables["table4"].rows
    assert four == {"model": "M", **dict.fromkeys(tabling.COLUMNS, pytest.approx(80))}
    assert list(tabling.COLUMNS)[:5] == ["Tag", "Arrow", "BBox", "Contour", "Mask"]  # the paper's order
    (five,) = tables["table5"].rows
    assert (five["best style"], five["MIA R-BVP"], five["MIA BVP"]) == ("oval(red, thin)", 50, 70)
    assert [five["MIA BVP Δ"], five["Average BVP Δ"]] == pytest.approx([20, 20])
    assert [row["Avg."] for row in tables["table6"].rows] == [60, 80]
    assert tables["table11"].rows == [{"model": "M", "Avg. VP": 80, "Avg. downstream": 70}]
    (twelve,) = tables["table12"].rows
    assert (twelve["SGG Vis."], twelve["SGG Txt."]) == (70, 40)
    assert twelve["Avg. Vis. Δ"] == pytest.approx(30)
    assert any("+30.00 points" in note and "60 common samples" in note for note in tables["table12"].notes)
    assert any("+20.00 points" in note for note in tables["table6"].notes)
    assert "70.00 (+20.00)" in tables["table5"].grid().rows[0]


def test_runs_that_cannot_be_compared_have_no_difference(runs):
    write(runs, "VPB_Stage2_TextPrompt", 0.4, digest="other")
    write(runs, "VPB_Stage2@more", 0.1, visual_prompt="R-BVP")
    tables = {table.name: table for table in tabling.summary(collect(runs))}
    assert tables["table12"].rows[0]["Avg. Vis. Δ"] is None
    assert any("different data" in note for note in tables["table12"].notes)
    assert "VPB_Stage2@more is left out beside VPB_Stage2" in tables["table4"].notes[-1]
    assert list(tabling.grouped(collect(runs))[0]) == ["M"]


def test_printed_rows_are_those_of_the_paper(runs):
    tables = {
        table.name: [row for row in table.rows if row.get("paper")] for table in tabling.summary(collect(runs), True)
    }
    assert {name: len(rows) for name, rows in tables.items()} == {
        "table4": 29, "table5": 29, "table6": 4, "table11": 13, "table12": 11,
    }  # fmt: skip
    by_model = {name: {row["model"]: row for row in rows} for name, rows in tables.items()}
    assert by_model["table4"]["GPT-4o"]["Rough-Loc."] == 57.83
    assert by_model["table4"]["Average"]["Avg."] == 78.61
    best = by_model["table5"]["InternVL3-78B"]
    assert (best["best style"], best["MIA R-BVP"], best["MIA BVP"], best["MIA BVP Δ"]) == (
        "bbox(red, none, medium)", 47.55, 53.4, 5.85,
    )  # fmt: skip
    assert by_model["table5"]["Average"]["MapillaryVistas BVP Δ"] == 0.02  # as printed; 0.03 by its own columns
    assert tables["table6"][0]["Mask"] == 50.77
    assert by_model["table11"]["Human Baseline"]["Avg. downstream"] is None
    assert by_model["table12"]["CogVLM2‑LLama3‑Chat‑19B"]["Avg. Vis. Δ"] == 8.86


def test_tables_without_results_have_the_printed_rows(tmp_path):
    for dataset in ["VPB_Stage1", "VPB_Stage2"]:
        write(tmp_path, dataset, 0.5, description=True)
        results = collect(tmp_path)
        assert {"table6", "table12"}.isdisjoint(table.name for table in tabling.summary(results))
        tables = {table.name: table for table in tabling.summary(results, True)}
        assert (len(tables["table6"].rows), len(tables["table12"].rows)) == (4, 11)
        for table in tables.values():
            assert all(len(row) == len(table.grid().head) for row in table.grid().rows)
        assert tabling.summary([], True) == []
        assert len(VPBDataset.tables(results)) == len(tabling.summary(results)) > 0


def test_the_card_repeats_the_published_rows():
    """The report page shows the card's rows; they are those of ``published.json``."""
    reference = card_of("VPB").reference
    for name, rows in (
        ("Stage 1, Avg. (Table 4)", {row["model"]: row["Avg."] for row in published()["table4"]}),
        ("Stage 2, R-BVP, mean of the six tasks (Table 5)",
         {row["model"]: row["Average"]["r_bvp"] for row in published()["table5"]}),
        ("Stage 2, BVP, mean of the six tasks (Table 5)",
         {row["model"]: row["Average"]["bvp"] for row in published()["table5"]}),
        ("Stage 1 without description, Avg. (Table 6)",
         {row["model"]: row["Avg."] for row in published()["table6"] if not row["described"]}),
        ("Stage 2, region in words, mean of the six tasks (Table 12)",
         {row["model"]: row["avg_txt"] for row in published()["table12"]}),
    ):  # fmt: skip
        assert reference[name] == pytest.approx({model: value / 100 for model, value in rows.items()}), name


def test_summary_command(runs, tmp_path, capsys):
    out = tmp_path / "vpb.json"
    arguments = ["--paper", "--json", str(out), "--markdown", str(tmp_path / "out.md")]
    assert main(["vpb-summary", str(runs), *arguments]) == 0
    text = capsys.readouterr().out
    for table in (4, 5, 6, 11, 12):
        assert f"(Table {table})" in text
    assert "GPT-4o (paper)" in text
    assert re.search(r"color: blue - red +80 +\+0.00", text)
    assert "Fisher's exact test" in text
    record = json.loads(out.read_text())
    assert record["tables"]["table11"]["rows"][0] == {"model": "M", "Avg. VP": 80, "Avg. downstream": 70}
    assert record["attributes"]["M"]["values"][0]["n"] == 40
    assert (tmp_path / "out.md").read_text().startswith("### Perception")
    (tmp_path / "empty").mkdir()
    assert main(["vpb-summary", str(tmp_path / "empty")]) == 1
