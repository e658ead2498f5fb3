"""The searchers' grid of cells: image frame, pooling, visibility, prior.

Constants are those of the published Bayesian searcher (section 2.2.1 of ViSioNS and its code): an image is resized to
768 x 1024 px and divided into cells of 32 px.
"""

from functools import lru_cache

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats

IMAGE_SHAPE = (768, 1024)
CELL = 32
GRID_SHAPE = (IMAGE_SHAPE[0] // CELL, IMAGE_SHAPE[1] // CELL)
N_CELLS = GRID_SHAPE[0] * GRID_SHAPE[1]
_VARIANCE_X, _VARIANCE_Y = 4000.0, 2600.0  # px^2 of the visibility's Gaussian
_CENTRE_SPREAD = 1 / 3  # of each side: search fixations spread wider than those of free viewing
PRIOR_STRENGTH = 15.0  # of the published Python code; 10 in its MATLAB forerunner
SCALE, SHIFT = 3.0, 4.0  # d' is SCALE times visibility; noise is 1 / (SCALE * visibility + SHIFT)


def to_cell(value: float, size: int, cells: int) -> int:
    """Cell number of a coordinate in a frame ``size`` px long, truncated as published and kept inside the grid."""
    return min(max(int(value / size * cells), 0), cells - 1)


def pool(values: Floats, maximum: bool) -> Floats:
    """A 768 x 1024 map reduced to cells by maximum or mean, ``GRID_SHAPE``."""
    blocks = values.reshape(GRID_SHAPE[0], CELL, GRID_SHAPE[1], CELL)
    return np.asarray(blocks.max(axis=(1, 3)) if maximum else blocks.mean(axis=(1, 3)))


def min_max(values: Floats, low: float = 0.0, high: float = 1.0) -> Floats:
    """Values scaled linearly to ``[low, high]``; a constant map becomes ``low`` everywhere."""
    span = values.max() - values.min()
    return np.asarray(low + (values - values.min()) / (span if span > 0 else 1.0) * (high - low))


@lru_cache(maxsize=1)
def visibility() -> tuple[Floats, Floats]:
    """Detectability d' and the template's visibility, both ``(N, N)`` with the fixated cell as column.

    As published, the Gaussian is centred on the *seen* cell and is evaluated at the fixated cell's place on an
    even division of the image, which runs from border to border. d' is scaled over all pairs to [0, 3]; the visibility
    of the template response is d' over its maximum for each fixation.
    """
    height, width = IMAGE_SHAPE
    sampled_y, sampled_x = np.linspace(0, height, GRID_SHAPE[0]), np.linspace(0, width, GRID_SHAPE[1])
    centre_y, centre_x = ((np.arange(cells) + 0.5) * CELL for cells in GRID_SHAPE)
    # In the order of operations of scipy.stats.multivariate_normal, which the published code calls: the last digit
    # decides steps of the stored integral.
    along_y = ((sampled_y[None, :] - centre_y[:, None]) * np.sqrt(1 / _VARIANCE_Y)) ** 2
    along_x = ((sampled_x[None, :] - centre_x[:, None]) * np.sqrt(1 / _VARIANCE_X)) ** 2
    distance = along_y[:, None, :, None] + along_x[None, :, None, :]
    determinant = np.log(_VARIANCE_Y) + np.log(_VARIANCE_X)
    density = np.exp(-0.5 * (2 * np.log(2 * np.pi) + determinant + distance)).reshape(N_CELLS, N_CELLS)
    density -= density.min()
    d_prime: Floats = density / density.max() * SCALE
    return d_prime, d_prime / d_prime.max(axis=0)


def prior_cells(saliency: Floats, strength: float = PRIOR_STRENGTH) -> Floats:
    """Prior of every cell, ``(N,)`` with sum 1, from a saliency map of ``IMAGE_SHAPE`` (negative values count as 0).

    The map's mean in a cell counts ``strength - 1`` times as much as a flat prior that is added to it.
    """
    pooled = pool(np.maximum(saliency, 0), maximum=False).ravel()
    mass = pooled * ((strength - 1) * N_CELLS) / (pooled.sum() or 1.0) + 1
    return np.asarray(mass / mass.sum())


@lru_cache(maxsize=1)
def centre_prior() -> Floats:
    """A Gaussian around the image's centre, ``IMAGE_SHAPE``; a stand-in for a fitted centre bias."""
    rows, columns = (((np.arange(size) + 0.5) / size - 0.5) / _CENTRE_SPREAD for size in IMAGE_SHAPE)
    return np.asarray(np.exp(-0.5 * rows[:, None] ** 2 - 0.5 * columns[None, :] ** 2))
