"""A model of an observer who reads gaze from head and eyes, fitted to answers.

In a share of the answers the observer names the object nearest to a blurred point where the head points (coin); else
that point is between the targets of head and eyes (blend); the rest is guessed. See docs/benchmarks/gaze.md. The
likelihood treats answers as independent and is raised to the power 1 / d, where d is the ratio by which scores vary
more between scenes than those of independent answers (Ribatet, Cooley and Davison 2012, Bayesian inference from
composite likelihoods). Draws come from normal distributions around the modes (Laplace), weighted once by the posterior.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit, logsumexp, ndtr, softmax
from scipy.stats import multivariate_normal
from scipy.stats import t as student

from ..arrays import Floats, Indices, Integers, whole_number
from .fixed_effects import gap_by_scene
from .photos import Photos
from .results import CATEGORIES, MARGIN, STUDY, HumanReference, plain

LEAST_SCENES, FEW_SCENES = 10, 30
FIRM, FAIR = 0.95, 0.8  # posterior probabilities from which a category is called firm, or is named at all
HEAD_BIAS = 0.15  # smallest head weight that is a head bias
LEAST_EYES = 0.10  # smallest weight of the eyes, 1 - head weight, that counts as reading them
LEAST_SIGNAL = 0.05  # smallest share of answers that are no guesses; below, there is nothing to characterize
COIN = 0.5  # coin share from which an observer chooses between the cues rather than blends them

SIDE = np.array([-2 / 3, 1 / 3, 1 / 3])  # codes of the views: side minus front, around the mean of the views
SHARES = ("head_weight", "coin_share", "guessing")
"""Parameters from 0 to 1, fitted as log odds. Their prior is Beta(1/2, 1/2), which leaves room for the pure types."""
NORMAL = {
    "head_weight_proximity": (0.0, 0.5), "head_weight_side": (0.0, 0.5), "eye_blur": (np.log(0.5), 0.75),
    "head_blur": (np.log(0.5), 0.75), "blur_proximity": (0.0, 0.35), "blur_side": (0.0, 0.35),
    "blur_objects": (0.0, 0.35), "middle": (0.0, 1.0),
}  # fmt: skip
"""Mean and standard deviation of the normal priors of all others; blurs as logarithms, effects as differences."""
NAMES = (*SHARES, *NORMAL)  # coordinates of the parameter vector
_STARTS = ((0.05, 0.5, 0.05), (0.95, 0.5, 0.05), (0.6, 0.1, 0.05), (0.5, 0.9, 0.05), (0.5, 0.5, 0.9))
"""Shares where the search for modes begins: eyes, head, blend, coin, guesses."""
_FARTHEST = 8.0  # log odds; shares beyond .9997 cannot be told from 1
_MEAN = np.array([0.0] * len(SHARES) + [mean for mean, _ in NORMAL.values()])
_SD = np.array([np.pi] * len(SHARES) + [sd for _, sd in NORMAL.values()])  # pi: log odds under Beta(1/2, 1/2)


class Quantity(NamedTuple):
    """A posterior median and the shortest interval that holds 95 % of the posterior, which may reach a range's end."""

    estimate: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, draws: Floats) -> "Quantity":
        """Median and shortest 95 % interval of posterior draws."""
        ordered = np.sort(draws)
        inside = int(np.ceil(0.95 * len(ordered)))
        start = int(np.argmin(ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]))
        return cls(float(np.median(ordered)), (float(ordered[start]), float(ordered[start + inside - 1])))


