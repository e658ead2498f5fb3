"""The ideal Bayesian searcher (cIBS, sIBS, nnIBS, ELM) on a grid of cells, and its decision rules.

Source: ViSioNS (NeurIPS 2022), section 2.2.1, and its code; Bujia et al., "Modeling human visual search in natural
scenes" (2022). As published, the searcher knows which cells hold the target: it models a template detector.

Every rule is a map over the grid's ``N`` cells, whose maximum is fixated: from the posterior ``p (N,)`` and the
visibility ``d (N, N)``, ``d[i, k]`` being d' of cell ``i`` while cell ``k`` is fixated.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats

from . import compiled, grid

Point = tuple[float, float]

RULES = ("posterior-maximum", "exact-integral", "stored-integral", "elm")
"""Names of the rules: the most probable cell; the expected accuracy (Najemnik and Geisler 2005) as the paper states
it; the same as the published Python code computes it; the entropy-limit rule (Najemnik and Geisler 2009)."""
EVIDENCE = ("once", "repeated")
"""Each fixation counts once (the newest published Python code, and Najemnik and Geisler), or every new posterior
multiplies the last one by all evidence so far (the older Python code and the MATLAB code)."""


def decision_map(posterior: Floats, visibility: Floats, rule: str) -> Floats:
    """The map whose maximum a rule fixates, ``(N,)``."""
    if rule == "posterior-maximum":
        return posterior
    if rule == "elm":
        return np.asarray(posterior @ visibility**2)
    accuracy = "stored_accuracy" if rule == "stored-integral" else "expected_accuracy"
    return np.asarray(getattr(compiled("integral"), accuracy)(posterior, visibility))


class BayesianSearcher:
    """Posterior over cells after a history of fixations, and the next fixation.

    Fixations are px of an image of height and width ``shape``, and so is the target's ``bbox`` (first row, first
    column, last row, last column). ``similarity`` says how much each cell looks like the target, ``grid.GRID_SHAPE``
    (None uses its position alone), ``saliency`` is the prior map of ``grid.IMAGE_SHAPE`` (None is flat). As published,
    the noise of fixation t is the t-th draw of the seed, the same on every image. All else: see `SearcherOptions`.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        bbox: Sequence[float],
        similarity: Floats | None = None,
        saliency: Floats | None = None,
        rule: str = "posterior-maximum",
        priority: str | None = None,
        evidence: str = "once",
        strength: float = grid.PRIOR_STRENGTH,
        seed: int = 1234,
    ) -> None:
        self.shape, self.evidence, self.seed = shape, evidence, seed
        self.rule, self.priority = rule, priority or rule
        self.log_prior = np.zeros(grid.N_CELLS) if saliency is None else np.log(grid.prior_cells(saliency, strength))
        cells = np.full(grid.GRID_SHAPE, -0.5)
        top, left = self.cell(bbox[1], bbox[0])
        bottom, right = self.cell(bbox[3], bbox[2])
        cells[top : bottom + 1, left : right + 1] = 0.5
        self.match: Floats = cells.ravel()
        self.template = self.match if similarity is None else grid.min_max(similarity, -0.5, 0.5).ravel()

    def posterior(self, history: Sequence[Point]) -> Floats:
        """Probability of every cell to hold the target after fixating ``history`` (x, y in px), ``GRID_SHAPE``."""
        d_prime, visible = grid.visibility()
        log_p = self.log_prior.copy()
        for number, (x, y) in enumerate(history):
            row, column = self.cell(x, y)
            fixated = row * grid.GRID_SHAPE[1] + column
            seen = visible[:, fixated]
            mean = 0.5 * (self.match * (seen + 0.5) + self.template * (1.5 - seen))
            deviation = 1 / (grid.SCALE * seen + grid.SHIFT)
            evidence = (mean + deviation * _noise(self.seed, number)) * d_prime[:, fixated] ** 2
            log_p += evidence * (len(history) - number if self.evidence == "repeated" else 1)
        p = np.exp(log_p - log_p.max())
        return (p / p.sum()).reshape(grid.GRID_SHAPE)

    def next_cell(self, history: Sequence[Point]) -> tuple[int, int]:
        """Row and column of the cell to fixate next, the first one of equals."""
        return divmod(int(np.argmax(self._map(history, self.rule))), grid.GRID_SHAPE[1])

    def next_fixation(self, history: Sequence[Point]) -> Point:
        """Centre of the cell to fixate next, ``(x, y)`` in px of the image."""
        return self.middle(*self.next_cell(history))

    def priority_map(self, history: Sequence[Point]) -> Floats:
        """Conditional priority map of the next fixation, ``GRID_SHAPE``: the map of the rule ``priority``."""
        return self._map(history, self.priority).reshape(grid.GRID_SHAPE)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of the cell at a place of the image, px."""
        height, width = self.shape
        return grid.to_cell(y, height, grid.GRID_SHAPE[0]), grid.to_cell(x, width, grid.GRID_SHAPE[1])

    def middle(self, row: int, column: int) -> Point:
        """Middle of a cell, ``(x, y)`` in px of the image."""
        height, width = self.shape
        return (column + 0.5) / grid.GRID_SHAPE[1] * width, (row + 0.5) / grid.GRID_SHAPE[0] * height

    def _map(self, history: Sequence[Point], rule: str) -> Floats:
        return decision_map(self.posterior(history).ravel(), grid.visibility()[0], rule)


@lru_cache(maxsize=256)
def _noise(seed: int, number: int) -> Floats:
    """Standard normal noise of a fixation in every cell, ``(N,)``, as the published code draws it."""
    rows, columns = grid.GRID_SHAPE
    # The published code draws columns first, for the sake of its MATLAB forerunner.
    draws = np.random.RandomState(seed).standard_normal((number + 1, columns, rows))
    return np.ascontiguousarray(draws[-1].T).ravel()
