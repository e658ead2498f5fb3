"""Layout of the prompts, and the arithmetic of the paper's tables, which decides what its averages are."""

import json
from pathlib import Path

import numpy as np
import pytest
from later import later

from vlmeval_hvs.benchmarks.vpb.wording import ask, best_styles, fill, placeholders, published

with later():
    from vlmeval_hvs.visual_prompts import parse_style


TABLES = json.loads((Path(__file__).parent / "tables.json").read_text())
SHAPES = ["Tag", "Arrow", "BBox", "Contour", "Mask", "Oval", "Point", "Scribble"]
TASKS = ["MIA", "SD-100", "Emotic", "MapillaryVistas", "SeeClick", "SGG"]
TABLE_4 = {row["model"]: row for row in TABLES["table4"]}


def test_table_6_average_is_the_mean_of_the_eight_shapes():
    for row in TABLES["table6"]:
        assert np.mean([row[shape] for shape in SHAPES]) == pytest.approx(row["Avg."], abs=0.0055)


def test_running_text_averages_nine_columns():
    for model, printed in TABLES["text_averages"].items():
        row = TABLE_4[model]
        nine = (2 * row["Tag"] + sum(row[shape] for shape in SHAPES if shape != "Tag")) / 9
        assert nine == pytest.approx(printed, abs=0.0055)


def test_table_4_average_is_the_mean_of_shapes_in_half_of_the_rows():
    gaps = [abs(np.mean([row[shape] for shape in SHAPES]) - row["Avg."]) for row in TABLE_4.values()]
    assert sum(gap < 0.0055 for gap in gaps) == 15  # 14 models and the human reviewers
    assert len(gaps) == 28


def test_table_5_deltas_and_row_averages():
    for row in TABLES["table5"]:
        for task in [*TASKS, "Average"]:
            cell = row[task]
            assert cell["bvp"] - cell["r_bvp"] == pytest.approx(cell["delta_printed"], abs=0.0105)
        for column in ("r_bvp", "bvp"):
            assert np.mean([row[task][column] for task in TASKS]) == pytest.approx(row["Average"][column], abs=0.0105)


def test_table_5_column_averages():
    for task in TASKS:
        for column in ("r_bvp", "bvp"):
            mean = np.mean([row[task][column] for row in TABLES["table5"]])
            assert mean == pytest.approx(TABLES["table5_average"][0][task][column], abs=0.0105)


def test_shipped_rows_are_the_printed_ones():
    assert published()["table4"] == TABLES["table4"]
    assert len(published()["table5"]) == 28
    assert len(best_styles()) == 19
    assert all(str(parse_style(style)) == style for style in best_styles())
    contrast_medium_boxes = [
        r for r in published()["table5"] if r["best_vp"].startswith("bbox(contrast") and "medium" in r["best_vp"]
    ]
    assert len(contrast_medium_boxes) == 3  # the text says "more than half of the models"


def test_placeholders():
    text = "the <VP>, the <color> <VP> and the < Color ><vp>"
    assert placeholders(text) == 3
    assert fill(text, ["x", "y"]) == "the x, the y and the y"
    assert fill("none", ["x"]) == "none"


def test_prompt_layout_is_that_of_table_17():
    text = ask("Where is the red arrow located in the image?", ["Top.", "Bottom."], "Context: An arrow.")
    assert text.split("\n") == [
        "Context: An arrow.", "Where is the red arrow located in the image?", "A. Top.", "B. Bottom.",
        "Answer with the option’s letter from the given choices directly.",
    ]  # fmt: skip
