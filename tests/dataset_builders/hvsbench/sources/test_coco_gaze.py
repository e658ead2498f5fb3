"""COCO-FreeView and COCO-Search18: frames, fixations off the picture, participants and odd trials."""

import json

import numpy as np
import pytest

from dataset_builders.hvsbench.sources.annotations import Oddities
from dataset_builders.hvsbench.sources.coco_freeview import CocoFreeView
from dataset_builders.hvsbench.sources.coco_search18 import CocoSearch18
from tests.dataset_builders.hvsbench.sources.releases import picture, trial, write_freeview, write_search18
from vlmeval_hvs.errors import DataError

FOUR = [(840.0, 525.0, 200), (140.0, 0.0, 150), (490.0, 262.5, 300), (1539.0, 1049.0, 120)]
"""On the screen: the middle, the corner of a fitted 640 x 480 picture, its first quarter, its last pixel."""


def read(reader, folder):
    oddities = Oddities()
    return list(reader.pictures(folder, oddities)), oddities


def near(values, expected):
    return list(values) == pytest.approx(expected, abs=1e-9)


# A 640 x 480 picture is shown at 1400 x 1050 in the middle of 1680 x 1050, and at 426 2/3 x 320 in 512 x 320.
@pytest.mark.parametrize(
    ("frame", "points"),
    [
        ("1680x1050-letterbox", FOUR),
        (
            "512x320-letterbox",
            [(256.0, 160.0, 200), (128 / 3, 0.0, 150), (448 / 3, 80.0, 300), (469.0285714, 319.695, 120)],
        ),
        ("pixels", [(320.0, 240.0, 200), (0.0, 0.0, 150), (160.0, 120.0, 300), (639.5428571, 479.5428571, 120)]),
        ("relative", [(0.5, 0.5, 200), (0.0, 0.0, 150), (0.25, 0.25, 300), (0.9992857, 0.9990476, 120)]),
        ("percent", [(50.0, 50.0, 200), (0.0, 0.0, 150), (25.0, 25.0, 300), (99.9285714, 99.9047619, 120)]),
    ],
)
def test_every_frame_gives_hand_computed_places(tmp_path, frame, points):
    write_freeview(tmp_path, [trial("a.jpg", 1, points)], {"a.jpg": (640, 480)})
    (one,), oddities = read(CocoFreeView(frame=frame), tmp_path)
    assert not oddities.counts
    assert one.size == (640, 480)
    (path,) = one.scanpaths
    assert near(path.x[:3], [0.5, 0, 0.25])
    assert near(path.y[:3], [0.5, 0, 0.25])
    assert path.x[3] == pytest.approx(1399 / 1400, abs=1e-5)
    assert path.y[3] == pytest.approx(1049 / 1050, abs=1e-3)
    assert path.t == (200, 150, 300, 120)


# Values of `convert_coordinate` of plot_scanpath.py (cvlab-stonybrook/Scanpath_Prediction, 36efbcc), run on these
# points, divided by width and height. It rounds the bars to whole px of the screen, hence the tolerance of one of them.
OFFICIAL = {
    (640, 480): [(0.5, 0.5), (0.114286, 0.095238), (0.886071, 0.857381)],
    (640, 427): [(0.500318, 0.500245), (0.157025, 0.095285), (0.843929, 0.857801)],
    (640, 360): [(0.5, 0.500529), (0.178571, 0.050794), (0.821726, 0.897619)],
    (612, 612): [(0.5, 0.5), (-0.014286, 0.095238), (1.014762, 0.857381)],
    (480, 640): [(0.500635, 0.500318), (-0.185515, 0.095299), (1.187421, 0.857926)],
    (1680, 1050): [(0.5, 0.5), (0.178571, 0.095238), (0.821726, 0.857381)],
}


