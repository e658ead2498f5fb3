"""Raw COCO-Search18, target present and absent: small files in the released layout."""

import json
import math

import numpy as np
import pytest

from tests.dataset_builders.visual_search.small import build, picture, pixels, reasons
from vlmeval_hvs.errors import DataError

SCENE, STOP, EMPTY = "000000005649.jpg", "000000000007.jpg", "000000000300.jpg"
AWAY = ([838.0, 200.0], [522.0, 900.0])


def entry(name, task, subject, x, y, **changes):
    return {
        "name": name, "subject": subject, "task": task, "condition": "present", "bbox": [1200, 700, 100, 80],
        "X": x, "Y": y, "T": [200 + i for i in range(len(x))], "length": len(x), "correct": 1, **changes,
    }  # fmt: skip


PRESENT = [
    entry(SCENE, "bottle", 1, [840.0, 300.0, 1250.0], [520.0, 100.0, 740.0]), entry(SCENE, "car", 1, *AWAY, T=[1]),
    entry(SCENE, "bottle", 2, [836.0, 1240.0, 9.0], [524.0, 720.0, 9.0]), entry("nowhere.jpg", "car", 1, [1.0], [1.0]),
    entry(STOP, "stop sign", 10, *AWAY, bbox=[0, 0, 1680, 1050]),
]  # fmt: skip
ABSENT = [
    entry(EMPTY, "bottle", 1, [840.0, 1250.0, 300.0], [520.0, 740.0, 100.0]),
    entry(EMPTY, "bottle", 1, [840.0, 1.0], [520.0, 2.0]), entry(EMPTY, "fork", 2, [840.0, 1250.0], [520.0, 740.0]),
]  # fmt: skip


@pytest.fixture
def source(tmp_path):
    source = tmp_path / "raw"
    places = [f"images/bottle/{SCENE}", f"images/car/{SCENE}", f"images/stop sign/{STOP}",
              f"images_TA/bottle/{EMPTY}", f"images_TA/fork/{EMPTY}"]  # fmt: skip
    for seed, place in enumerate(places):
        (source / place).parent.mkdir(parents=True)
        (source / place).write_bytes(picture(seed, (105, 168)))
    (source / "coco_search18_fixations_TP_test.json").write_text(json.dumps(PRESENT))
    absent = [{**one, "condition": "absent", "bbox": None} for one in ABSENT]
    (source / "coco_search18_fixations_TA_trainval.json").write_text(json.dumps(absent))
    return source


def test_target_present(source, tmp_path):
    (source / "categories").mkdir()
    (source / "categories" / "bottle.jpg").write_bytes(picture(77))
    manifest, rows, trials = build(source, tmp_path / "out", "COCOSearch18")
    bottle, car = (trials[name] for name in (SCENE, f"1{SCENE[1:]}"))
    assert (bottle.bbox, bottle.target_object) == ((700, 1200, 780, 1300), "bottle")
    assert (bottle.shape, bottle.receptive, bottle.initial) == ((1050, 1680), (52, 52), (816, 509))  # as published
    assert [bottle.humans[person].found for person in ("01", "02")] == [True, True]
    assert bottle.humans["02"].durations == (200, 201)  # cut at the target with the fixations
    assert (car.humans["01"].found, car.humans["01"].durations) == (False, ())  # as many as fixations, or none
    assert reasons(manifest)["car/nowhere.jpg"] == "image file missing"
    assert "initial fixation" in reasons(manifest)[STOP]
    assert "COCO" in manifest.source
    targets = {row["image_name"]: json.loads(row["image_path"])[1] for row in rows.to_dict("records")}
    assert (manifest.folder / targets[SCENE]).read_bytes() == picture(77)  # the picture of the category
    assert targets[f"1{SCENE[1:]}"].endswith("_crop.png")
    file = source / "coco_search18_fixations_TP_test.json"
    for split in ("train_split1", "train_split2"):  # the two divisions of the release are not read twice
        file.with_stem(file.stem.replace("test", split)).write_text(file.read_text())
    file.unlink()
    assert build(source, tmp_path / "out", "COCOSearch18")[0].notes["counts"]["scanpaths"] == 3
    file.write_text("{}")
    with pytest.raises(DataError, match="not a list of trials"):
        build(source, tmp_path / "out", "COCOSearch18")


def test_target_absent(source, tmp_path):
    manifest, rows, trials = build(source, tmp_path / "out", "COCOSearch18Absent")
    (trial,) = trials.values()
    assert (trial.image, trial.present, rows.iloc[0]["bbox"]) == (EMPTY, False, "")
    assert all(math.isnan(value) for value in trial.bbox)
    human = trial.humans["01"]  # never cut: there is nothing to find
    assert (human.x, human.durations, human.found) == ((840, 1250, 300), (200, 201, 202), False)
    assert human.correct
    assert manifest.notes["counts"]["further trials of a participant on the same image left out"] == 1
    reason = "no target-present image of the category that could show the target"
    assert reasons(manifest) == {f"fork/{EMPTY}": reason}
    target = pixels(manifest.folder / json.loads(rows.iloc[0]["image_path"])[1])
    # A bottle from a scene with one, which is a tenth in size.
    assert np.array_equal(target, pixels(picture(0, (105, 168)))[70:78, 120:130])
    hsp = rows[rows["family"] == "hsp"]
    assert [json.loads(row)[0][:2] for row in hsp["next"]] == [["01", 1], ["01", 2]]
