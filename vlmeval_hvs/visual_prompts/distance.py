"""Distances to the border of an area, the same to the last bit wherever and however often they are computed."""

from __future__ import annotations

import cv2
import numpy as np


def distances(area: np.ndarray) -> np.ndarray:
    """Distance of every pixel of an area to the nearest pixel outside it, in px.

    OpenCV gives single precision whose last bits depend on where the array lies in memory. Squared distances between
    pixels are whole numbers, so rounding them leaves none of that.

    Args:
        area: uint8 bitmap ``(h, w)``, non-zero inside.

    Returns:
        float64 ``(h, w)``.

    Example:
        >>> distances(np.array([[0, 1, 1, 1]], np.uint8)).tolist()
        [[0.0, 1.0, 2.0, 3.0]]
    """
    found = cv2.distanceTransform(area, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
    return np.sqrt(np.rint(np.square(found.astype(np.float64))))
