"""Analyses that have just begun."""

import json
from collections import Counter
from pathlib import Path

import pytest

from standardizers import choice

DATA = Path(__file__).parents[2] / "data" / "standardizers"
STEP = 4  # characters between the prefixes of an analysis: neighbours are mostly read alike
ANALYSES = json.loads((DATA / "choice_analyses.json").read_text(encoding="utf-8"))


def test_hardly_any_prefix_of_long_analyses_is_an_answer():
    read, prefixes = Counter(), Counter()
    for item in ANALYSES:
        for end in range(1, item["conclusion"], STEP):
            found = choice(item["text"][:end], item["labels"], options=item["options"])
            prefixes[item["language"]] += 1
            read[item["language"]] += not found.fallback
    assert read.total() <= 0.01 * prefixes.total()
    assert all(read[language] <= 0.02 * prefixes[language] for language in prefixes)


@pytest.mark.parametrize("item", ANALYSES, ids=lambda item: item["text"][:30].encode("ascii", "replace").decode())
def test_the_whole_analysis_is_read(item):
    assert choice(item["text"], item["labels"], options=item["options"]).value == item["value"]


@pytest.mark.parametrize(
    "text",
    [
        "Let me check each option:\n\n**A - the skateboarder**",
        "Veamos cada punto:\n\n- El punto A (120, 85) está sobre",
        "Ich gehe die Boxen einzeln durch.\n\nBox A",
        "私はそれぞれの選択肢を順番に見ていきます。\n\nA：赤い傘",
        "Saliency in this picture is d",
    ],
)
def test_the_first_item_is_no_answer(text):
    assert choice(text).fallback
    assert not choice(f"{text}\n\nThe answer is B.").fallback


@pytest.mark.parametrize("text", ["answer: b", "It is b", "I checked each option. The answer is\n\n**B**", "B"])
def test_short_answers_stay(text):
    assert choice(text).value == "B"


@pytest.mark.parametrize(
    "text",
    [
        "Let me weigh the two. The fountain stands in the middle, white and tall, in bright sun.\n\nThe peacock",
        "Let me go through them. Candidate A, the lamp, is bright.\n\nCandidate B, the peacock",
        "Je regarde d'abord la scène, une place avec du monde.\n\nLa fontaine brille au centre.\n\nLe paon",
        "Comparons. Voici la place. La fontaine (B) est exactement au centre, mais la pierre est grise.\n\nLa",
    ],
)
def test_the_next_paragraph_is_no_answer(text):
    assert choice(text, "AB", options=["the peacock", "the fountain"]).fallback


def test_a_last_line_of_its_own_is_an_answer():
    text = "The peacock is blue and moves. The fountain stands in the middle.\n\nThe peacock"
    assert choice(text, "AB", options=["the peacock", "the fountain"]).value == "A"
