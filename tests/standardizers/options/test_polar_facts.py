"""Facts that decide a yes-no question, and those that do not."""

from __future__ import annotations

import pytest

from standardizers import option
from standardizers.options.polar_facts import told_fact

CASES = [
    # a direction: the one asked for, another one, in other languages, denied, and none
    ("Does the arrow point up?", "It points downwards.", "no"),
    ("Does the arrow point up?", "La flecha apunta hacia arriba.", "yes"),
    ("Does the arrow point up?", "Der Pfeil zeigt nicht nach oben, sondern nach links.", "no"),
    ("Does the arrow point up?", "화살표는 위쪽을 가리키고 있습니다.", ""),
    ("Is the girl facing right?", "She is facing left, away from the door.", "no"),
    ("Is the girl facing right?", "She stands to the right of the door.", ""),
    ("Does the arrow point up?", "It might point up.", ""),
    ("Does the arrow point up?", "One arrow points up and one points down.", ""),
    # a number: exact, bounded, counted from parts, of something else
    ("Are there three masks in the image?", "There is only one mask.", "no"),
    ("Are there three masks in the image?", "One red mask and two blue masks are drawn.", "yes"),
    ("Are there fewer than four boxes?", "I count two boxes.", "yes"),
    ("Are there at least four boxes?", "There are exactly four boxes.", "yes"),
    ("Is there more than one box?", "Just one.", "no"),
    ("Is there more than one box?", "There are three dogs.", ""),
    ("Are there two boxes?", "There are not two but three boxes.", "no"),
    # a numbered tag
    ("Is there a tag numbered 5?", "The tags are numbered 1 to 4.", "no"),
    ("Is there a tag numbered 5?", "I see the tags 4, 5 and 6.", "yes"),
    ("Is there a tag numbered 5?", "Tags 3, 4 and 6 are there; 5 has been left out.", "no"),
    ("Is there a tag numbered 5?", "The only missing number is 5.", "no"),
    ("Is there a tag numbered 5?", "Die 5 fehlt.", "no"),
    ("Is there a tag numbered 5?", "The labels jump from 4 to 6.", "no"),
    ("Is there a tag numbered 5?", "The labels jump from 2 to 4.", ""),
    ("Is there a tag numbered 5?", "Tags 4, 5 and 7; 6 is missing.", "yes"),
    ("Is there a tag numbered 5?", "Only 6 is missing.", "yes"),
    ("Is there a tag numbered 5?", "Number 5 is not missing.", "yes"),
    ("Is there a tag numbered 5?", "Tag 15 is missing.", ""),
    # a colour: of the thing, of another thing
    ("Is there any green mask?", "The only mask is red.", "no"),
    ("Is there any green mask?", "Eine grüne Maske bedeckt den Hund.", "yes"),
    ("Is there any green mask?", "The mask is next to the green car.", ""),
    ("Is the mask green?", "The mask is drawn in green.", "yes"),
    ("Is the mask green?", "The grass is green.", ""),
    # a side and a relation, with the things in either order
    ("Is the box around the car on the right?", "The box is around the car on the left.", "no"),
    ("Is the jug to the right of the cup?", "The cup is to the left of the jug.", "yes"),
    ("Is the jug to the right of the cup?", "The cup is to the right of the jug.", "no"),
    ("Is the lamp above the bed?", "The lamp is not above the bed.", "no"),
    # another target
    ("Is there a box around the bird?", "The box is around the nest.", "no"),
    ("Is the arrow pointing at the bird?", "The arrow is pointing at the nest.", "no"),
    ("Is the arrow pointing at the bird?", "The arrow is pointing at the nest of the bird.", ""),
]


@pytest.mark.parametrize(("question", "reply", "expected"), CASES)
def test_told_fact(question, reply, expected):
    assert told_fact(reply, question) == expected


def test_a_fact_answers_only_yes_no_questions_and_not_what_was_cut():
    question = "Does the arrow point down? Answer yes or no."
    assert option("The arrow points up.", ["yes", "no"], question=question).value == 1
    assert option("The arrow points up", ["cat", "dog"], question=question).fallback
    assert option("The arrow starts at the top and", ["yes", "no"], finished=False, question=question).fallback
    assert option("Two.", ["yes", "no"], question="Are there two masks?").value == 0
