"""SIFR and SIS10K: ranks, counts and boxes, and what odd entries cost."""

import json

import pytest
from PIL import Image

from dataset_builders.hvsbench.generate.sources import FRAMED, SOURCES
from tests.dataset_builders.hvsbench.generate.releases import instance, ranked, read, write_sifr, write_sis10k
from vlmeval_hvs.commands import hvsbench as command
from vlmeval_hvs.errors import DataError

WHOLE, LEFT, CORNER = [0, 0, 640, 480], [0, 0, 320, 480], [480, 360, 160, 120]


def test_every_source_has_an_option_and_names_the_files_that_it_misses(tmp_path):
    assert list(SOURCES) == list(command.SOURCES)
    assert set(FRAMED) < set(SOURCES)
    for name in SOURCES:
        with pytest.raises(DataError, match=f"{tmp_path}: no file .* as {name} has"):
            read(name, tmp_path, "512x320")


def test_ranks_count_from_the_most_salient_and_a_cut_file_is_named(tmp_path):
    write_sifr(tmp_path, "train", {"a.jpg": ranked((WHOLE, 0))})
    file = write_sifr(tmp_path, "test", {"b.jpg": ranked((WHOLE, 0), (CORNER, 2), (LEFT, 1))})
    (one, other), oddities = read("SIFR", tmp_path)
    assert (one.name, one.size, one.counted, oddities) == ("test/rgb/b.jpg", (640, 480), True, {})
    # rankevaluation/mae_fmeasure_2.py of QAGNet paints gt_rank 2 of 3 objects with 1.0, which is white.
    boxes = [(0.75, 0.75, 1.0, 1.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 1.0, 1.0)]
    assert [(thing.rank, thing.box) for thing in one.objects] == list(enumerate(boxes, 1))
    assert other.name == "train/rgb/a.jpg"
    whole = file.read_text()
    for content in (whole[:-9], '"x"', "", "[" * 100_000):
        file.write_text(content)
        with pytest.raises(DataError, match=file.name):
            read("SIFR", tmp_path)


def test_ranks_that_give_no_order_and_objects_that_cannot_be_read(tmp_path):
    for number, (ranks, expected) in enumerate([
        ((0, 1, 1), [None] * 3), ((0, None, 1), [None] * 3), ((0, "high", 1), [None] * 3), ((7, 3, 40), [1, 2, 3])
    ]):  # fmt: skip
        write_sifr(tmp_path / f"{number}", "test", {"a.jpg": ranked(*zip((WHOLE, LEFT, CORNER), ranks, strict=True))})
        (one,), oddities = read("SIFR", tmp_path / f"{number}")
        assert ([thing.rank for thing in one.objects], one.counted) == (expected, True)
        assert sum(oddities.values()) == (expected[0] is None), ranks
    flat, outside, odd = "box without area", "box outside the picture", "box that is not four numbers"
    for number, (box, reason) in enumerate([
        ([5, 5, 0, 40], flat), ([640, 0, 10, 10], outside), ([-50, 0, 20, 10], outside), ([5, 5, 40], odd),
        ([5, 5, 40, None], odd), ([5, 5, 10**400, 5], odd), ({"x": 1}, odd),
    ]):  # fmt: skip
        write_sifr(tmp_path / f"box{number}", "test", {"a.jpg": ranked((WHOLE, 0), (box, 2), (LEFT, 1))})
        (one,), oddities = read("SIFR", tmp_path / f"box{number}")
        assert [(thing.rank, thing.box) for thing in one.objects] == [(None, (0, 0, 1, 1)), (None, (0, 0, 0.5, 1))]
        assert (one.counted, oddities[reason]) == (False, 1)
    edge = {"a.jpg": ranked(([-20, 240, 340, 300], 0)), "b.jpg": ranked(([320, 0, 320.5, 480.9], 0))}
    write_sifr(tmp_path / "edge", "test", edge)
    found, oddities = read("SIFR", tmp_path / "edge")
    assert [one.objects[0].box for one in found] == [(0, 0.5, 0.5, 1), (0.5, 0, 1, 1)]  # a rounding error is none
    assert oddities == {"box that reaches past the picture, cut at its edge": 1}


