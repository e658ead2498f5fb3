"""All parts of a row, column or half, halves of wide grids, and both of two parts that were weighed."""

import pytest

from standardizers import views

EIGHT = "8 parts, where the parts form 2 rows of 4, numbered in reading order."
TWELVE = "12 parts, where the parts form 3 rows of 4, numbered in reading order."


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Each tile in the bottom row.", (9, 10, 11, 12)),
        ("All four views of the second row, please.", (5, 6, 7, 8)),
        ("Every part in the right column", (4, 8, 12)),
        ("Alle Teile der untersten Reihe", (9, 10, 11, 12)),
        ("None of the parts in the top row.", ()),
        ("Each tile of the picture.", tuple(range(1, 13))),  # no piece of it
        ("All parts except the bottom row.", tuple(range(1, 9))),  # an exception is none either
    ],
)
def test_every_part_of_a_line(reply, wanted):
    assert views(reply, 12, question=TWELVE).value == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("The right half.", (3, 4, 7, 8)),
        ("Zoom into the left half of the picture.", (1, 2, 5, 6)),
        ("All of the tiles in the right half.", (3, 4, 7, 8)),
        ("The four parts in the left half.", (1, 2, 5, 6)),
        ("The left half shows sky; zoom into the right half.", (3, 4, 7, 8)),
        ("The right half of the poster is torn.", ()),  # half of a thing
        ("The sign spans the right half, so part 4.", (4,)),  # a number says which
    ],
)
def test_halves_of_wide_grids(reply, wanted):
    assert views(reply, 8, question=EIGHT).value == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("2 (likely), perhaps also 6. I'll zoom into both to be sure.", (2, 6)),
        ("3, possibly 4. Both, to be safe.", (3, 4)),
        ("2 (likely), perhaps also 6.", (2,)),  # not taken up
        ("2 (likely), perhaps also 6. I don't need both.", (2,)),  # denied
        ("2 (likely), perhaps also 6. I'll take only 2.", (2,)),
    ],
)
def test_both_of_two(reply, wanted):
    assert views(reply, 8, question=EIGHT).value == wanted
