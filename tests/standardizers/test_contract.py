"""What holds for every standardizer: result type, options, other values than text, rules that explain a fallback."""

from __future__ import annotations

import pickle
import subprocess
import sys
from functools import partial

import pytest

import standardizers
from standardizers import Scanpath, Standardized, choice, count, fixation, option, order, scanpath

OPTIONS = ["bottle", "bunny", "kettle"]
CALLS = {
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
every_function = pytest.mark.parametrize("name", CALLS)


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
    assert CALLS[name](reply) == (NO_ANSWER[name], rule, True)


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
        ("count", "2 cats and 3 dogs", "ambiguous"),
        ("scanpath", "X=[0.1, 0.2]", "incomplete"),
        ("scanpath", "X=[900, 1200, 5000] Y=[1, 2, 3] T=[1, 2, 3]", "unknown_frame"),
        ("scanpath", "X=[-0.5] Y=[0.5] T=[100]", "outside_image"),
        ("fixation", "somewhere", "no_answer"),
    ],
)
def test_the_rule_says_why_there_is_no_answer(name, reply, rule):
    assert CALLS[name](reply)[1:] == (rule, True)


@every_function
def test_unknown_profile(name):
    with pytest.raises(ValueError, match="paper, robust"):
        CALLS[name]("A", profile="official")


@pytest.mark.parametrize("labels", [["A", "AB"], "AA", [1], ["-"]])
def test_labels_must_be_distinct_letters(labels):
    with pytest.raises(ValueError, match="labels"):
        choice("A", labels=labels)
    with pytest.raises(ValueError, match="labels"):
        order("A", labels=labels)


@pytest.mark.parametrize(
    ("reply", "labels", "expected"),
    [
        ("E", "ABCDE", "E"),
        ("E", "ABCD", ""),
        ("I", "ABCDEFGHI", "I"),
        ("I think B", "ABCDEFGHI", "B"),
        ("[I]", "ABCDEFGHI", "I"),
        ("I am sure that it is I.", "ABCDEFGHI", "I"),
        ("b", "ab", "b"),
        ("B", "ab", "b"),
        ("The answer is [b]", ["a", "b"], "b"),
        ("2", "123", "2"),
        ("The answer is 2", "123", "2"),
        ("Q", "ABCDEFGHIJKLMNOPQ", "Q"),
        ("A", "", ""),
    ],
)
def test_only_the_labels_are_returned(reply, labels, expected):
    assert choice(reply, labels=labels).value == expected


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


def test_the_result_is_a_plain_tuple_that_can_be_pickled():
    result = choice("B")
    assert isinstance(result, Standardized)
    assert tuple(result) == ("B", "whole", False)
    assert pickle.loads(pickle.dumps(result)) == result
    assert scanpath("(0.5, 0.5)").value._fields == ("x", "y", "t")


@pytest.mark.parametrize(
    ("reply", "size", "expected", "rule"),
    [
        ("X=[0.2, 0.4] Y=[0.2, 0.4] T=[100, 200]", None, (0.2, 0.4), "lists"),
        ("X=[20, 40] Y=[20, 40] T=[100, 200]", None, (0.2, 0.4), "lists_percent"),
        ("X=[20%, 40%] Y=[20%, 40%] T=[100, 200]", (1680, 1050), (0.2, 0.4), "lists_percent"),
        ("X=[200, 400] Y=[200, 400] T=[100, 200]", None, (0.2, 0.4), "lists_thousand"),
        ("X=[200, 400] Y=[200, 400] T=[100, 200]", (1000, 500), (0.2, 0.4), "lists_pixels"),
        ("Coordinates 0-1000: X=[200, 400] Y=[200, 400] T=[100, 200]", (2000, 2000), (0.2, 0.4), "lists_thousand"),
        ("[[200, 200], [400, 400]]", (2000, 2000), (0.1, 0.2), "json_pixels"),
        ("[[30, 30], [40, 50], [60, 60]]", (1680, 1050), (0.3, 0.4, 0.6), "json_percent"),
        ("[[800, 200]]", (512, 320), (0.8,), "json_thousand"),
    ],
)
def test_frames(reply, size, expected, rule):
    result = scanpath(reply, size=size)
    assert result.value.x == pytest.approx(expected)
    assert result.rule == rule


def test_importing_needs_only_the_standard_library():
    code = (
        "import sys, standardizers; "
        "print([name for name in ('numpy', 'pandas', 'torch', 'vlmeval', 'vlmeval_hvs') if name in sys.modules])"
    )
    root = str(next(iter(standardizers.__path__))).rsplit("standardizers", 1)[0]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"
