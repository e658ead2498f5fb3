"""Decisions in many languages: what clauses need, lack or have enough of, and what says neither."""

from __future__ import annotations

import pytest

from standardizers.decisions import decision
from standardizers.stance.need_clauses import contradicts, stated_in_clauses

QUESTION = "Do you need more information? Reply in your own words. The question: Who holds the trophy?"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Mir fehlt der untere Teil.", "yes"),
        ("Es fehlt nichts.", "no"),
        ("Brakuje mi prawej strony.", "yes"),
        ("Nic nechybí.", "no"),
        ("Ne, další okna nepotřebuji.", "no"),
        ("Αυτά δεν αρκούν.", "yes"),
        ("Αρκεί αυτό.", "no"),
        ("Více nepotřebuji.", "no"),
        ("Das ist alles, was ich brauche.", "no"),
        ("هذا لا يكفي.", "yes"),
        ("यह काफ़ी नहीं है।", "yes"),
        ("还不能判断,右边没看到。", "yes"),
    ],
)
def test_clauses_of_many_languages(reply, wanted):
    assert decision(reply).value == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("I was about to say no. But the space between them isn't shown. Yes after all.", "yes"),
        ("Is the view enough? No.", "yes"),
        ("Is anything missing? No.", "no"),
        ("I can see two lanes, but the rest of the road is beyond the edge.", "yes"),
        ("stop()", "no"),
        ('request_view(direction="down")', "yes"),
        ('{"action": "continue"}', "yes"),
        ("Further views: required", "yes"),
    ],
)
def test_forms_of_decisions(reply, wanted):
    assert decision(reply).value == wanted


@pytest.mark.parametrize(
    "reply",
    [
        "I need more. I do not need more.",
        "need need need need need need need",
        "Yes if the sign continues, no if it ends here.",
        "It is unclear whether I need more.",
        "Some people would need more, others would not.",
        "Reply in your own words.",
        "Je ne peux pas vous aider avec cette demande.",
        '{"detail": "Not authenticated"}',
        "Which town is this? Pharmacies differ a lot between towns.",
        "Trophies have been awarded since ancient times.",
        "Vielleicht.",
    ],
)
def test_what_decides_nothing(reply):
    assert decision(reply, question=QUESTION).fallback


def test_answers_need_no_more():
    assert decision("The man in the white shirt.", question=QUESTION).value == "no"


def test_negations_turn_concepts_round():
    assert stated_in_clauses("ik heb meer nodig") == "yes"
    assert stated_in_clauses("ik heb niets nodig") == "no"
    assert stated_in_clauses("a red car") == ""


def test_contradictions_need_the_same_words():
    assert contradicts("i need more. i do not need more.")
    assert not contradicts("i need the left part. i do not need more.")


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Ja, ich brauche weitere Ausschnitte, denn der Hafen reicht über den Bildrand hinaus.", "yes"),
        ("Ich brauche mehr, weil die Leiter bis zum Dach reicht.", "yes"),
        ("Nee, wat ik nu zie is voldoende.", "no"),
        ("Nej, det räcker nu.", "no"),
        ("Ja, ik heb nu meer nodig.", "yes"),
        ("Nu pot răspunde.", "yes"),
        ("No, the view is not sufficient.", "yes"),
        ("Yes, this is enough.", "no"),
        ("Xin lỗi, tôi không thể xử lý yêu cầu này.", ""),
        ("Je ne peux pas traiter cette demande.", ""),
        ("Maaf, saya tidak dapat memproses permintaan ini.", ""),
        ("Không, hình này là đủ.", "no"),
    ],
)
def test_a_yes_or_no_and_the_clause_behind_it(reply, wanted):
    assert decision(reply, question=QUESTION).value == wanted


SMILE = "The question about the full image is: Is the clerk smiling? Do you need more views? Answer yes or no."
LAMPS = "The question about the full image is: How many lamps hang above the table? Do you need more views?"


@pytest.mark.parametrize(
    ("question", "reply", "wanted"),
    [
        (SMILE, "Yes, she is smiling at a child.", ""),
        (SMILE, "Yes. The clerk is smiling.", ""),
        (SMILE, "Yes, she is.", ""),
        (SMILE, "Yes, the clerk may be smiling.", "yes"),
        (SMILE, "Yes, I need to see whether the clerk is smiling.", "yes"),
        (SMILE, "Yes, the clerk's face is turned away.", "yes"),
        (SMILE, "Yes, it is necessary.", "yes"),
        (SMILE, "No, she is smiling.", "no"),
        (LAMPS, "Yes, the lamps above the table are cut off.", "yes"),
        (LAMPS, "Five lamps hang above the table.", "no"),
        (LAMPS, "I can only see the table.", "yes"),
        (LAMPS, "I can see five lamps.", "no"),
        (LAMPS, "Part 1 of 4.", ""),
    ],
)
def test_answers_to_the_other_question(question, reply, wanted):
    assert decision(reply, question=question).value == wanted
