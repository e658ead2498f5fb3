"""COCO-FreeView, COCO-Search18 and Interiors: frames, participants, targets and odd trials."""

import json
from collections import Counter

import numpy as np
import pytest

from tests.dataset_builders.hvsbench.generate.releases import read, trial, write_freeview, write_search18
from vlmeval_hvs.errors import DataError

GOOD = [(840, 525, 100), (900, 500, 100)]
TRIALS = "coco_freeview_fixations_all.json"


# Values of `convert_coordinate` of plot_scanpath.py (cvlab-stonybrook/Scanpath_Prediction, 36efbcc), run on these
# points, divided by width and height. It rounds the bars to whole px of the screen, hence the tolerance of one of them.
OFFICIAL = {
    (640, 480): [(0.5, 0.5), (0.114286, 0.095238), (0.886071, 0.857381)],
    (640, 360): [(0.5, 0.500529), (0.178571, 0.050794), (0.821726, 0.897619)],
    (480, 640): [(0.500635, 0.500318), (-0.185515, 0.095299), (1.187421, 0.857926)],
    (1680, 1050): [(0.5, 0.5), (0.178571, 0.095238), (0.821726, 0.857381)],
}


def test_letterbox_is_that_of_the_authors(tmp_path):
    points = [(840.0, 525.0, 200), (300.0, 100.0, 150), (1380.5, 900.25, 300)]
    for size, official in OFFICIAL.items():
        write_freeview(tmp_path / f"{size}", [trial("a.jpg", 1, points)], {"a.jpg": size})
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
    write_search18(tmp_path, trials)
    odd = [trial("a.jpg", 3, GOOD, task, "present") for task in (None, "", " ", "cup\nfork", "\ud800", 5, ["cup"])]
    (tmp_path / "coco_search18_fixations_TP_validation.json").write_text(json.dumps(odd))
    pictures, oddities = read("COCO-Search18", tmp_path, "pixels")
    assert [(one.name, [path.target for path in one.scanpaths]) for one in pictures] == [
        ("images/cup/a.jpg", ["cup", "cup"]),
        ("images/potted_plant/b.jpg", ["potted plant"]),
        ("images/stop sign/a.jpg", ["stop sign"]),
    ]
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
    assert oddities == {"scanpath without a fixation": 5}
    assert {one.size for one in pictures} == {(1024, 768)}
    assert {path.target for path in paths} == {"target object"}
    assert Counter(len(path.x) == 1 for path in paths)[True] == 105
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
