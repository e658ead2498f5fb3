"""First thoughts that a reply drops, and sentences that repeat what the prompt says is zoomed."""

import pytest

from standardizers import view_operations, views
from standardizers.views.first_thoughts import without_first_thoughts
from standardizers.views.restated import without_state

QUARTERS = (
    "This is the full image, split into 4 equal parts: 1 is the upper-left part, 2 is the upper-right part, 3 is the "
    "lower-left part, and 4 is the lower-right part. Which parts do you need?"
)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Zuerst dachte ich an Teil 1, aber die Uhr hängt rechts oben. Also Teil 2, sonst nichts.", (2,)),
        ("Anfangs hielt ich Teil 3 für richtig, doch das Schild ist unten rechts. Also Teil 4.", (4,)),
        ("Au début je pensais à la partie 1, mais l'horloge est en bas. Donc la partie 4, rien d'autre.", (4,)),
        ("Al principio pensé en la parte 1, pero el reloj está abajo. Así que la parte 3, nada más.", (3,)),
        ("Первоначально я думал о части 2, но часы внизу. Значит, части 3 и 4.", (3, 4)),
        ("Eerst dacht ik aan deel 1, maar de klok hangt rechts. Dus deel 2, verder niets.", (2,)),
        ("Początkowo myślałem o części 1, ale zegar jest na dole po prawej. Czyli część 4.", (4,)),
        ("起初我以为是第1部分,但钟在右上方。所以是第2部分,别的不需要。", (2,)),
        ("처음에는 1번이라고 생각했지만 시계는 아래쪽에 있습니다. 따라서 3번과 4번입니다.", (3, 4)),
        ("Ich dachte zuerst an Teil 1, aber auch Teil 2 ist nötig. Also Teile 1 und 2.", (1, 2)),  # adds to it
        ("Zuerst Teil 1 und dann Teil 2.", (1, 2)),  # an order
        ("At first I thought that the men stand in part 1, but the sign is part 3.", (3,)),
        ("Al principio pensé en la parte 1 de la imagen, pero es la parte 4.", (4,)),
        ("Hard to say at this size, but the clock should hang at the top, so probably parts 1 and 2.", (1, 2)),
        ("It is hard to tell, but I would say tile 4.", (4,)),
    ],
)
def test_what_follows_a_first_thought_counts(reply, wanted):
    assert views(reply, 4, question=QUARTERS).value == wanted


@pytest.mark.parametrize(
    "reply",
    [
        "Hard to say which tile it is.",
        "Hard to say whether it is 1 or 2.",
        "Hard to say, but it is either 2 or 3.",
        "It's hard to say. The clock could be anywhere.",
    ],
)
def test_doubts_without_an_answer(reply):
    assert views(reply, 4).fallback


@pytest.mark.parametrize(
    "text",
    [
        "Erst dachte ich, Teil 1 sei nicht nötig, aber er ist es.",  # a denial
        "Zuerst dachte ich an nichts; Teil 2.",
        "Die erste Kachel ist 1, aber nicht 2.",
    ],
)
def test_other_sentences_stay(text):
    assert without_first_thoughts(text) == text


ZOOMED = (
    'Picture with 9 numbered tiles (3 x 3, reading order). Tiles zoomed so far: 4, 8.\nTell us three things: "keep" - '
    'which zoomed tiles stay (numbers or none); "part" - which further tiles should be zoomed (numbers or none); '
    '"shift" - where the window should move (any of left, right, up, down, or none).\nDecision:'
)


@pytest.mark.parametrize(
    "reply",
    [
        "Tiles zoomed so far: 4, 8.",
        "So far, tiles 4 and 8 have been zoomed.",
        "Bisher gezoomte Kacheln: 4, 8.",
        "Tuiles déjà zoomées : 4, 8.",
        "Уже увеличены: 4, 8.",
        "目前已放大的部分:4、8。",
        "Tiles 4 and 8 are already zoomed. Both show only sky.",
    ],
)
def test_the_state_of_the_prompt_is_no_operation(reply):
    assert view_operations(reply, 9, question=ZOOMED).fallback


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Tiles zoomed so far: 4, 8. Keep 4.", "Keep 4."),
        ("Tiles zoomed so far: 4.", "Tiles zoomed so far: 4."),  # not what the prompt says
        ("Keep tiles 4 and 8.", "Keep tiles 4 and 8."),
        ("Tiles 4 and 8 are already zoomed and stay.", "Tiles 4 and 8 are already zoomed and stay."),
    ],
)
def test_what_a_reply_adds_to_the_state_stays(text, left):
    assert without_state(text, frozenset((4, 8)), ZOOMED) == left


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Stay with tile eight, no further zooms, and slide the window upwards and then to the right.", (8, (), "ru")),
        ("Keep tile 4, drop tile 8. Zoom 5 additionally and move the window to the right.", (4, (5,), "r")),
        ("Keep the eighth, drop the fourth. No zooms. Window down and afterwards to the left.", (8, (), "ld")),
        ("Zoom the fifth and sixth, keep tile 4, window stays.", (4, (5, 6), "")),
        ("Behalte die vierte, verwirf die achte, zoome die fünfte, Fenster nach oben.", (4, (5,), "u")),
        ("Conserver 8. Pas d'autre zoom. Fenêtre vers le haut puis à gauche.", (8, (), "lu")),
        ("Mantengo la 8, descarto la 4. Amplío además la 9. La ventana, hacia abajo.", (8, (9,), "d")),
        ("タイル4を残し、8は捨てます。さらに5を拡大し、ウィンドウを右へ動かします。", (4, (5,), "r")),
        ("Behåll 8, släpp 4, zooma 5, fönstret åt höger.", (8, (5,), "r")),
        ("Zachowaj 8, odrzuć 4, powiększ 5, okno w prawo.", (8, (5,), "r")),
        ("8'i tut, 4'ü bırak, 5'i yakınlaştır, pencereyi sağa kaydır.", (8, (5,), "r")),
        ("Behoud 8, laat 4 vallen, geen verdere zooms, venster naar boven.", (8, (), "u")),
        ("Keep 8. Then zoom the first and the second. Window to the left.", (8, (1, 2), "l")),
        ("Further zooms: 6. Shift: none. Keep: 8", (8, (6,), "")),
        ("keep 8 | part none | shift up+left", (8, (), "lu")),
    ],
)
def test_three_operations_told_briefly(reply, wanted):
    keep, part, towards = wanted
    shift = tuple(name for name in ("left", "right", "up", "down") if name[0] in towards)
    assert tuple(view_operations(reply, 9, question=ZOOMED).value) == (part, (keep,), shift)
