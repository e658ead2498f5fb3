"""Every phrasing of an answer is read alike, whichever answer it is: labels that are words too ("A", "I") included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import choice, count, option, order

PHRASINGS = json.loads(
    (Path(__file__).parents[1] / "data" / "standardizers" / "phrasings.json").read_text(encoding="utf-8")
)
LABELS = "ABCDEFGHIJ"
SEPARATORS = ["", ", ", " > ", "＞", " ", "->", " → ", "-", "、", "/", ", then ", " and "]
WORDS = {1: "one", 2: "Two", 5: "five", 12: "twelve", 21: "twenty-one"}


@pytest.mark.parametrize("phrasing", PHRASINGS["choice"])
def test_choice(phrasing):
    assert [choice(phrasing.format(label), labels=LABELS).value for label in LABELS] == list(LABELS)


@pytest.mark.parametrize("phrasing", PHRASINGS["choice"])
def test_option_by_letter(phrasing):
    options = ["the kite", "a bus", "zebra", "oven"]
    assert [option(phrasing.format(letter), options).value for letter in "ABCD"] == [0, 1, 2, 3]


@pytest.mark.parametrize("phrasing", PHRASINGS["order"])
def test_order(phrasing):
    for separator in SEPARATORS:
        for letters in ("ABCD", "DCBA", "BADC"):
            assert order(phrasing.format(separator.join(letters)), labels="ABCD").value == letters, separator


@pytest.mark.parametrize("phrasing", PHRASINGS["count"])
def test_count(phrasing):
    for value, word in WORDS.items():
        assert count(phrasing.format(value)).value == value
        if phrasing.isascii() and "{{" not in phrasing:
            assert count(phrasing.format(word)).value == value
