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


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("What I have here is plenty.", "no"),
        ("This view already gives me all I need.", "no"),
        ("No, the lower half tells me what I need to know.", "no"),
        ("Do I need more views? Not at all, the label is sharp.", "no"),
        ("The answer is not in this part.", "yes"),
        ("Only the rest of the image can show it.", "yes"),
        ("ye", "yes"),
        # descriptions, plans, questions back and refusals
        ("Dieser Ausschnitt zeigt ein Dach mit roten Ziegeln.", ""),
        ("Op de foto staat een molen met een brug.", ""),
        ("네 명의 아이가 공원에서 놀고 있습니다.", ""),
        ("Có hai con thuyền trên sông.", ""),
        ("No fundo há uma igreja com duas torres.", ""),
        ("Bridges can be identified in many cities by a plate.", ""),
        ("We should consider: (a) the size of the sign, (b) its distance, (c) which", ""),
        ("Sure! I'd be glad to help. What would you like to know?", ""),
        ("No me es posible abrir la imagen.", ""),
        ("أنا نموذج لغوي ولا أستطيع رؤية الصور.", ""),
        ("It is possible that more parts are needed, and it is possible that they are not.", ""),
        ("はい、または、いいえで答えてください。", ""),
    ],
)
def test_needs_and_what_only_looks_like_one(reply, value):
    assert decision(reply).value == value


@pytest.mark.parametrize("reply", ["unten links", "inferior izquierda", "en bas à gauche"])
def test_a_view_named_in_another_language(reply):
    question = "You can choose from these views: upper-left, lower-left, lower-right. Your Response:"
    assert decision(reply, question=question).value == "yes"
