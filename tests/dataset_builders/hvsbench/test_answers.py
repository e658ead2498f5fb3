import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builders.hvsbench.answers import UnknownScanpathError, read_count, read_letters, read_scanpaths
from vlmeval_hvs.errors import DataError

ONE = {"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}
TWO = {"X": [0.4, 0.3, 0.2], "Y": [0.6, 0.7, 0.8], "T": [100, 110, 120]}
POINTS = [[0.5, 0.5, 200], [0.25, 0.1, 150], [0.75, 0.9, 320]]
COLUMNS = list(ONE.values())
OBJECTS = [dict(zip("xyt", point, strict=True)) for point in POINTS]
TEXT = "X = [0.50, 0.25, 0.75] Y = [0.50, 0.10, 0.90] T = [200, 150, 320]"
LONG = {axis: values * 2 for axis, values in ONE.items()}


@pytest.mark.parametrize(
    ("stored", "notation"),
    [
        (json.dumps(ONE), "json dict"),
        (json.dumps([ONE]), "json list of dicts"),
        (repr(ONE), "python dict"),
        (repr([ONE]), "python list of dicts"),
        (json.dumps({key.lower(): value for key, value in ONE.items()}), "json dict"),
        (json.dumps({"X": [ONE["X"]], "Y": [ONE["Y"]], "T": [ONE["T"]]}), "json dict of lists"),
        (json.dumps({"scanpaths": [ONE]}), "json dict of dicts"),
        (json.dumps({"fixations": ONE}), "json dict of dict"),
        (json.dumps([{"subject": 3, "fixations": ONE}]), "json list of dicts"),
        (json.dumps({"subject 3": ONE, "subject 4": ONE}), "json dict of dicts"),
        (json.dumps(POINTS), "json list of points"),
        (json.dumps([POINTS, POINTS]), "json list of lists of points"),
        (json.dumps(OBJECTS), "json list of point objects"),
        (json.dumps([OBJECTS, OBJECTS]), "json list of lists of point objects"),
        (json.dumps(COLUMNS), "json list of columns"),
        (json.dumps([COLUMNS, COLUMNS]), "json list of lists of columns"),
        (json.dumps([TEXT, TEXT]), "json list of texts"),
        (TEXT, "text"),
        ("(0.50, 0.50) for 200ms, (0.25, 0.10) for 150ms, (0.75, 0.90) for 320ms", "text"),
        (f"```json\n{json.dumps(ONE)}\n```", "json dict"),
        (TEXT.replace(" = ", ": ").replace("] ", "],\n"), "text"),
        (repr({axis: np.array(values) for axis, values in ONE.items()}), "numpy dict"),
        (repr([np.array(column) for column in COLUMNS]), "numpy list of columns"),
        (str(np.array(POINTS)), "numpy list of points"),
    ],
)
def test_known_ways_of_storing(stored: str, notation: str) -> None:
    paths, found, dropped, _ = read_scanpaths(stored)
    assert (found, dropped) == (notation, 0)
    for path in paths:
        assert path["X"] == pytest.approx(ONE["X"])
        assert path["Y"] == pytest.approx(ONE["Y"])
        assert path["T"] == ONE["T"]


def test_ten_participants_and_missing_durations() -> None:
    paths = read_scanpaths(json.dumps([ONE, TWO] * 5)).paths
    assert len(paths) == 10
    assert paths[9] == TWO
    assert read_scanpaths(json.dumps({"X": [0.1], "Y": [0.2]})).paths == [{"X": [0.1], "Y": [0.2], "T": []}]
    assert read_scanpaths("X = [.5] Y = [.5] X = [.1, .2] Y = [.3, .4]").paths[1]["X"] == [0.1, 0.2]
    assert read_scanpaths(json.dumps([[0.1, 0.2], [0.3, 0.4]])).paths[0]["Y"] == [0.2, 0.4]
    assert read_scanpaths(json.dumps([ONE] * 12)).paths == [ONE] * 12
    assert read_scanpaths("(0.1, 0.2) for 5ms, (0.3, 0.4) for 6ms\n(0.5, 0.6), (0.7, 0.8)").paths == [
        {"X": [0.1, 0.3], "Y": [0.2, 0.4], "T": [5.0, 6.0]},
        {"X": [0.5, 0.7], "Y": [0.6, 0.8], "T": []},
    ]


@pytest.mark.parametrize(
    "damaged",
    [{"X": [0.1, float("nan")], "Y": [0.1, 0.2]}, {"X": [], "Y": [], "T": []}, {"X": [0.1], "Y": [0.2, 0.3]}, {}],
)
def test_a_damaged_person_costs_that_person_only(damaged: dict) -> None:
    stored = read_scanpaths(json.dumps([ONE, damaged, TWO]))
    assert stored.paths == [ONE, TWO]
    assert stored.dropped == 1


@pytest.mark.parametrize(
    ("stored", "first"),
    [
        ([[[0.51, 0.88], [0.51, 0.57], [285, 263]], [[0.4, 0.3], [0.2, 0.6], [200, 300]]], [0.51, 0.88]),
        ([[[0.5], [0.5], [200]], [[0.4, 0.3], [0.2, 0.6], [200, 300]]], [0.5]),
        ([[[0.5, 0.6, 0.7], [0.1, 0.2, 0.3]], [[0.4, 0.3, 0.2, 0.1], [0.2, 0.6, 0.1, 0.1]]], [0.5, 0.6, 0.7]),
        ([[[0.51, 0.88, 285], [0.51, 0.57, 263]]], [0.51, 0.51]),
        ([[[0.1, 0.2], [0.3, 0.4]]], [0.1, 0.3]),
    ],
)
def test_everybody_has_the_same_shape(stored: list, first: list) -> None:
    read = read_scanpaths(json.dumps(stored))
    assert read.dropped == 0
    assert read.paths[0]["X"] == first


def test_an_empty_person_among_lists_of_points() -> None:
    assert read_scanpaths(json.dumps([POINTS, [], POINTS])).dropped == 1


@pytest.mark.parametrize(
    ("stored", "words"),
    [
        ("", "not recognised"),
        ("B", "not recognised"),
        ("see file 17.json", "not recognised"),
        ("[]", "not recognised"),
        ("{}", "not recognised"),
        ('{"path": "a.json"}', "not recognised"),
        (json.dumps({"X": [0.1, 0.2], "Y": [0.1]}), "differ in length"),
        (json.dumps({"X": [0.1, 0.2], "Y": [0.1, 0.2], "T": [1]}), "differ in length"),
        (json.dumps({"X": [], "Y": [], "T": []}), "empty"),
        (json.dumps({"X": [0.1], "T": [1]}), "differ in length"),
        (json.dumps([ONE] * 1001), "1001 scanpaths"),
        (json.dumps({"X": [0.1, "b"], "Y": [0.1, 0.2]}), "not a finite number"),
        ('{"X": [0.1, NaN], "Y": [0.1, 0.2]}', "not a finite number"),
        ('{"X": [0.1, true], "Y": [0.1, 0.2]}', "not a finite number"),
        ('{"X": {"a": 1}, "Y": [0.1]}', "list of numbers"),
        ("X = [0.1] Y = [0.2] Y = [0.1]", "two lists Y"),
        (json.dumps([[0.1, 0.2], [0.3, 0.4, 5]]), "two or three numbers"),
        ("[" * 5000 + "]" * 5000, "not recognised"),
        ("1" * 2_000_000, "too long"),
        ("__import__('os').system('true')", "not recognised"),
        ("[__import__('os').system('true')]", "not recognised"),
    ],
)
def test_everything_else_is_refused(stored: str, words: str) -> None:
    with pytest.raises(UnknownScanpathError, match=words):
        read_scanpaths(stored)


finite = st.floats(0, 1).map(lambda value: round(value, 4))
path = st.integers(1, 15).flatmap(
    lambda n: st.fixed_dictionaries(
        {
            "X": st.lists(finite, min_size=n, max_size=n),
            "Y": st.lists(finite, min_size=n, max_size=n),
            "T": st.lists(st.integers(0, 5000), min_size=n, max_size=n),
        }
    )
)


@given(st.lists(path, min_size=1, max_size=10), st.sampled_from(["json", "python", "lists", "text"]))
@settings(max_examples=60, deadline=None)
def test_what_was_written_is_read_back(paths: list, way: str) -> None:
    if way == "text":
        stored = "\n".join(" ".join(f"{axis} = {p[axis]}" for axis in "XYT") for p in paths)
    elif way == "lists":
        stored = json.dumps({axis: [p[axis] for p in paths] for axis in "XYT"})
    else:
        stored = json.dumps(paths) if way == "json" else repr(paths)
    assert read_scanpaths(stored).paths == [
        {axis: [float(v) for v in values] for axis, values in p.items()} for p in paths
    ]


@given(st.text(max_size=300) | st.text("[]{}(),.\"'XYT=: 0123456789eE-+", max_size=200))
@settings(max_examples=250, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        paths, notation, _ = read_scanpaths(text)
    except UnknownScanpathError:
        return
    assert notation
    assert all(len(p["X"]) == len(p["Y"]) > 0 and len(p["T"]) in (0, len(p["X"])) for p in paths)


@pytest.mark.parametrize(
    ("answer", "labels", "letters"),
    [("B", "ABC", "B"), ("[B]", "ABC", "B"), ("b.", "AB", "B"), ("B > C > A", "ABC", "BCA"), ("D,A", "", "DA")],
)
def test_letters(answer: str, labels: str, letters: str) -> None:
    assert read_letters(answer, labels) == letters


@pytest.mark.parametrize(
    "answer", ["C. 0.27,0.29,0.32,0.89", "[C] 0.27,0.29,0.32,0.89", "Answer: C", "(C) the dog", "Option C", "C) dog"]
)
def test_a_letter_with_its_option_or_an_announcement(answer: str) -> None:
    assert read_letters(answer, "ABC") == "C"


@pytest.mark.parametrize("answer", ["B, C, A", "[B] [C] [A]", "Answer: BCA", "B. dog > C. cat > A. tree"])
def test_orders_with_what_surrounds_them(answer: str) -> None:
    assert read_letters(answer, "ABC", ranks=True) == "BCA"


@pytest.mark.parametrize(("answer", "labels"), [("", "AB"), ("C", "AB"), ("AA", "AB"), ("the cat", "AB"), ("3", "AB")])
def test_answers_without_the_offered_letters_are_refused(answer: str, labels: str) -> None:
    with pytest.raises(DataError, match="letters"):
        read_letters(answer, labels)


def test_counts() -> None:
    assert [read_count(text) for text in ("5", " 5. ", "5.0", "0")] == ["5", "5", "5", "0"]
    assert [read_count(text) for text in ("five", "3 objects")] == ["5", "3"]
    for text in ("many", "-1", "2.5", "nan", "inf", ""):
        with pytest.raises(DataError, match="whole number"):
            read_count(text)
