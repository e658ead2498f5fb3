"""Orders: published replies, replies of many kinds, every phrasing, and the paper's algorithm to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standardizers import order

DATA = Path(__file__).parents[1] / "data" / "standardizers"
CASES = json.loads((DATA / "order.json").read_text(encoding="utf-8"))["cases"]
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["order"]
PHRASINGS = json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))["order"]
SEPARATORS = ["", ", ", " > ", "＞", " ", "->", " → ", "-", "、", "/", ", then ", " and "]
both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), PUBLISHED, ids=short)
def test_published_orders(reply, expected, profile):
    assert order(reply, labels="ABCD", profile=profile)[::2] == (expected, False)
    if "D" not in expected:
        assert order(reply, profile=profile).value == expected


@pytest.mark.parametrize(("reply", "expected"), CASES, ids=short)
def test_order(reply, expected):
    assert order(reply)[::2] == (expected, not expected)


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=short)
def test_every_phrasing_is_read_alike(phrasing):
    for separator in SEPARATORS:
        for letters in ("ABCD", "DCBA", "BADC"):
            assert order(phrasing.format(separator.join(letters)), labels="ABCD").value == letters, separator


@settings(max_examples=100, derandomize=True, deadline=None)
@given(
    st.permutations("ABCDE"),
    st.sampled_from([", ", " > ", " ", "", "->", "、", "＞", "\n"]),
    st.sampled_from(["{}", "**{}**", "```\n{}\n```"]),
)
def test_every_permutation_is_read(letters, separator, frame):
    assert order(frame.format(separator.join(letters)), labels="ABCDE").value == "".join(letters)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The order A, B", "TAB"),
        ("I think A and B", "IAB"),
        ("The order is B. A is less salient", "B"),
        ("answer is C>A＞B", "CAB"),
    ],
)
def test_as_published(reply, expected):
    assert order(reply, profile="paper")[::2] == (expected, False)
