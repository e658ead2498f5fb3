"""Rankings in short sentences: the only comparison, what wins, what is left, points, and what is no ranking."""

from __future__ import annotations

import pytest

from standardizers import order

FARM = ["the tractor", "the farmer", "the barn"]
HARBOUR = ["the crane", "the sailor", "the fountain", "the newspaper stand"]
BOXES = ["0.08,0.42,0.31,0.88", "0.44,0.17,0.69,0.93", "0.76,0.52,0.92,0.70", "0.01,0.03,0.13,0.19"]


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param("Clearly the castle before the waterfall.", "AB", id="nothing but a comparison"),
        pytest.param("Waterfall over castle.", "BA", id="comparison without articles"),
        pytest.param("The castle is before the waterfall.", "", id="where it stands"),
        pytest.param("The castle is over the waterfall.", "", id="where it hangs"),
    ],
)
def test_two(reply: str, ranking: str) -> None:
    assert order(reply, "AB", options=["the castle", "the waterfall"]).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param("Der Mensch ist ganz oben, die Scheune ganz unten, dazwischen der Traktor.", "BAC", id="de"),
        pytest.param("Le fermier en tête, la grange en queue, le tracteur entre les deux.", "BAC", id="fr"),
        pytest.param("The barn is last. The farmer wins.", "BAC", id="first and last leave the middle"),
        pytest.param("The tractor wins by a mile, the farmer loses.", "ACB", id="wins and loses"),
        pytest.param("The farmer wins.", "", id="only the first"),
        pytest.param("Of the farmer and the barn, the farmer wins.", "", id="wins among two"),
        pytest.param("The one on the left (A) beats the tall man (B), and B beats C.", "ABC", id="described letters"),
        pytest.param("The farmer first, then the contraption, and the barn last.", "BAC", id="one unknown word"),
        pytest.param("The farmer first, then the gizmo, and the gadget last.", "", id="two unknown words"),
        pytest.param("The farmer comes first, then the barn; the rest is dull.", "", id="the rest is no thing"),
        pytest.param("I would give four points to B, nine points to C and one to A.", "CBA", id="points in words"),
        pytest.param("I see four people in B, nine in C and one in A.", "", id="numbers of things"),
        pytest.param("B leads. A and C look interchangeable to me.", "", id="interchangeable"),
        pytest.param("B first; I can't rank A and C.", "", id="cannot rank the others"),
        pytest.param("I can't say why, but B is first, then C, then A.", "BCA", id="cannot say why"),
    ],
)
def test_three(reply: str, ranking: str) -> None:
    assert order(reply, "ABC", options=FARM).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param(
            "Le marin d'abord, ensuite la grue, puis la fontaine ; le kiosque à journaux ferme la marche.",
            "BACD",
            id="fr, unknown last",
        ),
        pytest.param("The sailor first, then the crane. C and D come third and fourth.", "BACD", id="in turn"),
        pytest.param(
            "The sailor and the crane are the two strongest, in that order, then the fountain and the newspaper stand.",
            "BACD",
            id="in that order",
        ),
        pytest.param(
            "Primero el marinero, luego la grúa, después la fuente y cierra la lista el quiosco de prensa.",
            "BACD",
            id="es, unknown last",
        ),
    ],
)
def test_four(reply: str, ranking: str) -> None:
    assert order(reply, "ABCD", options=HARBOUR).value == ranking


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        pytest.param("\n".join(f"{i}) {BOXES[k]}" for i, k in enumerate((1, 0, 3, 2), 1)), "BADC", id="lines"),
        pytest.param("; ".join(f"{i}) {BOXES[k]}" for i, k in enumerate((2, 1, 0, 3), 1)), "CBAD", id="row"),
        pytest.param(
            "To rank the boxes, I consider their areas: A 0.088, B 0.136, C 0.035, D 0.023. Contrast matters, too.",
            "",
            id="areas are no ranking",
        ),
    ],
)
def test_boxes(reply: str, ranking: str) -> None:
    assert order(reply, "ABCD", options=BOXES).value == ranking


STREET = ["the tram", "the dog", "the balloon seller"]


@pytest.mark.parametrize(
    "text",
    [
        "Au premier plan, le tram. Le chien est au second plan. Le vendeur est tout au fond, en dernière rangée.",
        "El perro está en primer plano, el tranvía en segundo plano y el vendedor al fondo.",
        "I'll walk through it as the eye might. The first thing I notice is the tram. The second thing is a dog.",
        "Let me compare them. By area alone, the tram is first, the dog second and the balloon seller third.",
        "The tram could come first, the dog second and the balloon seller third, or the other way round.",
    ],
)
def test_a_course_is_no_ranking(text: str) -> None:
    assert order(text, options=STREET).fallback


@pytest.mark.parametrize(
    ("text", "ranking"),
    [
        ("Let me see. The dog is first. The tram is second. The balloon seller is third.", "BAC"),
        ("Looking at the street, I'd say the dog is first. Then comes the tram. The balloon seller is last.", "BAC"),
        ("The dog gets the first look, the tram the second, and the balloon seller comes last.", "BAC"),
        ("Zuerst sieht man den Hund, dann die Straßenbahn, zum Schluss den Ballonverkäufer.", "BAC"),
        ("On voit d'abord le chien, puis le tram, et pour finir le vendeur.", "BAC"),
    ],
)
def test_a_told_ranking(text: str, ranking: str) -> None:
    assert order(text, options=STREET).value == ranking
