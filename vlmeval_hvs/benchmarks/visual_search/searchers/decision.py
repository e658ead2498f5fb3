"""Where the ideal Bayesian searcher looks next.

Three rules over a grid of ``N`` cells with posterior ``p (N,)`` and visibility ``d (N, N)``, ``d[i, k]`` being d' of
cell ``i`` while cell ``k`` is fixated: the exact rule of Najemnik and Geisler (2005) as used by Bujia et al. and
ViSioNS, the ELM rule (entropy-limit minimisation: Najemnik and Geisler 2009), and the posterior's maximum.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RULES = ("exact", "elm", "greedy")
MIN_VISIBILITY = 1e-5
"""Smaller d' carry no evidence, and the exact rule divides by d'."""
_GRID = np.linspace(-20, 20, 50)  # the published 50-point trapezoid
_STEP = float(_GRID[1] - _GRID[0])
# Beyond 8.6 the Gaussian weight is below 1e-16 of its maximum; the trapezoid's ends lie there, too.
_NOISE = _GRID[np.abs(_GRID) < 8.6]
_WEIGHTS = _STEP * np.exp(-0.5 * _NOISE**2) / math.sqrt(2 * math.pi)
_SURE = 8.3  # Phi(8.3) is 1 in double precision
_NEGLIGIBLE = 1e-17  # a product below this is lost in rounding
_BISECTIONS = 32  # many cells of equal probability differ by as little as MIN_VISIBILITY


def next_cell(posterior: Floats, visibility: Floats, rule: str = "exact") -> int:
    """Cell to fixate next, the first one of equals.

    Args:
        posterior: Probability of every cell to hold the target, ``(N,)``.
        visibility: d' of cell i (row) under fixation k (column), ``(N, N)``.
        rule: One of `RULES`.

    Raises:
        ValueError: The rule is unknown.
    """
    if rule == "exact":
        return int(np.argmax(expected_accuracy(posterior, visibility)))
    if rule == "elm":
        return int(np.argmax(posterior @ visibility**2))
    if rule == "greedy":
        return int(np.argmax(posterior))
    raise ValueError(f"unknown rule {rule!r}; known are {', '.join(RULES)}")


def expected_accuracy(posterior: Floats, visibility: Floats, chunk: int = 96) -> Floats:
    """Probability of knowing the target's cell after fixating each cell (exact rule), ``(N,)``.

    The published integrand is a product over competitors j of
    ``Phi((-2 ln(p_j / p_i) + d_j^2 + d_i^2 + 2 d_i w) / 2 d_j)``, which is ``Phi((a - t_j) / d_j)`` with
    ``a = ln p_i + d_i^2 / 2 + d_i w`` and ``t_j = ln p_j - d_j^2 / 2``. So for one fixation the product is an
    increasing function of the single number ``a``, and most of the (i, w) pairs lie where it is 0 in double precision:
    that border is bracketed once, and only the pairs above it and the competitors that still matter there are
    evaluated. Runs on a GPU when torch sees one.

    Args:
        posterior: (N,) probability of the target in each cell.
        visibility: (N, N) d' of each cell (rows) from each fixation (columns).
        chunk: Number of fixations that are evaluated at once; more take more memory.
    """
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    p = torch.as_tensor(np.maximum(posterior, 1e-300), dtype=torch.float64, device=device)
    d = torch.as_tensor(visibility, dtype=torch.float64, device=device).clamp_min(MIN_VISIBILITY).T.contiguous()
    parts = [_accuracy(torch, p, d[start : start + chunk]) for start in range(0, len(d), chunk)]
    result: Floats = torch.cat(parts).cpu().numpy()
    return result


def _accuracy(torch: Any, p: Any, d: Any) -> Any:
    """Expected accuracy of a chunk of fixations; ``d`` has shape (fixations, cells)."""
    n_fixations = len(d)
    noise = torch.as_tensor(_NOISE, dtype=d.dtype, device=d.device)
    weights = torch.as_tensor(_WEIGHTS, dtype=d.dtype, device=d.device)
    log_p = p.log()
    threshold = log_p - d**2 / 2
    border = _border(torch, threshold, d)
    evidence = (log_p + d**2 / 2)[:, :, None] + d[:, :, None] * noise
    alive = evidence > border[:, None, None]
    # Competitors that are certainly beaten even at the border contribute a factor 1.
    matters = threshold + _SURE * d > border[:, None]
    total = torch.zeros(n_fixations, dtype=d.dtype, device=d.device)
    for number in range(n_fixations):
        cell, sample = alive[number].nonzero(as_tuple=True)
        rivals = matters[number].nonzero().squeeze(1)
        a = evidence[number, cell, sample]
        z = (a[:, None] - threshold[number, rivals]) / d[number, rivals]
        product = _phi(torch, z).prod(dim=1)
        # The product leaves out j = i, whose factor is Phi(d_i + w).
        own = torch.special.ndtr(d[number, cell] + noise[sample])
        product = torch.where(matters[number, cell], product / own, product)
        total[number] = (p[cell] * weights[sample] * product.clamp_max(1)).sum()
    return total


def _border(torch: Any, threshold: Any, d: Any) -> Any:
    """Largest bracketed ``a`` per fixation below which the product over all competitors is negligible."""
    low = (threshold - 9 * d).min(dim=1).values - 1
    high = (threshold + 9 * d).max(dim=1).values
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        product = _phi(torch, (middle[:, None] - threshold) / d).prod(dim=1)
        negligible = product < _NEGLIGIBLE
        low = torch.where(negligible, middle, low)
        high = torch.where(negligible, high, middle)
    return low


def _phi(torch: Any, z: Any) -> Any:
    """Normal distribution function; below -9 it counts as the value there, which no product survives."""
    # Unclamped, torch returns NaN for huge arguments and slows down a hundredfold on denormal results.
    return torch.special.ndtr(z.clamp(-9.0, 8.5))


def reference_accuracy(posterior: Floats, visibility: Floats, cell: int) -> float:
    """Expected accuracy of one fixation by the published formula as it stands, for tests and measurements."""
    from scipy.special import ndtr

    d = np.maximum(visibility[:, cell], MIN_VISIBILITY)
    p = np.maximum(posterior, 1e-300)
    log_ratio = np.log(p)[None, :] - np.log(p)[:, None]  # ln(p_j / p_i), rows i
    constant = -2 * log_ratio + d[None, :] ** 2 + d[:, None] ** 2
    values = np.empty((len(_GRID), len(p)))
    for number, w in enumerate(_GRID):
        factors = ndtr((constant + 2 * d[:, None] * w) / (2 * d[None, :]))
        np.fill_diagonal(factors, 1.0)
        values[number] = factors.prod(axis=1) * math.exp(-0.5 * w * w) / math.sqrt(2 * math.pi)
    ends = np.ones(len(_GRID))
    ends[[0, -1]] = 0.5
    return float(p @ (ends @ values * _STEP))
