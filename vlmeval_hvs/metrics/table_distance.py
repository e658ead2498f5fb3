"""Distances between objects in a row on a table, what blind guessing would give, and the object nearest to a point.

Source: "Vision-Language Models Mistake Head Orientation for Gaze Direction", section 2.5 (Wrongness, DistEyeHead), and
its published analysis. Positions are 0-based indices into the objects in table order; a row has at least 2 objects.
Functions of positions broadcast, and raise a ValueError for a position outside its row.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, Integers

RULES = ("l2", "dx")


def _positions(reference: ArrayLike, n_objects: ArrayLike) -> tuple[Integers, Integers]:
    where, n = np.broadcast_arrays(np.asarray(reference, dtype=np.int64), np.asarray(n_objects, dtype=np.int64))
    if np.any(n < 2):
        raise ValueError(f"a row needs at least 2 objects, got {int(n.min())}")
    bad = (where < 0) | (where >= n)
    if np.any(bad):
        raise ValueError(f"position {where[bad][0]} is outside a row of {n[bad][0]} objects")
    return where, n


def max_distance(reference: ArrayLike, n_objects: ArrayLike) -> Integers:
    """The largest distance any choice can have from `reference`."""
    where, n = _positions(reference, n_objects)
    return np.maximum(where, n - 1 - where)


def expected_wrongness(reference: ArrayLike, n_objects: ArrayLike) -> Floats:
    """Wrongness of a uniform random choice: 1/2, but 2/3 for the middle of three objects."""
    where, n = _positions(reference, n_objects)
    right = n - 1 - where
    return (where * (where + 1) + right * (right + 1)) / (2.0 * n) / np.maximum(where, right)


def wrongness(choice: ArrayLike, target: ArrayLike, n_objects: ArrayLike) -> Any:
    """Distance from choice to target as a share of the largest distance possible for that target.

    With the head target in place of the gaze target this is the study's DistToHeadTarget. The result, a float for
    scalar arguments and else an array, is 0 (right) to 1, and NaN where choice is -1 (the reply named no option).

    Example:
        >>> wrongness([0, 3, -1], 0, 4).tolist()
        [0.0, 1.0, nan]
    """
    limit = max_distance(target, n_objects)
    chosen = np.asarray(choice, dtype=np.int64)
    _positions(np.where(chosen == -1, 0, chosen), n_objects)
    value = np.where(chosen == -1, np.nan, np.abs(chosen - np.asarray(target)) / limit)
    return float(value) if value.ndim == 0 else value


def nearest_option(
    point: tuple[float, float], options: ArrayLike, by: str = "l2", size: tuple[float, float] = (1.0, 1.0)
) -> int:
    """Index of the object nearest to a point, the first of equally near ones: how coordinate methods choose.

    Point and ``(k, 2)`` options are x, y in one unit, which are multiplied by ``size`` (width, height) first; options
    with NaN never win. Distances are in the plane (``by="l2"``) or horizontal (``"dx"``). A ValueError says that the
    rule is unknown or no option has coordinates.
    """
    if by not in RULES:
        raise ValueError(f"unknown rule {by!r}; known are {', '.join(RULES)}")
    x, y = ((np.asarray(options, dtype=float) - point) * size).T
    distance = np.hypot(x, y) if by == "l2" else np.where(np.isfinite(y), np.abs(x), np.nan)
    if not np.isfinite(distance).any():
        raise ValueError("no option has coordinates")
    return int(np.nanargmin(distance))
