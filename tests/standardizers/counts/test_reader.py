"""Counts: published replies, replies of many kinds, every phrasing, and the paper's algorithm to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import count

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "count.json").read_text(encoding="utf-8"))["cases"]
ANALYSES = json.loads((DATA / "count_analyses.json").read_text(encoding="utf-8"))
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["count"]
PHRASINGS = json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))["count"]
STEP = 6  # characters between the prefixes of an analysis: neighbours are mostly read alike
WORDS = {1: "one", 2: "Two", 5: "five", 12: "twelve", 21: "twenty-one"}
both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), PUBLISHED, ids=short)
def test_published_counts(reply, expected, profile):
    result = count(reply, profile=profile)
    assert result.value == (3.2116 if expected == "GT avg" else expected)
    assert result.fallback == (expected == "GT avg")
    assert result.fallback or type(result.value) is int


@pytest.mark.parametrize(("reply", "expected"), CASES, ids=short)
def test_count(reply, expected):
    assert count(reply, default=3.5)[::2] == ((3.5, True) if expected is None else (expected, False))


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("There are 3 salient objects in the image: the man, the", 3),
        ("3\n\nThe man is in the", 3),
        ("The answer is 3. The man is in the", 3),
        ("I see a man. There are", None),
        ("The salient objects are:\n1. A man\n2. A wom", None),
        ("The number of salient objects is 1", None),
        ("4", None),
    ],
)
def test_a_sentence_that_was_cut_is_no_answer(reply, expected):
    result = count(reply, finished=False)
    assert result.fallback == (expected is None)
    assert expected is None or result.value == expected


@pytest.mark.parametrize(
    "analysis",
    [
        "Let me list what stands out:\n\n1. The dog\n2. The ball\n\nThe trees are far away.\n\nSo there are 2.",
        "To count them, I look at each part. On the left there are two men. They are close. Next, a bus. In total 3.",
        "First, let's see. A cat sits on the sofa. Two lamps are on. The lamps are small. The answer is 1.",
    ],
    ids=short,
)
def test_a_prefix_of_an_analysis_is_no_answer(analysis):
    conclusion = max(map(analysis.rfind, ("So there", "In total", "The answer")))
    assert not count(analysis).fallback
    assert [end for end in range(1, conclusion) if not count(analysis[:end]).fallback] == []


def test_hardly_any_prefix_of_long_analyses_is_an_answer():
    prefixes = [(item, end) for item in ANALYSES for end in range(1, item["conclusion"], STEP)]
    read = sum(not count(item["text"][:end], question=item["question"]).fallback for item, end in prefixes)
    assert read <= 0.01 * len(prefixes)
    whole = [count(item["text"], question=item["question"]).value for item in ANALYSES]
    assert whole == [item["value"] for item in ANALYSES]


@pytest.mark.parametrize("finished", [None, True])
@pytest.mark.parametrize(
    "reply", ["La imagen muestra un lago.", "Das Foto zeigt einen Garten.", "照片展示的是一个公园。"]
)
def test_a_scene_with_an_article_is_no_count(reply, finished):
    assert count(reply, finished=finished).fallback


@pytest.mark.parametrize(("reply", "expected"), [("There is one dog.", 1), ("Two people and a car.", 3)])
def test_a_short_reply_stays_a_count(reply, expected):
    assert count(reply).value == expected


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=short)
def test_every_phrasing_is_read_alike(phrasing):
    for value, word in WORDS.items():
        assert count(phrasing.format(value)).value == value
        if phrasing.isascii() and "{{" not in phrasing:
            assert count(phrasing.format(word)).value == value


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("2 people and 3 dogs, total 5", 2),
        ("3.0", 30),
        ("2-3", 23),
        ("2nd", 2),
        ("10,000", 10000),
        ("the one", 1),
        ("-3", -3),
        ("１０", 10),
        ("twenty-one", 21),
        ("Five!", 5),
        ("<think>maybe 7", 7),
    ],
)
def test_as_published(reply, expected):
    assert count(reply, profile="paper")[::2] == (expected, False)


def test_count_without_a_number_is_the_default():
    assert count("a dozen", profile="paper") == (3.2116, "no_answer", True)
    assert count("1" * 5000, default=2.5, profile="paper") == (2.5, "no_answer", True)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("First the bride, then the groom, and third the dog.", 3),
        ("First, I look at the background. Second, I count.", None),
        ("The first thing is a dog, the second does not count.", None),
        ("3 (60%), 2 (30%), 4 (10%)", 3),
        ("Chef: salient; pan: salient; wall: not salient", 2),
        ("Dog - yes\nCat - no\nBird - yes", 2),
        ("4, 5", None),
        ("Should I count 3 or 4?", None),
        ("Maybe 2? I'd go with 3.", 3),
        ("There are 3 objects. Do you want more details?", 3),
        ("<ul><li>2 dogs</li><li>a cat</li></ul>", 3),
        ('<points coords="1 1 215 480 2 690 512 3 10 10">x</points>', 3),
        ("셋입니다.", 3),
        ("Von den fünf Objekten sind nur zwei auffällig.", 2),
        ("Des sept objets, seuls trois sont saillants.", 3),
        ("Из семи объектов только два заметны.", 2),
        ("A trio of dancers.", 3),
    ],
    ids=short,
)
def test_one_by_one_and_doubts(reply, expected):
    result = count(reply)
    assert (None if result.fallback else result.value) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Ich zähle elf Dinge, aber bloß drei davon stechen hervor.", 3),
        ("J'y vois neuf objets, mais seulement deux sont saillants.", 2),
        ("画面里有9样东西,其中显眼的才4样。", 4),
        ("Sette, scusa, otto.", 8),
        ("Son dos, no tres.", 2),
        ("5. (A stricter annotator might say 4.)", 5),
        ("Six, of which two are mere reflections, which leaves four.", 4),
        ("A wall with 30 bricks. The clock is the sole salient object.", 1),
        ("The kite, the boy and the dog. Nothing else.", 3),
    ],
)
def test_all_against_the_salient_ones(reply, expected):
    assert count(reply)[::2] == (expected, False)


@pytest.mark.parametrize(
    "reply", ["2\n\nOr 3 with the reflection.", "4, perhaps 5.", "Two. Or three?", "Strictly 2, generously 4."]
)
def test_two_counts_are_none(reply):
    assert count(reply).fallback


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("I think that two things, a boat and a gull, catch the eye.", 2),
        ("Five men, of whom two are cropped: so three salient ones.", 3),
        ("The cat (1), the rug (2) and the lamp (3) -> 3", 3),
        ("1, 2 or 3", None),
        ("One, maybe two.", None),
        ("I don't see any image attached, so I cannot count its 4 objects.", None),
        ("Is the 7 on the shirt an object?", None),
    ],
)
def test_numbers_in_statements(reply, expected):
    value, _, fallback = count(reply)
    assert (None if fallback else value) == expected