@dataclass(frozen=True)
class CueModel:
    """A fitted cue model."""

    probabilities: Mapping[int, float]  # posterior probability of every category, 1 to 5
    # ``head_weight`` of the head against the eyes, 0 to 1; ``coin_share``, its part from answers by the head alone;
    # ``eye_blur``, standard deviation of answers that use the eyes, in distances between neighbours; ``guessing``,
    # share of guesses. Averaged over views and proximities, in a row of three objects
    quantities: Mapping[str, Quantity]
    dependence: float  # how many times scores vary more between scenes than those of independent answers would
    warnings: tuple[str, ...]  # everything that makes the result less certain, in words

    @property
    def most_probable(self) -> int:
        """The category with the highest posterior probability."""
        return max(self.probabilities, key=lambda category: self.probabilities[category])

    @property
    def category(self) -> int | str:
        """The most probable category, or "unclear" when its probability is below `FAIR`."""
        best = self.most_probable
        return best if self.probabilities[best] >= FAIR else "unclear"

    @property
    def summary(self) -> dict[str, Quantity]:
        """The quantities that the answers determine: without a head bias no coin, without use of the eyes no blur."""
        silent = {1: ("coin_share",), 2: ("coin_share",), 3: ("coin_share", "eye_blur")}.get(self.most_probable, ())
        return {name: value for name, value in self.quantities.items() if name not in silent}

    def explain(self) -> str:
        """Two sentences: the category with its probability, and the estimates."""
        ranked = sorted(self.probabilities.items(), key=lambda pair: -pair[1])
        best, share = ranked[0]
        if self.category == "unclear":
            rivals = [f"{number} ({CATEGORIES[number][0]}, {share:.0%})" for number, share in ranked if share > 0.1]
            first = f"The cue model leaves the observer between the categories {' and '.join(rivals)}."
        else:
            words = "more than 99.9 %" if share > 0.999 else f"{100 * share:.1f} %"  # draws resolve no more
            first = (
                f"By the cue model the observer belongs to category {best}, {CATEGORIES[best][0]}, with a probability "
                f"of {words}, which is {'firm' if share >= FIRM else 'fair'}."
            )
        numbers = [
            f"{name.replace('_', ' ')} {value:.2f} [{low:.2f}, {high:.2f}]"
            for name, (value, (low, high)) in self.summary.items()
        ]
        return f"{first} Estimates with 95 % intervals: {', '.join(numbers)}."

    def as_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        quantities = {name: value._asdict() for name, value in self.quantities.items()}
        found: dict[str, Any] = plain({
            "category": self.category, "name": CATEGORIES[self.category][0], "probabilities": self.probabilities,
            "quantities": quantities, "dependence": self.dependence, "explanation": self.explain(),
            "warnings": self.warnings,
        })  # fmt: skip
        return found


def why_not(photos: Photos) -> str:
    """Why these answers do not allow the model, or ""."""
    apart = photos.head_known & (photos.matched > 0) & (photos.head != photos.gaze)
    scenes = len(np.unique(photos.scene[apart]))
    if scenes >= LEAST_SCENES:
        return ""
    return f"head and eyes are known to point apart in {scenes} scenes with answers, and {LEAST_SCENES} are needed"


def category_of(
    gap: Floats, head_weight: Floats, coin_share: Floats, guessing: Floats, margin: float = MARGIN
) -> Integers:
    """The category of observers with these parameters; all arrays broadcast.

    1, human-level: accuracy minus people's (``gap``) above minus the margin, no head bias. 2: a gap without head bias,
    or next to nothing but guesses. 3: the eyes are not read. 5: chooses between the cues. 4: blends them.
    """
    unbiased, guessed = head_weight < HEAD_BIAS, 1 - guessing < LEAST_SIGNAL
    conditions = [unbiased & (gap > -margin), unbiased | guessed, 1 - head_weight < LEAST_EYES, coin_share >= COIN]
    return np.select(conditions, [1, 2, 3, 5], default=4).astype(np.int64)


def fit_cue_model(
    photos: Photos, people: HumanReference = STUDY, margin: float = MARGIN, seed: int = 0, draws: int = 4000
) -> CueModel:
    """Fit the cue model to the answers of one observer.

    Args:
        photos: The answers (`photos.from_trials`); natural photos serve only the comparison with people.
        people: Accuracy of people on natural photos; by default Table 1 of the study.
        margin: Accuracy on natural photos may fall so far short of people's and still be human-level.
        seed: Seed of the posterior draws, not negative.
        draws: Number of posterior draws, at least 1.

    Raises:
        ValueError: There are too few scenes (`why_not`), no human accuracy for a number of objects, or a bad number.

    Example:
        An observer who always answers with the object that the head points at:

        >>> from vlmeval_hvs.metrics.characterization import agents
        >>> observer = agents.Agent(category=3, head_weight=1.0)
        >>> found = fit_cue_model(agents.simulate(observer, agents.full_design({3: 2}), np.random.default_rng(0)))
        >>> found.category
        3
    """
    reason = why_not(photos)
    if reason:
        raise ValueError(f"the cue model cannot be fitted: {reason}")
    draws, seed = whole_number(draws, "draws"), whole_number(seed, "seed", least=0)
    rng = np.random.default_rng([seed, 27])
    cells = gather(photos)
    dependence = scene_dependence(find_modes(cells)[0].theta, cells)
    modes = find_modes(cells, dependence)
    theta = posterior_draws(modes, lambda points: log_posterior(points, cells, dependence), rng, draws)
    gap = gap_draws(photos, people, rng, draws)

    sides, steps = np.unique(SIDE[photos.view]), np.unique(photos.proximity[photos.head_known])
    grid = [levels(theta, steps - 2, np.full(len(steps), side), np.full(len(steps), 3.0)) for side in sides]
    means = {}
    for name in ("head_weight", "coin_share", "eye_blur", "guessing"):
        means[name] = np.stack([at[name] for at in grid], axis=1).mean(axis=(1, 2))
    warnings = []
    if cells.scenes < FEW_SCENES:
        warnings.append(f"only {cells.scenes} scenes with a known head target: intervals rest on few")
    if gap is None:
        warnings.append("without natural photos a gap to human accuracy is assumed")
    shortfall = np.full(draws, -np.inf) if gap is None else gap
    categories = category_of(shortfall, means["head_weight"], means["coin_share"], means["guessing"], margin)
    probabilities = {category: float((categories == category).mean()) for category in range(1, 6)}
    quantities = {name: Quantity.of(values) for name, values in means.items()}
    return CueModel(probabilities, quantities, dependence, tuple(warnings))


