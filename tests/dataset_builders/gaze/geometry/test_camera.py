"""The camera of the drawn scenes."""

import numpy as np
import pytest

from dataset_builders.gaze.demo import camera_for
from dataset_builders.gaze.geometry.camera import frame


def test_projection_and_frames():
    camera = camera_for("front", 100)
    middle = camera.project(camera.target[None])[0]
    assert middle[:2] == pytest.approx([50, 50])
    right, up = camera.project(camera.target + 5.0 * np.eye(3)[:2])
    assert right[0] > 50
    assert up[1] < 50
    axes = frame(np.array([0.3, -0.2, 1.0]))
    assert axes.T @ axes == pytest.approx(np.eye(3))
    assert axes[1, 1] > 0.9  # stays upright
