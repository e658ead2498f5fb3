"""Readers of sources: ranks, counts, boxes, frames and targets, what odd entries cost; and small releases of each."""

import json

import numpy as np
import pytest
from PIL import Image

from dataset_builders.hvsbench.generate.sources import FRAMED, SOURCES, Oddities, read_source
from vlmeval_hvs.commands import benchmarks as command
from vlmeval_hvs.errors import DataError


def read(name, folder, frame=""):
    oddities = Oddities()
    return read_source(name, folder, oddities, frame), oddities


def picture(path, size=(640, 480)):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, (len(path.name) * 16 % 256, 90, 60)).save(path)
    return path


def ranked(*objects):
    """SIFR's annotations of (box, gt_rank) pairs."""
    masks = ({"size": [480, 640], "counts": "PPYo0"}, [[1, 1, 9, 1, 9, 9]])
    return [{"bbox": box, "segmentation": masks[n % 2], "gt_rank": rank} for n, (box, rank) in enumerate(objects)]


def write_sifr(folder, split, entries):
    content = [{"file_name": name, "image_id": n, "annotations": entries[name]} for n, name in enumerate(entries)]
    for name in entries:
        picture(folder / split / "rgb" / name)
    file = folder / split / f"{split}_annotations.json"
    file.write_text(json.dumps(content))
    return file


def trial(name, subject, points, task="none", condition="freeview", **more):
    """A trial as COCO-Search18 and COCO-FreeView have them; points are (x, y, ms)."""
    x, y, t = ([point[axis] for point in points] for axis in range(3))
    own = {"name": name, "subject": subject, "task": task, "condition": condition, "X": x, "Y": y, "T": t}
    return {**own, "length": len(x), "split": "train", **more}


def write_freeview(folder, trials, size=(1680, 1050), name="coco_freeview_fixations_all.json"):
    for one in {str(entry["name"]) for entry in trials}:
        picture(folder / "images" / one, size)
    (folder / name).write_text(json.dumps(trials))


WHOLE, LEFT, CORNER = [0, 0, 640, 480], [0, 0, 320, 480], [480, 360, 160, 120]


def test_every_source_has_an_option_and_names_the_files_that_it_misses(tmp_path):
    assert set(FRAMED) < set(SOURCES) == set(command.SOURCES)
    for name in SOURCES:
        with pytest.raises(DataError, match=f"{tmp_path}: no file .* as {name} has"):
            read(name, tmp_path, "512x320")


def test_ranks_count_from_the_most_salient_where_they_give_an_order_and_odd_boxes_are_told(tmp_path):
    write_sifr(tmp_path, "train", {"a.jpg": ranked((WHOLE, 0))})
    file = write_sifr(tmp_path, "test", {"b.jpg": ranked((WHOLE, 0), (CORNER, 2), (LEFT, 1))})
    (one, other), oddities = read("SIFR", tmp_path)
    assert (one.name, one.size, one.counted, oddities) == ("test/rgb/b.jpg", (640, 480), True, {})
    # rankevaluation/mae_fmeasure_2.py of QAGNet paints gt_rank 2 of 3 objects with 1.0, which is white.
    boxes = [(0.75, 0.75, 1.0, 1.0), (0.0, 0.0, 0.5, 1.0), (0.0, 0.0, 1.0, 1.0)]
    assert [(thing.rank, thing.box) for thing in one.objects] == list(enumerate(boxes, 1))
    assert other.name == "train/rgb/a.jpg"
    for content in (file.read_text()[:-9], '"x"', "", "[" * 100_000):
        file.write_text(content)
        with pytest.raises(DataError, match=file.name):
            read("SIFR", tmp_path)
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
        (exif := Image.Exif())[0x0112] = 6  # the tag of the EXIF standard
        Image.new("RGB", (640, 480)).save(folder / "test/rgb/turned.jpg", exif=exif)
        file.write_text(json.dumps([entry, *json.loads(file.read_text())[1:]]))
        found, oddities = read("SIFR", folder)
        assert "test/rgb/last.jpg" in [one.name for one in found]
        assert oddities[reason] == (2 if "several" in reason else 1), entry


