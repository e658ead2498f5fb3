"""Options by their meaning, their sound and the time of day; statements that restate a question."""

from __future__ import annotations

import pytest

from standardizers import option
from standardizers.choices.clock_times import in_digits
from standardizers.stance.refusals import refuses
from standardizers.words.cognates import sound_alike

YES_NO = ["yes", "no", "partly"]


@pytest.mark.parametrize(
    ("reply", "options", "index"),
    [
        ("Correct.", YES_NO, 0),
        ("It does not; radiographs are mirrored.", YES_NO, 1),
        ("Ναι, βρίσκεται εκεί.", YES_NO, 0),
        ("Ні.", YES_NO, 1),
        ("teilweise", YES_NO, 2),
        ("yes in the frontal view, no in the lateral view", YES_NO, -1),
        ("It may or may not.", YES_NO, -1),
        ("Impossible to say.", ["Yes", "No", "Cannot be determined"], 2),
        ("I'm sorry, I can't help with that.", ["Yes", "No", "Cannot be determined"], -1),
        ("Careful: a mirror would give 9:30. It is a quarter past three.", ["3:15", "9:30"], 0),
        ("10:10", ["Half past three", "Noon", "Ten past ten"], 2),
        ("elf", ["5", "7", "11"], 2),
        ("Kaktus.", ["cactus", "spray can"], 0),
        ("Hon tittar på hunden.", ["on the dog", "on the bus"], 0),
        ("No fish there. Everyone faces the singer. Concert.", ["a street concert", "a fish market"], 0),
        ("Definitely no puddle. It is bumpy across the lane... a speed bump!", ["a puddle", "a speed bump"], 1),
        ("answer: settings icon (55%), runner-up: profile picture (30%)", ["settings icon", "profile picture"], 0),
        ("dog: 80%, window: 15%, cup: 5%", ["the cup", "the dog", "the window"], 1),
        ('["a dog", "a cat"] Your pick: ["a dog", "a cat"]', ["a dog", "a cat"], -1),
    ],
)
def test_options_in_other_words(reply, options, index):
    assert option(reply, options).value == index


def test_a_statement_in_the_words_of_the_question():
    question = "Is the pedestrian looking at the approaching vehicle? Answer yes or no."
    reply = "The pedestrian is not looking at the approaching vehicle."
    assert option(reply, ["yes", "no"], question=question).value == 1
    assert option(reply.replace(" not", ""), ["yes", "no"], question=question).value == 0
    assert option("The street is wet.", ["yes", "no"], question=question).fallback


def test_times_in_words():
    assert in_digits("ten to four, half past nine, noon, 6.45") == "3:50, 9:30, 12:00, 6:45"


def test_sounds_across_scripts():
    assert all(sound_alike(word, "salad", False) for word in ("salát", "सलाद", "サラダ"))
    assert sound_alike("кактус", "cactus", False)
    assert not sound_alike("horse", "house", True)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Я не можу допомогти з цим зображенням.", True),
        ("Não recebi nenhuma imagem.", True),
        ("Δεν μπορώ να βοηθήσω.", True),
        ("我无法提供帮助", True),
        ("Ich sehe das Schild in der Mitte des Bildes nicht ganz.", False),
        ("The image does not show it.", False),
    ],
)
def test_refusals_of_many_languages(text, refused):
    assert refuses(text.lower()) == refused
