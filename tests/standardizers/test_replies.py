"""Replies in many wordings and languages, read by the readers of views, decisions and points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standardizers import fixation, scanpath, view_operations, views
from standardizers.decisions import decision

DATA = Path(__file__).parents[1] / "data" / "standardizers"
HOSTILE = [
    "1, ",
    "part ",
    "not ",
    "x = 0.5 ",
    "(0.5",
    "yes ",
    "no, ",
    "需要",
    "or ",
    "; ",
    "| x | y |\n",
    "<box>",
    "0,5; ",
    "a third ",
    "<x>0.5",
    "<tr> ",
    "x:\n- 0.5\n",
    "0-200 ms, ",
    "not (0.5, 0.5) ",
    "X = [0.5 # a\n",
    "x = the ",
    "'0.5, ",
]


def cases(name: str) -> list[list[object]]:
    """The cases of a data file."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(("reply", "n_views", "finished", "expected"), cases("views.json"), ids=short)
def test_views(reply, n_views, finished, expected):
    result = views(reply, n_views, finished=finished)
    assert (None if result.fallback else list(result.value)) == expected


@pytest.mark.parametrize(("reply", "expected"), cases("view_operations.json"), ids=short)
def test_view_operations(reply, expected):
    result = view_operations(reply)
    assert [None if one is None else list(one) for one in result.value] == expected
    assert result.fallback == (expected == [None] * 3)


@pytest.mark.parametrize(("reply", "expected"), cases("decision.json"), ids=short)
def test_decision(reply, expected):
    result = decision(reply)
    assert (result.value, result.fallback) == (expected, expected == "")


@pytest.mark.parametrize(("reply", "expected"), [("Yes", "yes"), ("no", "no"), ("No.", ""), ("", "")])
def test_decision_as_the_official_code(reply, expected):
    assert decision(reply, "paper").value == expected


def test_decision_of_a_cut_reply():
    assert decision("The view shows a street and", finished=False).rule == "unfinished"
    assert decision("Yes, because the", finished=False).value == "yes"


@pytest.mark.parametrize(("reply", "size", "finished", "expected"), cases("scanpath_replies.json"), ids=short)
def test_scanpath(reply, size, finished, expected):
    value, _, fallback = scanpath(reply, size=size, finished=finished)
    assert fallback == (expected is None)
    if expected is not None:
        assert [list(axis) for axis in value] == [pytest.approx(axis, abs=1e-3) for axis in expected]


@pytest.mark.parametrize(("reply", "size", "finished", "expected"), cases("fixation_replies.json"), ids=short)
def test_fixation(reply, size, finished, expected):
    value, _, fallback = fixation(reply, size=size, finished=finished)
    assert fallback == (expected is None)
    if expected is not None:
        assert [list(point) for point in value] == [pytest.approx(point, abs=1e-3) for point in expected]


@pytest.mark.parametrize("piece", HOSTILE)
def test_repetitions_are_read(piece):
    text = piece * (100_000 // len(piece))
    for read in (views, view_operations, decision, scanpath, fixation):
        assert read(text).rule
