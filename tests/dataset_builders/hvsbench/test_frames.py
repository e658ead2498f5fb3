"""The coordinate frame is decided for a whole set; the frames and the fixations are made here."""

import numpy as np
import pytest

from dataset_builders.hvsbench import frames
from vlmeval_hvs.errors import DataError

SIZES = [(640, 427), (640, 480), (480, 640), (500, 375), (427, 640)]


def people(n_rows: int = 120, seed: int = 0) -> list:
    """Centre-biased scanpaths of ten people per image, relative to the image, a few of them a little outside."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(n_rows):
        points = np.clip(rng.normal(0.5, 0.22, (10, 7, 2)), -0.01, 1.01)
        rows.append(([{"X": path[:, 0], "Y": path[:, 1], "T": []} for path in points], SIZES[number % len(SIZES)]))
    return rows


def stored_in(frame: str, rows: list) -> list:
    """The same scanpaths as a file in that frame stores them."""
    scaled = []
    for paths, size in rows:
        if frame == "pixels":
            scale, shift = np.array(size, dtype=float), np.zeros(2)
        else:
            scale, shift = np.array(frames.FRAMES[frames.LETTERBOXED.get(frame, frame)], dtype=float), np.zeros(2)
        if frame in frames.LETTERBOXED:
            shown = np.array(size) * min(scale / np.array(size))
            scale, shift = shown, (scale - shown) / 2
        scaled.append(
            ([{"X": p["X"] * scale[0] + shift[0], "Y": p["Y"] * scale[1] + shift[1], "T": []} for p in paths], size)
        )
    return scaled


@pytest.mark.parametrize("frame", frames.NAMES)
@pytest.mark.parametrize("n_rows", [8, 120])
def test_every_frame_is_told_from_the_fixations(frame: str, n_rows: int) -> None:
    rows = people(n_rows)
    fixations = frames.gather(stored_in(frame, rows))
    assert frames.decide(fixations) == frame
    np.testing.assert_allclose(
        frames.to_image(fixations.points, fixations.sizes, frame), frames.gather(rows).points, atol=1e-12
    )


def test_one_odd_fixation_decides_nothing() -> None:
    rows = people()
    rows[3][0][0]["X"][2] = 2.4
    assert frames.decide(frames.gather(rows)) == "relative"


def test_a_frame_that_nobody_knows_is_an_error() -> None:
    rows = [
        ([{axis: path[axis] * 224 for axis in "XY"} | {"T": []} for path in paths], size) for paths, size in people()
    ]
    with pytest.raises(DataError, match="--frame"):
        frames.decide(frames.gather(rows))
    rows = [
        ([{axis: path[axis] * 9000 for axis in "XY"} | {"T": []} for path in paths], size) for paths, size in people()
    ]
    with pytest.raises(DataError, match="no known frame"):
        frames.decide(frames.gather(rows))


def test_images_of_the_size_of_a_screen_are_no_contradiction() -> None:
    rows = [(paths, (512, 320)) for paths, _ in people()]
    assert frames.decide(frames.gather(stored_in("pixels", rows))) in ("512x320", "pixels")


def test_no_scanpaths_are_no_error() -> None:
    assert frames.decide(frames.gather([])) == "relative"
