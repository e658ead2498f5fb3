"""Expected accuracy of the next fixation: the integral of Najemnik and Geisler (2005), compiled.

For a fixation ``k`` the probability of naming the right cell is the sum over cells ``i`` of
``p_i * integral phi(w) prod_{j != i} Phi((-2 ln(p_j / p_i) + d_j^2 + d_i^2 + 2 d_i w) / 2 d_j) dw``. A factor is
``Phi((a - t_j) / d_j)`` with ``a = ln p_i + d_i^2 / 2 + d_i w`` and ``t_j = ln p_j - d_j^2 / 2``: all rivals ``j`` of
all cells ``i`` are thresholds on one number. So rivals are sorted once per fixation by the value of ``a`` from which
on they are surely beaten; a product runs over those that are not, and stops once it is negligible.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy.special import ndtr, ndtri

from vlmeval_hvs.metrics.arrays import Floats

NODES, LIMIT = 50, 20.0
"""Nodes of the published trapezoid, and its upper limit; its lower limit is -20 or later."""
MIN_VISIBILITY = 1e-5
"""Smaller d' count as this one in the exact integral, which divides by d'."""
_TOLERANCE = 0.001  # of the published table of Phi: it runs from 0.001 to 0.999
_FAR = 5.7  # |w| beyond which the Gaussian weight is below 1e-7 of its maximum
_LEAST = 1e-7  # terms of the sum that are smaller, as shares of the largest probability, are left out


class _Table(NamedTuple):
    """Phi, read by linear interpolation."""

    values: Floats  # at `low`, `low + 1 / per_unit` and so on
    low: float
    per_unit: float
    sure: float  # of arguments beyond the last step
    undefined: float  # of 0 / 0
    adaptive: bool  # whether the integral starts where the product can differ from its smallest value, as published


@cache
def _exact_table() -> _Table:
    # Interpolation is right to 1.2e-7; a rival is surely beaten beyond 5 with an error of 2.9e-7.
    low, per_unit = -5.0, 512
    arguments = low + np.arange(int(-2 * low * per_unit) + 2) / per_unit
    return _Table(ndtr(arguments), low, per_unit, 1.0, 0.0, False)


@cache
def _published_table() -> _Table:
    stored = ndtri(np.arange(_TOLERANCE, 1, _TOLERANCE))
    low, per_unit = float(stored[0]), 4096
    arguments = low + np.arange(math.ceil((stored[-1] - low) * per_unit) + 2) / per_unit
    values = np.interp(arguments, stored, ndtr(stored))
    return _Table(values, low, per_unit, float(values[-1]), float(np.interp(1.0, stored, ndtr(stored))), True)


def expected_accuracy(posterior: Floats, visibility: Floats) -> Floats:
    """Probability of naming the target's cell after fixating each cell, ``(N,)``: fifty-point trapezoid over [-20, 20].

    It is within 1e-4 of the map's largest value of what that gives in double precision. The posterior is ``(N,)``;
    visibility ``(N, N)`` is d' of each cell (rows) from each fixation (columns).
    """
    return _run(posterior, np.maximum(visibility, MIN_VISIBILITY), _exact_table())


def stored_accuracy(posterior: Floats, visibility: Floats) -> Floats:
    """The expected accuracy as the published Python code computes it, ``(N,)``.

    That code reads Phi from 999 values between 0.001 and 0.999, so that even surely beaten rivals count 0.999 each; it
    starts the integral where the first rival's argument is -20, up to the rounding of its operations, which are those
    done here; and where arguments are undefined (d' of 0) it reads Phi at 1.
    """
    return _run(posterior, visibility, _published_table())


def _run(posterior: Floats, visibility: Floats, table: _Table) -> Floats:
    p = np.maximum(np.asarray(posterior, dtype=np.float64), 1e-300)
    fixations = np.ascontiguousarray(np.asarray(visibility, dtype=np.float64).T)
    # Quotients first: the stored code's rounding is part of its results, see `_first_node`.
    ratios = np.log(p[:, None] / p[None, :]) if table.adaptive else np.empty((0, 0))
    return np.asarray(_accuracies(p, ratios, fixations, table))


@njit(cache=True)
def _accuracies(p: Floats, ratios: Floats, fixations: Floats, table: _Table) -> Floats:
    n, log_p, least = p.size, np.log(p), _LEAST * p.max()
    beyond = table.low + (table.values.size - 2) / table.per_unit
    powers = table.sure ** np.arange(n + 1)
    # So many rivals at the table's first value make a product negligible; the cell itself may be one more.
    spoilers = min(math.ceil(math.log(_LEAST) / math.log(table.values[0])) + 2, n)
    result = np.zeros(len(fixations))
    for k in range(len(fixations)):
        d = fixations[k]
        # What a fixation does not see at all stays out of the thresholds, and has its factor further down.
        threshold = np.where(d > 0, log_p - d * d / 2, -np.inf)
        beaten = threshold + beyond * d
        # Products are negligible at arguments below this one, so whoever is beaten there is beaten wherever it counts.
        lowest = np.partition(threshold + table.low * d, n - spoilers)[n - spoilers]
        rivals = np.flatnonzero(beaten > lowest)
        rivals = rivals[np.argsort(-beaten[rivals])]
        blind = d.min() == 0
        borders = threshold - LIMIT * d
        owner = int(np.argmax(borders))
        borders[owner] = -np.inf
        runner_up = int(np.argmax(borders))
        for i in range(n):
            if p[i] < least:
                continue
            start, border_rival, border_factor = -LIMIT, -1, 1.0
            j = runner_up if i == owner else owner
            if table.adaptive and d[i] > 0 and d[j] > 0:
                first, border_factor = _first_node(i, j, d, ratios, table)
                if first > start:
                    start, border_rival = first, j
            base, step = log_p[i] + d[i] * d[i] / 2, (LIMIT - start) / (NODES - 1)
            if base + d[i] * _FAR < lowest or step <= 0:
                continue
            begin = max((lowest - base) / d[i], -_FAR) if d[i] > 0 else -_FAR
            value = 0.0
            for node in range(max(math.ceil((begin - start) / step), 0), NODES):
                w = start + node * step
                if w > _FAR:
                    break
                weight = math.exp(-0.5 * w * w) * (0.5 if node == 0 else 1.0)
                share, a = p[i] * weight, base + d[i] * w
                if share <= least:
                    continue
                skipped = border_rival if node == 0 else -1
                product = border_factor if skipped >= 0 else 1.0
                if blind:
                    product *= _unseen(i, w, d, ratios, table)
                rest = 0  # rivals that are surely beaten, the cell itself not among them
                for number in range(rivals.size + 1):
                    if number == rivals.size or beaten[rivals[number]] <= a:
                        rest = n - number - (beaten[i] <= a) - (skipped >= 0 and beaten[skipped] <= a)
                        break
                    j = rivals[number]
                    if j in (i, skipped):
                        continue
                    product *= _phi((a - threshold[j]) / d[j], table)
                    if share * product < least:
                        product = 0.0
                        break
                value += product * powers[rest] * weight
            # The cell itself is read from the table, too, at an argument far beyond its end.
            result[k] += p[i] * table.sure * value * step
    return result / math.sqrt(2 * math.pi)


@njit(cache=True)
def _phi(argument: float, table: _Table) -> float:
    """Phi of the table, by linear interpolation."""
    place = (argument - table.low) * table.per_unit
    if place <= 0:
        return table.values[0]
    if place >= table.values.size - 2:
        return table.sure
    before = int(place)
    return table.values[before] + (place - before) * (table.values[before + 1] - table.values[before])


@njit(cache=True)
def _first_node(i: int, j: int, d: Floats, ratios: Floats, table: _Table) -> tuple[float, float]:
    """Where the argument of rival ``j`` is -20, and the rival's factor there."""
    # In the stored code's operations, one by one: where d' is tiny, rounding decides whether it is beaten there.
    offset = (-2 * ratios[j, i] + d[j] * d[j] + d[i] * d[i]) / (2 * d[j])
    slope = d[i] / d[j]
    first = (-LIMIT - offset) / slope
    return first, _phi(slope * first + offset, table)


@njit(cache=True)
def _unseen(i: int, w: float, d: Floats, ratios: Floats, table: _Table) -> float:
    """Factor of the rivals with d' = 0, whose arguments are infinite or undefined, as a multiple of sure ones."""
    product = 1.0
    for j in range(d.size):
        if d[j] == 0 and j != i:
            offset = d[i] * d[i] - 2 * ratios[j, i]
            if d[i] > 0 and offset > 0 and w > 0:
                continue
            product *= (table.values[0] if d[i] > 0 and offset < 0 and w < 0 else table.undefined) / table.sure
    return product
