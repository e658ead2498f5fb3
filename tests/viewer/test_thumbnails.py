"""Images of a page: each once, small inside the page, whole beside it, and drawn when wanted."""

import base64
import io

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.lazy_images import draw_file, drawn_when_wanted
from vlmeval_hvs.viewer.samples import EDGE, Images


@pytest.fixture
def photo(tmp_path):
    """A JPEG that its tag turns by a quarter."""
    tag = Image.Exif()
    tag[0x0112] = 6
    Image.new("RGB", (1000, 500), "red").save(tmp_path / "photo.JPG", "JPEG", exif=tag)
    (tmp_path / "copy.jpg").write_bytes((tmp_path / "photo.JPG").read_bytes())
    return tmp_path / "photo.JPG"


def test_a_page_has_one_small_copy_of_each_as_people_see_it(photo):
    images = Images(most=100)
    assert not images.full
    key = images.add(str(photo))
    assert images.add(str(photo), 10) == images.add(str(photo.with_name("copy.jpg"))) == key
    (listed,) = images.listed.values()
    assert (listed["width"], listed["height"]) == (500, 1000)
    small = Image.open(io.BytesIO(base64.b64decode(listed["source"].partition(",")[2])))
    assert (small.format, small.size) == ("WEBP", (EDGE // 2, EDGE))
    assert images.full
    assert not Images().full
    with pytest.raises(DataError, match="none.png: cannot be read"):
        images.add(str(photo.with_name("none.png")))


def test_a_folder_has_the_files_and_a_server_their_names(photo, tmp_path):
    folder = tmp_path / "site" / "images"
    images = Images(folder)
    key, size = images.add(str(photo)), {"width": 500, "height": 1000}
    assert images.listed == {key: {"source": f"images/{key}.jpg", **size}}
    assert (folder / f"{key}.jpg").read_bytes() == photo.read_bytes()
    served = Images(served=True)
    served.add(str(photo))
    ((name, file),) = served.files.items()
    assert (file, served.listed) == (photo, {name[:20]: {"source": f"images/{name}", **size}})


def test_pictures_that_are_not_drawn_yet_are_drawn_for_a_page_or_named_for_a_server(tmp_path):
    def draw():
        return np.full((20, 30, 3), 200, np.uint8)

    with drawn_when_wanted():
        path = tmp_path / "drawn.png"
        draw_file(path, draw)
        images = Images()
        inside = images.listed[images.add(str(path))]
        assert (inside["width"], inside["height"], path.exists()) == (30, 20, False)
        served = Images(served=True)
        listed = served.listed[served.add(str(path))]
        assert (listed["width"], list(served.files.values())) == (None, [draw])
        assert Images(tmp_path / "images").add(str(path))
        assert path.exists()
