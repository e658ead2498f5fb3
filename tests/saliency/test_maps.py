"""What all maps have in common, and what the papers say of them."""

import numpy as np
import pytest
from skimage import data

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.saliency import (
    WEIGHT_FREE,
    _resized,
    as_density,
    center_bias,
    conspicuity,
    itti_koch,
    promoted,
    spectral_residual,
)
from vlmeval_hvs.saliency_sources import at_most


@pytest.fixture(scope="module")
def photo():
    return at_most(data.coffee(), 240)


def test_a_map_is_a_density_of_the_pictures_size() -> None:
    for ours in WEIGHT_FREE.values():
        for shape in ((1, 1), (1, 40), (100, 7), (65, 64), (60, 81, 3)):
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
def test_maps_follow_the_picture(photo) -> None:
    def alike(one, other):
        return np.corrcoef(one.ravel(), other.ravel())[0, 1]

    grey = photo.mean(axis=2).astype(np.uint8)
    for ours in (spectral_residual, itti_koch):
        for colour in (0, 255):
            assert np.ptp(ours(np.full((48, 64, 3), (colour, 30, 200), np.uint8))) == 0, "one colour has a flat map"
        density = ours(photo)
        for axis in (0, 1):
            assert alike(density, np.flip(ours(np.ascontiguousarray(np.flip(photo, axis))), axis)) > 0.995
        assert alike(density, np.rot90(ours(np.ascontiguousarray(np.rot90(photo))), -1)) > 0.99
        # Less contrast changes nothing: N has a fixed range, and the residual is one of logarithms.
        assert alike(ours(grey), ours((grey // 2 + 60).astype(np.uint8))) > 0.97
        for shape, kind in (((4, 4), float), ((0, 4, 3), np.uint8), ((4, 4, 4), np.uint8), ((4,), np.uint8)):
            with pytest.raises(DataError, match="a picture is uint8"):
                ours(np.zeros(shape, kind))
    assert conspicuity(np.repeat(grey[..., None] / 255, 3, axis=2))["colour"].max() == 0
    assert conspicuity(photo / 255)["colour"].max() > 0


def test_promotion_is_the_squared_lead_over_the_other_maxima() -> None:
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


def test_maps_become_smaller_by_means_and_larger_by_steps_between() -> None:
    values = np.random.default_rng(0).random((8, 12))
    assert _resized(values, (4, 4)) == pytest.approx(values.reshape(4, 2, 4, 3).mean(axis=(1, 3)))
    assert _resized(np.array([[0.0, 1.0]]), (1, 4)) == pytest.approx(np.array([[0, 0.25, 0.75, 1]]))


def test_the_centre_bias_has_the_spread_it_says() -> None:
    density = center_bias((400, 600), 0.1)
    for axis, size in ((1, 400), (0, 600)):
        places, weights = np.arange(size) + 0.5, density.sum(axis=axis)
        assert (places * weights).sum() == pytest.approx(size / 2)
        assert (((places - size / 2) ** 2 * weights).sum()) ** 0.5 == pytest.approx(0.1 * size, rel=1e-3)
    with pytest.raises(ValueError, match="spread"):
        center_bias((4, 4), 0)
