"""What a reply says that it does not assert as its own: conditions, others' opinions, other pictures, open choices."""

import pytest

from standardizers import choice, fixation, option, order
from standardizers.stance.asserted import asserted
from standardizers.text.tool_calls import without_looks

NAMES = ["the candle", "the map", "the violin", "the clock"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It would be the clock if he raised his head.", ""),
        ("Wäre die Kerze aus, wäre es die Uhr.", ""),
        ("Si la vela estuviera apagada, sería el reloj.", ""),
        ("如果他抬头,就是时钟.", ""),
        ("もし彼が顔を上げたら,時計です.", ""),
        ("Если бы он повернулся, он смотрел бы на часы.", ""),
        ("A casual viewer could believe it is the violin.", ""),
        ("My colleague insists on the clock. It is the map.", "It is the map."),
        ("In the last picture it was the map.", ""),
        ("One might think of the clock, but it is the map.", "but it is the map."),
        ("The order cannot be told: A, B, C.", ""),
        ("Not sure which: the map or the clock.", ""),
    ],
)
def test_what_is_not_asserted_goes(text, left):
    assert asserted(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "If I had to pick, the clock.",
        "Wenn ich raten müsste: die Uhr.",
        "Si je devais choisir, l'horloge.",
        "If one follows his eyes, they lead to the clock.",
        "It would be the clock.",
        "如果必须选,我选时钟.",
        "Se trata de la vela.",
        "I cannot tell for certain, but the clock it is.",
        "Most people would look at the clock first.",
        "He looks as if he saw the clock.",
    ],
)
def test_what_is_asserted_stays(text):
    assert asserted(text) is text


def test_readers_take_no_answer_from_what_is_not_asserted():
    assert option("If he lifted his head, he would see the clock.", NAMES).value == -1
    assert fixation("It would be (0.3, 0.4) if she looked up").fallback
    assert fixation("It would be (0.3, 0.4)").value == ((0.3, 0.4, 1.0),)
    assert order("If size were what matters, it would be B, A, C.").fallback
    assert choice("Some may prefer C, yet I go with D.").value == "D"


def test_calls_of_looking_tools_are_no_answers():
    boxes = ["0.73,0.54,1.00,1.00", "0.30,0.44,0.42,0.81"]
    call = '{"name": "%s", "arguments": {"bbox": [0.30, 0.44, 0.42, 0.81]}}'
    assert choice(call % "zoom_in", "AB", options=boxes).fallback
    assert choice(call % "submit", "AB", options=boxes).value == "B"
    assert without_looks("{} no call") == "{} no call"


def test_a_name_behind_the_letter_of_another_option_is_no_answer():
    assert option("B: the violin", NAMES).fallback
    assert option("B: the map", NAMES).value == 1
    assert option("Answer: the map\nAnswer: the clock", NAMES).fallback


@pytest.mark.parametrize(
    ("text", "options", "index"),
    [
        ("是木椅，旁边有一个背包。", ["a wooden chair", "a laptop", "a backpack"], 0),
        ("旁边有一个背包。", ["a wooden chair", "a laptop", "a backpack"], 2),
        ("There is no clock on the left, the candle is there.", NAMES, 0),
    ],
)
def test_neighbours_and_absent_things_are_no_answers(text, options, index):
    assert option(text, options).value == index


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The second list drifts away. The first list stays on the sink, so that one.", "A"),
        ("Option II", "B"),
        ("A lista mais longa é a B.", "B"),
        ("Ich würde B sagen.", "B"),
    ],
)
def test_references_numbers_and_superlatives(text, letter):
    assert choice(text, "AB", options=["(0.5, 0.5), (0.1, 0.2)", "(0.4, 0.4), (0.9, 0.8)"]).value == letter


@pytest.mark.parametrize(
    "text",
    [
        "One might think of the clock.",
        "Suppose he turns, then the clock.",
        "Angenommen, er dreht sich um, dann wäre es die Uhr.",
        "Falls die Augen offen wären, die Uhr.",
        "Якби він обернувся, це був би годинник.",
        "Eğer başını kaldırsaydı, saat olurdu.",
        "Gdyby się odwrócił, to byłby zegar.",
        "अगर वह मुड़ता, तो घड़ी होती.",
        "만약 고개를 들었다면 시계일 것이다.",
        "ถ้าเขาเงยหน้า, จะเป็นนาฬิกา.",
        "你可能会想到地图, 也可能是时钟.",
        "No puedo decidir entre A y B.",
        "Nie mogę wybrać: A albo B.",
        "Невозможно выбрать: A или B.",
        "Kan niet kiezen tussen A of B: ik kan niet kiezen.",
        "Typically such boxes are blue.",
        "Users may say the map.",
        "Einige würden die Karte wählen, meine Kollegin sagt die Uhr.",
    ],
)
def test_the_quick_look_misses_nothing(text):
    assert asserted(text) != text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The list starts with C, but this was for another photo.", ""),
        ("B. That refers to a different scene. Here it is A.", "Here it is A."),
        ("Platz eins hat C. Das gilt aber für ein anderes Bild.", ""),
        ("The dog is different from all other animals. B.", "The dog is different from all other animals. B."),
    ],
)
def test_an_answer_that_belongs_to_another_picture_is_left_out(text, left):
    assert asserted(text).strip() == left
