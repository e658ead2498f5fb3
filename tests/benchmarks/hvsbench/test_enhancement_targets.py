"""Which objects crops are asked for, and the geometry of boxes and crops."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import RULES, WHOLE
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import enhancement_rows, kept, overlap, within

A, B, C, D = "0.10,0.10,0.20,0.30", "0.50,0.50,0.90,0.80", "0.60,0.05,0.80,0.20", "0.02,0.60,0.20,0.90"
NEARLY_B = "0.50,0.50,0.90,0.79"


def numbers(*boxes):
    return [[float(part) for part in box.split(",")] for box in boxes]


def listed(*boxes):
    return "Each option is a box." + "".join(f"\n[{letter}] {box}" for letter, box in zip("ABCD", boxes, strict=False))


def ranked(thing):
    return f"What is the saliency rank of {thing} among all salient objects in the entire image?\n[A] The most salient"


def boxed(box):
    return ranked(f"the object within the bounding box {box} (relative coordinates of x1, y1, x2, y2),")


def targets(*rows):
    """By row, the object to make prominent, its name, and its rivals."""
    import pandas as pd

    columns = ("image_path", "question_type", "question", "truth")
    table = pd.DataFrame([(n, *row) for n, row in enumerate(rows)], columns=["index", *columns])
    found = enhancement_rows(table)
    assert list(found)[-3:] == ["target", "target_name", "others"]
    return {
        row["index"]: ([json.loads(row["target"])], row["target_name"], json.loads(row["others"]))
        for row in found.to_dict("records")
    }


def test_the_object_is_one_that_people_do_not_find_the_most_salient() -> None:
    found = targets(
        ("1.png", "Q1", listed(A, B, C), "A"),
        ("2.png", "Q1", listed(A, B), "B"),
        ("3.png", "Q3", listed(A, B, C), "BCA"),
        ("4.png", "Q4", listed(A, B), "A"),
        ("5.png", "Q6", boxed(A), "A"),
        ("5.png", "Q6", boxed(B), "C"),
    )
    assert found == {
        0: (numbers(B), "", numbers(A, C)),
        1: (numbers(A), "", numbers(B)),
        2: (numbers(A), "", numbers(B, C)),
        3: (numbers(B), "", numbers(A)),
        5: (numbers(B), "", numbers(A)),  # the box of an object of the first rank competes
    }


def test_every_object_is_asked_about_once_and_never_without_a_rival() -> None:
    found = targets(
        ("1.png", "Q4", listed(A, B), "A"),
        ("1.png", "Q6", boxed(NEARLY_B), "B"),
        ("1.png", "Q4", listed(A, D), "A"),
        ("2.png", "Q6", boxed(B), "B"),
        ("3.png", "Q2", "How many salient objects are there?", "2"),
    )
    assert found == {0: (numbers(B), "", numbers(A, D)), 2: (numbers(D), "", numbers(A, B))}
    broken = "[A] 0.5,0.5,0.5,0.9\n[B] 0.1,0.1,0.2,0.2"
    assert targets(("1.png", "Q4", "no boxes here", "A"), ("1.png", "Q4", broken, "B")) == {}


def test_an_object_has_the_name_of_its_rank_where_both_are_single() -> None:
    one, rank = ("1.png", "Q4", listed(A, B), "A"), ("1.png", "Q6", boxed(B), "B")
    helmet, badge = ranked("the helmet"), ranked("the badge")
    for named, name in (
        ([("1.png", "Q7", helmet, "B")], "the helmet"),
        ([("1.png", "Q7", helmet, "C")], ""),
        ([("2.png", "Q7", helmet, "B")], ""),
        ([("1.png", "Q7", helmet, "B"), ("1.png", "Q7", badge, "B")], ""),
    ):
        assert targets(one, rank, *named)[0][1] == name


unit = st.integers(0, 100).map(lambda value: value / 100)
some_box = st.tuples(unit, unit, unit, unit).filter(lambda b: b[0] + 0.01 < b[2] and b[1] + 0.01 < b[3])


@pytest.mark.long
@given(some_box, some_box)
def test_overlap_and_what_is_kept_are_those_of_coco(one, other) -> None:
    from pycocotools import mask

    ours, theirs = ([[b[0], b[1], b[2] - b[0], b[3] - b[1]]] for b in (one, other))
    for found, share_of_first in ((overlap, 0), (kept, 1)):
        assert found(one, other) == pytest.approx(mask.iou(ours, theirs, [share_of_first])[0, 0], abs=1e-9)


def test_boxes_in_crops_and_crops_by_rule_by_hand() -> None:
    for box, crop, seen in (
        ((0.25, 0.25, 0.5, 1.0), (0.0, 0.5, 0.5, 1.0), (0.5, 0.0, 1.0, 1.0)),
        ((0.1, 0.1, 0.2, 0.2), (0.5, 0.5, 1.0, 1.0), None),
        ((0.1, 0.2, 0.3, 0.4), WHOLE, (0.1, 0.2, 0.3, 0.4)),
    ):
        assert within(box, crop) == seen
    x = 0.4 - 0.5 / 3  # a crop of half the sides has the middle of a box at (0.4, 0.4) a third from its edges
    draw = np.random.default_rng(0)
    for rule, box, crop in (
        ("center", (0, 0, 0.1, 0.1), (0.25, 0.25, 0.75, 0.75)),
        ("tight", (0.4, 0.4, 0.6, 0.6), (0.25, 0.25, 0.75, 0.75)),
        ("tight", (0.0, 0.4, 0.2, 0.6), (0.0, 0.25, 0.5, 0.75)),
        ("tight", (0.0, 0.0, 1.0, 0.6), (0.0, 0.0, 1.0, 0.6)),
        ("thirds", (0.35, 0.35, 0.45, 0.45), (x, x, x + 0.5, x + 0.5)),
        ("thirds", (0.55, 0.35, 0.65, 0.45), (0.6 - 1 / 3, x, 0.6 + 0.5 / 3, x + 0.5)),
        ("thirds", (0.0, 0.0, 0.9, 0.5), (0.0, 0.0, 0.9, 0.9)),
    ):
        assert RULES[rule](box, 0.25, draw) == pytest.approx(crop, abs=1e-5), rule
    for least in (0.25, 0.5, 1.0):
        x1, y1, x2, y2 = RULES["random"]((0, 0, 0.1, 0.1), least, draw)
        assert 0 <= x1 < x2 <= 1
        assert 0 <= y1 < y2 <= 1
        assert (x2 - x1) * (y2 - y1) >= least - 1e-9
