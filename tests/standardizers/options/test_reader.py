"""Options: replies of many kinds, every phrasing of a letter, and the paper's rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import option

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "option.json").read_text(encoding="utf-8"))["cases"]
PHRASINGS = json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))["choice"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "options", "expected"), CASES, ids=short)
def test_option(reply, options, expected):
    assert option(reply, options)[::2] == (expected, expected == -1)


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=short)
def test_every_phrasing_of_a_letter_is_read_alike(phrasing):
    options = ["the kite", "a bus", "zebra", "oven"]
    assert [option(phrasing.format(letter), options).value for letter in "ABCD"] == [0, 1, 2, 3]


def test_option_reads_the_letter_or_the_whole_text():
    options = ["bottle", "bunny", "kettle"]
    assert option("Bunny", options, profile="paper") == (1, "whole_text", False)
    assert option("A bunny", options, profile="paper") == (0, "standalone_letter", False)
    assert option("Z", options, profile="paper") == (-1, "no_answer", True)


@pytest.mark.parametrize(
    ("reply", "options", "expected"),
    [
        ("the can", ["the watering can", "the rake"], 0),
        ("The gardener is looking at the red can", ["the watering can", "the rake"], 0),
        ("I can see that the marked word is the", ["the", "and", "of"], 0),
        ("It reads and", ["the", "and", "of"], 1),
        ("The man at the door is Will", ["Tom", "Will", "Ann"], 1),
        ("The gardener looks at the", ["the watering can", "the rake"], -1),
        ("The gardener wonders whether he can", ["the watering can", "the rake"], -1),
    ],
)
def test_the_text_of_an_option_is_no_unfinished_word(reply, options, expected):
    assert option(reply, options, question="What is marked?").value == expected


@pytest.mark.parametrize(
    ("text", "options", "index"),
    [
        ("The bigger one of the two bowls.", ["small bowl", "large bowl", "whisk"], 1),
        ("the torch", ["the flashlight", "the pliers", "the tape measure"], 0),
        ("He is tying his shoelaces.", ["to tie his shoe", "to propose", "to pick up coins"], 0),
        ("Trumpet, no — his pupils point lower than that. The sponge.", ["the trumpet", "the walnut", "the sponge"], 2),
        ("The stapler... no, sorry, it is clearly the second option in your list.", ["the stapler", "the globe"], 1),
    ],
)
def test_other_words_and_corrections(text, options, index):
    assert option(text, options, question="What is he looking at or doing?")[::2] == (index, False)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (
            "- in the top-left\n- in the center\n- in the bottom-right",
            ["in the top-left", "in the center", "in the bottom-right"],
        ),
        ("The options are: A. A lorry; B. A taxi; C. A scooter.", ["A lorry", "A taxi", "A scooter"]),
        ("B if you mean the bow, C if you mean the stern.", ["A number", "A star", "A name"]),
        (
            "It could be a marathon or road works. The evidence does not favour one over the other.",
            ["a marathon", "road works"],
        ),
    ],
)
def test_restated_and_conditional_options_are_no_answer(text, options):
    assert option(text, options, question="Which one is it?").fallback


@pytest.mark.parametrize(
    ("options", "question", "reply", "index"),
    [
        (
            ["left glove", "right glove", "football"],
            "What is he looking at?",
            "The glove on the right (right glove).",
            1,
        ),
        (["left glove", "right glove", "football"], "What is he looking at?", "the ball", 2),
        (["sundial", "bench"], "What does the arrow point to?", "It does not point to the bench.", 0),
        (["ladder", "kettle", "goblet"], "What is she looking at?", "the kettel", 1),
        (
            ["ladder", "kettle", "goblet"],
            "What is she looking at?",
            "Her eyes pass over the goblet. She is looking at the door.",
            None,
        ),
        (["yes", "no"], "Is he looking at the hive?", "Indeed he does not.", 1),
        (
            ["yes", "no"],
            "Is he looking at the hive?",
            "His eyes and nose point straight at it. Is he looking at it? He is.",
            0,
        ),
        (["yes", "no"], "Is he looking at the hive?", "No curtains are on the walls, and the floor is bare.", None),
        (["timber", "stone"], "What is it made of?", "It is made of wood.", 0),
    ],
)
def test_options_told_beside_the_point_or_by_another_word(options, question, reply, index):
    found = option(reply, options, question=question)
    assert (None if found.fallback else found.value) == index
