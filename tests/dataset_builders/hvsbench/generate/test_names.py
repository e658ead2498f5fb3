"""Names of objects: by source, by model, and reviewed in a sheet."""

import csv
import io

import pytest
from PIL import Image

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SalientObject
from dataset_builders.hvsbench.generate.blocks import remembered
from dataset_builders.hvsbench.generate.describe import PROMPT, Describer, boxed
from dataset_builders.hvsbench.generate.names import COLUMNS, Name, Names, cleaned, read_sheet, sheet
from vlmeval_hvs.errors import DataError

BOX, BOX_TEXT = (0.1, 0.2, 0.3, 0.4), "0.10,0.20,0.30,0.40"
KEY = ("Some", "a.png", BOX_TEXT)


def picture(path=None, *names):
    boxes = [BOX, *((k / 10, 0.5, 0.9, 0.9) for k in range(8))]
    objects = [SalientObject(box, None, name, "") for box, name in zip(boxes, names, strict=False)]
    return AnnotatedPicture("Some", "a.png", path, (100, 80), objects=tuple(objects))


def named(names, *objects):
    found = picture(None, *objects)
    return names.of(found, found.objects[0])


def test_names_are_of_the_source_or_verified_and_the_sheet_has_the_last_word():
    names = Names()
    assert named(names, "dog") == "the dog"
    assert names.needed == {KEY: Name("source", "the dog")}
    assert named(Names(), "dog", "cat", "Dog") == named(Names(), "") == ""  # which dog?
    names = Names(describe=lambda *_: "the dog on the left")
    assert named(names, "") == ""
    assert (names.missing, names.needed[KEY]) == ({"name not verified": 1}, Name("model", "the dog on the left"))
    assert named(Names(describe=lambda *_: "the dog", unverified=True), "") == "the dog"
    for name, used in (
        (Name("model", "the dog", "", "right"), "the dog"), (Name("model", "the dog", "the fox", ""), "the fox"),
        (Name("model", "the dog", "the fox", "wrong"), "the fox"), (Name("model", "the dog", "", "wrong"), ""),
        (Name("model", "the dog", "", ""), ""), (Name("source", "the dog", "", "wrong"), ""),
        (Name("", "", "the elk", ""), "the elk"), (Name("", "", "", ""), "the animal"),  # the source's own stands
    ):  # fmt: skip
        assert named(Names({KEY: name}), "animal") == used, name
        only_proposed = name.proposed if not name.verdict else ""
        assert named(Names({KEY: name}, unverified=True), "animal") == (used or only_proposed), name
    other = ("Some", "a.png", "0.00,0.50,0.90,0.90")
    assert named(Names({KEY: Name("model", "the dog", "", "right"), other: Name("", "", "The dog")}), "", "") == ""


def test_a_sheet_comes_back_as_it_was_holds_no_formula_and_is_told_by_its_row(tmp_path):
    odd = {
        KEY: Name("model", "the 'big' dog, left", "=SUM(A1)", "right"),
        ("=D", "ü/b.png", "0.1"): Name("model", "'=x", "-y", ""),
        ("Some", "'c.png", "0.2"): Name("model", "'tis a fox", "", "wrong"),
    }
    path, head = tmp_path / "sheet.csv", ",".join(COLUMNS) + "\n"
    path.write_bytes(sheet(odd.items()))
    assert read_sheet(path) == odd
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
    assert (tuple(rows[0]), len(rows)) == (COLUMNS, 4)
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@")]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))  # as spreadsheets save it
    assert read_sheet(path) == odd
    for text, message in (
        ("dataset,picture\na,b\n", "no column box, from, proposed_name"), ("", "no column dataset"),
        (head + "D,a,b,model,dog,,maybe\n", "row 2: verdict 'maybe' is neither right nor wrong"),
        (head + "D,a,b,model,,,right\n", "row 2: the verdict is right, and there is no name"),
        (head + "D,a,b,model,dog,[A] fox,\n", "row 2: .* is no name"),
        (head + "D,a,b,model,dog,,\nD,a,b,model,fox,,\n", "row 3: another name"),
        (b"\xff\xfe", "cannot be read as CSV"),
    ):  # fmt: skip
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(DataError, match=message):
            read_sheet(path)


def test_a_model_sees_the_box_and_its_replies_become_phrases_that_are_remembered(tmp_path):
    for reply, name in (
        ("The person on the left.", "the person on the left"), ('  "a red car" \n', "a red car"), ("[A] the dog", ""),
        ("**the dog**", "the dog"), ("McDonald's sign", "McDonald's sign"), ("I see two:\n- a dog\n- a cat", ""),
        ("x" * 81, ""), ("the {options}", ""), ("", ""),
    ):  # fmt: skip
        assert cleaned(reply) == name
    path, seen = tmp_path / "a.png", []
    Image.new("RGB", (100, 80), "green").save(path)
    replies = [RuntimeError("no reply"), "The dog.", "another name"]

    def ask(message):
        seen.append((message, Image.open(message[0]["value"]).convert("RGB")))
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    describer, log = Describer(ask), tmp_path / "log"
    first = remembered(describer, log)
    assert (first(picture(path, ""), BOX), describer.failures) == ("", 1)
    assert first(picture(path, ""), BOX) == first(picture(path, ""), BOX) == "the dog"
    with log.open("a") as file:
        file.write('\n[["Some", "a.png"')  # a line that was being written when the run was killed
    assert remembered(describer, log)(picture(path, ""), BOX) == "the dog"
    assert replies == ["another name"]
    message, shown = seen[0]
    assert ([part["type"] for part in message], message[1]["value"]) == (["image", "text"], PROMPT)
    for place in ((10, 24), (30, 24), (20, 16), (20, 32)):  # the four edges
        assert shown.getpixel(place) == (255, 0, 0)
    assert shown.getpixel((20, 24)) == shown.getpixel((60, 60)) == (0, 128, 0)
    for mode in ("L", "P", "RGBA", "CMYK", "1"):
        Image.new(mode, (50, 40)).save(tmp_path / f"{mode}.tif")
        assert boxed(tmp_path / f"{mode}.tif", (0, 0, 1, 1)).getpixel((0, 20)) == (255, 0, 0)
