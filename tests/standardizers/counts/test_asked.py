"""Counts of the colour that a question names, and numbers that count nothing."""

import pytest

from standardizers import count

RED = "How many objects are marked with a red box? Answer with an integer."


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("green: 3, red: 5, yellow: 1", 5),
        ("Of the nine boxes, two are red.", 2),
        ('{"red": 2, "blue": 6}', 2),
        ("There are 6 boxes overall and 1 of them is red.", 1),
        ("None of the objects carries one.", 0),
        ("I can see no red frames here.", 0),
        ("Ich sehe keine roten Pfeile.", 0),
        ("A single red frame around the bus.", 1),
        ("I see two... hmm, wait, another one behind the tree, so 3 frames.", 3),
        ("The frame is 250 px wide and 90 px high.", None),
        ("The picture has a resolution of 1920 x 1080 pixels.", None),
        ("A lone red tree.", None),
    ],
)
def test_counts_of_what_is_asked(reply, value):
    found = count(reply, question=RED)
    assert (None if found.fallback else found.value) == value


def test_two_colours_in_the_question_ask_for_neither():
    assert count("red: 2, blue: 3", question="How many red and blue boxes are there?").value == 5
