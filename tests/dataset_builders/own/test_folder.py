"""Folders with own data: names, decimal commas, quotes, and places and times in other units."""

import json
import re
import unicodedata
from contextlib import nullcontext

import pytest
from PIL import Image

from dataset_builders.own import hvsbench, visual_search
from dataset_builders.own.folder import Row, read_lines
from dataset_builders.own.layout import Column, Frame
from dataset_builders.plausible import Look
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set

ABOUT = {name: "x" for name in ("title", "who", "when", "licence", "source")}


def own(folder, tables, pictures=("a.png",), about=None):
    for path in (folder / "images" / name for name in pictures):
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (400, 300), (90, 90, 90)).save(path)
    (folder / "about.json").write_text(json.dumps({**ABOUT, **(about or {})}))
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def search(name):
    looks = "".join(f"{name},{person},200,150\n{name},{person},125,125\n" for person in ("p1", "P1"))
    scenes = f"image,object,x,y,width,height\n{name},cup,100,100,50,50\n"
    return {"scenes.csv": scenes, "fixations.csv": f"image,person,x,y\n{looks}"}


def test_names_are_found_however_their_letters_and_separators_are_written(tmp_path):
    composed, decomposed = (unicodedata.normalize(form, "Küche/é.png") for form in ("NFC", "NFD"))
    names = [(composed, decomposed), (decomposed, composed), (composed.replace("/", "\\"), composed)]
    for number, (written, there) in enumerate(names):
        folder = own(tmp_path / str(number), search(written), (there,))
        manifest = visual_search.build("VisualSearch_Custom:a", folder, tmp_path / "sets")
        rows = read_set("VisualSearch_Custom:a", tmp_path / "sets")[0]
        assert set(rows["image_name"]) == {composed}
        assert any(text.startswith("P1 and p1 count as 2 people") for text in manifest.warnings)
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


def test_decimal_commas_and_quotes_are_read_and_fixations_may_lie_past_a_picture_but_not_far(tmp_path):
    for separator, text, numbers in (
        (";", "1,5, 2,5", [1.5, 2.5]), (",", '"1,2"', [1, 2]),  # two numbers are asked for
        (";", "1.234,5", None), (",", '"400,5"', None),
    ):  # fmt: skip
        (row,) = cells_of(tmp_path / "t.csv", f"image{separator}x{separator}name\na.png{separator}{text}{separator}b\n")
        if numbers is None:
            with pytest.raises(DataError, match=r"t\.csv, row 2, column x: .* is not a number") as error:
                row.numbers("x")
            assert ("write decimals with a point" in str(error.value)) == (separator != ";")
        else:
            assert row.numbers("x", len(numbers)) == numbers, text
    for written, read in (('"say ""hm"", then"', 'say "hm", then'), ('27" screen', '27" screen'), ('"a\nb"', "a\nb")):
        rows = cells_of(tmp_path / "t.csv", f"image,x,name\na.png,1,{written}\nb.png,2,c\n")
        assert [row["name"] for row in rows] == [read, "c"]
    with pytest.raises(DataError, match=r"t\.csv: the file is not a CSV table \(line [23]: "):
        cells_of(tmp_path / "t.csv", 'image,x,name\na.png,1,"open\nb.png,2,c\n')
    for x, y, inside in (("-399", "599", True), ("799", "-299", True), ("-401", "0", False), ("0", "601", False)):
        row = Row("t.csv", 2, {"x": x, "y": y, "duration": "0.2", "person": "p"}, Frame(duration="s"), Look())
        told = nullcontext() if inside else pytest.raises(DataError, match="far outside the picture of 400 x 300 px")
        with told:
            assert row.person_fixation((400, 300), ("a.png",), past=1) == (float(x), float(y), 200)


WAYS = (
    (lambda x, y, w, h: (x / w, y / h), {"units": "fraction"}),
    (lambda x, y, w, h: (100 * x / w, 100 * (1 - y / h)), {"units": "percent", "origin": "bottom left"}),
    (lambda x, y, w, h: (2 * x / w - 1, 1 - 2 * y / h), {"units": "norm", "origin": "center, y up"}),
    (lambda x, y, w, h: ((x - w / 2) / 35, (y - h / 2) / 35), {"units": 35, "origin": "center, y down"}),
    (lambda x, y, w, h: (x + (1920 - w) / 2, y + (1080 - h) / 2), {"screen": [1920, 1080]}),
    (lambda x, y, w, h: (x - w / 2, h / 2 - y), {"screen": [1920, 1080], "origin": "center, y up"}),
)


@pytest.mark.parametrize(("way", "declared"), WAYS)
def test_a_frame_leads_back_to_px(way, declared):
    x, y, w, h, size = 123.25, 77.5, 210.75, 300.5, (800, 600)
    (left, top), (right, bottom) = way(x, y, *size), way(x + w, y + h, *size)
    middle, wide, high = way(x + w / 2, y + h / 2, *size), abs(right - left), abs(bottom - top)
    assert Frame(**declared).point((left, top), size) == (x, y)
    ways = {"left top width height": (left, top, wide, high), "middle width height": (*middle, wide, high)}
    for boxes, numbers in (*ways.items(), ("left top right bottom", (left, top, right, bottom))):
        assert Frame(**declared, boxes=boxes).box(numbers, size) == (x, y, w, h)
    assert (Frame(duration="s").ms(0.321), Frame(duration="us").ms(321000), Frame().ms(321.5)) == (321, 321, 321.5)


