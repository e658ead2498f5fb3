"""Objects as boxes, polygons, run lengths and masks."""

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, RegionError

SQUARE = [10, 10, 30, 10, 30, 30, 10, 30]


def test_box_from_polygon_rle_and_mask():
    mask = np.zeros((40, 50), bool)
    mask[10:30, 12:32] = True
    assert Region(None, polygons=[SQUARE]).bbox == (10, 10, 20, 20)
    assert Region(None, polygons=SQUARE).bbox == (10, 10, 20, 20)
    assert Region(None, mask=mask).bbox == (12, 10, 20, 20)
    runs = [12 * 40 + 10, *[20, 20] * 19, 20, 50 * 40 - (31 * 40 + 30)]
    assert Region(None, rle={"size": [40, 50], "counts": runs}) == Region(None, mask=mask)


def test_polygons_as_pairs_and_self_crossing():
    assert Region(None, polygons=[[[10, 10], [30, 10], [30, 30], [10, 30]]]).mask(40, 50).sum() == 400
    bow = Region(None, polygons=[[10, 10, 30, 30, 30, 10, 10, 30]])
    assert 0 < bow.mask(40, 50).sum() < 400


def test_rings_without_area_fall_back_to_the_box():
    region = Region((5, 5, 10, 8), polygons=[[], [1, 1], [1, 1, 2, 2]])
    assert not region.has_shape
    assert region.mask(40, 50).sum() == 80


def test_unusable_regions_say_why():
    for arguments, message in (
        ({"bbox": (1, 2, 3)}, "four numbers"),
        ({"bbox": (1, 2, 3, float("nan"))}, "finite"),
        ({"bbox": (1, 2, -3, 4)}, "at least 0"),
        ({"bbox": "abcd"}, "four numbers"),
        ({"bbox": None}, "a box or a segmentation"),
        ({"bbox": None, "polygons": [[1, 2, 3, 4, 5]]}, "pairs"),
        ({"bbox": None, "polygons": [["a", 2, 3, 4, 5, 6]]}, "coordinates"),
        ({"bbox": None, "polygons": [[1, 2, 3, float("inf"), 5, 6]]}, "not finite"),
        ({"bbox": None, "mask": np.zeros((4, 4))}, "empty"),
        ({"bbox": None, "mask": np.zeros(4)}, "array|empty"),
        ({"bbox": None, "rle": {"size": [4, 4], "counts": [3]}}, "do not fill"),
    ):
        with pytest.raises(RegionError, match=message):
            Region(**arguments)


def test_boxes_at_and_beyond_the_border():
    assert Region((-10, -10, 20, 20)).box_in(50, 60) == (0, 0, 10, 10)
    assert Region((30, 30, 0, 0)).box_in(50, 60) == (30, 30, 31, 31)
    for box in ((60, 0, 5, 5), (0, 50, 5, 5), (-9, 0, 5, 5)):
        with pytest.raises(RegionError, match="outside the 60x50 image"):
            Region(box).box_in(50, 60)


def test_an_object_in_a_grown_image_is_the_same_object():
    mask = np.zeros((40, 50), bool)
    mask[10:30, 12:32] = True
    for region in (
        Region((5, 6, 17, 11)),
        Region((-4, 33, 60, 20)),
        Region(None, polygons=[SQUARE]),
        Region(None, mask=mask),
    ):
        grown = region.shifted(7, 40, 50)
        assert np.array_equal(grown.mask(54, 64), np.pad(region.mask(40, 50), 7))
        assert grown.box_in(54, 64) == tuple(side + 7 for side in region.box_in(40, 50))


def test_mask_of_another_size_is_refused():
    with pytest.raises(RegionError, match="the mask is 4x4 px, the image 60x50"):
        Region(None, mask=np.ones((4, 4))).mask(50, 60)


def test_anchor_lies_on_objects_that_miss_their_centre():
    ring = np.ones((60, 60), np.uint8)
    ring[10:50, 10:50] = 0
    u_shape = [5, 5, 15, 5, 15, 45, 45, 45, 45, 5, 55, 5, 55, 55, 5, 55]
    for region in (Region(None, mask=ring), Region(None, polygons=[u_shape])):
        x, y = region.anchor(60, 60)
        assert region.mask(60, 60)[int(y), int(x)]
