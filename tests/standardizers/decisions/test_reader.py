"""Whether more is needed: both sides weighed, scenes described, images that fail to load, corrections."""

import pytest

from standardizers import decision

ASKED = "These are parts of an image. Do you need more views to answer the question? Answer yes or no."


@pytest.mark.parametrize(
    "text",
    [
        "Non riesco ad aprire le immagini che hai inviato: il file sembra danneggiato.",
        "Impossible d'ouvrir l'image.",
        "图片加载失败",
        "画像を開けません。",
        "Reasons for yes: only a corner is visible. Reasons for no: some goods are visible already.",
        "A reason for more views: the left edge cuts off the team. A reason against: the yoke is fully visible.",
        "I see good arguments on both sides.",
        "view view needs the the porter needs view , , . view",
        "Las partes muestran tejados cubiertos de nieve y un gato sobre una cornisa.",
        "Das Bild zeigt eine Ladenzeile mit Markisen.",
        "In der Ansicht sieht man ein Regal. Ob weitere Ansichten erforderlich sind, hängt davon ab, ob",
        "質問は「どの電車が遅れているか」について、追加の情報が必要かどうかを尋ねています。",
    ],
)
def test_neither_yes_nor_no(text):
    assert decision(text, question=ASKED).fallback


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("This lower-left part already shows everything that is required.", "no"),
        ("No, the current view already shows all that is needed.", "no"),
        ("Does not show everything that is needed.", "yes"),
        ("All three remaining views.", "yes"),
        ("No... hold on, the lower half is hidden outside the frame. Yes, I need more views.", "yes"),
        ("Das Bild zeigt nicht genug.", "yes"),
    ],
)
def test_everything_or_not(text, value):
    assert decision(text, question=ASKED)[::2] == (value, False)


def test_a_list_of_offered_views_asks_for_them():
    offered = "You can choose from these views: upper-left, upper-right, lower-right. Your Response:"
    assert decision('{"response": ["upper-left"]}', question=offered).value == "yes"
