"""Next-fixation rules of the Bayesian searcher: the exact rule and the published integral per candidate.

The straightforward integral is timed on a few of the 768 candidates and scaled up.

Usage: python -m speed.bench_search_rule [--quick]
"""

import argparse
import time

import numpy as np

from speed import record
from vlmeval_hvs.benchmarks.visual_search.searchers.decision import expected_accuracy, next_cell, reference_accuracy
from vlmeval_hvs.benchmarks.visual_search.searchers.grid import N_CELLS, centre_prior, prior_cells, visibility


def posteriors() -> dict[str, np.ndarray]:
    """Return beliefs as they occur in a search, from flat to peaked."""
    rng = np.random.default_rng(0)
    centre = prior_cells(centre_prior())
    d_prime = visibility()[0]
    looked = centre * np.exp(-0.3 * sum(d_prime[:, cell] ** 2 for cell in (400, 250, 500)))
    return {
        "flat": np.full(N_CELLS, 1 / N_CELLS),
        "centre": centre,
        "three fixations": looked / looked.sum(),
        "peaked": rng.dirichlet(np.full(N_CELLS, 0.1)),
    }


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="time two candidates instead of eight")
    arguments = record.parse(parser)
    n = 2 if arguments.quick else 8
    cases = []
    d_prime = visibility()[0]
    candidates = np.linspace(0, N_CELLS - 1, n + 2).astype(int)[1:-1]
    expected_accuracy(posteriors()["centre"], d_prime)  # the first call fills tables
    for name, posterior in posteriors().items():
        start = time.process_time()
        fast = expected_accuracy(posterior, d_prime)
        exact = time.process_time() - start
        start = time.process_time()
        slow = [reference_accuracy(posterior, d_prime, int(cell)) for cell in candidates]
        straightforward = (time.process_time() - start) / n * N_CELLS
        start = time.process_time()
        next_cell(posterior, d_prime, "elm")
        elm = time.process_time() - start
        error = float(np.abs(fast[candidates] - slow).max())
        print(
            f"{name:16s} {N_CELLS} cells: straightforward {straightforward:7.1f} s, exact {exact:6.3f} s, "
            f"ratio {straightforward / exact:6.0f}x, largest difference {error:.0e}; ELM {elm * 1000:.1f} ms"
        )
        cases.append({"posterior": name, "integral_s": straightforward, "exact_s": exact, "difference": error})
        cases[-1]["elm_ms"] = elm * 1000
    record.save(arguments.record, __file__, {"cells": N_CELLS, "candidates_timed": n, "cases": cases})


if __name__ == "__main__":
    main()
