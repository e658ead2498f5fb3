"""The coordinate frame is decided for a whole set; the frames and the fixations are made here."""

import numpy as np
import pytest

from dataset_builders.hvsbench import frames
from vlmeval_hvs.errors import DataError

SIZES = [(640, 427), (640, 480), (480, 640), (500, 375), (427, 640)]


def people(n_rows=120, seed=0):
    """Centre-biased scanpaths of ten people per image, relative to the image, a few of them a little outside."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(n_rows):
        points = np.clip(rng.normal(0.5, 0.22, (10, 7, 2)), -0.01, 1.01)
        rows.append(([{"X": path[:, 0], "Y": path[:, 1], "T": []} for path in points], SIZES[number % len(SIZES)]))
    return rows


def stored_in(frame, rows):
    """The same scanpaths as a file in that frame stores them."""
    stored = []
    for paths, size in rows:
        screen = np.array(frames.FRAMES[frames.LETTERBOXED.get(frame, frame)] or size, dtype=float)
        shown = np.array(size) * min(screen / size) if frame in frames.LETTERBOXED else screen
        bars = (screen - shown) / 2
        moved = [{"X": p["X"] * shown[0] + bars[0], "Y": p["Y"] * shown[1] + bars[1], "T": []} for p in paths]
        stored.append((moved, size))
    return stored


@pytest.mark.long
def test_every_frame_is_told_from_the_fixations_whatever_single_ones_are():
    for frame in frames.NAMES:
        for number in (8, 120):
            rows = people(number)
            fixations = frames.gather(stored_in(frame, rows))
            assert frames.decide(fixations) == frame
            found = frames.to_image(fixations.points, fixations.sizes, frame)
            np.testing.assert_allclose(found, frames.gather(rows).points, atol=1e-12)
    assert frames.decide(frames.gather([])) == "relative"
    for frame in frames.FRAMES:
        for wild in (2.4, 1e8, -1e8):
            rows = stored_in(frame, people())
            rows[3][0][0]["X"][2] = wild
            assert frames.decide(frames.gather(rows)) == frame, wild
    rows = [(paths, (512, 320)) for paths, _ in people()]  # no contradiction
    assert frames.decide(frames.gather(stored_in("pixels", rows))) in ("512x320", "pixels")


def test_what_fits_no_frame_or_several_is_an_error():
    for by, said in ((224, "--frame"), (9000, "no known frame")):
        scaled = [([{a: p[a] * by for a in "XY"} | {"T": []} for p in paths], size) for paths, size in people()]
        with pytest.raises(DataError, match=said):
            frames.decide(frames.gather(scaled))
    for frame in ("512x320", "1680x1050-letterbox"):  # images of one shape do not tell whether there are bars
        rows = [([{a: 0.5 + (p[a] - 0.5) * 0.6 for a in "XY"} | {"T": []} for p in paths], (640, 480))
                for paths, _ in people(60)]  # fmt: skip
        with pytest.raises(DataError, match="have bars around them .*; give --frame"):
            frames.decide(frames.gather(stored_in(frame, rows)))


@pytest.mark.long
def test_bars_are_told_by_how_far_people_look_in_narrow_and_wide_images():
    """Landscape images only, which leave thin bars: nearly everybody looks between them in either case."""
    for frame in ("512x320", "512x320-letterbox", "1680x1050", "1680x1050-letterbox"):
        for spread in (0.12, 0.22):
            rng, rows = np.random.default_rng(1), []
            for number in range(200):
                points = np.clip(rng.normal(0.5, spread, (10, 7, 2)), 0, 1)
                paths = [{"X": path[:, 0], "Y": path[:, 1], "T": []} for path in points]
                rows.append((paths, [(640, 480), (640, 400), (640, 427)][number % 3]))
            assert frames.decide(frames.gather(stored_in(frame, rows))) == frame


@pytest.mark.long
def test_a_row_in_another_frame_decides_nothing_and_is_damaged():
    rows = people(80)
    for frame in ("relative", "percent", "1680x1050"):
        for other in ("relative", "percent", "pixels"):
            stored = stored_in(frame, rows[:-1]) + stored_in(other, rows[-1:])
            assert frames.decide(frames.gather(stored)) == frame
            damage = [frames.damage(path, size, frame) for paths, size in stored for path in paths]
            assert not any(damage[:-10])
            if frame != other and frame != "1680x1050":  # per cent or pixels on a screen lie in its corner
                assert all(damage[-10:])
    fixations = frames.gather(people())
    assert frames.doubts(fixations, "relative") == frames.doubts(frames.gather([]), "percent") == []
    assert "percent does not fit" in frames.doubts(fixations, "percent")[0]
