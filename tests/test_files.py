"""Formats of images, and what writing does to links and devices."""

import io
import os
import threading
from pathlib import Path

import pytest
from PIL import Image

from vlmeval_hvs import files
from vlmeval_hvs.errors import DataError, first_ten, shortened
from vlmeval_hvs.files import check_image, content_digest, image_size, named_file, read_json, write_atomically


def encoded(form):
    buffer = io.BytesIO()
    Image.new("RGB", (16, 16)).save(buffer, form)
    return buffer.getvalue()


def test_no_picture_starts_a_program(tmp_path, monkeypatch):
    """Pillow hands EPS to Ghostscript, whatever the file is called."""
    postscript = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\nshowpage\n%%EOF\n"
    program, started = tmp_path / "bin" / "gs", tmp_path / "started"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\ntouch {started}\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    (tmp_path / "a.jpg").write_bytes(postscript)
    with pytest.raises(DataError, match="does not decode"):
        files.read_rgb(tmp_path / "a.jpg")
    assert not started.exists()


def test_only_the_formats_and_sizes_of_photographs_are_read(tmp_path, monkeypatch):
    for form in files.IMAGE_FORMATS:
        assert check_image(encoded(form), "a") == (16, 16)
    for form in ("PPM", "ICO", "PCX", "TGA"):
        with pytest.raises(DataError, match="does not decode"):
            check_image(encoded(form), "a")
    for form, suffix in (("JPEG", "jpg"), ("TIFF", "img")):
        assert files.image_suffix(encoded(form)) == f".{suffix}"
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
    assert (link.is_symlink(), target.read_bytes()) == (True, b"new")
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"words")
    reader.join()
    assert (got, pipe.is_fifo()) == ([b"words"], True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe", "target"]
    with pytest.raises(OSError, match="old"):  # on an error the old content stays, and nothing else
        write_atomically(target / "old" / "x", b"")
    assert write_atomically(tmp_path / "a" / ("n" * 255), b"") is None


def test_json_is_read_with_a_mark_and_without_what_is_not_wanted(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('\ufeff{"a": [{"big": 1, "b": 2}], "big": 3}', encoding="utf-8")
    assert (read_json(path, dropped=("big",)), read_json(path)["big"]) == ({"a": [{"b": 2}]}, 3)
    for content in (b"{", b"\xff\xfe", b"[" * 100_000):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"a\.json: cannot be read as JSON \("):
            read_json(path)


def test_digests_of_folders_follow_names_and_contents_but_no_hidden_files(tmp_path):
    folder, found = tmp_path / "a", []
    (folder / "b").mkdir(parents=True)
    for name, content in (("x", "1"), ("b/x", "1"), ("b/x", "2"), ("y", "")):
        (folder / name).write_text(content)
        found.append(content_digest(folder))
    assert len(set(found)) == 4
    (folder / "b" / ".hidden").mkdir()
    (folder / "b" / ".hidden" / "x").write_text("3")
    (folder / ".x").write_text("3")
    assert content_digest(folder) == found[-1] != content_digest(folder / "x")
    with pytest.raises(FileNotFoundError):
        content_digest(tmp_path / "absent")


def test_files_are_found_by_any_spelling_of_their_names_and_inside_only(tmp_path):
    for stored, asked in (("Ku\u0308.png", "K\u00fc.png"), ("\u00e9.png", "e\u0301.png"), ("a/b.png", "a\\b.png")):
        (tmp_path / stored).parent.mkdir(exist_ok=True)
        (tmp_path / stored).touch()
        assert named_file(tmp_path, asked) == tmp_path / stored
    assert named_file(tmp_path, "e\u0301/none.png") == tmp_path / "\u00e9" / "none.png"
    with pytest.raises(DataError, match="is not a plain path inside the set"):
        named_file(tmp_path, "..\\x.png")
    with pytest.raises(DataError, match="a name of more than 255 bytes"):
        files.inside(tmp_path, "\u00fc" * 128)
    assert files.inside(tmp_path, "\u00fc" * 127).name == "\u00fc" * 127


def test_a_dash_is_the_output_whatever_is_printed_meanwhile_and_messages_cut_long_texts(capsysbinary):
    assert (shortened("a \n b"), shortened("x" * 80), shortened("x" * 81)) == ("a b", "x" * 80, "x" * 77 + "...")
    assert first_ten(list("abcdefghij")) == "a, b, c, d, e, f, g, h, i, j"
    assert first_ten(list("abcdefghijk")).endswith("j and 1 more")
    with files.output_is_data():
        print("a remark")
        write_atomically(Path("-"), b"data")
    print("after")
    assert capsysbinary.readouterr() == (b"dataafter\n", b"a remark\n")
