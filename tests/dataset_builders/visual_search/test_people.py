"""Raw People: small files in the layout that the published conversion reads."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from dataset_builders.visual_search import build as visual_search
from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set


def jpeg(seed, shape=(600, 800)):
    buffer = io.BytesIO()
    pixels = np.random.default_rng(seed).integers(0, 255, (*shape, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, format="JPEG")
    return buffer.getvalue()


def person(name, points, durations):
    bare = len(points) == 1
    return {
        "subName": name,
        "Nfixs": len(points),
        "fixXY": np.array(points[0] if bare else points, float),
        "fixDur": np.array(durations[0] if bare else durations, float),
        "gotBox": 1,
    }


def scene(folder, stem, people, target="TP", box=((500.0, 200.0), (540.9, 290.2))):
    from scipy.io import savemat

    (folder / "eyeData").mkdir(parents=True, exist_ok=True)
    (folder / "images").mkdir(exist_ok=True)
    info = {"targetBox": np.array(box, float)}
    record = {"imgName": f"{stem}.jpg", "target": target, "targetInfo": info, "subdata": people}
    savemat(folder / "eyeData" / f"{stem}.mat", {stem: record})
    (folder / "images" / f"{stem}.jpg").write_bytes(jpeg(len(stem)))


def build(folder, root):
    manifest = visual_search.build("VisualSearch_People", folder, root)
    rows, _ = read_set("VisualSearch_People", root)
    return manifest, rows, read_trials(rows.to_dict("records"))


def test_raw_people(tmp_path):
    source = tmp_path / "in"
    points = [(401.2, 299.5), (300.0, 250.0), (310.0, 252.0), (515.0, 240.0), (10.0, 10.0)]
    walk = person("KAE", points, [210.4, 180.0, 20.5, 320.0, 90.0])
    scene(source, "U0001_1LBA", [walk, person("BHS", [(400.0, 300.0)], [2000.0])])
    scene(source, "U0002_1RBA", [person("BHS", [(395.0, 303.0), (20.0, 30.0)], [250.0, 300.0]), walk])
    scene(source, "U0126_1LBE", [walk])
    scene(source, "U0003_absent", [walk], target="TA")
    (source / "pedestrian.jpg").write_bytes(jpeg(3, (90, 40)))
    manifest, rows, trials = build(source, tmp_path / "out")
    assert list(trials) == ["U0001_1LBA.jpg", "U0002_1RBA.jpg"]
    first = trials["U0001_1LBA.jpg"]
    assert (first.shape, first.initial, first.receptive, first.max_length) == ((600, 800), (398, 302), (42, 42), 16)
    assert first.bbox == (200, 500, 290, 540)  # rows first, whole px
    assert first.target_object == "person"
    assert list(first.humans) == ["01"]  # one fixation is no search
    assert first.humans["01"].x == (401.2, 305, 515)  # lumped, then cut at the target
    assert first.humans["01"].durations == (210.4, 200.5, 320)
    assert first.humans["01"].found
    assert not trials["U0002_1RBA.jpg"].humans["02"].found  # the same people carry the same number in every scene
    assert trials["U0002_1RBA.jpg"].humans["01"].found
    assert manifest.skipped == [{"row": "U0126_1LBE.jpg", "reason": "more than one target, left out as published"}]
    assert manifest.notes["counts"]["tolerated: images without a person left out"] == 1
    target = json.loads(rows.iloc[0]["image_path"])[1]
    assert (manifest.folder / target).read_bytes() == jpeg(3, (90, 40))


def test_records_that_cannot_be_used_are_told(tmp_path):
    source = tmp_path / "in"
    scene(source, "good", [person("A", [(400, 300), (20, 30)], [1, 2])])
    scene(source, "nobox", [person("A", [(400, 300), (20, 30)], [1, 2])], box=(1.0, 2.0))
    manifest, _, trials = build(source, tmp_path / "out")
    assert list(trials) == ["good.jpg"]
    assert "no target box" in manifest.skipped[0]["reason"]
    scene(source, "odd", [{"subName": "A", "fixXY": np.array([1.0, 2.0, 3.0]), "fixDur": 1.0}])
    with pytest.raises(DataError, match="odd.mat: A: fixXY"):
        build(source, tmp_path / "out")
