"""The drawn sets: their designs, the angles of the psychometric set, and how pictures look."""

import json

import numpy as np
import pytest
from PIL import Image, ImageDraw

from dataset_builders.gaze import drawing
from dataset_builders.gaze.demo import COMBINATIONS, SIZE, Scene
from dataset_builders.gaze.psychometric import build
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.sets import read_set, set_folder

OBJECTS = {
    "bottle": (15.37, 20.29, 15.87), "cup": (6.37, 14.17, 26.2), "apple": (23.55, 5.99, 5.24),
    "book": (19.95, 10.58, 19.68), "ball": (31.14, 20.33, 5.39), "clock": (25.31, 25.31, 25.27),
    "plant": (17.65, 21.85, 11.02), "lamp": (8.7, 16.27, 16.44),  # mean colour of each on black at 10 px a centimetre
}  # fmt: skip
SCENE = [  # grey values of a scene at 8 x 8
    [228, 228, 228, 228, 219, 144, 214, 228], [228, 228, 228, 228, 142, 50, 116, 228],
    [228, 228, 228, 228, 168, 117, 157, 228], [228, 228, 228, 228, 212, 118, 223, 228],
    [188, 210, 207, 226, 129, 116, 143, 224], [146, 132, 144, 153, 143, 127, 125, 227],
    [147, 144, 131, 154, 149, 149, 149, 173], [120, 130, 148, 149, 149, 148, 125, 132],
]  # fmt: skip


@pytest.mark.long
def test_the_set_is_fully_crossed_and_every_picture_differs(demo):
    root = demo("GazeTarget_DEMO")
    rows, manifest = read_set("GazeTarget_DEMO")
    assert manifest.tsv_sha256[:12] == "783eb3bab72f"
    assert rows["study"].value_counts().to_dict() == {"main": 1800, "pilot": 216, "prepilot": 216}
    main = rows[rows["study"] == "main"].drop_duplicates("stimulus_id")
    assert main["condition"].value_counts().to_dict() == {"incongruent": 234, "natural": 108, "congruent": 108}
    assert set(main[main["condition"] != "natural"].groupby("scene_id").size()) == {4, 9, 16}
    images = set_folder("GazeTarget_DEMO", root) / "images"
    assert len({path.read_bytes() for path in images.iterdir()}) == 450 == rows["image_path"].nunique()


def test_objects_and_scenes_look_as_before():
    assert drawing.OBJECTS.keys() == OBJECTS.keys()
    for name in OBJECTS:
        picture = Image.new("RGB", (240, 240))
        drawing.draw_object(ImageDraw.Draw(picture), name, 120, 200, 10.0)
        assert np.asarray(picture, float).mean(axis=(0, 1)) == pytest.approx(OBJECTS[name], abs=0.05), name
    first, second = (Scene(COMBINATIONS[1], "left", 2, 1).picture("incongruent", 0, 2, 1234) for _ in range(2))
    scene = Scene(COMBINATIONS[1], "right", 1, 1)
    pictures = [scene.picture(*pose, number)[1].mean(axis=(0, 1)) for number, pose in enumerate(scene.poses())]
    assert np.mean(pictures, axis=0) == pytest.approx([194.505, 171.315, 151.782], abs=0.01)
    assert (first[0], first[1].tobytes(), first[1].shape) == (second[0], second[1].tobytes(), (SIZE, SIZE, 3))
    assert np.abs(grey_of(Image.fromarray(first[1]), 8) - SCENE).max() <= 2


def grey_of(image, side):
    return np.asarray(image.convert("L").resize((side, side), Image.Resampling.BOX), int)


NAME = "GazeTarget_Psychometric_DEMO"
GREY = [  # grey values of the first picture at 6 x 6, and numbers of its row
    [211, 211, 94, 92, 211, 204], [211, 195, 90, 88, 193, 203], [211, 210, 113, 117, 209, 211],
    [211, 200, 152, 154, 200, 211], [160, 148, 139, 137, 149, 160], [149, 149, 145, 141, 149, 149],
]  # fmt: skip
FIRST = ["[0.2727, 0.071, 0.7273, 0.5256]", "4.0", "25.5", "1.34"]


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
        assert np.abs(grey_of(image, 6) - GREY).max() <= 2
    assert first[["face", "gap_px", "spacing_px", "iris_shift_px"]].tolist() == FIRST
    with pytest.raises(DataError, match="is drawn here; leave --source out"):
        build("GazeTarget_Psychometric", folder, folder)
