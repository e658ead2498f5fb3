"""Raw COCO-Search18, target present and absent: small files in the released layout."""

import io
import json
import math

import numpy as np
import pytest
from PIL import Image

from dataset_builders.visual_search import build as visual_search
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder


def picture(seed, shape=(105, 168)):
    buffer = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 255, (*shape, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, format="PNG")
    return buffer.getvalue()


def entry(name, task, subject, x, y, condition="present", **changes):
    box = {"bbox": [1200, 700, 100, 80]} if condition == "present" else {}
    own = {"name": name, "subject": subject, "task": task, "condition": condition}
    durations = [200 + i for i in range(len(x))]
    return {**own, **box, "X": x, "Y": y, "T": durations, "length": len(x), "correct": 1, **changes}


def image(folder, task, name, seed):
    (folder / task).mkdir(parents=True, exist_ok=True)
    (folder / task / name).write_bytes(picture(seed))


def build(source, root, name="VisualSearch_COCOSearch18"):
    manifest = visual_search.build(name, source, root)
    rows, _ = read_set(name, root)
    return manifest, rows, read_trials(rows.to_dict("records"))


@pytest.fixture
def source(tmp_path):
    source = tmp_path / "raw"
    for seed, task in enumerate(("bottle", "car")):
        image(source / "images", task, "000000005649.jpg", seed)
    image(source / "images", "stop sign", "000000000007.jpg", 5)
    present = [
        entry("000000005649.jpg", "bottle", 1, [840.0, 300.0, 1250.0], [520.0, 100.0, 740.0]),
        entry("000000005649.jpg", "bottle", 2, [836.0, 1240.0, 9.0], [524.0, 720.0, 9.0]),
        entry("000000005649.jpg", "car", 1, [838.0, 200.0], [522.0, 900.0], T=[1]),
        entry("000000000007.jpg", "stop sign", 10, [838.0, 200.0], [522.0, 900.0], bbox=[0, 0, 1680, 1050]),
        entry("nowhere.jpg", "car", 1, [1.0], [1.0]),
    ]
    (source / "coco_search18_fixations_TP_test.json").write_text(json.dumps(present))
    for seed, task in enumerate(("bottle", "fork")):
        image(source / "coco_search18_images_TA", task, "000000000300.jpg", 10 + seed)
    absent = [
        entry("000000000300.jpg", "bottle", 1, [840.0, 1250.0, 300.0], [520.0, 740.0, 100.0], "absent"),
        entry("000000000300.jpg", "bottle", 1, [840.0, 1.0], [520.0, 2.0], "absent"),
        entry("000000000300.jpg", "fork", 2, [840.0, 1250.0], [520.0, 740.0], "absent"),
    ]
    folder = source / "coco_search18_fixations_TA"
    folder.mkdir()
    (folder / "coco_search18_fixations_TA_trainval.json").write_text(json.dumps(absent))
    return source


def test_target_present(source, tmp_path):
    manifest, _, trials = build(source, tmp_path / "out")
    assert list(trials) == ["000000005649.jpg", "100000005649.jpg"]
    bottle = trials["000000005649.jpg"]
    assert bottle.bbox == (700, 1200, 780, 1300)
    assert (bottle.shape, bottle.receptive, bottle.initial) == ((1050, 1680), (52, 52), (816, 509))  # as published
    assert bottle.target_object == "bottle"
    assert [bottle.humans[person].found for person in ("01", "02")] == [True, True]
    assert bottle.humans["02"].durations == (200, 201)  # cut at the target with the fixations
    assert not trials["100000005649.jpg"].humans["01"].found
    assert trials["100000005649.jpg"].humans["01"].durations == ()  # as many as fixations, or none
    reasons = {skipped["row"]: skipped["reason"] for skipped in manifest.skipped}
    assert reasons["car/nowhere.jpg"] == "image file missing"
    assert "initial fixation" in reasons["000000000007.jpg"]
    assert "COCO" in manifest.source


def test_the_picture_of_a_category_is_the_target_where_there_is_one(source, tmp_path):
    (source / "categories").mkdir()
    (source / "categories" / "bottle.jpg").write_bytes(picture(77))
    _, rows, _ = build(source, tmp_path / "out")
    targets = dict(zip(rows["image_name"], (json.loads(one)[1] for one in rows["image_path"]), strict=True))
    folder = set_folder("VisualSearch_COCOSearch18", tmp_path / "out")
    assert (folder / targets["000000005649.jpg"]).read_bytes() == picture(77)
    assert targets["100000005649.jpg"].endswith("_crop.png")


def test_target_absent(source, tmp_path):
    name = "VisualSearch_COCOSearch18Absent"
    manifest, rows, trials = build(source, tmp_path / "out", name)
    assert list(trials) == ["000000000300.jpg"]
    trial = trials["000000000300.jpg"]
    assert not trial.present
    assert all(math.isnan(value) for value in trial.bbox)
    assert rows.iloc[0]["bbox"] == ""
    human = trial.humans["01"]
    assert human.x == (840, 1250, 300)  # never cut: there is nothing to find
    assert not human.found
    assert human.durations == (200, 201, 202)
    assert human.correct
    assert manifest.notes["counts"]["further trials of a participant on the same image left out"] == 1
    assert manifest.skipped == [
        {"row": "fork/000000000300.jpg", "reason": "no target-present image of the category that could show the target"}
    ]
    folder = manifest.folder
    target = np.asarray(Image.open(folder / json.loads(rows.iloc[0]["image_path"])[1]))
    whole = np.asarray(Image.open(io.BytesIO(picture(0))))
    assert np.array_equal(target, whole[70:78, 120:130])  # a bottle from a scene with one, which is a tenth in size
    hsp = rows[rows["family"] == "hsp"]
    assert [json.loads(row)[0][:2] for row in hsp["next"]] == [["01", 1], ["01", 2]]


def test_the_two_divisions_of_the_release_are_not_read_twice(source, tmp_path):
    file = source / "coco_search18_fixations_TP_test.json"
    entries = json.loads(file.read_text())
    file.unlink()
    for split in ("train_split1", "validation_split1", "train_split2"):
        own = entries[:2] if split == "train_split1" else entries[2:3]
        (source / f"coco_search18_fixations_TP_{split}.json").write_text(json.dumps(own))
    manifest, _, trials = build(source, tmp_path / "out")
    assert (len(trials), manifest.notes["counts"]["scanpaths"]) == (2, 3)
    file.write_text("{}")
    with pytest.raises(DataError, match="not a list of trials"):
        build(source, tmp_path / "out")
