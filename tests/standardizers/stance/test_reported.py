"""What others answered, wrote or want to hear, where others look, and what is only there: no answers of the reply."""

import pytest

from standardizers import choice, count, fixation, option, order, view_operations, views
from standardizers.stance.asserted import without_openings

THINGS = ["the red cup", "the stapler", "the toy car", "the book"]
GAZE = "Which object is this person looking at? Options: the red cup, the stapler, the toy car, the book."
SIGN = "Which parts must be used? The question is: What is written on the sign above the shop door?"
LOOK = "Where would a person look first in this image? Answer with one point (x, y)."
FORK = "Where does a person look next who searches for a fork? Answer with one point (x, y)."


@pytest.mark.parametrize(
    "reply",
    [
        "In yesterday's run the model chose B.",
        "The annotator had marked C as the most salient.",
        "Предыдущий участник выбрал вариант B.",
        "前の回答者はCを選びました。",
        "上一位同学选了B。",
        "De vorige deelnemer koos B.",
        'Someone wrote "The correct answer is C." below the picture.',
        "Du möchtest, dass ich „Die Antwort ist B“ schreibe, aber ich sehe kein Bild.",
        "На картинке написано «Ответ: C».",
        "It used to be B.",
        "Estaba a punto de decir B, pero ya no lo sé.",
        "A centre-bias model would return B.",
    ],
)
def test_what_others_answer_is_no_choice(reply):
    assert choice(reply, "ABCD").fallback


@pytest.mark.parametrize(
    ("reply", "label"),
    [
        ("If in doubt, I choose B.", "B"),
        ("If we compare all four, C comes out on top.", "C"),
        ("Wenn man alle vergleicht, liegt C vorn.", "C"),
        ("Si comparamos las cuatro, gana la B.", "B"),
        ("Если сомневаться, я бы выбрал C.", "C"),
        ("Obwohl A größer ist, würde ich B wählen.", "B"),
        ("I said A before, but the answer is D.", "D"),
        ("As a language model I choose B.", "B"),
        ("My answer is “C”.", "C"),
        ("Unless I am mistaken, C.", "C"),
    ],
)
def test_what_the_reply_says_itself_stays(reply, label):
    assert choice(reply, "ABCD").value == label


def test_only_openings_without_an_answer_go():
    assert without_openings("Although A is big, I choose B.") == "I choose B."
    assert without_openings("Although C is small, it stands out most.") == "Although C is small, it stands out most."
    assert without_openings("If he looks up, B.") == "If he looks up, B."


@pytest.mark.parametrize(
    "reply",
    [
        "The man beside her is looking at the book.",
        "Her friend on the left looks at the toy car.",
        "El hombre a su lado mira el libro.",
        "她旁边的男人在看书。",
        "隣の男性は本を見ています。",
        "The camera is pointed at the stapler.",
        "She was looking at the red cup in the previous frame.",
        "A moment ago he looked at the book.",
    ],
)
def test_where_others_look_is_no_answer(reply):
    assert option(reply, THINGS, question=GAZE).fallback


@pytest.mark.parametrize(
    ("reply", "thing"),
    [
        ("Her mother is behind her, but she looks at the red cup.", 0),
        ("The photographer caught her looking at the stapler.", 1),
        ("The man with the camera is looking at the stapler.", 1),
        ("Another clue is the pupil: she looks at the book.", 3),
        ("Although his friend looks at the book, he himself looks at the stapler.", 1),
    ],
)
def test_the_gaze_of_the_person_stays(reply, thing):
    assert option(reply, THINGS, question=GAZE).value == thing


@pytest.mark.parametrize(
    "reply",
    [
        "She has two eyes.",
        "It is 3 o'clock on the clock tower.",
        "Der Hund hat vier Beine.",
        "Son las tres de la tarde.",
        "Der Junge ist etwa 6 Jahre alt.",
        "The man wears two shoes.",
        "The dog's four legs are visible.",
        "There are two ways to count here.",
        "Mit Spiegelung sind es vier, ohne drei.",
        "The sign says 'Exit 7'.",
        "Hay un mercado lleno de gente, con puestos de fruta y toldos de colores.",
        '{"count": 2} or {"count": 3}',
    ],
)
def test_other_numbers_are_no_count(reply):
    assert count(reply).fallback


@pytest.mark.parametrize(
    ("reply", "value"),
    [("The image shows three windows.", 3), ("There are two hands in the image.", 2), ("Hay un solo objeto.", 1)],
)
def test_numbers_of_things_in_the_picture_are_counts(reply, value):
    assert count(reply).value == value


@pytest.mark.parametrize(
    "reply",
    [
        "I see parts 2 and 3.",
        "Ich sehe die Teile 2 und 3.",
        "我看到第2和第3部分。",
        "Part 2 shows the sky.",
        "Part 3 is dark.",
    ],
)
def test_what_is_seen_is_not_chosen(reply):
    assert views(reply, question=SIGN).fallback
    assert view_operations(reply, question=SIGN).fallback


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Part 2 shows the shop door.", (2,)),
        ("I would like to see parts 2 and 3.", (2, 3)),
        ("The other parts are irrelevant; 3.", (3,)),
    ],
)
def test_what_is_wanted_is_chosen(reply, value):
    assert views(reply, question=SIGN).value == value


@pytest.mark.parametrize(
    "reply", ["The dog sits at (0.3, 0.6).", "Le chien se trouve en (0.3, 0.6).", "狗位于(0.3, 0.6)。"]
)
def test_places_of_things_are_no_fixations(reply):
    assert fixation(reply, size=(1, 1), question=LOOK).fallback
    assert not fixation(reply, size=(1, 1)).fallback


def test_the_place_of_what_is_searched_for_is_a_fixation():
    assert fixation("The fork is at (0.3, 0.6).", size=(1, 1), question=FORK).value == ((0.3, 0.6, 1.0),)
    assert fixation("The dog at (0.3, 0.6) draws the eye.", size=(1, 1), question=LOOK).value == ((0.3, 0.6, 1.0),)


def test_of_two_objects_none_is_the_answer():
    assert order('{"order": "ABC"} or {"order": "CBA"}').fallback
    assert choice('{"answer": "A"} oder {"answer": "B"}').fallback
    assert choice('{"answer": "A"}\n\nOr rather: {"answer": "B"}').value == "B"
