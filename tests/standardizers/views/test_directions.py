"""Replies to prompts that ask for a direction and for no numbers of views."""

import pytest

from standardizers import view_operations, views

ASKED = "The view shows one part of a picture. Where should it move: left, right, up or down?"


@pytest.mark.parametrize(
    ("text", "shift"),
    [
        ("left", ("left",)),
        ("Down, since the feet are cut off.", ("down",)),
        ("The dog's tail is cut off at the left edge, so left.", ("left",)),
        ("Shift right and then down", ("right", "down")),
        ("right -> there may be more people on the left", ("right",)),
        ("I need to see what's on the right side of the image.", ("right",)),
        ('{"direction": "up"}', ("up",)),
        ("nach links", ("left",)),
        ("向右", ("right",)),
        ("Not left but right.", ("right",)),
        ("No shift is needed.", ()),
        ("None", ()),
        ('{"direction": null}', ()),
        ("The sky is blue.", None),
        ("I am sorry, I cannot see the image.", None),
        ("Left or right.", None),
        ("", None),
    ],
)
def test_the_direction_of_a_whole_reply(text: str, shift: tuple[str, ...] | None) -> None:
    found = view_operations(text, question=ASKED)
    assert found.value.shift == shift
    assert found.fallback == (shift is None)
    assert found.value.part is None


def test_a_prompt_with_numbers_of_views_is_read_as_before() -> None:
    numbered = "The view is split into 4 parts, numbered from 1 to 4. Shift it left, right, up or down?"
    assert view_operations("left", question=numbered).value.part == (1, 2)


def test_a_cut_reply_moves_nothing() -> None:
    assert view_operations("To find the door, the view has to be moved to the", question=ASKED, finished=False).fallback


QUESTION = (
    "Picture with 9 numbered tiles (3 x 3, reading order). Tiles zoomed so far: 4, 5.\nTask to be solved later: Which "
    'key opens the shed?\nTell us three things: "keep" - which zoomed tiles stay (numbers or none); "part" - which '
    'further tiles should be zoomed (numbers or none); "shift" - where the window should move (any of left, right, up, '
    "down, or none).\nDecision: "
)


