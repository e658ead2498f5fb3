"""The exact rule in batches of torch, which the compiled rule is measured against.

The border below which all products vanish is bracketed once per fixation; above it, all pairs of cell and noise are
evaluated with all rivals that are not surely beaten there. Runs on a GPU when torch sees one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.searchers.integral import LIMIT, MIN_VISIBILITY, NODES

Floats = NDArray[np.float64]

_GRID = np.linspace(-LIMIT, LIMIT, NODES)
# Beyond 8.6 the Gaussian weight is below 1e-16 of its maximum; the trapezoid's ends lie there, too.
_NOISE = _GRID[np.abs(_GRID) < 8.6]
_WEIGHTS = float(_GRID[1] - _GRID[0]) * np.exp(-0.5 * _NOISE**2) / math.sqrt(2 * math.pi)
_SURE = 8.3  # Phi(8.3) is 1 in double precision
_NEGLIGIBLE = 1e-17  # a product below this is lost in rounding
_BISECTIONS = 32  # many cells of equal probability differ by as little as MIN_VISIBILITY


def batched_accuracy(posterior: Floats, visibility: Floats, chunk: int = 96) -> Floats:
    """Probability of knowing the target's cell after fixating each cell, ``(N,)``.

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
