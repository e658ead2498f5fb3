"""Options that are boxes or points and are named by their side, their corner, their place in the list or their rank."""

from __future__ import annotations

import pytest

from standardizers import choice

TWO = ["0.05,0.30,0.35,0.90", "0.60,0.25,0.92,0.88"]
THREE = ["0.38,0.42,0.62,0.81", "0.03,0.08,0.16,0.30", "0.75,0.60,0.93,0.95"]
RANKS = ["The most salient", "The second most salient", "The third most salient"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        pytest.param("The one on the right.", "B", id="nothing but a side"),
        pytest.param("left", "A", id="one word"),
        pytest.param(
            "The woman on the left attracts more attention, the man on the right looks away.", "A", id="clauses"
        ),
        pytest.param(
            "The child on the right-hand side of the photo stands out; the left one is dark.", "B", id="side of"
        ),
        pytest.param("The right figure is blurred, so the left one is more salient.", "A", id="a reason before it"),
        pytest.param("Das rechte Objekt ist auffälliger.", "B", id="German"),
        pytest.param("L'objet de gauche est plus saillant.", "A", id="French"),
        pytest.param("右边的。", "B", id="Chinese"),
        pytest.param("A cat lies on the left side of the image.", "", id="only described"),
        pytest.param("The right box contains a lamp.", "", id="only described, too"),
        pytest.param("The left and the right one are equally salient.", "", id="both"),
        pytest.param("The right answer depends on the viewer.", "", id="right is correct"),
        pytest.param("If I must choose, the second one.", "B", id="forced"),
    ],
)
def test_the_side_of_a_box(reply: str, letter: str) -> None:
    assert choice(reply, "AB", options=TWO).value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        pytest.param("The lower right object.", "C", id="row and column"),
        pytest.param("It's the thing in the upper left corner.", "B", id="corner"),
        pytest.param("The object in the middle of the picture is the most salient.", "A", id="centre"),
        pytest.param("Both small boxes are dull. I'd go for the object at 0.38,0.42,0.62,0.81.", "A", id="at numbers"),
        pytest.param("The one at (0.75, 0.60).", "C", id="a corner's numbers"),
        pytest.param("The last of the three boxes gets my vote.", "C", id="last of three"),
        pytest.param("The second option in the list is the most salient.", "B", id="in the list"),
        pytest.param("A dog lies in the middle, a bird at the top left.", "", id="described"),
    ],
)
def test_a_box_among_three(reply: str, letter: str) -> None:
    assert choice(reply, options=THREE, labels="ABC").value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        pytest.param("The bus dominates. This box shows the kite, which comes second.", "B", id="this box"),
        pytest.param("The bus comes first, and the kite in the box third.", "C", id="one sentence"),
        pytest.param(
            "The man comes second. The boat in your box is the most salient object.", "A", id="other one first"
        ),
        pytest.param("After the bus, this is the next most salient object.", "B", id="next most"),
        pytest.param("Only the bus is more salient.", "B", id="one above it"),
        pytest.param(
            "It stands out in red. Its rank: [C] The third most salient", "C", id="no full stop behind an option"
        ),
        pytest.param("A. Hmm, on reflection the third option.", "C", id="corrected by its place"),
        pytest.param("The bus is first or second, the kite third.", "", id="not about the box"),
    ],
)
def test_the_rank_of_the_asked_object(reply: str, letter: str) -> None:
    assert choice(reply, options=RANKS, labels="ABC").value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        pytest.param("A: 9 + 4 = 13\nB: 7 + 8 = 15\nC: 2 + 3 = 5", "B", id="sums"),
        pytest.param(
            "| Box | Size | Contrast | Total |\n|--|--|--|--|\n| A | 1 | 4 | 5 |\n| B | 3 | 3 | 6 |\n| C | 2 | 2 | 4 |",
            "B",
            id="total",
        ),
        pytest.param("Option A: low. Option B: medium. Option C: high.", "C", id="levels"),
        pytest.param("A: high. B: medium. C: high.", "", id="two high levels"),
        pytest.param(
            "A is a wall. Of B and C, the latter is brighter, so I'd choose the latter.", "C", id="the latter of three"
        ),
        pytest.param("Look at each. A: a lamp. B: a chair. C: a wall.", "", id="gone through in a line"),
        pytest.param("1. B - red\n2. C - large\n3. A - grey", "B", id="a numbered ranking"),
        pytest.param("Ranking: C, A, B.", "C", id="an announced row"),
        pytest.param("1. A - red\n2. B - large\n3. C - grey", "", id="the options gone through"),
        pytest.param("A: natural, it follows the wall.\nB: unnatural.\nC: not plausible at all.", "A", id="judged"),
        pytest.param("A: plausible.\nB: plausible.\nC: implausible.", "", id="two are approved"),
        pytest.param("C'est donc sur B que le regard s'arrête.", "B", id="a cleft sentence"),
    ],
)
def test_one_of_three_in_other_ways(reply: str, letter: str) -> None:
    assert choice(reply, options=THREE, labels="ABC").value == letter
