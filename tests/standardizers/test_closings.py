"""Answers that a reply gives by its last clause: what is left, what follows, what another option loses to."""

import pytest

from standardizers import choice

MARKET = ["the fruit stall", "the bicycle", "the church tower", "the awning"]
TWO = ["the fruit stall", "the bicycle"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("The tower is far off, the awning is grey and the stall is half hidden. That leaves one.", "B"),
        ("A is blurred, C is cut off, D is only a stripe of cloth. Only one remains.", "B"),
        ("A ist unscharf, C angeschnitten und D bloß ein Stück Stoff. Bleibt nur eines.", "B"),
        ("C est loin, D est gris et A est caché. Il n'en reste qu'un.", "B"),
        ("The awning is grey and the tower is far away, but it loses to the bicycle.", "B"),
        ("The stall is large; still, it is no match for the bicycle.", "B"),
        ("Der Turm ist hoch, verliert aber gegen das Fahrrad.", "B"),
        ("Der Stand ist bunt, die Markise auch. Menschen sehen zuerst Bewegung, also doch das Fahrrad.", "B"),
        ("Le stand est coloré. Mais l'œil suit ce qui bouge, donc le vélo.", "B"),
        ("La torre es alta. Pero lo que se mueve llama la atención, así que la bicicleta.", "B"),
        ("A - stall\nB - bike\nC - steeple\nD - cloth\n\nMovement wins, so the bike it is.", "B"),
        (
            "Hard to tell, both the stall and the tower are big, and the light is poor. The bicycle, if you force me.",
            "B",
        ),
        ('{"most_salient": "B", "runner_up": "A"}', "B"),
        ("The tower is far off, the awning is grey and the stall is half hidden. That leaves open questions.", ""),
        ("A - stall\nB - bike\nC - steeple\nD - cloth\n\nThe bike and the cloth are both bright.", ""),
    ],
)
def test_last_clause_of_four(reply, letter):
    assert choice(reply, "ABCD", options=MARKET).value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("The stall is half in the shade, nobody would look there. The other one, then.", "B"),
        ("A liegt im Schatten. Also das andere.", "B"),
        ("두 번째는 흐릿하고 첫 번째가 더 눈에 띕니다.", "A"),
        ("Both the stall and the bicycle are bright and stand in the middle.", ""),
        ("Tanto el puesto (A) como la bicicleta (B) destacan mucho.", ""),
        ("The other pictures of this set are brighter.", ""),
    ],
)
def test_last_clause_of_two(reply, letter):
    assert choice(reply, "AB", options=TWO).value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("No other thing gets more attention than the boat.", "A"),
        ("Only the lighthouse comes before it.", "B"),
        ("The dog and the ball are noticed first. So: The third most salient", "C"),
    ],
)
def test_ranks_told_by_others(reply, letter):
    assert (
        choice(reply, "ABC", options=["The most salient", "The second most salient", "The third most salient"]).value
        == letter
    )
