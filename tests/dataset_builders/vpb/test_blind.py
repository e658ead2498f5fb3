"""Stage 1 made anew cannot be answered without seeing, and the blind readers find the leaks of sets that can."""

import json
from collections import Counter

import numpy as np
import pytest

from dataset_builders.vpb.blind import ALWAYS_NONE, KNOWN, TOTAL, as_text, blind_baselines, leaks
from vlmeval_hvs.visual_prompts import all_styles


def synthetic(n, make):
    """Rows of an imagined set."""
    random = np.random.default_rng(0)
    styles = all_styles()
    rows = []
    for i in range(n):
        style = styles[int(random.integers(len(styles)))]
        row = {"index": str(i), "debias": "", "vp_shape": style.shape, "vp_color": "red", "C": "", "D": ""}
        rows.append(row | make(style, random))
    return rows


def colour_decoys(style, random):
    """Existence as it must not be: what is not there differs in colour, so a detector of colours is always right."""
    yes = bool(random.integers(2))
    drawn = style.with_color("red" if yes else "blue")
    return {"question_type": "existence", "A": "Yes", "B": "No", "answer": "A" if yes else "B",
            "vp_marks": json.dumps([str(drawn)])}  # fmt: skip


def nearest_numbers(style, random):
    """Enumeration as it must not be: up to four, with the nearest numbers beside it."""
    amount = int(random.integers(1, 5))
    wrong = sorted((n for n in range(1, 7) if n != amount), key=lambda n: (abs(n - amount), random.random()))[:3]
    options = [str(n) for n in random.permutation([amount, *wrong])]
    marks = [str(style.with_color("red"))]
    row = {"question_type": "enumeration", **dict(zip("ABCD", options, strict=True)), "vp_marks": json.dumps(marks)}
    return row | {"answer": "ABCD"[options.index(str(amount))]}


def too_often_none(style, random):
    """Enumeration as it must not be: "None of the above" is right in half of the rows that offer it."""
    right = int(random.integers(2)) * 3
    return {"question_type": "enumeration", "debias": "none_correct" if right else "none_correct_control",
            "answer": "ABCD"[right], "vp_marks": json.dumps([str(style.with_color("red"))]),
            "A": "1", "B": "2", "C": "3", "D": "None of the above"}  # fmt: skip


def test_leaks_are_found():
    found = blind_baselines(synthetic(600, colour_decoys))
    assert found["colours only"][TOTAL]["accuracy"] == 1.0
    for name in ("majority", "options only", "text only", "shapes only"):
        assert found[name][TOTAL]["accuracy"] < 0.58
    assert [sentence.split(",")[0] for sentence in leaks(found)] == ["colours only"]
    found = blind_baselines(synthetic(900, nearest_numbers))
    assert found["options only"][TOTAL]["accuracy"] > 0.4
    assert found["majority"][TOTAL]["accuracy"] < 0.32
    assert "options only" in {sentence.split(",")[0] for sentence in leaks(found)}
    assert [line.split("  ")[0] for line in as_text(found).splitlines()[1:]] == list(found)
    found = blind_baselines([*synthetic(200, too_often_none), *synthetic(200, colour_decoys)])
    assert found[ALWAYS_NONE][TOTAL]["accuracy"] == pytest.approx(0.5, abs=0.1)
    assert {sentence.split(", without")[0] for sentence in leaks(found)} >= {ALWAYS_NONE}
    one = synthetic(40, colour_decoys)
    pairs = [row | {"index": f"{row['index']}{i}", "pair": row["index"]} for row in one for i in range(5)]
    assert blind_baselines(pairs)["majority"][TOTAL]["n"] == 40, "paired items count once"
    assert "colours only" not in blind_baselines([row | {"vp_marks": ""} for row in one])


LABELS = ("cat", "cow", "car", "cap", "can", "cot", "cup", "cart", "coat", "cake")


def scene(number):
    """Six of ten things in random corners of a grey picture; some things are far more common than others."""
    from dataset_builders.vpb.drawing import Scene
    from vlmeval_hvs.visual_prompts import Region

    random = np.random.default_rng(number)
    shares = np.arange(1, len(LABELS) + 1) / sum(range(1, len(LABELS) + 1))
    labels = random.choice(LABELS, 6, replace=False, p=shares)
    places = random.permutation([(x, y) for y in (30, 230) for x in (20, 120, 340)])
    boxes = [(int(x), int(y), 40, 40) for x, y in places]
    regions = tuple(Region(box, label=str(label)) for box, label in zip(boxes, labels, strict=True))
    return Scene(f"{number}.png", lambda: np.full((300, 400, 3), 200, np.uint8), regions)


@pytest.mark.nightly
def test_blind_readers_of_many_items_are_at_chance_and_answers_are_balanced(tmp_path):
    from dataset_builders.vpb.scenes import write_stage1
    from vlmeval_hvs.metrics import null_interval
    from vlmeval_hvs.sets import SetWriter, read_set

    with SetWriter("VPB_Stage1_DEMO", tmp_path, source="imagined", licence="none") as writer:
        write_stage1([scene(number) for number in range(40)], writer, 10 * 255)
    rows, manifest = read_set("VPB_Stage1_DEMO", tmp_path)
    rows, found = rows.to_dict("records"), manifest.notes["blind_baselines"]
    ordinary = [row for row in rows if not row["debias"]]
    assert (len(rows) >= 1500, manifest.warnings) == (True, [])
    assert found == blind_baselines(rows)
    assert set(found) == {*KNOWN, ALWAYS_NONE}
    for name, groups in found.items():
        cell = groups[TOTAL]
        assert cell["low"] <= cell["accuracy"] <= cell["high"], name
        for kind, part in groups.items() if name in KNOWN else ():  # of so many cells some leave 95 %
            wide = null_interval([part["chance"]] * part["n"], level=0.999)
            assert wide.low <= part["accuracy"] <= wide.high, (name, kind)
    asked = {kind: [row for row in ordinary if row["question_type"] == kind] for kind in ("existence", "enumeration")}
    others = [row for row in ordinary if row["question_type"] != "existence"]
    for values, chosen in (
        ("AB", [row["answer"] for row in asked["existence"]]), ("ABCD", [row["answer"] for row in others]),
        ("123456", [row["vp_amount"] for row in asked["enumeration"]]),
    ):  # fmt: skip
        share, counts = null_interval([1 / len(values)] * len(chosen), level=0.999), Counter(chosen)
        assert set(counts) == set(values)
        assert all(share.low <= count / len(chosen) <= share.high for count in counts.values())
    for start in ("None of the above", "There is no"):  # counted on the texts, not on the names of the kinds
        offering = [row for row in rows if any(row[letter].startswith(start) for letter in "ABCD")]
        assert np.mean([row[row["answer"]].startswith(start) for row in offering]) == pytest.approx(0.25, abs=0.01)
