"""Next fixations: replies of many kinds, and the first pair as written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import fixation

DATA = Path(__file__).parents[1] / "data" / "standardizers"
CASES = json.loads((DATA / "fixation.json").read_text(encoding="utf-8"))["cases"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "size", "expected"), CASES, ids=short)
def test_fixation(reply, size, expected):
    value, _, fallback = fixation(reply, size=size)
    assert [list(point) for point in value] == [pytest.approx(point) for point in expected]
    assert fallback == (not expected)


def test_fixation_takes_the_first_pair_as_written():
    assert fixation("look at (320, 240), then (1, 2)", profile="paper") == (((320.0, 240.0, 1.0),), "first_pair", False)
    assert fixation("there", profile="paper") == ((), "no_answer", True)


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ("A quarter of the height, half way across? No: 20 % down, 30 % across.", (0.3, 0.2)),
        ("70 % from the right and 40 % from the bottom", (0.3, 0.6)),
        ("Zeile 96 und Spalte 192 im Bild", (0.3, 0.2)),
        ("0.3 по горизонтали и 0.2 по вертикали", (0.3, 0.2)),
        ("(0.8, 0.8). Verzeihung, (0.3, 0.2)", (0.3, 0.2)),
        ("It could be (0.8, 0.8) or (0.3, 0.2), but I would go with the latter", (0.3, 0.2)),
        ("(0.8, 0.8). The hat is at (0.3, 0.2), use that.", (0.3, 0.2)),
    ],
)
def test_one_point_of_several_words(reply, point):
    value, _, _ = fixation(reply, size=(640, 480))
    assert [one[:2] for one in value] == [pytest.approx(point)]


@pytest.mark.parametrize(
    "reply",
    [
        "It is a toss-up between (0.8, 0.8) and (0.3, 0.2).",
        "Forse (0.8, 0.8), forse (0.3, 0.2).",
        "Por ejemplo (0.3, 0.2).",
        "The picture has 30 rows of seats across and 20 columns.",
    ],
)
def test_points_left_open(reply):
    assert fixation(reply).fallback


def test_weights_in_other_languages():
    value = fixation("(0.3, 0.2) avec un poids de 0.7, (0.4, 0.5) avec un poids de 0.1").value
    assert value == ((0.3, 0.2, 0.7), (0.4, 0.5, 0.1))
    assert fixation("(0.3, 0.2) بوزن 0.7").value == ((0.3, 0.2, 0.7),)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("I start from the eyes, which are near (0.31, 0.22), and follow the head. The line passes", False),
        ("Starting from the head at (0.31, 0.22), the line of sight goes down. It then", False),
        ("Ich beginne bei den Augen (0.31, 0.22) und folge dem Blick nach", False),
        ("Starting from the eyes and following the head, I get (0.6, 0.4).", True),
        ("The next fixation is the face at (0.6, 0.4), following the eyes.", True),
        ("The eyes go to (0.6, 0.4).", True),
    ],
)
def test_where_a_line_of_sight_begins_is_no_answer(reply, found):
    assert fixation(reply, size=(1, 1)).fallback is not found


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("The current fixation is at (0.5, 0.5). The kettle may stand left of the", ()),
        ("Your previous fixation at (0.5, 0.5) was on the stove. Next fixation: (0.2, 0.6)", ((0.2, 0.6, 1.0),)),
        ("The kite is at x=0.7, y=0.1 (roughly 5% of the picture).", ((0.7, 0.1, 1.0),)),
        ("My hiking friend would put it at (0.3, 0.3).", ()),
        ("(0.2, 0.6). The first one, (0.5, 0.5), is withdrawn.", ((0.2, 0.6, 1.0),)),
    ],
)
def test_earlier_points_sizes_and_withdrawn_points_are_no_next_fixation(reply, points):
    assert fixation(reply).value == points


def test_a_repeated_instruction_is_no_fixation():
    asked = "Give one point as (x, y) between 0.00 and 1.00, with the origin (0, 0) at the top left."
    assert fixation(asked, question=asked).fallback
