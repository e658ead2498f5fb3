import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_builders.hvsbench.answers import UnknownScanpathError, read_count, read_letters, read_scanpaths
from vlmeval_hvs.errors import DataError

SIZE = (640, 480)
ONE = {"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}
TWO = {"X": [0.4, 0.3, 0.2], "Y": [0.6, 0.7, 0.8], "T": [100, 110, 120]}
PIXELS = {"X": [320, 160, 480], "Y": [240, 48, 432], "T": [200, 150, 320]}
POINTS = [[0.5, 0.5, 200], [0.25, 0.1, 150], [0.75, 0.9, 320]]
TEXT = "X = [0.50, 0.25, 0.75] Y = [0.50, 0.10, 0.90] T = [200, 150, 320]"


@pytest.mark.parametrize(
    ("stored", "notation"),
    [
        (json.dumps(ONE), "json dict, relative"),
        (json.dumps([ONE]), "json list of dicts, relative"),
        (repr(ONE), "python dict, relative"),
        (repr([ONE]), "python list of dicts, relative"),
        (json.dumps({key.lower(): value for key, value in ONE.items()}), "json dict, relative"),
        (json.dumps({"X": [ONE["X"]], "Y": [ONE["Y"]], "T": [ONE["T"]]}), "json dict of lists, relative"),
        (json.dumps({"scanpaths": [ONE]}), "json dict of dicts, relative"),
        (json.dumps({"subject 3": ONE, "subject 4": ONE}), "json dict of dicts, relative"),
        (json.dumps(POINTS), "json list of points, relative"),
        (json.dumps([POINTS, POINTS]), "json list of lists of points, relative"),
        (json.dumps([TEXT, TEXT]), "json list of texts, relative"),
        (TEXT, "text, relative"),
        (f"```json\n{json.dumps(ONE)}\n```", "json dict, relative"),
        (TEXT.replace(" = ", ": ").replace("] ", "],\n"), "text, relative"),
        (json.dumps(PIXELS), "json dict, pixels"),
        (repr(tuple(tuple(p) for p in zip(*PIXELS.values(), strict=True))), "python list of points, pixels"),
    ],
)
def test_known_ways_of_storing(stored: str, notation: str) -> None:
    paths, found = read_scanpaths(stored, SIZE)
    assert found == notation
    for path in paths:
        assert path["X"] == pytest.approx(ONE["X"])
        assert path["Y"] == pytest.approx(ONE["Y"])
        assert path["T"] == ONE["T"]


def test_ten_participants_and_missing_durations() -> None:
    paths, _ = read_scanpaths(json.dumps([ONE, TWO] * 5), SIZE)
    assert len(paths) == 10
    assert paths[9] == TWO
    assert read_scanpaths(json.dumps({"X": [0.1], "Y": [0.2]}), SIZE)[0] == [{"X": [0.1], "Y": [0.2], "T": []}]
    assert read_scanpaths("X = [.5] Y = [.5] X = [.1, .2] Y = [.3, .4]", SIZE)[0][1]["X"] == [0.1, 0.2]
    assert read_scanpaths(json.dumps([[0.1, 0.2], [0.3, 0.4]]), SIZE)[0][0]["Y"] == [0.2, 0.4]


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
        (json.dumps([ONE] * 11), "11 scanpaths"),
        (json.dumps({"X": [0.1, "b"], "Y": [0.1, 0.2]}), "not a finite number"),
        ('{"X": [0.1, NaN], "Y": [0.1, 0.2]}', "not a finite number"),
        ('{"X": [0.1, true], "Y": [0.1, 0.2]}', "not a finite number"),
        ('{"X": {"a": 1}, "Y": [0.1]}', "list of numbers"),
        (json.dumps({"X": [1500, 2], "Y": [900, 3]}), "neither relative nor pixels"),
        ("X = [0.1] X = [0.2] Y = [0.1]", "differ in length"),
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
        read_scanpaths(stored, SIZE)


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
    read, _ = read_scanpaths(stored, SIZE)
    assert read == [{axis: [float(v) for v in values] for axis, values in p.items()} for p in paths]


@given(st.text(max_size=300) | st.text("[]{}(),.\"'XYT=: 0123456789eE-+", max_size=200))
@settings(max_examples=250, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        paths, notation = read_scanpaths(text, SIZE)
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


@pytest.mark.parametrize(("answer", "labels"), [("", "AB"), ("C", "AB"), ("AA", "AB"), ("the cat", "AB"), ("3", "AB")])
def test_answers_without_the_offered_letters_are_refused(answer: str, labels: str) -> None:
    with pytest.raises(DataError, match="letters"):
        read_letters(answer, labels)


def test_counts() -> None:
    assert [read_count(text) for text in ("5", " 5. ", "5.0", "0")] == ["5", "5", "5", "0"]
    for text in ("five", "-1", "2.5", "nan", "inf", ""):
        with pytest.raises(DataError, match="whole number"):
            read_count(text)
