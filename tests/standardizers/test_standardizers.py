"""What holds for every standardizer: no answer is said and explained, any text of any length is read in linear time."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import standardizers
from standardizers import Scanpath, choice, count, fixation, option, order, scanpath, view_operations, views
from standardizers.text import final_answer_text, fold, plain
from standardizers.text.literals import json_values

MEGABYTE = 10**6
OPTIONS = ["bottle", "bunny", "kettle"]
ANSWERS = {
    "choice": choice,
    "count": count,
    "order": order,
    "scanpath": scanpath,
    "fixation": fixation,
    "option": partial(option, options=OPTIONS),
}
NO_ANSWER = {
    "choice": "",
    "count": 3.2116,
    "order": "",
    "scanpath": Scanpath((0.5,), (0.5,), (0.0,)),
    "fixation": (),
    "option": -1,
}
CALLS = {**ANSWERS, "views": views, "view_operations": view_operations}
REPEATED = [
    *("[", "{", "(", "[]", "[x]", '"', "'", "`", "*_", "_", "~~a", "<", "$", "\\", "\\text", "\\boxed{", "-", "+"),
    *(".", ":", "=", "= ", "\n", "<think>", "</think>", "<think>a</think>", "<answer>", "<answer>B</answer>"),
    *("```json ", "```json {", "<b ", "<points x1='1' y1='1' ", "A ", "A B ", "A, B, C, ", "A>", "BCA, "),
    *("A. x\nB. y\n", "A: 1 ", "1. A ", "abc", "I ", "is ", "is A ", "not A, ", "the answer is "),
    *("the answer is A. ", "the answer is A or ", "sorry ", "cannot ", "bunny ", "not the bunny, ", "答案是"),
    *("réponse ", "number of ", "1", "1 ", "1,", "111,", "1.", "-1", "1e", "one ", "twenty-", "hundred ", "2-3 "),
    *("total ", "5 in total ", "=1", "NaN ", "X=[", "X=1 ", "X (", "X=[0.5] Y=[0.5] T=[1] ", "(0.5, 0.5) "),
    *("(0.5, 0.5", "0.5, 0.5\n", "t:", '{"answer": "B"} ', '{"x":0.5,"y":0.5},', "\ud800", "\u0301\u0323"),
    *("\ufdfa", "\u200b", "\x00", "\xa0", "１", "🅱", "\u2028"),
]
LONG = {
    "nested": "[" * (MEGABYTE // 2) + "]" * (MEGABYTE // 2),
    "numbers": "[" + "1," * (MEGABYTE // 2) + "]",
    "list": "X = [" + "0.5, " * (MEGABYTE // 5) + "]",
    "spaces": "X = 1" + " " * MEGABYTE + "2",
    "escapes": '["' + "\\" * MEGABYTE,
    **{repr(unit): unit * (MEGABYTE // len(unit)) for unit in ("1", "A ", "<think>", "\ud800", "\u0301\u0323")},
}
QUADRATIC = 60  # seconds; a linear reading takes few, one quadratic step many minutes
REPETITIONS = {repr(unit): unit * (200_000 // len(unit)) for unit in REPEATED}
every_function = pytest.mark.parametrize("name", ANSWERS)


@every_function
@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        (None, "empty"),
        (float("nan"), "empty"),
        (" \n\t", "empty"),
        ("<think>The answer is A, 5, (0.5, 0.5), X=[0.5] Y=[0.5] T=[1], bunny", "unclosed_reasoning"),
        ("◁think▷ 5 A", "unclosed_reasoning"),
        ("<think>B</think><think>C", "unclosed_reasoning"),
    ],
)
def test_no_answer_is_no_answer(name, reply, rule):
    assert ANSWERS[name](reply) == (NO_ANSWER[name], rule, True)


@pytest.mark.parametrize(
    ("name", "reply", "rule"),
    [
        ("choice", "I'm sorry, I can't help with that.", "refusal"),
        ("option", "I'm sorry, but I can't help with that.", "refusal"),
        ("option", "I cannot determine", "refusal"),
        ("option", "none of the above", "none_of_options"),
        ("option", "the camera", "no_answer"),
        ("option", "bunny or kettle", "ambiguous"),
        ("order", "I am unable to rank them", "refusal"),
        ("count", "I can't count the objects", "refusal"),
        ("count", "I cannot determine the 3 objects", "refusal"),
        ("count", "2 or 3", "range"),
        ("count", "2 cats sit. Behind them 3 dogs run.", "ambiguous"),
        ("scanpath", "X=[0.1, 0.2]", "incomplete"),
        ("scanpath", "X=[900, 1200, 5000] Y=[1, 2, 3] T=[1, 2, 3]", "unknown_frame"),
        ("scanpath", "X=[-0.5] Y=[0.5] T=[100]", "outside_image"),
        ("fixation", "somewhere", "no_answer"),
    ],
)
def test_the_rule_says_why_there_is_no_answer(name, reply, rule):
    assert ANSWERS[name](reply)[1:] == (rule, True)


@pytest.mark.parametrize("name", CALLS)
def test_unknown_profile(name):
    with pytest.raises(ValueError, match="paper, robust"):
        CALLS[name]("A", profile="official")


def test_values_that_are_not_text():
    assert choice(b"B").value == "B"
    assert count(7).value == 7
    assert count(7.0).value == 7
    assert count(10**5000).fallback
    assert option(2, ["1", "2"]).value == 1

    class Unprintable:
        def __str__(self) -> str:
            raise RuntimeError

    assert choice(Unprintable()).rule == "empty"


def test_importing_needs_only_the_standard_library():
    code = (
        "import sys, standardizers; "
        "print([name for name in ('numpy', 'pandas', 'torch', 'vlmeval', 'vlmeval_hvs') if name in sys.modules])"
    )
    root = str(next(iter(standardizers.__path__))).rsplit("standardizers", 1)[0]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", LONG)
def test_a_megabyte_of_anything_is_read(name):
    text = LONG[name]
    begin = time.process_time()
    for function in CALLS.values():
        for profile in ("paper", "robust"):
            function(text, profile=profile)
    assert time.process_time() - begin < QUADRATIC


@pytest.mark.parametrize("name", REPETITIONS)
def test_repetitions_are_read_in_linear_time(name):
    text = REPETITIONS[name]
    begin = time.process_time()
    for function in (choice, count, order, scanpath, fixation):
        function(text)
    assert time.process_time() - begin < QUADRATIC


@pytest.mark.parametrize("filling", [" ", "\n", "blah ", "x, "])
def test_the_answer_at_either_end_of_a_long_reply_is_found(filling):
    padding = filling * (MEGABYTE // len(filling))
    assert choice(padding + "\nThe answer is B.").value == "B"
    assert choice("The answer is B.\n" + padding).value == "B"


PIECES = st.sampled_from(
    [*REPEATED, *"ABCXYT0123456789.,:;()[]{}<>=%-", " is ", " not ", "\n", "```", "**", "ms", " px ", "None", "bunny"]
)
ANY_TEXT = st.text(alphabet=st.characters(), max_size=60)  # all code points, surrogates included
REPLIES = st.one_of(ANY_TEXT, st.lists(st.one_of(PIECES, ANY_TEXT), max_size=25).map("".join))
profiles = st.sampled_from(["paper", "robust"])
checked = settings(max_examples=100, derandomize=True, deadline=None)


@checked
@given(REPLIES, profiles, st.lists(st.sampled_from("ABCDEFGHIabc123"), unique=True, max_size=9))
def test_letters_are_labels(reply, profile, labels):
    letter = choice(reply, labels=labels, profile=profile)
    assert letter.fallback == (letter.value == "")
    ranked = order(reply, labels=labels, profile=profile)
    assert ranked.fallback == (ranked.value == "")
    if profile == "robust":
        assert letter.value == "" or letter.value in labels
        assert set(ranked.value) <= set(labels)
        assert len(set(ranked.value)) == len(ranked.value)


@checked
@given(REPLIES, profiles)
def test_counts_are_whole_numbers(reply, profile):
    value, rule, fallback = count(reply, default=-1.5, profile=profile)
    assert rule
    assert value == -1.5 if fallback else type(value) is int
    if profile == "robust" and not fallback:
        assert value >= 0


@checked
@given(REPLIES, profiles, st.lists(ANY_TEXT, max_size=5))
def test_options_are_indices(reply, profile, options):
    value, rule, fallback = option(reply, options, profile=profile)
    assert rule
    assert fallback == (value == -1)
    assert -1 <= value < len(options)


@checked
@given(REPLIES, profiles, st.sampled_from([None, (640, 480), (1680.0, 1050.0), (0, 0)]))
def test_points_are_finite_and_inside(reply, profile, size):
    path = scanpath(reply, profile=profile, size=size).value
    assert len(path.x) == len(path.y) == len(path.t)
    assert all(isinstance(number, float) and math.isfinite(number) for axis in path for number in axis)
    points = fixation(reply, profile=profile, size=size)
    assert points.fallback == (points.value == ())
    if profile == "robust":
        assert all(0 <= number <= 1 for number in (*path.x, *path.y))
        assert all(number >= 0 for number in path.t)
        assert all(0 <= x <= 1 and 0 <= y <= 1 and 0 < weight < math.inf for x, y, weight in points.value)


@checked
@given(REPLIES)
def test_cleaning_takes_any_text(reply):
    json_values(reply)
    assert isinstance(plain(reply), str)
    assert isinstance(fold(reply), str)
    assert final_answer_text(reply) is None or isinstance(final_answer_text(reply), str)
