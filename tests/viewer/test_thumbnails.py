"""Images of a page: each once, small, and without a file where it was drawn for the page only."""

import numpy as np
from PIL import Image

from vlmeval_hvs.lazy_images import draw_file, drawn_when_wanted
from vlmeval_hvs.viewer.thumbnails import Images


def test_equal_images_are_one_and_drawn_ones_leave_no_file(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 256, (60, 90, 3), dtype=np.uint8)
    for name in "ab":
        Image.fromarray(pixels).save(tmp_path / f"{name}.png")
    images = Images()
    assert [images.add(str(tmp_path / f"{name}.png"), 30) for name in "aba"] == [*images.listed] * 3
    with drawn_when_wanted():
        draw_file(tmp_path / "drawn.png", lambda: pixels)
        assert images.add(str(tmp_path / "drawn.png"), 30) == images.add(str(tmp_path / "drawn.png"), 30)
    assert not (tmp_path / "drawn.png").exists()
    assert {(one["width"], one["height"]) for one in images.listed.values()} == {(90, 60)}
    assert images.size == sum(len(one["source"]) for one in images.listed.values())
    assert not images.full
    images.most = images.size
    assert images.full
