"""Stage 1 made anew cannot be answered without seeing, and the blind readers find the leaks of sets that can."""

import json
from collections import Counter

import numpy as np
import pytest

from dataset_builders.vpb.blind import ALWAYS_NONE, KNOWN, TOTAL, as_text, blind_baselines, leaks
from dataset_builders.vpb.drawing import Scene
from dataset_builders.vpb.scenes import write_stage1
from vlmeval_hvs.metrics import null_interval
from vlmeval_hvs.sets import SetWriter, read_set
from vlmeval_hvs.visual_prompts import Region, all_styles

COUNT = 10 * 255
LABELS = ("cat", "cow", "car", "cap", "can", "cot", "cup", "cart", "coat", "cake")


def scene(number):
    """Six of ten things in random corners of a grey picture; some things are far more common than others."""
    random = np.random.default_rng(number)
    shares = np.arange(1, len(LABELS) + 1) / sum(range(1, len(LABELS) + 1))
    labels = random.choice(LABELS, 6, replace=False, p=shares)
    places = random.permutation([(x, y) for y in (30, 230) for x in (20, 120, 340)])
    regions = tuple(
        Region((int(x), int(y), 40, 40), label=str(label)) for (x, y), label in zip(places, labels, strict=True)
    )
    return Scene(f"{number}.png", lambda: np.full((300, 400, 3), 200, np.uint8), regions)


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """2,550 items on imagined scenes."""
    root = tmp_path_factory.mktemp("blind")
    with SetWriter("VPB_Stage1_DEMO", root, source="imagined", licence="none") as writer:
        write_stage1([scene(number) for number in range(40)], writer, COUNT)
    table, manifest = read_set("VPB_Stage1_DEMO", root)
    return table.to_dict("records"), manifest


def test_blind_readers_are_at_chance(rows):
    table, manifest = rows
    assert len(table) >= 1500
    assert manifest.warnings == []
    found = manifest.notes["blind_baselines"]
    assert found == blind_baselines(table)
    assert set(found) == {*KNOWN, ALWAYS_NONE}
    ordinary = [row for row in table if not row["debias"]]
    for name, groups in found.items():
        cell = groups[TOTAL]
        assert cell["low"] <= cell["accuracy"] <= cell["high"], name
        if name not in KNOWN:
            continue
        assert cell["n"] == len(ordinary)
        chance = null_interval([0.5 if row["question_type"] == "existence" else 0.25 for row in ordinary])
        assert (cell["chance"], cell["low"], cell["high"]) == pytest.approx(chance)
        for kind, part in groups.items():  # of so many cells some leave 95 %
            wide = null_interval([part["chance"]] * part["n"], level=0.999)
            assert wide.low <= part["accuracy"] <= wide.high, (name, kind)


def test_letters_numbers_and_places_are_balanced(rows):
    ordinary = [row for row in rows[0] if not row["debias"]]
    for letters, chosen in (
        ("AB", [row for row in ordinary if row["question_type"] == "existence"]),
        ("ABCD", [row for row in ordinary if row["question_type"] != "existence"]),
    ):
        share = null_interval([1 / len(letters)] * len(chosen), level=0.999)
        counts = Counter(row["answer"] for row in chosen)
        assert set(counts) == set(letters)
        assert all(share.low <= count / len(chosen) <= share.high for count in counts.values())
    numbers = Counter(row["vp_amount"] for row in ordinary if row["question_type"] == "enumeration")
    share = null_interval([1 / 6] * sum(numbers.values()), level=0.999)
    assert set(numbers) == set("123456")
    assert all(share.low <= count / sum(numbers.values()) <= share.high for count in numbers.values())


def test_the_option_none_is_right_as_often_as_any_other(rows):
    """Counted on the texts of the options, not on the names of the kinds."""
    for start in ("None of the above", "There is no"):
        offering = [row for row in rows[0] if any(row[letter].startswith(start) for letter in "ABCD")]
        share = np.mean([row[row["answer"]].startswith(start) for row in offering])
        interval = null_interval([0.25] * len(offering))
        assert len(offering) > 150
        assert interval.low <= share <= interval.high
        assert share == pytest.approx(0.25, abs=0.01)  # scenes that fit no item leave some out
    cell = rows[1].notes["blind_baselines"][ALWAYS_NONE][TOTAL]
    assert cell["n"] == sum(bool(row["debias"]) and row["question_type"] != "existence" for row in rows[0])
    assert cell["accuracy"] == pytest.approx(0.25, abs=0.01)
    assert cell["chance"] == pytest.approx(0.25)


def test_a_set_whose_option_none_is_right_too_often_is_named():
    def make(style, random):
        right = int(random.integers(2)) * 3  # "None of the above" in half of the rows that offer it
        options = {"A": "1", "B": "2", "C": "3", "D": "None of the above"}
        return {"question_type": "enumeration", "debias": "none_correct" if right else "none_correct_control",
                "answer": "ABCD"[right], "vp_marks": json.dumps([str(style.with_color("red"))]), **options}  # fmt: skip

    found = blind_baselines([*synthetic(200, make), *synthetic(200, colour_decoys)])
    assert found[ALWAYS_NONE][TOTAL]["accuracy"] == pytest.approx(0.5, abs=0.1)
    assert {sentence.split(", without")[0] for sentence in leaks(found)} >= {ALWAYS_NONE}
    lines = as_text(found).splitlines()
    assert any(line.startswith(ALWAYS_NONE) and "-" in line.split() for line in lines)


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


def test_paired_items_count_once():
    one = synthetic(40, colour_decoys)
    rows = [row | {"index": f"{row['index']}{i}", "pair": row["index"]} for row in one for i in range(5)]
    found = blind_baselines(rows)
    assert found["majority"][TOTAL]["n"] == 40
    assert "colours only" not in blind_baselines([row | {"vp_marks": ""} for row in one])
