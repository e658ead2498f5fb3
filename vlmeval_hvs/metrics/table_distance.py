"""Distances between objects in a row on a table, and what blind guessing would give.

Source: "Vision-Language Models Mistake Head Orientation for Gaze Direction", section 2.5 (Wrongness, DistEyeHead).
Positions are 0-based indices into the objects in table order. Every function broadcasts over its arguments.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, Integers


def _positions(reference: ArrayLike, n_objects: ArrayLike) -> tuple[Integers, Integers]:
    where, n = np.broadcast_arrays(np.asarray(reference, dtype=np.int64), np.asarray(n_objects, dtype=np.int64))
    if np.any(n < 2):
        raise ValueError(f"a row needs at least 2 objects, got {int(n.min())}")
    bad = (where < 0) | (where >= n)
    if np.any(bad):
        first = tuple(index[0] for index in np.nonzero(np.atleast_1d(bad)))
        place = np.atleast_1d(where)[first]
        raise ValueError(f"position {place} is outside a row of {np.atleast_1d(n)[first]} objects")
    return where, n


def max_distance(reference: ArrayLike, n_objects: ArrayLike) -> Integers:
    """The largest distance any choice can have from `reference`.

    Args:
        reference: Position or positions, 0 <= reference < n_objects.
        n_objects: Number of objects in the row, at least 2.

    Returns:
        Integer array, max(reference, n_objects - 1 - reference).

    Raises:
        ValueError: A position lies outside its row, or a row has fewer than 2 objects.
    """
    where, n = _positions(reference, n_objects)
    return np.maximum(where, n - 1 - where)


def expected_distance(reference: ArrayLike, n_objects: ArrayLike) -> Floats:
    """The mean distance from `reference` of a uniform random choice.

    Args:
        reference: Position or positions, 0 <= reference < n_objects.
        n_objects: Number of objects in the row, at least 2.

    Returns:
        Float array: (1 + ... + reference + 1 + ... + (n_objects - 1 - reference)) / n_objects.

    Raises:
        ValueError: A position lies outside its row, or a row has fewer than 2 objects.
    """
    where, n = _positions(reference, n_objects)
    right = n - 1 - where
    return (where * (where + 1) + right * (right + 1)) / (2.0 * n)


def expected_wrongness(reference: ArrayLike, n_objects: ArrayLike) -> Floats:
    """Wrongness of a uniform random choice: 1/2, but 2/3 for the middle of three objects."""
    return expected_distance(reference, n_objects) / max_distance(reference, n_objects)


def wrongness(choice: ArrayLike, target: ArrayLike, n_objects: ArrayLike) -> Any:
    """Distance from choice to target as a share of the largest distance possible for that target.

    With the head target in place of the gaze target this is the study's DistToHeadTarget.

    Args:
        choice: Chosen position or positions; -1 for a reply that named no option.
        target: Position or positions of the right answer.
        n_objects: Number of objects in the row, at least 2.

    Returns:
        A float for scalar arguments, else a float array: 0 (right) to 1; NaN where choice is -1.

    Raises:
        ValueError: A position lies outside its row, or a row has fewer than 2 objects.

    Example:
        >>> wrongness(2, 0, 4)
        0.6666666666666666
        >>> wrongness([0, 3, -1], 0, 4).tolist()
        [0.0, 1.0, nan]
    """
    limit = max_distance(target, n_objects)
    chosen = np.asarray(choice, dtype=np.int64)
    _positions(np.where(chosen == -1, 0, chosen), n_objects)
    value = np.where(chosen == -1, np.nan, np.abs(chosen - np.asarray(target)) / limit)
    return float(value) if value.ndim == 0 else value
