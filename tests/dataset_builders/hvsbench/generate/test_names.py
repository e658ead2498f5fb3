"""Names of objects: by source, by model, and reviewed in a sheet."""

import csv
import io

import pytest
from PIL import Image

from dataset_builders.hvsbench.generate.blocks import remembered
from dataset_builders.hvsbench.generate.describe import PROMPT, Describer, boxed
from dataset_builders.hvsbench.generate.names import COLUMNS, Name, Names, cleaned, read_sheet, sheet
from dataset_builders.hvsbench.sources.annotations import AnnotatedPicture, SalientObject
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


def test_a_source_names_its_objects():
    names = Names()
    assert named(names, "dog") == "the dog"
    assert names.needed == {KEY: Name("source", "the dog")}
    assert named(Names(), "dog", "cat", "Dog") == ""  # which dog?
    assert named(Names(), "") == ""


def test_a_described_object_counts_when_it_is_verified():
    def described(picture, box):
        return "the dog on the left"

    names = Names(describe=described)
    assert named(names, "") == ""
    assert names.missing == {"name not verified": 1}
    assert names.needed[KEY] == Name("model", "the dog on the left")
    assert named(Names(describe=described, unverified=True), "") == "the dog on the left"


@pytest.mark.parametrize(
    ("name", "used"),
    [
        (Name("model", "the dog", "", "right"), "the dog"),
        (Name("model", "the dog", "the fox", ""), "the fox"),
        (Name("model", "the dog", "the fox", "wrong"), "the fox"),
        (Name("model", "the dog", "", ""), ""),
        (Name("model", "the dog", "", "wrong"), ""),
        (Name("source", "the dog", "", "wrong"), ""),
        (Name("", "", "the elk", ""), "the elk"),
        (Name("", "", "", ""), "the animal"),  # nobody filled it in; the source's own name stands
    ],
)
@pytest.mark.parametrize("unverified", [False, True])
def test_the_sheet_has_the_last_word(name, used, unverified):
    names = Names({KEY: name}, unverified=unverified)
    only_proposed = name.proposed if unverified and not name.verdict else ""
    assert named(names, "animal") == (used or only_proposed)


def test_a_name_that_the_sheet_gives_two_objects_is_not_used():
    other = ("Some", "a.png", "0.00,0.50,0.90,0.90")
    assert named(Names({KEY: Name("model", "the dog", "", "right"), other: Name("", "", "The dog")}), "", "") == ""


def test_a_sheet_comes_back_as_it_was_and_holds_no_formula(tmp_path):
    odd = {
        KEY: Name("model", "the 'big' dog, left", "=SUM(A1)", "right"),
        ("=D", "ü/b.png", "0.1"): Name("model", "'=x", "-y", ""),
        ("Some", "'c.png", "0.2"): Name("model", "'tis a fox", "", "wrong"),
    }
    path = tmp_path / "sheet.csv"
    path.write_bytes(sheet(odd.items()))
    assert read_sheet(path) == odd
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 4
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@")]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))  # as spreadsheets save it
    assert read_sheet(path) == odd


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dataset,picture\na,b\n", "no column box, from, proposed_name"),
        ("", "no column dataset"),
        (",".join(COLUMNS) + "\nD,a,b,model,dog,,maybe\n", "row 2: verdict 'maybe' is neither right nor wrong"),
        (",".join(COLUMNS) + "\nD,a,b,model,,,right\n", "row 2: the verdict is right, and there is no name"),
        (",".join(COLUMNS) + "\nD,a,b,model,dog,[A] fox,\n", "row 2: .* is no name"),
        (",".join(COLUMNS) + "\nD,a,b,model,dog,,\nD,a,b,model,fox,,\n", "row 3: another name"),
        (b"\xff\xfe", "cannot be read as CSV"),
    ],
)
def test_a_wrong_sheet_is_told_by_its_row(tmp_path, text, message):
    path = tmp_path / "sheet.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError, match=message):
        read_sheet(path)


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        ("The person on the left.", "the person on the left"),
        ('  "a red car" \n', "a red car"),
        ("**the dog**", "the dog"),
        ("McDonald's sign", "McDonald's sign"),
        ("I see two things:\n- a dog\n- a cat", ""),
        ("[A] the dog", ""),
        ("x" * 81, ""),
        ("the {options}", ""),
        ("", ""),
    ],
)
def test_replies_become_short_phrases_or_nothing(reply, name):
    assert cleaned(reply) == name


def test_the_model_sees_the_picture_with_the_box(tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGB", (100, 80), "green").save(path)
    seen = []

    def ask(message):
        seen.append((message, Image.open(message[0]["value"]).convert("RGB")))
        return "The dog."

    assert Describer(ask)(path, BOX) == "The dog."
    ((message, shown),) = seen
    assert [part["type"] for part in message] == ["image", "text"]
    assert message[1]["value"] == PROMPT
    assert shown.size == (100, 80)
    assert shown.getpixel((10, 24)) == shown.getpixel((30, 24)) == (255, 0, 0)  # left and right edge
    assert shown.getpixel((20, 16)) == shown.getpixel((20, 32)) == (255, 0, 0)  # top and bottom edge
    assert shown.getpixel((20, 24)) == shown.getpixel((60, 60)) == (0, 128, 0)


def test_boxes_show_on_pictures_of_every_kind(tmp_path):
    for number, mode in enumerate(("L", "P", "RGBA", "CMYK", "1")):
        path = tmp_path / f"{number}.tif"
        Image.new(mode, (50, 40)).save(path)
        assert boxed(path, (0, 0, 1, 1)).getpixel((0, 20)) == (255, 0, 0)


def test_a_reply_that_does_not_come_is_counted_and_asked_for_again(tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGB", (100, 80)).save(path)
    replies = [RuntimeError("no reply"), "the dog", "another name"]

    def ask(message):
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    describer = Describer(ask)
    log = tmp_path / "log"
    first = remembered(describer, log)
    assert first(picture(path, ""), BOX) == ""
    assert describer.failures == 1
    assert first(picture(path, ""), BOX) == first(picture(path, ""), BOX) == "the dog"
    with log.open("a") as file:
        file.write('\n[["Some", "a.png"')  # a line that was being written when the run was killed
    assert remembered(describer, log)(picture(path, ""), BOX) == "the dog"
    assert replies == ["another name"]
