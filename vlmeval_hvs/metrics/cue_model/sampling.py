"""Draws from a posterior by adaptive importance sampling.

Source: Cornuet, Marin, Mira and Robert (2012), Adaptive multiple importance sampling, Scandinavian Journal of
Statistics 39. Every round draws from a t distribution that follows the weighted draws of all rounds before; all draws
are weighted against the mixture of all rounds, so that no early round is lost or distorts the result. Weights are
truncated as in Ionides (2008), Truncated importance sampling, Journal of Computational and Graphical Statistics 17.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, logsumexp

from ..arrays import Floats, Indices

FREEDOM = 5.0  # tails of the proposals: heavier than those of the density
FIRST_SPREAD, SPREAD = 1.5, 1.3  # how much wider proposals are than the draws say, as variances
ANCHOR = 0.05  # share of the first covariance in every later one
STEADY = 200.0  # effective draws that a proposal is made from; sharper weights are levelled until there are so many
BATCH = 125  # points that are evaluated at once: their arrays fit the processor's cache


class Draws(NamedTuple):
    """Equally weighted draws.

    Attributes:
        values: (draws, parameters).
        effective: Number of independent draws that the weighted sample is worth.
    """

    values: Floats
    effective: float


class _Proposal(NamedTuple):
    mean: Floats
    root: Floats

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        normal = rng.standard_normal((count, len(self.mean))) @ self.root.T
        return self.mean + normal / np.sqrt(rng.chisquare(FREEDOM, (count, 1)) / FREEDOM)

    def log_density(self, points: Floats) -> Floats:
        """Up to a constant that all proposals share."""
        size = len(self.mean)
        z = np.linalg.solve(self.root, (points - self.mean).T)
        constant = gammaln((FREEDOM + size) / 2) - np.log(np.diag(self.root)).sum()
        return constant - (FREEDOM + size) / 2 * np.log1p((z**2).sum(axis=0) / FREEDOM)


def draw(
    log_density: Callable[[Floats], Floats],
    centres: Sequence[tuple[Floats, Floats]],
    rng: np.random.Generator,
    count: int = 4000,
    enough: float = 1000.0,
    per_round: int = 2000,
    rounds: int = 20,
) -> Draws:
    """Draw from a density.

    Args:
        log_density: Log density of (points, parameters) arrays, up to a constant.
        centres: Mean and covariance of the first proposals, one for each mode.
        rng: The source of all randomness.
        count: How many draws to return.
        enough: Effective number of draws after which no further round follows.
        per_round: Draws of a round.
        rounds: Most rounds after the first proposals.
    """
    waiting = [
        _Proposal(mean, np.linalg.cholesky(covariance * FIRST_SPREAD).astype(float)) for mean, covariance in centres
    ]
    anchor, last = centres[0][1], len(waiting) + rounds
    used: list[_Proposal] = []
    points, values = np.empty((0, len(centres[0][0]))), np.empty(0)
    while True:
        used.append(waiting.pop(0))
        fresh = used[-1].draw(per_round, rng)
        batches = np.array_split(fresh, max(per_round // BATCH, 1))
        points = np.concatenate([points, fresh])
        values = np.concatenate([values, *(log_density(batch) for batch in batches)])
        proposed = logsumexp([proposal.log_density(points) for proposal in used], axis=0) - np.log(len(used))
        log_weights = values - proposed
        log_mean = logsumexp(log_weights) - np.log(len(log_weights))
        log_weights = np.minimum(log_weights, log_mean + 0.5 * np.log(len(log_weights)))
        weights = np.exp(log_weights - logsumexp(log_weights))
        effective = _effective(weights)
        if len(used) >= last or (effective >= enough and not waiting and len(used) > 2):
            break
        if not waiting:
            waiting.append(_following(points, weights, anchor))
    return Draws(points[_systematic(weights, count, rng)], effective)


def _effective(weights: Floats) -> float:
    return float(1 / (weights**2).sum())


def _following(points: Floats, weights: Floats, anchor: Floats) -> _Proposal:
    """The proposal that follows the weighted points; a few heavy ones must not draw it to themselves."""
    level = weights
    while _effective(level) < STEADY:
        level = level**0.8 / (level**0.8).sum()
    mean = level @ points
    off = points - mean
    covariance = off.T @ (off * level[:, None])
    root = np.linalg.cholesky((1 - ANCHOR) * SPREAD * covariance + ANCHOR * anchor)
    return _Proposal(mean, root.astype(float))


def _systematic(weights: Floats, count: int, rng: np.random.Generator) -> Indices:
    """Indices of a systematic resampling, which adds least noise."""
    marks = (rng.random() + np.arange(count)) / count
    return np.minimum(np.searchsorted(np.cumsum(weights), marks), len(weights) - 1)
