"""Formats of images."""

import io

import pytest
from PIL import Image

from vlmeval_hvs.files import image_suffix


@pytest.mark.parametrize("name", ["png", "jpg", "gif", "bmp", "webp"])
def test_suffix_follows_the_first_bytes(name):
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, {"jpg": "jpeg"}.get(name, name))
    assert image_suffix(buffer.getvalue()) == f".{name}"


def test_other_formats_get_a_neutral_suffix():
    assert image_suffix(b"II*\0") == image_suffix(b"") == ".img"
    assert image_suffix(b"RIFF\0\0\0\0WAVE") == ".img"
