"""Everyday shapes of replies to questions with options: scores, ticks, disclaimers, exclusions, lists, landmarks."""

from __future__ import annotations

import pytest

from standardizers import option
from standardizers.options.disclaimers import without_disclaimers

THINGS = ["pear", "jug", "toy boat", "radio"]
GAZE = "Which object is he looking at? Options: pear; jug; toy boat; radio"
FINDINGS = ["pleural effusion", "pneumothorax", "no finding"]

CASES = [
    # every option has a score
    ("pear: 0.2\njug: 0.1\ntoy boat: 0.6\nradio: 0.1", 2),
    ("pear (0.7), jug (0.1), toy boat (0.1), radio (0.1)", 0),
    ('{"pear": 20, "jug": 50, "toy boat": 10, "radio": 20}', 1),
    ('{"pear": 1, "jug": 0, "toy boat": 3, "radio": 0}', None),  # numbers of things, no shares
    # weights under a key, in rows, or of some options only
    ('{"gaze_probabilities": {"pear": 0.1, "jug": 0.6, "toy boat": 0.2, "radio": 0.1}}', 1),
    ('{"scores": {"pear": 3, "jug": 6, "toy boat": 9, "radio": 1}}', 2),
    ('{"likelihood": {"A": "5%", "B": "15%", "C": "20%", "D": "60%"}}', 3),
    ('[{"option": "pear", "score": 2}, {"option": "jug", "score": 7}, {"option": "radio", "score": 4}]', 1),
    ('{"probabilities": {"pear": 0.4, "jug": 0.4, "toy boat": 0.1, "radio": 0.1}}', None),
    ('{"sizes": {"pear": 10, "jug": 60, "toy boat": 20, "radio": 10}}', None),
    ('{"distances": {"pear": 0.1, "jug": 0.6, "toy boat": 0.2, "radio": 0.1}}', None),
    ('{"counts": {"pear": 1, "jug": 6, "toy boat": 2, "radio": 3}}', None),
    ('{"answer": null, "confidence": {"pear": 0.3, "jug": 0.4, "toy boat": 0.2, "radio": 0.1}}', None),
    ('{"in_line_of_sight": {"pear": false, "jug": true, "toy boat": false, "radio": false}}', 1),
    ('{"visible": {"pear": false, "jug": true, "toy boat": false, "radio": false}}', None),
    # several columns of yes and no
    (
        "| | visible | in his sight |\n|---|---|---|\n| pear | yes | no |\n| jug | no | no |\n| toy boat | yes | yes |"
        "\n| radio | yes | no |",
        2,
    ),
    (
        "| | hidden | looked at |\n|---|---|---|\n| pear | yes | no |\n| jug | no | yes |\n| toy boat | no | no |"
        "\n| radio | no | no |",
        1,
    ),
    (
        "| | visible | near |\n|---|---|---|\n| pear | yes | no |\n| jug | yes | yes |\n| toy boat | yes | yes |"
        "\n| radio | yes | no |",
        None,
    ),
    (
        "| | visible | near |\n|---|---|---|\n| pear | yes | no |\n| jug | no | yes |\n| toy boat | no | no |"
        "\n| radio | yes | no |",
        None,
    ),
    # one line of a list is ticked
    ("- pear: behind the jug\n- jug: too low\n- toy boat: where he looks \u2713\n- radio: too far", 2),
    ("- pear \u2713\n- jug \u2713\n- toy boat\n- radio", None),
    # a name with an indefinite article leads
    ("a radio: its antenna is visible", 3),
    ("a jug, or possibly a radio? Hmm.", None),
    # excluded one by one
    ("The pear is behind him, so it is out. The jug can be excluded as well. The radio is out too.", 2),
    ("The pear is out. The jug is out.", None),
    ("The jug is not ruled out. The pear is ruled out.", None),
    # what is there is no answer
    ("There is a pear, a jug, a toy boat and a radio on the table.", None),
    ("It can't be the jug or the radio.", None),
    # a thing beside another one, also where the eyes are only turned to it later
    ("The gaze ends at the toy boat standing next to the radio.", 2),
    ("There's a jug in his hand, but his eyes are fixed on the radio.", 3),
    ("The pear. No wait, the radio.", 3),
]


@pytest.mark.parametrize(("reply", "expected"), CASES)
def test_replies(reply, expected):
    found = option(reply, THINGS, question=GAZE)
    assert (None if found.fallback else found.value) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("I'm not a radiologist, but the angle is blunted, which suggests pleural effusion.", 0),
        ("The lung edge is visible: pneumothorax. Please consult a doctor.", 1),
        ("The findings indicate a pleural effusion.", 0),  # "findings" is not "no finding"
        ("Kein Befund.", 2),
        ("I'm unable to provide a diagnosis. Please consult a doctor.", None),
    ],
)
def test_disclaimers_take_nothing_back(reply, expected):
    found = option(reply, FINDINGS, question="What does the contour show?")
    assert (None if found.fallback else found.value) == expected


