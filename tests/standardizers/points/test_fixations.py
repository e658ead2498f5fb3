"""Next fixations: replies of many kinds, and the first pair as written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import fixation

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "fixation.json").read_text(encoding="utf-8"))["cases"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "size", "expected"), CASES, ids=short)
def test_fixation(reply, size, expected):
    value, _, fallback = fixation(reply, size=size)
    assert [list(point) for point in value] == [pytest.approx(point) for point in expected]
    assert fallback == (not expected)


def test_fixation_takes_the_first_pair_as_written():
    assert fixation("look at (320, 240), then (1, 2)", profile="paper") == (((320.0, 240.0, 1.0),), "first_pair", False)
    assert fixation("there", profile="paper") == ((), "no_answer", True)


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        ("A quarter of the height, half way across? No: 20 % down, 30 % across.", (0.3, 0.2)),
        ("70 % from the right and 40 % from the bottom", (0.3, 0.6)),
        ("Zeile 96 und Spalte 192 im Bild", (0.3, 0.2)),
        ("0.3 по горизонтали и 0.2 по вертикали", (0.3, 0.2)),
        ("(0.8, 0.8). Verzeihung, (0.3, 0.2)", (0.3, 0.2)),
        ("It could be (0.8, 0.8) or (0.3, 0.2), but I would go with the latter", (0.3, 0.2)),
        ("(0.8, 0.8). The hat is at (0.3, 0.2), use that.", (0.3, 0.2)),
    ],
)
def test_one_point_of_several_words(reply, point):
    value, _, _ = fixation(reply, size=(640, 480))
    assert [one[:2] for one in value] == [pytest.approx(point)]


@pytest.mark.parametrize(
    "reply",
    [
        "It is a toss-up between (0.8, 0.8) and (0.3, 0.2).",
        "Forse (0.8, 0.8), forse (0.3, 0.2).",
        "Por ejemplo (0.3, 0.2).",
        "The picture has 30 rows of seats across and 20 columns.",
    ],
)
def test_points_left_open(reply):
    assert fixation(reply).fallback


def test_weights_in_other_languages():
    value = fixation("(0.3, 0.2) avec un poids de 0.7, (0.4, 0.5) avec un poids de 0.1").value
    assert value == ((0.3, 0.2, 0.7), (0.4, 0.5, 0.1))
    assert fixation("(0.3, 0.2) بوزن 0.7").value == ((0.3, 0.2, 0.7),)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("I start from the eyes, which are near (0.31, 0.22), and follow the head. The line passes", False),
        ("Starting from the head at (0.31, 0.22), the line of sight goes down. It then", False),
        ("Ich beginne bei den Augen (0.31, 0.22) und folge dem Blick nach", False),
        ("Starting from the eyes and following the head, I get (0.6, 0.4).", True),
        ("The next fixation is the face at (0.6, 0.4), following the eyes.", True),
        ("The eyes go to (0.6, 0.4).", True),
    ],
)
def test_where_a_line_of_sight_begins_is_no_answer(reply, found):
    assert fixation(reply, size=(1, 1)).fallback is not found


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("The current fixation is at (0.5, 0.5). The kettle may stand left of the", ()),
        ("Your previous fixation at (0.5, 0.5) was on the stove. Next fixation: (0.2, 0.6)", ((0.2, 0.6, 1.0),)),
        ("The kite is at x=0.7, y=0.1 (roughly 5% of the picture).", ((0.7, 0.1, 1.0),)),
        ("My hiking friend would put it at (0.3, 0.3).", ()),
        ("(0.2, 0.6). The first one, (0.5, 0.5), is withdrawn.", ((0.2, 0.6, 1.0),)),
    ],
)
def test_earlier_points_sizes_and_withdrawn_points_are_no_next_fixation(reply, points):
    assert fixation(reply).value == points


def test_a_repeated_instruction_is_no_fixation():
    asked = "Give one point as (x, y) between 0.00 and 1.00, with the origin (0, 0) at the top left."
    assert fixation(asked, question=asked).fallback


SEARCH = "The target is the jug. Already fixated: (0.50, 0.50), (0.30, 0.40). Where do the eyes land next?"


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("The eyes have been at (0.50, 0.50) and at (0.30, 0.40) so far.", ()),
        ("Bisher lag der Blick bei (0.50, 0.50).", ()),
        ("After (0.50, 0.50) and (0.30, 0.40) the eyes go to (0.80, 0.20).", ((0.8, 0.2, 1.0),)),
        ("The eyes will return to (0.50, 0.50).", ((0.5, 0.5, 1.0),)),  # a prediction, though of an earlier place
        ("(0.50, 0.50)", ((0.5, 0.5, 1.0),)),
        ("The viewer has looked at the centre and found nothing there.", ()),
        ("x is zero point eight, y is point two five", ((0.8, 0.25, 1.0),)),
        ("null Komma acht, null Komma zwei", ((0.8, 0.2, 1.0),)),
        ("Either spot, (0.20, 0.30) or (0.80, 0.20); both are equally likely.", ()),
        ("Podría ser (0.20, 0.30) o quizá (0.80, 0.20). Ambas son igual de probables.", ()),
        ("(0.80, 0.20), where the jug stands next to the lamp at (0.90, 0.10).", ((0.8, 0.2, 1.0),)),
        ("Most likely (0.80, 0.20); (0.10, 0.10) is the runner-up.", ((0.8, 0.2, 1.0),)),
    ],
)
def test_what_a_search_looks_at_next(reply, points):
    assert fixation(reply, question=SEARCH).value == points


@pytest.mark.parametrize(
    "reply",
    [
        "- 0.3, 0.6 → 0.7 (tray)\n- 0.8, 0.2 → 0.3 (shelf)",
        "70 %: 0.3, 0.6\n30 %: 0.8, 0.2",
        "0.7 → (0.3, 0.6)\n0.3 → (0.8, 0.2)",
        '{"spots": [[0.3, 0.6], [0.8, 0.2]], "probabilities": [0.7, 0.3]}',
        "Points: [(0.3, 0.6), (0.8, 0.2)]\nProbabilities: [0.7, 0.3]",
    ],
)
def test_weights_behind_arrows_before_points_and_in_lists_of_their_own(reply):
    assert fixation(reply).value == ((0.3, 0.6, 0.7), (0.8, 0.2, 0.3))


def test_looks_in_turn_where_the_first_is_asked_for():
    reply = "The first look falls on the face at (0.5, 0.3), then on the sign at (0.8, 0.2)."
    assert fixation(reply, question="Where does a person look first?").value == ((0.5, 0.3, 1.0),)
    assert len(fixation(reply, question="List all the fixations.").value) == 2


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("Twenty-eight per cent from the left, seventy-one per cent from the top.", [(0.28, 0.71)]),
        ("Eighty percent across and five percent down", [(0.8, 0.05)]),
        ("Dreißig Prozent von links, sechzig Prozent von oben.", [(0.3, 0.6)]),
        ("a un 35 % del ancho y un 60 % de la altura", [(0.35, 0.6)]),
        ("28 per cent from the left, 71 per cent from the top", [(0.28, 0.71)]),
        ("Eighty percent of all people look at the door.", []),  # no place
        ("I am ninety percent sure, but of no place.", []),
    ],
)
def test_per_cents_in_words(reply, points):
    found = fixation(reply, question="Where does the person look next?").value
    assert [point[:2] for point in found] == [pytest.approx(point) for point in points]


def test_distances_in_words_on_a_scale():
    found = fixation("Three hundred and twenty from the left, ninety-five from the top.", size=(1000, 1000)).value
    assert found == ((0.32, 0.095, 1.0),)


@pytest.mark.parametrize(
    ("reply", "points"),
    [
        ("1: (0.30, 0.40) (given)\n2: (0.55, 0.45) (predicted)", [(0.55, 0.45)]),
        ("(0.30, 0.40): 0.5\n(0.55, 0.45): 0.5", [(0.3, 0.4), (0.55, 0.45)]),  # candidates may go back
    ],
)
def test_points_of_the_question_in_a_list_are_not_predicted(reply, points):
    question = "Already fixated: (0.30, 0.40). Name the locations that may be fixated next."
    assert [point[:2] for point in fixation(reply, question=question).value] == points


def test_a_reply_cut_before_its_point_repeats_only_the_past():
    question = "Already fixated: (0.30, 0.40), (0.55, 0.45). Where does the person look next?"
    told = "The eyes moved from (0.30, 0.40) to (0.55, 0.45). The next fixation is probably at"
    assert fixation(told, question=question, finished=False).fallback
    assert fixation(told + " (0.70, 0.50).", question=question).value == ((0.7, 0.5, 1.0),)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("x = 512,5 Pixel, y = 192,0 Pixel", (512, 192)),
        ('<point x="768" y="192" alt="cup">cup</point>', (768, 192)),
        ("| candidate | x | y | chosen |\n|---|---|---|---|\n| sink | 120 | 410 | no |\n| table | 512 | 576 | "
         "**yes** |", (512, 576)),
        ("1. Window (95, 210): no\n2. Desk corner (768, 384): likely\n3. Floor (430, 740): no\n\n**Choice:** "
         "candidate 2.", (768, 384)),
        ("The exact centre, i.e. x = 1024 / 2 = 512 and y = 768 / 2 = 384.", (512, 384)),
        ("Der Blick springt: waagerecht bei 256 Pixeln, senkrecht bei 192 Pixeln.", (256, 192)),
        ("Der Tisch: 150, 600. Nein, doch das Regal: 256, 192.", (256, 192)),
    ],
)  # fmt: skip
def test_points_in_other_notations(reply, expected):
    found = fixation(reply, size=(1024, 768)).value
    assert [(round(x * 1024), round(y * 768)) for x, y, _ in found] == [expected]


@pytest.mark.parametrize(
    ("reply", "point"),
    [
        (
            "Sorry, pictures can't be processed here. Values such as 0.3, 0.6 would be mere guesses.",
            None,
        ),
        ("I'm sorry, I cannot see the image. Any answer such as (0.5, 0.5) would be invented.", None),
        ("I can't view pictures. Naming (0.4, 0.6) would be pure speculation.", None),
        ("Leider kann ich das Bild nicht sehen. Ein Punkt wie (0.5, 0.5) wäre nur geraten.", None),
        ("Désolé, je ne vois pas l'image. Des valeurs comme 0.5, 0.5 seraient inventées.", None),
        ("Lo siento, no puedo ver la imagen. Un punto como (0.5, 0.5) sería inventado.", None),
        ("Mi dispiace, non vedo l'immagine. Un valore come (0.5, 0.5) sarebbe inventato.", None),
        ("Извините, я не вижу изображение. Ответ вроде (0.5, 0.5) был бы просто догадкой.", None),
        ("I am unable to see the photo, so I will not invent values like 0.31, 0.42.", None),
        ("Desculpe, não consigo ver a imagem. Algo como (0.5, 0.5) seria só um palpite.", None),
        ("I cannot view the image. The format would be (0.12, 0.34), for example.", None),
        ("抱歉,我无法查看图片。像 (0.5, 0.5) 这样的答案只是猜测。", None),
        ("Without the image I can only offer the format: 0.00, 0.00.", None),
        ("I can't be certain, but my best guess is (0.5, 0.5).", (0.5, 0.5)),
        ("Sorry, I cannot see it clearly. My best guess would be (0.42, 0.31).", (0.42, 0.31)),
        ("I'm sorry, I can't identify the person, but they look at (0.6, 0.3).", (0.6, 0.3)),
        ("I'm sorry for the confusion. The gaze target is (0.25, 0.75).", (0.25, 0.75)),
        ("Es tut mir leid, ich kann die Person nicht identifizieren, aber sie schaut auf (0.6, 0.3).", (0.6, 0.3)),
        ("I can't see the eyes, but judging by the head: (0.7, 0.2).", (0.7, 0.2)),
        ("As an AI, I cannot be sure, but I would say 0.3, 0.4.", (0.3, 0.4)),
        ("Sorry, I can't see images. If I had to guess, I would say (0.5, 0.5).", (0.5, 0.5)),
        ("0.44, 0.55 would be my guess.", (0.44, 0.55)),
        ("Something like (0.3, 0.6).", (0.3, 0.6)),
        ("Je ne peux pas voir le visage, mais le regard va vers (0.2, 0.8).", (0.2, 0.8)),
    ],
)
def test_numbers_that_a_refusal_mentions_are_no_points(reply, point):
    value = fixation(reply).value
    assert value == (() if point is None else ((*point, 1.0),))


@pytest.mark.parametrize(
    "text",
    ["Genau in die Bildmitte.", "Hacia el centro de la imagen.", "Zur Mitte des Bildes.", "Vers le centre de l'image."],
)
def test_the_centre_in_other_languages(text):
    assert fixation(text).value == ((0.5, 0.5, 1.0),)


def test_points_under_conditions_are_no_answer():
    assert fixation("If the bag is searched first, (310, 720); if the drawer is, (840, 405).").fallback


def test_towards_a_corner():
    assert fixation("The gaze falls on the upper right corner of the image.").value == ((1.0, 0.0, 1.0),)


@pytest.mark.parametrize(
    "reply",
    ["0.31 0.62 p0.5; 0.70 0.44 p0.3", "0.31, 0.62: 0.5; 0.70, 0.44: 0.3", "0.31,0.62,p=0.5; 0.70,0.44,p=0.3"],
)
def test_weighted_points_on_one_line(reply):
    assert fixation(reply).value == ((0.31, 0.62, 0.5), (0.7, 0.44, 0.3))


def test_a_look_into_a_box_is_a_point():
    assert fixation("The lamp stands left. So my next look goes to the lid of the box: (0.62, 0.48)").value == (
        (0.62, 0.48, 1.0),
    )
