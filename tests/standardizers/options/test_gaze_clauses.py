"""What the eyes are on, and what a reply says of the question's own subject."""

import pytest

from standardizers import option
from standardizers.options.asked_clauses import subject_of

THINGS = ["the mug", "the camera", "the lamp"]
GAZE = "Where is this person looking?\nPossible answers:\n- the mug\n- the camera\n- the lamp\nAnswer for the eyes."
ROW = "What is she looking at? From left to right there are the mug, the camera and the lamp."
COLOURS = ["red", "green", "blue", "yellow"]
BOX = "What colour is the bounding box around the sheep?"
CORNERS = ["In the top left", "In the top right", "In the bottom left", "In the bottom right"]


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("His nose points at the lamp. His irises, though, have drifted toward the mug.", 0),
        ("Hoofd naar de lamp, ogen naar de camera.", 1),
        ("Visage tourné vers la lampe, mais le regard tombe sur la tasse.", 0),
        ("얼굴은 램프를 향하지만 시선은 카메라에 있습니다.", 1),
        ("Başı lambaya dönük ama gözleri kameraya bakıyor.", 1),
        ("Er blickt an der Lampe vorbei auf die Kamera.", 1),
        ("그녀가 보는 것은 카메라가 아니라 그 옆의 램프입니다.", 2),
        ("The lamp? No, the lamp faces the wall. Her gaze goes to the mug.", 0),
        ("The lamp; although the face is directed at the mug.", 2),
        ('{"head": "the lamp", "eyes": "the mug"}', 0),
        ("| cue | target |\n|---|---|\n| head | lamp |\n| eyes | camera |", 1),
        ("Somewhere between the mug and the camera.", -1),
        ("At something next to the camera.", -1),
        ("If I trust the head, the lamp; if I trust the eyes", -1),
        ("It isn't clear whether it's the mug or the lamp.", -1),
        ("Could you tell me which person you mean? I see two.", -1),
        ("The mug\n- the camera\n- the lamp\nAnswer for the eyes.", -1),
    ],
)
def test_that_the_eyes_decide(reply, index):
    assert option(reply, THINGS, question=GAZE).value == index


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("The thing directly to the left of the camera.", 0),
        ("Not at the middle item but at the one on its right-hand side.", 2),
        ("Not at the middle one but at the one to the right of it.", 2),
        ("the rightmost object", 2),
        ("The one between the mug and the lamp", 1),
    ],
)
def test_things_told_by_their_place(reply, index):
    assert option(reply, THINGS, question=ROW).value == index


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("The sheep is white and the grass is green. The line of the box itself is blue.", 2),
        ("The barn is red, the bounding box is yellow.", 3),
        ('{"barn": "red", "box_colour": "yellow"}', 3),
    ],
)
def test_that_the_question_has_a_subject(reply, index):
    assert option(reply, COLOURS, question=BOX).value == index


def test_subject():
    assert "tip" in subject_of("Where is the yellow arrow's tip located?")
    assert "sheep" not in subject_of(BOX)


@pytest.mark.parametrize(
    ("reply", "index"),
    [("rechts oben", 1), ("左下", 2), ("Внизу справа.", 3), ("en haut à gauche", 0), ("on the left", -1)],
)
def test_sides(reply, index):
    assert option(reply, CORNERS, question="Where is the box?").value == index


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("Yes. Hmm, looking again, it is a pole. I take that back, no.", 1),
        ("Oui, enfin non, pardon : non.", 1),
        ("No problem! The dog is marked, so the answer is affirmative.", 0),
        ("There is no arrow.", 1),
        ('{"arrow": true}', 0),
        ("Yes, and no.", -1),
        ("No sabría decirlo.", -1),
        ("There is a blue dog.", -1),
    ],
)
def test_yes_and_no(reply, index):
    assert option(reply, ["yes", "no"], question="Is there a red arrow in the image?").value == index


_TOYS = ["the kite", "the balloon", "the cone", "the puzzle"]


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("Ze kijkt naar de puzzel en niet naar de ballon.", 3),
        ("Mira el rompecabezas y no el globo.", 3),
        ("彼女が見ているのはパズルで、風船ではありません。", 3),
        ("彼女が見ているのはパズルで、凧でも風船でもありません。", 3),
        ("वह पहेली को देख रही है, गुब्बारे को नहीं।", 3),
        ("Patrzy na puzzle, a nie na balon.", 3),
        ("The cone melts on the floor and she isn't paying attention to it. Her eyes are on the puzzle.", 3),
        ("The kite lies behind him. The balloon is in the tree. His gaze rests on the puzzle.", 3),
        ("The cone is his favourite. The answer is the kite. His eyes are on the puzzle.", 0),
        # the thing that is meant is none of the options
        ("Sie schaut auf das Xylophon und nicht auf den Ballon.", -1),
        ("Mira el xilófono y no el globo.", -1),
        ("Patrzy na ksylofon, a nie na balon.", -1),
        ("Dia melihat gambang, bukan balon.", -1),
        ("Hon tittar på xylofonen, inte på ballongen.", -1),
        ("Cô ấy đang nhìn đàn, không phải quả bóng bay.", -1),
        ("इसके बजाय वह सितार देख रही है, गुब्बारे को नहीं।", -1),
        ("เธอกำลังมองระนาด ไม่ใช่ลูกโป่ง", -1),
        # what looks is not what is looked at
        ("The puzzle looks at the man.", -1),
    ],
)
def test_what_is_denied_and_where_the_eyes_are_after_all(reply, index):
    assert option(reply, _TOYS, question="What is she looking at?").value == index
