import pytest

from standardizers import order
from standardizers.orders.plainly import between, numbered_items, plainly, swapped
from standardizers.stance.ranking_words import LAST

ANIMALS = ["fox", "heron", "stone", "boat"]


@pytest.mark.parametrize(
    ("reply", "options", "expected"),
    [
        ("A beats B but loses to D. C is fainter than all of them.", None, "DABC"),
        ("The heron grabs you at once. A close second is the boat. The stone comes last, and the fox lies "
         "between the boat and "
         "the stone.", ANIMALS, "BDAC"),
        ("1. D (boat) - brighter than A\n2. B (heron) - I wanted to put C here\n3. A (fox) - behind D\n4. C "
         "(stone)", None,
         "DBAC"),
        ("D > C > A > B. On reflection, A and B should swap places.", None, "DCBA"),
        ("Best to worst: B, A, D, C. The fox is duller than the boat, so these two trade places.", ANIMALS, "BDAC"),
        ("Ganz vorn ist B, am unauffälligsten C. Dazwischen liegen D und, etwas schwächer, A.", None, "BDAC"),
        ("The heron and the fox are the two leading ones, with the fox ahead. The boat and the stone share the "
         "lower half, "
         "with the boat ahead.", ANIMALS, "ABDC"),
        ("- A vs B: B wins\n- A vs C: A wins\n- A vs D: D wins\n- B vs C: B wins\n- B vs D: D wins\n- C vs D: D "
         "wins", None,
         "DBAC"),
        ("The fox sleeps. The stone is grey, the boat is red, the heron is white.\n\nSo the boat draws the eye "
         "first, then "
         "the heron, after that the fox, and finally the stone.", ANIMALS, "DBAC"),
        ("最も目立つのは舟(D)です。次に目立つのは鷺(B)で、狐(A)がそれに続き、石(C)は最も目立ちません。", None, "DBAC"),
        ("Do not take this as A, B, C, D. The boat leads, the heron follows, then the fox, and the stone is seen last.",
         ANIMALS, "DBAC"),
        ("- fox: attention 0.21\n- heron: attention 0.30\n- stone: attention 0.04\n- boat: attention "
         "0.45", ANIMALS, "DBAC"),
    ],
)  # fmt: skip
def test_a_ranking_told_in_other_ways(reply, options, expected):
    assert order(reply, labels="ABCD", options=options).value == expected


@pytest.mark.parametrize(
    "reply",
    [
        "### Size\nA is the largest, followed by D, then B, and C is tiny.",
        "If a child looks: A, D, B, C. If a painter looks: B, A, C, D.",
        "Either the fox or the boat comes first: sometimes A D B C, sometimes D A B C. I really can't decide "
        "between the two.",
    ],
)
def test_orders_by_an_aspect_under_conditions_or_left_open_are_none(reply):
    assert order(reply, labels="ABCD", options=ANIMALS).fallback


def test_an_order_that_swaps_nothing_stays():
    assert swapped("BAC", "I see no need to swap A and C.", "ABC", None) == "BAC"
    assert swapped("BAC", "A and B and C should be swapped.", "ABC", None) == "BAC"


def test_a_numbered_list_in_the_order_of_the_question_ranks_nothing():
    assert numbered_items("1. A (fox) - red\n2. B (heron) - white", "AB") == ""
    assert numbered_items("1. B (heron) - white\n2. A (fox) - red\n\nBut this is only a list.", "AB") == ""


def test_a_place_between_two_whose_ranks_are_unknown_says_nothing():
    assert between("B lies between C and A.", {"A": 1}) == set()
    assert between("B lies between C and A.", {"A": 1, "C": LAST}) == {("A", "B"), ("B", "C")}


def test_what_is_compared_with_some_stays():
    assert plainly("B is weaker than A.", "ABC") == "B is weaker than A."
