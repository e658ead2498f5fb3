"""Options that replies of other languages give, and clauses that only mention them."""

from __future__ import annotations

import pytest

from standardizers import choice


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Η σωστή απάντηση είναι το B.", "B"),
        ("گزینه C را انتخاب می‌کنم.", "C"),
        ("לדעתי D הוא הבולט ביותר.", "D"),
        ("Wybrałbym B, bo najbardziej przyciąga uwagę.", "B"),
        ("Bence A seçeneği en belirgin.", "A"),
        ("Đáp án A là nổi bật nhất.", "A"),
        ("A C lehetőséget választom.", "C"),
        ("ตัวเลือก C โดดเด่นที่สุด", "C"),
        ("Ich würde mich für Option C entscheiden, da das Objekt groß ist.", "C"),
        ("Απάντηση: Β", "B"),
    ],
)
def test_the_concepts_of_a_clause_give_an_option(reply, letter):
    assert choice(reply).value == letter


@pytest.mark.parametrize(
    "reply",
    [
        "Δεν είναι το B.",
        "Tôi không chọn A.",
        "No es la A.",
        "Ik twijfel tussen A en C.",
        "C wäre richtig, wenn das Bild heller wäre.",
        "Nevím, možná A nebo B.",
        "A یا B؟",
        "Wybieram między A i B.",
    ],
)
def test_denials_conditions_and_alternatives_give_none(reply):
    assert choice(reply).fallback


@pytest.mark.parametrize(
    "reply",
    [
        "It depends: A for experts, B for beginners.",
        "If you mean size, A; if you mean motion, B.",
        "Answer: A\nAnswer: C",
        "Some would say A, others B.",
        "The user asks which of A, B, C, D is most salient.",
        "I could choose A, but I could also choose B.",
    ],
)
def test_undecided_replies_give_none(reply):
    assert choice(reply).fallback


def test_denied_lists_leave_one():
    assert choice("Not A, B or D.").value == choice("I would rule out A, B and D.").value == "C"


def test_a_restated_question_is_no_answer():
    names = ["the dog", "the frisbee"]
    assert choice("Which is more salient? A. the dog B. the frisbee", "AB", options=names).rule == "restated"
    assert choice("A. the dog", "AB", options=names).value == "A"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("La fixation la plus longue est celle du point B, sur le visage ; les points A et C sont à côté.", "B"),
        ("Die längste Fixation ist wohl die von Punkt B; die Punkte A und C liegen auf der Kleidung.", "B"),
        ("La fissazione più lunga è quella del punto D, sul volto; A e B sono brevi.", "D"),
        ("La plus longue n'est pas celle du point B.", ""),
        ("La fixation la plus longue est soit A, soit B.", ""),
        ("La fixation la plus courte est celle du point A ; les autres sont égales.", ""),
    ],
)
def test_what_is_most_is_the_answer(reply, wanted):
    assert choice(reply, "ABCD").value == wanted
