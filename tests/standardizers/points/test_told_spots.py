"""Points told by letters beside numbers, by words inside a sentence, and places of other things."""

import pytest

from standardizers import fixation
from standardizers.points.told_spots import told_spot
from standardizers.points.unseen import looks_unseen

GAZE = "What point is the person looking at? Give the gaze target as x, y in fractions of the image (0 to 1)."
FIRST = "Where do people look first in this image? Give the point as x, y in fractions of width and height (0 to 1)."
THIRD = 1 / 3


@pytest.mark.parametrize(
    "reply",
    [
        "次の注視点はx座標が0.15、y座標が0.40です。",
        "Координата x равна 0,15, координата y равна 0,40.",
        "x는 0.15, y는 0.4입니다.",
        "下一个注视点的x坐标为0.15,y坐标为0.40。",
        "Die x-Koordinate beträgt 0,15 und die y-Koordinate 0,40.",
        "La coordenada x es 0,15 y la coordenada y es 0,40.",
        "Współrzędna x wynosi 0,15, a współrzędna y 0,40.",
        "x-coördinaat is 0,15 en y-coördinaat is 0,40",
        "إحداثي x هو 0.15 وإحداثي y هو 0.40",
        "x का मान 0.15 और y का मान 0.40 है।",
        "x liegt bei 15 %, y bei 40 %.",
        "0.15 for x, 0.40 for y",
        "Точка: 0,15 по x и 0,40 по y.",
        '{"x": "0,15", "y": "0,40"}',
    ],
)
def test_letters_beside_numbers(reply):
    assert fixation(reply, question=GAZE).value == ((0.15, 0.4, 1.0),)


@pytest.mark.parametrize(
    "reply",
    [
        "x座標はわかりませんが、y座標は0.40です。",
        "Координата x равна 0,15.",
        "x座標は0から1、y座標は0から1の範囲です。",
        "x는 0에서 1, y는 0에서 1입니다.",
        "x is at most 0.5 and y is at least 0.3.",
        "x is not 0.5 and y is not 0.4.",
        "x is 0.2 or 0.8, y is 0.4.",
        "The x axis runs from 0 to 1 and so does the y axis.",
    ],
)
def test_letters_that_tell_no_point(reply):
    assert fixation(reply, question=GAZE).fallback


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        (
            "Most viewers would start with the fiddler, whose face sits a third from the left and halfway down.",
            (THIRD, 0.5),
        ),
        ("Der Blick fällt zuerst auf den Geiger, dessen Gesicht ein Drittel von links und auf halber Höhe liegt.", 0),
        ("On regarde d'abord le clown, dont le visage se trouve à un tiers de la gauche et à mi-hauteur.", 0),
        ("La mirada va primero al perro, que está a un cuarto del borde izquierdo y a media altura.", (0.25, 0.5)),
        ("Lei guarda il gatto, che si trova a due terzi da sinistra e a metà altezza.", (2 * THIRD, 0.5)),
        ("Сначала взгляд падает на собаку, которая находится на одной трети слева и на половине высоты.", 0),
        ("De blik valt eerst op de hond, die op een derde van links en op halve hoogte staat.", 0),
        ("The box around the ball is [0.60, 0.20, 0.80, 0.40]; its centre is (0.7, 0.3).", (0.7, 0.3)),
        ("Die Box ist [0.60, 0.20, 0.80, 0.40], ihr Mittelpunkt (0.7, 0.3).", (0.7, 0.3)),
        ("La boîte est [0.60, 0.20, 0.80, 0.40], son centre (0.7, 0.3).", (0.7, 0.3)),
    ],
)
def test_one_place_in_a_sentence(reply, point):
    x, y = point or (THIRD, 0.5)
    assert fixation(reply, question=FIRST).value == ((pytest.approx(x, abs=1e-4), y, 1.0),)


@pytest.mark.parametrize(
    "text",
    [
        "La femme qui regarde l'horloge est à un tiers de la gauche et à mi-hauteur.",  # the place of who looks
        "Der Mann, der zur Uhr schaut, sitzt ein Drittel von links und auf halber Höhe.",
        "Der Blick des Mannes, der ein Drittel von links und auf halber Höhe sitzt, geht nach draußen.",
        "Niemand schaut auf die Lampe, die ein Drittel von links und auf halber Höhe hängt.",
        "On regarde le clown, à un tiers de la gauche.",  # one axis
        "On regarde le clown dans la moitié droite, dont le visage est à un tiers de la gauche et à mi-hauteur.",
        "Le clown se trouve à un tiers de la gauche et à mi-hauteur.",  # nobody looks
    ],
)
def test_sentences_that_place_something_else(text):
    assert told_spot(text.lower()) is None


@pytest.mark.parametrize(
    "reply",
    [
        "The fiddler is a third from the left and halfway down; the drummer is two thirds from the left and halfway"
        " down.",
        "The dog is at (0.2, 0.3). The cat is at (0.7, 0.8).",
        "People might look at the fiddler (0.2, 0.3), or at the drummer (0.7, 0.5).",
        "She stands at (0.3, 0.5), but I can't tell where she looks.",
        "Er steht bei (0.3, 0.4); es ist nicht zu erkennen, wohin er schaut.",
        "The man, who sits a third from the left and halfway down, is looking at something outside the picture.",
    ],
)
def test_places_of_others_are_no_answer(reply):
    assert fixation(reply, question=FIRST).fallback


@pytest.mark.parametrize(
    "text",
    [
        "(0.98, 0.5): she is looking out of the frame.",
        "Her gaze goes to (0.9, 0.4), but I can't tell what she looks at there.",
        "I cannot tell what he looks at, but the point is (0.4, 0.6).",
    ],
)
def test_points_beside_a_doubt_stay(text):
    assert not looks_unseen(text)
