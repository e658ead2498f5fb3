"""Raw MCS: tables in the released layout, and positions that the published conversion gives for them."""

import csv
import json

import pytest

from dataset_builders.visual_search.mcs import to_frame
from tests.dataset_builders.visual_search.small import build, picture, pixels, reasons
from vlmeval_hvs.errors import DataError


def test_positions_are_those_of_the_published_conversion():
    # x, y on the display, (height, width) of the image, training image, and what `convert_coordinate` of the published
    # `data_raw/utils.py` (NeuroLIAA/visions, 00e53011) returned for it.
    for x, y, size, training, expected in (
        (594.9, 384.4, (640, 426), True, (222.2901408450704, 241.61749999999998)),
        (617.2, 552.1, (640, 426), True, (251.81408450704234, 374.729375)),
        (300.0, 10.0, (468, 640), True, (0.0, 0.0)),
        (815.4, 532.2, (480, 640), False, (272.08971428571425, 257.4834285714286)),
        (1374.2, 321.4, (427, 640), False, (473.71697393515575, 155.5725466783589)),
        (1456.0, 265.5, (300, 640), False, (488.79999999999995, 86.76317460317459)),
        (12.5, 1040.0, (300, 640), False, (4.196428571428571, 506.3066666666667)),
    ):
        assert to_frame(x, y, size, training) == pytest.approx(expected, abs=1e-12)


def table(path, columns, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([f"{columns},CURRENT_FIX_X,CURRENT_FIX_Y,CURRENT_FIX_DURATION".split(","), *rows])


def training(subject, index, condition, number, points, category="clock"):
    front = [subject, index, category, condition, f"COCO_train2014_{number:012d}.jpg"]
    return [[*front, x, y, 100 + i] for i, (x, y) in enumerate(points)]


def shown_late(session, index, present, number, points):
    front = [session, index, f"COCO_val2014_{number:012d}.jpg", present]
    return [[*front, x, y, 200 + i] for i, (x, y) in enumerate(points)]


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "in"
    seen = [(594.9, 384.4), (617.2, 552.1)]
    columns = "subjectnum,TRIAL_INDEX,catcue,condition,searcharray"
    clocks = training(1, 22, "present", 48063, seen) + training(1, 23, "absent", 7, [(1, 1), (2, 2)])
    clocks += training(12, 22, "present", 48063, [(600, 390), (520, 200), (523, 204), (617.2, 552.1)])
    table(folder / "gaze" / "train" / "clock_fixations.csv", columns, clocks)
    ovens = training(1, 9, "present", 99, [(600, 390), (617.2, 552.1)], "microwave")
    table(folder / "gaze" / "train" / "microwave_fixations.csv", columns, ovens)
    tests = shown_late("s10c", 2, 1, 501966, [(815.4, 532.2), (1456, 265.5)])
    tests += shown_late("s10m", 2, 1, 501966, [(815.4, 532.2), (12.5, 1040.0)])
    tests += shown_late("s10c", 3, 0, 5, [(1, 1), (2, 2)])
    columns = "RECORDING_SESSION_LABEL,TRIAL_INDEX,image_name,target_present"
    table(folder / "gaze" / "test" / "clock_and_microwave_fixations.csv", columns, tests)
    large = {"image_height": 640, "image_width": 426, "target_bbox": [440.0, 150.0, 640.0, 300.0]}
    wide = {"image_height": 300, "image_width": 640, "target_bbox": [10.0, 20.0, 60.0, 120.0]}
    boxes = {"clock": {"000000048063.jpg": large, "000000501966.jpg": wide}, "microwave": {"000000501966.jpg": wide}}
    (folder / "targets_bboxes.json").write_text(json.dumps(boxes))
    pictures = {
        "images/train/clock/TP/48063.jpg": (640, 426),  # the release names some images without the zeros
        "images/test/TP/000000501966.jpg": (300, 640),
        "categories/microwave.jpg": (60, 60),
    }
    for name, shape in pictures.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes(picture(1, shape, "JPEG"))
    return folder


def test_raw_mcs(source, tmp_path):
    manifest, rows, trials = build(source, tmp_path / "out", "MCS")
    assert list(trials) == ["c000000048063.jpg", "c000000501966.jpg", "m000000501966.jpg"]
    clock, wide, microwave = trials.values()
    assert (clock.shape, clock.initial, clock.receptive, clock.max_length) == ((508, 564), (282, 254), (20, 20), 6)
    assert clock.bbox == (349, 198, 507, 397)  # whole px of the frame, the last row inside it
    assert clock.target_object == "clock"
    seen, merged = clock.humans["01"], clock.humans["12"]
    assert (seen.x, seen.y, seen.durations, seen.found) == ((222.29, 251.81), (241.62, 374.73), (100, 101), True)
    assert (len(merged.x), merged.durations, merged.found) == (3, (100, 101 + 102, 103), True)
    assert merged.x[1] == pytest.approx((93 + 96) / 2 / 426 * 564, abs=0.01)  # cut at the target, then lumped
    # The same image was shown for both categories.
    assert (wide.humans["10"].x[1], microwave.humans["10"].y[1]) == (488.8, 506.31)
    assert manifest.notes["counts"]["tolerated: fixations of target-absent trials left out"] == 4
    assert reasons(manifest) == {"m000000000099.jpg": "no target box"}
    search = rows[rows["family"] == "search"].set_index("image_name")["image_path"].map(json.loads)
    shapes = {name: [pixels(manifest.folder / path).shape[:2] for path in paths] for name, paths in search.items()}
    assert {image for image, _ in shapes.values()} == {(508, 564)}  # brought to one size, as published
    assert shapes["m000000501966.jpg"][1] == (60, 60)  # the category's picture
    assert shapes["c000000048063.jpg"][1] == (199, 150)  # none there: cut from the image, at its own size


def test_an_odd_box_costs_its_image_and_missing_or_wrong_files_are_told(source, tmp_path):
    boxes, table = source / "targets_bboxes.json", source / "gaze" / "test" / "clock_and_microwave_fixations.csv"
    content = boxes.read_text()
    for odd in (7, {"image_height": 1e999}, {"image_height": 300, "image_width": 640, "target_bbox": [1, "x", 3, 4]}):
        known = json.loads(content)
        known["clock"]["000000048063.jpg"] = odd
        boxes.write_text(json.dumps(known))
        manifest, _, trials = build(source, tmp_path / "out", "MCS")
        assert (len(trials), reasons(manifest)["c000000048063.jpg"]) == (2, "no target box"), odd
    boxes.write_text(content)
    for file, text, said in (
        (table, table.read_text().replace("s10m", "s10x"), "not a fixation table"),
        (boxes, '{"clock": []}', "targets_bboxes.json: not the target boxes of MCS"),
    ):
        file.write_text(text)
        with pytest.raises(DataError, match=said):
            build(source, tmp_path / "out", "MCS")
