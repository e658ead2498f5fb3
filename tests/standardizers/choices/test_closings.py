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
        ("The stall lies in the shade, the bicycle in the sun. I would therefore name the bicycle.", "B"),
        ("Der Stand liegt im Schatten, das Fahrrad in der Sonne. Ich würde also das Fahrrad nennen.", "B"),
        ("Ik zie een kerktoren en een fiets. Ik zou dus de fiets noemen.", "B"),
        ("Der Stand und das Fahrrad fallen auf. Ich würde also nicht das Fahrrad nennen.", ""),
        ("Der Stand und das Fahrrad fallen auf. Ich würde also das Fahrrad oder den Stand nennen.", ""),
        ("The stall and the bicycle stand out. I would therefore move the bicycle.", ""),
        ("L'étal, la tour et l'auvent sont trop pâles. Il ne reste donc que le deuxième de la liste.", "B"),
        ("El quiosco, la torre y el toldo no llaman la atención. Solo queda la segunda opción.", "B"),
        ("Turm, Markise und Stand scheiden aus. Bleibt also nur die zweite Option.", "B"),
        ("L'étal et l'auvent sont trop pâles. Il ne reste donc que le deuxième de la liste.", ""),
        ("L'étal, la tour et l'auvent sont pâles. Il ne reste que le deuxième plan.", ""),
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


BOXES = ["[12, 10, 150, 120]", "[250, 140, 410, 330]", "[480, 350, 635, 475]", "[470, 5, 630, 110]"]
NAMES = ["the girl", "the bench", "the lamp post", "the dog"]
RANKS = ["third most salient", "most salient", "second most salient", "least salient"]


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("The child in red is what catches the eye first; the bench, the lamp post and the dog are grey.", NAMES, "A"),
        ("Something stands out; the bench and the dog are grey.", NAMES, ""),
        ("The central box, (B), since it holds a face.", BOXES, "B"),
        ("The other box, (B), since it holds a face, is small. I choose (C).", BOXES, "C"),
        ("I'd go with the box around the upper left corner. A sign is there.", BOXES, "A"),
        ("(A) is empty, (D) is sky, and (B) is only a road.\n\nThat leaves the lower right region.", BOXES, "C"),
        ("The wave comes first, then the surfer. Hence the kite takes third place, which is option A.", RANKS, "A"),
        ("Everyone would expect A here; I don't. It's C.", NAMES, "C"),
        ("It would have been C, but as it is, D.", NAMES, "D"),
        ("A? No. B? Also no. It's got to be D.", NAMES, "D"),
        ("B, C because both stand out", NAMES, ""),
        ("The bench is little more than a line, and I can rule it out.", NAMES, ""),
        ("The girl is far, the bench is dark, the dog is small. Finally, the lamp post. It is grey.", NAMES, ""),
    ],
)
def test_what_a_text_comes_down_to(text, options, value):
    assert choice(text, options=options).value == value


BOXES = ["0.02,0.61,0.20,0.93", "0.28,0.14,0.57,0.90", "0.60,0.42,0.74,0.69", "0.79,0.20,0.98,0.55"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        (
            "Tricky, and D in particular is vivid, but if I have to commit I'd say it's the child in the second box.",
            "B",
        ),
        ("D stands out a lot, still, if pressed I'd say the first one.", "A"),
        ("Not easy. A is large, but if I had to pick one, it would be the third box with the dog.", "C"),
        ("Schwer zu sagen, D ist zwar hell, aber wenn ich mich festlegen muss, nehme ich die dritte Box.", "C"),
        ("Difficile à dire, A est très coloré, mais s'il faut trancher je dirais la deuxième boîte.", "B"),
        ("Difícil de decir; B es grande, pero si tengo que elegir, diría que es la cuarta caja.", "D"),
        ("If I must choose, B, but D is vivid too.", "B"),
        ("A jest jasne, ale jeśli muszę wybrać, to D.", "D"),
        ("If pressed I'd say A or B.", ""),
        ("If I have to choose between A and B, I can't.", ""),
        ("D is vivid, but if I had to commit to one it might be the second or the third box.", ""),
        ("If I have to commit to one I would need to see the child in the second box more clearly.", ""),
        ("Hard to be sure; D is vivid and the second box has a child, but I can't commit to one.", ""),
    ],
)
def test_where_pressed(reply, letter):
    assert choice(reply, "ABCD", options=BOXES).value == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("The areas are the same and cannot decide the matter. The most salient object is B.", "B"),
        ("Size alone cannot decide the question, so I go with A.", "A"),
        ("I cannot decide the matter. A and B are both salient.", ""),
        ("I cannot decide this question.", ""),
        ("One could argue for A because of its size. One could also argue for B because of its colour.", ""),
        ("I would also argue for A.", "A"),
    ],
)
def test_aspects_that_decide_nothing(reply, letter):
    assert choice(reply, "AB", options=TWO).value == letter
