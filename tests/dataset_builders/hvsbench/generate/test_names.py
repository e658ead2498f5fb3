"""Names of objects: by source, and filled into a sheet by people."""

import csv
import io

import pytest

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.generate.names import COLUMNS, Names, read_sheet, sheet
from vlmeval_hvs.errors import DataError

BOX, BOX_TEXT = (0.1, 0.2, 0.3, 0.4), "0.10,0.20,0.30,0.40"
KEY, OTHER = ("Some", "a.png", BOX_TEXT), ("Some", "a.png", "0.00,0.50,0.90,0.90")


def named(names, *objects):
    """What the first of objects with such names is called."""
    boxes = [BOX, *((k / 10, 0.5, 0.9, 0.9) for k in range(8))]
    found = [SalientObject(box, None, name, "") for box, name in zip(boxes, objects, strict=False)]
    return names.of(AnnotatedPicture("Some", "a.png", None, (100, 80), objects=tuple(found)), found[0])


def test_names_are_of_the_source_unless_the_sheet_has_one():
    names = Names()
    assert (named(names, "dog"), names.needed) == ("the dog", {KEY: "the dog"})
    assert (named(names, ""), names.needed, names.missing) == ("", {KEY: ""}, {"object without a name": 1})
    assert named(names, "dog", "cat", "Dog") == ""  # which dog?
    assert names.missing["name that two objects have"] == 1
    assert named(Names({KEY: "the fox"}), "animal") == named(Names({KEY: "the fox"}), "") == "the fox"
    assert named(Names({KEY: "the dog", OTHER: "The dog"}), "", "") == ""


def test_a_sheet_comes_back_as_it_was_and_errors_name_its_row(tmp_path):
    names = {KEY: 'the "big" dog, left', ("=D", "ü/b.png", "0.1"): "the fox", ("Some", "c.png", "0.2"): ""}
    path, head = tmp_path / "sheet.csv", ",".join(COLUMNS) + "\n"
    path.write_bytes(sheet(names))
    filled = {key: name for key, name in names.items() if name}
    assert read_sheet(path) == filled
    assert [row[:3] for row in csv.reader(io.StringIO(path.read_text("utf-8")))][1:] == sorted(map(list, names))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))  # as spreadsheets save it
    assert read_sheet(path) == filled
    for text, message in (
        ("dataset,picture\na,b\n", "no column box, name"), (head + "D,a,b,[A] fox\n", "row 2: .* is no name"),
        (head + f"D,a,b,{'x' * 81}\n", "row 2: .* is no name"), (b"\xff\xfe", "cannot be read as CSV"),
        (head + "D,a,b,dog\nD,a,b,fox\n", "row 3: another name"),
    ):  # fmt: skip
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(DataError, match=message):
            read_sheet(path)
