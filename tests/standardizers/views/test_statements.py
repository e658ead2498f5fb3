"""What sentences about views want: none before its reasons, exceptions, the others, what is left, numbered tables."""

import pytest

from standardizers.views import views

SIX = "The image is split in to 6 equal parts, where the parts form 2 rows of 3, numbered in reading order."
NINE = "The parts form a 3 by 3 grid, numbered in reading order."
TABLE = "| # | Part | Reason |\n|---|---|---|\n| 1 | 4 | the plate |\n| 2 | 6 | its shadow |"
MARKED = "| Wanted | Part |\n|---|---|\n| yes | 5 |\n| no | 6 |"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None. A close-up of parts 1 and 2 wouldn't help.", ()),
        ("none (the plate in part 2 is readable)", ()),
        ("No zoom needed: the plate in part 3 can be read at this size.", ()),
        ("None, but part 2 would help.", (2,)),  # taken back
        ("None except part 2.", (2,)),
        ("No tile has to be zoomed; the lamps are large.", ()),
        ("Zooming would not help.", ()),
        ("I can answer from the full image.", ()),
    ],
)
def test_none_comes_first(text: str, expected: tuple[int, ...]) -> None:
    result = views(text, 4)
    assert result.value == expected
    assert not result.fallback


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All parts with the exception of 3.", (1, 2, 4)),
        ("Each part holds a lamp, except one: part 2. So I want all of them but that one.", (1, 3, 4)),
        ("Part 1 is just sky. Everything else should be enlarged.", (2, 3, 4)),
        ("Not part 2, but all the others.", (1, 3, 4)),
        ("I can exclude 1 and 4. The other two are worth zooming into.", (2, 3)),
        ("Not 1, not 2. Not 4 either. The lamp is in the remaining part.", (3,)),
        ("I can rule out 1, 2 and 4, so 3.", (3,)),
        ("There is nothing in part 1, so part 2.", (2,)),
        ("2 and 3; forget about 3.", (2,)),
        ("each of the four", (1, 2, 3, 4)),
        ("Each of the four corners has a lamp; part 2 has the biggest, so part 2.", (2,)),
        ("Only 3. The other three don't matter.", (3,)),
        ("Two tiles hold the lamp: 1 and 2. The other two are irrelevant.", (1, 2)),
        ("I want to zoom in on 2 because 1 only shows the sky.", (2,)),
        ("Could you zoom into part 2?", (2,)),
        ("May I see parts 1 and 3 in more detail?", (1, 3)),
        ("Part 1? Only sky. Part 2? A wall. Part 3? There it is! So, 3.", (3,)),
        ("The following parts are needed:\n1. Part 2\n2. Part 4", (2, 4)),
        ("2: the lamp, 4: its pole", (2, 4)),
        ("I can read nothing in part 2 at this size; zoom into it.", (2,)),  # a lack, no denial
        ("The plate says 'part 2'? No: I need part 1.", (1,)),
    ],
)
def test_what_is_left(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 4).value == expected


@pytest.mark.parametrize(
    "text",
    [
        "Should I zoom into part 2?",
        "The bus number is 2.",
        "The plate says 'Gate 2'.",  # written in the picture
        "The tram is number 3.",
        "$3",
        "No, the door is locked.",  # an answer to the question itself
        "It shows a street with a van in the lower left and a kiosk in the upper right.",
    ],
)
def test_no_selection(text: str) -> None:
    assert views(text, 4).fallback


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Only the upper row matters, i.e. parts 1, 2 and 3; nothing in the lower row helps.", (1, 2, 3)),
        ("Parts 4 and 5. Nothing in the top row is useful.", (4, 5)),
        (TABLE, (4, 6)),  # the first column only counts the lines
        (MARKED, (5,)),
        ("The plate lies in 3 and 6. Everything else is grass.", (3, 6)),
    ],
)
def test_rows_and_tables(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 6, question=SIX).value == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the middle tile of the bottom row", (8,)),
        ("The rightmost tile in the middle row.", (6,)),
        ("top row: left", (1,)),
        ("the left and middle parts of the lower row", (7, 8)),
        ("All of the top row.", (1, 2, 3)),
        ("The left sign in the top row.", (1, 2, 3)),  # a sign, not a view
        ("The centre tile and the one to its right.", (5, 6)),
        ("The middle tile and the tile below it.", (5, 8)),
    ],
)
def test_views_within_rows(text: str, expected: tuple[int, ...]) -> None:
    assert views(text, 9, question=NINE).value == expected


def test_a_reply_that_breaks_off_only_says_where_something_is() -> None:
    text = "We should look at the fence, which runs along the lower half. On the left side there is"
    assert views(text, 4, finished=False).fallback
    assert views("I need parts 2 and 4. Part 2 shows the", 4, finished=False).value == (2, 4)


@pytest.mark.parametrize(
    "text",
    [
        "Parts 1 to 3 show the ceiling. Parts 4 to 6 show the dancers. Parts 7 to 9 show",
        "I go row by row. Tiles 1, 2 and 3 contain the sky. Tiles 4, 5 and 6 contain the roof. Tile 7",
        "The upper row shows the sky. The middle row shows the house. The lower row shows the lawn.",
        "In parts 1 and 2 there is a cloud. In parts 4 and 5 I can see a bus. In part 7 there",
        "Die Teile 1 bis 3 zeigen den Himmel. Die Teile 4 bis 6 zeigen das Dach. Teil 7 zeigt",
        "Les parties 1 à 3 montrent le ciel. Les parties 4 à 6 montrent les toits. Les parties 7 à",
        "As partes 1 a 3 mostram o céu. As partes 4 a 6 mostram os telhados. As partes 7",
        "De delen 1 tot 3 tonen de lucht. De delen 4 tot 6 tonen de daken. De delen 7",
        "Części 1–3 pokazują niebo. Części 4–6 pokazują dachy. Części",
        "第1到3部分显示天空。第4到6部分显示屋顶。第7到9部分显示",
        "部分1から3は空を示しています。部分4から6は屋根を示しています。部分7から",
    ],
)
def test_a_walk_through_the_parts_selects_none(text: str) -> None:
    assert views(text, 9).fallback


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Parts 1 to 3 show the sky, parts 4 to 6 show the jockeys. So I zoom into 4, 5 and 6.", (4, 5, 6)),
        ("Parts 1 to 3 show the sky. Parts 7 to 9 show grass. I need part 6.", (6,)),
        ("4, 5, 6. These parts show the jockeys, parts 1 to 3 show the sky.", (4, 5, 6)),
        ("Parts 4 and 5 show the couple.", (4, 5)),
        ("Selected: 4, 5. Parts 1 to 3 show the sky. Parts 7 to 9 show", (4, 5)),
        ("Die Teile 1 bis 3 zeigen den Himmel, ich brauche Teil 5.", (5,)),
    ],
)
def test_a_choice_beside_descriptions(text: str, wanted: tuple[int, ...]) -> None:
    assert views(text, 9).value == wanted
