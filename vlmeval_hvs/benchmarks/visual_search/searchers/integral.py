"""Expected accuracy of the next fixation: the integral of Najemnik and Geisler (2005), compiled.

For a fixation ``k`` the probability of naming the right cell is the sum over cells ``i`` of
``p_i * integral phi(w) prod_{j != i} Phi((-2 ln(p_j / p_i) + d_j^2 + d_i^2 + 2 d_i w) / 2 d_j) dw``. A factor is
``Phi((a - t_j) / d_j)`` with ``a = ln p_i + d_i^2 / 2 + d_i w`` and ``t_j = ln p_j - d_j^2 / 2``: all rivals ``j`` of
all cells ``i`` are thresholds on one number. So rivals are sorted once per fixation by the value of ``a`` from which
on they are surely beaten; a product runs over those that are not, and stops once it is negligible.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

Floats = NDArray[np.float64]

NODES, LIMIT = 50, 20.0
"""Nodes of the published trapezoid, and its upper limit; its lower limit is -20 or later."""
MIN_VISIBILITY = 1e-5
"""Smaller d' count as this one in the exact integral, which divides by d'."""
_TOLERANCE = 0.001  # of the published table of Phi: it runs from 0.001 to 0.999
_LEAST = 1e-7  # terms of the sum that are smaller, as shares of the largest probability, are left out
_FAR = 8.6  # |w| beyond which the Gaussian weight is below 1e-16 of its maximum


class _Table(NamedTuple):
    """Phi at even steps, read by linear interpolation.

    Attributes:
        values: Phi at ``low``, ``low + 1 / per_unit``, ...
        low: The first argument; smaller ones have the first value.
        per_unit: Steps per unit.
        sure: Value of arguments beyond the last step.
        undefined: Value where the argument is 0 / 0.
        adaptive: Whether the integral starts where the product can differ from its smallest value, as published.
    """

    values: Floats
    low: float
    per_unit: float
    sure: float
    undefined: float
    adaptive: bool


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
    """Probability of naming the target's cell after fixating each cell, ``(N,)``.

    Fifty-point trapezoid over [-20, 20]. Every value is within 1e-4 of the map's largest one of what the same
    trapezoid gives in double precision, whatever the posterior.

    Args:
        posterior: (N,) probability of the target in each cell.
        visibility: (N, N) d' of each cell (rows) from each fixation (columns).
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
    # Quotients first: the stored code's rounding is part of its results, see below.
    ratios = np.log(p[:, None] / p[None, :]) if table.adaptive else np.empty((0, 0))
    result: Floats = _accuracies(p, np.log(p), ratios, fixations, *table)
    return result


