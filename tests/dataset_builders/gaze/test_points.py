"""Gaze points to answers, on small files in the layout of the published ones."""

import json

import pytest

from tests.dataset_builders.gaze.test_build import HEADER
from vlmeval_hvs.errors import DataError


def read_points(path):
    from dataset_builders.gaze import points

    return points.read_points(path)


def point_answers(*given):
    from dataset_builders.gaze import points

    return points.point_answers(*given)


# Three objects at x .8, .5, .2; the middle one lies lower.
OBJECTS = "0.4,0.1,0.6,0.3,0.8,0.6,0.5,0.9,0.2,0.6,-1.0,-1.0"


def sheet(folder, *rows):
    path = folder / "stimuli.csv"
    path.write_text("\n".join([HEADER, *rows]) + "\n")
    return path


def main_row(number, label, head="-1", distance="", proximity=3, objects=OBJECTS):
    return (
        f"{number},left,{proximity},3,cup+wooden hand+bunny,Z,./stimuli/B/IMG_{number}.jpg,{label},annotator1,4,SiteB,"
        f"{head},{objects},{distance}"
    )


PILOT = (
    "7,front,1,2,cup+bunny,X,./stimuli/A/1/front/I.JPG,bunny,annotator1,{list_id},Site0,-1,0.4,0.1,0.6,0.3,0.7,0.8,0.3,"
    "0.8,-1.0,-1.0,-1.0,-1.0,"
)


def points(folder, **gaze):
    entries = {
        number.strip("_"): {
            "gaze": None if place is None else dict(zip("xy", place, strict=True)),
            "timestamp": "2025-11-23 04:21:59 UTC",
            "revision": "2025-01-09",
        }
        for number, place in gaze.items()
    }
    path = folder / "MoondreamEval.json"
    path.write_text(json.dumps(entries, indent=2))
    return path


def test_the_nearest_object_in_the_plane_or_along_the_horizontal(tmp_path):
    from vlmeval_hvs.metrics import characterize

    near = OBJECTS.replace("0.8,0.6,", "0.6,0.6,").replace("0.2,0.6", "0.4,0.6")
    table = sheet(
        tmp_path, main_row(1000, "cup"), main_row(1001, "wooden hand", "cup", "1.0"),
        main_row(1002, "bunny", proximity=1, objects=near),
    )  # fmt: skip
    # (.6, .6): .2 from the cup; .1 across and .3 down from the wooden hand.
    found = read_points(points(tmp_path, _1000=(0.6, 0.6), _1001=(0.6, 0.6), _1002=(0.4, 0.6)))
    plane, across = (point_answers(found, table, rule).trials for rule in ("l2", "dx"))
    assert plane["choice_pos"].tolist() == [0, 0, 2]
    assert across["choice_pos"].tolist() == [1, 1, 2]
    assert set(plane["objects"]) == {"cup+wooden hand+bunny"}
    assert plane["condition"].tolist() == ["natural", "incongruent", "natural"]
    assert plane["l2"].tolist() == pytest.approx([0.2, 0.1**0.5, 0])
    assert plane["dx"].tolist() == pytest.approx([0.2, 0.1, 0])
    assert plane[["gaze_pos", "head_pos", "n_objects"]].values.tolist() == [[0, -1, 3], [1, 0, 3], [2, -1, 3]]
    assert plane["proximity"].tolist() == [1, 1, 3]  # in this sheet, as in the published ones, 3 is farthest
    assert characterize(plane, n_resamples=0).counts["photos"] == 3


def test_pilot_and_main_study_attention_checks_and_missing_points(tmp_path):
    checks = PILOT.format(list_id=-1).replace("7,front", "8,front")
    table = sheet(tmp_path, PILOT.format(list_id=3), checks, main_row(1000, "cup"), main_row(1001, "cup"))
    answers = point_answers(read_points(points(tmp_path, _7=(0.3, 0.8), _8=(0.7, 0.8), _1000=None)), table)
    trials = answers.trials
    assert trials["study"].tolist() == ["pilot", "pilot", "main"]
    assert trials["attention_check"].tolist() == [0, 1, 0]
    assert trials["choice_pos"].tolist() == [1, 0, -1]
    assert trials["l2"].isna().tolist() == [False, False, True]
    assert answers.warnings == []
    path = tmp_path / "points.csv"
    path.write_text("Stimulus_ID,x,y\n1000,0.79,0.6\n1001,,\n")
    assert point_answers(read_points(path), table).trials["choice_pos"].tolist() == [0, -1]


def test_what_is_left_out_is_said(tmp_path):
    lost = main_row(1001, "cup", objects=OBJECTS.replace("0.5,0.9", "-1.0,-1.0"))
    table = sheet(tmp_path, main_row(1000, "cup"), lost, main_row(1002, "teapot"), main_row(1003, "cup"))
    answers = point_answers(read_points(points(tmp_path, _1000=(0, 0), _1001=(0, 0), _99=(0, 0))), table)
    assert answers.trials["stimulus_id"].tolist() == [1000]
    assert answers.warnings[0].startswith("1 rows of the sheet cannot be used: 1002 (label 'teapot' is none of")
    assert answers.warnings[1:] == [
        "1 photos have no coordinates and are left out",
        "1 points belong to no photo of the sheet, such as 99",
    ]


def test_files_sheets_and_rules_that_do_not_fit(tmp_path):
    for name, text, message in (
        ("points.json", "[]", "not an object with stimulus numbers"), ("points.json", "{", "cannot be read as JSON"),
        ("points.json", '{"1": {"point": 1}}', "entry '1': no `gaze` in it"),
        ("points.json", '{"1": {"gaze": {"x": 1}}}', "entry '1': `gaze` has no x and y"),
        ("points.json", '{"1": {"gaze": {"x": "left", "y": 0}}}', "stimulus 1: 'left', 0 are not two numbers"),
        ("points.json", '{"1": {"gaze": {"x": 224, "y": 112}}}', r"1: \(224.0, 112.0\) is not in fractions"),
        ("points.json", '{"one": {"gaze": null}}', "entry 'one': not a stimulus number"),
        ("points.csv", "stimulus_id,x\n1,2\n", "no column y"),
        ("points.csv", "stimulus_id,x,y\n1,0,0\n1,0,0\n", "stimulus 1 occurs twice"),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
        with pytest.raises(DataError, match=message):
            read_points(tmp_path / name)
    table = sheet(tmp_path, main_row(1000, "cup"))
    with pytest.raises(DataError, match="none of the points belongs to a photo"):
        point_answers({5: (0.5, 0.5)}, table)
    with pytest.raises(ValueError, match="by='near'"):
        point_answers({1000: (0.5, 0.5)}, table, "near")
    table.write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match="not a stimulus sheet"):
        point_answers({1000: (0.5, 0.5)}, table)
