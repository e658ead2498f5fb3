"""SIFR: ranks from 1 for the most salient object, boxes relative to the picture, and what odd entries cost."""

import json

import pytest
from PIL import Image

from dataset_builders.hvsbench.sources.annotations import Oddities
from dataset_builders.hvsbench.sources.sifr import Sifr
from tests.dataset_builders.hvsbench.sources.releases import ranked, write_sifr
from vlmeval_hvs.errors import DataError

WHOLE, LEFT, CORNER = [0, 0, 640, 480], [0, 0, 320, 480], [480, 360, 160, 120]


def read(folder):
    oddities = Oddities()
    return list(Sifr().pictures(folder, oddities)), oddities


def test_ranks_count_from_the_most_salient(tmp_path):
    write_sifr(tmp_path, "test", {"b.jpg": ranked((WHOLE, 0), (CORNER, 2), (LEFT, 1))})
    (one,), oddities = read(tmp_path)
    assert (one.dataset, one.name, one.size, one.split) == ("SIFR", "test/rgb/b.jpg", (640, 480), "test")
    assert one.path == tmp_path / "test/rgb/b.jpg"
    # rankevaluation/mae_fmeasure_2.py of QAGNet paints gt_rank 2 of 3 objects with 1.0, which is white.
    assert [(thing.rank, thing.box) for thing in one.objects] == [
        (1, (0.75, 0.75, 1.0, 1.0)),
        (2, (0.0, 0.0, 0.5, 1.0)),
        (3, (0.0, 0.0, 1.0, 1.0)),
    ]
    assert one.counted
    assert not oddities.counts


def test_an_object_is_found_again_by_its_source(tmp_path):
    file = write_sifr(tmp_path, "train", {"a.jpg": ranked((WHOLE, 0)), "b.jpg": ranked((WHOLE, 0), (LEFT, 1))})
    most_salient = read(tmp_path)[0][1].objects[0]
    relative, pointer = most_salient.source.split("#")
    assert tmp_path / relative == file
    found = json.loads(file.read_text())
    for step in pointer.strip("/").split("/"):
        found = found[int(step)] if isinstance(found, list) else found[step]
    assert found["bbox"] == LEFT


def test_pictures_come_by_name_over_all_splits(tmp_path):
    for split, names in {"val": ["c.jpg"], "train": ["b.jpg", "a.jpg"], "train-2": ["a.jpg"]}.items():
        write_sifr(tmp_path, split, {name: ranked((WHOLE, 0)) for name in names})
    names = [one.name for one in read(tmp_path)[0]]
    assert names == sorted(names)
    assert names == ["train-2/rgb/a.jpg", "train/rgb/a.jpg", "train/rgb/b.jpg", "val/rgb/c.jpg"]


@pytest.mark.parametrize(
    ("ranks", "expected", "reason"),
    [
        ((0, 1, 1), [None, None, None], "picture with two objects of the same rank, not ranked"),
        ((0, None, 1), [None, None, None], "picture with an object without rank, not ranked"),
        ((0, "high", 1), [None, None, None], "picture with an object without rank, not ranked"),
        ((0, True, 1), [None, None, None], "picture with an object without rank, not ranked"),
        ((0, float("nan"), 1), [None, None, None], "picture with an object without rank, not ranked"),
        ((7, 3, 10**400), [None, None, None], "picture with an object without rank, not ranked"),
        ((7, 3, 5), [1, 2, 3], "picture with ranks other than 0 to n - 1, ranked in their order"),
        ((1, 2, 3), [1, 2, 3], "picture with ranks other than 0 to n - 1, ranked in their order"),
    ],
)
def test_ranks_that_give_no_order(tmp_path, ranks, expected, reason):
    write_sifr(tmp_path, "test", {"a.jpg": ranked(*zip((WHOLE, LEFT, CORNER), ranks, strict=True))})
    (one,), oddities = read(tmp_path)
    assert [thing.rank for thing in one.objects] == expected
    assert one.counted
    assert dict(oddities.counts) == {reason: 1}
    assert oddities.places[reason] == ["test/test_annotations.json#/0"]


def test_gaps_keep_the_order(tmp_path):
    write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 7), (LEFT, 3), (CORNER, 40))})
    boxes = [thing.box for thing in read(tmp_path)[0][0].objects]
    assert boxes == [(0.75, 0.75, 1, 1), (0, 0, 1, 1), (0, 0, 0.5, 1)]


@pytest.mark.parametrize(
    ("box", "reason"),
    [
        ([5, 5, 0, 40], "box without area"),
        ([5, 5, 40, -3], "box without area"),
        ([640, 0, 10, 10], "box outside the picture"),
        ([-50, 0, 20, 10], "box outside the picture"),
        ([5, 5, 40], "box that is not four numbers"),
        ([5, 5, 40, None], "box that is not four numbers"),
        ([5, float("nan"), 40, 5], "box that is not four numbers"),
        ([5, 5, 10**400, 5], "box that is not four numbers"),
        ({"x": 1}, "box that is not four numbers"),
        (None, "box that is not four numbers"),
    ],
)
def test_an_object_that_cannot_be_read_leaves_the_others_unranked(tmp_path, box, reason):
    write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 0), (box, 2), (LEFT, 1))})
    (one,), oddities = read(tmp_path)
    assert [(thing.rank, thing.box) for thing in one.objects] == [(None, (0, 0, 1, 1)), (None, (0, 0, 0.5, 1))]
    assert not one.counted
    assert oddities.counts[reason] == 1
    assert oddities.places[reason] == ["test/test_annotations.json#/0/annotations/1"]
    assert oddities.counts["picture with an object that cannot be read, neither ranked nor counted"] == 1


