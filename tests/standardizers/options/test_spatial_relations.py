"""Options that are relations, told by another preposition."""

import pytest

from standardizers import option

RELATIONS = ["under", "on top of", "inside", "next to"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The cat is in the suitcase, with only its ears showing.", 2),
        ("The cat sits on the suitcase.", 1),
        ("The cat is lying beneath the suitcase.", 0),
        ("It is standing beside the suitcase.", 3),
        ("The cat is hiding within the suitcase.", 2),
    ],
)
def test_another_word_for_a_relation(text, value):
    assert option(text, RELATIONS)[::2] == (value, False)


@pytest.mark.parametrize(
    "text",
    [
        "The cat is not in the suitcase.",
        "Is the cat in the suitcase?",
        "The cat is in the suitcase or on the suitcase.",
        "The cat is behind the suitcase.",
        "The suitcase in the picture is brown.",
    ],
)
def test_no_relation_is_told(text):
    assert option(text, RELATIONS).fallback


def test_options_that_are_no_relations_are_left_alone():
    assert option("The cat is in the suitcase.", ["a hat", "a bag"]).fallback
