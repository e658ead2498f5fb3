"""Which objects crops are asked for, and the geometry of boxes and crops."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from later import later

with later():
    import pandas as pd
    from pycocotools import mask as coco_mask

    from vlmeval_hvs.benchmarks.hvsbench import enhancement_crops as crops
    from vlmeval_hvs.benchmarks.hvsbench import enhancement_targets


A, B, C, D = "0.10,0.10,0.20,0.30", "0.50,0.50,0.90,0.80", "0.60,0.05,0.80,0.20", "0.02,0.60,0.20,0.90"


def numbers(box: str) -> list[float]:
    return [float(part) for part in box.split(",")]


def listed(*boxes: str) -> str:
    return "Each option is a box." + "".join(f"\n[{letter}] {box}" for letter, box in zip("ABCD", boxes, strict=False))


def ranked(thing: str) -> str:
    return f"What is the saliency rank of {thing} among all salient objects in the entire image?\n[A] The most salient"


def boxed(box: str) -> str:
    return ranked(f"the object within the bounding box {box} (relative coordinates of x1, y1, x2, y2),")


def rows(*given: tuple[str, str, str, str]) -> pd.DataFrame:
    columns = ("image_path", "question_type", "question", "truth")
    return pd.DataFrame([(str(n), *row) for n, row in enumerate(given)], columns=["index", *columns])


def targets(table: pd.DataFrame) -> dict[str, tuple[list[float], str, list[list[float]]]]:
    found = enhancement_targets.enhancement_rows(table)
    return {
        row["index"]: (json.loads(row["target"]), row["target_name"], json.loads(row["others"]))
        for row in found.to_dict("records")
    }


def test_the_object_is_one_that_people_do_not_find_the_most_salient() -> None:
    found = targets(
        rows(
            ("1.png", "Q1", listed(A, B, C), "A"),
            ("2.png", "Q1", listed(A, B), "B"),
            ("3.png", "Q3", listed(A, B, C), "BCA"),
            ("4.png", "Q4", listed(A, B), "A"),
            ("5.png", "Q6", boxed(A), "A"),
            ("5.png", "Q6", boxed(B), "C"),
        )
    )
    assert {index: box for index, (box, _, _) in found.items()} == {
        "0": numbers(B),
        "1": numbers(A),
        "2": numbers(A),
        "3": numbers(B),
        "5": numbers(B),
    }
    assert found["0"][2] == [numbers(A), numbers(C)]
    assert found["5"][2] == [numbers(A)], "the box of an object of the first rank competes"


def test_every_object_is_asked_about_once_and_never_without_a_rival() -> None:
    nearly = "0.50,0.50,0.90,0.79"
    found = targets(
        rows(
            ("1.png", "Q4", listed(A, B), "A"),
            ("1.png", "Q6", boxed(nearly), "B"),
            ("1.png", "Q4", listed(A, D), "A"),
            ("2.png", "Q6", boxed(B), "B"),
            ("3.png", "Q2", "How many salient objects are there?", "2"),
        )
    )
    assert {index: box for index, (box, _, _) in found.items()} == {"0": numbers(B), "2": numbers(D)}
    assert found["0"][2] == [numbers(A), numbers(D)]


def test_an_object_has_the_name_of_its_rank_where_both_are_single() -> None:
    helmet, badge = ranked("the helmet"), ranked("the badge")
    one = ("1.png", "Q4", listed(A, B), "A")
    assert targets(rows(one, ("1.png", "Q6", boxed(B), "B"), ("1.png", "Q7", helmet, "B")))["0"][1] == "the helmet"
    assert targets(rows(one, ("1.png", "Q6", boxed(B), "B"), ("1.png", "Q7", helmet, "C")))["0"][1] == ""
    assert targets(rows(one, ("1.png", "Q6", boxed(B), "B"), ("2.png", "Q7", helmet, "B")))["0"][1] == ""
    two = ("1.png", "Q7", helmet, "B"), ("1.png", "Q7", badge, "B")
    assert targets(rows(one, ("1.png", "Q6", boxed(B), "B"), *two))["0"][1] == ""


def test_questions_that_cannot_be_read_give_no_object() -> None:
    broken = "[A] 0.5,0.5,0.5,0.9\n[B] 0.1,0.1,0.2,0.2"
    assert targets(rows(("1.png", "Q4", "no boxes here", "A"), ("1.png", "Q4", broken, "B"))) == {}
    assert enhancement_targets.enhancement_rows(rows(("1.png", "Q2", "How many?", "2"))).empty
    assert list(enhancement_targets.enhancement_rows(rows(("1.png", "Q2", "How many?", "2"))))[-3:] == [
        "target",
        "target_name",
        "others",
    ]


unit = st.integers(0, 100).map(lambda value: value / 100)
some_box = st.tuples(unit, unit, unit, unit).filter(lambda b: b[0] + 0.01 < b[2] and b[1] + 0.01 < b[3])


@given(some_box, some_box)
def test_overlap_and_what_is_kept_are_those_of_coco(one, other) -> None:
    ours, theirs = ([[b[0], b[1], b[2] - b[0], b[3] - b[1]]] for b in (one, other))
    assert enhancement_targets.overlap(one, other) == pytest.approx(coco_mask.iou(ours, theirs, [0])[0, 0], abs=1e-9)
    assert enhancement_targets.kept(one, other) == pytest.approx(
        coco_mask.iou(ours, theirs, [1])[0, 0], abs=1e-9
    )  # share of the first


def test_a_box_in_a_crop_by_hand() -> None:
    assert enhancement_targets.within((0.25, 0.25, 0.5, 1.0), (0.0, 0.5, 0.5, 1.0)) == (0.5, 0.0, 1.0, 1.0)
    assert enhancement_targets.within((0.1, 0.1, 0.2, 0.2), (0.5, 0.5, 1.0, 1.0)) is None
    assert enhancement_targets.within((0.1, 0.2, 0.3, 0.4), crops.WHOLE) == (0.1, 0.2, 0.3, 0.4)


def test_rules_by_hand() -> None:
    draw = np.random.default_rng(0)
    assert crops.RULES["center"]((0, 0, 0.1, 0.1), 0.25, draw) == pytest.approx((0.25, 0.25, 0.75, 0.75), abs=1e-5)
    assert crops.RULES["tight"]((0.4, 0.4, 0.6, 0.6), 0.25, draw) == pytest.approx((0.25, 0.25, 0.75, 0.75), abs=1e-5)
    assert crops.RULES["tight"]((0.0, 0.4, 0.2, 0.6), 0.25, draw) == pytest.approx((0.0, 0.25, 0.5, 0.75), abs=1e-5)
    assert crops.RULES["tight"]((0.0, 0.0, 1.0, 0.6), 0.25, draw) == pytest.approx((0.0, 0.0, 1.0, 0.6), abs=1e-5)
    # A crop of half the sides: the object's middle (0.4, 0.4) lies a third of the crop from its left and upper edge.
    x = 0.4 - 0.5 / 3
    third = crops.RULES["thirds"]((0.35, 0.35, 0.45, 0.45), 0.25, draw)
    assert third == pytest.approx((x, x, x + 0.5, x + 0.5), abs=1e-5)