@pytest.mark.parametrize(
    "reply",
    [
        "In the previous step tiles 4 and 5 were zoomed. How would you like to proceed?",
        "You have selected parts 4 and 5 for zooming. Operations: keep, part, shift. Let me know what you want.",
        "Tiles 4 and 5 have been zoomed already. Please tell me which of them should stay.",
        "Die Kacheln 4 und 5 wurden bisher vergrößert. Bitte sagen Sie mir, wie ich fortfahren soll.",
        "Les tuiles 4 et 5 ont été agrandies à l'étape précédente. Dites-moi comment vous souhaitez continuer.",
        "Las casillas 4 y 5 se ampliaron en el paso anterior. Dime cómo quieres continuar.",
        "Os blocos 4 e 5 já foram ampliados. Por favor, diga-me como deseja continuar.",
        "I riquadri 4 e 5 sono stati ingranditi nel passo precedente. Fammi sapere come vuoi procedere.",
        "Плитки 4 и 5 были выбраны на предыдущем шаге. Сообщите, как вы хотите продолжить.",
        "De tegels 4 en 5 zijn in de vorige stap gekozen. Laat me weten hoe je verder wilt gaan.",
        "上一步已经放大了第4块和第5块。请告诉我您想如何继续。",
        "Tiles zoomed so far are 4 and 5. I can keep them or shift the window. Tell me which you prefer.",
        "I understand. Tiles 4 and 5 are zoomed. Please provide the image so that I can decide which to keep.",
        "The window can move left, right, up or down. Please specify.",
    ],
)
def test_what_was_chosen_before_and_a_question_how_to_go_on_are_no_operations(reply):
    assert view_operations(reply, 9, question=QUESTION).fallback
    assert view_operations(reply, 9).fallback
    assert views(reply, 9).fallback


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Tiles 4 and 5 were zoomed so far. Keep tile 4, zoom tile 7, move the window down.", ((7,), (4,), ("down",))),
        ("Keep 5, zoom 8, shift none. Let me know if you need anything else.", ((8,), (5,), ())),
        ("I would keep tile 4, zoom into 1 and shift up. Please tell me whether that helps.", ((1,), (4,), ("up",))),
    ],
)
def test_operations_beside_a_question_to_the_user(reply, wanted):
    assert view_operations(reply, 9, question=QUESTION).value == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("Behalte Kachel vier. Vergrößere Kachel zwei. Verschiebe das Fenster nach oben.", ((2,), (4,), ("up",))),
        (
            "Kachel 4 behalten, Kachel 7 heranzoomen, Fenster nach links unten verschieben.",
            ((7,), (4,), ("left", "down")),
        ),
        ("Beide Kacheln bleiben. Keine weitere wird vergrößert. Das Fenster bleibt, wo es ist.", ((), (4, 5), ())),
        (
            "Ich behalte Kachel fünf, vergrößere sonst nichts und lasse das Fenster nach rechts wandern.",
            ((), (5,), ("right",)),
        ),
        ("Garde la tuile quatre, agrandis la tuile deux et décale la fenêtre vers le haut.", ((2,), (4,), ("up",))),
        (
            "Je ne garde rien. J'agrandis les tuiles huit et neuf. Déplacer la fenêtre vers la droite et vers le bas.",
            ((8, 9), (), ("right", "down")),
        ),
        ("Garder les deux tuiles, ne rien agrandir, ne pas déplacer la fenêtre.", ((), (4, 5), ())),
        (
            "Conserva la casilla cinco, amplía las casillas siete y ocho y mueve la ventana hacia abajo.",
            ((7, 8), (5,), ("down",)),
        ),
        (
            "No conservo ninguna casilla. Amplío la nueve. La ventana debe moverse hacia la derecha.",
            ((9,), (), ("right",)),
        ),
        ("Conservar ambas, no ampliar ninguna más, no mover la ventana.", ((), (4, 5), ())),
        ("Mantenha o bloco quatro, amplie os blocos um e dois e mova a janela para cima.", ((1, 2), (4,), ("up",))),
        (
            "Não mantenho nenhum bloco; amplio o bloco nove; a janela deve ir para a direita e para baixo.",
            ((9,), (), ("right", "down")),
        ),
        (
            "Mantieni il riquadro cinque, ingrandisci il riquadro sei e sposta la finestra a destra.",
            ((6,), (5,), ("right",)),
        ),
        (
            "Non tengo nessun riquadro. Ingrandisco uno e due. Sposta la finestra verso l'alto e verso sinistra.",
            ((1, 2), (), ("left", "up")),
        ),
        ("Houd tegel vier, vergroot tegel zeven en verplaats het venster naar beneden.", ((7,), (4,), ("down",))),
        (
            "Ik houd geen van de tegels. Vergroot tegels acht en negen. Het venster moet naar rechts schuiven.",
            ((8, 9), (), ("right",)),
        ),
        ("Оставь плитку четыре, увеличь плитку семь и сдвинь окно вниз.", ((7,), (4,), ("down",))),
        (
            "Не оставляю ни одной плитки. Увеличь плитки восемь и девять. Окно нужно сдвинуть вправо и вниз.",
            ((8, 9), (), ("right", "down")),
        ),
        ("Оставить обе плитки, больше ничего не увеличивать, окно не двигать.", ((), (4, 5), ())),
        ("Zachowaj kafelek cztery, powiększ kafelek siedem i przesuń okno w dół.", ((7,), (4,), ("down",))),
        (
            "Nie zachowuję żadnego kafelka. Powiększ kafelki osiem i dziewięć. Okno przesuń w prawo.",
            ((8, 9), (), ("right",)),
        ),
        ("Behåll ruta fyra, förstora ruta sju och flytta fönstret nedåt.", ((7,), (4,), ("down",))),
        ("Behåll ingen av rutorna. Förstora rutorna åtta och nio. Flytta fönstret åt höger.", ((8, 9), (), ("right",))),
        ("Behold felt fire, forstør felt syv og flyt vinduet nedad.", ((7,), (4,), ("down",))),
        ("Ponech dlaždici čtyři, zvětši dlaždici sedm a posuň okno dolů.", ((7,), (4,), ("down",))),
        ("Dördüncü kareyi koru, yedinci kareyi büyüt, pencereyi aşağı kaydır.", ((7,), (4,), ("down",))),
        ("Simpan ubin empat, perbesar ubin tujuh, dan geser jendela ke bawah.", ((7,), (4,), ("down",))),
        ("Giữ ô bốn, phóng to ô bảy, và di chuyển cửa sổ xuống dưới.", ((7,), (4,), ("down",))),
        ("Залиш плитку чотири, збільш плитку сім і посунь вікно вниз.", ((7,), (4,), ("down",))),
        ("保留第四块,放大第七块,窗口向下移动。", ((7,), (4,), ("down",))),
        ("不保留任何一块。放大第8和第9块。窗口向右移动。", ((8, 9), (), ("right",))),
        ("タイル4を残し、タイル7を拡大し、ウィンドウを下に移動します。", ((7,), (4,), ("down",))),
        ("타일 4를 유지하고 타일 7을 확대하고 창을 아래로 이동합니다.", ((7,), (4,), ("down",))),
        (
            "Keep none of them. Enlarge tiles eight and nine instead. The window should move right and down.",
            ((8, 9), (), ("right", "down")),
        ),
        ("Keep both, enlarge nothing else, leave the window where it is.", ((), (4, 5), ())),
        ("Tile 5 stays, tile 2 gets enlarged, the window goes one step up.", ((2,), (5,), ("up",))),
        ("Both tiles are kept; magnify tile 8; slide the window downward.", ((8,), (4, 5), ("down",))),
    ],
)
def test_three_operations_in_prose_of_many_languages(reply, wanted):
    assert view_operations(reply, 9, question=QUESTION).value == wanted


