"""Sets: written, read, and read again when they change."""

from __future__ import annotations

import io
import json
import os

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs import sets
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, inside
from vlmeval_hvs.sets import SetWriter, file_sizes, read_manifest, read_set, set_folder, unsound_files


def png(color=(255, 0, 0), size=(8, 6)):
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    return buffer.getvalue()


def writer(name="Toy", **options):
    return SetWriter(name, source="a test", licence="none", **options)


def build(**cells):
    with writer() as w:
        w.row({"index": "1", "image_path": w.image("images/a.png", png()), "question": "Q", **cells})
    return w.manifest


def test_a_set_comes_back_as_written_and_an_error_keeps_the_older_one(lmu_data):
    odd = 'tab\t "quote" \r\n NA nan None = 007 ü 漢 \x0b end'
    manifest = build(question=odd, answer="NA")
    rows, read = read_set("Toy")
    assert rows.to_dict("records") == [{"index": "1", "image_path": "images/a.png", "question": odd, "answer": "NA"}]
    assert read == manifest == build(question=odd, answer="NA")
    assert (set_folder("Toy") / "images" / "a.png").read_bytes() == png(), "images are stored as they are"
    assert file_sizes(read_manifest("Toy")) == {"images/a.png": len(png())}
    with pytest.raises(RuntimeError), writer() as w:
        w.row({"index": "1"})
        raise RuntimeError("in the middle")
    assert read_set("Toy")[1] == manifest
    assert [path.name for path in data_root().iterdir()] == ["Toy"]


def test_lone_surrogates_and_carriage_returns_do_not_break_a_row(lmu_data):
    texts = ["a\ud800b\0c", "a\rb", "a\r\nb", "plain", "line\nline"]
    with writer() as w:
        for index, text in enumerate(texts):
            w.row({"index": index, "question": text, "more": "x"})
    assert read_set("Toy")[0]["question"].tolist() == ["a?b\ufffdc", *texts[1:]]


def test_rows_that_cannot_be_are_errors(lmu_data):
    for index in ("", "01", "1.0", "-1", "x", None, " 1"):
        with pytest.raises(DataError, match="index"), writer() as w:
            w.row({"index": index})
    with pytest.raises(DataError, match="row index 7 occurs twice"), writer() as w:
        w.row({"index": 7})
        w.row({"index": 7})
    with pytest.raises(DataError, match="columns that the first row lacks: b"), writer() as w:
        w.row({"index": 1, "a": ""})
        w.row({"index": 2, "b": ""})
    with pytest.raises(DataError, match=r"no usable row for .*; skipped: 3 \(bad\)$"), writer() as w:
        w.skip(3, "bad")
    empty = SetWriter("Toy", source="release, rows.tsv", licence="none")
    with pytest.raises(DataError, match=r"release, rows\.tsv has no rows for Toy$"), empty:
        pass


def test_paths_stay_inside(lmu_data, tmp_path):
    for path in ("/etc/x.png", "../x.png", "a/../../x.png", "a\\..\\x.png", "", "nul\0.png"):
        with pytest.raises(DataError, match="path"), writer() as w:
            w.image(path, png())
        with pytest.raises(DataError, match="path"):
            inside(tmp_path, path)
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "link").symlink_to(tmp_path)
    with pytest.raises(DataError, match="leaves"):
        inside(tmp_path / "set", "link/x.png")


def test_pictures_are_stored_exactly_once_or_refused(lmu_data, monkeypatch):
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    with writer() as w:
        w.row({"index": 0, "image_path": w.array("x.png", pixels)})
        assert w.size("x.png") == (7, 5)
    assert np.array_equal(np.asarray(Image.open(set_folder("Toy") / "x.png")), pixels)
    with pytest.raises(DataError, match="two different files"), writer() as w:
        w.image("a.png", png())
        assert w.image("a.png", png()) == "a.png"
        w.image("a.png", png((0, 0, 255)))
    for data in (b"", b"no image", png()[:40], png()[:-32]):
        with pytest.raises(DataError, match=r"images/a.png: the image does not decode"), writer() as w:
            w.image("images/a.png", data)
    monkeypatch.setattr("vlmeval_hvs.files.MAX_IMAGE_PIXELS", 47)
    with pytest.raises(DataError, match="8x6 is more than 47 pixels"), writer() as w:
        w.image("images/a.png", png())


@pytest.fixture
def built(lmu_data):
    """Folder of a set with five pictures."""
    with writer("Small") as w:
        for index in range(5):
            w.row({"index": index, "image_path": w.image(f"images/{index}.png", png((index, 0, 0), (4, 4)))})
    return set_folder("Small")


@pytest.fixture
def read(monkeypatch):
    """Names of the files that were read since it was called last, in order."""
    names, digest = [], sets._digest
    monkeypatch.setattr(sets, "_digest", lambda file: names.append(file.name) or digest(file))

    def taken():
        taken = sorted(names)
        names.clear()
        return taken

    return taken


def test_a_set_is_read_once_and_of_another_time_again(built, read):
    assert unsound_files(read_manifest("Small")) == []
    assert read() == [f"{index}.png" for index in range(5)]
    os.utime(built / "images" / "0.png", ns=(1, 1))
    for names in (["0.png"], []):
        assert unsound_files(read_manifest("Small")) == []
        assert read() == names
    [stamp] = (data_root() / ".verified").glob("*.json")
    for content in (b"", b"[]", b'{"a": 1}', b"\xff", b'{"a": ["x", "y"]}'):  # a damaged stamp is none
        stamp.write_bytes(content)
        assert unsound_files(read_manifest("Small")) == []
        assert len(read()) == 5


def test_a_damaged_file_is_named_although_there_is_a_stamp(built, read):
    unsound_files(read_manifest("Small"))
    victim = built / "images" / "3.png"
    original, times = victim.read_bytes(), (victim.stat().st_atime_ns, victim.stat().st_mtime_ns)
    for damage in (bytes(len(original)), original[:-1], b"", None):
        victim.unlink() if damage is None else victim.write_bytes(damage)
        read()
        for _ in range(2):  # a damaged file is never stamped
            assert unsound_files(read_manifest("Small")) == [victim.relative_to(built).as_posix()]
            assert set(read()) <= {victim.name}
        victim.write_bytes(original)
        os.utime(victim, ns=times)
        assert unsound_files(read_manifest("Small")) == []


def test_a_shortened_list_of_files_is_found(built):
    lines = (built / "files.tsv").read_text().splitlines(keepends=True)
    (built / "files.tsv").write_text("".join(lines[:2]))
    with pytest.raises(DataError, match=r"files\.tsv was changed after it was built"):
        unsound_files(read_manifest("Small"))
    (built / "files.tsv").unlink()
    with pytest.raises(DataError, match=r"cannot be read \(.*files\.tsv"):
        unsound_files(read_manifest("Small"))


def test_the_stamp_of_read_only_data_is_the_users(built, read, make_read_only, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make_read_only(data_root())
    assert unsound_files(read_manifest("Small")) == []
    [stamp] = (tmp_path / "cache" / "vlmeval_hvs" / "verified").glob("*.json")
    assert len(json.loads(stamp.read_bytes())) == len(read())
    assert unsound_files(read_manifest("Small")) == []
    assert read() == []
    assert not (data_root() / ".verified").exists()
