"""Objects as boxes, polygons, run lengths and masks."""

import numpy as np
import pytest

from vlmeval_hvs.visual_prompts import Region, RegionError

SQUARE = [10, 10, 30, 10, 30, 30, 10, 30]
MASK = np.pad(np.ones((20, 20), bool), ((10, 10), (12, 18)))
RUNS = [12 * 40 + 10, *[20, 20] * 19, 20, 50 * 40 - (31 * 40 + 30)]


def pixels_of(region, height, width):
    (part, left, top), whole = region.local_mask(height, width), np.zeros((height, width), bool)
    whole[top : top + part.shape[0], left : left + part.shape[1]] = part
    return whole


def test_all_forms_of_an_object_have_its_box_and_its_pixels():
    for region, box, pixels in (
        *((Region(None, polygons=one), (10, 10, 20, 20), 400)
          for one in ([SQUARE], SQUARE, [np.reshape(SQUARE, (4, 2)).tolist()])),
        (Region(None, mask=MASK), (12, 10, 20, 20), 400),
        (Region((5, 5, 10, 8), polygons=[[], [1, 1], [1, 1, 2, 2]]), (5, 5, 10, 8), 80),  # rings without area
    ):  # fmt: skip
        assert (region.bbox, pixels_of(region, 40, 50).sum()) == (box, pixels)
    packed = Region(None, rle={"size": [40, 50], "counts": RUNS})
    assert (packed.bbox, pixels_of(packed, 40, 50).tolist()) == ((12, 10, 20, 20), MASK.tolist())
    with pytest.raises(RegionError, match="the mask is 50x40 px, the image 60x50"):
        Region(None, mask=MASK).local_mask(50, 60)


def test_unusable_regions_say_why():
    for arguments, message in (
        ({"bbox": (1, 2, 3)}, "four numbers"), ({"bbox": (1, 2, 3, float("nan"))}, "finite"),
        ({"bbox": (1, 2, -3, 4)}, "at least 0"), ({"bbox": "abcd"}, "four numbers"), ({}, "a box or a segmentation"),
        ({"polygons": [[1, 2, 3, 4, 5]]}, "pairs"), ({"polygons": [["a", 2, 3, 4, 5, 6]]}, "coordinates"),
        ({"polygons": [[1, 2, 3, float("inf"), 5, 6]]}, "not finite"), ({"mask": np.zeros((4, 4))}, "empty"),
        ({"mask": np.ones(4)}, "array"), ({"rle": {"size": [4, 4], "counts": [3]}}, "do not fill"),
    ):  # fmt: skip
        with pytest.raises(RegionError, match=message):
            Region(**{"bbox": None} | arguments)


def test_boxes_beyond_the_border_are_cut_and_anchors_lie_on_objects_that_miss_their_centre():
    assert Region((-10, -10, 20, 20)).box_in(50, 60) == (0, 0, 10, 10)
    assert Region((30, 30, 0, 0)).box_in(50, 60) == (30, 30, 31, 31)
    for box in ((60, 0, 5, 5), (0, 50, 5, 5), (-9, 0, 5, 5)):
        with pytest.raises(RegionError, match="outside the 60x50 image"):
            Region(box).box_in(50, 60)
    ring = np.pad(np.zeros((40, 40), np.uint8), 10, constant_values=1)
    u_shape = [5, 5, 15, 5, 15, 45, 45, 45, 45, 5, 55, 5, 55, 55, 5, 55]
    for region in (Region(None, mask=ring), Region(None, polygons=[u_shape])):
        x, y = region.anchor(60, 60)
        assert pixels_of(region, 60, 60)[int(y), int(x)]
