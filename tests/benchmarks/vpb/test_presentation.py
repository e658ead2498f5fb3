"""The paper's tables: their arithmetic, printed rows as printed, those of runs from score files; layout of prompts."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb import presentation as tabling
from vlmeval_hvs.benchmarks.vpb.wording import ask, asked_of, best_styles, fill, placeholders, published
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import collect
from vlmeval_hvs.results.paper_tables import Style, Value
from vlmeval_hvs.visual_prompts import parse_style

M = {"model": "M", "kind": "run"}
SHAPES = ["Tag", "Arrow", "BBox", "Contour", "Mask", "Oval", "Point", "Scribble"]
TASKS = ["MIA", "SD-100", "Emotic", "MapillaryVistas", "SeeClick", "SGG"]
KINDS = ("existence", "enumeration", "location", "reference")
RUNS = {  # share of items that are right, and the settings
    "VPB_Stage1": (0.8, {"description": True}), "VPB_Stage1_NoDescription": (0.6, {"description": False}),
    "VPB_Stage2": (0.5, {"visual_prompt": "R-BVP"}), "VPB_Stage2@BVP": (0.7, {"visual_prompt": "oval(red, thin)"}),
    "VPB_Stage2_TextPrompt": (0.4, {}),
}  # fmt: skip


@pytest.fixture
def tables_of(tmp_path):
    """Makes the tables of runs: rows as {column: value} in percent."""
    first = [*(f"shape/{shape.lower()}" for shape in SHAPES), *(f"question/{one}" for one in KINDS)]
    for dataset, (value, settings) in RUNS.items():
        parts = first if "Stage1" in dataset else [f"task/{task}" for task in TASKS]
        scores = {
            "model": "M", "dataset": dataset, "benchmark": "VPB", "settings": settings, "digest": "d", "n": 80,
            "metrics": dict.fromkeys(("Overall", "micro", *parts), value), "reading": "robust", "details": {},
            "intervals": {"Overall": [value - 0.1, value + 0.1]},
        }  # fmt: skip
        (tmp_path / f"M_{dataset}_hvs_scores.json").write_text(json.dumps(scores))

    def tables(paper):
        found = tabling.summary(collect(tmp_path), paper)
        return {table.name.removeprefix("vpb-"): [line(table, row) for row in table.rows] for table in found}

    def line(table, row):
        percent, found = Style(percent=True), {"model": row.name, "kind": row.kind}
        for one, cell in zip(table.columns, row.cells, strict=True):
            found[one.name] = cell.scaled(one, percent)[0] if isinstance(cell, Value) else cell
        return found

    return tables


def test_rows_of_a_model(tables_of):
    tables = tables_of(paper=False)
    assert set(tables) == {"table4", "table5", "table6", "table11", "table12"}
    assert tables["table4"] == [{**M, **dict.fromkeys(tabling.COLUMNS, pytest.approx(80))}]
    (five,), (twelve,) = tables["table5"], tables["table12"]
    assert (five["best style"], five["MIA R-BVP"], five["MIA BVP"]) == ("oval(red, thin)", 50, 70)
    assert [five["MIA BVP Δ"], five["Average BVP Δ"]] == pytest.approx([20, 20])
    assert [row["Avg."] for row in tables["table6"]] == [60, 80]
    assert tables["table11"] == [{**M, "Avg. VP": 80, "Avg. downstream": 70}]
    assert [twelve[head] for head in ("SGG Vis.", "SGG Txt.", "Avg. Vis. Δ")] == pytest.approx([70, 40, 30])


def test_printed_rows_are_those_of_the_paper(tables_of):
    found = tables_of(paper=True).items()
    tables = {name: [row for row in table if row["kind"] == "published"] for name, table in found}
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


RUNNING_TEXT = {
    "InternVL3-78B": 88.62, "GPT-4o": 68.93, "Doubao-Seed-1.6": 72.13, "Qwen-VL-Max": 83.7, "LLaVA-1.5-7B": 64.33,
    "ViPLLaVA-7B": 73.01, "ViPLLaVA-13B": 68.88, "LLaVA-1.5-13B": 75.6,
}  # fmt: skip


def mean_of_shapes(row):
    return np.mean([row[shape] for shape in SHAPES])


def test_averages_of_tables_4_and_6_and_of_the_running_text():
    table4 = {row["model"]: row for row in published()["table4"]}
    gaps = [abs(mean_of_shapes(row) - row["Avg."]) for row in table4.values()]
    assert (sum(gap < 0.0055 for gap in gaps), len(gaps)) == (15, 28)  # 14 models and the human reviewers
    for row in published()["table6"]:
        assert mean_of_shapes(row) == pytest.approx(row["Avg."], abs=0.0055)
    for model, printed in RUNNING_TEXT.items():  # tags with digits and with letters apart
        assert (8 * mean_of_shapes(table4[model]) + table4[model]["Tag"]) / 9 == pytest.approx(printed, abs=0.0055)


def test_deltas_and_averages_of_table_5():
    rows, (average,) = published()["table5"], published()["table5_average"]
    for row in rows:
        for task in (*TASKS, "Average"):
            assert row[f"{task} BVP"] - row[f"{task} R-BVP"] == pytest.approx(row[f"{task} BVP Δ"], abs=0.0105)
    for column in ("R-BVP", "BVP"):
        table = np.array([[row[f"{task} {column}"] for task in TASKS] for row in rows])
        assert table.mean(1) == pytest.approx([row[f"Average {column}"] for row in rows], abs=0.0105)
        assert table.mean(0) == pytest.approx([average[f"{task} {column}"] for task in TASKS], abs=0.0105)


def test_the_best_styles_are_those_of_table_5():
    rows = [row["best_vp"] for row in published()["table5"]]
    assert (len(rows), len(best_styles())) == (28, 19)
    assert all(str(parse_style(style)) == style for style in best_styles())
    # The text says "more than half of the models".
    assert sum(style.startswith("bbox(contrast") and "medium" in style for style in rows) == 3


def test_prompt_layout_is_that_of_table_17():
    text = "the <VP>, the <color> <VP> and the < Color ><vp>"
    assert placeholders(text) == 3
    assert fill(text, ["x", "y"]) == "the x, the y and the y"
    assert ask("Where is the red arrow located in the image?", ["Top.", "Bottom."], "Context: An arrow.") == (
        "Context: An arrow.\nWhere is the red arrow located in the image?\nA. Top.\nB. Bottom.\n"
        "Answer with the option’s letter from the given choices directly."
    )
    row = {"question": "Where?", "A": "Top.", "B": "Bottom.", "C": "", "D": ""}
    assert asked_of(row) == ask("Where?", ["Top.", "Bottom."])
