"""Answers of the release in their many spellings: scanpaths, letters, orders and counts."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builders.hvsbench import answers
from vlmeval_hvs.errors import DataError

ONE = {"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}
TWO = {"X": [0.4, 0.3, 0.2], "Y": [0.6, 0.7, 0.8], "T": [100, 110, 120]}
POINTS = [[0.5, 0.5, 200], [0.25, 0.1, 150], [0.75, 0.9, 320]]
COLUMNS = list(ONE.values())
OBJECTS = [dict(zip("xyt", point, strict=True)) for point in POINTS]
TEXT = "X = [0.50, 0.25, 0.75] Y = [0.50, 0.10, 0.90] T = [200, 150, 320]"
LONG = {axis: values * 2 for axis, values in ONE.items()}


def test_known_ways_of_storing_scanpaths():
    for stored, notation in (
        (json.dumps(ONE), "json"), (json.dumps([ONE]), "json"), (repr(ONE), "python"),
        (repr([ONE]), "python"),
        (json.dumps({key.lower(): value for key, value in ONE.items()}), "json"),
        (json.dumps({"X": [ONE["X"]], "Y": [ONE["Y"]], "T": [ONE["T"]]}), "json"),
        (json.dumps({"scanpaths": [ONE]}), "json"),
        (json.dumps({"fixations": ONE}), "json"),
        (json.dumps([{"subject": 3, "fixations": ONE}]), "json"),
        (json.dumps({"subject 3": ONE, "subject 4": ONE}), "json"),
        (json.dumps(POINTS), "json"), (json.dumps([POINTS, POINTS]), "json"),
        (json.dumps(OBJECTS), "json"),
        (json.dumps([OBJECTS, OBJECTS]), "json"),
        (json.dumps(COLUMNS), "json"),
        (json.dumps([COLUMNS, COLUMNS]), "json"),
        (json.dumps([TEXT, TEXT]), "json"), (TEXT, "text"),
        ("(0.50, 0.50) for 200ms, (0.25, 0.10) for 150ms, (0.75, 0.90) for 320ms", "text"),
        (f"```json\n{json.dumps(ONE)}\n```", "json"), (TEXT.replace(" = ", ": ").replace("] ", "],\n"), "text"),
        (repr({axis: np.array(values) for axis, values in ONE.items()}), "numpy"),
        (repr([np.array(column) for column in COLUMNS]), "numpy"),
        (str(np.array(POINTS)), "numpy"),
    ):  # fmt: skip
        paths, found, dropped, *_ = answers.read_scanpaths(stored)
        assert (found, dropped) == (notation, 0), stored
        assert all(path[axis] == pytest.approx(ONE[axis]) for path in paths for axis in "XYT")


def test_participants_missing_durations_padding_and_damaged_people():
    read = answers.read_scanpaths
    paths = read(json.dumps([ONE, TWO] * 6)).paths
    assert (len(paths), paths[11]) == (12, TWO)
    assert read(json.dumps({"X": [0.1], "Y": [0.2]})).paths == [{"X": [0.1], "Y": [0.2], "T": []}]
    assert read("X = [.5] Y = [.5] X = [.1, .2] Y = [.3, .4]").paths[1]["X"] == [0.1, 0.2]
    assert read(json.dumps([[0.1, 0.2], [0.3, 0.4]])).paths[0]["Y"] == [0.2, 0.4]
    first, second = read("(0.1, 0.2) for 5ms, (0.3, 0.4) for 6ms\n(0.5, 0.6), (0.7, 0.8)").paths
    assert first == {"X": [0.1, 0.3], "Y": [0.2, 0.4], "T": [5, 6]}
    assert second == {"X": [0.5, 0.7], "Y": [0.6, 0.8], "T": []}
    found = read('{"X": [0.5, 0.2, -1, -1], "Y": [0.5, 0.3, -1, -1], "T": [200, 150, -1, -1]}')
    assert found.paths == [{"X": [0.5, 0.2], "Y": [0.5, 0.3], "T": [200.0, 150.0]}]
    nan = {"X": [0.1, float("nan")], "Y": [0.1, 0.2]}
    for damaged in (nan, {"X": [], "Y": [], "T": []}, {"X": [0.1], "Y": [0.2, 0.3]}, {}):
        stored = read(json.dumps([ONE, damaged, TWO]))
        assert (stored.paths, stored.dropped) == ([ONE, TWO], 1)
    assert read(json.dumps([POINTS, [], POINTS])).dropped == 1


def test_everybody_has_the_same_shape():
    for stored, first in (
        ([[[0.51, 0.88], [0.51, 0.57], [285, 263]], [[0.4, 0.3], [0.2, 0.6], [200, 300]]], [0.51, 0.88]),
        ([[[0.5], [0.5], [200]], [[0.4, 0.3], [0.2, 0.6], [200, 300]]], [0.5]),
        ([[[0.5, 0.6, 0.7], [0.1, 0.2, 0.3]], [[0.4, 0.3, 0.2, 0.1], [0.2, 0.6, 0.1, 0.1]]], [0.5, 0.6, 0.7]),
        ([[[0.51, 0.88, 285], [0.51, 0.57, 263]]], [0.51, 0.51]), ([[[0.1, 0.2], [0.3, 0.4]]], [0.1, 0.3]),
    ):  # fmt: skip
        read = answers.read_scanpaths(json.dumps(stored))
        assert (read.dropped, read.paths[0]["X"]) == (0, first), stored


@pytest.mark.long
def test_everything_else_is_no_scanpath():
    unknown, uneven, odd = "not recognised", "differ in length", "not a finite number"
    for stored, words in (
        ("", unknown), ("see file 17.json", unknown), ("[]", unknown), ('{"path": "a.json"}', unknown),
        ("[" * 5000 + "]" * 5000, unknown), ("[__import__('os').system('true')]", unknown),
        (json.dumps({"X": [0.1, 0.2], "Y": [0.1]}), uneven), (json.dumps({"X": [0.1], "T": [1]}), uneven),
        (json.dumps({"X": [0.1, 0.2], "Y": [0.1, 0.2], "T": [1]}), uneven),
        (json.dumps({"X": [], "Y": [], "T": []}), "empty"), (json.dumps([ONE] * 1001), "1001 scanpaths"),
        ('{"X": [0.1, NaN], "Y": [0.1, 0.2]}', odd), ('{"X": [0.1, true], "Y": [0.1, 0.2]}', odd),
        ('{"X": [0.1, "b"], "Y": [0.1, 0.2]}', odd), ('{"X": {"a": 1}, "Y": [0.1]}', "list of numbers"),
        ("X = [0.1] Y = [0.2] Y = [0.1]", "two lists Y"), ("1" * 2_000_000, "too long"),
        (json.dumps([[0.1, 0.2], [0.3, 0.4, 5]]), "two or three numbers"),
    ):  # fmt: skip
        with pytest.raises(answers.UnknownScanpathError, match=words):
            answers.read_scanpaths(stored)


def of_length(n):
    finite = st.floats(0, 1).map(lambda value: round(value, 4))
    axes = {axis: st.lists(finite, min_size=n, max_size=n) for axis in "XY"}
    return st.fixed_dictionaries({**axes, "T": st.lists(st.integers(0, 5000), min_size=n, max_size=n)})


@pytest.mark.long
@given(
    st.lists(st.integers(1, 15).flatmap(of_length), min_size=1, max_size=10),
    st.sampled_from(["json", "python", "lists", "text"]),
)
@settings(max_examples=40)
def test_what_was_written_is_read_back(paths, way):
    if way == "text":
        stored = "\n".join(" ".join(f"{axis} = {p[axis]}" for axis in "XYT") for p in paths)
    elif way == "lists":
        stored = json.dumps({axis: [p[axis] for p in paths] for axis in "XYT"})
    else:
        stored = json.dumps(paths) if way == "json" else repr(paths)
    numbers = [{axis: [float(value) for value in values] for axis, values in p.items()} for p in paths]
    assert answers.read_scanpaths(stored).paths == numbers


@pytest.mark.long
@given(st.text(max_size=300) | st.text("[]{}(),.\"'XYT=: 0123456789eE-+", max_size=200))
@settings(max_examples=100)
def test_any_text_is_read_or_refused(text):
    try:
        paths, notation, *_ = answers.read_scanpaths(text)
    except answers.UnknownScanpathError:
        return
    assert notation
    assert all(len(p["X"]) == len(p["Y"]) > 0 and len(p["T"]) in (0, len(p["X"])) for p in paths)


OPTIONS = {"A": "the most salient", "B": "the second most salient", "C": "the third most salient"}


def test_letters_with_what_surrounds_them():
    read = answers.read_letters
    for answer, labels, letters in (
        ("B", "ABC", "B"), ("[B]", "ABC", "B"), ("b.", "AB", "B"), ("B > C > A", "ABC", "BCA"), ("D,A", "", "DA"),
    ):  # fmt: skip
        assert read(answer, labels) == letters
    for answer in ("C. 0.27,0.29,0.32,0.89", "[C] 0.27,0.29", "Answer: C", "(C) the dog", "Option C", "C) dog"):
        assert read(answer, "ABC") == "C", answer
    for answer in (
        "B, because most people look at it first", "B\nit is the most prominent object.", "[B] because it is large",
        "**B** since it has the most salient colour", "B. the second most salient", "(B) - A is smaller",
    ):  # fmt: skip
        assert read(answer, "ABC", OPTIONS) == "B", answer
    for answer in ("B, C, A", "[B] [C] [A]", "Answer: BCA", "B. dog > C. cat > A. tree"):
        assert read(answer, "ABC", ranks=True) == "BCA", answer
    named = {"A": "dog", "B": "cat", "C": "car"}
    assert read("A. dog / B. cat / C. car", "ABC", named, True) == "ABC"
    assert read("C. car / A. dog / B. cat", "ABC", named, True) == "CAB"
    for answer in ("", "C", "AA", "the cat", "3"):
        with pytest.raises(DataError, match="letters"):
            read(answer, "AB")
    with pytest.raises(DataError, match="names several letters"):
        read("B, C because both stand out", "ABC", OPTIONS)


def test_counts_are_whole_numbers():
    texts, wanted = ("5", " 5. ", "5.0", "0", "007", "five", "0 dots", "999999 dots"), "5 5 5 0 7 5 0 999999"
    assert [answers.read_count(text) for text in texts] == wanted.split()
    for text in ("many", "-1", "2.5", "nan", "inf", "", "1e3", "1_0", "1,5", "2.5 cups", "1000000 dots"):
        with pytest.raises(DataError, match="is not a whole number"):
            answers.read_count(text)
