"""Rows, columns and directions of a split image."""

import pytest

from standardizers import decision, view_operations, views
from standardizers.views.directions import asks_directions, directions_in
from standardizers.views.lines import with_lines

NINE = "9 parts, where the parts form 3 rows of 3, numbered from left to right and top to bottom."
SIX = "6 parts, where the parts form 2 rows of 3, numbered from left to right, top row first. Zoomed parts: 4, 5."
MOVES = SIX + ' Return "keep" (numbers) and "shift" (directions: left, right, up, down).'
THREE = MOVES + ' Return "part" as well.'


@pytest.mark.parametrize(
    ("reply", "selected"),
    [
        ("The bird should be in row 3, column 2.", (8,)),
        ("zweite Reihe, dritte Spalte", (6,)),
        ("2-й ряд, 3-й столбец", (6,)),
        ("第3行第1列", (7,)),
        ("가운데 열", (2, 5, 8)),
        ("toda la fila inferior", (7, 8, 9)),
        ("second row from the bottom, last column", (6,)),
        ("Everything in the middle column.", (2, 5, 8)),
        ("Row 1: parts 1 and 2.", (1, 2)),
        ("Parts needed:\n- 4 (the wire)\n- 5\n\nParts not needed: 1, 2, 3", (4, 5)),
    ],
)
def test_lines(reply, selected):
    assert views(reply, 9, question=NINE).value == selected


@pytest.mark.parametrize(
    "reply",
    [
        "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
        "The candle is a 6, so the child turns six.",
        "It may be in one of them.",
    ],
)
def test_that_these_select_nothing(reply):
    assert views(reply, 9, question=NINE).fallback


def test_that_a_row_of_things_is_no_row_of_views():
    assert with_lines("the second row of seats", 9) == "the second row of seats"


@pytest.mark.parametrize(
    ("reply", "keep", "shift"),
    [
        ('{"keep": "4", "shift": "up, left"}', (4,), ("left", "up")),
        ("Keep 5. The road is cut at the left border, so I shift right.", (5,), ("right",)),
        ("保留5，向右移动。", (5,), ("right",)),
        ("Je garde la partie 4 et je décale la vue vers le haut.", (4,), ("up",)),
        ("Keep both, no shift.", (4, 5), ()),
        ('{"keep": "4", "shift": "left or right"}', (4,), None),
    ],
)
def test_directions(reply, keep, shift):
    found = view_operations(reply, 6, question=MOVES).value
    assert (found.keep, found.shift) == (keep, shift)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("zoom: 1, keep: 4, shift: up", ((1,), (4,), ("up",))),
        ("Zoom auf Teil 2, Teil 4 behalten, nach links verschieben.", ((2,), (4,), ("left",))),
        ("Zoom: nessuna parte. Tieni: 5. Sposta: in basso.", ((), (5,), ("down",))),
        ("PART: 6 (the pot's label)\nKEEP: 5 (not 4)\nSHIFT: none, it ends at the left", ((6,), (5,), ())),
    ],
)
def test_three_operations(reply, wanted):
    assert tuple(view_operations(reply, 6, question=THREE).value) == wanted


def test_that_numbers_are_shifted_to_where_the_prompt_asks_for_them():
    assert not asks_directions(SIX)
    assert view_operations('{"keep": "1", "shift": "right"}', 4).value.shift == (3, 4)
    assert directions_in("none") == ()


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Je ne peux pas répondre sans voir le reste.", "yes"),
        ("Ich kann ohne weitere Ansichten antworten.", "no"),
        ("Нужна левая верхняя часть: без неё не могу ответить.", "yes"),
        ("A close-up of the left side is necessary.", "yes"),
        ("Nothing beyond this part is required.", "no"),
        ("Adequate? Hardly.", "yes"),
        ("A further view might help, might not; I can't say.", ""),
        ("The view might suffice, more might help; both are reasonable.", ""),
    ],
)
def test_needs(reply, wanted):
    assert decision(reply).value == wanted