def searches(folder, rows, about=None, scenes="abcdef"):
    """A search of scenes of 400 x 300 px and one without the target, with rows of fixations."""
    lines = [f"{scene}.png,cup,300,{210 + 5 * number},40,40," for number, scene in enumerate(scenes)]
    head = ["image,person,x,y,duration,trial"[: None if len(rows[0]) > 5 else -6]]
    looks = "\n".join(head + [",".join(map(str, row)) for row in (*rows, *(("g.png", *row[1:]) for row in rows[:2]))])
    lines = ["image,object,x,y,width,height,target", *lines, "g.png,cup,,,,,a.png"]
    pictures = [f"{scene}.png" for scene in scenes + "g"]
    return own(folder, {"scenes.csv": "\n".join(lines), "fixations.csv": looks}, pictures, about)


def found(scene, person, *trial):
    turn = 7 * "abcdef".index(scene) + (5 if person == "p2" else 0) + sum(trial)
    places = ((200, 150, 210), (90 + turn, 60, 250), (150, 100 + turn, 230), (320, 232 + turn % 35, 300))
    return [(f"{scene}.png", person, *place, *trial) for place in places]


EVERYBODY = [row for scene in "abcdef" for person in ("p1", "p2") for row in found(scene, person)]


@pytest.mark.parametrize(("rows", "warned", "refused"), [
    (EVERYBODY, [], ""),
    ([(i, p, x, 300 - y, ms) for i, p, x, y, ms in EVERYBODY], [], '"origin": {"fixations.csv": "bottom left"}'),
    ([(i, p, x, 300 - y if p == "p2" else y, ms) for i, p, x, y, ms in EVERYBODY], [], "person p2: 0% of 6"),
    ([(i, p, y, x, ms) for i, p, x, y, ms in EVERYBODY], [], "with x and y swapped 100%"),
    ([(i, p, x / 3, y / 3, ms) for i, p, x, y, ms in EVERYBODY], ["all: 0% of 12 searches reach their target"], ""),
    ([*EVERYBODY[8:], *EVERYBODY[:8], *EVERYBODY[8:12]], [], "number the viewings of a picture in a column trial"),
    ([row for t in (1, 2) for s in "abcdef" for row in found(s, "p1", t)], ["6 scanpaths are of repeated"], ""),
])  # fmt: skip
def test_people_find_what_they_search_for_and_every_viewing_is_one_scanpath(rows, warned, refused, tmp_path):
    with pytest.raises(DataError, match=re.escape(refused)) if refused else nullcontext():
        manifest = visual_search.build("VisualSearch_Custom:a", searches(tmp_path / "own", rows), tmp_path / "out")
        assert [text for text, said in zip(manifest.warnings, warned, strict=True) if said not in text] == []


def test_a_declared_frame_gives_the_same_set(tmp_path):
    places = {"units": "fraction", "origin": "bottom left", "duration": "s"}
    other = [(i, p, x / 400, 1 - y / 300, ms / 1000) for i, p, x, y, ms in EVERYBODY]
    declared = {key: {"fixations.csv": value} for key, value in places.items()}
    for name, rows, about in (("px", EVERYBODY, {}), ("other", other, declared)):
        folder = searches(tmp_path / name, rows, about)
        visual_search.build("VisualSearch_Custom:a", folder, tmp_path / name / "out")
        first = json.loads(read_set("VisualSearch_Custom:a", tmp_path / name / "out")[0]["humans"][0])["p1"]
        assert (first["X"], first["T"]) == ([200, 90, 150, 320], [210, 250, 230, 300])
    px, other = (read_set("VisualSearch_Custom:a", tmp_path / name / "out")[1].digest for name in ("px", "other"))
    assert px == other


def test_a_second_viewing_is_a_scanpath_of_its_own(tmp_path):
    folder = searches(tmp_path / "own", [*found("a", "p1", 1), *found("a", "p1", 2)], scenes="a")
    (questions := folder / "questions.csv").write_text("image,type\na.png,Q9\n")
    (folder / "scenes.csv").unlink()
    hvsbench.build("HVSBench:a", folder, tmp_path / "out")
    paths = json.loads(read_set("HVSBench:a", tmp_path / "out")[0].iloc[0]["scanpaths"])
    assert [len(path["X"]) for path in paths] == [4, 4]
    for row, said in (
        ("Q1,10 10 50 50 | 10.2 10.2 50 50,A", "options A and B are the same in the prompt"),
        ("Q8,10 10 0.2; 90 150 0.3; 200 90 0.2 | 30 20 0.2; 190 50 0.3; 120 90 0.2,A", '"questions.csv": "s"'),
    ):
        questions.write_text(f"image,type,options,answer\na.png,{row}\n")
        with pytest.raises(DataError, match=said):
            hvsbench.build("HVSBench:b", folder, tmp_path / "out")
