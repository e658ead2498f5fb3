"""What is read off a map: how much of it, or how high it is, in a box or at fixated places.

Boxes are ``(x1, y1, x2, y2)`` and points ``(x, y)``, relative to the picture (0 to 1).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Box = Sequence[float]


def box_share(density: Floats, box: Box) -> float:
    """The share of a density's mass inside a box, 0 to 1.

    >>> box_share(np.full((4, 8), 1 / 32), (0, 0, 0.5, 0.5))
    0.25
    """
    rows, columns = _weights(density.shape, box)
    return float(rows @ density @ columns)


def box_mean(density: Floats, box: Box) -> float:
    """Mean of a map over a box, pixels that are cut by its border weighted by their part inside.

    Of a density that sums to 1 it is given relative to the flat map: 1 is chance.

    >>> round(box_mean(np.full((4, 8), 1 / 32), (0.1, 0.1, 0.3, 0.4)), 9)
    1.0
    """
    rows, columns = _weights(density.shape, box)
    area = float(rows.sum() * columns.sum())
    return float(rows @ density @ columns) / area * density.size if area > 0 else 0.0


def mean_at(density: Floats, points: Sequence[tuple[float, float]]) -> float:
    """Mean density at points, relative to the flat map; 0 without points."""
    return float(np.mean(_at(density, points))) if len(points) else 0.0


def log_density_at(density: Floats, points: Sequence[tuple[float, float]], floor: float = 1e-3) -> float:
    """Mean natural logarithm of a density at points, relative to the flat map; minus infinity without points.

    Args:
        density: The map, with sum 1.
        points: Fixated places.
        floor: Share of a flat map that is mixed in, so that no single point decides by a zero.
    """
    if not len(points):
        return float("-inf")
    return float(np.mean(np.log((1 - floor) * _at(density, points) + floor)))


def _at(density: Floats, points: Sequence[tuple[float, float]]) -> Floats:
    height, width = density.shape
    x, y = np.asarray(points, dtype=np.float64).T
    columns = np.clip((x * width).astype(int), 0, width - 1)
    rows = np.clip((y * height).astype(int), 0, height - 1)
    return np.asarray(density[rows, columns] * density.size)


def _weights(shape: tuple[int, ...], box: Box) -> tuple[Floats, Floats]:
    """How much of each row and of each column lies inside a box, 0 to 1."""
    x1, x2 = sorted((float(box[0]), float(box[2])))
    y1, y2 = sorted((float(box[1]), float(box[3])))
    return _covered(shape[0], y1, y2), _covered(shape[1], x1, x2)


def _covered(size: int, start: float, end: float) -> Floats:
    """The part of each of ``size`` cells between two places; a box thinner than a cell counts as that cell."""
    start, end = np.clip([start * size, end * size], 0, size)
    cells = np.arange(size)
    covered = np.clip(np.minimum(end, cells + 1) - np.maximum(start, cells), 0, 1)
    if not covered.any():
        covered[min(int(start), size - 1)] = 1.0
    return np.asarray(covered, dtype=np.float64)
