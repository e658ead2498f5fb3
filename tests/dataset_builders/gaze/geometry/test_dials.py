"""The dials of generated stimuli: angles, limits, and the check that everything can be seen."""

import numpy as np
import pytest

from dataset_builders.gaze.geometry.dials import EYES, REACH, Dials, check
from vlmeval_hvs.errors import DataError

SHARED = {"person": "R", "objects": ("bottle", "clock", "apple"), "separation": 10.0, "gaze": 2, "head_yaw": -5.0}


def test_angles_follow_from_the_dials():
    dials = Dials(**SHARED, middle=1.0)
    assert dials.azimuths == pytest.approx([-9.0, 1.0, 11.0])
    assert dials.gaze_yaw == pytest.approx(11.0)
    assert dials.eye_in_head == pytest.approx(16.0)
    ways = dials.places - EYES
    assert np.rad2deg(np.arctan2(ways[:, 0], ways[:, 2])) == pytest.approx([-9.0, 1.0, 11.0])
    assert np.hypot(ways[:, 0], ways[:, 2]) == pytest.approx(REACH)


def test_the_camera_stands_where_the_view_says():
    right = Dials(**SHARED, view=30.0).camera
    assert np.rad2deg(np.arctan2(*(right.eye - right.target)[[0, 2]])) == pytest.approx(30.0)
    assert np.linalg.norm(right.eye - right.target) == pytest.approx(150.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"objects": ("bottle",)}, "2 to 4 different objects"),
        ({"objects": ("bottle", "bottle")}, "2 to 4 different objects"),
        ({"gaze": 3}, "no object 3"),
        ({"separation": 0.0}, "not positive"),
        ({"head_yaw": 80.0}, "80 degrees; 70"),
        ({"head_yaw": -40.0}, "50 degrees in the head; 45"),
    ],
)
def test_what_no_person_can_do_is_refused(change, message):
    with pytest.raises(DataError, match=message):
        Dials(**SHARED | change)


def cubes(dials, half):
    """A cube of a size at each place."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    return [place + corners for place in dials.places]


FACE = EYES + np.array([[-8.0, -8, 0], [8, -8, 0], [8, 8, 0], [-8, 8, 0]])


def test_free_objects_pass_and_are_measured():
    dials = Dials(**SHARED)
    facts = check(dials, cubes(dials, 2.0), FACE)
    middles = dials.camera.project(dials.places)
    assert facts["spacing"] == pytest.approx(np.diff(middles[:, 0]).min())
    assert facts["visible"] == 1.0
    assert 0 < facts["gap"] < facts["spacing"]


@pytest.mark.parametrize(
    ("dials", "half", "message"),
    [
        (Dials(**SHARED), 6.0, "can be seen|apart"),
        (Dials(**SHARED | {"separation": 2.0}), 1.0, "apart, with"),
        (Dials(**SHARED | {"separation": 1.0}), 2.0, "apart|can be seen"),
        (Dials(**SHARED, view=85.0), 3.0, "can be seen|apart|leaves"),
        (Dials(**SHARED | {"separation": 30.0, "head_yaw": 0.0}), 3.0, "leaves the picture"),
    ],
)
def test_hidden_touching_and_cut_objects_are_refused(dials, half, message):
    with pytest.raises(DataError, match=message):
        check(dials, cubes(dials, half), FACE)


def test_an_object_before_the_face_is_refused():
    dials = Dials(**SHARED)
    tall = [points * [1.0, 8.0, 1.0] for points in cubes(dials, 2.0)]
    with pytest.raises(DataError, match="hides the face|leaves"):
        check(dials, tall, FACE)
