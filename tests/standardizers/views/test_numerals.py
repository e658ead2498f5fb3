"""Views in other languages: spelled numbers, places, alternatives, wholes, and that nothing is to be enlarged."""

import pytest

from standardizers.views import views

SIX = "The image is split in to 6 equal parts, where the parts form 2 rows of 3, numbered in reading order."
FOUR = "1 is the upper-left part, 2 is the upper-right part, 3 is the lower-left part, 4 is the lower-right part."
NINE = "The parts form a 3 by 3 grid, numbered in reading order."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Las partes tres y seis, donde se ve la matrícula.", (3, 6)),
        ("Il me faut les parties deux et cinq, car le chien y est.", (2, 5)),
        ("Die Teile vier und sechs, weil dort die Uhr hängt.", (4, 6)),
        ("Части три и пять, там вывеска.", (3, 5)),
        ("De delen twee en zes, daar hangt de klok.", (2, 6)),
        ("J'ai besoin de la sixième partie.", (6,)),
        ("Necesito la quinta y la sexta parte.", (5, 6)),
        ("Das fünfte Teilbild bitte.", (5,)),
        ("Пятая часть.", (5,)),
        ("beşinci parça", (5,)),
        ("Zoom auf Teil 3, dort hängt die Uhr.", (3,)),  # "dort" is no Turkish four
        ("La partie 2 un peu floue.", (2,)),  # an article, no one
    ],
)
def test_spelled_numbers_stand_beside_a_word_for_views(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 6, question=SIX).value == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("La case centrale.", (5,)),
        ("Das mittlere Feld.", (5,)),
        ("La casilla del centro.", (5,)),
        ("中间的部分。", (5,)),
        ("unten in der Mitte", (8,)),
        ("en bas au milieu", (8,)),
        ("links Mitte", (4,)),  # the middle row, told the other way round
        ("La tuile du milieu de la rangée supérieure.", (2,)),
        ("Die mittlere Kachel der unteren Reihe.", (8,)),
        ("La rangée du milieu.", (4, 5, 6)),  # a row, no view in it
        ("La case centrale et celle juste à sa droite.", (5, 6)),
        ("Die mittlere Kachel und die links davon.", (4, 5)),
    ],
)
def test_places_of_a_grid(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 9, question=NINE).value == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die rechten Teile.", (2, 4)),
        ("Обе нижние части.", (3, 4)),
        ("Les deux parties de gauche.", (1, 3)),
        ("Der Teil rechts unten.", (4,)),
        ("Les quatre parties.", (1, 2, 3, 4)),
        ("Tutte e quattro.", (1, 2, 3, 4)),
        ("Alle Teile außer dem ersten.", (2, 3, 4)),
        ("les parties 1 à 3", (1, 2, 3)),
        ("Para leer la placa hay que ampliar la parte 3.", (3,)),  # Spanish "leer" is not German "empty"
        ("2 ve 3 numaralı parçalar.", (2, 3)),
    ],
)
def test_sides_and_wholes(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 4, question=FOUR).value == expected


@pytest.mark.parametrize(
    "text", ["Teil 1 oder Teil 3, ich bin unsicher.", "Partie 1 ou 2.", "Часть 1 или 4.", "1或2，我不确定。"]
)
def test_alternatives_choose_nothing(text: str) -> None:
    assert views(text, 4, question=FOUR).fallback


@pytest.mark.parametrize(
    "text",
    [
        "Ein Zoom ist hier nicht nötig.",
        "No es necesario hacer zoom.",
        "On peut répondre sans zoomer.",
        "Ohne Zoom gut lesbar.",
        "La imagen es suficientemente clara.",
        "L'image est assez nette, pas de zoom.",
    ],
)
def test_nothing_is_to_be_enlarged(text: str) -> None:
    assert views(text, 4, question=FOUR)[:1] == ((),)
    assert not views(text, 4, question=FOUR).fallback


@pytest.mark.parametrize(
    "text", ["On ne peut pas répondre sans zoomer.", "Ich kann nicht zoomen.", "Ohne Zoom nicht lesbar."]
)
def test_a_lack_is_no_none(text: str) -> None:
    assert views(text, 4, question=FOUR).fallback
