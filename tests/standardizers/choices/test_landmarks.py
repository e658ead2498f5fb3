"""What stands beside an option is not the option."""

import pytest

from standardizers import option

OBJECTS = ["bottle", "kettle", "bunny"]


@pytest.mark.parametrize(
    "reply",
    [
        "the object to the right of the bottle",
        "The item to the left of the kettle.",
        "next to the bunny",
        "the one behind the bottle",
        "the table in front of the bottle",
        "The person looks at something beside the kettle.",
        "the object just past the bottle",
        "to the bottle's left",
        "The answer is the object to the right of the bottle.",
    ],
)
def test_a_landmark_is_no_answer(reply: str) -> None:
    found = option(reply, OBJECTS)
    assert found.value == -1, found
    assert found.rule == "ambiguous", found


@pytest.mark.parametrize(
    ("reply", "chosen"),
    [
        ("the kettle to the right of the bottle", 1),
        ("the kettle, which is next to the bunny", 1),
        ("The person looks at the bottle, the object to the left of the kettle.", 0),
        ("Looking to the right, at the bunny.", 2),
        ("The bottle in front of the person.", 0),
    ],
)
def test_an_option_with_a_landmark_is_read(reply: str, chosen: int) -> None:
    assert option(reply, OBJECTS).value == chosen


FRUIT = ["Green apples", "Plums", "Pears", "Apricots"]
IN_CRATE = "What fruit is inside the masked crate?"


@pytest.mark.parametrize(
    ("reply", "chosen"),
    [
        ("It is filled with apricots, behind a bucket of plums.", 3),
        ("Full of pears, beside another box with green apples.", 2),
        ("It contains apricots, right between the plums and the pears.", 3),
        ("It is next to a crate of plums.", -1),
        ("Behind the bucket of pears.", -1),
        ("The crate with pears is next to the one with plums.", -1),
        ("It is full of pears and plums.", -1),
    ],
)
def test_what_holds_a_landmark_is_one_too(reply: str, chosen: int) -> None:
    assert option(reply, FRUIT, question=IN_CRATE).value == chosen
