"""Gaze points to answers, on small files in the layout of the published ones."""

import json

import pytest

from tests.dataset_builders.gaze.small import PILOT, stimulus, write_sheet
from vlmeval_hvs.errors import DataError


@pytest.fixture(scope="module")
def module():
    from dataset_builders.gaze import points

    return points


# Three objects at x .8, .5, .2; the middle one lies lower.
PLACES = {
    "option1_x": 0.8, "option1_y": 0.6, "option2_x": 0.5, "option2_y": 0.9, "option3_x": 0.2, "option3_y": 0.6,
    "Proximity": 3, "HeadTarget": -1, "DistEyeHead": "", "label": "bottle",
}  # fmt: skip


def main_row(number, **changes):
    return stimulus(number, **PLACES | changes)


def given(folder, gaze):
    """The points of a file in the layout of the published ones."""
    entries = {
        str(number): {"gaze": place and dict(zip("xy", place, strict=True)), "timestamp": "2025-11-23 04:21:59 UTC"}
        for number, place in gaze.items()
    }
    path = folder / "MoondreamEval.json"
    path.write_text(json.dumps(entries, indent=2))
    return path


def test_the_nearest_object_in_the_plane_or_along_the_horizontal(module, tmp_path):
    from vlmeval_hvs.metrics import characterize

    table = write_sheet(tmp_path / "stimuli.csv", [
        main_row(1000), main_row(1001, label="wooden hand", HeadTarget="bottle", DistEyeHead="1.0"),
        main_row(1002, label="bunny", Proximity=1, option1_x=0.6, option3_x=0.4),
    ])  # fmt: skip
    # (.6, .6): .2 from the bottle; .1 across and .3 down from the wooden hand.
    found = module.read_points(given(tmp_path, {1000: (0.6, 0.6), 1001: (0.6, 0.6), 1002: (0.4, 0.6)}))
    plane, across = (module.point_answers(found, table, rule).trials for rule in ("l2", "dx"))
    assert (plane["choice_pos"].tolist(), across["choice_pos"].tolist()) == ([0, 0, 2], [1, 1, 2])
    assert set(plane["objects"]) == {"bottle+wooden hand+bunny"}
    assert plane["condition"].tolist() == ["natural", "incongruent", "natural"]
    assert plane["l2"].tolist() == pytest.approx([0.2, 0.1**0.5, 0])
    assert plane["dx"].tolist() == pytest.approx([0.2, 0.1, 0])
    assert plane[["gaze_pos", "head_pos", "n_objects"]].values.tolist() == [[0, -1, 3], [1, 0, 3], [2, -1, 3]]
    assert plane["proximity"].tolist() == [1, 1, 3]  # in this sheet, as in the published ones, 3 is farthest
    assert characterize(plane, n_resamples=0).counts["photos"] == 3


def test_studies_attention_checks_and_what_is_left_out(module, tmp_path):
    table = write_sheet(tmp_path / "stimuli.csv", [
        main_row(7, **PILOT, Proximity=1), main_row(8, **PILOT, list_id=-1), main_row(1000), main_row(1001),
        main_row(1002, option2_x=-1.0, option2_y=-1.0), main_row(1003, label="teapot"),
    ])  # fmt: skip
    points = {7: (0.5, 0.8), 8: (0.8, 0.7), 1000: None, 1002: (0, 0), 99: (0, 0)}
    answers = module.point_answers(module.read_points(given(tmp_path, points)), table)
    assert answers.trials["stimulus_id"].tolist() == [7, 8, 1000]
    assert answers.trials["study"].tolist() == ["pilot", "pilot", "main"]
    assert answers.trials["attention_check"].tolist() == [0, 1, 0]
    assert answers.trials["choice_pos"].tolist() == [1, 0, -1]
    assert answers.trials["l2"].isna().tolist() == [False, False, True]
    assert answers.warnings[0].startswith("1 rows of the sheet cannot be used: 1003 (label 'teapot' is none of")
    assert answers.warnings[1:] == [
        "1 photos have no coordinates and are left out",
        "1 points belong to no photo of the sheet, such as 99",
    ]
    path = tmp_path / "points.csv"
    path.write_text("Stimulus_ID,x,y\n1000,0.79,0.6\n1001,,\n")
    assert module.point_answers(module.read_points(path), table).trials["choice_pos"].tolist() == [0, -1]


def test_files_sheets_and_rules_that_do_not_fit(module, tmp_path):
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
            module.read_points(tmp_path / name)
    table = write_sheet(tmp_path / "stimuli.csv", [main_row(1000)])
    with pytest.raises(DataError, match="none of the points belongs to a photo"):
        module.point_answers({5: (0.5, 0.5)}, table)
    with pytest.raises(ValueError, match="by='near'"):
        module.point_answers({1000: (0.5, 0.5)}, table, "near")
    table.write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match="not a stimulus sheet"):
        module.point_answers({1000: (0.5, 0.5)}, table)
