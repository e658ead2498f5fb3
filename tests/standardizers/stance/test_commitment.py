"""Replies that leave their answer open, tell an example's, or say it by what is left, rejected or announced."""

import pytest

from standardizers import choice, count, decision, fixation, option, order, view_operations, views
from standardizers.stance.uncommitted import uncommitted

GAZE = "Where does the person look? Answer with one point (x, y) in fractions of the image width and height."
THREE = '{"part": parts to zoom in, "keep": parts to keep, "shift": directions (left, right, up, down)}'


@pytest.mark.parametrize(
    ("reply", "open_still"),
    [
        ("the fountain or the statue? i have not made up my mind.", True),
        ("i would rather not commit to either: some look at the fountain, others at the statue.", True),
        ("ich möchte mich nicht festlegen; a oder b.", True),
        ("prefiero no elegir: a o b.", True),
        ("i'd rather not choose a. b is sharper.", False),
        ("i have not decided by size. the statue.", False),
        ("i'd rather not commit, but i would say b.", False),
    ],
)
def test_who_has_not_decided_offers_nothing(reply, open_still):
    assert uncommitted(reply) is open_still


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("A follows the faces. B jumps between the corners; I find that odd, so I would not choose it.", "A"),
        ("A parece natural. B, en cambio, salta a las esquinas, así que no lo elegiría.", "A"),
        ("A jumps to the corners, so I would not select it. B leaves the centre, so I would not select it.", ""),
        ("Objek A lebih menonjol karena letaknya di tengah.", "A"),
        ("Objek B kurang menonjol.", "A"),
        ("Objekt A je výraznější.", "A"),
        ("Objek A lebih kecil karena jauh.", ""),
        ("Je retiens donc la seconde proposition.", "B"),
        ("La seconde proposition est en bas.", ""),
        ("J'ai vu un objet en bas.", ""),
        ("In the worked example the correct option was B. I have not looked at this image yet.", ""),
    ],
)
def test_choices_by_rejection_comparison_and_ordinals(reply, letter):
    assert choice(reply, "AB").value == letter


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ("The head is at (0.5, 0.2).\n\nGaze point: (0.6, 0.4)", (0.6, 0.4)),
        ("Point: [0.24, 0.61]\n\nJustification: the head is", (0.24, 0.61)),
        ("Answer: (0.6, 0.4)\n\nCorrection: it should be (0.1, 0.2).", (0.1, 0.2)),
        ("(0, 0) is the upper left corner and coordinates grow to the right.", None),
        ("(0.6, 0.2), where (0, 0) is the upper left corner.", (0.6, 0.2)),
        ("According to the annotator it was (0.6, 0.4), but I give no estimate of my own.", None),
        ("According to my analysis it is (0.6, 0.4).", (0.6, 0.4)),
    ],
)
def test_points_that_are_announced_or_explain_the_frame(reply, point):
    assert fixation(reply, question=GAZE).value == (((*point, 1.0),) if point else ())


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("Au premier coup d'œil on en voit cinq, mais l'un est bleu. Il reste donc quatre.", 4),
        ("乍一看有五个，但其中一个是蓝色的，所以剩下四个。", 4),
        ("The shirt reads 23, and the poster above it says 7 pm.", None),
    ],
)
def test_counts_that_remain_and_numbers_that_are_written(reply, number):
    found = count(reply)
    assert found.fallback if number is None else found.value == number


def test_a_number_outranks_the_ones_that_it_counts():
    words = ["one", "two", "three", "four"]
    assert (
        option("There are 3: one on the sofa, one on the lamp, one on the rug.", words, question="How many?").value == 2
    )


def test_the_prompt_s_example_is_no_ranking():
    assert order("DCBA is only the format example from the instruction; should I use it?", "ABCD").fallback


@pytest.mark.parametrize("reply", ["Maybe yes, maybe no.", "Quizás sí, quizás no.", "也许需要，也许不需要。"])
def test_a_yes_and_a_no_that_may_be_are_no_decision(reply):
    assert decision(reply).fallback


def test_views_behind_a_doubt_and_beside_comments():
    assert views("I am not sure that it is legible, but zoom into 3 please.").value == (3,)
    assert views("I am not sure which one, 2 or 3.").fallback
    told = view_operations("part: 4  # doors 1 and 2 go on\nkeep: 3  # not 2\nshift: right", question=THREE).value
    assert (told.part, told.keep, told.shift) == ((4,), (3,), ("right",))
    assert view_operations("In the example, the model kept part 2 and shifted right.", question=THREE).fallback
