"""What all maps have in common, and what the papers say of them."""

import numpy as np
import pytest
from skimage import data

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.saliency import WEIGHT_FREE, as_density, center_bias, itti_koch, spectral_residual
from vlmeval_hvs.saliency.itti_koch import conspicuity, promoted
from vlmeval_hvs.saliency.sources import at_most

PHOTO = at_most(data.coffee(), 320)
MAPS = sorted(WEIGHT_FREE)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (300, 7), (65, 64), (120, 161, 3)])
def test_a_map_is_a_density_of_the_pictures_size(name, shape) -> None:
    picture = np.random.default_rng(0).integers(0, 256, shape, dtype=np.uint8)
    density = WEIGHT_FREE[name](picture)
    assert density.shape == shape[:2]
    assert density.dtype == np.float64
    assert density.min() >= 0
    assert density.sum() == pytest.approx(1)


@pytest.mark.parametrize("ours", [spectral_residual, itti_koch])
@pytest.mark.parametrize("colour", [0, 77, 255])
def test_a_picture_of_one_colour_has_a_flat_map(ours, colour) -> None:
    density = ours(np.full((48, 64, 3), (colour, 30, 200), np.uint8))
    assert np.ptp(density) == 0


@pytest.mark.parametrize("ours", [spectral_residual, itti_koch])
def test_a_mirrored_picture_has_the_mirrored_map(ours) -> None:
    density = ours(PHOTO)
    for axis in (0, 1):
        mirrored = np.flip(ours(np.ascontiguousarray(np.flip(PHOTO, axis))), axis)
        assert np.corrcoef(density.ravel(), mirrored.ravel())[0, 1] > 0.995


@pytest.mark.parametrize("ours", [spectral_residual, itti_koch])
def test_a_turned_picture_has_the_turned_map(ours) -> None:
    turned = np.rot90(ours(np.ascontiguousarray(np.rot90(PHOTO))), -1)
    assert np.corrcoef(ours(PHOTO).ravel(), turned.ravel())[0, 1] > 0.99


@pytest.mark.parametrize("ours", [spectral_residual, itti_koch])
def test_less_contrast_leaves_the_map_as_it_is(ours) -> None:
    """Both are defined relative to the picture: N has a fixed range, and the residual is one of logarithms."""
    grey = PHOTO.mean(axis=2).astype(np.uint8)
    weaker = (grey // 2 + 60).astype(np.uint8)
    assert np.corrcoef(ours(grey).ravel(), ours(weaker).ravel())[0, 1] > 0.97


def test_a_grey_picture_has_no_conspicuous_colour() -> None:
    grey = np.repeat(PHOTO.mean(axis=2, keepdims=True) / 255, 3, axis=2)
    assert conspicuity(grey)["colour"].max() == 0
    assert conspicuity(PHOTO / 255)["colour"].max() > 0


def test_promotion_is_the_squared_lead_over_the_other_maxima() -> None:
    """By hand: two other maxima of 0.5 and 0.3 have the mean 0.4, so that the peak keeps 0.6 squared."""
    values = np.zeros((9, 9))
    values[1, 1], values[1, 7], values[7, 7] = 2.0, 1.0, 0.6
    assert promoted(values)[1, 1] == pytest.approx(0.36)
    assert promoted(values)[7, 7] == pytest.approx(0.3 * 0.36)
    assert promoted(values * 7 + 3) == pytest.approx(promoted(values))


def test_promotion_keeps_a_single_peak_and_ends_equal_ones() -> None:
    values = np.zeros((9, 9))
    values[2:4, 2:4] = 5  # a plateau is one maximum
    assert promoted(values).max() == 1
    values[6, 6] = 5
    assert promoted(values).max() == 0
    values[6, 6] = 0.4  # under a tenth of the range: no maximum
    assert promoted(values).max() == 1
    assert promoted(np.full((3, 3), 4.0)).max() == 0


def test_the_centre_bias_has_the_spread_it_says() -> None:
    density = center_bias((400, 600), 0.1)
    rows, columns = (np.arange(size) + 0.5 for size in density.shape)
    down, across = density.sum(axis=1), density.sum(axis=0)
    for places, weights, size in ((rows, down, 400), (columns, across, 600)):
        assert (places * weights).sum() == pytest.approx(size / 2)
        assert (((places - size / 2) ** 2 * weights).sum()) ** 0.5 == pytest.approx(0.1 * size, rel=1e-3)
    with pytest.raises(ValueError, match="spread"):
        center_bias((4, 4), 0)


@pytest.mark.parametrize("name", MAPS)
def test_maps_leave_the_picture_as_it_is(name) -> None:
    picture = PHOTO.copy()
    WEIGHT_FREE[name](picture)
    assert (picture == PHOTO).all()


@pytest.mark.parametrize("ours", [spectral_residual, itti_koch])
@pytest.mark.parametrize(
    "picture", [np.zeros((4, 4)), np.zeros((0, 4, 3), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros(4, np.uint8)]
)
def test_what_is_no_picture_is_refused(ours, picture) -> None:
    with pytest.raises(DataError, match="a picture is uint8"):
        ours(picture)


@pytest.mark.parametrize("values", [np.zeros(3), np.array([[1.0, -1.0]]), np.array([[np.nan, 1.0]]), np.zeros((0, 2))])
def test_what_is_no_map_is_refused(values) -> None:
    with pytest.raises(DataError, match="a map is"):
        as_density(values)