def test_objects_are_those_of_the_coco_library_and_counted_are_pictures_whose_every_object_is_known(tmp_path):
    coco = pytest.importorskip("pycocotools.coco", reason="the COCO library is not installed")

    def instance(number, picture_id, box, **more):
        polygon = {"segmentation": [[0, 0, 5, 0, 5, 5]], "area": 12.5, "iscrowd": 0, "category_id": 1}
        return {"id": number, "image_id": picture_id, "bbox": box, **polygon, **more}

    crowd = instance(10, 3, LEFT, iscrowd=1, segmentation={"size": [480, 640], "counts": [5, 5]})
    annotations = [instance(7, 1, WHOLE), instance(8, 2, LEFT), instance(9, 1, CORNER), crowd, instance(11, 3, CORNER)]
    for split, names, content in (
        ("train", ["b.jpg", "a.jpg", "crowd.jpg", "empty.jpg"], annotations),
        ("test", ["a.jpg"], [instance(1, 1, WHOLE, iscrowd=False)]),
    ):
        paths = [picture(tmp_path / split / "images" / name) for name in names]
        images = [{"id": n, "file_name": path.name, "width": 640, "height": 480} for n, path in enumerate(paths, 1)]
        content = {"info": {}, "images": images, "annotations": content, "categories": [{"id": 1, "name": "salient"}]}
        (tmp_path / split / f"SIS10K_{split}.json").write_text(json.dumps(content))
    pictures, oddities = read("SIS10K", tmp_path)
    objects = {one.name: [thing.box for thing in one.objects] for one in pictures}
    for split in ("train", "test"):
        library = coco.COCO(str(tmp_path / split / f"SIS10K_{split}.json"))
        for image in library.loadImgs(library.getImgIds()):
            known = library.loadAnns(library.getAnnIds(imgIds=image["id"], iscrowd=False))
            wide, high = image["width"], image["height"]
            boxes = [(x / wide, y / high, (x + w) / wide, (y + h) / high) for x, y, w, h in (a["bbox"] for a in known)]
            assert objects[f"{split}/images/{image['file_name']}"] == boxes
    assert [(one.name, len(one.objects), one.counted) for one in pictures] == [
        ("test/images/a.jpg", 1, True), ("train/images/a.jpg", 1, True), ("train/images/b.jpg", 2, True),
        ("train/images/crowd.jpg", 1, False), ("train/images/empty.jpg", 0, False),
    ]  # fmt: skip
    assert {thing.rank for one in pictures for thing in one.objects} == {None}
    assert (oddities["crowd"], oddities["picture without a salient object"], oddities.total()) == (1, 1, 3)


GOOD, TRIALS = [(840, 525, 100), (900, 500, 100)], "coco_freeview_fixations_all.json"


def test_letterbox_is_that_of_the_authors(tmp_path):
    points = [(840.0, 525.0, 200), (300.0, 100.0, 150), (1380.5, 900.25, 300)]
    # Values of `convert_coordinate` of plot_scanpath.py (cvlab-stonybrook/Scanpath_Prediction, 36efbcc) here, divided
    #  by width and height. It rounds the bars to whole px of the screen, hence the tolerance of one of them.
    for size, official in (
        ((640, 480), [(0.5, 0.5), (0.114286, 0.095238), (0.886071, 0.857381)]),
        ((640, 360), [(0.5, 0.500529), (0.178571, 0.050794), (0.821726, 0.897619)]),
        ((480, 640), [(0.500635, 0.500318), (-0.185515, 0.095299), (1.187421, 0.857926)]),
        ((1680, 1050), [(0.5, 0.5), (0.178571, 0.095238), (0.821726, 0.857381)]),
    ):
        write_freeview(tmp_path / f"{size}", [trial("a.jpg", 1, points)], size)
        (one,), _ = read("COCO-FreeView", tmp_path / f"{size}", "1680x1050-letterbox")
        rounding = 1 / (size[0] * min(1680 / size[0], 1050 / size[1]))
        inside = [place for place in official if all(0 <= value < 1 for value in place)]
        (path,) = one.scanpaths
        np.testing.assert_allclose(list(zip(path.x, path.y, strict=True)), inside, rtol=0, atol=rounding)


