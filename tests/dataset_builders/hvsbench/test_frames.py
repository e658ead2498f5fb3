"""The coordinate frame is decided for a whole set; the frames and the fixations are made here."""

import numpy as np
import pytest

from dataset_builders.hvsbench import frames
from vlmeval_hvs.errors import DataError

SIZES = [(640, 427), (640, 480), (480, 640), (500, 375), (427, 640)]


def people(n_rows=120, scale=1.0, sizes=SIZES):
    """Centre-biased scanpaths of ten people per image, relative to the image, a few of them a little outside."""
    rng, rows = np.random.default_rng(0), []
    for number in range(n_rows):
        points = np.clip(rng.normal(0.5, 0.22, (10, 7, 2)), -0.01, 1.01) * scale
        rows.append(([{"X": path[:, 0], "Y": path[:, 1]} for path in points], sizes[number % len(sizes)]))
    return rows


def stored_in(frame, rows):
    """The same scanpaths as a file in that frame stores them."""
    stored = []
    for paths, size in rows:
        screen = np.array(frames.FRAMES[frames.LETTERBOXED.get(frame, frame)] or size, dtype=float)
        shown = np.array(size) * min(screen / size) if frame in frames.LETTERBOXED else screen
        bars = (screen - shown) / 2
        moved = [{"X": p["X"] * shown[0] + bars[0], "Y": p["Y"] * shown[1] + bars[1]} for p in paths]
        stored.append((moved, size))
    return stored


@pytest.mark.long
def test_every_frame_is_told_from_the_fixations_whatever_single_ones_are():
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


def test_what_fits_no_frame_or_several_is_an_error():
    for rows, said in (
        (people(scale=224), "--frame"), (people(scale=9000), "no known frame"),
        (stored_in("512x320-letterbox", people()), r"bars around them \(512x320 or 512x320-letterbox.*; give --frame"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=said):
            frames.decide(frames.gather(rows))
