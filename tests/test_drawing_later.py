"""Pictures that are drawn when they are wanted are those that are drawn at once."""

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.drawing_later import draw_file, drawn_when_wanted, make_file, pixels_of, waits


class Counted:
    """Draws one picture and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self):
        self.times += 1
        return np.arange(8 * 6 * 3, dtype=np.uint8).reshape(8, 6, 3)


def read(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


@pytest.fixture
def draw() -> Counted:
    return Counted()


def test_a_file_is_drawn_at_once_and_only_once(tmp_path, draw) -> None:
    path = tmp_path / "a.png"
    for _ in range(2):
        draw_file(path, draw)
    assert draw.times == 1
    assert not waits(str(path))
    assert pixels_of(str(path)) is None
    assert np.array_equal(read(path), draw())


def test_a_picture_waits_until_its_pixels_or_its_file_are_wanted(tmp_path, draw) -> None:
    path = tmp_path / "a.png"
    with drawn_when_wanted():
        draw_file(path, draw)
        assert draw.times == 0
        assert waits(str(path))
        pixels = pixels_of(str(path))
        assert not path.exists()
        make_file(str(path))
        assert not waits(str(path))
        assert np.array_equal(read(path), pixels)
        assert np.array_equal(pixels_of(str(path)), pixels)
        make_file(str(tmp_path / "other.png"))  # nobody knows how it is drawn
        assert not (tmp_path / "other.png").exists()
    assert pixels_of(str(path)) is None
    draw_file(tmp_path / "b.png", draw)
    assert (tmp_path / "b.png").exists()
