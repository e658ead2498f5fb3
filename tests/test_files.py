"""Formats of images."""

import io

import pytest
from PIL import Image

from vlmeval_hvs.files import content_digest, image_suffix, tree_digest


@pytest.mark.parametrize("name", ["png", "jpg", "gif", "bmp", "webp"])
def test_suffix_follows_the_first_bytes(name):
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, {"jpg": "jpeg"}.get(name, name))
    assert image_suffix(buffer.getvalue()) == f".{name}"


def test_other_formats_get_a_neutral_suffix():
    assert image_suffix(b"II*\0") == image_suffix(b"") == ".img"
    assert image_suffix(b"RIFF\0\0\0\0WAVE") == ".img"


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
