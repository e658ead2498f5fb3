"""Where people look for a target whatever the image: the prior of conditional information gain (cIG).

Source: HAT (CVPR 2024), ``convert_fixations_to_map`` of its ``common/utils.py``: fixations are counted per pixel,
smoothed, and divided by their sum.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.ndimage import gaussian_filter1d

from vlmeval_hvs.metrics.arrays import Floats

PRIOR_SPREAD = 24 / 320
"""Standard deviation of the published prior, as a share of the image's height (24 px of 320)."""


def left_out_priors(
    fixations: Sequence[tuple[ArrayLike, ArrayLike]],
    places: Sequence[tuple[ArrayLike, ArrayLike]],
    shape: tuple[int, int],
    spread: float = PRIOR_SPREAD,
) -> list[Floats]:
    """The prior of all images but one, at some places of that one, for one image after the other.

    Args:
        fixations: By image, columns and rows of the fixations on it, px of ``shape``.
        places: By image, columns and rows at which the prior of all other images is wanted, px of ``shape``.
        shape: Height and width of the map.
        spread: Standard deviation as a share of the height.

    Returns:
        By image, the densities at its places; those of a constant map where no other image has fixations.
    """
    # Smoothing is linear: the map of all images minus that of one, which is summed at the places that matter only.
    down, across = (gaussian_filter1d(np.eye(size), spread * shape[0], axis=0) for size in shape)
    pixels = [(np.asarray(y, dtype=int), np.asarray(x, dtype=int)) for x, y in fixations]
    counts = np.zeros(shape)
    for rows, columns in pixels:
        np.add.at(counts, (rows, columns), 1.0)
    smoothed = down @ counts @ across.T
    found = []
    for (rows, columns), (x, y) in zip(pixels, places, strict=True):
        at_rows, at_columns = np.asarray(y, dtype=int), np.asarray(x, dtype=int)
        others = int(counts.sum()) - len(rows)
        if not others:
            found.append(np.full(len(at_rows), 1.0 / (shape[0] * shape[1])))
            continue
        own = (down[np.ix_(at_rows, rows)] * across[np.ix_(at_columns, columns)]).sum(axis=1)
        found.append(np.maximum(smoothed[at_rows, at_columns] - own, 0.0) / others)
    return found
