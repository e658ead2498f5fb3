"""From a pointed-at place to the nearest of several objects: how coordinate methods answer multiple-choice questions.

Source: the published analysis of "Vision-Language Models Mistake Head Orientation for Gaze Direction" scores Moondream2
and Gaze-LLE by the object nearest to the predicted gaze point, in the plane or along the horizontal only.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

RULES = ("l2", "dx")


def nearest_option(point: ArrayLike, options: ArrayLike, by: str = "l2", size: tuple[float, float] = (1.0, 1.0)) -> Any:
    """Index of the object nearest to a point; the first of equally near ones.

    Args:
        point: (2,) or (n, 2) x, y; 0-1 from the left and top edge, or pixels.
        options: (k, 2) x, y of the objects in the same unit; rows with NaN never win.
        by: "l2" is the distance in the plane, "dx" the horizontal distance.
        size: Width and height with which the coordinates are multiplied before distances are taken; needed when 0-1
            coordinates refer to an image that is not square.

    Returns:
        An int for one point, else an (n,) integer array; -1 where the point is not finite.

    Raises:
        ValueError: The rule is unknown, a shape is wrong, or no option has coordinates.

    Example:
        >>> nearest_option((0.4, 0.5), [(0.1, 0.5), (0.5, 0.9), (0.9, 0.5)], by="dx")
        1
    """
    if by not in RULES:
        raise ValueError(f"unknown rule {by!r}; known are {', '.join(RULES)}")
    where = np.asarray(point, dtype=float)
    places = np.asarray(options, dtype=float)
    if where.shape[-1:] != (2,) or where.ndim > 2 or places.ndim != 2 or places.shape[1] != 2:
        raise ValueError(f"need points (2,) or (n, 2) and options (k, 2), got {where.shape} and {places.shape}")
    usable = np.isfinite(places).all(axis=1)
    if not usable.any():
        raise ValueError("no option has coordinates")
    offset = (np.atleast_2d(where)[:, None] - places[None]) * np.asarray(size, dtype=float)
    distance = np.abs(offset[..., 0]) if by == "dx" else np.hypot(offset[..., 0], offset[..., 1])
    distance = np.where(usable, distance, np.inf)
    finite = np.isfinite(np.atleast_2d(where)).all(axis=1)
    index = np.where(finite, np.argmin(np.where(finite[:, None], distance, 0.0), axis=1), -1)
    return int(index[0]) if where.ndim == 1 else index
