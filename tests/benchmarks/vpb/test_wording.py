"""Layout of the prompts, and the arithmetic of the paper's tables, which decides what its averages are."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb.wording import ask, asked_of, best_styles, fill, placeholders, published
from vlmeval_hvs.visual_prompts import parse_style

SHAPES = ["Tag", "Arrow", "BBox", "Contour", "Mask", "Oval", "Point", "Scribble"]
TASKS = ["MIA", "SD-100", "Emotic", "MapillaryVistas", "SeeClick", "SGG"]
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
    assert asked_of({"question": "Where?", "A": "Top.", "B": "Bottom.", "C": "", "D": ""}) == ask(
        "Where?", ["Top.", "Bottom."]
    )
