"""Next fixations: replies of many kinds, and the first pair as written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import fixation

DATA = Path(__file__).parents[1] / "data" / "standardizers"
CASES = json.loads((DATA / "fixation.json").read_text(encoding="utf-8"))["cases"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "size", "expected"), CASES, ids=short)
def test_fixation(reply, size, expected):
    value, _, fallback = fixation(reply, size=size)
    assert [list(point) for point in value] == [pytest.approx(point) for point in expected]
    assert fallback == (not expected)


def test_fixation_takes_the_first_pair_as_written():
    assert fixation("look at (320, 240), then (1, 2)", profile="paper") == (((320.0, 240.0, 1.0),), "first_pair", False)
    assert fixation("there", profile="paper") == ((), "no_answer", True)
