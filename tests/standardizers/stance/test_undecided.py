"""Replies that decide nothing, take an answer back, or say in many languages that nothing is needed."""

import pytest

from standardizers import decision, fixation, option, view_operations, views
from standardizers.stance.undecided import asks, assertions

OBJECTS = ["teapot", "lemon", "camera", "wallet"]


@pytest.mark.parametrize(
    "reply",
    [
        "Do you want me to choose part 1?",
        "Möchtest du, dass ich Teil 1 vergrößere?",
        "1번을 확대할까요?",
        "Perhaps part 2, perhaps part 3.",
        "Forse la 2, forse la 3.",
        "Либо 1, либо 3.",
        "none or 3",
        "I would need to see the original image; none is attached.",
    ],
)
def test_that_open_replies_select_no_views(reply):
    assert views(reply).fallback


@pytest.mark.parametrize(
    ("reply", "selected"),
    [
        ("Which part? Part 1.", (1,)),
        ("Perhaps part 2.", (2,)),
        ("3: upper right part; 4: lower right part", (3, 4)),
        ("4 (lower right) because the plate is there, and 2 (lower left)", (2, 4)),
        ("1 (the sky), 2 (the sign)", (1, 2)),
        ("None of the parts except 2", (2,)),
        ("Number 2 and number 4 parts must be used", (2, 4)),
        ("The car with plate 4 is in part 3", (3,)),
        ("Ⅱ和Ⅳ", (2, 4)),
        ("We have to look at the left.", (1, 2)),
        ("Man muss nichts vergrößern.", ()),
        ("Nic nie trzeba powiększać.", ()),
    ],
)
def test_views(reply, selected):
    found = views(reply)
    assert (found.value, found.fallback) == (selected, False)


@pytest.mark.parametrize(
    "reply", ['{"part": "none or 3"}', '{"part": "3?"}', '{"keep": "", ', "Do you want me to keep part 1?"]
)
def test_that_open_operations_are_none(reply):
    assert view_operations(reply).fallback


@pytest.mark.parametrize(
    "reply", ["Mantengo la parte 4 e non mi sposto.", "4を残し、移動しません。", "Keep 4 and stay put."]
)
def test_staying_shifts_nowhere(reply):
    assert view_operations(reply).value[1:] == ((4,), ())


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("No, more visual information is not needed.", "no"),
        ("Non, plus d'informations visuelles ne sont pas requises.", "no"),
        ("No, this is not enough.", "yes"),
        ("아니요, 정보가 충분하지 않습니다.", "yes"),
        ("Yes, no, it is difficult to say.", ""),
        ("Einerseits ist es klein, andererseits lesbar.", ""),
        ("Einerseits ist es klein, andererseits lesbar. Also nein.", "no"),
    ],
)
def test_decisions(reply, wanted):
    assert decision(reply).value == wanted


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("Il regarde la théière... pardon, l'appareil photo.", 2),
        ("Der Mann schaut auf die Teekanne, nein, auf die Zitrone.", 1),
        ("The lemon, not the wallet.", 1),
        ("teapot ✗\nlemon: sour ✓\ncamera ✗\nwallet ✗", 1),
        ("teapot ✗\nlemon ✓\ncamera ✓\nwallet ✗", -1),
        ("He isn't looking at any of these; he looks straight at the photographer.", -1),
        ("Vielleicht die Zitrone, vielleicht die Kamera.", -1),
    ],
)
def test_options(reply, index):
    assert option(reply, OBJECTS).value == index


def test_compounds_name_options_of_two_words():
    assert option("Ein Fahrradrad.", ["a bicycle wheel", "a wall clock"]).value == 0


def test_a_point_that_is_preferred_to_another():
    assert fixation("I would say 0.2,0.2, but the runner is brighter, so rather 0.55,0.6.").value == ((0.55, 0.6, 1.0),)


def test_assertions_keep_what_is_said():
    assert assertions("It is small. Shall I zoom?") == "It is small. "
    assert not asks("What about part 1?")


def test_what_cannot_be_chosen_is_no_assertion():
    assert assertions("Je ne peux pas choisir entre A et B. Le chat est noir.").strip(" .") == "Le chat est noir"
    assert assertions("No puedo elegir entre A y B, pero C no es.").startswith("pero C")


def test_a_pair_of_words_needs_its_second_word():
    assert assertions("The top of the tower of the church.") == "The top of the tower of the church."
    assert assertions("Of de teapot of de lemon.").strip() != "Of de teapot of de lemon."
    assert assertions("Entweder die Kanne, oder die Zitrone.").strip() == ""
