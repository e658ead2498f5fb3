"""Next-fixation rules of the Bayesian searcher: the exact rule beside the published integral per candidate.

The straightforward integral is timed on a few of the 768 candidates and scaled up.
"""

import argparse
import time

import numpy as np

from vlmeval_hvs.baselines.searchers.decision import expected_accuracy, next_cell, reference_accuracy
from vlmeval_hvs.baselines.searchers.grid import N_CELLS, centre_prior, prior_cells, visibility


def posteriors() -> dict[str, np.ndarray]:
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="time two candidates instead of eight")
    n = 2 if parser.parse_args().quick else 8
    d_prime = visibility()[0]
    candidates = np.linspace(0, N_CELLS - 1, n + 2).astype(int)[1:-1]
    for name, posterior in posteriors().items():
        start = time.perf_counter()
        fast = expected_accuracy(posterior, d_prime)
        exact = time.perf_counter() - start
        start = time.perf_counter()
        slow = [reference_accuracy(posterior, d_prime, int(cell)) for cell in candidates]
        straightforward = (time.perf_counter() - start) / n * N_CELLS
        start = time.perf_counter()
        next_cell(posterior, d_prime, "elm")
        elm = time.perf_counter() - start
        error = float(np.abs(fast[candidates] - slow).max())
        print(
            f"{name:16s} {N_CELLS} cells: straightforward {straightforward:7.1f} s, exact {exact:6.3f} s, "
            f"ratio {straightforward / exact:6.0f}x, largest difference {error:.0e}; ELM {elm * 1000:.1f} ms"
        )


if __name__ == "__main__":
    main()
