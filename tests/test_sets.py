"""Sets: written, read, and read again when they change."""

import io
import json
import os

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs import sets
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, inside
from vlmeval_hvs.sets import (
    SetWriter,
    each_record,
    file_sizes,
    read_manifest,
    read_set,
    records,
    set_folder,
    unsound_files,
)


def png(color=(255, 0, 0), size=(8, 6)):
    buffer = io.BytesIO()
    Image.new("RGB", size, color).save(buffer, "PNG")
    return buffer.getvalue()


def writer(name="Toy", source="a test"):
    return SetWriter(name, source=source, licence="none")


def test_a_set_comes_back_as_written_and_an_error_keeps_the_older_one(lmu_data):
    texts = ['tab\t "quote" \r\n NA nan None = 007 ü 漢 \x0b end', "a\ud800b\0c", "a\rb", "line\nline"]
    with writer() as w:
        for index, text in enumerate(texts):
            w.row({"index": index, "image_path": w.image("images/a.png", png()), "question": text, "answer": "NA"})
    rows, read = read_set("Toy")
    assert rows["question"].tolist() == [texts[0], "a?b\ufffdc", *texts[2:]]
    assert (rows["answer"].tolist(), read) == (["NA"] * 4, w.manifest)
    assert list(each_record(rows.loc[list(range(4)) * 600])) == records(rows) * 600
    assert file_sizes(read) == {"images/a.png": len(png())}
    assert (set_folder("Toy") / "images" / "a.png").read_bytes() == png(), "images are stored as they are"
    with pytest.raises(RuntimeError), writer() as w:
        w.row({"index": "1"})
        raise RuntimeError("in the middle")
    assert read_set("Toy")[1] == read
    assert [path.name for path in data_root().iterdir()] == ["Toy"]


def test_rows_that_cannot_be_are_errors(lmu_data):
    for rows, words in (
        *(([{"index": index}], "index") for index in ("", "01", "-1", None)),
        ([{"index": 7}, {"index": 7}], "row index 7 occurs twice"),
        ([{"index": 1, "a": ""}, {"index": 2, "b": ""}], "columns that the first row lacks: b"),
        ([], r"release, rows\.tsv has no rows for Toy$"),
        ([{"index": 10**18}], "index"),
    ):
        with pytest.raises(DataError, match=words), writer(source="release, rows.tsv") as w:
            for row in rows:
                w.row(row)


def test_what_a_builder_leaves_out_warns_of_and_notes_is_in_the_manifest(lmu_data):
    with writer() as w:
        w.row({"index": 10**18 - 1, "a": 1, "b": None})
        w.row({"index": 0, "b": 2})
        w.skip(7, "odd")
        w.warn("strange")
        w.note("count", {"\ud800": 1})
        assert w.size(w.image("images/a.png", png())) == (8, 6)
        assert w.file("a/b.bin", b"x") == w.file("a/b.bin", b"x") == "a/b.bin"
        for path in ("a", "a/b.bin/c", "images"):
            with pytest.raises(DataError, match=f"two different files want the name {path}"):
                w.file(path, b"y")
    rows, read = read_set("Toy")
    assert rows.to_dict("list") == {"index": [str(10**18 - 1), "0"], "a": ["1", ""], "b": ["", "2"]}
    assert (read.skipped, read.warnings, read.rows) == ([{"row": "7", "reason": "odd"}], ["strange"], 2)
    assert (read.notes, read.source, read.licence) == ({"count": {"\ud800": 1}}, "a test", "none")
    with pytest.raises(DataError, match=r"no usable row for Toy; skipped: 7 \(odd\), 8 \(odd\)"), writer() as w:
        w.skip(7, "odd")
        w.skip(8, "odd")
    for name in ("", "a/b", ".a", "a b"):
        with pytest.raises(DataError, match="is not allowed as a set name"):
            writer(name)


def test_paths_stay_inside(lmu_data, tmp_path):
    for path in ("/etc/x.png", "a/../../x.png", "a\\..\\x.png", "", "nul\0.png"):
        with pytest.raises(DataError, match="path"), writer() as w:
            w.image(path, png())
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "link").symlink_to(tmp_path)
    with pytest.raises(DataError, match="leaves"):
        inside(tmp_path / "set", "link/x.png")


def test_pictures_are_stored_exactly_once_or_refused(lmu_data, monkeypatch):
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    with writer() as w:
        w.row({"index": 0, "image_path": w.array("x.png", pixels)})
    assert np.array_equal(np.asarray(Image.open(set_folder("Toy") / "x.png")), pixels)
    with pytest.raises(DataError, match="two different files"), writer() as w:
        assert w.image("a.png", png()) == w.image("a.png", png()) == "a.png"
        w.image("a.png", png((0, 0, 255)))
    for data in (b"", png()[:-32]):
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
def checked(monkeypatch):
    """Checks the set; gives the unsound files, and the names of those that were read."""
    names, digest = [], sets._digest
    monkeypatch.setattr(sets, "_digest", lambda file: names.append(file.name) or digest(file))

    def check():
        names.clear()
        return unsound_files(read_manifest("Small")), sorted(names)

    return check


def test_a_set_is_read_once_and_of_another_time_again(built, checked):
    every = [f"{index}.png" for index in range(5)]
    assert [checked(), checked()] == [([], every), ([], [])]
    os.utime(built / "images" / "0.png", ns=(1, 1))
    assert [checked(), checked()] == [([], ["0.png"]), ([], [])]
    [stamp] = (data_root() / ".verified").glob("*.json")
    for content in (b"", b"\xff", b'{"a": ["x", "y"]}'):  # a damaged stamp is none
        stamp.write_bytes(content)
        assert checked() == ([], every)


def test_damage_is_named_although_there_is_a_stamp(built, checked):
    checked()
    victim = built / "images" / "3.png"
    original, times = victim.read_bytes(), (victim.stat().st_atime_ns, victim.stat().st_mtime_ns)
    for damage in (bytes(len(original)), original[:-1], None):
        victim.unlink() if damage is None else victim.write_bytes(damage)
        for _ in range(2):  # a damaged file is never stamped
            assert checked()[0] == ["images/3.png"]
        victim.write_bytes(original)
        os.utime(victim, ns=times)
        assert checked()[0] == []
    lines = (built / "files.tsv").read_text().splitlines(keepends=True)
    (built / "files.tsv").write_text("".join(lines[:2]))
    with pytest.raises(DataError, match=r"files\.tsv was changed after it was built"):
        checked()


def test_the_stamp_of_read_only_data_is_the_users(built, checked, make_read_only, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    make_read_only(data_root())
    assert (len(checked()[1]), checked()) == (5, ([], []))
    [stamp] = (tmp_path / "cache" / "vlmeval_hvs" / "verified").glob("*.json")
    assert len(json.loads(stamp.read_bytes())) == 5
