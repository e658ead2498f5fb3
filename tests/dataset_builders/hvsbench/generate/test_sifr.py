"""SIFR: ranks from 1 for the most salient object, boxes relative to the picture, and what odd entries cost."""

import json

import pytest
from PIL import Image

from tests.dataset_builders.hvsbench.generate.releases import ranked, read, write_sifr
from vlmeval_hvs.errors import DataError

WHOLE, LEFT, CORNER = [0, 0, 640, 480], [0, 0, 320, 480], [480, 360, 160, 120]
FIRST = "test/test_annotations.json#/0"


def test_ranks_count_from_the_most_salient_and_pictures_come_by_name_over_all_splits(tmp_path):
    file = write_sifr(tmp_path, "test", {"b.jpg": ranked((WHOLE, 0), (CORNER, 2), (LEFT, 1))})
    for split, names in {"val": ["c.jpg"], "train": ["b.jpg", "a.jpg"], "train-2": ["a.jpg"]}.items():
        write_sifr(tmp_path, split, {name: ranked((WHOLE, 0)) for name in names})
    (one, *others), oddities = read("SIFR", tmp_path)
    assert (one.dataset, one.name, one.size) == ("SIFR", "test/rgb/b.jpg", (640, 480))
    assert (one.path, one.counted, dict(oddities.counts)) == (tmp_path / "test/rgb/b.jpg", True, {})
    # rankevaluation/mae_fmeasure_2.py of QAGNet paints gt_rank 2 of 3 objects with 1.0, which is white.
    boxes = [(0.75, 0.75, 1.0, 1.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 1.0, 1.0)]
    assert [(thing.rank, thing.box) for thing in one.objects] == list(enumerate(boxes, 1))
    assert one.objects[0].source == f"{file.relative_to(tmp_path)}#/0/annotations/1"
    names = ["train-2/rgb/a.jpg", "train/rgb/a.jpg", "train/rgb/b.jpg", "val/rgb/c.jpg"]
    assert [other.name for other in others] == names


def test_ranks_that_give_no_order_and_ranks_with_gaps(tmp_path):
    none, gaps = "picture with an object without rank", "picture with ranks other than 0 to n - 1"
    for number, (ranks, expected, reason) in enumerate([
        ((0, 1, 1), [None] * 3, "picture with two objects of the same rank"), ((0, None, 1), [None] * 3, none),
        ((0, "high", 1), [None] * 3, none), ((0, True, 1), [None] * 3, none), ((7, 3, 10**400), [None] * 3, none),
        ((0, float("nan"), 1), [None] * 3, none), ((7, 3, 40), [1, 2, 3], gaps), ((1, 2, 3), [1, 2, 3], gaps),
    ]):  # fmt: skip
        write_sifr(tmp_path / f"{number}", "test", {"a.jpg": ranked(*zip((WHOLE, LEFT, CORNER), ranks, strict=True))})
        (one,), oddities = read("SIFR", tmp_path / f"{number}")
        assert [thing.rank for thing in one.objects] == expected, ranks
        assert one.counted
        ((said, places),) = oddities.places.items()
        assert (said[: len(reason)], places, oddities.counts[said]) == (reason, [FIRST], 1)
        if ranks == (7, 3, 40):
            assert [thing.box for thing in one.objects] == [(0.75, 0.75, 1, 1), (0, 0, 1, 1), (0, 0, 0.5, 1)]


