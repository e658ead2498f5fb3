"""Blind readers find the leaks of a set, and Stage 1 made anew has none."""

import json
from collections import Counter

import numpy as np
import pytest

from dataset_builders.vpb.blind import ALWAYS_NONE, KNOWN, TOTAL, as_text, blind_baselines, leaks
from dataset_builders.vpb.scenes import write_stage1
from tests.dataset_builders.vpb.small import scene
from vlmeval_hvs.metrics import null_interval
from vlmeval_hvs.sets import SetWriter, read_set
from vlmeval_hvs.visual_prompts import all_styles

LEAKS = {
    "": set(),
    "majority": {"majority"},
    "options only": {"options only", "text only", "colours only", "shapes only"},
    "text only": {"text only"},
    "colours only": {"colours only"},
    "shapes only": {"shapes only"},
}
"""Who is right too often where this reader knows enough."""


def imagined(leak, count=400, **columns):
    """Rows of a set whose answer follows from what one reader knows."""
    random, rows = np.random.default_rng(0), []
    for number in range(count):
        shape, other = random.permutation(["bbox", "oval", "arrow", "tag"])[:2]
        color, paint = random.permutation(["red", "blue"])
        yes, swapped = random.integers(2, size=2)
        yes = {"options only": number % 5, "text only": shape in ("bbox", "oval")}.get(leak, yes)
        swapped = bool(yes) == (number % 5 == 0) if leak == "majority" else swapped
        drawn = {"colours only": (shape, paint), "shapes only": (other, color)}.get(leak) if not yes else None
        style = all_styles((drawn or (shape, color))[0])[0].with_color((drawn or (shape, color))[1])
        options = ["No", "Yes"] if swapped else ["Yes", "No"]
        answer = "AB"[options.index("Yes" if yes else "No")]
        row = {"index": str(number), "question_type": "existence", "vp_shape": shape, "vp_color": color, "debias": ""}
        rows.append({**row, **dict(zip("AB", options, strict=True)), "C": "", "D": "", "answer": answer,
                     "vp_marks": json.dumps([str(style)]), **columns})  # fmt: skip
    return rows


@pytest.mark.long
def test_leaks_are_found_by_the_readers_that_know_enough():
    for leak, readers in LEAKS.items():
        found = blind_baselines(imagined(leak))
        assert {sentence.split(",")[0] for sentence in leaks(found)} == readers, leak
        assert (found["majority"][TOTAL]["n"], found["majority"][TOTAL]["chance"]) == (400, 0.5)
        assert [line.split("  ")[0] for line in as_text(found).splitlines()[1:]] == list(found) == list(KNOWN)
    guarded = imagined("", 200, question_type="location", debias="absent", A="None of the above", answer="A")
    found = blind_baselines([*imagined(""), *guarded, *imagined("", 100, question_type="location", debias="x")])
    assert (found[ALWAYS_NONE][TOTAL]["accuracy"], found[ALWAYS_NONE][TOTAL]["n"]) == (pytest.approx(2 / 3), 300)
    assert [sentence.split(",")[0] for sentence in leaks(found)] == [ALWAYS_NONE]


def test_paired_items_count_once_and_rows_without_marks_say_nothing_of_marks():
    rows = [row | {"index": f"{i} {row['index']}", "pair": row["index"]} for row in imagined("", 40) for i in range(5)]
    found = blind_baselines([row | {"vp_marks": ""} for row in rows])
    assert found["majority"][TOTAL]["n"] == 40
    assert found.keys() == {"majority", "options only", "text only"}


LABELS = ("cat", "cow", "car", "cap", "can", "cot", "cup", "cart", "coat", "cake")
PLACES = [(x, y) for y in (30, 230) for x in (20, 120, 340)]


def crowded(number):
    """Six of ten things in random places; some things are far more common than others."""
    random = np.random.default_rng(number)
    labels = random.choice(LABELS, 6, replace=False, p=np.arange(1, 11) / 55)
    return scene(dict(zip(labels.tolist(), random.permutation(PLACES).tolist(), strict=True)), name=f"{number}.png")


@pytest.mark.nightly
def test_blind_readers_of_many_items_are_at_chance_and_answers_are_balanced(tmp_path):
    with SetWriter("VPB_Stage1_DEMO", tmp_path, source="imagined", licence="none") as writer:
        write_stage1([crowded(number) for number in range(40)], writer, 10 * 255)
    rows, manifest = read_set("VPB_Stage1_DEMO", tmp_path)
    rows, found = rows.to_dict("records"), manifest.notes["blind_baselines"]
    assert (len(rows) >= 1500, manifest.warnings) == (True, [])
    assert found == blind_baselines(rows)
    for name in KNOWN:
        for kind, part in found[name].items():  # of so many cells some leave 95 %
            wide = null_interval([part["chance"]] * part["n"], level=0.999)
            assert wide.low <= part["accuracy"] <= wide.high, (name, kind)
    cell = found[ALWAYS_NONE][TOTAL]
    assert cell["low"] <= cell["accuracy"] <= cell["high"]
    ordinary = [row for row in rows if not row["debias"]]
    amounts = [row["vp_amount"] for row in ordinary if row["question_type"] == "enumeration"]
    answers = {
        yes: [row["answer"] for row in ordinary if (row["question_type"] == "existence") == yes] for yes in (0, 1)
    }
    for values, chosen in (("AB", answers[1]), ("ABCD", answers[0]), ("123456", amounts)):
        share, counts = null_interval([1 / len(values)] * len(chosen), level=0.999), Counter(chosen)
        assert counts.keys() == set(values)
        assert all(share.low <= count / len(chosen) <= share.high for count in counts.values())
    for start in ("None of the above", "There is no"):  # counted on the texts, not on the names of the kinds
        offering = [row for row in rows if any(row[letter].startswith(start) for letter in "ABCD")]
        assert np.mean([row[row["answer"]].startswith(start) for row in offering]) == pytest.approx(0.25, abs=0.01)