def test_a_box_is_cut_at_the_edge(tmp_path):
    write_sifr(
        tmp_path, "test", {"a.jpg": ranked(([-20, 240, 340, 300], 0)), "b.jpg": ranked(([320, 0, 320.5, 480.9], 0))}
    )
    (first, second), oddities = read(tmp_path)
    assert first.objects[0].box == (0, 0.5, 0.5, 1)
    assert second.objects[0].box == (0.5, 0, 1, 1)  # a rounding error is none
    assert dict(oddities.counts) == {"box that reaches past the picture, cut at its edge": 1}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"file_name": "../outside.jpg"}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": "/etc/passwd"}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": "..\\a.jpg"}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": "a\x00.jpg"}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": "\ud800.jpg"}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": "a" * 300}, "file name that is no plain path below the pictures' folder"),
        ({"file_name": 3}, "no file name"),
        ({}, "no file name"),
        ({"file_name": "gone.jpg"}, "picture file missing"),
        ({"file_name": "text.jpg"}, "picture file that is no picture"),
        ({"file_name": "."}, "picture file missing"),
        ({"file_name": "good.jpg"}, "picture with several entries"),
        ({"file_name": "other.jpg", "annotations": {"a": 1}}, "picture without a list of annotations"),
        ({"file_name": "other.jpg", "annotations": []}, None),
        ("good.jpg", "entry that is no object"),
        (None, "entry that is no object"),
    ],
)
def test_an_odd_entry_costs_itself_only(tmp_path, entry, reason):
    file = write_sifr(
        tmp_path, "test", {"other.jpg": [], "good.jpg": ranked((WHOLE, 0)), "last.jpg": ranked((LEFT, 0))}
    )
    (tmp_path / "test" / "outside.jpg").write_bytes((tmp_path / "test/rgb/good.jpg").read_bytes())
    (tmp_path / "test/rgb/text.jpg").write_text("no picture")
    content = json.loads(file.read_text())
    content[0] = entry
    file.write_text(json.dumps(content))
    pictures, oddities = read(tmp_path)
    assert "test/rgb/last.jpg" in [one.name for one in pictures]
    if reason is None:
        assert (pictures[-1].objects, pictures[-1].counted) == ((), False)
        reason = "picture without a salient object"
    assert oddities.counts[reason] == 1
    assert oddities.places[reason] in (
        ["test/test_annotations.json#/0"],
        ["test/test_annotations.json#/0/annotations/0"],
    )


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("", "test_annotations.json: cannot be read as JSON"),
        ('[{"file_name": "a.jpg", "annot', "test_annotations.json: cannot be read as JSON .*line 1 column"),
        ("[" * 100_000, "test_annotations.json: cannot be read as JSON"),
        ("9" * 5000, "test_annotations.json: cannot be read as JSON|no list of entries"),
        ('{"images": []}', "test/test_annotations.json: no list of entries"),
        ("null", "no list of entries"),
        ("[]", "no picture of it can be used .it lists none"),
        ("[1, 2]", "no picture of it can be used .2 x entry that is no object, such as test/test_annotations.json#/0"),
    ],
)
def test_a_file_that_is_no_list_is_an_error_that_names_it(tmp_path, content, match):
    write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 0))}).write_text(content)
    with pytest.raises(DataError, match=match):
        read(tmp_path)


def test_a_file_that_is_no_text_is_an_error_that_names_it(tmp_path):
    write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 0))}).write_bytes(b"\xff\xfe[]")
    with pytest.raises(DataError, match="test_annotations.json: cannot be read as JSON"):
        read(tmp_path)


def test_a_folder_at_the_wrong_level_is_an_error_that_says_what_is_missing(tmp_path):
    write_sifr(tmp_path / "SIFR", "test", {"a.jpg": ranked((WHOLE, 0))})
    with pytest.raises(DataError, match="no file SPLIT/SPLIT_annotations.json"):
        read(tmp_path)
    (tmp_path / "SIFR/test/rgb/a.jpg").unlink()
    with pytest.raises(DataError, match="no picture of it can be used .1 x picture file missing"):
        read(tmp_path / "SIFR")


def test_a_huge_picture_is_no_picture(tmp_path, monkeypatch):
    write_sifr(tmp_path, "test", {"a.jpg": ranked((WHOLE, 0)), "b.jpg": ranked((WHOLE, 0))}, {"a.jpg": (900, 900)})
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 400_000)  # Pillow refuses twice as many
    pictures, oddities = read(tmp_path)
    assert [one.name for one in pictures] == ["test/rgb/b.jpg"]
    assert dict(oddities.counts) == {"picture file that is no picture": 1}


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
@pytest.mark.parametrize(("orientation", "read_names"), [(1, ["a", "b"]), (6, ["b"]), (3, ["b"])])
def test_a_picture_that_programs_show_in_two_ways_is_left_out(tmp_path, suffix, orientation, read_names):
    write_sifr(tmp_path, "test", {f"{name}{suffix}": ranked((WHOLE, 0)) for name in "ab"})
    exif = Image.Exif()
    exif[0x0112] = orientation  # the tag of the EXIF standard
    Image.new("RGB", (640, 480)).save(tmp_path / f"test/rgb/a{suffix}", exif=exif)
    pictures, oddities = read(tmp_path)
    assert [one.path.stem for one in pictures] == read_names
    assert oddities.counts["picture that is to be shown turned"] == (orientation != 1)
