"""Short replies that say what an option says in other words."""

from __future__ import annotations

import pytest

from standardizers import option

FEELINGS = ["Happiness", "Anger", "Sadness", "Surprise"]
PARTS = ["In the upper right part", "In the lower left part", "In the middle", "In the lower right part"]
WAYS = ["To the left", "To the right", "Towards the viewer", "Away from the viewer"]
THINGS = ["glue stick", "yellow cup", "teapot"]


@pytest.mark.parametrize(
    ("reply", "options", "index"),
    [
        ("The man looks angry.", FEELINGS, 1),
        ("He is surprised.", FEELINGS, 3),
        ("triste", FEELINGS, 2),
        ("怒り", FEELINGS, 1),
        ("bottom right", PARTS, 3),
        ("Top right corner", PARTS, 0),
        ("It is in the lower-right.", PARTS, 3),
        ("center", PARTS, 2),
        ("leftwards", WAYS, 0),
        ("gluestick", THINGS, 0),
        ("the tea pot", THINGS, 2),
        ("A rectangle", ["Oval", "Bounding box", "Scribble", "Contour"], 1),
    ],
)
def test_other_words_for_an_option(reply, options, index):
    assert option(reply, options).value == index


@pytest.mark.parametrize(
    ("reply", "options"),
    [
        ("right", PARTS),
        ("not angry", FEELINGS),
        ("the lower part", PARTS),
        ("the kettle", THINGS),
        ("happy and sad", FEELINGS),
        ("Can you show me the camera?", WAYS),
    ],
)
def test_words_of_no_or_two_options_are_no_answer(reply, options):
    assert option(reply, options).fallback


@pytest.mark.parametrize(
    ("reply", "options", "index"),
    [
        ("bird", ["the bench", "the pigeon", "the lamp"], 1),
        ("The animal.", ["the man's dog", "the man", "a tree"], 0),
        ("the person", ["the man's hat", "the man", "a tree"], 1),
        ("A human", ["a vase", "the bride on the stairs", "a car"], 1),
        ("the person", ["the man", "the woman", "a tree"], -1),
        ("the animal", ["a cup next to the dog", "a spoon", "a plate"], -1),
        ("the vehicle", ["a car", "a bus", "a dog"], -1),
    ],
)
def test_a_kind_of_things_names_the_only_option_of_the_kind(reply, options, index):
    assert option(reply, options).value == index