def gap_draws(photos: Photos, people: HumanReference, rng: np.random.Generator, count: int) -> Floats | None:
    """Draws of accuracy minus human accuracy on natural photos; None without two scenes of natural photos.

    Every scene counts once. Its mean varies between scenes; the accuracy of people has its own error.
    """
    scenes, means = gap_by_scene(photos, people)
    if len(scenes) < 2:
        return None
    error = means.std(ddof=1) / np.sqrt(len(scenes))
    spread = student.rvs(len(scenes) - 1, size=count, random_state=rng) * error
    return means.mean() + spread + rng.standard_normal(count) * people.error_of_scenes(photos.row_length[scenes])


class Cells(NamedTuple):
    """Photos with a controlled head, gathered by what the model knows about them: one number per cell, unless noted."""

    n: Floats  # objects
    gaze: Floats  # positions of the two targets
    head: Floats
    proximity: Floats  # steps from 2
    side: Floats  # code of the view
    counts: Floats  # (cells, most objects) how often each object was chosen
    cell_of: Indices  # (photos,)
    photo_counts: Floats  # (photos, most objects)
    scene_of: Indices  # (photos,)

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
    """Parameters of (sets, parameters) vectors in their own units, (sets, cells) or (sets, 1), at (cells,) factors."""
    column = {name: theta[:, [at]] for at, name in enumerate(NAMES)}
    spread = column["blur_proximity"] * proximity + column["blur_side"] * side + column["blur_objects"] * (n - 3)
    tilt = column["head_weight_proximity"] * proximity + column["head_weight_side"] * side
    return {
        "head_weight": expit(column["head_weight"] + tilt),
        "coin_share": expit(column["coin_share"]),
        "eye_blur": np.exp(column["eye_blur"] + spread),
        "head_blur": np.exp(column["head_blur"] + spread),
        "guessing": expit(column["guessing"]),
        "middle": column["middle"],  # how much guesses lean to the middle of the row, in log odds per object
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


def log_posterior(theta: Floats, cells: Cells, dependence: float = 1.0) -> Floats:
    """Log density of (sets, parameters) vectors, up to a constant; the log-likelihood is divided by ``dependence``."""
    found = np.log(np.maximum(choice_probabilities(theta, cells), 1e-12)) * cells.counts
    odds, rest = theta[:, : len(SHARES)], slice(len(SHARES), None)
    # On the scale of log odds the density of Beta(1/2, 1/2) is the root of p (1 - p).
    ends = -0.5 * (np.logaddexp(0, odds) + np.logaddexp(0, -odds))
    prior = ends.sum(axis=1) - 0.5 * (((theta[:, rest] - _MEAN[rest]) / _SD[rest]) ** 2).sum(axis=1)
    return found.sum(axis=(-2, -1)) / dependence + prior


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
    bounds = [(-_FARTHEST, _FARTHEST)] * len(NAMES)
    for shares in _STARTS:
        start = np.concatenate([logit(shares), _MEAN[len(SHARES) :]])
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
    parts = list(zip(modes, spreads, mass, rng.multinomial(4 * count, mass), strict=True))
    tried = np.concatenate(
        [rng.multivariate_normal(mode.theta, spread, n, method="cholesky") for mode, spread, _, n in parts]
    )
    proposed = [
        np.log(share) + multivariate_normal(mode.theta, spread).logpdf(tried) for mode, spread, share, _ in parts
    ]
    pieces = np.array_split(tried, max(len(tried) // 250, 1))  # whose arrays fit into the processor's cache
    weights = np.concatenate([log_density(piece) for piece in pieces]) - logsumexp(proposed, axis=0)
    weights = softmax(np.minimum(weights, logsumexp(weights) - 0.5 * np.log(len(weights))))
    return tried[rng.choice(len(tried), count, p=weights)]
