"""Densities of all participants but one, from sums that are shared by everything that is left out.

The gold standard of a participant is the density of everybody else's fixations on the image, with a bandwidth chosen
by cross-validation among them. Here an image has one matrix of kernels per bandwidth, whose product with a matrix of
folds gives everybody's cross-validation, and one density per bandwidth, from which a participant's own fixations are
taken away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats, Indices
from vlmeval_hvs.metrics.bumped_maps import BlockedMap, BumpedMap
from vlmeval_hvs.metrics.kde import FOLDS, bandwidth_grid, gaussian_factor, points_of, select_bandwidth
from vlmeval_hvs.metrics.maps import FixationScore

_SAFE = 1e-280  # a sum of kernels, as a share of the nearest one, that is smaller has underflowed
_DIGITS = 1e-6  # a difference of sums of kernels that is a smaller share of them has lost too many digits
_MARGIN = 1e-6  # log-likelihood (nats) within which `select_bandwidth` itself compares two bandwidths again


def left_out_bandwidths(rows: ArrayLike, columns: ArrayLike, counts: ArrayLike, shape: tuple[int, int]) -> Floats:
    """For every participant, the bandwidth that `select_bandwidth` chooses for the others' fixations.

    Arguments and errors are those of `left_out_maps`.

    Returns:
        (p,) bandwidths, px; the middle candidate where fewer than two fixations are left.
    """
    points, starts, ends = _pooled(rows, columns, counts)
    grid = bandwidth_grid(shape)
    chosen = np.full(len(ends), grid[len(grid) // 2])
    kept = {
        person: np.delete(np.arange(len(points)), np.s_[start:end])
        for person, (start, end) in enumerate(zip(starts, ends, strict=True))
        if len(points) - (end - start) >= 2
    }
    if not kept:
        return chosen
    # A column for every fold of everybody's cross-validation: the fixations that predict those of the fold.
    parts = [(person, part) for person, own in kept.items() for part in np.array_split(own, min(FOLDS, len(own)))]
    training = np.zeros((len(points), len(parts)))
    for number, (person, part) in enumerate(parts):
        training[np.setdiff1d(kept[person], part), number] = 1
    sizes = [len(part) for _, part in parts]
    held, column = np.concatenate([part for _, part in parts]), np.repeat(np.arange(len(parts)), sizes)
    owner = np.repeat([person for person, _ in parts], sizes)
    constant = np.log(2 * math.pi * training.sum(axis=0))[column]

    difference = points[:, None, :] - points[None, :, :]
    squared = np.einsum("ijk,ijk->ij", difference, difference)
    np.fill_diagonal(squared, math.inf)  # a fixation never predicts itself
    nearest = squared.min(axis=1)
    # Measured from the nearest other fixation, so that lonely fixations do not underflow.
    excess = squared - nearest[:, None]
    likelihoods = np.empty((len(grid), len(ends)))
    lost = np.zeros(len(ends), dtype=bool)
    for number, width in enumerate(grid):
        sums = (np.exp(excess * (-0.5 / width**2)) @ training)[held, column]
        lost[owner[sums < _SAFE]] = True
        logs = np.log(np.maximum(sums, _SAFE)) - 0.5 * nearest[held] / width**2 - constant - 2 * math.log(width)
        likelihoods[number] = np.bincount(owner, logs, len(ends))
    for person, own in kept.items():
        likely = likelihoods[:, person]
        close = grid if lost[person] else grid[likely >= likely.max() - _MARGIN]
        others = points[own]
        chosen[person] = close[0] if len(close) == 1 else select_bandwidth(others[:, 0], others[:, 1], shape, close)
    return chosen


class LeftOutMap:
    """The density of all participants but one.

    Args:
        points: ``(n, 2)`` rows and columns of the others' fixations, px.
        own: ``(k, 2)`` those of the participant who is left out.
        sigma: Bandwidth, px.
        everybody: Sum of the kernels of all participants.
    """

    def __init__(self, points: Floats, own: Floats, sigma: float, everybody: BlockedMap) -> None:
        self.points, self.sigma, self.everybody = points, sigma, everybody
        self.difference = BumpedMap(everybody.shape, own, np.full(len(own), -1.0), sigma, everybody)

    @cached_property
    def alone(self) -> BumpedMap:
        """The same density, summed from the others' fixations."""
        return BumpedMap(self.everybody.shape, self.points, np.ones(len(self.points)), self.sigma)

    def score(self, row: int, column: int, baseline: float | None = None) -> FixationScore:
        """All scores of a fixation; see `BumpedMap.score`."""
        # Where nobody else looked, nearly all of the sum is taken away again, and its digits with it.
        lonely = self.difference.value(row, column) < _DIGITS * float(self.everybody.values[row, column])
        return (self.alone if lonely else self.difference).score(row, column, baseline)


def left_out_maps(
    rows: ArrayLike, columns: ArrayLike, counts: ArrayLike, shape: tuple[int, int]
) -> Iterator[tuple[int, LeftOutMap]]:
    """The densities of all participants but one, for one participant after the other.

    Args:
        rows: (n,) rows of all fixations, px from the top, participant by participant.
        columns: (n,) their columns, px from the left.
        counts: (p,) number of fixations of each participant, in the same order, summing to n.
        shape: Height and width of the maps.

    Yields:
        The number of a participant and the map without them, ordered by bandwidth; nobody is yielded without whom no
        fixation is left.

    Raises:
        ValueError: Rows, columns and counts do not belong together.
    """
    points, starts, ends = _pooled(rows, columns, counts)
    bandwidths = left_out_bandwidths(rows, columns, counts, shape)
    known: tuple[float, BlockedMap] | None = None
    for person in np.argsort(bandwidths, kind="stable").tolist():
        own = slice(int(starts[person]), int(ends[person]))
        others = np.delete(points, own, axis=0)
        if not len(others):
            continue
        sigma = float(bandwidths[person])
        if known is None or known[0] != sigma:
            factors = gaussian_factor(points[:, 0], shape[0], sigma), gaussian_factor(points[:, 1], shape[1], sigma)
            known = sigma, BlockedMap(factors[0].T @ factors[1], factors)
        yield person, LeftOutMap(others, points[own], sigma, known[1])


def _pooled(rows: ArrayLike, columns: ArrayLike, counts: ArrayLike) -> tuple[Floats, Indices, Indices]:
    points = points_of(rows, columns)
    sizes = np.asarray(counts, dtype=np.int64).ravel()
    if (sizes < 0).any() or sizes.sum() != len(points):
        raise ValueError(f"{len(points)} fixations, but {sizes.sum()} fixations of participants")
    ends = np.cumsum(sizes)
    return points, ends - sizes, ends
