"""Ranks under a heading in any language, and what looks like a rank but spreads over several or counts a row."""

import pytest

from standardizers import choice

RANKS = ["The most salient", "The second most salient", "The third most salient", "The fourth most salient"]


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        pytest.param("Rang: vierter Platz. Davor kommen die Frau, der Hund und der Ball.", "D", id="de"),
        pytest.param("Rang: dritter Platz.", "C", id="de alone"),
        pytest.param("Rank: third place. The girl and the dog come before it.", "C", id="en"),
        pytest.param("Rang : deuxième place. Devant, il n'y a que le cycliste.", "B", id="fr"),
        pytest.param("Puesto: tercer lugar. Antes van la niña y el perro.", "C", id="es"),
        pytest.param("Posizione: secondo posto.", "B", id="it"),
        pytest.param("Место: третье. Перед ним идут ребёнок и собака.", "C", id="ru"),
        pytest.param("Rank: third place. Or maybe the second.", "", id="taken back"),
        pytest.param("Rang: irgendwo zwischen dem zweiten und dem vierten Platz.", "", id="a range"),
        pytest.param("Rang: unklar. Davor könnten drei oder vier Dinge kommen.", "", id="unclear"),
        pytest.param("Der Traktor steht auf dem dritten Platz von links.", "", id="a place in a row"),
    ],
)
def test_headed_rank(reply, letter):
    assert choice(reply, "ABCD", options=RANKS).value == letter
