"""The published algorithms to the letter: what the papers print, and where they differ from a reader."""

import json
from pathlib import Path

from standardizers import Scanpath, choice, count, fixation, option, order, scanpath
from standardizers.counts import GT_AVERAGE

DEFAULT, EMPTY = Scanpath((0.5,), (0.5,), (0.0,)), Scanpath((), (), ())


def test_choices_and_options():
    for reply, expected, rule in (
        ("A person stands there (B)", "A", "standalone_letter"), ("I think so", "I", "standalone_letter"),
        ("the answer is A. No, the answer is B", "A", "phrase"), ("<think>It is C</think>B", "C", "phrase"),
        ("it is X", "X", "phrase"), ("IT ISN'T CLEAR (D)", "T", "standalone_letter"),
        ("The answer is b", "", "no_answer"), ("the answer is Bob, not C", "C", "standalone_letter"),
        ("", "", "no_answer"),
    ):  # fmt: skip
        assert choice(reply, profile="paper") == (expected, rule, not expected)
    options = ["bottle", "bunny", "kettle"]  # the letter or the whole text
    assert option("Bunny", options, profile="paper") == (1, "whole_text", False)
    assert option("A bunny", options, profile="paper") == (0, "standalone_letter", False)
    assert option("Z", options, profile="paper") == (-1, "no_answer", True)


def test_counts_and_orders():
    for reply, expected in (
        ("2 people and 3 dogs, total 5", 2), ("3.0", 30), ("2-3", 23), ("2nd", 2), ("10,000", 10000), ("the one", 1),
        ("-3", -3), ("１０", 10), ("twenty-one", 21), ("Five!", 5), ("<think>maybe 7", 7),
    ):  # fmt: skip
        assert count(reply, profile="paper")[::2] == (expected, False)
    assert count("a dozen", profile="paper") == (3.2116, "no_answer", True)
    assert count("1" * 5000, default=2.5, profile="paper") == (2.5, "no_answer", True)
    for reply, expected in (
        ("The order A, B", "TAB"), ("I think A and B", "IAB"), ("The order is B. A is less salient", "B"),
        ("answer is C>A＞B", "CAB"),
    ):  # fmt: skip
        assert order(reply, profile="paper")[::2] == (expected, False)


def test_scanpaths_and_the_first_pair_as_written():
    for reply, value, rule in (
        ("nothing here", EMPTY, "no_lists"), ("X = [] Y = [] T = []", EMPTY, "empty_lists"),
        ("X = [0.1, 0.2] Y = [0.1] T = [1]", DEFAULT, "unequal_lengths"),
        ("```json\n{broken\n```", DEFAULT, "invalid_json"), ("```json\n[1, 2]\n```", DEFAULT, "invalid_json"),
        ('```json\n{"X": [0.1], "Y": ["a"], "T": [3]}\n```', Scanpath((0.1,), (0.5,), (3.0,)), "json_fence"),
        ("X = [50, 900] Y = [1, 2] T = [0.1, 0.2]", Scanpath((50.0, 900.0), (1.0, 2.0), (0.1, 0.2)), "lists"),
        ("X = [nan, 0.1] Y = [0.1, b] T = [1]", Scanpath((0.1,), (0.1,), (1.0,)), "lists"),
    ):  # fmt: skip
        result = scanpath(reply, profile="paper")
        assert (result[:2], result.fallback) == ((value, rule), rule not in ("lists", "json_fence"))
    assert fixation("look at (320, 240), then (1, 2)", profile="paper") == (((320.0, 240.0, 1.0),), "first_pair", False)
    assert fixation("there", profile="paper") == ((), "no_answer", True)


PRINTED = json.loads((Path(__file__).parents[1] / "data" / "standardizers" / "published.json").read_text("utf-8"))


def test_printed_examples_are_read_as_printed():
    readers = {
        "choice": lambda text: choice(text, profile="paper").value,
        "count": lambda text: count(text, profile="paper").value,
        "order": lambda text: order(text, profile="paper").value,
        "scanpath": lambda text: dict(zip("XYT", map(list, scanpath(text, profile="paper").value), strict=True)),
    }
    for kind, read in readers.items():
        assert PRINTED[kind]
        wanted = [(text, GT_AVERAGE if value == "GT avg" else value) for text, value in PRINTED[kind]]
        assert [(text, read(text)) for text, _ in wanted] == wanted
    for text, path in PRINTED["scanpath"][:1] + PRINTED["scanpath"][5:9]:
        assert scanpath(text).value == tuple(map(tuple, path.values())), "also by the other reading"
