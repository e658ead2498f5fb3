"""Scanpaths, next fixations and boxes: one row for each form, the papers' printed examples, and units."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standardizers import Scanpath, fixation, scanpath

DEFAULT, EMPTY = Scanpath((0.5,), (0.5,), (0.0,)), Scanpath((), (), ())
PATH = Scanpath((0.5, 0.25), (0.4, 0.75), (200.0, 300.0))
UNTIMED = PATH._replace(t=(0.0, 0.0))

PATHS = [
    ("X = [0.5, 0.25]\nY = [0.4, 0.75]\nT = [200, 300]", PATH),
    ("X=[50%, 25%]; Y=[40%, 75%]; T=[0.2 s, 0.3 s]", PATH),
    ('```json\n{"X": [0.5, 0.25], "Y": [0.4, 0.75], "T": [200, 300]}\n```', PATH),
    ('[{"x": 0.5, "y": 0.4, "duration_ms": 200}, {"x": 0.25, "y": 0.75, "duration_ms": 300}]', PATH),
    ('{"scanpath": [{"point": [0.5, 0.4], "t": 200}, {"point": [0.25, 0.75], "t": 300}]}', PATH),
    ("[[0.5, 0.4, 200], [0.25, 0.75, 300]]", PATH), ("[0.5, 0.25]\n[0.4, 0.75]\n[200, 300]", PATH),
    ("1. (0.5, 0.4) 200 ms\n2. (0.25, 0.75) 300 ms", PATH),
    ("The eyes land at (0.5, 0.4) for 200 ms, then at (0.25, 0.75) for 300 ms.", PATH),
    ("| # | x | y | ms |\n|---|---|---|---|\n| 1 | 0.5 | 0.4 | 200 |\n| 2 | 0.25 | 0.75 | 300 |", PATH),
    ("0.5 0.4; 0.25 0.75", UNTIMED), ('<points x1="50" y1="40" x2="25" y2="75" alt="eyes">eyes</points>', UNTIMED),
    ("X = [0.5, 0.25, ...], Y = [0.4, 0.75, ...]", UNTIMED),
    ("X = [0.5, 1.7, 0.25] Y = [0.4, 0.4, 0.75] T = [200, 1, 300]", PATH),  # outside the image
]  # fmt: skip
NO_PATHS = [
    ("", DEFAULT), (None, DEFAULT), (math.nan, DEFAULT), ("I can't tell where a person would look.", DEFAULT),
    ("X = [0.5, 0.25]", DEFAULT), ("X = [0.5, 0.25, 0.3]\nY = [0.4, 0.75", DEFAULT),
    ("X = [0.1, 0.2, 0.3, 0.4] Y = [0.1]", DEFAULT), ("X = []\nY = []\nT = []", EMPTY),
]  # fmt: skip
POINTS = [
    ("320, 120", (320, 120, 1)), ("[0.5, 0.25]", (320, 120, 1)), ("(x, y) = (320, 120)", (320, 120, 1)),
    ("x = 320, y = 120", (320, 120, 1)), ("- **X-coordinate:** 320\n- **Y-coordinate:** 120", (320, 120, 1)),
    ("It is 50% across and 25% down.", (320, 120, 1)), ('{"x": 320, "y": 120}', (320, 120, 1)),
    ('<tool_call>{"name": "left_click", "arguments": {"coordinate": [320, 120]}}</tool_call>', (320, 120, 1)),
    ('<point x="50" y="25" alt="cup">cup</point>', (320, 120, 1)),
    ("<|box_start|>(400,200),(600,300)<|box_end|><|im_end|>", (320, 120, 1)),  # Qwen2-VL: thousandths
    ('{"bbox": [300, 100, 340, 140]}', (320, 120, 1)),
    ("The top-left corner is (300, 100) and the bottom-right corner is (340, 140).", (320, 120, 1)),
    ("The origin is (0, 0). The lamp is at (10, 20). Next fixation: (320, 120).", (320, 120, 1)),
    ("(320, 120), next to the lamp at (10, 20)", (320, 120, 1)), ("下一个注视点的坐标是（320，120）。", (320, 120, 1)),
    ("(0.5, 0.25): 70%\n(0.1, 0.2): 30%", (320, 120, 0.7), (64, 96, 0.3)),
    ('[{"x": 320, "y": 120, "p": 0.7}, {"x": 64, "y": 96, "p": 0.3}]', (320, 120, 0.7), (64, 96, 0.3)),
    ("| what | x | y | p |\n|---|\n| cup | 320 | 120 | 0.7 |\n| jar | 64 | 96 | 0.3 |", (320, 120, 0.7), (64, 96, 0.3)),
    ("(320, 120) 200 ms", (320, 120, 1)),  # a duration is no weight
    ("(320, 120): 0.7, (64, 96): 0", (320, 120, 0.7)), ("It is either (320, 120) or (64, 96).",),
    ("",), ('{"x": null, "y": null}',), ("(3200, 1200)",),
]  # fmt: skip


def test_every_form_of_a_scanpath_and_of_a_next_fixation_and_what_is_none():
    for reply, expected in PATHS:
        found = scanpath(reply)
        assert not found.fallback
        assert [list(axis) for axis in found.value] == [pytest.approx(axis) for axis in expected]
    for reply, stand_in in NO_PATHS:
        assert scanpath(reply)[::2] == (stand_in, True)
    for reply, *expected in POINTS:
        value, _, fallback = fixation(reply, size=(640, 480))
        found = [(640 * x, 480 * y, weight) for x, y, weight in value]
        assert found == [pytest.approx(point) for point in expected], reply
        assert fallback == (not expected), reply


def test_the_question_tells_past_points_and_how_many_and_of_a_cut_reply_only_the_complete_counts():
    next_one = "Past: (0.5, 0.5). Next?"
    assert fixation("So far (0.5, 0.5) and the door, (0.2, 0.3).", question=next_one).value == ((0.2, 0.3, 1.0),)
    assert fixation("The gaze was at (0.5, 0.5).", question=next_one).fallback
    assert fixation("(0.5, 0.5)", question=next_one).value == ((0.5, 0.5, 1.0),)
    assert len(fixation("A face at (0.2, 0.3) and a sign at (0.7, 0.8).", question="Which points attract?").value) == 2
    asked = "Give one point (x, y), where (0, 0) is the top left and (1, 1) the bottom right."
    assert fixation(asked, question=asked).fallback
    assert fixation("The lamp is near (0.3, 0.4). Behind it", finished=False).fallback
    assert fixation("The answer is (0.3, 0.4). Behind it", finished=False).value == ((0.3, 0.4, 1.0),)
    assert fixation("The answer is (0.3, 0.4", finished=False).fallback
    assert scanpath("[[0.5, 0.4], [0.25, 0.75], [0.", finished=False).value == UNTIMED


def test_units():
    for reply, size, x, rule in (
        ("X=[0.2, 0.4] Y=[0.2, 0.4]", (640, 480), (0.2, 0.4), "lists"),
        ("X=[200, 400] Y=[200, 400]", None, (0.2, 0.4), "lists_thousand"),
        ("X=[200, 400] Y=[200, 400]", (1000, 500), (0.2, 0.4), "lists_pixels"),
        ("From 0 to 1000: X=[200, 400] Y=[200, 400]", (2000, 2000), (0.2, 0.4), "lists_thousand"),
        ("[[30, 30], [40, 50], [60, 60]]", (1680, 1050), (0.3, 0.4, 0.6), "json_percent"),
        ("In the 640x480 picture, px: X=[320, 160] Y=[240, 360]", None, (0.5, 0.25), "lists_pixels"),
        ("X=[320, 160] Y=[240, 360] pixels", None, (0.5,), "unknown_frame"),
        ("X=[1.1, 0.9, 1.37] Y=[0.4, 0.5, 1.2]", (640, 480), (0.9,), "lists"),
    ):
        found = scanpath(reply, size=size)
        assert (found.value.x, found.rule) == (pytest.approx(x), rule)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(st.tuples(*[st.integers(1, 99)] * 2, st.integers(20, 2000)), min_size=4, max_size=20))
def test_a_scanpath_survives_every_shape(fixations):
    x, y, t = (list(axis) for axis in zip(*[(a / 100, b / 100, c) for a, b, c in fixations], strict=True))
    rows = list(zip(x, y, t, strict=True))
    for shape in (
        f"X = {x} Y = {y} T = {t}", json.dumps({"X": x, "Y": y, "T": t}),
        str([dict(zip("xyt", row, strict=True)) for row in rows]),
        "\n".join(f"{place}. ({a}, {b}) for {c} ms" for place, (a, b, c) in enumerate(rows, 1)),
        "\n".join(f"| {place} | {a} | {b} | {c} |" for place, (a, b, c) in enumerate(rows, 1)),
    ):  # fmt: skip
        assert scanpath(shape).value == (pytest.approx(x), pytest.approx(y), pytest.approx(t))
