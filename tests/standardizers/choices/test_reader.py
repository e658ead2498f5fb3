"""Letters: published replies, replies of many kinds, every phrasing, and the paper's algorithm to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import choice, option

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "choice.json").read_text(encoding="utf-8"))["cases"]
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["choice"]
PHRASINGS = json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))["choice"]
LABELS = "ABCDEFGHIJ"  # "A" and "I" are words too
both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), PUBLISHED, ids=short)
def test_published_choices(reply, expected, profile):
    assert choice(reply, labels="ABCDE", profile=profile)[::2] == (expected, False)


@pytest.mark.parametrize(("reply", "expected"), CASES, ids=short)
def test_choice(reply, expected):
    assert choice(reply)[::2] == (expected, not expected)


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=short)
def test_every_phrasing_is_read_alike(phrasing):
    assert [choice(phrasing.format(label), labels=LABELS).value for label in LABELS] == list(LABELS)


@pytest.mark.parametrize(
    ("reply", "labels", "expected"),
    [
        ("E", "ABCDE", "E"),
        ("E", "ABCD", ""),
        ("I", "ABCDEFGHI", "I"),
        ("I think B", "ABCDEFGHI", "B"),
        ("[I]", "ABCDEFGHI", "I"),
        ("I am sure that it is I.", "ABCDEFGHI", "I"),
        ("b", "ab", "b"),
        ("B", "ab", "b"),
        ("The answer is [b]", ["a", "b"], "b"),
        ("2", "123", "2"),
        ("The answer is 2", "123", "2"),
        ("Q", "ABCDEFGHIJKLMNOPQ", "Q"),
        ("A", "", ""),
    ],
)
def test_only_the_labels_are_returned(reply, labels, expected):
    assert choice(reply, labels=labels).value == expected


@pytest.mark.parametrize(
    ("reply", "expected", "rule"),
    [
        ("A person stands there (B)", "A", "standalone_letter"),
        ("I think so", "I", "standalone_letter"),
        ("the answer is A. No, the answer is B", "A", "phrase"),
        ("<think>It is C</think>B", "C", "phrase"),
        ("it is X", "X", "phrase"),
        ("IT ISN'T CLEAR (D)", "T", "standalone_letter"),
        ("The answer is b", "", "no_answer"),
        ("the answer is Bob, not C", "C", "standalone_letter"),
        ("", "", "no_answer"),
    ],
)
def test_as_published(reply, expected, rule):
    assert choice(reply, profile="paper") == (expected, rule, not expected)


@pytest.mark.parametrize("word", ["definitely", "clearly", "the list", "the scanpath"])
def test_words_between_announcement_and_letter(word):
    assert choice(f"The answer is {word} B because A is dark")[:2] == ("B", "phrase")


@pytest.mark.parametrize("text", ["ABC", "AB", "bc", "ABCD", "CBA"])
def test_several_letters_in_one_word_are_no_choice(text):
    assert choice(text).value == ""
    assert option(text, ["cup", "spoon", "saucer", "table"]).value == -1


NAMED = ["the robin", "the feeder", "the fence"]
RANKED = ["The most salient", "The second most salient", "The third most salient"]
BOXED = ["0.05,0.40,0.25,0.60", "0.60,0.10,0.95,0.80", "0.40,0.45,0.50,0.55"]


@pytest.mark.parametrize(
    ("reply", "options", "expected"),
    [
        ("Overall [B] describes it best.", None, "B"),
        ("Ответ: \u0410 - он крупнее.", None, "A"),
        ("B would win if it were sharp. As it is not: C.", None, "C"),
        ("A, by the way, is the least salient.", None, ""),
        ("A is outshone by C.", None, "C"),
        ("B\nUser: Why?\nAssistant: C.", None, "B"),
        ("Nobody looks at the fence first.", NAMED, ""),
        ("Anything but the fence.", NAMED, ""),
        ("First the feeder, then the robin, finally the fence.", NAMED, "B"),
        ("The candidates are A: the robin, B: the feeder.", NAMED, ""),
        ("It takes the bronze medal.", RANKED, "C"),
        ("The runner-up, behind the cake.", RANKED, "B"),
        ("Es ist das Dritte, was einem auffällt.", RANKED, "C"),
        ("Es el que más llama la atención.", RANKED, "A"),
        ("Drugi z kolei.", RANKED, "B"),
        ("The right-hand box.", BOXED, "B"),
        ("The smallest object.", BOXED, "C"),
        ("Not the right-hand box.", BOXED, ""),
    ],
)
def test_choices_told_in_clauses(reply, options, expected):
    assert choice(reply, "ABC", options=options).value == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("While A is larger, B is what people notice.", "B"),
        ("El comedero (B) es grande, pero todos miran la valla (C).", ""),
        ("To answer this, I compare the robin, the feeder and the fence. The robin", ""),
    ],
)
def test_subjects_of_an_analysis(reply, expected):
    assert choice(reply, "ABC", options=NAMED).value == expected


def test_options_told_in_turn_a_thousand_times():
    assert choice("A, then B, then " * 1000, "AB").value == "A"