def test_an_odd_trial_costs_itself_only(tmp_path):
    nobody, nothing = "trial without a participant", "scanpath without a fixation"
    uneven, part = "scanpath with lists of different lengths", "fixation without a position or a duration, left out"
    for number, (changes, reason) in enumerate([
        ({"subject": None}, nobody), ({"subject": True}, nobody), ({"subject": "\n"}, nobody),
        ({"subject": 10**400}, nobody), ({"subject": 1}, "second trial of a participant on the same picture"),
        ({"X": []}, uneven), ({"X": None, "Y": None, "T": None}, nothing), ({"X": ["a", "b"]}, nothing),
        ({"T": [0, -5]}, nothing), ({"T": [float("nan"), 5]}, part), ({"X": [10**400, 5]}, part), ({"T": None}, uneven),
        ({"T": [200, 1e9]}, part), ({"name": "../images/a.jpg"}, "picture file missing"),
        ({"name": None}, "picture file missing"), ({"condition": "absent"}, "trial of a search"),
    ]):  # fmt: skip
        folder = tmp_path / str(number)
        write_freeview(folder, [trial("a.jpg", 1, GOOD)])
        (folder / TRIALS).write_text(json.dumps([trial("a.jpg", 1, GOOD), {**trial("a.jpg", 2, GOOD), **changes}, 5]))
        (one,), oddities = read("COCO-FreeView", folder, "pixels")
        assert oddities.pop("entry that is no object") == 1
        assert len(one.scanpaths) == (2 if reason == part else 1), changes
        assert oddities[reason] == 1
        assert set(oddities) <= {reason, part}


def test_what_was_searched_for_and_files_of_one_picture(tmp_path):
    trials = [
        trial("a.jpg", 1, GOOD, "stop sign", "present"), trial("a.jpg", 1, GOOD, "cup", "present"),
        trial("a.jpg", 2.0, GOOD, "cup", "present"), trial("b.jpg", 2, GOOD, "potted_plant", "present"),
        trial("b.jpg", 3, GOOD, "cup", "absent"), trial("b.jpg", 4, GOOD, "none", "present"),
    ]  # fmt: skip
    for one in trials:
        picture(tmp_path / "images" / one["task"] / one["name"], (1680, 1050))
    (tmp_path / "coco_search18_fixations_TP_train.json").write_text(json.dumps(trials))
    odd = [trial("a.jpg", 3, GOOD, task, "present") for task in (None, "", " ", "cup\nfork", "\ud800", 5, ["cup"])]
    (tmp_path / "coco_search18_fixations_TP_validation.json").write_text(json.dumps(odd))
    pictures, oddities = read("COCO-Search18", tmp_path, "pixels")
    assert {one.name: [path.target for path in one.scanpaths] for one in pictures} == {
        "images/cup/a.jpg": ["cup", "cup"], "images/potted_plant/b.jpg": ["potted plant"],
        "images/stop sign/a.jpg": ["stop sign"],
    }  # fmt: skip
    assert oddities == {"trial whose target is not in the picture": 1, "trial without a target": 8}
    write_freeview(tmp_path / "new", [trial("a.jpg", 1, GOOD)], name="COCOFreeView_fixations_trainval.json")
    assert read("COCO-FreeView", tmp_path / "new", "pixels")[0][0].name == "images/a.jpg"
    with pytest.raises(DataError, match="--frame inches: must be one of relative"):
        read("COCO-FreeView", tmp_path / "new", "inches")


@pytest.mark.long
def test_the_real_interiors_have_their_pictures_participants_and_recorded_scanpaths(shared):
    folder = shared / "data" / "interiors_release"
    if not folder.is_dir():
        pytest.skip("no Interiors release beside the checkout")
    pictures, oddities = read("Interiors", folder)
    paths = [path for one in pictures for path in one.scanpaths]
    assert (len(pictures), len(paths), max(len(one.scanpaths) for one in pictures)) == (134, 7450, 57)
    assert ({one.size for one in pictures}, {path.target for path in paths}) == ({(1024, 768)}, {"target object"})
    assert (oddities, sum(len(path.x) == 1 for path in paths)) == ({"scanpath without a fixation": 5}, 105)
    # First trials of Datasets/Interiors/human_scanpaths/subj01_scanpaths.json of NeuroLIAA/visions, 510b5f12, which
    # ends a path at the target.
    published = {
        "grayscale_18_housebeautiful.jpg": ([554.3, 590.6, 798.7], [307.9, 428.1, 484.3]),
        "grayscale_13_oliva.jpg": ([622.5, 406.3, 837.5, 884.3, 928.7], [421.3, 448.1, 431.2, 385.0, 338.3]),
    }
    for image, (x, y) in published.items():
        one = next(one for one in pictures if one.path.name == image)
        starts = [np.multiply([path.x[: len(x)], path.y[: len(x)]], [[1024], [768]]) for path in one.scanpaths]
        assert any(start.tolist() == [pytest.approx(x), pytest.approx(y)] for start in starts)
