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
