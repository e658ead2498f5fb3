import pytest

from standardizers import count


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (
            "1. Boat: salient. 2. Pier: not salient. 3. Kayak: salient. Hence two out of the three candidates qualify.",
            2,
        ),
        ("At first I would have said four. But three of them are blurred; so it is just the one.", 1),
        ("この画像で目立つ物体は、赤い傘と犬の二つです。後ろの4台の車は含めません。", 2),
        ("I first said six, but one of those is a shadow, so take one off.", 5),
        ("A couple of swans and their keeper.", 3),
        ("Of the 9 things on the shelf, only the clock with the number 12 stands out.", 1),
        ("Taking all of this together, the number of salient objects is 0.", 0),
        ("Somit enthält das Bild 3 auffällige Objekte.", 3),
        # some of all, the article of what they have, and the only one
        ("Sur 9 enfants, 4 portent un bonnet.", 4),
        ("De 7 ciclistas, 2 llevan casco.", 2),
        ("Trong 6 người có 2 người cầm ô.", 2),
        ("6 kişiden 2'si şemsiye taşıyor.", 2),
        ("7つの風船のうち、赤いのは3つです。", 3),
        ("Trois tiennent une lanterne.", 3),
        ("Il n'y a qu'un seul cycliste avec un casque.", 1),
        ("Hay una sola persona con una linterna.", 1),
        ("Zwei Hunde und eine Katze.", 3),
        ("Two on the quay plus one in the canoe.", 3),
    ],
)
def test_what_remains_of_a_count(reply, expected):
    assert count(reply)[::2] == (expected, False)


@pytest.mark.parametrize(
    "reply",
    [
        "It could be two or it could be three; I keep going back and forth and can't settle it.",
        "Perhaps 200 spectators stand behind a fence; individually they are tiny and can be ignored.",
        "A couple of swans.",
        "Una gran cantidad de gaviotas.",
        "The picture shows a lively market with awnings and a fountain.",
        "The ceiling lamps, some 20 of them, are part of the architecture.",
    ],
)
def test_what_is_left_open_or_left_out_is_no_count(reply):
    assert count(reply).fallback
