"""Displays that pop out in every account of visual search: the odd one is the maximum of the map."""

import cv2
import numpy as np
import pytest

from vlmeval_hvs.saliency import itti_koch, spectral_residual

COLUMNS, ROWS, CELL = 8, 6, 80
RED, GREEN, LIGHT = (200, 40, 40), (40, 200, 40), (230, 230, 230)
PLACES = [(2, 5), (1, 1), (4, 3)]


def bars(odd, odd_colour=LIGHT, odd_angle=0, colour=LIGHT, angle=0):
    """A 640 x 480 display of bars on grey; the one in the cell ``odd`` (row, column) differs."""
    display = np.full((ROWS * CELL, COLUMNS * CELL, 3), 128, np.uint8)
    for row, column in np.ndindex(ROWS, COLUMNS):
        mine = (row, column) == odd
        turn = np.deg2rad(odd_angle if mine else angle)
        middle = np.array([(column + 0.5) * CELL, (row + 0.5) * CELL])
        half = 22 * np.array([np.sin(turn), -np.cos(turn)])
        ends = [tuple(np.rint(middle + sign * half).astype(int).tolist()) for sign in (-1, 1)]
        cv2.line(display, *ends, odd_colour if mine else colour, 8, cv2.LINE_AA)
    return display


def peak(density):
    """The cell with the maximum."""
    return np.unravel_index(density.reshape(ROWS, CELL, COLUMNS, CELL).max(axis=(1, 3)).argmax(), (ROWS, COLUMNS))


@pytest.mark.long
def test_the_odd_bar_is_the_peak() -> None:
    differences = (
        {"odd_colour": RED, "colour": GREEN},
        {"odd_angle": 45},
        {"odd_colour": (255,) * 3, "colour": (150,) * 3},
    )
    for odd, difference in zip(PLACES, differences, strict=True):
        assert peak(itti_koch(bars(odd, **difference))) == odd, difference
        assert peak(spectral_residual(bars(odd, odd_angle=45))) == odd
