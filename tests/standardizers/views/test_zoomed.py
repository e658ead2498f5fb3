"""Operations told by place among the zoomed views, in the passive, and beside directions that are denied."""

import pytest

from standardizers import view_operations, views

LAYOUT = "4 equal parts, numbered from 1 to 4, where 1 is the upper-left part, 2 is the lower-left part. "
KEEPS = LAYOUT + 'You have chosen to zoom into these parts: {}. Return "keep" and "shift" (numbers or none).'
THREE = (
    "2 equal parts, where 1 is the left half and 2 is the right half. You have zoomed in to these parts: 1, 2. "
    'Return "part" and "keep" (numbers or none) and "shift" (left, right, up, down, or none).'
)


@pytest.mark.parametrize(
    ("zoomed", "reply", "keep", "shift"),
    [
        ("3", "Drop it; part 1 should be examined instead.", (), (1,)),
        ("3", "Keep part 3. Parts 1 and 4 need to be checked as well.", (3,), (1, 4)),
        ("3", "Keep part 3. Part 1 should not be looked at.", (3,), ()),  # denied
        ("2, 3", "Keep the latter, drop the former. No shift.", (3,), ()),
        ("2, 3", "Ich behalte den zweiten der beiden und verwerfe den ersten. Keine Verschiebung.", (3,), ()),
        ("2, 3", "Mantengo ambas. Sin desplazamiento.", (2, 3), ()),
        ("2, 3", "Keep part 2, drop part 3, shift to part 1.", (2,), (1,)),  # numbers stay numbers
        ("2, 3", "Neither is useful. Move to part 1.", (), (1,)),
        ("1, 2", "Keep the second, drop the rest, and move to part four.", (2,), (4,)),
        ("2, 3", "Keep the third and move on to the first and fourth.", (3,), (1, 4)),
        ("2, 3", "Drop the second, keep the third; shift to the first.", (3,), (1,)),
        ("2, 3", "Garde la troisième et passe à la quatrième.", (3,), (4,)),
        ("2, 3", "Keep the latter and go to the fourth.", (3,), (4,)),
        ("2, 3", "Keep the second, shift to part 1.", None, (1,)),  # of the parts, or of the zoomed ones?
        ("2", "Keep the second part, no shift.", (2,), ()),  # one zoomed view has no second
    ],
)
def test_zoomed_views(zoomed, reply, keep, shift):
    read = view_operations(reply, 4, question=KEEPS.format(zoomed)).value
    assert (read.keep, read.shift) == (keep, shift)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Non serve ingrandire altre parti. Tengo la met\u00e0 sinistra e non sposto la vista.", ((), (1,), ())),
        ("Ich behalte die linke H\u00e4lfte und verschiebe die Ansicht nicht. Kein weiterer Zoom.", ((), (1,), ())),
        ("I keep the left half and shift right. No further parts.", ((), (1,), ("right",))),  # both sides are told
        ("I keep part 2, zoom into no other and shift up.", ((), (2,), ("up",))),
        ("I keep part 2, no zoom and no shift.", ((), (2,), ())),
        ("Mantengo la parte 2; no ampl\u00edo ninguna otra y desplazo la vista hacia arriba.", ((), (2,), ("up",))),
        ("Je zoomerais sur la partie 2. Aucun d\u00e9calage n'est n\u00e9cessaire.", ((2,), None, ())),
        ("Ich w\u00fcrde in Teil 2 zoomen. Eine Verschiebung ist nicht n\u00f6tig.", ((2,), None, ())),
    ],
)
def test_directions_that_are_denied(reply, wanted):
    assert tuple(view_operations(reply, 2, question=THREE).value) == wanted


CELLO = (
    "You see view 1 (upper left) now. For the question 'Who carries the cello?', which views that you have seen do you "
    "keep, and to which new view do you shift? Views: 1 upper left, 2 upper right, 3 lower left, 4 lower right. "
    "Answer like: keep 1; shift to 2."
)


@pytest.mark.parametrize(
    ("text", "keep", "shift"),
    [
        ("Keep nothing; shift to 3. Hmm, it sticks out into view 2. Final: keep nothing; shift to 2.", (), (2,)),
        ("Keep 1, shift to 2. On reflection, keep nothing and shift to 3.", (), (3,)),
        ("Keep 1, shift to 2. Sorry, it is below the edge of view 1, so: keep 1; shift to 3.", (1,), (3,)),
    ],
)
def test_the_last_operations_count(text, keep, shift):
    assert view_operations(text, question=CELLO).value == (None, keep, shift)


@pytest.mark.parametrize(
    "text",
    [
        "1 is the upper left, 2 the upper right, 3 the lower left and 4 the lower right.",
        "View 1 = top left, view 2 = top right, view 3 = bottom left, view 4 = bottom right.",
    ],
)
def test_a_layout_selects_nothing(text):
    assert views(text).fallback


def test_a_denial_that_the_question_offers_is_an_answer():
    asked = "Name the parts that you must zoom into, or none if no zooming is needed. The question is: What time is it?"
    assert views("No zooming is needed.", 9, question=asked)[::2] == ((), False)
