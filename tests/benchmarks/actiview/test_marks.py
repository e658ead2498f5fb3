"""The marks of views lie where the views were cut."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import cut
from vlmeval_hvs.benchmarks.actiview.marks import clue_marks, opened_views, view_boxes


@pytest.mark.parametrize("n_views", [4, 6, 8, 9, 16])
def test_a_box_frames_the_pixels_of_its_view(n_views):
    pixels = np.random.default_rng(0).integers(0, 255, (240, 480, 3), np.uint8)
    _, _, views = cut(Image.fromarray(pixels), n_views)
    numbers = range(1, n_views + 1)
    for box, view in zip(view_boxes(numbers, n_views, "clue", [""] * n_views), views, strict=True):
        x, y = round(480 * box.x), round(240 * box.y)
        part = pixels[y : y + round(240 * box.height), x : x + round(480 * box.width)]
        assert np.array_equal(part, np.asarray(view))


def test_clues_in_the_left_half_are_in_views_1_and_2():
    boxes = clue_marks({"clue_views": json.dumps([1, 2])}, 4)
    assert [(box.x, box.y, box.width, box.height) for box in boxes] == [(0, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)]


@pytest.mark.parametrize(
    ("selected", "final", "captions"),
    [
        ("1,2", "3,4", ["1. view 1, dropped", "2. view 2, dropped", "3. view 3, added", "4. view 4, added"]),
        ("3", "2,3", ["1. view 3, kept", "2. view 2, added"]),
        ("4,1", "4,1", ["1. view 4", "2. view 1"]),
        ("", "", []),
    ],
)
def test_all_views_that_were_opened_are_shown_with_their_fate(selected, final, captions):
    item = {"views_selected": selected, "views_final": final}
    found = opened_views(item, ["a", "b", "c", "d"])
    assert [picture.caption for picture in found] == captions
    assert [picture.image for picture in found] == ["abcd"[int(caption[8]) - 1] for caption in captions]
