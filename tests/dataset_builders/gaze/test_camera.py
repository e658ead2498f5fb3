"""The camera and the shading of drawn people."""

import numpy as np
import pytest

from dataset_builders.gaze.camera import Camera, Canvas, Ellipsoid, frame

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
        paint = lambda points: np.full((len(points), 3), float(colour))  # noqa: E731
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
