"""A folder with own data: names of pictures, decimal commas and quotes of tables."""

import json
import unicodedata

import pytest
from PIL import Image

from dataset_builders.own import visual_search
from dataset_builders.own.folder import Row, read_lines
from dataset_builders.own.layout import Column, Frame
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

ABOUT = {name: "x" for name in ("title", "who", "when", "licence", "source")}


def own(folder, tables, pictures=("a.png",)):
    """A folder with own data about grey pictures of 400 x 300 px."""
    for name in pictures:
        (folder / "images" / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (400, 300), (90, 90, 90)).save(folder / "images" / name)
    (folder / "about.json").write_text(json.dumps(ABOUT))
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def search(name, people=("p1", "p2")):
    box = f"{name},cup,100,100,50,50\n"
    looks = "".join(f"{name},{person},200,150\n{name},{person},125,125\n" for person in people)
    return {"scenes.csv": f"image,object,x,y,width,height\n{box}", "fixations.csv": f"image,person,x,y\n{looks}"}


def test_names_are_found_however_their_letters_and_separators_are_written(tmp_path):
    composed = unicodedata.normalize("NFC", "Küche/é.png")
    decomposed = unicodedata.normalize("NFD", composed)
    names = [(composed, decomposed), (decomposed, composed), (composed.replace("/", "\\"), composed)]
    for number, (written, there) in enumerate(names):
        folder = own(tmp_path / str(number), search(written), (there,))
        visual_search.build("VisualSearch_Custom:a", folder, tmp_path / "sets")
        rows = read_set("VisualSearch_Custom:a", tmp_path / "sets")[0]
        name = unicodedata.normalize("NFC", there)
        assert set(rows["image_name"]) == {name}
    for name, told in (("..\\..\\a.png", "not a plain path inside the set"), ("b.png", "no file images/b.png")):
        folder = own(tmp_path / "wrong", search(name))
        with pytest.raises(DataError, match="column image") as error:
            visual_search.build("VisualSearch_Custom:b", folder, tmp_path / "sets")
        assert told in str(error.value)


COLUMNS = (Column("image", "", True), Column("x", ""), Column("name", ""))


def cells_of(path, text):
    path.write_text(text, encoding="utf-8")
    head, lines, decimal_comma = read_lines(path, COLUMNS)
    rows = [(number, dict(zip(head, line, strict=True))) for number, line in lines]
    return [Row(path.name, number, cells, Frame(), Look(), decimal_comma) for number, cells in rows]


def test_decimal_commas_are_read_where_semicolons_separate(tmp_path):
    for separator, text, numbers in (
        (";", "1,5, 2,5", [1.5, 2.5]),
        (",", '"1,2"', [1, 2]),  # two numbers are asked for
        (";", "1.234,5", None),
        (",", '"400,5"', None),
    ):
        (row,) = cells_of(tmp_path / "t.csv", f"image{separator}x{separator}name\na.png{separator}{text}{separator}b\n")
        if numbers is None:
            with pytest.raises(DataError, match=r"t\.csv, row 2, column x: .* is not a number") as error:
                row.numbers("x")
            assert ("write decimals with a point" in str(error.value)) == (separator != ";")
        else:
            assert row.numbers("x", len(numbers)) == numbers, text


def test_quotes_stay_where_they_are_part_of_a_cell(tmp_path):
    for written, read in (('"say ""hm"", then"', 'say "hm", then'), ('27" screen', '27" screen'), ('"a\nb"', "a\nb")):
        rows = cells_of(tmp_path / "t.csv", f"image,x,name\na.png,1,{written}\nb.png,2,c\n")
        assert [row["name"] for row in rows] == [read, "c"]
    with pytest.raises(DataError, match=r"t\.csv: the file is not a CSV table \(line [23]: "):
        cells_of(tmp_path / "t.csv", 'image,x,name\na.png,1,"open\nb.png,2,c\n')