@pytest.mark.parametrize("size", OFFICIAL)
def test_letterbox_is_that_of_the_authors(tmp_path, size):
    points = [(840.0, 525.0, 200), (300.0, 100.0, 150), (1380.5, 900.25, 300)]
    write_freeview(tmp_path, [trial("a.jpg", 1, points)], {"a.jpg": size})
    (one,), _ = read(CocoFreeView(frame="1680x1050-letterbox"), tmp_path)
    expected = [point for point in OFFICIAL[size] if 0 <= point[0] < 1]
    shown = min(1680 / size[0], 1050 / size[1])
    (path,) = one.scanpaths
    assert list(path.x) == pytest.approx([x for x, _ in expected], abs=1 / (size[0] * shown))
    assert list(path.y) == pytest.approx([y for _, y in expected], abs=1 / (size[1] * shown))


def viewers(frame, sizes, n=40):
    """Trials of people who look at all of the picture, with where they look as fractions of it."""
    screen = {"1680": (1680, 1050), "512": (512, 320)}[frame.partition("x")[0]]
    rng, trials, truth = np.random.default_rng(5), [], {}
    for name, size in sizes.items():
        scale = min(screen[0] / size[0], screen[1] / size[1]) if frame.endswith("letterbox") else None
        shown = (size[0] * scale, size[1] * scale) if scale else screen
        for subject in range(1, n + 1):
            places = rng.uniform(0, 0.999, (8, 2))
            on_screen = [[(s - w) / 2 + w * p for s, w, p in zip(screen, shown, at, strict=True)] for at in places]
            trials.append(trial(name, subject, [(x, y, 200) for x, y in on_screen]))
            truth[name, str(subject)] = places
    return trials, truth


@pytest.mark.parametrize("frame", ["1680x1050", "512x320", "1680x1050-letterbox", "512x320-letterbox"])
def test_the_frame_is_told_from_the_whole_file(tmp_path, frame):
    sizes = {"a.jpg": (640, 480), "b.jpg": (480, 640), "c.jpg": (640, 427), "d.jpg": (500, 375)}
    trials, truth = viewers(frame, sizes)
    write_freeview(tmp_path, trials, sizes)
    pictures, oddities = read(CocoFreeView(), tmp_path)
    assert not oddities.counts
    found = {(one.name.rpartition("/")[2], path.participant): path for one in pictures for path in one.scanpaths}
    assert found.keys() == truth.keys()
    for key, path in found.items():
        assert near(np.column_stack([path.x, path.y]).ravel(), truth[key].ravel())


def test_pictures_are_fitted_into_the_screen_where_few_fixations_tell(tmp_path):
    write_freeview(tmp_path, [trial("a.jpg", 1, FOUR)], {"a.jpg": (640, 480)})
    (one,), oddities = read(CocoFreeView(), tmp_path)
    assert near(one.scanpaths[0].x, [0.5, 0, 0.25, 1399 / 1400])
    assert not oddities.counts


def test_each_file_has_its_own_frame(tmp_path):
    sizes = {"a.jpg": (1680, 1050)}
    for part, frame in {"train": "512x320", "validation": "1680x1050"}.items():
        trials = [{**one, "task": "cup", "condition": "present"} for one in viewers(frame, sizes)[0]]
        for one in trials:
            one["subject"] = f"{part} {one['subject']}"
        write_search18(tmp_path, trials, part, sizes)
    (one,), _ = read(CocoSearch18(), tmp_path)
    first, second = (
        np.array([[*path.x, *path.y] for path in one.scanpaths if path.participant.startswith(part)])
        for part in ("train", "validation")
    )
    assert first.shape == second.shape == (40, 16)
    assert near(first.ravel(), second.ravel())


def test_a_frame_that_cannot_be_told_is_an_error_that_names_the_file(tmp_path):
    corner = [(x, y, 100) for x in (2.0, 30.0) for y in (3.0, 9.0)] * 3
    write_freeview(tmp_path, [trial("a.jpg", subject, corner) for subject in range(50)])
    with pytest.raises(DataError, match="coco_freeview_fixations_all.json: .*--frame"):
        read(CocoFreeView(), tmp_path)
    with pytest.raises(DataError, match="frame 'inches' is none of relative"):
        read(CocoFreeView(frame="inches"), tmp_path)


