"""Rankings and scores of all the options: the first or the highest is the answer."""

from __future__ import annotations

import pytest

from standardizers import choice

BOXES = ["0.61,0.30,0.84,0.77", "0.13,0.08,0.28,0.31", "0.37,0.49,0.58,0.95", "0.00,0.60,0.11,0.82"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("C > A > B > D", "C"),
        ("A < B < D < C", "C"),
        ("C, then A, then B, then D.", "C"),
        ("Ranking (most to least salient):\n1. C\n2. A\n3. D\n4. B", "C"),
        ("From least to most salient: A, B, C, D", "D"),
        ("1st: B\n2nd: A\n3rd: C\n4th: D", "B"),
        ("| Box | Saliency |\n|---|---|\n| A | 5 |\n| B | 8 |\n| C | 3 |\n| D | 1 |", "B"),
        ("A: 0.2\nB: 0.1\nC: 0.6\nD: 0.1", "C"),
        ('{"A": 0.1, "B": 0.7, "C": 0.1, "D": 0.1}', "B"),
        ("A ❌ B ❌ C ✅ D ❌", "C"),
        ("C is the most salient, followed by A.", "C"),
        ("Most prominent: C. Runner-up: A.", "C"),
    ],
)
def test_the_top_of_a_ranking_is_the_answer(reply, letter):
    assert choice(reply, options=BOXES)[::2] == (letter, False)


@pytest.mark.parametrize(
    "reply",
    [
        "A > B",  # says nothing of C and D
        "A > B > A > C",
        "A (0.61, 0.30), B (0.13, 0.08), C (0.37, 0.49), D (0.00, 0.60) are all salient.",
        "A: 0.4\nB: 0.4\nC: 0.1\nD: 0.1",
        "A: lamp, B: 2 chairs, C: 3 people, D: wall",
    ],
)
def test_what_ranks_not_all_options_is_no_answer(reply):
    assert choice(reply, options=BOXES).fallback


@pytest.mark.parametrize(
    ("reply", "letter"), [("B ≫ A", "B"), ("A < B", "B"), ("B has higher contrast. A is just grass.", "B")]
)
def test_two_options_are_compared(reply, letter):
    assert choice(reply, labels="AB", options=BOXES[:2]).value == letter
