"""Choice of the next fixation by the exact rule of the ideal searcher: compiled, and the published formula.

Both see the same beliefs: a flat and a centre prior, and what a searcher believes after fixations, with the published
noise. The formula is timed on a few of the 768 cells and scaled up.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher, decision_map
from vlmeval_hvs.benchmarks.visual_search.searchers.grid import (
    IMAGE_SHAPE,
    N_CELLS,
    centre_prior,
    prior_cells,
    visibility,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.integral import reference_accuracy

PEER = "numba"


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
