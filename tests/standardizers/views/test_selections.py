"""Views in the layout that a question tells, and short selections in any language."""

from __future__ import annotations

import pytest

from standardizers import view_operations, views
from standardizers.views.selections import selected
from standardizers.views.split import split_of

BY_ROWS = "numbered from 1 to 4, where 1 is the upper-left part, 2 is the upper-right part, 3 is the lower-left part"
BY_COLUMNS = "numbered from 1 to 4, where 1 is the upper-left part, 2 is the lower-left part"


@pytest.mark.parametrize(
    ("question", "reply", "n_views", "wanted"),
    [
        (BY_ROWS, "the lower left", 4, (3,)),
        (BY_COLUMNS, "the lower left", 4, (2,)),
        (None, "the lower left", 4, (2,)),
        (BY_ROWS, "left half", 4, (1, 3)),
        ("1 is the left half and 2 is the right half", "the right half", 2, (2,)),
        ("(2 row(s) of 1), numbered row by row", "lower one", 2, (2,)),
        ("(3 rows of 5)", "the right-hand column", 15, (5, 10, 15)),
        ("3 x 3, reading order", "the one in the middle of the grid", 9, (5,)),
        ("numbered 1 to 9. Name their numbers, or none.", "0", 9, ()),
    ],
)
def test_the_question_tells_the_layout(question, reply, n_views, wanted):
    found = views(reply, n_views, question=question)
    assert (found.value, found.fallback) == (wanted, False)


def test_a_repeated_prompt_selects_nothing():
    assert views(
        "Name their numbers, or say that you want none.", 4, question="Name their numbers, or say that you want none."
    ).fallback
    assert views("the upper-right part", 4, question=BY_ROWS).value == (2,)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Płytka 5 oraz 6.", {5, 6}),
        ("Dlaždice č. 4 a č. 8", {4, 8}),
        ("Teile zwei und drei", {2, 3}),
        ("5 (the board), 1 and 3 (the faces of the players), 8 (the clock)", {1, 3, 5, 8}),
        ("Everything except 7, 8 and 9, which show water.", {1, 2, 3, 4, 5, 6}),
        ("1 to 3 please", {1, 2, 3}),
        ("all but the first", set(range(2, 10))),
        ("Žádné.", set()),
        ("2 parts: 1 and 4", None),
        ("Parts 1 and 2 are not needed; part 4 is.", None),
        ("In chess, each side has 2 rooks.", None),
        ("1 of 2", None),
        ("12 passengers", None),
        ("tile 11", None),
    ],
)
def test_every_word_of_a_selection_is_known(reply, wanted):
    assert selected(reply.lower(), 9) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("keep=1,4 | part=3 | shift=none", ((3,), (1, 4), ())),
        ("keep → 6\npart → 5\nshift → none", ((5,), (6,), ())),
        ("Keep both. Zoom nothing more. Shift none.", ((), (3, 5), ())),
        ("Tile 2 stays. Please zoom tile 1 too. The window need not move.", ((1,), (2,), ())),
        ("| part | 4 |\n| keep | 3 |\n| shift | none |", ((4,), (3,), ())),
    ],
)
def test_three_operations(reply, wanted):
    question = 'Zoomed so far: 3, 5. Tell us three things: "keep", "part", "shift".'
    assert view_operations(reply, 6, question=question).value == wanted


def test_layouts_number_and_place_views():
    split = split_of(6, "2 rows of 3, numbered column by column")
    assert [split.number(column, row) for column, row in map(split.place, range(1, 7))] == [1, 2, 3, 4, 5, 6]
    assert (split, split.columns, split.rows, split.by_columns) == (6, 3, 2, True)
