"""The centre bias: people look at the middle of pictures, whatever these show (Tatler 2007, Journal of Vision 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CENTER_SPREAD = 0.22
"""Standard deviation of the bias as a share of each side, about that of free-viewing fixations."""


def center_bias(shape: Sequence[int], spread: float = CENTER_SPREAD) -> Floats:
    """A Gaussian around the centre as a density that sums to 1.

    Args:
        shape: Height and width, px.
        spread: Standard deviation as a share of each side.

    Raises:
        ValueError: The spread is not positive.
    """
    if not spread > 0:
        raise ValueError(f"spread must be positive, not {spread}")
    return _centre((int(shape[0]), int(shape[1])), float(spread))


@lru_cache(maxsize=8)
def _centre(shape: tuple[int, int], spread: float) -> Floats:
    rows, columns = (((np.arange(size) + 0.5) / size - 0.5) / spread for size in shape)
    density = np.exp(-0.5 * rows[:, None] ** 2 - 0.5 * columns[None, :] ** 2)
    density /= density.sum()
    density.flags.writeable = False  # every caller gets the same array
    return np.asarray(density)
