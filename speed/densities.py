"""Cross-validated Gaussian density of fixations: this package and scikit-learn."""

from __future__ import annotations

import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.metrics import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.kde import bandwidth_grid

PEER = "sklearn"
SHAPE = (768, 1024)


def of_sklearn(points: np.ndarray) -> tuple[float, np.ndarray]:
    """scikit-learn's bandwidth and density on the pixels."""
    from sklearn.model_selection import GridSearchCV, KFold
    from sklearn.neighbors import KernelDensity

    folds = KFold(n_splits=min(5, len(points)))
    search = GridSearchCV(KernelDensity(kernel="gaussian"), {"bandwidth": bandwidth_grid(SHAPE)}, cv=folds)
    bandwidth = float(search.fit(points).best_params_["bandwidth"])
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]] + 0.5
    model = KernelDensity(kernel="gaussian", bandwidth=bandwidth).fit(points)
    return bandwidth, np.exp(model.score_samples(np.stack([rows.ravel(), columns.ravel()], axis=1))).reshape(SHAPE)


def of_ours(points: np.ndarray) -> tuple[float, np.ndarray]:
    """The same here."""
    bandwidth = select_bandwidth(points[:, 0], points[:, 1], SHAPE)
    return bandwidth, gaussian_kde_map(points[:, 0], points[:, 1], SHAPE, bandwidth)


def measure(quick: bool) -> str:
    """Time by number of fixations on 768 x 1024 pixels, and how far the densities are apart."""
    rows = []
    for n in (20,) if quick else (20, 60, 250):
        rng = np.random.default_rng(n)
        points = np.clip(rng.normal((384, 512), (120, 180), (n, 2)), 0, (767, 1023))
        found = in_turns({"peer": lambda p=points: of_sklearn(p), "ours": lambda p=points: of_ours(p)}, 3)
        (theirs, reference), (ours, density) = of_sklearn(points), of_ours(points)
        assert theirs == ours, (theirs, ours)
        error, ratio = float(np.max(np.abs(density / reference - 1))), found["peer"].median / found["ours"].median
        rows.append((n, found["peer"].text(), found["ours"].text(digits=4), f"{ratio:.0f}", f"{error:.0e}"))
    return table(("fixations", "scikit-learn, s", "here, s", "times faster", "largest relative difference"), rows)
