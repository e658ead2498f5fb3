"""Choice of the next fixation by the exact rule of the ideal searcher: compiled, and the published formula.

Both see the same beliefs: a flat and a centre prior, and what a searcher believes after fixations, with the published
noise. The formula is timed on a few of the 768 cells and scaled up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from scipy.special import ndtr

from speed.timing import in_turns, table
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher, decision_map
from vlmeval_hvs.benchmarks.visual_search.searchers.grid import (
    IMAGE_SHAPE,
    N_CELLS,
    centre_prior,
    prior_cells,
    visibility,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.integral import LIMIT, MIN_VISIBILITY, NODES

PEER = "numba"


def reference_accuracy(posterior: np.ndarray, visibility: np.ndarray, cell: int) -> float:
    """Expected accuracy of one fixation by the formula as it stands, in double precision.

    Args:
        posterior: (N,) probability of the target in each cell.
        visibility: (N, N) d' of each cell (rows) from each fixation (columns).
        cell: The fixated cell.
    """
    nodes = np.linspace(-LIMIT, LIMIT, NODES)
    d = np.maximum(visibility[:, cell], MIN_VISIBILITY)
    p = np.maximum(posterior, 1e-300)
    log_ratio = np.log(p)[None, :] - np.log(p)[:, None]  # ln(p_j / p_i), rows i
    constant = -2 * log_ratio + d[None, :] ** 2 + d[:, None] ** 2
    values = np.empty((NODES, len(p)))
    for number, w in enumerate(nodes):
        factors = ndtr((constant + 2 * d[:, None] * w) / (2 * d[None, :]))
        np.fill_diagonal(factors, 1.0)
        values[number] = factors.prod(axis=1) * math.exp(-0.5 * w * w) / math.sqrt(2 * math.pi)
    ends = np.ones(NODES)
    ends[[0, -1]] = 0.5
    return float(p @ (ends @ values * (nodes[1] - nodes[0])))


def beliefs() -> Iterator[tuple[str, np.ndarray]]:
    """Kinds of belief, each with one, (N_CELLS,)."""
    yield "flat prior", np.full(N_CELLS, 1 / N_CELLS)
    yield "centre prior", prior_cells(centre_prior())
    path = [(512.0, 384.0), (300.0, 200.0), (700.0, 500.0)]
    searcher = BayesianSearcher(IMAGE_SHAPE, (500, 800, 572, 872), None, centre_prior())
    yield "after 3 fixations", searcher.posterior(path).ravel()


def measure(quick: bool) -> str:
    """Time of one choice, and how far the accuracies are apart as a share of the largest."""
    d_prime, n, rows = visibility()[0], 1 if quick else 3, []
    cells = np.linspace(0, N_CELLS - 1, n + 2).astype(int)[1:-1]
    decision_map(prior_cells(centre_prior()), d_prime, "exact-integral")  # compiles
    for kind, belief in beliefs():
        found = in_turns(
            {
                "formula": lambda p=belief: [reference_accuracy(p, d_prime, int(cell)) for cell in cells],
                "ours": lambda p=belief: decision_map(p, d_prime, "exact-integral"),
                "elm": lambda p=belief: decision_map(p, d_prime, "elm"),
            },
            1 if quick else 3,
        )
        formula = np.array([reference_accuracy(belief, d_prime, int(cell)) for cell in cells])
        exact = decision_map(belief, d_prime, "exact-integral")
        difference, scale = float(np.abs(exact[cells] - formula).max() / exact.max()), n / N_CELLS
        ratio = found["formula"].median / scale / found["ours"].median
        times = found["formula"].text(scale, 0), found["ours"].text(digits=3)
        rows.append((kind, *times, f"{ratio:.0f}", f"{difference:.0e}", found["elm"].text(1e-3, 1)))
    head = ("belief", "formula, s", "here, s", "times faster", "largest difference", "entropy limit, ms")
    return table(head, rows)