PAIR = (
    "Image in 4 parts: 1 upper-left, 2 lower-left, 3 upper-right, 4 lower-right. You have chosen to zoom into these "
    'parts: 1, 2. Return a json dict with two fields: "keep" (zoomed parts or "none") and "shift" (further parts or '
    '"none").'
)
SEEN = (
    "You see view 1 (upper left) now. For the question, which views that you have seen do you keep, and to which new "
    "view do you shift? Views: 1 upper left, 2 upper right, 3 lower left, 4 lower right. Answer like: keep 1; shift 2"
)


@pytest.mark.parametrize(
    ("question", "reply", "wanted"),
    [
        (
            QUESTION,
            "Tile 4 can be dropped, tile 5 stays; nothing further needs zooming, and the window should be moved up.",
            ((), (5,), ("up",)),
        ),
        (
            QUESTION,
            "Ich würde nur Kachel fünf behalten, dazu Kachel sechs heranzoomen und das Fenster nach unten verschieben.",
            ((6,), (5,), ("down",)),
        ),
        (PAIR, "Conservo la parte uno y paso a la parte tres.", (None, (1,), (3,))),
        (
            PAIR,
            "Não preciso de nenhuma das duas partes ampliadas; vou para as partes três e quatro.",
            (None, (), (3, 4)),
        ),
        (PAIR, "Behalte Teil zwei, wechsle zu Teil vier.", (None, (2,), (4,))),
        (SEEN, "Mantieni 1; passa a 3.", (None, (1,), (3,))),
        (SEEN, "Houd 1; ga naar 2.", (None, (1,), (2,))),
        (SEEN, "Оставить 1, перейти к 4.", (None, (1,), (4,))),
        (SEEN, "I'd keep the view that I have and go on to the lower right one.", (None, (1,), (4,))),
        (QUESTION, "keep none, part 1 and 2, shift up and left", ((1, 2), (), ("left", "up"))),
        (QUESTION, "**Keep:** 4\n**Zoom:** 7, 8\n**Move window:** down", ((7, 8), (4,), ("down",))),
        (QUESTION, "Zachowaj oba kafelki, nie powiększaj żadnego innego i nie przesuwaj okna.", ((), (4, 5), ())),
        (QUESTION, "两块都保留,不再放大其他部分,窗口不移动。", ((), (4, 5), ())),
        (PAIR, "Part 2 stays, and I want to see part 4 as well.", (None, (2,), (4,))),
        (SEEN, "Je garde cette vue et je passe à celle à sa droite.", (None, (1,), (2,))),
        (SEEN, "I would keep what I have and go down to the lower left.", (None, (1,), (3,))),
        (SEEN, "Drop this view and move on to view 2.", (None, (), (2,))),
        (SEEN, "Keep it; shift to the one below it.", (None, (1,), (3,))),
        (
            QUESTION,
            "Tile five remains zoomed, tile four is dropped. Zoom tile eight as well. No shift.",
            ((8,), (5,), ()),
        ),
        (QUESTION, "Tengo entrambi, ingrandisco anche il riquadro otto e non sposto la finestra.", ((8,), (4, 5), ())),
        (QUESTION, "Fönstret ska flyttas åt vänster, ruta 4 behålls och ruta 1 förstoras.", ((1,), (4,), ("left",))),
        (PAIR, "Ich behalte beide und schaue mir zusätzlich Teil 4 an.", (None, (1, 2), (4,))),
        (PAIR, "Zachowaj część 1 i przejdź do części 3.", (None, (1,), (3,))),
        (SEEN, "keep 1 and shift to the view on its right", (None, (1,), (2,))),
    ],
)
def test_operations_in_other_words(question, reply, wanted):
    assert view_operations(reply, 9 if question == QUESTION else 4, question=question).value == wanted


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (QUESTION, "The key with the red tag opens the shed."),
        (QUESTION, "I can't decide between keeping tile 4 and keeping tile 5."),
        (QUESTION, "Zwei Schlüssel hängen an der Wand, einer ist rot, der andere silbern."),
        (QUESTION, "Tile 4 shows two hooks. Tile 5 shows the keyring. Tile 6 shows the door of the"),
        (QUESTION, "Les tuiles 4 et 5 montrent des clés. Souhaitez-vous que j'en agrandisse d'autres ?"),
        (PAIR, "Error code: 400 - image_url could not be loaded (2 of 2)."),
        (PAIR, "Lo que me pides es conservar o cambiar partes, pero no veo ninguna imagen."),
        (PAIR, "The zoomed parts are 1 and 2, the remaining ones are 3 and 4."),
        (PAIR, "'keep' means choosing none or more of the zoomed parts; 'shift' means moving to parts of the rest."),
        (SEEN, "There are three candles on the table."),
        (SEEN, "Das ist Ansicht 1 von 4."),
        (SEEN, "Прежде чем решить, мне нужно понять, где стоит стол. На виде 1 видна только люстра, а"),
        (SEEN, "どのビューを残すか、判断できません。"),
        (QUESTION, "Which of the two zoomed tiles would you like me to keep?"),
        (QUESTION, "Tiles 4 and 5 are still blurry."),
        (QUESTION, "To decide, I compare what is visible: tile 4 has hooks, tile 5 has a ring with two keys, and tile"),
        (PAIR, "Das Café heißt Zum Löwen."),
        (PAIR, "Sure! I can keep, shift or do both. Tell me the numbers."),
        (SEEN, "View 1 is the upper left, view 2 the upper right, view 3 the lower left and view 4 the lower right."),
        (SEEN, "Je vois quatre bougies, deux à gauche et deux à droite."),
    ],
)
def test_texts_that_name_no_operation(question, reply):
    assert view_operations(reply, 9 if question == QUESTION else 4, question=question).fallback
