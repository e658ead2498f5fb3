"""The ideal Bayesian searcher (cIBS, sIBS, nnIBS, ELM) on a grid of cells.

Source: ViSioNS (NeurIPS 2022), section 2.2.1; Bujia et al., "Modeling human visual search in natural scenes" (2022).
As published, the searcher is told which cells hold the target: it models a template detector, not an unknown target.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.decision import next_cell
from vlmeval_hvs.seeding import rng

Floats = NDArray[np.float64]
Point = tuple[float, float]


class BayesianSearcher:
    """Posterior over cells after a history of fixations, and the next fixation.

    Args:
        shape: Height and width of the image whose pixels the fixations are given in.
        bbox: Target box in it: first row, first column, last row, last column.
        similarity: How much each pixel looks like the target, ``grid.IMAGE_SHAPE``; ``None`` uses the target's
            position alone.
        saliency: Prior map of ``grid.IMAGE_SHAPE``; ``None`` is a flat prior.
        rule: Decision rule, one of ``decision.RULES``.
        seed: Seed of the internal noise.
        key: Name of the trial; the noise of fixation t is a function of (seed, key, t).
    """

    def __init__(
        self,
        shape: tuple[int, int],
        bbox: Sequence[float],
        similarity: Floats | None = None,
        saliency: Floats | None = None,
        rule: str = "exact",
        seed: int = 0,
        key: str = "",
    ) -> None:
        self.shape, self.rule, self.seed, self.key = shape, rule, seed, key
        self.log_prior = np.log(grid.prior_cells(saliency) if saliency is not None else np.full(grid.N_CELLS, 1.0))
        cells = np.full(grid.GRID_SHAPE, -0.5)
        top, left = self._cell(bbox[1], bbox[0])
        bottom, right = self._cell(bbox[3], bbox[2])
        cells[top : bottom + 1, left : right + 1] = 0.5
        self.match: Floats = cells.ravel()
        self.template: Floats = self.match
        if similarity is not None:
            self.template = grid.min_max(grid.pool(similarity, maximum=True), -0.5, 0.5).ravel()

    def posterior(self, history: Sequence[Point]) -> Floats:
        """Probability of every cell to hold the target after fixating ``history`` (x, y in px), ``GRID_SHAPE``."""
        d_prime, visible = grid.visibility()
        log_p = self.log_prior.copy()
        for number, (x, y) in enumerate(history):
            row, column = self._cell(x, y)
            fixated = row * grid.GRID_SHAPE[1] + column
            seen = visible[:, fixated]
            mean = 0.5 * (self.match * (seen + 0.5) + self.template * (1.5 - seen))
            deviation = 1 / (grid.SCALE * seen + grid.SHIFT)
            noise = rng(self.seed, "bayesian searcher", self.key, number).standard_normal(grid.N_CELLS)
            log_p += (mean + deviation * noise) * d_prime[:, fixated] ** 2
        p = np.exp(log_p - log_p.max())
        return (p / p.sum()).reshape(grid.GRID_SHAPE)

    def next_fixation(self, history: Sequence[Point]) -> Point:
        """Centre of the cell to fixate next, ``(x, y)`` in px of the image."""
        cell = next_cell(self.posterior(history).ravel(), grid.visibility()[0], self.rule)
        row, column = divmod(cell, grid.GRID_SHAPE[1])
        height, width = self.shape
        return (column + 0.5) / grid.GRID_SHAPE[1] * width, (row + 0.5) / grid.GRID_SHAPE[0] * height

    def priority_map(self, history: Sequence[Point]) -> Floats:
        """Conditional priority map of the next fixation: the posterior over cells."""
        return self.posterior(history)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        height, width = self.shape
        return grid.to_cell(y, height, grid.GRID_SHAPE[0]), grid.to_cell(x, width, grid.GRID_SHAPE[1])
