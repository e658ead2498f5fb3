"""The paper's tables and figures: printed rows as printed, and those of runs from their score files."""

import json

import pytest

from vlmeval_hvs.benchmarks.vpb import presentation as tabling
from vlmeval_hvs.benchmarks.vpb.wording import published
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.paper_tables import Style

M = {"model": "M", "kind": "run"}
SHAPES = ("tag", "bbox", "arrow", "mask", "contour", "oval", "point", "scribble")


def write(folder, dataset, value, digest="d", **settings):
    """Score file of a run that is right in a share of its items."""
    first = dataset.startswith("VPB_Stage1")
    parts = [f"shape/{shape}" for shape in SHAPES] if first else [f"task/{task}" for task in tabling.TASKS]
    parts += [f"question/{one}" for one in ("existence", "enumeration", "location", "reference") if first]
    scores = {
        "model": "M", "dataset": dataset, "benchmark": "VPB", "settings": settings, "digest": digest, "n": 80,
        "metrics": dict.fromkeys(("Overall", "micro", *parts), value), "reading": "robust",
        "intervals": {"Overall": [value - 0.1, value + 0.1]}, "details": {},
    }  # fmt: skip
    (folder / f"M_{dataset}_hvs_scores.json").write_text(json.dumps(scores))


@pytest.fixture
def runs(tmp_path):
    write(tmp_path, "VPB_Stage1", 0.8, description=True)
    write(tmp_path, "VPB_Stage1_NoDescription", 0.6, description=False)
    write(tmp_path, "VPB_Stage2", 0.5, visual_prompt="R-BVP")
    write(tmp_path, "VPB_Stage2@BVP", 0.7, visual_prompt="oval(red, thin)")
    write(tmp_path, "VPB_Stage2_TextPrompt", 0.4)
    return tmp_path


def tables_of(folder, paper=False):
    """Rows as {column: value} in percent, and notes."""
    found = tabling.summary(collect(folder), paper)
    return {table.name.removeprefix("vpb-"): table.record(Style(percent=True)) for table in found}


def test_rows_of_a_model(runs):
    tables = tables_of(runs)
    assert set(tables) == {"table4", "table5", "table6", "table11", "table12"}
    (four,) = tables["table4"]["rows"]
    assert four == {**M, **dict.fromkeys(tabling.COLUMNS, pytest.approx(80))}
    (five,) = tables["table5"]["rows"]
    assert (five["best style"], five["MIA R-BVP"], five["MIA BVP"]) == ("oval(red, thin)", 50, 70)
    assert [five["MIA BVP Δ"], five["Average BVP Δ"]] == pytest.approx([20, 20])
    assert [row["Avg."] for row in tables["table6"]["rows"]] == [60, 80]
    assert tables["table11"]["rows"] == [{**M, "Avg. VP": 80, "Avg. downstream": 70}]
    (twelve,) = tables["table12"]["rows"]
    assert (twelve["SGG Vis."], twelve["SGG Txt."]) == (70, 40)
    assert twelve["Avg. Vis. Δ"] == pytest.approx(30)


def test_printed_rows_are_those_of_the_paper(runs):
    tables = {
        name: [row for row in table["rows"] if row["kind"] == "published"]
        for name, table in tables_of(runs, paper=True).items()
    }
    counts = {"table4": 29, "table5": 29, "table6": 4, "table11": 13, "table12": 11}
    assert {name: len(rows) for name, rows in tables.items()} == counts
    for name, model, cells in (
        ("table4", "GPT-4o", {"Rough-Loc.": 57.83}), ("table4", "Average", {"Avg.": 78.61}),
        ("table5", "InternVL3-78B", {"best style": "bbox(red, none, medium)", "MIA R-BVP": 47.55, "MIA BVP": 53.4}),
        ("table5", "Average", {"MapillaryVistas BVP Δ": 0.02}),  # as printed; 0.03 by its own columns
        ("table11", "Human Baseline", {"Avg. downstream": None}),
        ("table12", "CogVLM2‑LLama3‑Chat‑19B", {"Avg. Vis. Δ": 8.86}),
    ):  # fmt: skip
        (row,) = (row for row in tables[name] if row["model"] == model)
        assert {key: row[key] for key in cells} == pytest.approx(cells)


def test_the_card_repeats_the_published_rows():
    """The report page shows the card's rows; they are those of ``published.json``."""
    paper, words = published(), "mean of the six tasks"
    undescribed = [row for row in paper["table6"] if row["description"] == "without"]
    for name, rows, column in (
        ("Stage 1, Avg. (Table 4)", paper["table4"], "Avg."),
        (f"Stage 2, R-BVP, {words} (Table 5)", paper["table5"], "Average R-BVP"),
        (f"Stage 2, BVP, {words} (Table 5)", paper["table5"], "Average BVP"),
        ("Stage 1 without description, Avg. (Table 6)", undescribed, "Avg."),
        (f"Stage 2, region in words, {words} (Table 12)", paper["table12"], "Avg. Txt."),
    ):
        assert card_of("VPB").reference[name] == pytest.approx({row["model"]: row[column] / 100 for row in rows}), name
