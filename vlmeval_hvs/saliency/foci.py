"""Where attention goes on a map, one place after the other: the winner takes all, and does not return at once.

Source: section 2.5 of Itti, Koch and Niebur (1998): the highest place wins; a disc around it, with a sixth of the
picture's shorter side as radius, is then inhibited. The inhibition lasts 500 to 900 ms at 30 to 70 ms a shift there,
some 14 shifts, so that in the paths asked for here a place comes back only when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]

RADIUS = 1 / 6
"""Radius of the focus of attention, as a share of the picture's shorter side."""


def foci(density: Floats, count: int, before: Sequence[Point] = ()) -> list[Point]:
    """The places that win one after the other.

    Args:
        density: A map, ``(height, width)``.
        count: How many places.
        before: Places (x, y), relative to the picture, where attention was before: the latest last.

    Returns:
        Middles of pixels (x, y), relative to the picture; of equal ones the first in reading order.
    """
    inhibited, found = list(before), []
    height, width = density.shape
    for _ in range(count):
        remaining = attended(density, inhibited)
        while not remaining.max() > 0 and inhibited:  # everything is inhibited: the oldest place is free again
            inhibited.pop(0)
            remaining = attended(density, inhibited)
        row, column = divmod(int(remaining.argmax()), width)
        found.append(((column + 0.5) / width, (row + 0.5) / height))
        inhibited.append(found[-1])
    return found


def attended(density: Floats, before: Sequence[Point]) -> Floats:
    """The map with nothing left in the discs around places (x, y), relative to the picture."""
    remaining = density.copy()
    height, width = density.shape
    radius = RADIUS * min(height, width)
    for x, y in before:
        across, down = x * width - 0.5, y * height - 0.5
        rows = slice(max(int(down - radius), 0), max(int(down + radius) + 2, 0))
        columns = slice(max(int(across - radius), 0), max(int(across + radius) + 2, 0))
        part = remaining[rows, columns]
        row, column = np.ogrid[rows.start : rows.start + part.shape[0], columns.start : columns.start + part.shape[1]]
        part[(row - down) ** 2 + (column - across) ** 2 <= radius**2] = 0
    return remaining
