"""What all maps have in common, what is said of them and read off them, what pops out, and maps of picture files."""

import cv2
import numpy as np
import pytest
from PIL import Image
from skimage import data

from vlmeval_hvs import saliency
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.saliency import as_density, attended, box_mean, density_of, itti_koch, promoted, spectral_residual


def test_a_map_is_a_density_of_the_pictures_size():
    for ours in saliency.WEIGHT_FREE.values():
        for shape in ((1, 1), (1, 40), (100, 7), (60, 81, 3)):
            picture = np.random.default_rng(0).integers(0, 256, shape, dtype=np.uint8)
            before = picture.copy()
            density = ours(picture)
            assert (density.shape, density.dtype) == (shape[:2], np.float64)
            assert density.min() >= 0
            assert density.sum() == pytest.approx(1)
            assert (picture == before).all(), "the picture stays as it is"
    for values in (np.zeros(3), np.array([[1.0, -1.0]]), np.array([[np.nan, 1.0]]), np.zeros((0, 2))):
        with pytest.raises(DataError, match="a map is"):
            as_density(values)


@pytest.mark.long
def test_maps_follow_the_picture_and_the_odd_bar_is_the_peak():
    def alike(one, other):
        return np.corrcoef(one.ravel(), other.ravel())[0, 1]

    photo = saliency.scaled_to(data.coffee(), 240).astype(np.uint8)
    grey = photo.mean(axis=2).astype(np.uint8)
    for ours in (spectral_residual, itti_koch):
        assert np.ptp(ours(np.full((48, 64, 3), (255, 30, 200), np.uint8))) == 0, "one colour has a flat map"
        density = ours(photo)
        assert alike(density, np.flip(ours(np.ascontiguousarray(np.flip(photo, 1))), 1)) > 0.995
        assert alike(density, np.rot90(ours(np.ascontiguousarray(np.rot90(photo))), -1)) > 0.99
        # Less contrast changes nothing: N has a fixed range, and the residual is one of logarithms.
        assert alike(ours(grey), ours((grey // 2 + 60).astype(np.uint8))) > 0.97
        for shape, kind in (((4, 4), float), ((0, 4, 3), np.uint8), ((4, 4, 4), np.uint8), ((4,), np.uint8)):
            with pytest.raises(DataError, match="a picture is uint8"):
                ours(np.zeros(shape, kind))
    assert saliency.conspicuity(np.repeat(grey[..., None] / 255, 3, axis=2))["colour"].max() == 0
    assert saliency.conspicuity(photo / 255)["colour"].max() > 0
    for odd, difference in (
        ((2, 5), {"odd_colour": (200, 40, 40), "colour": (40, 200, 40)}), ((1, 1), {"odd_angle": 45}),
        ((4, 3), {"odd_colour": (255,) * 3, "colour": (150,) * 3}),
    ):  # fmt: skip
        assert peak(itti_koch(bars(odd, **difference))) == odd, difference
        assert peak(spectral_residual(bars(odd, odd_angle=45))) == odd


def test_promotion_is_the_squared_lead_over_the_other_maxima():
    """By hand: two other maxima of 0.5 and 0.3 have the mean 0.4, so that the peak keeps 0.6 squared."""
    values = np.zeros((9, 9))
    values[1, 1], values[1, 7], values[7, 7] = 2.0, 1.0, 0.6
    assert (promoted(values)[1, 1], promoted(values)[7, 7]) == pytest.approx((0.36, 0.3 * 0.36))
    assert promoted(values * 7 + 3) == pytest.approx(promoted(values))
    values = np.zeros((9, 9))
    values[2:4, 2:4] = 5  # a plateau is one maximum
    for other, expected in ((0, 1), (5, 0), (0.4, 1)):  # one under a tenth of the range is none
        values[6, 6] = other
        assert promoted(values).max() == expected
    assert promoted(np.full((3, 3), 4.0)).max() == 0


def test_foci_go_down_the_peaks_and_do_not_return_and_proto_objects_are_regions_over_three_times_the_mean():
    density = np.zeros((60, 120))
    density[10, 10], density[50, 100], density[30, 60], density[12, 14] = 4, 3, 2, 3.5  # the last is in the first disc
    places = [(10.5 / 120, 10.5 / 60), (100.5 / 120, 50.5 / 60), (60.5 / 120, 30.5 / 60)]
    assert saliency.foci(density, 4) == [*places, places[0]]  # nothing is left: the oldest place is free again
    assert saliency.foci(density, 2, before=[places[0]]) == places[1:]
    # The focus has a sixth of the shorter side as its radius.
    left = attended(np.ones((60, 120)), [places[2]])
    assert (left == 0).sum() == sum(x * x + y * y <= 100 for x in range(-20, 21) for y in range(-20, 21))
    assert left[30, 70:72].tolist() == [0, 1]
    assert (attended(np.ones((60, 120)), [(5.0, 5.0)]) == 1).all()  # far outside
    values = np.zeros((10, 10))
    values[1:3, 1:3] = values[3, 3] = values[7, 7] = 1  # (3, 3) touches at a corner
    for other, count in ((0, 2), (0.15, 2), (0.2, 3)):  # the mean is 0.0615 with 0.15
        values[0, 9] = other
        assert saliency.proto_objects(values) == count


def test_boxes_and_points_are_read_off_a_map_by_hand_and_the_centre_bias_is_a_gaussian_of_each_side():
    density = np.arange(12, dtype=float).reshape(3, 4) / 66
    assert box_mean(density, (0, 0, 1, 1)) == pytest.approx(1)
    assert box_mean(density, (0.25, 1 / 3, 0.75, 2 / 3)) == pytest.approx((5 + 6) / 2 / 66 * 12)
    assert box_mean(density, (0.75, 2 / 3, 0.25, 1 / 3)) == pytest.approx((5 + 6) / 2 / 66 * 12), "corners in any order"
    assert box_mean(density, (0.125, 0, 0.5, 1 / 3)) == pytest.approx((0 * 0.5 + 1) / 1.5 / 66 * 12), "parts of pixels"
    assert box_mean(density, (0.6, 0.5, 0.6, 0.5)) == pytest.approx(6 / 66 * 12), "thinner than a pixel"
    assert box_mean(density, (1.2, 1.2, 1.5, 1.5)) == pytest.approx(11 / 66 * 12), "beside the picture"
    points = [(0.3, 0.5), (1, 1), (-1, 0.1)]
    assert saliency.mean_at(density, points) == pytest.approx((5 + 11 + 0) / 3 / 66 * 12)
    logs = np.log(0.999 * np.array([5, 11, 0]) / 66 * 12 + 0.001)
    assert saliency.log_density_at(density, points) == pytest.approx(logs.mean())
    assert (saliency.mean_at(density, []), saliency.log_density_at(density, [])) == (0, -np.inf)
    density = saliency.center_bias((40, 100), 0.25)
    assert density.sum() == pytest.approx(1)
    assert density[20, 75] / density[20, 50] == pytest.approx(np.exp(-0.5 * (0.255**2 - 0.005**2) / 0.25**2))
    assert density[30, 50] / density[20, 50] == pytest.approx(np.exp(-0.5 * (0.2625**2 - 0.0125**2) / 0.25**2))
    with pytest.raises(ValueError, match="spread=0 must be positive"):
        saliency.center_bias((4, 4), 0)
    assert as_density(np.eye(2), (4, 6)).shape == (4, 6)
    assert (as_density(np.zeros((2, 2))) == 0.25).all()


COLUMNS, ROWS, CELL = 8, 6, 80
LIGHT = (230, 230, 230)


def bars(odd, odd_colour=LIGHT, odd_angle=0, colour=LIGHT, angle=0):
    """A 640 x 480 display of bars on grey; the one in the cell ``odd`` (row, column) differs."""
    display = np.full((ROWS * CELL, COLUMNS * CELL, 3), 128, np.uint8)
    for row, column in np.ndindex(ROWS, COLUMNS):
        mine = (row, column) == odd
        turn = np.deg2rad(odd_angle if mine else angle)
        middle = np.array([(column + 0.5) * CELL, (row + 0.5) * CELL])
        half = 22 * np.array([np.sin(turn), -np.cos(turn)])
        ends = [tuple(np.rint(middle + sign * half).astype(int).tolist()) for sign in (-1, 1)]
        cv2.line(display, *ends, odd_colour if mine else colour, 8, cv2.LINE_AA)
    return display


def peak(density):
    """The cell with the maximum."""
    return np.unravel_index(density.reshape(ROWS, CELL, COLUMNS, CELL).max(axis=(1, 3)).argmax(), (ROWS, COLUMNS))


def test_a_map_is_that_of_the_file_and_made_once(tmp_path):
    photo, noise = str(tmp_path / "photo.png"), np.random.default_rng(3).integers(0, 256, (60, 90, 3), dtype=np.uint8)
    Image.fromarray(noise).save(photo)
    first = density_of("itti-koch", photo)
    assert (first == itti_koch(np.asarray(Image.open(photo)))).all()
    assert density_of("itti-koch", photo) is first
    assert not first.flags.writeable
    after = saliency.next_fixation_density(first, [(0.5, 0.5)])
    assert after.sum() == pytest.approx(1)
    assert after.min() == after[30, 45] == pytest.approx(saliency.FLAT_SHARE / first.size)
    Image.new("RGB", (1280, 960)).save(tmp_path / "large.png")
    large = density_of("itti-koch", str(tmp_path / "large.png"))
    assert (large.shape, np.ptp(large)) == ((480, 640), 0)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    for path in (tmp_path / "broken.png", tmp_path / "absent.png"):
        with pytest.raises(DataError, match=path.name):
            density_of("itti-koch", str(path))