def test_fixations_off_the_picture_are_left_out_one_by_one(tmp_path):
    points = [
        (840, 525, 1),
        (1680, 100, 2),
        (-0.1, 100, 3),
        (0, 0, 4),
        (9, 1050, 5),
        (1e300, 9, 6),
        (1679.9, 1049.9, 7),
    ]
    trials = [trial("a.jpg", 1, points), trial("a.jpg", 2, [(-5, -5, 100)]), trial("b.jpg", 1, [(-5, -5, 100)])]
    write_freeview(tmp_path, trials)
    (one,), oddities = read(CocoFreeView(frame="1680x1050"), tmp_path)
    assert [(path.participant, path.t) for path in one.scanpaths] == [("1", (1, 4, 7))]
    assert dict(oddities.counts) == {
        "fixation without a position or a duration, left out": 1,
        "scanpath with fixations off the picture, which are left out": 3,
        "scanpath without a fixation on the picture": 2,
    }


def test_participants_may_be_missing(tmp_path):
    middle = [(840, 525, 100), (900, 500, 100)]
    write_freeview(tmp_path, [trial("a.jpg", 1, middle), trial("a.jpg", 10, middle), trial("b.jpg", 2.0, middle)])
    pictures, oddities = read(CocoFreeView(frame="pixels"), tmp_path)
    assert [[path.participant for path in one.scanpaths] for one in pictures] == [["1", "10"], ["2"]]
    assert [(one.name, one.split, one.counted) for one in pictures] == [
        ("images/a.jpg", "train", False),
        ("images/b.jpg", "train", False),
    ]
    assert not oddities.counts


GOOD = [(840, 525, 100), (900, 500, 100)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"subject": None}, "trial without a participant"),
        ({"subject": True}, "trial without a participant"),
        ({"subject": "\n"}, "trial without a participant"),
        ({"subject": 10**400}, "trial without a participant"),
        ({"subject": 1}, "second trial of a participant on the same picture"),
        ({"X": []}, "scanpath with lists of different lengths"),
        ({"X": [], "Y": [], "T": []}, "scanpath without a fixation"),
        ({"X": None, "Y": None, "T": None}, "scanpath without a fixation"),
        ({"X": ["a", "b"]}, "scanpath without a fixation"),
        ({"T": [0, -5]}, "scanpath without a fixation"),
        ({"T": [float("nan"), 5]}, "fixation without a position or a duration, left out"),
        ({"X": [10**400, 5]}, "fixation without a position or a duration, left out"),
        ({"X": [float("inf"), 5]}, "fixation without a position or a duration, left out"),
        ({"T": [200, 1e9]}, "fixation without a position or a duration, left out"),
        ({"T": None}, "scanpath with lists of different lengths"),
        ({"name": "../images/a.jpg"}, "picture file missing"),
        ({"name": None}, "picture file missing"),
        ({"name": {"a": 1}}, "picture file missing"),
        ({"split": ["train"]}, "trial without a split that can be read"),
        ({"condition": "absent"}, "trial of a search"),
    ],
)
def test_an_odd_trial_costs_itself_only(tmp_path, changes, reason):
    odd = {**trial("a.jpg", 2, GOOD), **changes}
    write_freeview(tmp_path, [trial("a.jpg", 1, GOOD)])
    (tmp_path / "coco_freeview_fixations_all.json").write_text(json.dumps([trial("a.jpg", 1, GOOD), odd, 5]))
    (one,), oddities = read(CocoFreeView(frame="pixels"), tmp_path)
    assert one.scanpaths[0].source == "coco_freeview_fixations_all.json#/0"
    assert oddities.places[reason] == ["coco_freeview_fixations_all.json#/1"]
    assert oddities.counts.pop("entry that is no object") == 1
    assert len(one.scanpaths) == (2 if reason.startswith("fixation") else 1)
    assert set(oddities.counts) <= {reason, "fixation without a position or a duration, left out"}
    assert oddities.counts[reason] == 1


