"""Isotropic Gaussian density of fixations, and its bandwidth by cross-validation.

Equal to ``sklearn.neighbors.KernelDensity`` inside ``GridSearchCV`` (5 folds without shuffling, total log-likelihood of
the held-out points), as the ViSioNS centre bias and gold standard use it, but separable on the pixel grid and screened
in single precision, which makes it tens of times faster. Numbers that are not finite, not positive where they must be,
or differ in how many they are, are a ``ValueError``.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

FOLDS = 5  # consecutive, unshuffled folds of every cross-validation; fewer for fewer fixations
_SCREEN_MARGIN = 0.05  # log-likelihood (nats) within which a bandwidth is examined again in double precision
_CHUNK = 4096  # fixations whose row and column factors are held at once


def bandwidth_grid(shape: tuple[int, int]) -> Floats:
    """Candidate bandwidths (px) for a map of ``shape`` (height, width): the published grids.

    Small maps (grids of cells, ``ln(height * width) < 10``) have 100 candidates from 0.1 to 10, evenly spaced in their
    logarithm; images have 200 candidates from 15 to 70.
    """
    if math.log(shape[0] * shape[1]) < 10:
        return 10 ** np.linspace(-1, 1, 100)
    return np.linspace(15, 70, 200)


def select_bandwidth(
    rows: ArrayLike, columns: ArrayLike, shape: tuple[int, int], candidates: ArrayLike | None = None
) -> float:
    """Bandwidth (px) with the highest cross-validated log-likelihood of the fixations.

    Rows and columns (n,) are px from the top and left, ``shape`` is height and width of the map, candidates are
    positive bandwidths (px) instead of its `bandwidth_grid`. Of equal ones the first is the best. With fewer than two
    fixations nothing can be held out: the middle candidate (the published code raises there).

    Example:
        >>> select_bandwidth([10, 12, 11, 60, 62], [20, 21, 19, 80, 82], (100, 100), candidates=[1, 5, 25])
        1.0
    """
    points = points_of(rows, columns)
    grid = bandwidth_grid(shape) if candidates is None else np.asarray(candidates, dtype=np.float64)
    if grid.ndim != 1 or grid.size == 0 or not np.all(grid > 0):
        raise ValueError("bandwidth candidates must be a non-empty list of positive numbers")
    if len(points) < 2:
        return float(grid[len(grid) // 2])
    blocks = []  # by fold, squared distances of the held-out points to all others: (held out, training)
    for fold in np.array_split(np.arange(len(points)), min(FOLDS, len(points))):
        difference = points[fold][:, None, :] - np.delete(points, fold, axis=0)[None, :, :]
        blocks.append(np.einsum("ijk,ijk->ij", difference, difference))
    screened = _likelihoods(blocks, grid, np.float32)
    best = float(screened.max())
    close = np.flatnonzero(screened >= best - _SCREEN_MARGIN - 1e-6 * abs(best))
    exact = _likelihoods(blocks, grid[close], np.float64)
    return float(grid[close[int(np.argmax(exact))]])


def gaussian_kde_map(
    rows: ArrayLike,
    columns: ArrayLike,
    shape: tuple[int, int],
    bandwidth: float | None = None,
    weights: ArrayLike | None = None,
) -> Floats:
    """Gaussian kernel density of fixations at the centre of every pixel.

    Rows and columns (n,), at least one each, are px from the top and left; the bandwidth is the kernel's standard
    deviation, px, which `select_bandwidth` chooses when None; weights (n,) are not negative, and all equal when None.
    The result ``(height, width)`` is per square pixel; kernels are not cut at the border, so its sum is 1 or less.

    Example:
        >>> round(float(gaussian_kde_map([10], [20], (40, 50), bandwidth=2.0).sum()), 3)
        1.0
    """
    points = points_of(rows, columns)
    if len(points) == 0:
        raise ValueError("a density needs at least one fixation")
    if bandwidth is None:
        bandwidth = select_bandwidth(rows, columns, shape)
    if not bandwidth > 0:
        raise ValueError(f"the bandwidth must be positive, not {bandwidth}")
    share = np.full(len(points), 1.0 / len(points)) if weights is None else np.asarray(weights, dtype=np.float64)
    if share.shape != (len(points),) or np.any(share < 0) or not share.sum() > 0:
        raise ValueError("weights must be one non-negative number per fixation, not all zero")
    share = share / share.sum() / (2 * math.pi * bandwidth**2)
    # exp(-(dy^2 + dx^2) / 2h^2) is a product of a row factor and a column factor: one matrix product does the sum.
    density = np.zeros(shape)
    for start in range(0, len(points), _CHUNK):
        part = points[start : start + _CHUNK]
        rows_of, columns_of = (gaussian_factor(part[:, side], shape[side], bandwidth) for side in (0, 1))
        density += (rows_of * share[start : start + _CHUNK, None]).T @ columns_of
    return density


def gaussian_factor(centres: ArrayLike, length: int, sigma: float) -> Floats:
    """Gaussians of height 1 at the pixels' centres of one side: ``(k, length)``."""
    distance = np.arange(length) + 0.5 - np.asarray(centres, dtype=np.float64)[:, None]
    return np.asarray(np.exp(-0.5 * (distance / sigma) ** 2))


def points_of(rows: ArrayLike, columns: ArrayLike) -> Floats:
    """Rows and columns as ``(n, 2)``; a ValueError where they differ in number or are not finite."""
    y, x = np.asarray(rows, dtype=np.float64).ravel(), np.asarray(columns, dtype=np.float64).ravel()
    if y.shape != x.shape:
        raise ValueError(f"{y.size} rows but {x.size} columns")
    points = np.stack([y, x], axis=1)
    if not np.all(np.isfinite(points)):
        raise ValueError("fixations must be finite")
    return points


def _likelihoods(blocks: list[Floats], grid: Floats, dtype: type) -> Floats:
    """Summed held-out log-likelihood of every bandwidth; exponentials in ``dtype``, logarithms in double precision."""
    total = np.zeros(len(grid))
    for squared in blocks:
        nearest = squared.min(axis=1)
        # Measured from the nearest point, so that far points do not underflow to log(0).
        excess = (squared - nearest[:, None]).astype(dtype)
        work, (n_held, n_training) = np.empty_like(excess), squared.shape
        for number, bandwidth in enumerate(grid):
            scale = -0.5 / bandwidth**2
            np.exp(np.multiply(excess, dtype(scale), out=work), out=work)
            sums = work.sum(axis=1).astype(np.float64)
            constant = math.log(n_training) + math.log(2 * math.pi) + 2 * math.log(bandwidth)
            total[number] += float(np.log(sums).sum() + scale * nearest.sum()) - n_held * constant
    return total
