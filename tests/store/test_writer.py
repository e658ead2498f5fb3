"""What a builder writes into a set, and what is refused."""

import numpy as np
import pytest
from PIL import Image
from set_processes import png

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, inside
from vlmeval_hvs.sets import SetWriter, each_record, file_sizes, read_set, records, set_folder


def writer(name="Toy", source="a test"):
    return SetWriter(name, source=source, licence="none")


def test_a_set_comes_back_as_written_and_an_error_keeps_the_older_one(lmu_data):
    texts = ['tab\t "quote" \r\n NA nan None = 007 ü 漢 \x0b end', "a\ud800b\0c", "a\rb", "line\nline"]
    with writer() as w:
        for index, text in enumerate(texts):
            w.row({"index": index, "image_path": w.image("images/a.png", png(76)), "question": text, "answer": "NA"})
    rows, read = read_set("Toy")
    assert rows["question"].tolist() == [texts[0], "a?b\ufffdc", *texts[2:]]
    assert (rows["answer"].tolist(), read) == (["NA"] * 4, w.manifest)
    assert list(each_record(rows.loc[list(range(4)) * 600])) == records(rows) * 600
    assert file_sizes(read) == {"images/a.png": len(png(76))}
    assert b"\n1\timages/a.png\ta?b\xef\xbf\xbdc\tNA\n" in (read.folder / "data.tsv").read_bytes(), "plain cells"
    assert (set_folder("Toy") / "images" / "a.png").read_bytes() == png(76), "images are stored as they are"
    with pytest.raises(RuntimeError), writer() as w:
        w.row({"index": "1"})
        raise RuntimeError("in the middle")
    assert read_set("Toy")[1] == read
    assert [path.name for path in data_root().iterdir()] == ["Toy"]


def test_rows_that_cannot_be_are_errors_and_paths_stay_inside(lmu_data, tmp_path):
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
    for path in ("/etc/x.png", "a/../../x.png", "a\\..\\x.png", "", "nul\0.png"):
        with pytest.raises(DataError, match="path"), writer() as w:
            w.image(path, png(76))
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "link").symlink_to(tmp_path)
    with pytest.raises(DataError, match="leaves"):
        inside(tmp_path / "set", "link/x.png")


def test_what_a_builder_leaves_out_warns_of_and_notes_is_in_the_manifest(lmu_data):
    with writer() as w:
        w.row({"index": 10**18 - 1, "a": 1, "b": None})
        w.row({"index": 0, "b": 2})
        w.skip(7, "odd")
        w.warn("strange")
        w.note("count", {"\ud800": 1})
        assert w.size(w.image("images/a.png", png(76))) == (8, 6)
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


def test_pictures_are_stored_exactly_once_or_refused(lmu_data, monkeypatch):
    pixels = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    with writer() as w:
        w.row({"index": 0, "image_path": w.array("x.png", pixels)})
    assert np.array_equal(np.asarray(Image.open(set_folder("Toy") / "x.png")), pixels)
    with pytest.raises(DataError, match="two different files"), writer() as w:
        assert w.image("a.png", png(76)) == w.image("a.png", png(76)) == "a.png"
        w.image("a.png", png(255))
    for data in (b"", png(76)[:-32]):
        with pytest.raises(DataError, match=r"images/a.png: the image does not decode"), writer() as w:
            w.image("images/a.png", data)
    monkeypatch.setattr("vlmeval_hvs.files.MAX_IMAGE_PIXELS", 47)
    with pytest.raises(DataError, match="8x6 is more than 47 pixels"), writer() as w:
        w.image("images/a.png", png(76))
