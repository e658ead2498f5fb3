"""HVSBench's marks and published rows."""

import json
import pathlib

import pytest
from scipy.stats import binom

from vlmeval_hvs.benchmarks.hvsbench import presentation
from vlmeval_hvs.files import bundled
from vlmeval_hvs.pictures import Box, Path, Point

PUBLISHED = bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")
COUNTED = json.loads((pathlib.Path(__file__).parent / "table3.json").read_text())["models"]
SHOWN = presentation.HVSBenchPresentation()


def row(kind, truth, question, **cells):
    return {"question_type": kind, "truth": truth, "question": question, "image_path": "a.png", **cells}


def test_options_and_answers_are_marked_where_the_question_puts_them():
    boxes = row("Q3", "BA", "Rank these. [A] 0.10,0.20,0.30,0.40 [B] 0.50,0.50,0.90,0.60")
    first = Box(0.1, 0.2, pytest.approx(0.2), 0.2, "truth", "A 2nd")
    second = Box(0.5, 0.5, 0.4, pytest.approx(0.1), "truth", "B 1st")
    assert presentation.question_marks(boxes) == [first, second]
    (mark,) = presentation.answer_marks(boxes, {"answer": "A"})
    assert (mark.role, mark.label) == ("answer", "model: 1st")
    paths = row("Q8", "A", "Which? [A] (0.1,0.2) (0.3,0.4) [B] (0.5,0.6)")
    assert presentation.question_marks(paths) == [
        Path(((0.1, 0.2), (0.3, 0.4)), "truth", "A"), Point(0.5, 0.6, "option", "B")
    ]  # fmt: skip
    assert presentation.answer_marks(paths, {"answer": "B"}) == [Point(0.5, 0.6, "answer", "B")]
    asked = row("Q6", "B", "The box 0.1,0.2,0.3,0.4: [A] first [B] second")
    assert [mark.role for mark in presentation.question_marks(asked)] == ["region"]
    drawn = row("Q9", "", "", scanpaths=json.dumps([{"X": [0.1], "Y": [0.2], "T": [250]}]))
    assert presentation.question_marks(drawn) == [Path(((0.1, 0.2),), "human", "person 1", (250,))]
    item = {"answer": "[[0.5, 0.6], [0.7, 0.8]]", "durations": "[1, 2]"}
    assert presentation.answer_marks(drawn, item) == [Path(((0.5, 0.7), (0.6, 0.8)), "answer", "model", (1, 2))]
    assert presentation.answer_marks(drawn, {"answer": ""}) == []


def test_the_published_rows_and_their_chance_are_those_of_the_paper():
    """Table 3: GPT4-o 31.39 %, Qwen2-VL is the best open model with 41.03 % Prominence."""
    rows = PUBLISHED["rows"]
    assert (rows["GPT4-o"]["Prominence_Acc"], rows["Qwen2-VL"]["Prominence_Acc"]) == (0.3139, 0.4103)
    assert rows["Qwen2-VL"]["Searching_MDir"] == 0.461
    chance = SHOWN.published_chances()
    for kind in ("Q4", "Q8"):
        n, p = PUBLISHED["questions"][kind], rows["Random guess"][f"{kind}_Acc"]
        assert chance[f"{kind}_Acc"][:2] == (p, round(binom.ppf(0.025, n, p) / n, 4))
    assert chance["Overall"].low < rows["Random guess"]["Overall"] < chance["Overall"].high
    for name, model in COUNTED.items():  # k of N right answers per type, recovered separately, give the same cells
        assert {metric: rows[name][metric] for metric in model["table3"]} == model["table3"]
        for kind, (right, asked) in model["counts"].items():
            assert rows[name][f"{kind}_Acc"] == pytest.approx(right / asked, abs=5.001e-5)
            assert 0 <= PUBLISHED["questions"][kind] - asked <= 1
    assert sum(PUBLISHED["questions"].values()) == 7574
