"""Counts that only the question settles, things named alone, pairs, and things counted aloud."""

from __future__ import annotations

import pytest

from standardizers import count

LOOKING = "How many people look at the clock? Answer with a single number."
GREEN = "How many green arrows are there in the image? Please answer with a number."
SALIENT = "How many salient objects are there in the image? Please answer with a number."


@pytest.mark.parametrize(
    ("question", "reply", "value"),
    [
        pytest.param(LOOKING, "One reads, one sleeps, and the other four look at the clock.", 4, id="the others do it"),
        pytest.param(LOOKING, "Two women watch the clock, the remaining five look away.", 2, id="the others do not"),
        pytest.param(GREEN, "I don't see any green arrows; both arrows are red.", 0, id="other colours only"),
        pytest.param(GREEN, "All five arrows are blue, not green.", 0, id="all of another colour"),
        pytest.param(GREEN, "No green boxes. There are 2 green arrows and a red one.", 2, id="no other green thing"),
        pytest.param(GREEN, "| colour | n |\n|---|---|\n| red | 4 |\n| green | 1 |", 1, id="row of a table"),
        pytest.param(GREEN, "blue 2, green 6, red 1", 6, id="pairs of colour and number"),
        pytest.param(GREEN, "Two arrows are red, five are green.", 5, id="number said of the asked colour"),
        pytest.param(LOOKING, "The nurse and the boy look at the clock; the dog sleeps.", 2, id="who does it"),
        pytest.param(LOOKING, "Only her.", 1, id="one person alone"),
        pytest.param(SALIENT, "First I thought 4, but there are 6.", 6, id="first thought"),
        pytest.param(SALIENT, "Kite ✓, child ✓, fence ✗", 2, id="ticks in a row"),
        pytest.param(SALIENT, "Only the lighthouse; nothing else draws the eye.", 1, id="one thing named alone"),
        pytest.param(SALIENT, "Nur der Leuchtturm, sonst nichts.", 1, id="alone in German"),
        pytest.param(SALIENT, "The kite, nothing else.", 1, id="nothing else"),
        pytest.param(SALIENT, "Only the kite and the child.", 2, id="two things named alone"),
        pytest.param(SALIENT, "Just the background, nothing salient.", 0, id="background is no thing"),
        pytest.param(SALIENT, "Only the horses.", None, id="several of unknown number"),
        pytest.param(SALIENT, "Es un par: el perro y la pelota.", 2, id="pair in Spanish"),
        pytest.param(SALIENT, "Ein paar Dinge.", None, id="a few in German"),
        pytest.param(SALIENT, "Counting: 1 (kite), 2 (child), 3 (dog).", 3, id="counted aloud behind a heading"),
        pytest.param(SALIENT, "child: 1 (boy), dogs: 2", 3, id="numbers of kinds are added"),
        pytest.param(
            SALIENT,
            "Two overlap and more lie below. I would need a better photo to give you a number.",
            None,
            id="wants a better picture first",
        ),
        pytest.param(SALIENT, "Three, though I would need a better photo to be sure.", 3, id="a number all the same"),
        pytest.param(
            SALIENT,
            "Question: How many salient objects are there? Answer: 5\nQuestion: How many dogs are there? Answer: 1",
            5,
            id="answers another question, too",
        ),
        pytest.param(
            SALIENT,
            "Q: How many dogs are there? A: 2 Q: How many salient objects? A: 3",
            3,
            id="answers the other one first",
        ),
    ],
)
def test_counts_by_question(question: str, reply: str, value: int | None) -> None:
    found = count(reply, question=question)
    assert (None if found.fallback else found.value) == value