def test_what_was_searched_for(tmp_path):
    trials = [
        trial("a.jpg", 1, GOOD, "stop sign", "present", split="valid"),
        trial("a.jpg", 1, GOOD, "cup", "present"),
        trial("a.jpg", 2, GOOD, "cup", "present"),
        trial("b.jpg", 2, GOOD, "potted_plant", "present"),
        trial("b.jpg", 3, GOOD, "cup", "absent"),
        trial("b.jpg", 4, GOOD, "none", "present"),
    ]
    write_search18(tmp_path, trials)
    pictures, oddities = read(CocoSearch18(frame="pixels"), tmp_path)
    assert [(one.name, one.split, [(path.participant, path.target) for path in one.scanpaths]) for one in pictures] == [
        ("images/cup/a.jpg", "train", [("1", "cup"), ("2", "cup")]),
        ("images/potted_plant/b.jpg", "train", [("2", "potted plant")]),
        ("images/stop sign/a.jpg", "valid", [("1", "stop sign")]),
    ]
    assert dict(oddities.counts) == {
        "trial whose target is not in the picture": 1,
        "trial without a target": 1,
    }


@pytest.mark.parametrize("task", [None, "", " ", "none", "cup\nfork", "\ud800", 5, ["cup"], {"cup": 1}])
def test_a_search_for_nothing_that_can_be_named_is_left_out(tmp_path, task):
    write_search18(tmp_path, [trial("a.jpg", 1, GOOD, "cup", "present")])
    odd = trial("a.jpg", 2, GOOD, task, "present")
    (tmp_path / "coco_search18_fixations_TP_validation.json").write_text(json.dumps([odd]))
    (one,), oddities = read(CocoSearch18(frame="pixels"), tmp_path)
    assert [path.target for path in one.scanpaths] == ["cup"]
    assert oddities.places == {"trial without a target": ["coco_search18_fixations_TP_validation.json#/0"]}


def test_several_searches_of_one_file_stay_apart(tmp_path):
    trials = [
        trial("a.jpg", 1, GOOD, task, "present", split=split) for task, split in (("cup", "train"), ("car", "valid"))
    ]
    (tmp_path / "coco_search18_fixations_TP_train.json").write_text(json.dumps(trials))
    picture(tmp_path / "flat" / "a.jpg", (1680, 1050))
    (one,), oddities = read(CocoSearch18(frame="pixels"), tmp_path)
    assert [path.target for path in one.scanpaths] == ["cup", "car"]
    assert dict(oddities.counts) == {"picture of several splits, taken as train": 1}


def test_the_same_trials_in_both_divisions_are_read_once(tmp_path):
    trials = [trial("a.jpg", 1, GOOD, "cup", "present")]
    write_search18(tmp_path, trials, "train_split1")
    write_search18(tmp_path, trials, "train_split2")
    write_search18(tmp_path, [trial("b.jpg", 1, GOOD, "cup", "present", split="valid")], "validation_split1")
    write_search18(tmp_path, [trial("c.jpg", 1, GOOD, "cup", "present", split="test")], "test")
    pictures, oddities = read(CocoSearch18(frame="pixels"), tmp_path)
    assert [(one.split, len(one.scanpaths)) for one in pictures] == [("train", 1), ("valid", 1), ("test", 1)]
    assert not oddities.counts


@pytest.mark.parametrize("name", ["COCOFreeView_fixations_trainval.json", "coco_freeview_fixations_512x320.json"])
def test_the_file_has_several_names(tmp_path, name):
    write_freeview(tmp_path, [trial("a.jpg", 1, GOOD)], name=name)
    assert len(read(CocoFreeView(frame="pixels"), tmp_path)[0]) == 1


@pytest.mark.parametrize("content", ["", "[{", "{}", "null", '"text"', "[[[", "[]"])
def test_a_file_that_is_no_list_of_trials_is_an_error_that_names_it(tmp_path, content):
    write_freeview(tmp_path, [trial("a.jpg", 1, GOOD)])
    (tmp_path / "coco_freeview_fixations_all.json").write_text(content)
    with pytest.raises(DataError, match="no picture of it can be used" if content == "[]" else "fixations_all.json: "):
        read(CocoFreeView(), tmp_path)


@pytest.mark.parametrize("reader", [CocoFreeView(), CocoSearch18()])
def test_a_folder_without_fixations_is_an_error(tmp_path, reader):
    with pytest.raises(DataError, match="no file coco_"):
        read(reader, tmp_path)
