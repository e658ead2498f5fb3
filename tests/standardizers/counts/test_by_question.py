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


HELMETS = "How many people are wearing helmets? Answer with a number."
FRAMES = "How many blue frames are in the image? Answer with a number."


@pytest.mark.parametrize(
    ("question", "reply", "value"),
    [
        # some of all
        (HELMETS, "Fünf der acht Radfahrer tragen einen Helm.", 5),
        (HELMETS, "Sur les huit cyclistes, cinq portent un casque.", 5),
        (HELMETS, "Cinq cyclistes sur huit portent un casque.", 5),
        (HELMETS, "Cinque dei otto ciclisti portano un casco.", 5),
        (HELMETS, "八个人里有五个戴头盔。", 5),
        (HELMETS, "8人中5人がヘルメットをかぶっています。", 5),
        (HELMETS, "여덟 명 중 다섯 명이 헬멧을 쓰고 있다.", 5),
        (HELMETS, "Sekiz kişiden beşi kask takıyor.", 5),
        (HELMETS, "Eight cyclists, five of whom wear helmets.", 5),
        (HELMETS, "Eight people with helmets, five of whom are women.", 8),
        (HELMETS, "Zwei Frauen und ein Kind.", 3),
        (HELMETS, "The two women and the boy", 3),
        (HELMETS, "Nobody is wearing one.", 0),
        # rows of numbered things
        (HELMETS, "Rider 1: helmet. Rider 2: no helmet. Rider 3: helmet.", 2),
        (HELMETS, "Step 1: find the riders. Step 2: look at their heads.", None),
        (HELMETS, "Image 1: 3 riders. Image 2: 2 riders.", None),
        # captions, and offers instead of an answer
        (HELMETS, "A parade with 7 floats on a wide road.", None),
        (HELMETS, "A parade with 7 people in helmets.", 7),
        (HELMETS, "I can't identify people, but I'm glad to help with 1 of the following: the road or the sky.", None),
        (HELMETS, "Sorry, I can't do this. Here are 2 things I could do instead: name the road, list the bikes.", None),
        (HELMETS, "I can't name them, but I can count them: there are 4.", 4),
        (SALIENT, "The image shows a quiet harbour with 5 boats, 2 of which are red. The sky is grey.", None),
        (SALIENT, "A square with 6 stalls, one of which sells fish. It is early.", None),
        (SALIENT, "5 boats, 2 of which are red.", 5),
        (SALIENT, "There are 5 salient objects, 2 of which are boats.", 5),
        (HELMETS, "There are fifteen riders altogether, and 6 of these wear helmets.", 6),
        (HELMETS, '{"riders": 15, "people_with_helmets": 6}', 6),
        (SALIENT, '{"dogs": 2, "cats": 1}', 3),
        # colours behind what is counted
        (FRAMES, "Trong ảnh có sáu khung màu xanh dương.", 6),
        (FRAMES, "Có 6 khung màu xanh.", 6),
        (FRAMES, "Có sáu màu trong ảnh.", None),
        (FRAMES, "Ada enam bingkai berwarna biru.", 6),
        (FRAMES, "Det er sju blå rammer i bildet.", 7),
        (FRAMES, "ในภาพมีกรอบสีน้ำเงินหกกรอบ", 6),
        (FRAMES, "มีหกกรอบสีน้ำเงิน", 6),
        (FRAMES, "I see six different colours.", None),
        # a heading that calls what follows the answer
        (SALIENT, "### Analysis\n- about 12 guests, not salient\n- a cook\n\n### Answer\n3", 3),
        (SALIENT, "### Antwort\n3\n\n### Begründung\n- 10 Gäste im Hintergrund", 3),
        (SALIENT, "**Analyse**\n4 voitures\n\n**Réponse**\n\n2", 2),
        (SALIENT, "There are 3 salient objects.\n\n### Answer\nSee above.", 3),
        (SALIENT, "### Analysis\n12 guests\n\n### Answer\nI cannot determine the number.", None),
        (SALIENT, "### Analysis\n12 guests\n\n### Answer\n2 or 3", None),
    ],
)
def test_numbers_tied_to_what_is_asked(question, reply, value):
    result = count(reply, question=question)
    assert (None if result.fallback else result.value) == value
