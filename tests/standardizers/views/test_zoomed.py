"""Operations told by place among the zoomed views, in the passive, and beside directions that are denied."""

import pytest

from standardizers import view_operations

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
