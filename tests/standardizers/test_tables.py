"""Replies of the kinds that vision-language models give, and what a careful reader makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standardizers import Scanpath, choice, count, fixation, option, order, scanpath

DATA = Path(__file__).parents[1] / "data" / "standardizers"


def cases(name: str) -> list[Any]:
    table = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return [pytest.param(*row, id=f"{place}-{row[0][:40]!a}") for place, row in enumerate(table["cases"])]


def published(name: str) -> list[Any]:
    rows = json.loads((DATA / "published.json").read_text(encoding="utf-8"))[name]
    return [pytest.param(*row, id=f"{place}-{row[0][:40]!a}") for place, row in enumerate(rows)]


both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), published("choice"))
def test_published_choices(reply, expected, profile):
    assert choice(reply, labels="ABCDE", profile=profile)[::2] == (expected, False)


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), published("count"))
def test_published_counts(reply, expected, profile):
    result = count(reply, profile=profile)
    assert result.value == (3.2116 if expected == "GT avg" else expected)
    assert result.fallback == (expected == "GT avg")
    assert result.fallback or type(result.value) is int


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), published("order"))
def test_published_orders(reply, expected, profile):
    assert order(reply, labels="ABCD", profile=profile)[::2] == (expected, False)
    if "D" not in expected:
        assert order(reply, profile=profile).value == expected


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), published("scanpath"))
def test_published_scanpaths(reply, expected, profile):
    value, _, fallback = scanpath(reply, profile=profile)
    assert value == tuple(tuple(expected[axis]) for axis in "XYT")
    assert all(isinstance(number, float) for axis in value for number in axis)
    assert fallback == (expected["X"] in ([], [0.5]))


@pytest.mark.parametrize(("reply", "expected"), cases("choice"))
def test_choice(reply, expected):
    assert choice(reply)[::2] == (expected, not expected)


@pytest.mark.parametrize(("reply", "options", "expected"), cases("option"))
def test_option(reply, options, expected):
    assert option(reply, options)[::2] == (expected, expected == -1)


@pytest.mark.parametrize(("reply", "expected"), cases("count"))
def test_count(reply, expected):
    assert count(reply, default=3.5)[::2] == ((3.5, True) if expected is None else (expected, False))


@pytest.mark.parametrize(("reply", "expected"), cases("order"))
def test_order(reply, expected):
    assert order(reply)[::2] == (expected, not expected)


@pytest.mark.parametrize(("reply", "size", "expected"), cases("scanpath"))
def test_scanpath(reply, size, expected):
    stand_ins = {"default": Scanpath((0.5,), (0.5,), (0.0,)), "empty": Scanpath((), (), ())}
    value, _, fallback = scanpath(reply, size=size)
    assert fallback == isinstance(expected, str)
    if fallback:
        assert value == stand_ins[expected]
    else:
        assert [list(axis) for axis in value] == [pytest.approx(axis) for axis in expected]


@pytest.mark.parametrize(("reply", "size", "expected"), cases("fixation"))
def test_fixation(reply, size, expected):
    value, _, fallback = fixation(reply, size=size)
    assert [list(point) for point in value] == [pytest.approx(point) for point in expected]
    assert fallback == (not expected)
