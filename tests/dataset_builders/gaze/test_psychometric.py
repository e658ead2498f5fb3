"""The psychometric set: its design, angles, and pictures in which only what should change does."""

import json
from collections import Counter

import numpy as np
import pytest

from dataset_builders.gaze import psychometric as made
from dataset_builders.gaze.psychometric import Design, Scene, build_demo, read_design, scenes
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

NAME = "GazeTarget_Psychometric_DEMO"


def scene(separation=10.0, view=0.0, size=448, middle=1.0, objects=("bottle", "clock", "apple")):
    return Scene("R", objects, separation, middle, view, size)


def test_every_cue_meets_every_target_in_every_scene_and_is_what_it_says():
    found = list(scenes(Design()))
    assert len(found) == 5 * 3  # separations and gazers; views take turns
    assert [one.view for one in found[:6]] == [0.0, -30.0, 30.0, -30.0, 30.0, 0.0]
    distances, middles = set(), {one.middle for one in found if one.separation == 4.0}
    assert 2 < len(middles) <= len(found)  # a direction does not reveal the position
    for number, one in enumerate((*found, scene(8.0, objects=tuple("abcd")))):
        poses, azimuths = list(one.stimuli(number)), one.azimuths
        assert Counter(pose[:2] for pose in poses) == {(cue, i): 1 for cue in made.CUES for i in range(len(azimuths))}
        for cue, gaze, head, yaw in poses:
            assert yaw == pytest.approx(one.middle if cue == "eyes" else azimuths[head])
            assert (head == -1, head == gaze) == (cue == "eyes", cue in ("both", "head"))
            if cue == "conflict":  # otherwise it would be a picture of the cue "eyes"
                assert yaw != one.middle
                distances.add(abs(head - gaze))
    assert distances == {1, 2, 3}


def test_angles_and_camera_follow_from_the_scene():
    one = scene()
    ways = one.places - made.EYES
    assert np.rad2deg(np.arctan2(ways[:, 0], ways[:, 2])) == pytest.approx([-9.0, 1.0, 11.0])
    assert np.hypot(ways[:, 0], ways[:, 2]) == pytest.approx(made.REACH)
    for wrong in (scene(1.0), scene(30.0), scene(view=85.0), scene(4.0, size=64)):
        with pytest.raises(DataError, match=f"bottle, clock, apple at {wrong.separation:g} degrees: they touch"):
            _ = wrong.fitted
    shifts = [scene(degrees, size=size, middle=0.0).iris_shift(2) for degrees, size in ((6, 448), (12, 448), (12, 896))]
    assert shifts[1:] == pytest.approx([2 * shifts[0], 4 * shifts[0]], rel=0.1)


@pytest.mark.long
def test_a_design_is_built_or_its_field_named(tmp_path):
    path = tmp_path / "design.json"
    for content, message in {
        "[]": "give a JSON object", "{": "cannot be read", '{"angle": [3]}': "with separations, gazers, sizes",
        '{"separations": [0]}': "separations must be", '{"gazers": ["Q"]}': "among R, S, T",
        '{"sizes": [448, 448]}': "different whole numbers from 64 to 4096",
    }.items():  # fmt: skip
        path.write_text(content)
        with pytest.raises(DataError, match=message):
            read_design(path)
    path.write_text(json.dumps({"separations": [1], "gazers": ["R"]}))
    with pytest.raises(DataError, match="at 1 degrees: "):
        build_demo(NAME, path, tmp_path / "root")
    assert not (tmp_path / "root" / NAME).exists()
    path.write_text(json.dumps({"separations": [7, 15], "gazers": ["R"], "sizes": [200]}))
    build_demo(NAME, path, tmp_path)
    rows, manifest = read_set(NAME, tmp_path)
    photos = rows.drop_duplicates("stimulus_id")
    assert (len(photos), len(rows)) == (2 * 12, 2 * 2 * 12)
    angles = photos[["gaze_yaw", "head_yaw", "eye_in_head"]].astype(float)
    assert (angles["eye_in_head"] - angles["gaze_yaw"] + angles["head_yaw"]).abs().max() < 0.002
    assert angles.loc[photos["condition"] == "both", "eye_in_head"].abs().max() < 1e-6
    assert set(photos.loc[photos["condition"] == "head", "eyes_visible"]) == {"0"}
    images = {file.read_bytes() for file in (set_folder(NAME, tmp_path) / "images").iterdir()}
    assert len(images) > 0.7 * len(photos)
    assert any("not photos" in warning for warning in manifest.warnings)
    assert all(0 < x < 1 for cell in photos["points"] for x, _ in json.loads(cell))
