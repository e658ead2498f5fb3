"""The marks of views lie where the views were cut."""

import json

import numpy as np
from PIL import Image

from vlmeval_hvs.benchmarks.actiview.cutting import cut
from vlmeval_hvs.benchmarks.actiview.presentation import clue_marks, opened_views, view_boxes


def test_a_box_frames_the_pixels_of_its_view():
    pixels = np.random.default_rng(0).integers(0, 255, (240, 480, 3), np.uint8)
    for n_views in (4, 6, 8, 9, 16):
        _, _, views = cut(Image.fromarray(pixels), n_views)
        for box, view in zip(view_boxes(range(1, n_views + 1), n_views, "clue", [""] * n_views), views, strict=True):
            x, y = round(480 * box.x), round(240 * box.y)
            part = pixels[y : y + round(240 * box.height), x : x + round(480 * box.width)]
            assert np.array_equal(part, np.asarray(view))
    boxes = clue_marks({"clue_views": json.dumps([1, 2])}, 4)
    assert [(box.x, box.y, box.width, box.height) for box in boxes] == [(0, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)]


def test_all_views_that_were_opened_are_shown_with_their_fate():
    for selected, final, captions in (
        ("1,2", "3,4", ["1. view 1, dropped", "2. view 2, dropped", "3. view 3, added", "4. view 4, added"]),
        ("3", "2,3", ["1. view 3, kept", "2. view 2, added"]),
        ("4,1", "4,1", ["1. view 4", "2. view 1"]),
        ("", "", []),
    ):
        found = opened_views({"views_selected": selected, "views_final": final}, ["a", "b", "c", "d"])
        assert [picture.caption for picture in found] == captions
        assert [picture.image for picture in found] == ["abcd"[int(caption[8]) - 1] for caption in captions]
