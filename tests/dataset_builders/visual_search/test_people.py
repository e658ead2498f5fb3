"""Raw People: small files in the layout that the published conversion reads."""

import json

import numpy as np
import pytest

from tests.dataset_builders.visual_search.small import build, picture, reasons

POINTS = [(401.2, 299.5), (300.0, 250.0), (310.0, 252.0), (515.0, 240.0), (10.0, 10.0)]


def person(name, points, durations):
    return {"subName": name, "Nfixs": len(points), "fixXY": np.array(points), "fixDur": np.array(durations)}


def scene(folder, stem, people, target="TP", box=((500.0, 200.0), (540.9, 290.2))):
    from scipy.io import savemat

    (folder / "eyeData").mkdir(parents=True, exist_ok=True)
    info = {"targetBox": np.array(box)}
    record = {"imgName": f"{stem}.jpg", "target": target, "targetInfo": info, "subdata": people}
    savemat(folder / "eyeData" / f"{stem}.mat", {stem: record})
    (folder / f"{stem}.jpg").write_bytes(picture(len(stem), (60, 80), "JPEG"))


@pytest.mark.long
def test_raw_people(tmp_path):
    source, walk = tmp_path / "in", person("KAE", POINTS, [210.4, 180.0, 20.5, 320.0, 90.0])
    scene(source, "U0001_1LBA", [walk, person("BHS", (400.0, 300.0), 2000.0)])
    scene(source, "U0002_1RBA", [person("BHS", [(395.0, 303.0), (20.0, 30.0)], [250.0, 300.0]), walk])
    scene(source, "U0003_absent", [walk], target="TA")
    scene(source, "U0126_1LBE", [walk])
    scene(source, "U0200_nobox", [walk], box=(1.0, 2.0))
    (source / "pedestrian.jpg").write_bytes(picture(3, (90, 40), "JPEG"))
    manifest, rows, trials = build(source, tmp_path / "out", "People")
    first, second = trials.values()
    assert list(trials) == ["U0001_1LBA.jpg", "U0002_1RBA.jpg"]
    assert (first.shape, first.initial, first.receptive, first.max_length) == ((600, 800), (398, 302), (42, 42), 16)
    assert (first.bbox, first.target_object) == ((200, 500, 290, 540), "person")  # rows first, whole px
    (human,) = first.humans.values()  # one fixation is no search
    assert (human.x, human.durations, human.found) == ((401.2, 305, 515), (210.4, 200.5, 320), True)  # lumped, then cut
    # The same people carry the same number in every scene.
    assert {name: one.found for name, one in second.humans.items()} == {"01": True, "02": False}
    left_out = reasons(manifest)
    assert left_out.pop("U0126_1LBE.jpg") == "more than one target, left out as published"
    assert "field 'targetBox' has 2 entries" in left_out.pop("U0200_nobox.jpg")
    assert left_out == {}
    assert manifest.notes["counts"]["tolerated: images without a person left out"] == 1
    target = json.loads(rows.iloc[0]["image_path"])[1]
    assert (manifest.folder / target).read_bytes() == picture(3, (90, 40), "JPEG")
