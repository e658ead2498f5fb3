"""Formats of images, and what writing does to links and devices."""

import io
import os
import threading

import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import (
    IMAGE_FORMATS,
    check_image,
    image_size,
    image_suffix,
    read_rgb,
    write_atomically,
)


def encoded(form):
    buffer = io.BytesIO()
    Image.new("RGB", (16, 16)).save(buffer, form)
    return buffer.getvalue()


POSTSCRIPT = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n%%EOF\n"


def test_no_picture_starts_a_program(tmp_path, monkeypatch):
    """Pillow hands EPS to Ghostscript, whatever the file is called."""
    program, started = tmp_path / "bin" / "gs", tmp_path / "started"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {started}\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    (tmp_path / "a.jpg").write_bytes(POSTSCRIPT)
    with pytest.raises(DataError, match="does not decode"):
        read_rgb(tmp_path / "a.jpg")
    assert not started.exists()


def test_only_the_formats_and_sizes_of_photographs_are_read(tmp_path, monkeypatch):
    for form in IMAGE_FORMATS:
        assert check_image(encoded(form), "a") == (16, 16)
    for form in ("PPM", "ICO", "PCX", "TGA"):
        with pytest.raises(DataError, match="does not decode"):
            check_image(encoded(form), "a")
    for form, suffix in (("JPEG", "jpg"), ("TIFF", "img")):
        assert image_suffix(encoded(form)) == f".{suffix}"
    path = tmp_path / "a.png"
    path.write_bytes(encoded("PNG"))
    assert image_size(path) == (16, 16)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)  # Pillow refuses twice as many
    with pytest.raises(DataError, match=r"a.png: the image does not decode"):
        image_size(path)


def test_links_pipes_and_folders_stay_what_they_are(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"words")
    reader.join()
    assert got == [b"words"]
    assert pipe.is_fifo()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe", "target"]
