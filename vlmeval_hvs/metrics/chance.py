"""What guessing scores: the distribution of the mean of independent answers that are right by chance.

The number of right answers among questions with different chances follows the Poisson binomial distribution. It is
computed by convolution (Hong, Computational Statistics & Data Analysis 59, 2013), exact to about 1e-12 in every
probability, not by a normal approximation, which fails for few questions and for small chances.
"""

import heapq
import math
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from vlmeval_hvs.metrics.arrays import Floats

_POINTS = 1 << 20  # most values of the mean that are kept distinct
_DIRECT = 1 << 14  # products of lengths up to which a convolution without Fourier transform is faster
_TIE = 1e-9  # share of a tail's probability below which it counts as exhausted: the noise of the transforms


class Chance(NamedTuple):
    """A mean under guessing and its interval."""

    value: float  # the expected mean, 0-1
    low: float  # lower quantile of the mean
    high: float  # upper quantile of the mean

    def mark(self, found: float) -> str:
        """Whether a result is ``above``, ``inside`` or ``below`` the range of guessing."""
        return "above" if found > self.high else "below" if found < self.low else "inside"


def null_interval(probabilities: ArrayLike, weights: ArrayLike | None = None, level: float = 0.95) -> Chance:
    """Expected mean and central interval of answers that are right by chance.

    The mean is ``sum(w * x) / sum(w)`` with independent ``x``, 1 with the given probability and else 0. It falls below
    ``low`` or above ``high`` with a probability of at most ``(1 - level) / 2`` each. Equal weights, weights that are
    whole multiples of the smallest one, and weights with up to 2^20 different combinations of counts are computed
    exactly; otherwise every group of equal weights is rounded to 2^20 steps of the mean.

    ``probabilities`` (n,) are the chances of the answers to be right, 0-1; ``weights`` (n,) are not negative, and all
    equal when None: for a mean over groups that count alike, ``1 / (groups * answers in its group)``; ``level`` is the
    coverage of the interval, 0 to 1 exclusive. No probability, numbers that differ, or one out of range: a ValueError.

    Example:
        >>> null_interval([0.25] * 100)
        Chance(value=0.25, low=0.17, high=0.34)
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
    counts = [_successes(part) for part in np.split(p, starts[1:])]
    units = w[starts] / w[0]
    sizes = np.diff(np.append(starts, len(p)))
    total = float(units @ sizes)
    whole = np.rint(units)
    if total <= _POINTS and np.allclose(units, whole, rtol=1e-12, atol=0):
        return _on_lattice(counts, whole, round(float(whole @ sizes)))
    if math.prod(len(part) for part in counts) > _POINTS:
        return _on_lattice(counts, units * (_POINTS / total), _POINTS)
    values, mass = np.zeros(1), np.ones(1)
    for part, weight in zip(counts, units / total, strict=True):
        values = (values[:, None] + np.arange(len(part)) * weight).ravel()
        mass = (mass[:, None] * part).ravel()
    order = np.argsort(values, kind="stable")
    values = np.clip(values[order], 0.0, 1.0)
    values[-1] = 1.0  # all answers right, but for rounding
    return values, mass[order]


def _on_lattice(counts: list[Floats], weights: Floats, steps: int) -> tuple[Floats, Floats]:
    """Sums of counts times weights, each product rounded to a whole step; the mean in units of 1 / steps."""
    places = (np.rint(np.arange(len(part)) * weight).astype(int) for part, weight in zip(counts, weights, strict=True))
    spread = [np.bincount(place, weights=part).astype(float) for place, part in zip(places, counts, strict=True)]
    mass = _sum_of(spread)
    return np.minimum(np.arange(len(mass)) / steps, 1.0), mass


def _successes(p: Floats) -> Floats:
    """(n + 1,) probabilities of 0 .. n successes in n trials."""
    from scipy.stats import binom

    values, sizes = np.unique(p, return_counts=True)
    return _sum_of(
        [
            binom.pmf(np.arange(n + 1), n, q) if n > 1 else np.array([1 - q, q])
            for q, n in zip(values.tolist(), sizes.tolist(), strict=True)
        ]
    )


def _sum_of(parts: list[Floats]) -> Floats:
    """Probabilities of the sum of independent whole numbers, of which each part has the probabilities of 0, 1, ..."""
    # The two shortest are convolved first, as in Huffman's code: few long transforms.
    number = count()
    heap = [(len(part), next(number), part) for part in parts]
    heapq.heapify(heap)
    while len(heap) > 1:
        first, second = heapq.heappop(heap)[2], heapq.heappop(heap)[2]
        length = len(first) + len(second) - 1
        if len(first) * len(second) <= _DIRECT:
            both = np.convolve(first, second)
        else:
            size = 1 << (length - 1).bit_length()
            both = np.fft.irfft(np.fft.rfft(first, size) * np.fft.rfft(second, size), size)[:length]
            both = np.maximum(both, 0.0)
        heapq.heappush(heap, (length, next(number), both))
    return heap[0][2]
