"""The psychometric demo set: rows, angles, and pictures in which only what should change does."""

import json

import numpy as np
import pytest

from dataset_builders.gaze.design import Design, scenes
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

NAME = "GazeTarget_Psychometric_DEMO"


@pytest.mark.long
def test_rows_hold_the_angles_and_points_of_what_can_be_seen(tmp_path):
    from dataset_builders.gaze.psychometric import build_demo

    path = tmp_path / "design.json"
    path.write_text(json.dumps({"separations": [7, 15], "gazers": ["R"], "sizes": [200]}))
    build_demo(NAME, path, tmp_path)
    rows, manifest = read_set(NAME, tmp_path)
    photos = rows.drop_duplicates("stimulus_id")
    assert (len(photos), len(rows)) == (2 * 12, 2 * 2 * 12)
    angles = photos[["gaze_yaw", "head_yaw", "eye_in_head"]].astype(float)
    assert (angles["eye_in_head"] - angles["gaze_yaw"] + angles["head_yaw"]).abs().max() < 0.002
    assert angles.loc[photos["condition"] == "both", "eye_in_head"].abs().max() < 1e-6
    assert set(photos.loc[photos["condition"] == "head", "eyes_visible"]) == {"0"}
    assert photos["gap_px"].astype(float).min() >= 3
    assert len({file.read_bytes() for file in (set_folder(NAME, tmp_path) / "images").iterdir()}) > 0.7 * len(photos)
    assert any("not photos" in warning for warning in manifest.warnings)
    for cell, order in zip(rows["points"], rows["left_to_right"], strict=True):
        places = json.loads(cell)
        assert all(0 < x < 1 for x, _ in places)
        assert len(order.split("+")) == len(places)
    path.write_text(json.dumps({"separations": [1], "gazers": ["R"]}))
    with pytest.raises(DataError, match="at 1 degrees: "):
        build_demo(NAME, path, tmp_path / "root")
    assert not (tmp_path / "root" / NAME).exists()


def test_glasses_hide_the_eyes_and_irises_move_with_angle_and_resolution():
    from dataset_builders.gaze.drawn import DrawnScene
    from dataset_builders.gaze.psychometric import iris_shift

    poses = next(scenes(Design(separations=(15.0,), gazers=("R",), sizes=(200,))))
    by_cue = {cue: [dials for name, _, dials in poses if name == cue] for cue in ("eyes", "head")}
    scene = DrawnScene(by_cue["eyes"][0])
    first, last = (scene.picture(by_cue["eyes"][i]).astype(int) for i in (0, 2))
    moved = np.abs(first - last).sum(axis=2) > 30
    assert 20 < moved.sum() < 0.03 * moved.size
    assert np.array_equal(DrawnScene(by_cue["eyes"][0]).picture(by_cue["eyes"][0]), first), "the same every time"
    # The eyes look elsewhere, the head stays: behind the glasses that cannot be seen.
    same_head = type(by_cue["head"][0])(**{**vars(by_cue["head"][0]), "gaze": 1})
    assert np.array_equal(scene.picture(by_cue["head"][0]), scene.picture(same_head))

    def shift(separation, size):
        design = Design(separations=(separation,), gazers=("R",), sizes=(size,), views=(0.0,))
        return iris_shift(next(scenes(design))[1][2], 1.2)

    assert shift(12.0, 448) == pytest.approx(2 * shift(6.0, 448), rel=0.1)
    assert shift(12.0, 896) == pytest.approx(2 * shift(12.0, 448), rel=1e-6)
