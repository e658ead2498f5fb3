"""Pictures that are drawn when they are wanted are those that are drawn at once."""

import numpy as np
from PIL import Image

from vlmeval_hvs.lazy_images import draw_file, drawing_of, drawn_when_wanted, make_file

PIXELS = np.arange(8 * 6 * 3, dtype=np.uint8).reshape(8, 6, 3)


def test_a_picture_waits_until_its_pixels_or_its_file_are_wanted(tmp_path) -> None:
    path, drawn = tmp_path / "a.png", []

    def draw():
        drawn.append(path)
        return PIXELS

    for _ in range(2):
        draw_file(path, draw)
    assert (len(drawn), drawing_of(str(path))) == (1, None), "at once, and only once"
    path = tmp_path / "b.png"
    with drawn_when_wanted():
        draw_file(path, draw)
        assert (len(drawn), path.exists()) == (1, False)
        assert np.array_equal(drawing_of(str(path))(), PIXELS)
        make_file(str(path))
        assert np.array_equal(np.asarray(Image.open(path)), PIXELS)
        make_file(str(path))
        assert len(drawn) == 3, "once for the pixels, once for the file"
    assert drawing_of(str(path)) is None
