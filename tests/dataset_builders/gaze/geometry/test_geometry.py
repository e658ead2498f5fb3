"""Camera, shading and dials of generated stimuli: places, angles, limits, and that everything can be seen."""

import numpy as np
import pytest

from dataset_builders.gaze.geometry.camera import Camera, Canvas, Ellipsoid, frame
from dataset_builders.gaze.geometry.dials import EYES, REACH, Dials, check
from vlmeval_hvs.errors import DataError

SHARED = {"person": "R", "objects": ("bottle", "clock", "apple"), "separation": 10.0, "gaze": 2, "head_yaw": -5.0}
CAMERA = Camera(np.array([0.0, 0.0, 100.0]), np.zeros(3), 1.0, 100)
"""Looks from the front at the origin, where a pixel is a centimetre."""


def test_points_are_projected_upright_and_axes_are_orthogonal():
    places = CAMERA.project([[0, 0, 0], [10, 0, 0], [0, 20, 0], [10, 20, 50]])
    assert places == pytest.approx(np.array([[50, 50, 100], [60, 50, 100], [50, 30, 100], [70, 10, 50]]))
    assert CAMERA.rays((60, 30, 61, 31))[0, 0] == pytest.approx([0.105, 0.195, -1])
    axes = frame(np.array([0.3, -0.2, 1.0]))
    assert axes.T @ axes == pytest.approx(np.eye(3))
    assert axes[1, 1] > 0.9


def test_a_ball_is_shaded_by_its_slope_and_hides_what_is_behind_it():
    def ball(x, z, radius, colour, shine=1.0):
        paint = lambda points, normals: np.full((len(points), 3), float(colour))  # noqa: E731
        return Ellipsoid(np.array([x, 0.0, z]), np.eye(3), np.full(3, radius), paint, shine)

    light, canvas = np.array([0.0, 0.0, 1.0]), Canvas(CAMERA, np.zeros((41, 41, 3)), (30, 30))
    for part in (ball(0, 0, 10.0, 200), ball(3, -30, 6.0, 90), ball(500, 0, 4.0, 90)):  # behind; beside the window
        canvas.add(part, light)
    hit = canvas.image[..., 0] > 0
    assert hit.sum() == pytest.approx(np.pi * 10**2, rel=0.03)
    assert np.argwhere(hit).mean(axis=0) == pytest.approx([19.5, 19.5], abs=0.1)
    # The normal of the middle leads to the light: 0.6 + 0.45 is cut at 1. At the edge it is at right angles: 0.45.
    slopes = np.linspace(0.5, 9.5, 10) / 10.05  # seen from near, the ball's edge is a little wider
    shown = canvas.image[20, 20:30, 0] / 200
    assert shown == pytest.approx(1 - 0.38 * (1 - np.clip(0.6 * np.sqrt(1 - slopes**2) + 0.45, 0, 1)), abs=0.02)
    another = canvas.copy()
    another.add(ball(0, 20, 4.0, 90, shine=0.0), light)
    assert another.image[20, 20] == pytest.approx([90] * 3), "in front, and flat"
    assert canvas.image[20, 20] == pytest.approx([200] * 3, rel=1e-3), "a copy is drawn on"


def test_angles_follow_from_the_dials():
    dials = Dials(**SHARED, middle=1.0)
    assert dials.azimuths == pytest.approx([-9.0, 1.0, 11.0])
    assert (dials.gaze_yaw, dials.eye_in_head) == (pytest.approx(11.0), pytest.approx(16.0))
    ways = dials.places - EYES
    assert np.rad2deg(np.arctan2(ways[:, 0], ways[:, 2])) == pytest.approx([-9.0, 1.0, 11.0])
    assert np.hypot(ways[:, 0], ways[:, 2]) == pytest.approx(REACH)
    right = Dials(**SHARED, view=30.0).camera
    assert np.rad2deg(np.arctan2(*(right.eye - right.target)[[0, 2]])) == pytest.approx(30.0)
    assert np.linalg.norm(right.eye - right.target) == pytest.approx(150.0)
    for change, message in (
        ({"head_yaw": 80.0}, "80 degrees; 70"), ({"head_yaw": -40.0}, "50 degrees in the head; 45"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=message):
            Dials(**SHARED | change)


def test_hidden_touching_and_cut_objects_are_refused():
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    face = EYES + np.array([[-8.0, -8, 0], [8, -8, 0], [8, 8, 0], [-8, 8, 0]])

    def checked(dials, half):
        return check(dials, [place + corners * half for place in dials.places], face)

    dials = Dials(**SHARED)
    facts = checked(dials, 2.0)
    assert facts["spacing"] == pytest.approx(np.diff(dials.camera.project(dials.places)[:, 0]).min())
    assert (facts["visible"], 0 < facts["gap"] < facts["spacing"]) == (1.0, True)
    for half, changes, message in (
        (6.0, {}, "can be seen|apart"), (1.0, {"separation": 2.0}, "apart, with"), ([2, 16, 2], {}, "hides|leaves"),
        (2.0, {"separation": 1.0}, "apart|can be seen"), (3.0, {"view": 85.0}, "can be seen|apart|leaves"),
        (3.0, {"separation": 30.0, "head_yaw": 0.0}, "leaves the picture"),
    ):  # fmt: skip
        with pytest.raises(DataError, match=message):
            checked(Dials(**SHARED | changes), half)
