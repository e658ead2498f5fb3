"""Answers of the release in their many spellings, and the coordinate frame that is decided for a whole set."""

import json

import numpy as np
import pytest

from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.rows import read_count, read_letters, read_scanpaths
from vlmeval_hvs.errors import DataError

ONE = {"X": [0.5, 0.25, 0.75], "Y": [0.5, 0.1, 0.9], "T": [200, 150, 320]}
TWO = {"X": [0.4, 0.3, 0.2], "Y": [0.6, 0.7, 0.8], "T": [100, 110, 120]}
TEXT = "X = [0.50, 0.25, 0.75] Y = [0.50, 0.10, 0.90] T = [200, 150, 320]"


def test_ways_of_storing_scanpaths_and_everything_else():
    for stored, people in (
        (json.dumps([ONE, TWO] * 6), [ONE, TWO] * 6),
        (json.dumps({"subject": 3, **{key.lower(): value for key, value in ONE.items()}}), [ONE]),
        (repr([ONE, TWO]), [ONE, TWO]), (TEXT.replace(" = ", ": ").replace("] ", "],\n"), [ONE]),
        (f"{TEXT} X = [0.1, .2] Y = [.3 .4]", [ONE, {"X": [0.1, 0.2], "Y": [0.3, 0.4], "T": []}]),
        *((json.dumps([ONE, damaged, TWO]), [ONE, TWO]) for damaged in ({"X": [0.1, float("nan")], "Y": [0, 1]}, {})),
    ):  # fmt: skip
        assert read_scanpaths(stored) == people, stored
    unknown, uneven, odd = "not recognised", "differ in length", "not a finite number"
    for stored, words in (
        ("", unknown), ("[[0.1, 0.2], [0.3, 0.4]]", unknown), ("[" * 5000 + "]" * 5000, unknown),
        ("[__import__('os').system('true')]", unknown), ("X = [0.1] Y = [0.2] Y = [0.1]", unknown),
        ('{"path": "a.json"}', "empty"), (json.dumps({"X": [0.1, 0.2], "Y": [0.1]}), uneven),
        (json.dumps({"X": [0.1], "Y": [0.1], "T": [1, 2]}), uneven), ('{"X": [0.1, true], "Y": [0.1, 0.2]}', odd),
        ('{"X": [0.1, "b"], "Y": [0.1, 0.2]}', odd), ('{"X": {"a": 1}, "Y": [0.1]}', "list of numbers"),
        ("1" * 2_000_000, "2000000 characters is too long"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=words):
            read_scanpaths(stored)


def test_letters_are_bare_or_come_with_their_text_and_counts_are_whole_numbers():
    named = {"A": "dog", "B": "0.27,0.29,0.32,0.89", "C": "The cat"}
    for answer, labels, options, letters in (
        ("B", "ABC", {}, "B"), ("[B]", "ABC", {}, "B"), ("b.", "AB", {}, "B"), ("B > C > A", "ABC", {}, "BCA"),
        ("[B] [C] [A]", "ABC", named, "BCA"), ("D,A", "", {}, "DA"), ("B. 0.27,0.29,0.32,0.89", "ABC", named, "B"),
        ("[C] the cat", "ABC", named, "C"), ("the cat.", "ABC", named, "C"), ("A", "ABC", {"A": "B", "B": "A"}, "B"),
        ("A", "AB", {"A": "x", "B": "x"}, "A"),
    ):  # fmt: skip
        assert read_letters(answer, labels, options) == letters, answer
    for answer in ("", "C", "AA", "3", "B, because it is large"):
        with pytest.raises(DataError, match="is neither made of the letters AB nor an option"):
            read_letters(answer, "AB", {})
    for text, digits in (("5", "5"), (" 5 ", "5"), ("5.0", "5"), ("007", "7"), ("999999", "999999")):
        assert read_count(text) == digits
    for text in ("many", "-1", "2.5", "nan", "", "1e3", "1_0", "2 cups", "1000000", "\u0665"):
        with pytest.raises(DataError, match="is not a whole number"):
            read_count(text)


def people(n_rows=120, scale=1.0, sizes=((640, 427), (640, 480), (480, 640), (500, 375), (427, 640))):
    """Centre-biased scanpaths of ten people per image, relative to the image, a few of them a little outside."""
    rng, rows = np.random.default_rng(0), []
    for number in range(n_rows):
        points = np.clip(rng.normal(0.5, 0.22, (10, 7, 2)), -0.01, 1.01) * scale
        rows.append(([{"X": path[:, 0], "Y": path[:, 1]} for path in points], sizes[number % len(sizes)]))
    return rows


def stored_in(frame, rows):
    stored = []
    for paths, size in rows:
        screen = np.array(frames.FRAMES[frames.LETTERBOXED.get(frame, frame)] or size, dtype=float)
        shown = np.array(size) * min(screen / size) if frame in frames.LETTERBOXED else screen
        bars = (screen - shown) / 2
        moved = [{"X": p["X"] * shown[0] + bars[0], "Y": p["Y"] * shown[1] + bars[1]} for p in paths]
        stored.append((moved, size))
    return stored


@pytest.mark.long
def test_every_frame_is_told_from_the_fixations_and_what_fits_none_or_several_is_an_error():
    for frame in frames.NAMES:
        for number in (8, 120):
            rows = people(number)
            fixations = frames.gather(stored_in(frame, rows))
            assert frames.decide(fixations, fitted_to_screen=True) == frame
            found = frames.to_image(fixations.points, fixations.sizes, frame)
            np.testing.assert_allclose(found, frames.gather(rows).points, atol=1e-12)
    assert frames.decide(frames.gather([])) == "relative"
    for frame in frames.FRAMES:
        rows = stored_in(frame, people())
        rows[3][0][0]["X"][2] = 1e8
        assert frames.decide(frames.gather(rows)) == frame
    rows = people(sizes=[(512, 320)])  # no contradiction
    assert frames.decide(frames.gather(stored_in("pixels", rows))) in ("512x320", "pixels")
    for rows, said in (
        (people(scale=224), "--frame"), (people(scale=9000), "no known frame"),
        (stored_in("512x320-letterbox", people()), r"bars around them \(512x320 or 512x320-letterbox.*; give --frame"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            frames.decide(frames.gather(rows))
