"""Data URLs of images."""

import base64
import io

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.ask.images import DataUrls, data_url
from vlmeval_hvs.ask.settings import Images
from vlmeval_hvs.errors import UsageError

MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK")
SIZES = ((160, 120), (60, 200), (7, 5))


def picture(mode, size):
    pixels = np.random.default_rng(1).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    return Image.fromarray(pixels).convert(mode)


def written(folder, mode, size):
    path = folder / f"{mode}_{size[0]}.{'tif' if mode == 'CMYK' else 'png'}"
    picture(mode, size).save(path)
    return path


def decoded(url):
    head, _, data = url.partition(",")
    return head, Image.open(io.BytesIO(base64.b64decode(data)))


@pytest.mark.host
def test_jpeg_is_what_the_hosts_classes_send(host, tmp_path):
    from vlmeval.smp import encode_image_to_base64

    for size in SIZES:
        for mode in MODES:
            path = written(tmp_path, mode, size)
            expected = f"data:image/jpeg;base64,{encode_image_to_base64(Image.open(path))}"
            assert data_url(path, Images()) == expected, (mode, size)


def test_png_keeps_every_pixel_and_large_images_are_made_smaller(tmp_path):
    for mode in MODES:
        path = written(tmp_path, mode, (160, 120))
        head, found = decoded(data_url(path, Images("png", side=160)))
        assert (head, found.format) == ("data:image/png;base64", "PNG")
        assert np.array_equal(np.asarray(found.convert("RGB")), np.asarray(Image.open(path).convert("RGB"))), mode
        assert decoded(data_url(path, Images("png", side=80)))[1].size == (80, 60)


def test_what_is_kept_is_bounded_and_changed_files_are_read_again(tmp_path):
    paths = []
    for number in range(5):
        paths.append(tmp_path / f"{number}.png")
        picture("RGB", (120 + number, 120)).save(paths[-1])
    one = len(data_url(paths[0], Images()))
    urls = DataUrls(Images(), room=int(2.5 * one))
    for path in paths:
        assert urls.of(str(path)) == data_url(path, Images())
        assert urls.kept <= 2.5 * one
    assert urls.of(str(paths[-1])) is urls.of(str(paths[-1]))
    picture("RGB", (300, 200)).save(paths[-1])
    assert decoded(urls.of(str(paths[-1])))[1].size == (300, 200)


def test_what_is_no_image_is_an_error(tmp_path):
    (tmp_path / "x.png").write_bytes(b"no image")
    with pytest.raises(OSError, match=r"x\.png"):
        DataUrls(Images()).of(str(tmp_path / "x.png"))
    with pytest.raises(UsageError, match="webp"):
        Images("webp")
    with pytest.raises(UsageError, match="-1"):
        Images(side=-1)
