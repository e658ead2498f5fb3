"""What guessing scores: the distribution of the mean of independent answers that are right by chance.

The number of right answers among questions with different chances follows the Poisson binomial distribution. It is
computed exactly (to about 1e-12 in every probability), not by a normal approximation, which fails for few questions and
for small chances.
"""

import heapq
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

_POINTS = 1 << 20  # most values of the mean that are kept distinct
_BLOCK = 64  # trials whose distribution is built one by one; longer ones are convolved
_DIRECT = 1 << 14  # products of lengths up to which a convolution without Fourier transform is faster
_TIE = 1e-9  # share of a tail's probability below which it counts as exhausted: the noise of the transforms


class Chance(NamedTuple):
    """A mean under guessing and its interval."""

    value: float  # the expected mean, 0-1
    low: float  # lower quantile of the mean
    high: float  # upper quantile of the mean

    def mark(self, found: float) -> str:
        """Whether a result is ``above``, ``inside`` or ``below`` the range of guessing.

        Example:
            >>> Chance(0.25, 0.17, 0.34).mark(0.4)
            'above'
        """
        return "above" if found > self.high else "below" if found < self.low else "inside"


def null_interval(probabilities: ArrayLike, weights: ArrayLike | None = None, level: float = 0.95) -> Chance:
    """Expected mean and central interval of answers that are right by chance.

    The mean is ``sum(w * x) / sum(w)`` with independent ``x``, 1 with the given probability and else 0. The limits are
    its quantiles: it falls below ``low`` or above ``high`` with a probability of at most ``(1 - level) / 2`` each.

    Equal weights, weights that are whole multiples of the smallest one, and weights with up to 2^20 different
    combinations of counts are computed exactly. Otherwise every group of equal weights is rounded to 2^20 steps of the
    mean, which moves the limits by half a step per group at most: 5e-7 times the number of different weights.

    Args:
        probabilities: (n,) chance of each answer to be right, 0-1.
        weights: (n,) non-negative weight of each answer; all equal when None. For a mean over groups that count alike,
            each answer weighs ``1 / (groups * answers in its group)``.
        level: Coverage of the interval, between 0 and 1 exclusive.

    Returns:
        The expected mean and the limits. With few answers the expected mean may lie outside the limits by less than
        one answer: of one question with a chance of 0.01 the interval is 0 to 0.

    Raises:
        ValueError: No probability, one outside 0-1, weights that are negative, not finite, all 0 or of another number,
            or a level outside (0, 1).

    Example:
        >>> null_interval([0.25] * 100)
        Chance(value=0.25, low=0.17, high=0.34)

    Source:
        Exact computation by convolution, as reviewed by Hong, "On computing the distribution function for the Poisson
        binomial distribution", Computational Statistics & Data Analysis 59 (2013).
    """
    p = np.asarray(probabilities, dtype=float).ravel()
    w = np.ones(len(p)) if weights is None else np.asarray(weights, dtype=float).ravel()
    if not len(p):
        raise ValueError("a mean needs at least one probability")
    if not ((p >= 0) & (p <= 1)).all():
        raise ValueError("probabilities must lie between 0 and 1")
    if len(w) != len(p):
        raise ValueError(f"{len(p)} probabilities but {len(w)} weights")
    if not (np.isfinite(w).all() and (w >= 0).all() and w.any()):
        raise ValueError("weights must be finite and not negative, nor all 0")
    if not 0 < level < 1:
        raise ValueError(f"level {level} must lie in (0, 1)")
    expected = min(float(np.sum(w * p) / np.sum(w)), 1.0)
    values, mass = _distribution(p[w > 0], w[w > 0])
    tail = (1 - level) / 2
    # Both tails are summed from their ends, where the numbers are small and rounding does least harm.
    low = int(np.argmax(np.cumsum(mass) >= tail * (1 - _TIE)))
    high = len(mass) - 1 - int(np.argmax(np.cumsum(mass[::-1]) > tail * (1 + _TIE)))
    return Chance(expected, float(values[low]), float(values[max(low, high)]))


