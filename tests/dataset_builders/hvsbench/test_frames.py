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


@pytest.mark.parametrize("frame", ["512x320", "512x320-letterbox", "1680x1050", "1680x1050-letterbox"])
@pytest.mark.parametrize("spread", [0.12, 0.17, 0.22])
def test_bars_are_told_by_how_far_people_look_in_narrow_and_wide_images(frame: str, spread: float) -> None:
    """Landscape images only, which leave thin bars: nearly everybody looks between them in either case."""
    rng = np.random.default_rng(1)
    rows = []
    for number in range(200):
        points = np.clip(rng.normal(0.5, spread, (10, 7, 2)), 0, 1)
        paths = [{"X": path[:, 0], "Y": path[:, 1], "T": []} for path in points]
        rows.append((paths, [(640, 480), (640, 400), (640, 427)][number % 3]))
    assert frames.decide(frames.gather(stored_in(frame, rows))) == frame


@pytest.mark.parametrize("frame", ["512x320", "1680x1050-letterbox"])
def test_images_of_one_shape_do_not_tell_whether_there_are_bars(frame: str) -> None:
    rows = [(paths, (640, 480)) for paths, _ in people(60)]
    rows = [
        ([{axis: 0.5 + (path[axis] - 0.5) * 0.6 for axis in "XY"} | {"T": []} for path in paths], size)
        for paths, size in rows
    ]
    with pytest.raises(DataError, match="between bars on it .*; give --frame"):
        frames.decide(frames.gather(stored_in(frame, rows)))


@pytest.mark.parametrize("frame", frames.FRAMES)
@pytest.mark.parametrize("wild", [1e7, 1e8, -1e8])
def test_one_wild_number_decides_nothing(frame: str, wild: float) -> None:
    rows = stored_in(frame, people())
    rows[3][0][0]["X"][2] = wild
    assert frames.decide(frames.gather(rows)) == frame


@pytest.mark.parametrize("frame", ["relative", "percent", "1680x1050"])
@pytest.mark.parametrize("other", ["relative", "percent", "pixels"])
def test_a_row_in_another_frame_decides_nothing_and_is_damaged(frame: str, other: str) -> None:
    rows = people(80)
    stored = stored_in(frame, rows[:-1]) + stored_in(other, rows[-1:])
    assert frames.decide(frames.gather(stored)) == frame
    damage = [frames.damage(path, size, frame) for paths, size in stored for path in paths]
    assert not any(damage[:-10])
    if frame != other and frame != "1680x1050":  # per cent or pixels on a screen lie in its corner, but in the picture
        assert all(damage[-10:])


def test_a_named_frame_that_does_not_fit_is_doubted() -> None:
    fixations = frames.gather(people())
    assert frames.doubts(fixations, "relative") == []
    assert "percent does not fit" in frames.doubts(fixations, "percent")[0]
    assert frames.doubts(frames.gather([]), "percent") == []
