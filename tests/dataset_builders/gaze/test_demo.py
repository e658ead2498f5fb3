"""The drawn gaze demo: geometry, determinism, and observers whose category comes out right."""

import json

import numpy as np
import pytest

from dataset_builders.gaze.demo import COMBINATIONS, SIZE, Scene, build
from vlmeval_hvs.sets import read_set, set_folder


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A data folder with the demo set."""
    root = tmp_path_factory.mktemp("LMUData") / "vlmeval_hvs"
    build("GazeTarget_DEMO", None, root)
    return root


@pytest.fixture(scope="module")
def rows(root):
    return read_set("GazeTarget_DEMO", root)[0]


def test_the_design_is_fully_crossed(rows):
    main = rows[rows["study"] == "main"].drop_duplicates("stimulus_id")
    assert main["condition"].value_counts().to_dict() == {"incongruent": 234, "natural": 108, "congruent": 108}
    assert main["scene_id"].nunique() == 36
    poses = main[main["condition"] != "natural"].groupby("scene_id").size()
    assert sorted(set(poses)) == [4, 9, 16]
    assert rows["study"].value_counts().to_dict() == {"main": 1800, "pilot": 216, "prepilot": 216}


def test_every_picture_is_stored_once_and_differs(rows, root):
    folder = set_folder("GazeTarget_DEMO", root) / "images"
    contents = {path.read_bytes() for path in folder.iterdir()}
    assert len(contents) == 450 == rows["image_path"].nunique()


def test_pictures_are_the_same_every_time():
    first, second = (Scene(COMBINATIONS[1], "left", 2, 1).picture("incongruent", 0, 2, 1234) for _ in range(2))
    assert first[0] == second[0]
    assert np.array_equal(first[1], second[1])
    assert first[1].shape == (SIZE, SIZE, 3)
    assert first[1].dtype == np.uint8


def test_head_and_eyes_move_independently():
    scene = Scene(COMBINATIONS[3], "front", 1, 3)
    same = scene.picture("congruent", 0, 0, 1)[1].astype(int)
    eyes = scene.picture("incongruent", 3, 0, 1)[1].astype(int)
    head = scene.picture("incongruent", 0, 3, 1)[1].astype(int)
    moved_eyes = (np.abs(same - eyes).sum(axis=2) > 30).sum()
    moved_head = (np.abs(same - head).sum(axis=2) > 30).sum()
    assert 100 < moved_eyes < moved_head / 3
    x0, y0, x1, y1 = (np.array(scene.box)).tolist()
    outside = np.abs(same - head).sum(axis=2)
    outside[y0:y1, x0:x1] = 0
    assert outside.sum() == 0  # only the head changes between poses


def test_iris_follows_the_gaze():
    # The dark pixels of the eyes move with the target while the head stays (front view, table from left to right).
    scene = Scene(COMBINATIONS[3], "front", 1, 3)
    centers = []
    for gaze in range(4):
        picture = scene.picture("incongruent", gaze, 1, 1)[1]
        x0, y0, x1, y1 = scene.box
        face = picture[y0:y1, x0:x1].astype(int)
        blue = (face[..., 2] > face[..., 0] + 25) & (face[..., 2] > 60)  # irises of this look are blue
        band = slice(0, int(0.62 * (y1 - y0)))
        centers.append(np.nonzero(blue[band])[1].mean())
    assert np.all(np.diff(centers) > 0.5), centers


def test_points_lie_on_the_objects_and_views_differ(rows):
    photos = rows.drop_duplicates("stimulus_id")
    for row in photos.to_dict("records"):
        points = np.array(json.loads(row["points"]))
        assert (points > 0).all()
        assert (points < 1).all()
        assert len(points) == int(row["n_objects"])
    front = photos[photos["view"] == "front"]
    assert (front["left_to_right"] == front["objects"]).all()
