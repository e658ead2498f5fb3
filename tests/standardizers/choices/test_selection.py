"""Replies to questions whose options the reader knows: names, ranks, boxes, points, lists; analyses that break off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import choice, option

DATA = json.loads(
    (Path(__file__).parents[2] / "data" / "standardizers" / "selections.json").read_text(encoding="utf-8")
)
OPTIONS = DATA["options"]
RANKS = ["The most salient", "The second most salient", "The third most salient"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "options", "finished", "letter"), DATA["choice"], ids=short)
def test_letter_of_known_options(reply, options, finished, letter):
    texts = OPTIONS[options]
    found = choice(reply, labels="ABCDEF"[: len(texts)], options=texts, finished=finished)
    assert found[::2] == (letter or "", letter is None)


@pytest.mark.parametrize(("reply", "options", "index"), DATA["option"], ids=short)
def test_index_of_known_options(reply, options, index):
    assert option(reply, OPTIONS[options])[::2] == (-1 if index is None else index, index is None)


@pytest.mark.parametrize("finished", [None, False])
def test_what_is_cut_before_its_conclusion_has_no_answer(finished):
    read = places = 0
    for discussion, conclusion, options, letter in DATA["analyses"]:
        texts = OPTIONS[options]
        labels = "ABCDEF"[: len(texts)]
        assert choice(discussion + conclusion, labels, options=texts).value == letter
        for end in range(1, len(discussion) + 1):
            places += 1
            read += not choice(discussion[:end], labels, options=texts, finished=finished).fallback
    assert read <= 0.015 * places if finished is None else read <= 0.01 * places


@pytest.mark.parametrize(
    ("options", "reply", "letter"),
    [
        (
            ["the car", "the tree — please select the more salient option. Please choose one answer from A, B"],
            "tree",
            "B",
        ),
        (["[A] the car", "[B] the tree"], "the tree", "B"),
        (["glass", "glasses"], "the glasses", "B"),
        (["cat", "Cat"], "cat", ""),
        (["a man", "a woman"], "the person", ""),
        (RANKS, "The second", "B"),
        (["0.1,0.1,0.5,0.5", "0.1,0.1,0.5,0.5"], "0.1,0.1,0.5,0.5", ""),
        (["0.10,0.10,0.50,0.50", "0.12,0.10,0.52,0.50"], "[0.11, 0.10, 0.53, 0.51]", ""),
        ([], "B", ""),
    ],
)
def test_options_as_questions_print_them(options, reply, letter):
    assert choice(reply, labels="AB" if len(options) == 2 else "ABC"[: len(options)], options=options).value == letter


def _path(n_fixations, first=0):
    return ", ".join(
        f"(0.{10 + (first + 7 * k) % 83}, 0.{10 + (first + 29 * k) % 79}) for {90 + first + k}ms"
        for k in range(n_fixations)
    )


@pytest.mark.parametrize("n_fixations", [2, 6, 10, 14, 30])
@pytest.mark.parametrize("n_options", [2, 4])
def test_a_scanpath_given_as_the_whole_reply_is_read_at_any_length(n_fixations, n_options):
    options = [_path(n_fixations, 11 * place) for place in range(n_options)]
    labels = "ABCD"[:n_options]
    for index, text in enumerate(options):
        replies = [text, f"{text}.", f'"{text}"', f"({labels[index]}) {text}", f"The answer is {text}."]
        replies += [text[:40], text[: len(text) * 2 // 3], text.replace("ms, ", "ms\n")]
        for reply in replies:
            assert choice(reply, labels=labels, options=options).value == labels[index], reply
            assert option(reply, options).value == index, reply


def test_a_scanpath_that_two_options_share_or_that_is_denied_is_no_answer():
    options = [_path(3) + ", " + _path(9, 5), _path(3) + ", " + _path(9, 8)]
    assert choice(_path(3), labels="AB", options=options).fallback
    assert choice(f"not {options[0]}", labels="AB", options=options).value != "A"
    assert choice(f"B. {options[0]}", labels="AB", options=options).value != "A"


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("A -, B +, C -", "B"),
        ("A: +\nB: ++\nC: -", "B"),
        ("A ★★☆\nB ★☆☆\nC ★★★", "C"),
        ("A ★★★\nB ★★★\nC ★", ""),
        ("A -\nB -\nC -", ""),
        ("- A\n- B\n- C", ""),
        ("A - the cup\nB - the dog\nC - the tree", ""),
        ("A and B are out, C is left standing.", "C"),
        ("C is left of B.", ""),
        ("B (A comes second)", "B"),
        ("C. The dog and the cup are far away.", "C"),
        ("If forced, the dog.", "B"),
        ("It could be on the cup or on the dog.", ""),
        ("列表A", "A"),
        ("Direi C.", "C"),
        ("Which one? [A] cup [B] dog [C] tree", ""),
    ],
)
def test_ratings_lists_and_short_answers(reply, letter):
    assert choice(reply, "ABC", options=["cup", "dog", "tree"]).value == letter


def test_the_latter_is_one_of_two():
    assert choice("the latter", "ABCD", options=["red", "blue", "green", "white"]).fallback
    assert choice("the latter", "AB", options=["red", "blue"]).value == "B"


def test_unknown_options_name_nothing():
    assert choice("The second most salient", labels="ABC").fallback
    assert choice("the latter", labels="AB").fallback


def test_the_paper_profile_knows_no_options():
    assert choice("The second most salient", "ABC", "paper", RANKS, finished=False) == ("", "no_answer", True)
    assert choice("The answer is B. It", "ABC", "paper", finished=False).value == "B"


@pytest.mark.parametrize(
    "name", ["the bench ", "0.1, 0.2, 0.3, 0.4 ", "second most salient ", "the second list, ", "option 2 "]
)
@pytest.mark.parametrize("options", [["the bench", "a bus"], ["0.1,0.2,0.3,0.4", "0.5,0.5,0.6,0.6"], RANKS], ids=short)
def test_long_repetitions_are_read(name, options):
    text = name * (200_000 // len(name))
    assert choice(text, "ABC"[: len(options)], options=options).rule
    assert option(text, options, finished=False).rule


@pytest.mark.parametrize("reply", ["[A] [B] [C] [D]", "(A) (B) (C) (D)", "A B C D"])
def test_a_bare_list_of_all_letters_is_no_answer(reply):
    assert choice(reply, "ABCD").fallback


SCENE = ["the crab pot", "the fisherman", "the trawler", "the buoy"]


def test_a_caption_with_several_options_chooses_none():
    text = "A fisherman in yellow oilskins is hauling a crab pot over the rail of a trawler on a grey morning."
    assert choice(text, labels="ABCD", options=SCENE).fallback


@pytest.mark.parametrize(
    "text",
    ["A fisherman.", "A fisherman, standing out in yellow against the trawler.", "Most salient → B\nLeast salient → D"],
)
def test_a_name_with_its_article_is_an_answer(text):
    assert choice(text, labels="ABCD", options=SCENE)[::2] == ("B", False)


def test_a_correction_may_name_a_place_in_the_list():
    text = "The trawler... no, sorry, looking again it is clearly the second option in your list."
    assert choice(text, labels="ABCD", options=SCENE)[::2] == ("B", False)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Only one object in this scene is more salient than this one.", "B"),
        ("Two others outrank it.", "C"),
        ("There is just one object that attracts more attention.", "B"),
    ],
)
def test_ranks_by_what_stands_above(text, letter):
    ranks = ["The most salient", "The second most salient", "The third most salient"]
    assert choice(text, labels="ABC", options=ranks)[::2] == (letter, False)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The trawler? No. The fisherman is yellow and close.", "B"),
        ("Der Trawler (C) liegt weit hinten. Der Fischer trägt Gelb und zieht den Blick an, also B.", "B"),
        ("A... no, the fisherman is sharper than all the rest.\n\nB", "B"),
        ("the fisherman . the fisherman pulls a pot . it rains", "B"),
        ("### Response:\nB", "B"),
        ("\\begin{answer}\nb\n\\end{answer}", "B"),
        ("b です", "B"),
        ("[B]渔夫", "B"),
        ('{"more_salient": "B", "less_salient": "A"}', "B"),
        ("I'd say A... sorry, B it is.", "B"),
        ("The trawler fills much of the frame, but the fisherman outdoes it.", "B"),
    ],
)
def test_answers_behind_what_was_said_before(text, letter):
    assert choice(text, labels="ABCD", options=SCENE)[::2] == (letter, False)


@pytest.mark.parametrize(
    "text",
    [
        "Trawler: grey. Fisherman: yellow. Crab pot: rusty. Buoy: red.",
        "Die Optionen sind: der Trawler, der Fischer, die Krabbenfalle, die Möwe. Es regnet.",
        "Gambar ini menunjukkan seorang nelayan dan kapal pukat di laut.",
        "不确定是A还是B",
    ],
)
def test_what_tells_of_options_or_leaves_them_open_chooses_none(text):
    assert choice(text, labels="ABCD", options=SCENE).fallback


def test_the_other_of_two_in_other_languages():
    paths = ["(0.50,0.50) 200ms, (0.31,0.62) 340ms", "(0.50,0.50) 210ms, (0.80,0.22) 150ms"]
    for text in (
        "Il secondo percorso è improbabile; scelgo l'altro.",
        "Der zweite Pfad wirkt zufällig, ich nehme den anderen.",
    ):
        assert choice(text, labels="AB", options=paths).value == "A"


PATHS = ["(0.50,0.50) (0.62,0.41) (0.70,0.33)", "(0.50,0.50) (0.12,0.88) (0.91,0.90) (0.11,0.13)"]
BOXES = ["0.05,0.20,0.30,0.72", "0.58,0.40,0.95,0.90"]
THINGS = ["the candle holder", "the fiddler", "the potted cactus", "the glass of milk"]


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (THINGS, "The musician in the background.", "B"),
        (THINGS, "the plant", "C"),
        (THINGS, "It's the drink.", "D"),
        (PATHS, "O segundo.", "B"),
        (PATHS, "Le premier.", "A"),
        (PATHS, "The longer of the two.", "B"),
        (PATHS, "The one with three points.", "A"),
        (PATHS, "B darts from corner to corner. That leaves only one candidate.", "A"),
        (PATHS, "A? No. B? Yes.", "B"),
        (PATHS, "الخيار ب", "B"),
        (BOXES, "The object on the left-hand side is brighter, so that one.", "A"),
    ],
)
def test_options_told_by_kind_place_length_and_turn(options, text, letter):
    assert choice(text, labels="ABCD"[: len(options)], options=options)[::2] == (letter, False)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (THINGS, "A musician is sitting next to the potted cactus in a pub."),
        (PATHS, "The longer dwell times."),
        (PATHS, "Not the longer one."),
        (PATHS, "A? No. B? No."),
    ],
)
def test_what_tells_no_option_by_these(options, text):
    assert choice(text, labels="ABCD"[: len(options)], options=options).fallback


PIXELS = ["[20, 40, 180, 400]", "[250, 90, 500, 460]", "[570, 300, 640, 390]"]
TRIO = ["the kite", "the child", "the sandcastle"]


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (PIXELS, "the middle box", "B"),
        (PIXELS, "il più piccolo dei tre riquadri", "C"),
        (PIXELS, "Box A is plain, box C is a chair leg. My choice is therefore the middle box.", "B"),
        (PIXELS, "It is the object in the middle of the three.", "B"),
        (PIXELS, "The object whose top-left corner is at (570, 300)", "C"),
        (TRIO, "Ruled out: the sandcastle (dull), the child (from behind). What is left is what people look at.", "A"),
        (TRIO, "O castelo de areia não, a criança também não.", "A"),
        (TRIO, "ikinci seçenek", "B"),
        (TRIO, "Option № 2", "B"),
        (TRIO[:2], "A 不太显眼，所以另一个更有可能。", "B"),
        (TRIO, "der letzte in der Liste", "C"),
    ],
)
def test_options_told_by_place_size_and_what_is_left(options, text, letter):
    assert choice(text, labels="ABC"[: len(options)], options=options)[::2] == (letter, False)


@pytest.mark.parametrize(
    "text",
    [
        "Je dirais A, mais B est tout aussi possible ; impossible de trancher.",
        "It could be A or it could be B; I cannot settle on one of them.",
        "Her ikisi de olabilir: çocuk yakın, uçurtma renkli.",
    ],
)
def test_what_two_options_leave_open(text):
    assert choice(text, labels="ABC", options=TRIO).fallback
