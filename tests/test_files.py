"""Formats of images."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.files import content_digest, image_suffix, read_rgb, tree_digest


@pytest.mark.parametrize("name", ["png", "jpg", "gif", "bmp", "webp"])
def test_suffix_follows_the_first_bytes(name):
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, {"jpg": "jpeg"}.get(name, name))
    assert image_suffix(buffer.getvalue()) == f".{name}"


def test_other_formats_get_a_neutral_suffix():
    assert image_suffix(b"II*\0") == image_suffix(b"") == ".img"
    assert image_suffix(b"RIFF\0\0\0\0WAVE") == ".img"


@pytest.mark.parametrize("bits", [8, 10, 12, 14, 16])
def test_grey_values_of_16_bit_files_keep_the_range_of_their_content(tmp_path, bits):
    content = np.linspace(0, 2**bits - 1, 60 * 40).reshape(40, 60).astype(np.uint16)
    cv2.imwrite(str(tmp_path / "scan.png"), content)
    shown = read_rgb(tmp_path / "scan.png")
    assert shown.shape == (40, 60, 3)
    assert np.abs(shown[:, :, 1] - content / (2**bits - 1) * 255).max() <= 1


def test_negative_and_real_grey_values_are_shown(tmp_path):
    Image.fromarray(np.linspace(-1000, 3095, 600).reshape(20, 30).astype(np.int32)).save(tmp_path / "ct.tif")
    Image.fromarray(np.linspace(0, 1, 600).reshape(20, 30).astype(np.float32)).save(tmp_path / "share.tif")
    for name in ("ct.tif", "share.tif"):
        shown = read_rgb(tmp_path / name)[:, :, 0].ravel()
        assert np.abs(shown - np.linspace(0, 255, 600)).max() <= 1, name


def test_a_tree_is_known_by_names_and_contents_but_not_by_a_clones_history(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.txt").write_text("a")
    (tmp_path / "b.txt").write_text("b")
    first = tree_digest(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("x")
    assert tree_digest(tmp_path) == first
    (tmp_path / "deep" / "a.txt").write_text("c")
    changed = tree_digest(tmp_path)
    (tmp_path / "deep" / "a.txt").rename(tmp_path / "deep" / "c.txt")
    assert len({first, changed, tree_digest(tmp_path)}) == 3
    assert tree_digest(tmp_path / "b.txt") == content_digest(tmp_path / "b.txt")
