"""Aspects of a picture that speak for different options, and those that agree."""

import pytest

from standardizers import choice
from standardizers.stance.aspects import without_labels

STREET = ["the man in the yellow raincoat", "the tram", "the newspaper stand", "the striped umbrella"]


@pytest.mark.parametrize(
    "text",
    [
        "Size favours A, whereas contrast and colour favour B.",
        "Informativeness ranks B and A high, time course speaks for C, and the onset effect could speak for D.",
        "Animals and eyes favour A; the composition and the leading lines of the path favour B.",
        "So, size and lights say tram, stripes and sharpness say umbrella, and the face says stand.",
        "1. Size: A is almost six times as large.\n2. Faces: B shows a face and A does not.",
        "B shows a face and A does not.",
    ],
)
def test_aspects_that_disagree_announce_nothing(text):
    assert choice(text, labels="ABCD", options=STREET).fallback


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Size favours A, whereas contrast and colour favour B. I choose A.", "A"),
        ("Size favours A, contrast and colour favour B, so B wins overall.", "B"),
        ("Both size and colour favour B.", "B"),
        ("Focus: B", "B"),
    ],
)
def test_a_verdict_counts_beside_aspects(text, letter):
    assert choice(text, labels="ABCD")[::2] == (letter, False)


def test_one_label_may_be_an_answer():
    assert without_labels("Focus: B") == "Focus: B"
