"""Answers of the release in their many spellings: scanpaths, letters, orders and counts."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builders.hvsbench import answers
from vlmeval_hvs.errors import DataError

ONE = {"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}
TWO = {"X": [0.4, 0.3, 0.2], "Y": [0.6, 0.7, 0.8], "T": [100, 110, 120]}
TEXT = "X = [0.50, 0.25, 0.75] Y = [0.50, 0.10, 0.90] T = [200, 150, 320]"


def test_ways_of_storing_scanpaths():
    read = answers.read_scanpaths
    lower = {key.lower(): value for key, value in ONE.items()}
    for stored, notation, people in (
        (json.dumps(ONE), "json", [ONE]), (json.dumps([ONE, TWO] * 6), "json", [ONE, TWO] * 6),
        (json.dumps([{"subject": 3, **lower}]), "json", [ONE]), (repr([ONE, TWO]), "python", [ONE, TWO]),
        (TEXT, "text", [ONE]), (TEXT.replace(" = ", ": ").replace("] ", "],\n"), "text", [ONE]),
        (f"{TEXT} X = [0.1, .2] Y = [.3 .4]", "text", [ONE, {"X": [0.1, 0.2], "Y": [0.3, 0.4], "T": []}]),
        (json.dumps({"X": [0.1], "Y": [0.2]}), "json", [{"X": [0.1], "Y": [0.2], "T": []}]),
    ):  # fmt: skip
        assert read(stored) == (people, notation, 0), stored
    nan = {"X": [0.1, float("nan")], "Y": [0.1, 0.2]}
    for damaged in (nan, {"X": [], "Y": [], "T": []}, {"X": [0.1], "Y": [0.2, 0.3]}, {}):
        assert read(json.dumps([ONE, damaged, TWO])) == ([ONE, TWO], "json", 1)


def test_everything_else_is_no_scanpath():
    unknown, uneven, odd = "not recognised", "differ in length", "not a finite number"
    for stored, words in (
        ("", unknown), ("see file 17.json", unknown), ("[]", unknown), ("[[0.1, 0.2], [0.3, 0.4]]", unknown),
        ("[" * 5000 + "]" * 5000, unknown), ("[__import__('os').system('true')]", unknown),
        ("X = [0.1] Y = [0.2] Y = [0.1]", unknown), ("X = [0.1, x] Y = [0.2, 0.1]", unknown),
        ('{"path": "a.json"}', "empty"), (json.dumps({"X": [0.1, 0.2], "Y": [0.1]}), uneven),
        (json.dumps({"X": [0.1], "T": [1]}), uneven), (json.dumps({"X": [0.1], "Y": [0.1], "T": [1, 2]}), uneven),
        ('{"X": [0.1, NaN], "Y": [0.1, 0.2]}', odd), ('{"X": [0.1, true], "Y": [0.1, 0.2]}', odd),
        ('{"X": [0.1, "b"], "Y": [0.1, 0.2]}', odd), ('{"X": {"a": 1}, "Y": [0.1]}', "list of numbers"),
        ("1" * 2_000_000, "2000000 characters is too long"),
    ):  # fmt: skip
        with pytest.raises(answers.UnknownScanpathError, match=words):
            answers.read_scanpaths(stored)


def of_length(n):
    finite = st.floats(0, 1).map(lambda value: round(value, 4))
    axes = {axis: st.lists(finite, min_size=n, max_size=n) for axis in "XY"}
    return st.fixed_dictionaries({**axes, "T": st.lists(st.integers(0, 5000), min_size=n, max_size=n)})


@given(
    st.lists(st.integers(1, 15).flatmap(of_length), min_size=1, max_size=10),
    st.sampled_from(["json", "python", "text"]),
)
@settings(max_examples=40)
def test_what_was_written_is_read_back(paths, way):
    if way == "text":
        stored = "\n".join(" ".join(f"{axis} = {p[axis]}" for axis in "XYT") for p in paths)
    else:
        stored = json.dumps(paths) if way == "json" else repr(paths)
    numbers = [{axis: [float(value) for value in values] for axis, values in p.items()} for p in paths]
    assert answers.read_scanpaths(stored).paths == numbers


@given(st.text(max_size=300) | st.text("[]{}(),.\"'XYT=: 0123456789eE-+", max_size=200))
@settings(max_examples=100)
def test_any_text_is_read_or_refused(text):
    try:
        paths, notation, *_ = answers.read_scanpaths(text)
    except answers.UnknownScanpathError:
        return
    assert notation
    assert all(len(p["X"]) == len(p["Y"]) > 0 and len(p["T"]) in (0, len(p["X"])) for p in paths)


def test_letters_are_bare_or_come_with_their_text():
    named = {"A": "dog", "B": "0.27,0.29,0.32,0.89", "C": "The cat"}
    for answer, labels, options, letters in (
        ("B", "ABC", {}, "B"), ("[B]", "ABC", {}, "B"), ("b.", "AB", {}, "B"), ("B > C > A", "ABC", {}, "BCA"),
        ("BCA", "ABC", {}, "BCA"), ("[B] [C] [A]", "ABC", named, "BCA"), ("D,A", "", {}, "DA"),
        ("B. 0.27,0.29,0.32,0.89", "ABC", named, "B"), ("[C] the cat", "ABC", named, "C"),
        ("the cat.", "ABC", named, "C"), ("A", "ABC", {"A": "B", "B": "A"}, "B"),
        ("A", "AB", {"A": "x", "B": "x"}, "A"),
    ):  # fmt: skip
        assert answers.read_letters(answer, labels, options) == letters, answer
    for answer in ("", "C", "AA", "the cat", "3", "B, because it is large"):
        with pytest.raises(DataError, match="is neither made of the letters AB nor an option"):
            answers.read_letters(answer, "AB", {})


def test_counts_are_whole_numbers():
    for text, digits in (("5", "5"), (" 5 ", "5"), ("5.0", "5"), ("0", "0"), ("007", "7"), ("999999", "999999")):
        assert answers.read_count(text) == digits
    for text in ("many", "-1", "2.5", "nan", "inf", "", "1e3", "1_0", "1,5", "2 cups", "1000000", "\u0665"):
        with pytest.raises(DataError, match="is not a whole number"):
            answers.read_count(text)
