"""The posterior of the cue model: priors, modes, the correction for answers that hang together, and draws.

The trials of a photo, and the photos of a scene, are not independent. The likelihood takes them as if they were, which
keeps the estimates right whatever ties them together, and is then raised to the power 1 / d, where d says how many
times the scores vary more between scenes than those of independent answers (the magnitude adjustment of Ribatet, Cooley
and Davison 2012, Bayesian inference from composite likelihoods, with an application to spatial extremes).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from ..arrays import Floats
from .cells import Cells
from .choice import NAMES, choice_model, log_likelihood

SHARES = ("head_weight", "coin_share", "guessing")
"""Parameters from 0 to 1. Their prior is Beta(1/2, 1/2), which leaves room for the ends, where the pure types are."""
NORMAL = {
    "head_weight_proximity": (0.0, 0.5),
    "head_weight_side": (0.0, 0.5),
    "eye_blur": (np.log(0.5), 0.75),
    "head_blur": (np.log(0.5), 0.75),
    "blur_proximity": (0.0, 0.35),
    "blur_side": (0.0, 0.35),
    "blur_objects": (0.0, 0.35),
    "middle": (0.0, 1.0),
}
"""Mean and standard deviation of the normal priors of all others."""
STARTS = {
    "eyes": (0.05, 0.5, 0.05),
    "head": (0.95, 0.5, 0.05),
    "blend": (0.6, 0.1, 0.05),
    "coin": (0.5, 0.9, 0.05),
    "guessing": (0.5, 0.5, 0.9),
}
"""Where the search for modes begins: head weight, coin share and guessing."""
FARTHEST = 9.0  # log odds; shares beyond .9999 cannot be told from 1
MODE_DEPTH = 10.0  # a mode whose log density lies further below the best one holds no posterior mass
SAME = 0.5  # modes nearer to each other in all parameters, in standard deviations, are one
SHARE_SD = np.pi  # of the log odds under Beta(1/2, 1/2)

_SHARE = np.array([name in SHARES for name in NAMES])
_MEAN = np.array([NORMAL.get(name, (0.0, 1.0))[0] for name in NAMES])
_SD = np.array([NORMAL.get(name, (0.0, SHARE_SD))[1] for name in NAMES])


def log_prior(theta: Floats) -> tuple[Floats, Floats]:
    """Log density of the prior of (sets, parameters) vectors, up to a constant, and its gradient."""
    odds = np.where(_SHARE, theta, 0.0)
    # On the scale of log odds the density is the root of p (1 - p).
    ends = -0.5 * (np.logaddexp(0, odds) + np.logaddexp(0, -odds))
    value = np.where(_SHARE, ends, -0.5 * ((theta - _MEAN) / _SD) ** 2)
    slope = np.where(_SHARE, 0.5 - expit(odds), -(theta - _MEAN) / _SD**2)
    return value.sum(axis=-1), slope


class Posterior:
    """The log posterior of a set of answers.

    Args:
        cells: The answers.
        dependence: The number d by which the log-likelihood is divided.
    """

    def __init__(self, cells: Cells, dependence: float = 1.0) -> None:
        self.cells, self.dependence = cells, dependence
        self._choices = choice_model(cells)

    def __call__(self, theta: Floats) -> Floats:
        """Log density of (sets, parameters) vectors, up to a constant; -inf past the limits."""
        near = np.clip(theta, -FARTHEST, FARTHEST)
        value = log_likelihood(self._choices(near)[0], self.cells.counts) / self.dependence + log_prior(near)[0]
        return np.where(np.abs(theta).max(axis=-1) > FARTHEST, -np.inf, value)

    def negative(self, theta: Floats) -> tuple[float, Floats]:
        """Minus the log density of one vector, and its gradient."""
        found, slopes = self._choices(theta[None], slopes=True)
        assert slopes is not None
        weights = self.cells.counts / np.maximum(found[0], 1e-12)
        slope = np.einsum("cj,cjk->k", weights, slopes[0]) / self.dependence
        prior, prior_slope = log_prior(theta[None])
        value = log_likelihood(found, self.cells.counts)[0] / self.dependence + prior[0]
        return -float(value), -(slope + prior_slope[0])

    def information(self, theta: Floats) -> tuple[Floats, Floats]:
        """Expected information of independent answers, and what the scores of the scenes say.

        Returns:
            Two (parameters, parameters) matrices, both without the prior: the Fisher information, and the sum of the
            squared scores of the scenes with the correction for their number.
        """
        cells = self.cells
        found, slopes = self._choices(theta[None], slopes=True)
        assert slopes is not None
        p, slope = np.maximum(found[0], 1e-12), slopes[0]
        total = cells.counts.sum(axis=1)
        fisher = np.einsum("c,cjk,cjl->kl", total, slope / p[..., None], slope)
        scores = np.einsum("sj,sjk->sk", cells.photo_counts, (slope / p[..., None])[cells.cell_of])
        by_scene = np.zeros((cells.n_scenes, len(NAMES)))
        np.add.at(by_scene, cells.scene_of, scores)
        return fisher, by_scene.T @ by_scene * cells.n_scenes / max(cells.n_scenes - 1, 1)


@dataclass(frozen=True)
class Mode:
    """A place where the posterior is highest around.

    Attributes:
        start: Name of the start from which it was found (`STARTS`).
        theta: The parameter vector.
        value: Log density there.
        covariance: Covariance of the normal approximation.
        converged: Whether the search says that it arrived.
    """

    start: str
    theta: Floats
    value: float
    covariance: Floats
    converged: bool


def starts() -> dict[str, Floats]:
    """The parameter vectors of `STARTS`; all other parameters are at the means of their priors."""
    found = {}
    for name, shares in STARTS.items():
        found[name] = _MEAN.copy()
        for parameter, share in zip(SHARES, shares, strict=True):
            found[name][NAMES.index(parameter)] = np.log(share / (1 - share))
    return found


def find_modes(posterior: Posterior, begin: Mapping[str, Floats], depth: float = MODE_DEPTH) -> list[Mode]:
    """Where the posterior is highest around, each place once, the best first.

    Args:
        posterior: The density.
        begin: Parameter vectors by name from which to search.
        depth: How far below the best one the log density of a mode may lie.
    """
    bounds = [(-FARTHEST + 1, FARTHEST - 1)] * len(NAMES)
    found = []
    for name, start in begin.items():
        end = minimize(posterior.negative, start, jac=True, method="L-BFGS-B", bounds=bounds)
        precision = posterior.information(end.x)[0] / posterior.dependence + np.diag(_SD**-2)
        found.append(Mode(name, end.x, -float(end.fun), np.linalg.inv(precision).astype(float), bool(end.success)))
    found.sort(key=lambda mode: -mode.value)
    kept: list[Mode] = []
    for mode in found:
        same = any(
            (np.abs(mode.theta - other.theta) < SAME * np.sqrt(np.diag(other.covariance))).all() for other in kept
        )
        if mode.value >= found[0].value - depth and not same:
            kept.append(mode)
    return kept


def dependence(posterior: Posterior, theta: Floats) -> float:
    """How many times the scores vary more between scenes than those of independent answers; at least 1."""
    fisher, spread = posterior.information(theta)
    inverse = np.linalg.inv(fisher + np.diag(_SD**-2))
    return max(1.0, float(np.trace(inverse @ spread) / np.trace(inverse @ fisher)))
