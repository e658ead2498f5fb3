"""The psychometric set: its design, and the angles of its photos."""

import json

import pytest

from dataset_builders.gaze.psychometric import build_demo, read_design
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

NAME = "GazeTarget_Psychometric_DEMO"


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