@njit(cache=True)
def _accuracies(
    p: Floats,
    log_p: Floats,
    ratios: Floats,
    fixations: Floats,
    table: Floats,
    low: float,
    per_unit: float,
    sure: float,
    undefined: float,
    adaptive: bool,
) -> Floats:
    n = p.size
    result = np.zeros(len(fixations))
    least = _LEAST * p.max()
    beyond = low + (table.size - 2) / per_unit
    # So many rivals at the table's first value make a product negligible; the cell itself may be one more.
    spoilers = math.ceil(math.log(_LEAST) / math.log(table[0])) + 2
    powers = sure ** np.arange(n + 1)
    places = np.linspace(-LIMIT, LIMIT, NODES)
    weights = np.exp(-0.5 * places * places)
    threshold, beaten = np.empty(n), np.empty(n)
    unsure, order = np.empty(n, dtype=np.int64), np.empty(n)
    lost = np.empty(spoilers)
    for k in range(len(fixations)):
        d = fixations[k]
        lost[:] = -np.inf
        first, second, owner, runner_up, blind = -np.inf, -np.inf, -1, -1, 0
        for j in range(n):
            # What a fixation does not see at all stays out of the thresholds, and has its factor further down.
            threshold[j] = log_p[j] - d[j] * d[j] / 2 if d[j] > 0 else -np.inf
            beaten[j] = threshold[j] + beyond * d[j]
            blind += d[j] == 0
            border = threshold[j] + low * d[j]
            if border > lost[-1]:
                place = spoilers - 1
                while place > 0 and lost[place - 1] < border:
                    lost[place] = lost[place - 1]
                    place -= 1
                lost[place] = border
            if adaptive:
                border = threshold[j] - LIMIT * d[j]
                if border > first:
                    first, second, owner, runner_up = border, first, j, owner
                elif border > second:
                    second, runner_up = border, j
        lowest = lost[-1]  # products are negligible at arguments below this one
        count = 0
        for j in range(n):
            if beaten[j] > lowest:
                unsure[count] = j
                order[count] = -beaten[j]
                count += 1
        rivals = unsure[:count][np.argsort(order[:count])]
        total = 0.0
        for i in range(n):
            base = log_p[i] + d[i] * d[i] / 2
            if p[i] < least or base + d[i] * _FAR < lowest:
                continue
            start, border_rival, border_factor = -LIMIT, -1, 1.0
            j = runner_up if i == owner else owner
            if adaptive and d[i] > 0 and j >= 0:
                # The operations of the stored code, one by one: where d' is tiny, its rounding decides whether the
                # rival at whose -20 the integral starts is beaten there.
                offset = (-2 * ratios[j, i] + d[j] * d[j] + d[i] * d[i]) / (2 * d[j])
                slope = d[i] / d[j]
                first_w = (-LIMIT - offset) / slope
                if first_w > start:
                    start, border_rival = first_w, j
                    place = (slope * start + offset - low) * per_unit
                    if place <= 0:
                        border_factor = table[0]
                    elif place >= table.size - 2:
                        border_factor = sure
                    else:
                        before = int(place)
                        border_factor = table[before] + (place - before) * (table[before + 1] - table[before])
            step = (LIMIT - start) / (NODES - 1)
            if step <= 0:
                continue
            begin = max((lowest - base) / d[i] if d[i] > 0 else -_FAR, -_FAR)
            node = max(math.ceil((begin - start) / step), 0)
            value = 0.0
            while node < NODES:
                w = start + node * step
                if w > _FAR:
                    break
                weight = math.exp(-0.5 * w * w) if adaptive else weights[node]
                if node == 0:
                    weight *= 0.5
                share = p[i] * weight
                if share > least:
                    a = base + d[i] * w
                    skipped = border_rival if node == 0 else -1
                    # Rivals that are beaten at every argument, the cell itself not among them.
                    rest = n - count - (1 if beaten[i] <= lowest else 0)
                    product = 1.0
                    if blind > 0:
                        product = _unseen(i, w, d, ratios, table[0], undefined, sure)
                    if skipped >= 0:
                        product *= border_factor
                        rest -= 1 if beaten[skipped] <= lowest else 0
                    for number in range(count):
                        j = rivals[number]
                        if beaten[j] <= a:
                            rest += count - number - (1 if lowest < beaten[i] <= a else 0)
                            rest -= 1 if skipped >= 0 and lowest < beaten[skipped] <= a else 0
                            break
                        if j in (i, skipped):
                            continue
                        place = ((a - threshold[j]) / d[j] - low) * per_unit
                        if place <= 0:
                            product *= table[0]
                        else:
                            before = min(int(place), table.size - 2)
                            product *= table[before] + (place - before) * (table[before + 1] - table[before])
                        if share * product < least:
                            product = 0.0
                            break
                    value += product * powers[rest] * weight
                node += 1
            # The cell itself is read from the table, too, at an argument far beyond its end.
            total += p[i] * sure * value * step
        result[k] = total / math.sqrt(2 * math.pi)
    return result


@njit(cache=True)
def _unseen(i: int, w: float, d: Floats, ratios: Floats, lost: float, undefined: float, sure: float) -> float:
    """Factor of the rivals with d' = 0, whose arguments are infinite or undefined, as a multiple of sure ones."""
    product = 1.0
    for j in range(d.size):
        if d[j] == 0 and j != i:
            offset = d[i] * d[i] - 2 * ratios[j, i]
            if d[i] > 0 and offset > 0 and w > 0:
                continue
            product *= (lost if d[i] > 0 and offset < 0 and w < 0 else undefined) / sure
    return product
