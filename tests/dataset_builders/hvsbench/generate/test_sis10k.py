"""SIS10K: what is counted, against the COCO library, and what odd entries cost."""

import json

import pytest

from tests.dataset_builders.hvsbench.generate.releases import instance, picture, read, write_sis10k
from vlmeval_hvs.errors import DataError

WHOLE, LEFT, CORNER = [0, 0, 640, 480], [0, 0, 320, 480], [480, 360, 160, 120]


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
    assert dict(oddities.counts) == {
        "crowd": 1,
        "picture with a crowd, or an object that cannot be read, not counted": 1,
        "picture without a salient object": 1,
    }
    assert pictures[2].objects[1].source == "train/SIS10K_train.json#/annotations/2"
    for split in ("train", "test"):  # annotations may lie beside the splits
        (release / split / f"SIS10K_{split}.json").rename(release / f"SIS10K_{split}.json")
    again = read("SIS10K", release)[0]
    assert [[thing.box for thing in one.objects] for one in again] == [[t.box for t in one.objects] for one in pictures]


def test_an_odd_entry_costs_itself_only(tmp_path):
    for number, (change, reason, count) in enumerate([
        (lambda c: c["images"].append({"id": 2, "file_name": "more.jpg"}), "picture without an id of its own", 2),
        (lambda c: c["images"][0].pop("id"), "picture without an id of its own", 1),
        (lambda c: c["images"][0].update(width=480, height=640), "picture of another size than its annotation says", 1),
        (lambda c: c["images"][0].update(file_name="../images/b.jpg"), "file name that is no plain path", 1),
        (lambda c: c["images"][0].update(file_name="a.jpg"), "picture with several entries", 1),
        (lambda c: c["images"].append(None), "entry that is no object", 1),
        (lambda c: c["annotations"].append(instance(30, 99, WHOLE)), "annotation of a picture that is not listed", 1),
        (lambda c: c["annotations"].append(instance(30, None, WHOLE)), "annotation of a picture that is not listed", 1),
        (lambda c: c["annotations"][0].pop("bbox"), "box that is not four numbers", 1),
        (lambda c: c["annotations"][0].update(iscrowd="1"), "crowd", 1),
    ]):  # fmt: skip
        folder, annotations = tmp_path / f"{number}", [instance(i, i % 3 + 1, WHOLE) for i in range(6)]
        file = write_sis10k(folder, "val", ["b.jpg", "a.jpg", "z.jpg"], annotations)
        picture(folder / "val/images/more.jpg")
        content = json.loads(file.read_text())
        change(content)
        file.write_text(json.dumps(content))
        pictures, oddities = read("SIS10K", folder)
        assert (pictures[-1].name, pictures[-1].counted, len(pictures[-1].objects)) == ("val/images/z.jpg", True, 2)
        (found,) = [key for key in oddities.counts if key.startswith(reason)]
        assert oddities.counts[found] == count, reason
        assert all(at.startswith("val/SIS10K_val.json#/") for at in oddities.places[found])


def test_what_is_no_release_is_an_error_that_names_the_file(tmp_path):
    file = write_sis10k(tmp_path, "val", ["a.jpg"], [])
    for content, said in {
        '{"images": [': "SIS10K_val.json: cannot be read as JSON",
        "[]": "SIS10K_val.json: not in COCO's format",
        "{}": "SIS10K_val.json: no list of entries at /images",
        '{"images": []}': "SIS10K_val.json: no list of entries at /annotations",
        '{"images": [], "annotations": []}': "no picture of it can be used .it lists none",
    }.items():
        file.write_text(content)
        with pytest.raises(DataError, match=said):
            read("SIS10K", tmp_path)
