"""Replies to choice questions whose layout answers: marks at the ends of lines, tables, arrows."""

from __future__ import annotations

import pytest

from standardizers import choice

NAMES = ["the chef", "the knife", "a red lamp", "the curtain"]
BOXES = ["0.44,0.12,0.63,0.71", "0.08,0.36,0.29,0.85", "0.66,0.40,1.0,0.96", "0.02,0.03,0.17,0.25"]
POINTS = ["(0.48, 0.51)", "(0.63, 0.27)", "(0.12, 0.80)", "(0.90, 0.44)"]
PATHS = ["(0.50, 0.48), (0.37, 0.31), (0.71, 0.55)", "(0.49, 0.52), (0.10, 0.93), (0.91, 0.06)"]
RANKS = ["The most salient", "The second most salient", "The third most salient", "The fourth most salient"]
TWO = ["the piano", "the singer"]

CASES = [
    # a mark belongs to the line that it ends
    ("[A] the chef – busy, far. ✗\n[B] the knife – shiny, sharp. ✓\n[C] a red lamp – dim ✗", NAMES, "B"),
    ("A: small ❌\nB: central ✅\nC: behind B ❌\nD: at the edge ❌", BOXES, "B"),
    ("- A – lit ✔\n- B – partly behind A ✘\n- C – blurred ✘\n- D – tiny ✘", BOXES, "A"),
    ("A – dark ✗\nB – cut off ✗\nC – could be\nD – tiny ✗", BOXES, "C"),
    ("✗ A too dark\n✓ B bright\n✗ C dim\n✗ D tiny", BOXES, "B"),
    ("A – sharp ✓\nB – sharp, too ✓\nC – dim ✗\nD – tiny ✗", BOXES, ""),
    ("A – dark ✗\nB – cut off ✗\nC – dim ✗\nD – tiny ✗", BOXES, ""),
    # what stands behind the words that throw an answer away
    ("My first instinct was A. But the light hits the singer. Scratch that first instinct: the singer.", TWO, "B"),
    ("My first thought was B, the face. The piano is huge. No, forget that first thought: the piano.", TWO, "A"),
    ("I first said A. Scrap that, the singer.", TWO, "B"),
    ("A. And I did not forget the singer.", TWO, "A"),
    ("I would not choose the piano.", TWO, "B"),
    ("I wouldn't go with B.", TWO, "A"),
    ("I would not pick the chef.", NAMES, ""),
    # items that a dash describes are no answer, however the list corrects a detail
    (
        "A – first, brief\nB – shelf\nC – the coffee table, where it actually lies\nD – window\n\nSo: the table.",
        POINTS,
        "C",
    ),
    ("A – sofa\nB – shelf\nC – the table, actually\nD – window\n\nNot the table.", POINTS, ""),
    ("A - The piano dominates the scene.", TWO, "A"),
    # what is called the plausible one
    ("The second subject darts to the corners. The first sequence is the plausible one.", PATHS, "A"),
    ("The first list never leaves the middle. The second scanpath is hardly the plausible one.", PATHS, ""),
    ("The sequence that ends at (0.71, 0.55) is the realistic one.", PATHS, "A"),
    # lists above and below each other, in print only
    ("The lower of the two lists.", PATHS, "B"),
    ("De bovenste van de twee reeksen.", PATHS, "A"),
    # one coordinate of a place
    ("What draws the eye is the tall box that starts at x = 0.44.", BOXES, "A"),
    ("The most salient is the box whose left edge is at 0.66.", BOXES, "C"),
    ("Point with x = 0.90.", POINTS, "D"),
    ("The box that starts at x = 0.44 is not the most salient.", BOXES, ""),
    ("The box that starts at x = 0.5.", BOXES, ""),
    # tables of scores and ranks
    ("| object | saliency (0-10) |\n|---|---|\n| the piano | 6.5 |\n| the singer | 9 |", TWO, "B"),
    (
        "| Point | Seen | Duration |\n|---|---|---|\n| A | mug | 190 ms |\n| B | face | 540 ms |\n| C | rug | 9 ms |\n"
        "| D | door | 80 ms |\n",
        POINTS,
        "B",
    ),
    ("| object | rank |\n|---|---|\n| the piano | 1 |\n| the singer | 2 |", TWO, "A"),
    ("| object | saliency |\n|---|---|\n| the piano | 5 |\n| the singer | 5 |", TWO, ""),
    ("| object | number |\n|---|---|\n| the piano | 1 |\n| the singer | 2 |", TWO, ""),
    ("| object | saliency |\n|---|---|\n| the piano | 5 |\n| the singer | 6 |\n\nThis is a guess.", TWO, ""),
    ("- **Chef**: ★★☆\n- **Knife**: ★★★\n- **Red lamp**: ★☆☆\n- **Curtain**: ★☆☆", NAMES, "B"),
    # an arrow at the item that was asked for
    ("**Ranking**\n1. the juggler\n2. the dog in a hat\n3. **the balloon** ← asked", RANKS, "C"),
    ("1. man\n2. dog\n3. car", RANKS, ""),
    ("Only one object beats it.", RANKS, "B"),
    ("It is third: the man is first and the dog second.", RANKS, "C"),
    ("First: the man. Second: the dog. Third: the ball.", RANKS, ""),
    # an answer under protest
    ("I can't be sure. It might be C or D. If I absolutely must commit: the latter, D.", POINTS, "D"),
    ("I can't be sure. It might be C or D.", POINTS, ""),
]


@pytest.mark.parametrize(("reply", "options", "letter"), CASES)
def test_layout_answers(reply: str, options: list[str], letter: str) -> None:
    assert choice(reply, "ABCD"[: len(options)], options=options).value == letter