def test_an_object_that_cannot_be_read_leaves_the_others_unranked(tmp_path):
    flat, outside, odd = "box without area", "box outside the picture", "box that is not four numbers"
    for number, (box, reason) in enumerate([
        ([5, 5, 0, 40], flat), ([5, 5, 40, -3], flat), ([640, 0, 10, 10], outside), ([-50, 0, 20, 10], outside),
        ([5, 5, 40], odd), ([5, 5, 40, None], odd), ([5, 5, 10**400, 5], odd), ({"x": 1}, odd),
    ]):  # fmt: skip
        write_sifr(tmp_path / f"{number}", "test", {"a.jpg": ranked((WHOLE, 0), (box, 2), (LEFT, 1))})
        (one,), oddities = read("SIFR", tmp_path / f"{number}")
        assert [(thing.rank, thing.box) for thing in one.objects] == [(None, (0, 0, 1, 1)), (None, (0, 0, 0.5, 1))]
        assert not one.counted
        assert oddities.places[reason] == [f"{FIRST}/annotations/1"], box
        assert oddities.counts["picture with an object that cannot be read, neither ranked nor counted"] == 1
    edge = {"a.jpg": ranked(([-20, 240, 340, 300], 0)), "b.jpg": ranked(([320, 0, 320.5, 480.9], 0))}
    write_sifr(tmp_path / "edge", "test", edge)
    found, oddities = read("SIFR", tmp_path / "edge")
    assert [one.objects[0].box for one in found] == [(0, 0.5, 0.5, 1), (0.5, 0, 1, 1)]  # a rounding error is none
    assert dict(oddities.counts) == {"box that reaches past the picture, cut at its edge": 1}


def test_an_odd_entry_costs_itself_only(tmp_path):
    path = "file name that is no plain path below the pictures' folder"
    for number, (entry, reason) in enumerate([
        *(({"file_name": name}, path) for name in ("../outside.jpg", "/etc/passwd", "..\\a.jpg", "a\x00.jpg")),
        *(({"file_name": name}, path) for name in ("\ud800.jpg", "a" * 300)), ({"file_name": 3}, "no file name"),
        ({}, "no file name"), ({"file_name": "gone.jpg"}, "picture file missing"),
        ({"file_name": "text.jpg"}, "picture file that is no picture"), ({"file_name": "."}, "picture file missing"),
        ({"file_name": "good.jpg"}, "picture with several entries"), (None, "entry that is no object"),
        ({"file_name": "other.jpg", "annotations": {"a": 1}}, "picture without a list of annotations"),
        ({"file_name": "other.jpg", "annotations": []}, "picture without a salient object"),
    ]):  # fmt: skip
        folder, pictures = tmp_path / f"{number}", {"good.jpg": ranked((WHOLE, 0)), "last.jpg": ranked((LEFT, 0))}
        file = write_sifr(folder, "test", {"other.jpg": [], **pictures})
        (folder / "test" / "outside.jpg").write_bytes((folder / "test/rgb/good.jpg").read_bytes())
        (folder / "test/rgb/text.jpg").write_text("no picture")
        file.write_text(json.dumps([entry, *json.loads(file.read_text())[1:]]))
        found, oddities = read("SIFR", folder)
        assert "test/rgb/last.jpg" in [one.name for one in found]
        assert oddities.counts[reason] == 1, entry
        assert oddities.places[reason] in ([FIRST], [f"{FIRST}/annotations/0"])


def test_what_is_no_list_is_an_error_that_names_the_file(tmp_path):
    file, unread = write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 0))}), f"{FIRST[:-3]}: cannot be read as JSON"
    for content, said in (
        (b"", unread), (b"[" * 100_000, unread), (b"\xff\xfe[]", unread), (b'{"images": []}', "no list of entries"),
        (b"[]", "it lists none"), (b"[1, 2]", f"can be used .2 x entry that is no object, such as {FIRST}"),
    ):  # fmt: skip
        file.write_bytes(content)
        with pytest.raises(DataError, match=said):
            read("SIFR", tmp_path)


def test_huge_pictures_and_turned_ones_are_left_out(tmp_path, monkeypatch):
    names = ("huge.jpg", "plain.jpg", "plain.png", "turned.jpg", "turned.png", "upright.png")
    write_sifr(tmp_path, "test", {name: ranked((WHOLE, 0)) for name in names}, {"huge.jpg": (900, 900)})
    for name, orientation in {"turned.jpg": 6, "turned.png": 3, "upright.png": 1}.items():
        exif = Image.Exif()
        exif[0x0112] = orientation  # the tag of the EXIF standard
        Image.new("RGB", (640, 480)).save(tmp_path / f"test/rgb/{name}", exif=exif)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 400_000)  # Pillow refuses twice as many
    pictures, oddities = read("SIFR", tmp_path)
    assert [one.path.name for one in pictures] == ["plain.jpg", "plain.png", "upright.png"]
    assert dict(oddities.counts) == {"picture file that is no picture": 1, "picture that is to be shown turned": 2}