def test_a_reply_of_nothing_but_disclaimers_stays():
    assert without_disclaimers("I am not a doctor.") == "I am not a doctor."


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("There are 4 masks and 2 boxes.", 2),  # other things are counted, too
        ("**4** masks: 2 on the wall, 2 on the floor", 2),
        ("2 on the wall and 1 on the floor, so 3 masks.", 1),
        ("Either 3 or 4.", None),
    ],
)
def test_options_that_are_numbers(reply, expected):
    found = option(reply, ["2", "3", "4", "5"], question="How many masks are drawn?")
    assert (None if found.fallback else found.value) == expected


def test_words_of_place_in_which_the_question_asks():
    question = "Which shop is next to the museum? Options: a bank; a bakery"
    assert option("The museum is next to a bakery.", ["a bank", "a bakery"], question=question).value == 1
    assert option("Something next to the bakery.", ["a bank", "a bakery"], question="What is it?").fallback


def test_times_with_a_leading_zero():
    assert option("08:15", ["8:15", "9:15"]).value == 0


MARKED = "Which object is marked by the red circle? Options: pear; jug; toy boat; radio"
ACTIONS = ["He is washing it", "He is repairing it", "He is selling it", "He is pushing it"]
MOPED = "What is the relation between the man and the moped?"


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The red circle is around the jug, while the blue one surrounds the pear.", 1),
        ("The red circle is around the jug, while the square surrounds the pear.", 1),
        ("The pear is next to the circle, the radio below it.", None),
        ("The blue circle is around the pear.", None),
        ("The pear in the blue box.", 0),
        ("The red circle and the blue one are both on the pear and the jug.", None),
    ],
)
def test_other_marks_are_not_the_one_asked_for(reply, expected):
    found = option(reply, THINGS, question=MARKED)
    assert (None if found.fallback else found.value) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("He's fixing it.", 1),
        ("Both hands are in the engine. Clearly it broke down and he's fixing it.", 1),
        ("Both hands are in the engine. He is not fixing it.", None),
        ("Both hands are in the engine. His friend stopped fixing it.", None),
        ("Er repariert es.", 1),
        ("Il le répare avec une clé.", 1),
        ("Мужчина чинит мопед.", 1),
        ("他在修摩托车。", 1),
        ("On pcha motorower.", 3),
        ("He gives it a wash.", 0),
        ("The moped needs fixing.", None),
        ("The moped should be washed.", None),
        ("He is neither fixing nor washing it.", None),
        ("He stands beside it.", None),
        ("He should push it.", None),
        ("He must be repairing it.", 1),
        ("The moped is pushing him.", None),
    ],
)
def test_actions_in_other_words(reply, expected):
    found = option(reply, ACTIONS, question=MOPED)
    assert (None if found.fallback else found.value) == expected


def test_what_is_behind_somebody_loses_nothing():
    pets = ["the cat", "the dog", "the bird"]
    found = option("Der Hund steht hinter ihm, die Katze ist verdeckt.", pets, question="What is he looking at?")
    assert found.fallback
    found = option("The jug could be it, but so could the radio.", THINGS, question=GAZE)
    assert found.fallback


def test_a_part_of_those_there_are():
    asked = "How many people are looking at the dog?"
    numbers = ["1", "2", "3", "4"]
    assert option("There are 4 people, of whom 3 look at the dog.", numbers, question=asked).value == 2
    assert option("There are 4 people, of whom 3 wear hats.", numbers, question="How many people are there?").value == 3


def test_the_lens_is_the_camera():
    asked = "Is the person looking at the camera?"
    assert option("She looks straight into the lens.", ["yes", "no"], question=asked).value == 0
    assert option("She does not look into the lens.", ["yes", "no"], question=asked).value in (1, -1)


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("Kilide.", 0),
        ("Kilide bakıyor.", 0),
        ("ताले की ओर", 0),
        ("На лестницу.", 1),
        ("Merdivene.", 1),
        ("Na drabinę.", 1),
        ("Plane.", None),
        ("To the side.", None),
    ],
)
def test_cases_of_nouns_in_replies_of_a_word(reply, index):
    found = option(reply, ["the lock", "the ladder", "the map"], question="What is she looking at?")
    assert (None if found.fallback else found.value) == index


def test_what_somebody_does_is_no_tool():
    tools = ["the cutting board", "the watering can", "the radio"]
    assert option("The cook is cutting vegetables.", tools, question="What is she looking at?").fallback
    assert option("She waters the flowers.", tools, question="What is she looking at?").fallback
    assert option("At the cutting board.", tools, question="What is she looking at?").value == 0
