"""The posterior of the cue model: choice probabilities, prior, modes and draws.

The photos of a scene, and the answers to a photo, are not independent. The likelihood treats them as independent and is
then raised to the power 1 / d, where d is the ratio by which scores vary more between scenes than those of independent
answers (the magnitude adjustment of Ribatet, Cooley and Davison 2012, Bayesian inference from composite
likelihoods, with an application to spatial extremes). Draws come from normal distributions around the posterior's modes
(Laplace), weighted once by the posterior.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit, logsumexp, ndtr, softmax
from scipy.stats import multivariate_normal

from ..arrays import Floats, Indices
from .photos import Photos

SIDE = np.array([-2 / 3, 1 / 3, 1 / 3])  # codes of the views: side minus front, around the mean of the views
SHARES = ("head_weight", "coin_share", "guessing")
"""Parameters from 0 to 1, fitted as log odds. Their prior is Beta(1/2, 1/2), which leaves room for the pure types."""
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
"""Mean and standard deviation of the normal priors of all others; blurs as logarithms, effects as differences."""
NAMES = (*SHARES, *NORMAL)  # coordinates of the parameter vector
_STARTS = ((0.05, 0.5, 0.05), (0.95, 0.5, 0.05), (0.6, 0.1, 0.05), (0.5, 0.9, 0.05), (0.5, 0.5, 0.9))
"""Shares where the search for modes begins: eyes, head, blend, coin, guesses."""
_FARTHEST = 8.0  # log odds; shares beyond .9997 cannot be told from 1
_MEAN = np.array([0.0] * len(SHARES) + [mean for mean, _ in NORMAL.values()])
_SD = np.array([np.pi] * len(SHARES) + [sd for _, sd in NORMAL.values()])  # pi: log odds under Beta(1/2, 1/2)


class Cells(NamedTuple):
    """Photos with a controlled head, gathered by what the model knows about them.

    One number per cell: objects, positions of the two targets, steps of proximity from 2, code of the view; then how
    often each object was chosen, (cells, most objects) and (photos, most objects); cell and scene of each photo.
    """

    n: Floats
    gaze: Floats
    head: Floats
    proximity: Floats
    side: Floats
    counts: Floats
    cell_of: Indices
    photo_counts: Floats
    scene_of: Indices

    @property
    def scenes(self) -> int:
        """Number of scenes."""
        return int(self.scene_of.max()) + 1


def gather(photos: Photos) -> Cells:
    """Cells of the photos whose head target is known; there must be some."""
    known = photos.head_known
    columns = (photos.n, photos.gaze, photos.head, photos.proximity - 2, SIDE[photos.view])
    kinds, cell_of = np.unique(np.column_stack(columns)[known], axis=0, return_inverse=True)
    cell_of = cell_of.reshape(-1)
    photo_counts = (photos.choices[known][:, :, None] == np.arange(photos.n.max())).sum(axis=1).astype(float)
    counts = np.zeros((len(kinds), photo_counts.shape[1]))
    np.add.at(counts, cell_of, photo_counts)
    scene_of = np.unique(photos.scene[known], return_inverse=True)[1].reshape(-1)
    n, gaze, head, proximity, side = kinds.T
    return Cells(n, gaze, head, proximity, side, counts, cell_of, photo_counts, scene_of)


def levels(theta: Floats, proximity: Floats, side: Floats, n: Floats) -> dict[str, Floats]:
    """Parameters of (sets, parameters) vectors in their own units at these values of the factors, (cells,) each.

    The arrays are (sets, cells), or (sets, 1) where nothing changes between cells; blurs are in distances between
    neighbours.
    """
    column = {name: theta[:, [at]] for at, name in enumerate(NAMES)}
    spread = column["blur_proximity"] * proximity + column["blur_side"] * side + column["blur_objects"] * (n - 3)
    tilt = column["head_weight_proximity"] * proximity + column["head_weight_side"] * side
    return {
        "head_weight": expit(column["head_weight"] + tilt),
        "coin_share": expit(column["coin_share"]),
        "eye_blur": np.exp(column["eye_blur"] + spread),
        "head_blur": np.exp(column["head_blur"] + spread),
        "guessing": expit(column["guessing"]),
        "middle": column["middle"],
    }


def choice_probabilities(theta: Floats, cells: Cells) -> Floats:
    """Probability of each object, (sets, cells, most objects), for (sets, parameters) vectors; 0 for absent objects."""
    at = levels(theta, cells.proximity, cells.side, cells.n)
    weight, guessing = at["head_weight"], at["guessing"][..., None]
    coin = at["coin_share"] * weight
    blend = weight * (1 - at["coin_share"]) / (1 - coin)
    place = np.arange(cells.counts.shape[1])
    present = place < cells.n[:, None]
    # Borders lie half-way between neighbours; past the last object there are none.
    borders = np.where(present[:, 1:], place[1:] - 0.5, np.inf)

    def nearest(point: Floats, blur: Floats) -> Floats:
        below = ndtr((borders - point[..., None]) / blur[..., None])
        return np.diff(below, prepend=0.0, append=1.0, axis=-1)

    by_head = nearest(cells.head, at["head_blur"])
    by_eyes = nearest(blend * cells.head + (1 - blend) * cells.gaze, at["eye_blur"])
    away = np.abs(place - (cells.n[:, None] - 1) / 2)
    guess = np.exp(-at["middle"][..., None] * away) * present
    guess /= guess.sum(axis=-1, keepdims=True)
    seen = coin[..., None] * by_head + (1 - coin[..., None]) * by_eyes
    return (1 - guessing) * seen + guessing * guess


def log_prior(theta: Floats) -> Floats:
    """Log density of the prior of (sets, parameters) vectors, up to a constant."""
    odds, rest = theta[:, : len(SHARES)], slice(len(SHARES), None)
    # On the scale of log odds the density of Beta(1/2, 1/2) is the root of p (1 - p).
    ends = -0.5 * (np.logaddexp(0, odds) + np.logaddexp(0, -odds))
    return ends.sum(axis=1) - 0.5 * (((theta[:, rest] - _MEAN[rest]) / _SD[rest]) ** 2).sum(axis=1)


def log_posterior(theta: Floats, cells: Cells, dependence: float = 1.0) -> Floats:
    """Log density of (sets, parameters) vectors, up to a constant; the log-likelihood is divided by ``dependence``."""
    found = np.log(np.maximum(choice_probabilities(theta, cells), 1e-12)) * cells.counts
    return found.sum(axis=(-2, -1)) / dependence + log_prior(theta)


class Mode(NamedTuple):
    """A local maximum of the posterior: parameters, log density and covariance of the normal approximation."""

    theta: Floats
    value: float
    covariance: Floats


def _with_slopes(function: Callable[[Floats], Floats], theta: Floats) -> tuple[Any, Floats]:
    """A function of many parameter vectors at one of them, and its slopes along every parameter."""
    step = 1e-5 * np.eye(len(theta))
    values = function(np.vstack([theta, theta + step, theta - step]))
    ahead, back = values[1 : len(theta) + 1], values[len(theta) + 1 :]
    return values[0], (ahead - back) / 2e-5


def find_modes(cells: Cells, dependence: float = 1.0) -> list[Mode]:
    """The local maxima of the posterior, each once, the highest first."""

    def negative(theta: Floats) -> Floats:
        return -log_posterior(theta, cells, dependence)

    found = []
    for shares in _STARTS:
        start = np.concatenate([logit(shares), _MEAN[len(SHARES) :]])
        bounds = [(-_FARTHEST, _FARTHEST)] * len(NAMES)
        end = minimize(lambda theta: _with_slopes(negative, theta), start, jac=True, method="L-BFGS-B", bounds=bounds)
        precision = _information(end.x, cells)[0] / dependence + np.diag(_SD**-2)
        found.append(Mode(end.x, -float(end.fun), np.linalg.inv(precision).astype(float)))
    kept: list[Mode] = []
    for mode in sorted(found, key=lambda mode: -mode.value):
        same = [np.abs(mode.theta - other.theta) < 0.5 * np.sqrt(np.diag(other.covariance)) for other in kept]
        if not any(near.all() for near in same):
            kept.append(mode)
    return kept


def _information(theta: Floats, cells: Cells) -> tuple[Floats, Floats]:
    """Expected information of independent answers, and the observed variation of the scores of scenes."""
    expected, slopes = _with_slopes(lambda points: np.maximum(choice_probabilities(points, cells), 1e-12), theta)
    fisher = np.einsum("jcx,kcx,cx->jk", slopes, slopes, cells.counts.sum(axis=1)[:, None] / expected)
    scores = np.einsum("px,jpx->pj", cells.photo_counts, (slopes / expected)[:, cells.cell_of])
    by_scene = np.zeros((cells.scenes, len(NAMES)))
    np.add.at(by_scene, cells.scene_of, scores)
    return fisher, by_scene.T @ by_scene * cells.scenes / max(cells.scenes - 1, 1)


def scene_dependence(theta: Floats, cells: Cells) -> float:
    """How many times the scores vary more between scenes than those of independent answers; at least 1."""
    fisher, spread = _information(theta, cells)
    inverse = np.linalg.inv(fisher + np.diag(_SD**-2))
    return max(1.0, float(np.trace(inverse @ spread) / np.trace(inverse @ fisher)))


def posterior_draws(
    modes: list[Mode], log_density: Callable[[Floats], Floats], rng: np.random.Generator, count: int
) -> Floats:
    """(count, parameters) draws from normal distributions around the modes, weighted once by the posterior itself.

    Where a share is near 0 or 1 the posterior is far from normal. Weights are truncated as in Ionides (2008),
    Truncated importance sampling, Journal of Computational and Graphical Statistics 17.
    """
    spreads = [1.5 * mode.covariance for mode in modes]
    mass = softmax([mode.value + 0.5 * np.linalg.slogdet(mode.covariance)[1] for mode in modes])
    tried = np.concatenate(
        [
            rng.multivariate_normal(mode.theta, spread, share, method="cholesky")
            for mode, spread, share in zip(modes, spreads, rng.multinomial(4 * count, mass), strict=True)
        ]
    )
    proposed = [
        np.log(share) + multivariate_normal(mode.theta, spread).logpdf(tried)
        for mode, spread, share in zip(modes, spreads, mass, strict=True)
    ]
    parts = np.array_split(tried, max(len(tried) // 250, 1))  # whose arrays fit into the processor's cache
    weights = np.concatenate([log_density(part) for part in parts]) - logsumexp(proposed, axis=0)
    weights = softmax(np.minimum(weights, logsumexp(weights) - 0.5 * np.log(len(weights))))
    return tried[rng.choice(len(tried), count, p=weights)]
