"""Cross-validated Gaussian density of fixations: this package and scikit-learn (same bandwidth, same density).

Usage: python -m speed.bench_kde [--quick]
"""

import argparse
import time

import numpy as np
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KernelDensity

from vlmeval_hvs.metrics import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.kde import bandwidth_grid


def reference(points: np.ndarray, shape: tuple[int, int]) -> tuple[float, np.ndarray]:
    """Return scikit-learn's bandwidth and density."""
    folds = KFold(n_splits=min(5, len(points)))
    search = GridSearchCV(KernelDensity(kernel="gaussian"), {"bandwidth": bandwidth_grid(shape)}, cv=folds)
    bandwidth = search.fit(points).best_params_["bandwidth"]
    rows, columns = np.mgrid[: shape[0], : shape[1]] + 0.5
    pixels = np.stack([rows.ravel(), columns.ravel()], axis=1)
    model = KernelDensity(kernel="gaussian", bandwidth=bandwidth).fit(points)
    return float(bandwidth), np.exp(model.score_samples(pixels)).reshape(shape)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the smallest case")
    arguments = parser.parse_args()
    shape = (768, 1024)
    for n in (20,) if arguments.quick else (20, 60, 250):
        rng = np.random.default_rng(n)
        points = np.clip(rng.normal((384, 512), (120, 180), (n, 2)), 0, (767, 1023))
        start = time.process_time()
        bandwidth, density = reference(points, shape)
        slow = time.process_time() - start
        timings = []
        for _ in range(3):
            start = time.process_time()
            own_bandwidth = select_bandwidth(points[:, 0], points[:, 1], shape)
            middle = time.process_time()
            own = gaussian_kde_map(points[:, 0], points[:, 1], shape, own_bandwidth)
            timings.append((time.process_time() - start, middle - start))
        fast, selection = min(timings)
        error = float(np.max(np.abs(own / density - 1)))
        print(
            f"{n:4d} fixations: scikit-learn {slow:7.3f} s, here {fast:.4f} s (bandwidth {selection:.4f} s), "
            f"ratio {slow / fast:6.0f}x, bandwidth {bandwidth:.4f} / {own_bandwidth:.4f}, relative error {error:.0e}"
        )


if __name__ == "__main__":
    main()
