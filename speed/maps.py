"""AUC, NSS and information gain of fixations on priority maps: this package and pysaliency."""

from __future__ import annotations

from typing import Any

import numpy as np

from speed.timing import in_turns, table
from vlmeval_hvs.metrics.maps import MapScorer

PEER = "pysaliency"
SHAPE = (480, 640)
NAMES = ("auc", "nss_unclipped", "log_likelihood")
"""Scores of `MapScorer` that pysaliency has, too; the last is the information gain over a uniform map."""


def measure(quick: bool) -> str:
    """Time for the fixations on one map, and how far the scores are apart."""
    from scipy.ndimage import gaussian_filter

    rng, rows = np.random.default_rng(0), []
    for n in (10,) if quick else (10, 100):
        noise = gaussian_filter(rng.random(SHAPE), 20)
        density = np.exp((noise - noise.mean()) / noise.std())
        density /= density.sum()
        x, y = rng.uniform(0, SHAPE[1], n), rng.uniform(0, SHAPE[0], n)
        peer = Peer(density, x, y)
        ways = {"peer": peer.scores, "ours": lambda d=density, x=x, y=y: of_ours(d, x, y)}
        found = in_turns(ways, 3 if quick else 9)
        difference = max(abs(a - b) for a, b in zip(peer.scores(), of_ours(density, x, y), strict=True))
        ratio = found["peer"].median / found["ours"].median
        cells = found["peer"].text(1e-3, 1), found["ours"].text(1e-3, 1)
        rows.append((n, *cells, f"{ratio:.1f}", f"{difference:.0e}"))
    return table(("fixations", "pysaliency, ms", "here, ms", "times faster", "largest difference"), rows)


def of_ours(density: np.ndarray, x: np.ndarray, y: np.ndarray) -> list[float]:
    """Mean scores of the fixations here."""
    score = MapScorer(density, repeated=len(x) > 20)
    found = [score(row, column) for row, column in zip(y, x, strict=True)]
    return [float(np.mean([getattr(one, name) for one in found])) for name in NAMES]


class Peer:
    """The same fixations on the same map as pysaliency wants them."""

    def __init__(self, density: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
        import pysaliency

        vars(np).setdefault("trapz", np.trapezoid)  # pysaliency 0.2.22 calls it; numpy 2.4 has it no longer
        base: Any = pysaliency
        values, log = density, np.log(density)
        maps = type("Maps", (base.SaliencyMapModel,), {"_saliency_map": lambda self, stimulus: values})
        model = type("Density", (base.Model,), {"_log_density": lambda self, stimulus: log})
        self.made: Any = (maps, model, base.UniformModel)
        self.asked: Any = (
            base.Stimuli([np.zeros((*SHAPE, 3), np.uint8)]),
            base.Fixations.create_without_history(x, y, np.zeros(len(x), int)),
        )

    def scores(self) -> list[float]:
        """Mean scores of the fixations, by new models, which have kept nothing."""
        maps, model, uniform = (kind() for kind in self.made)
        gain = model.information_gain(*self.asked, baseline_model=uniform)
        return [float(maps.AUC(*self.asked)), float(maps.NSS(*self.asked)), float(gain)]
