"""Rows of the released tables."""

from dataset_builders.gaze.release import canonical, parse

CELLS = {
    "stimulus_id": "1", "angle": "left", "proximity": "2", "candidates": "bottle+wooden hand+bunny", "label": "bunny",
    "head_target": "bottle", "dist_eye_head": "2.0", "option1_x": "0.7", "option1_y": "0.8", "option2_x": "0.5",
    "option2_y": "0.8", "option3_x": "0.2", "option3_y": "0.8",
}  # fmt: skip


def test_spellings_of_columns():
    assert canonical("HeadTarget") == canonical("head_target") == "head_target"
    assert canonical("Stimulus_ID") == "stimulus_id"
    assert canonical("option1_x") == "option1_x"
    assert canonical("n_candidates") == "n_candidates"


def test_photos_without_coordinates_keep_table_order():
    assert parse(CELLS)["points"] == [(0.7, 0.8), (0.5, 0.8), (0.2, 0.8)]
    assert parse(CELLS | {"option2_x": "-1.0"})["points"] == []
