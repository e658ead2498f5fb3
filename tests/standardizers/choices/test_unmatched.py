"""Options that nothing equals, and those that stay level with another one."""

import pytest

from standardizers import choice

POINTS = ["(0.31, 0.62)", "(0.62, 0.31)", "(0.80, 0.75)", "(0.10, 0.90)"]


@pytest.mark.parametrize(
    "text",
    [
        "None of the others is as salient as D.",
        "Neither A, B nor C is as eye-catching as D.",
        "No other object is more prominent than D.",
        "Nothing is more salient than D.",
        "Kein anderes Objekt ist so auffällig wie D.",
        "Aucun des autres n'est aussi saillant que D.",
        "Ningún otro objeto es tan llamativo como D.",
        "Nessun altro oggetto è così evidente come D.",
        "Nenhum outro objeto é tão chamativo quanto D.",
        "没有哪个比D更显著。",
    ],
)
def test_what_nothing_equals_is_the_answer(text):
    assert choice(text)[::2] == ("D", False)


@pytest.mark.parametrize(
    "text",
    [
        "A is more salient than B, but I can't decide between A and D.",
        "A beats B, but A and D are tied.",
        "None of the objects is as large as the table.",
        "Nothing in A, B, C or D is salient.",
    ],
)
def test_what_stays_level_is_no_answer(text):
    assert choice(text).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(0,62; 0,31)", "B"),
        ("Antwort: (0,62 | 0,31)", "B"),
        ("x = 0,62, y = 0,31", "B"),
        ("Le point (0,80 ; 0,75) est le plus saillant.", "C"),
        ("Der Punkt bei (0,62; 0,31) zieht den Blick am stärksten an.", "B"),
    ],
)
def test_points_with_decimal_commas(text, value):
    assert choice(text, options=POINTS)[::2] == (value, False)


@pytest.mark.parametrize(
    "text",
    [
        "Both A and C are equally salient; neither stands out more, so no single option can be chosen.",
        "A wins on colour and B on size, so I can't favour either one.",
        "D moves and A is large. I cannot single out either of them.",
    ],
)
def test_a_text_that_chooses_none(text):
    assert choice(text, labels="ABCD", options=POINTS).fallback
