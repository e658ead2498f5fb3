"""The psychometric set: its design, the angles of its photos, and how its pictures look."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

NAME = "GazeTarget_Psychometric_DEMO"
GREY = [
    [211, 211, 94, 92, 211, 204], [211, 195, 90, 88, 193, 203], [211, 210, 113, 117, 209, 211],
    [211, 200, 152, 154, 200, 211], [160, 148, 139, 137, 149, 160], [149, 149, 145, 141, 149, 149],
]  # fmt: skip
FIRST = ["[0.2727, 0.071, 0.7273, 0.5256]", "4.0", "25.5", "1.34"]
"""Grey values of the first picture at 6 x 6, and numbers of its row."""


@pytest.mark.long
def test_angles_follow_from_the_poses_and_pictures_look_as_before(demo):
    root = demo(NAME)
    rows, manifest = read_set(NAME)
    photos = rows.drop_duplicates("stimulus_id").set_index("stimulus_id")
    assert (len(photos), len(rows)) == (4 * 3 * 12, 2 * 4 * 3 * 12)
    assert any("not photos" in warning for warning in manifest.warnings)
    angles = photos[["gaze_yaw", "head_yaw", "eye_in_head", "separation"]].astype(float)
    assert (angles["eye_in_head"] - angles["gaze_yaw"] + angles["head_yaw"]).abs().max() < 0.002
    positions = photos[["gaze_pos", "head_pos"]].astype(int)
    cues = {cue: part.index for cue, part in photos.groupby("condition")}
    assert {cue: len(part) for cue, part in cues.items()} == dict.fromkeys(("both", "eyes", "head", "conflict"), 36)
    assert (positions.loc[cues["eyes"], "head_pos"] == -1).all()
    assert (positions.loc[cues["conflict"], "head_pos"] != positions.loc[cues["conflict"], "gaze_pos"]).all()
    assert (photos["eyes_visible"] == (photos["condition"] != "head").astype(int).astype(str)).all()
    middle = angles.loc[cues["both"], "gaze_yaw"] - (positions["gaze_pos"] - 1) * angles["separation"]
    assert middle.dropna().abs().max() < 2.001
    assert set(photos["view"]) == {"front", "left", "right"}
    assert photos[["gap_px", "spacing_px"]].astype(float).min().tolist() >= [3, 8]
    assert all(0 < x < 1 for cell in photos["points"] for x, _ in json.loads(cell))
    folder = set_folder(NAME, root)
    assert len({(folder / path).read_bytes() for path in photos["image_path"]}) > 0.7 * len(photos)
    first = photos.loc["1"]
    with Image.open(folder / first["image_path"]) as image:
        grey = np.asarray(image.convert("L").resize((6, 6), Image.Resampling.BOX), int)
    assert np.abs(grey - GREY).max() <= 2
    assert first[["face", "gap_px", "spacing_px", "iris_shift_px"]].tolist() == FIRST


def test_a_source_is_refused(tmp_path):
    from dataset_builders.gaze.psychometric import build

    with pytest.raises(DataError, match="is drawn here; leave --source out"):
        build("GazeTarget_Psychometric", tmp_path, tmp_path / "sets")