def _distribution(p: Floats, w: Floats) -> tuple[Floats, Floats]:
    """Values of the mean in ascending order, and their probabilities."""
    order = np.argsort(w, kind="stable")
    p, w = p[order], w[order]
    # Weights that differ by rounding only are one weight.
    starts = np.flatnonzero(np.concatenate(([True], w[1:] > w[:-1] * (1 + 1e-12))))
    counts = [_poisson_binomial(part) for part in np.split(p, starts[1:])]
    units = w[starts] / w[0]
    sizes = np.diff(np.append(starts, len(p)))
    total = float(units @ sizes)
    whole = np.rint(units)
    if total <= _POINTS and np.allclose(units, whole, rtol=1e-12, atol=0):
        return _on_lattice(counts, whole, round(float(whole @ sizes)))
    if math.prod(len(part) for part in counts) <= _POINTS:
        return _combined(counts, units / total)
    return _on_lattice(counts, units * (_POINTS / total), _POINTS)


def _combined(counts: list[Floats], weights: Floats) -> tuple[Floats, Floats]:
    """All combinations of counts."""
    values, mass = np.zeros(1), np.ones(1)
    for part, weight in zip(counts, weights, strict=True):
        values = (values[:, None] + np.arange(len(part)) * weight).ravel()
        mass = (mass[:, None] * part).ravel()
    order = np.argsort(values, kind="stable")
    values = np.clip(values[order], 0.0, 1.0)
    values[-1] = 1.0  # all answers right, but for rounding
    return values, mass[order]


def _on_lattice(counts: list[Floats], weights: Floats, steps: int) -> tuple[Floats, Floats]:
    """Sums of counts times weights, each product rounded to a whole step; the mean in units of 1 / steps."""
    parts: list[Floats] = []
    for part, weight in zip(counts, weights, strict=True):
        place = np.rint(np.arange(len(part)) * weight).astype(np.int64)
        parts.append(np.bincount(place, weights=part).astype(float))
    # The two shortest are convolved first, as in Huffman's code: few long transforms.
    heap: list[tuple[int, int, Floats]] = [(len(part), number, part) for number, part in enumerate(parts)]
    heapq.heapify(heap)
    for number in range(len(parts), 2 * len(parts) - 1):
        first, second = heapq.heappop(heap)[2], heapq.heappop(heap)[2]
        both = _convolved(first, second)
        heapq.heappush(heap, (len(both), number, both))
    mass = heap[0][2]
    values: Floats = np.arange(len(mass)) / steps
    return np.minimum(values, 1.0), mass


def _convolved(first: Floats, second: Floats) -> Floats:
    if len(first) * len(second) <= _DIRECT:
        return np.convolve(first, second)
    length = len(first) + len(second) - 1
    size = 1 << (length - 1).bit_length()
    product = np.fft.irfft(np.fft.rfft(first, size) * np.fft.rfft(second, size), size)[:length]
    return np.maximum(product, 0.0)


def _poisson_binomial(p: Floats) -> Floats:
    """(n + 1,) probabilities of 0 .. n successes in n trials, by blocks that are joined two by two."""
    n = len(p)
    blocks = 1 << max(math.ceil(n / _BLOCK) - 1, 0).bit_length()
    # Trials that never succeed fill the last blocks up.
    chances = np.concatenate([p, np.zeros(blocks * _BLOCK - n)]).reshape(blocks, _BLOCK)
    mass = np.zeros((blocks, _BLOCK + 1))
    mass[:, 0] = 1.0
    for column in chances.T[:n]:  # a short block ends early
        success = mass[:, :-1] * column[:, None]
        mass *= (1 - column)[:, None]
        mass[:, 1:] += success
    while len(mass) > 1:
        trials = 2 * (mass.shape[1] - 1)
        spectrum = np.fft.rfft(mass, 2 * trials)
        joined = np.fft.irfft(spectrum[::2] * spectrum[1::2], 2 * trials)[:, : trials + 1]
        mass = np.maximum(joined, 0.0)
    return mass[0, : n + 1]
