"""The psychometric demo set: rows, angles, and pictures in which only what should change does."""

import json

import numpy as np
import pytest

from dataset_builders.gaze.design import Design, scenes
from dataset_builders.gaze.drawn import DrawnScene
from dataset_builders.gaze.psychometric import DEMO, build_demo, iris_shift
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Rows, manifest and folder of a small demo set."""
    root = tmp_path_factory.mktemp("LMUData") / "vlmeval_hvs"
    path = root.parent / "design.json"
    path.write_text(json.dumps({"separations": [7, 15], "gazers": ["R", "S"], "sizes": [200]}))
    build_demo("GazeTarget_Psychometric_DEMO", path, root)
    return *read_set("GazeTarget_Psychometric_DEMO", root), set_folder("GazeTarget_Psychometric_DEMO", root)


def test_rows_hold_the_angles(built):
    rows, manifest, folder = built
    photos = rows.drop_duplicates("stimulus_id")
    assert len(photos) == 2 * 2 * 12
    assert len(rows) == 2 * len(photos)
    gaze, head = photos["gaze_yaw"].astype(float), photos["head_yaw"].astype(float)
    assert (photos["eye_in_head"].astype(float) - (gaze - head)).abs().max() < 0.002
    both = photos["condition"] == "both"
    assert (gaze[both] - head[both]).abs().max() < 1e-6
    assert set(photos.loc[photos["condition"] == "head", "eyes_visible"]) == {"0"}
    assert photos["gap_px"].astype(float).min() >= 3
    assert len({path.read_bytes() for path in (folder / "images").iterdir()}) > 0.7 * len(photos)
    assert any("not photos" in warning for warning in manifest.warnings)


def test_points_lie_on_the_objects(built):
    rows, _, _ = built
    for cell, order in zip(rows["points"], rows["left_to_right"], strict=True):
        xs = [x for x, _ in json.loads(cell)]
        assert all(0 < x < 1 for x in xs)
        assert len(order.split("+")) == len(xs)


def test_glasses_hide_the_eyes_and_nothing_else_changes():
    poses = next(scenes(Design(separations=(15.0,), gazers=("R",), sizes=(200,))))
    by_cue = {cue: [dials for name, _, dials in poses if name == cue] for cue in ("eyes", "head")}
    scene = DrawnScene(by_cue["eyes"][0])
    first, last = (scene.picture(by_cue["eyes"][i]).astype(int) for i in (0, 2))
    moved = np.abs(first - last).sum(axis=2) > 30
    assert 20 < moved.sum() < 0.03 * moved.size
    # The eyes look elsewhere, the head stays: behind the glasses that cannot be seen.
    same_head = type(by_cue["head"][0])(**{**vars(by_cue["head"][0]), "gaze": 1})
    assert np.array_equal(scene.picture(by_cue["head"][0]), scene.picture(same_head))


def test_pictures_are_the_same_every_time():
    dials = next(scenes(DEMO))[4][2]
    assert np.array_equal(DrawnScene(dials).picture(dials), DrawnScene(dials).picture(dials))


def test_a_row_that_cannot_be_seen_is_refused(tmp_path):
    path = tmp_path / "design.json"
    path.write_text(json.dumps({"separations": [1], "gazers": ["R"]}))
    with pytest.raises(DataError, match="at 1 degrees: "):
        build_demo("GazeTarget_Psychometric_DEMO", path, tmp_path / "root")
    assert not (tmp_path / "root" / "GazeTarget_Psychometric_DEMO").exists()


def test_irises_move_with_angle_and_resolution():
    def shift(separation, size):
        design = Design(separations=(separation,), gazers=("R",), sizes=(size,), views=(0.0,))
        return iris_shift(next(scenes(design))[1][2], 1.2)

    assert shift(12.0, 448) == pytest.approx(2 * shift(6.0, 448), rel=0.1)
    assert shift(12.0, 896) == pytest.approx(2 * shift(12.0, 448), rel=1e-6)
