"""Options that are places of the image: what is said of the asked thing, not of its tail, its neighbours or others."""

from __future__ import annotations

import pytest

from standardizers import option

CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"]
HEIGHTS = ["at the top", "in the center", "at the bottom"]
SIDES = ["above", "below", "to the left of", "to the right of"]
TIP = "Where is the tip of the arrow located in the image?"
BLUE = "Where is the blue box located in the image?"
DOT = "Where is the dot?"
TAGS = "Where is the object in box 1 relative to the object in box 2?"

CASES = [
    (TIP, CORNERS, "The tail is at the bottom left, the tip at the top right.", 1),
    (TIP, CORNERS, "It starts in the upper right corner and ends in the lower right one.", 3),
    (TIP, CORNERS, "Der Pfeil beginnt rechts oben. Seine Spitze liegt links unten.", 2),
    (TIP, CORNERS, "The arrow runs from the top left to the bottom left.", 2),
    (TIP, CORNERS, "The tail is at the bottom left.", 2),  # nothing says better where the tip is
    (BLUE, CORNERS, "The red box is bottom-left; the blue one is top-left.", 0),
    (BLUE, CORNERS, "The blue box lies at the bottom right, facing the top left.", 3),
    (BLUE, CORNERS, "It points from the top-left to the bottom-right.", None),
    (DOT, HEIGHTS, "Der Punkt ist weder oben noch unten, sondern in der Mitte.", 1),
    (DOT, HEIGHTS, "El punto está abajo, no arriba.", 2),
    (DOT, HEIGHTS, "Either at the top or at the bottom.", None),
    (DOT, CORNERS, "Not in the lower half, and on the right.", 1),  # a denied half leaves the other
    (DOT, CORNERS, "On the left, but not at the top.", 2),
    (DOT, CORNERS, "The dot isn't on the left; it's in the bottom half.", 3),
    (DOT, CORNERS, "The dot is not in the top-left.", None),  # three corners are left
    (DOT, CORNERS, "Not on the right.", None),
    (DOT, HEIGHTS, "The dot is 88 % down from the top edge.", 2),  # a share of the height
    (DOT, HEIGHTS, "It is at 12 percent of the image height, counted from the bottom.", 2),
    (DOT, HEIGHTS, "Halfway down.", 1),
    (DOT, HEIGHTS, "I am 88 % sure that it is at the top.", 0),  # a share of something else
    (DOT, CORNERS, "80 % from the left, a quarter of the way down.", 1),
    (DOT, CORNERS, "It is 80 % of the way down.", None),
    (TIP, CORNERS, "Bottom right? No, there it starts. The tip is up on the right.", 1),
    (TIP, CORNERS, "Top right? Or bottom right?", None),
    (DOT, HEIGHTS, "right at the lower edge of the photo", 2),
    (TAGS, SIDES, "The object in box 2 is above the object in box 1.", 1),
    (TAGS, SIDES, "The object in box 1 is above the object in box 2.", 0),
]


@pytest.mark.parametrize(("question", "options", "reply", "expected"), CASES)
def test_the_place_of_what_is_asked_for(question, options, reply, expected):
    found = option(reply, options, question=question)
    assert (None if found.fallback else found.value) == expected
