"""Scanpaths: published replies, replies of many kinds, every shape, and the paper's algorithm to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standardizers import Scanpath, scanpath

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "scanpath.json").read_text(encoding="utf-8"))["cases"]
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["scanpath"]
DEFAULT = Scanpath((0.5,), (0.5,), (0.0,))
EMPTY = Scanpath((), (), ())
both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), PUBLISHED, ids=short)
def test_published_scanpaths(reply, expected, profile):
    value, _, fallback = scanpath(reply, profile=profile)
    assert value == tuple(tuple(expected[axis]) for axis in "XYT")
    assert all(isinstance(number, float) for axis in value for number in axis)
    assert fallback == (expected["X"] in ([], [0.5]))


@pytest.mark.parametrize(("reply", "size", "expected"), CASES, ids=short)
def test_scanpath(reply, size, expected):
    stand_ins = {"default": DEFAULT, "empty": EMPTY}
    value, _, fallback = scanpath(reply, size=size)
    assert fallback == isinstance(expected, str)
    if fallback:
        assert value == stand_ins[expected]
    else:
        assert [list(axis) for axis in value] == [pytest.approx(axis) for axis in expected]


@settings(max_examples=100, derandomize=True, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 100)] * 2, st.integers(20, 2000)), min_size=2, max_size=20))
def test_a_scanpath_survives_every_shape(fixations):
    rows = [(x / 100, y / 100, t) for x, y, t in fixations]
    x, y, t = (list(axis) for axis in zip(*rows, strict=True))
    shapes = [
        f"X = {x} Y = {y} T = {t}",
        f"```json\n{{'X': {x}, 'Y': {y}, 'T': {t},}}\n```",
        "\n".join(f"{place}. ({a:.2f}, {b:.2f}) for {c}ms" for place, (a, b, c) in enumerate(rows, 1)),
        str([{"x": a, "y": b, "duration": c} for a, b, c in rows]),
        "\n".join(f"| {place} | {a:.2f} | {b:.2f} | {c} |" for place, (a, b, c) in enumerate(rows, 1)),
    ]
    for shape in shapes:
        value, _, fallback = scanpath(shape)
        assert not fallback
        assert value == (pytest.approx(x), pytest.approx(y), pytest.approx(t))


@pytest.mark.parametrize(
    ("reply", "value", "rule"),
    [
        ("nothing here", EMPTY, "no_lists"),
        ("X = [0.1, 0.2] Y = [0.1] T = [1]", DEFAULT, "unequal_lengths"),
        ("```json\n{broken\n```", DEFAULT, "invalid_json"),
        ("```json\n[1, 2]\n```", DEFAULT, "invalid_json"),
        ('```json\n{"X": [0.1], "Y": ["a"], "T": [3]}\n```', Scanpath((0.1,), (0.5,), (3.0,)), "json_fence"),
        ("X = [50, 900] Y = [1, 2] T = [0.1, 0.2]", Scanpath((50.0, 900.0), (1.0, 2.0), (0.1, 0.2)), "lists"),
        ("X = [nan, 0.1] Y = [0.1, b] T = [1]", Scanpath((0.1,), (0.1,), (1.0,)), "lists"),
    ],
)
def test_as_published(reply, value, rule):
    result = scanpath(reply, profile="paper")
    assert result[:2] == (value, rule)
    assert result.fallback == (rule not in ("lists", "json_fence"))


def test_axes_and_durations_in_words():
    value = scanpath("Half way across and 0.4 down for 150 ms, then 0.3 down and 0.2 across for 0.2 s.").value
    assert value.x == (0.5, 0.2)
    assert value.y == (0.4, 0.3)
    assert value.t == (150.0, 200.0)


@pytest.mark.parametrize(
    "reply",
    [
        "X = [0.1, 0.2], Y = [0.3, 0.4], T = [100, 200] is not an answer to your question.",
        "For another picture: X = [0.1, 0.2], Y = [0.3, 0.4], T = [100, 200]",
        "The eyes never go (0.1, 0.2) 100 ms, (0.3, 0.4) 200 ms.",
    ],
)
def test_paths_that_are_no_answer(reply):
    assert scanpath(reply).fallback


@pytest.mark.parametrize(
    "reply",
    [
        "Fixationen: (0,50 | 0,50), (0,25 | 0,75) und (0,75 | 0,25), mit Dauern von 250, 300 und 200 ms.",
        "Les fixations sont (0,50 ; 0,50), (0,25 ; 0,75) et (0,75 ; 0,25), avec des durées de 250, 300 et 200 ms.",
        "①(512, 384) 250ms\n②(256, 576) 300ms\n③(768, 192) 200ms",
    ],
)
def test_durations_apart_and_circled_numbers(reply):
    found = scanpath(reply, size=(1024, 768)).value
    assert found == ((0.5, 0.25, 0.75), (0.5, 0.75, 0.25), (250.0, 300.0, 200.0))


def test_a_path_that_breaks_off_in_its_second_list_is_none():
    assert scanpath("X = [0.49, 0.51, 0.47, 0.33]\nY = [0.52, 0.48, 0.3").fallback
    assert scanpath("X = [0.49, 0.51]\nY = [0.52, 0.48]\nT = [200, 3").value.x == (0.49, 0.51)


def test_spelled_decimals_labels_and_a_far_duration():
    spelled = "The eyes land at x zero point four, y zero point three, then at x zero point seven, y zero point six."
    assert scanpath(spelled).value[:2] == ((0.4, 0.7), (0.3, 0.6))
    assert scanpath("P1(0.5,0.5) P2(0.4,0.3) P3(0.7,0.6)").value.t == (0.0, 0.0, 0.0)
    told = "It starts at (0.4, 0.3) for 240 ms and ends at (0.7, 0.7), where the gaze rests for 420 ms."
    assert scanpath(told).value.t == (240.0, 420.0)


@pytest.mark.parametrize("x", ["[1.3, 1.42, 1.6]", "[1.1, 0.9, 1.37]"])
def test_fractions_beyond_the_edge_are_no_pixels(x):
    """Nobody writes 1.37 pixels: points beyond the edge are left out, and none of them is in the top left corner."""
    found = scanpath(f"X = {x} Y = [0.4, 0.5, 1.2] T = [200, 210, 220]", size=(640, 480))
    assert found.fallback or found.value.x == (0.9,)


def test_points_with_for_so_many_milliseconds():
    found = scanpath("400,240 for 180 ms; 320,120 for 260 ms", size=(800, 600)).value
    assert (found.x, found.y, found.t) == ((0.5, 0.4), (0.4, 0.2), (180.0, 260.0))