def test_an_odd_entry_costs_itself_only(tmp_path):
    path = "file name that is no plain path below the pictures' folder"
    for number, (entry, reason) in enumerate([
        *(({"file_name": name}, path) for name in ("../outside.jpg", "/etc/passwd", "a\x00.jpg")),
        ({"file_name": "gone.jpg"}, "picture file missing"),
        ({"file_name": "text.jpg"}, "picture file that is no picture"),
        (None, "entry that is no object"), ({"file_name": "turned.jpg"}, "picture that is to be shown turned"),
        ({"file_name": "other.jpg", "annotations": {"a": 1}}, "picture without a list of annotations"),
        ({"file_name": "other.jpg", "annotations": []}, "picture without a salient object"),
        ({"file_name": "good.jpg"}, "picture with several entries"),
    ]):  # fmt: skip
        folder, pictures = tmp_path / f"{number}", {"good.jpg": ranked((WHOLE, 0)), "last.jpg": ranked((LEFT, 0))}
        file = write_sifr(folder, "test", {"other.jpg": [], **pictures})
        (folder / "test/rgb/text.jpg").write_text("no picture")
        exif = Image.Exif()
        exif[0x0112] = 6  # the tag of the EXIF standard
        Image.new("RGB", (640, 480)).save(folder / "test/rgb/turned.jpg", exif=exif)
        file.write_text(json.dumps([entry, *json.loads(file.read_text())[1:]]))
        found, oddities = read("SIFR", folder)
        assert "test/rgb/last.jpg" in [one.name for one in found]
        assert oddities[reason] == (2 if "several" in reason else 1), entry


@pytest.fixture
def release(tmp_path):
    crowd = instance(10, 3, LEFT, iscrowd=1, segmentation={"size": [480, 640], "counts": [5, 5]})
    annotations = [instance(7, 1, WHOLE), instance(8, 2, LEFT), instance(9, 1, CORNER), crowd, instance(11, 3, CORNER)]
    write_sis10k(tmp_path, "train", ["b.jpg", "a.jpg", "crowd.jpg", "empty.jpg"], annotations)
    write_sis10k(tmp_path, "test", ["a.jpg"], [instance(1, 1, WHOLE, iscrowd=False)])
    return tmp_path


def test_objects_are_those_of_the_coco_library(release):
    coco = pytest.importorskip("pycocotools.coco", reason="the COCO library is not installed")
    pictures = {one.name: one for one in read("SIS10K", release)[0]}
    for split in ("train", "test"):
        library = coco.COCO(str(release / split / f"SIS10K_{split}.json"))
        for image in library.loadImgs(library.getImgIds()):
            ours = pictures[f"{split}/images/{image['file_name']}"].objects
            known = library.loadAnns(library.getAnnIds(imgIds=image["id"], iscrowd=False))
            wide, high = image["width"], image["height"]
            boxes = [(x / wide, y / high, (x + w) / wide, (y + h) / high) for x, y, w, h in (a["bbox"] for a in known)]
            assert [one.box for one in ours] == boxes


def test_counted_are_pictures_whose_every_object_is_known(release):
    pictures, oddities = read("SIS10K", release)
    assert [(one.name, len(one.objects), one.counted) for one in pictures] == [
        ("test/images/a.jpg", 1, True),
        ("train/images/a.jpg", 1, True),
        ("train/images/b.jpg", 2, True),
        ("train/images/crowd.jpg", 1, False),
        ("train/images/empty.jpg", 0, False),
    ]
    assert {thing.rank for one in pictures for thing in one.objects} == {None}
    assert (oddities["crowd"], oddities["picture without a salient object"], oddities.total()) == (1, 1, 3)
