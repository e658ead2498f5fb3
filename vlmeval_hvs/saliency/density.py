"""Pictures as the maps take them, and maps as they give them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.errors import DataError

Floats = NDArray[np.float64]


def as_rgb(picture: Any) -> Floats:
    """A picture as float64 ``(height, width, 3)``, 0 to 1.

    Args:
        picture: uint8, RGB ``(height, width, 3)`` or grey ``(height, width)``.

    Raises:
        DataError: It is no such array.
    """
    pixels = np.asarray(picture)
    if pixels.dtype != np.uint8 or pixels.size == 0 or not (pixels.ndim == 2 or pixels.shape[2:] == (3,)):
        raise DataError(f"a picture is uint8 (height, width) or (height, width, 3), not {pixels.dtype} {pixels.shape}")
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    return np.asarray(pixels / 255.0, dtype=np.float64)


def as_density(values: Any, shape: tuple[int, int] | None = None) -> Floats:
    """Values of a map as a density that sums to 1; flat where there is nothing but zeros.

    Args:
        values: Non-negative and finite, ``(height, width)``.
        shape: Height and width of the density; that of the values when None. It is interpolated linearly.

    Raises:
        DataError: The values are no map.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.size == 0 or not np.isfinite(array).all() or (array < 0).any():
        raise DataError(f"a map is a finite non-negative array (height, width), not one of shape {array.shape}")
    if shape is not None and array.shape != tuple(shape):
        # Interpolation may leave the range by rounding.
        array = np.maximum(cv2.resize(array, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), 0)
    total = float(array.sum())
    if not total > 0:
        return np.full(array.shape, 1.0 / array.size)
    return np.asarray(array / total, dtype=np.float64)


def scaled_to(picture: Floats, longest: int) -> Floats:
    """A picture brought to a length of its longer side, px; its proportions stay.

    Args:
        picture: ``(height, width)`` or ``(height, width, channels)``.
        longest: Length of the longer side, px.
    """
    height, width = picture.shape[:2]
    factor = longest / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    if size == (width, height):
        return picture
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), dtype=np.float64)
