"""Densities of the next fixation: centre bias, answered points and the kernel that makes a density of them.

A point says where, not how surely. The width and the shares decide likelihoods more than the point does, so they are
fitted to each model's answers, on other images than those that they are used on.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtr

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.kde import gaussian_factor, gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.maps import MapScorer
from vlmeval_hvs.metrics.search import rescale
from vlmeval_hvs.saliency import center_bias
from vlmeval_hvs.seeding import rng

from .trials import AskedFixation, Trial

Points = Sequence[tuple[float, float, float]]

FOLDS = 5
WIDTHS = tuple(float(width) for width in np.round(2 ** np.arange(-1, 4.01, 0.25), 3))
"""Candidate widths of the Gaussian, in widths of the set's receptive window."""
_ROUNDS = 200
_BANDWIDTH_SAMPLE = 2000  # fixations that choose the bandwidth of a centre bias: the cost grows with their square
_STILL = 1e-9  # change of the mean log-likelihood (nats) that ends the search for shares


class CentreBias(NamedTuple):
    """Where people look whatever the image: a fitted density, or a substitute that says so in every score."""

    label: str = "substitute: a Gaussian around the centre with 0.22 of each side as standard deviation"
    rows: tuple[float, ...] = ()  # of the fixations, px of `frame`; none for the substitute
    columns: tuple[float, ...] = ()
    frame: tuple[int, int] = (1, 1)  # height and width

    @classmethod
    def read(cls, path: str | Path) -> "CentreBias":
        """Fixations from a JSON file ``{"X": [...], "Y": [...], "height": h, "width": w}``; a `DataError` names it.

        The file of the published code (CAT2000, frame 1080 x 1920) has only X and Y; that frame is then assumed.
        """
        try:
            raw = json.loads(Path(path).read_text(encoding="utf-8"))
            x, y = np.asarray(raw["X"], dtype=np.float64), np.asarray(raw["Y"], dtype=np.float64)
            frame = int(raw.get("height", 1080)), int(raw.get("width", 1920))
            inside = (x >= 0) & (x < frame[1]) & (y >= 0) & (y < frame[0])
            rows, columns = tuple(y[inside].tolist()), tuple(x[inside].tolist())
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
            raise DataError(f"centre-bias file {path}: {type(error).__name__}: {error}") from error
        if len(rows) < 2:
            raise DataError(f"centre-bias file {path}: fewer than two fixations inside {frame[0]}x{frame[1]} px")
        return cls(f"Gaussian density of {len(rows)} fixations in {Path(path).name}", rows, columns, frame)

    def map(self, shape: tuple[int, int]) -> Floats:
        """The density at another size, with sum 1; computed once per size."""
        return _centre_map(self, shape)


@lru_cache(maxsize=8)
def _centre_map(bias: CentreBias, shape: tuple[int, int]) -> Floats:
    if not bias.rows:
        return center_bias(shape)
    rows, columns = rescale(bias.rows, bias.frame[0], shape[0]), rescale(bias.columns, bias.frame[1], shape[1])
    chosen = np.arange(len(rows))
    if len(rows) > _BANDWIDTH_SAMPLE:
        chosen = np.sort(np.random.default_rng(0).choice(len(rows), _BANDWIDTH_SAMPLE, replace=False))
    bandwidth = select_bandwidth(rows[chosen], columns[chosen], shape)
    # Whole-pixel coordinates repeat: one weighted point per pixel gives the same density with far fewer terms.
    pixels, counts = np.unique(np.stack([rows, columns]), axis=1, return_counts=True)
    density = gaussian_kde_map(pixels[0], pixels[1], shape, bandwidth, weights=counts)
    return np.asarray(density / density.sum())


class Kernel(NamedTuple):
    """Width of an answered point's Gaussian (px), and the shares of a uniform part and of the centre bias."""

    sigma: float
    uniform: float
    centre: float = 0.0

    @property
    def points(self) -> float:
        """Share of the answered points."""
        return max(1.0 - self.uniform - self.centre, 0.0)


class AnsweredFixation(NamedTuple):
    """A fixation to be predicted, the points (x, y, weight; px) that were answered, and its weight in the mean."""

    asked: AskedFixation
    points: Points
    weight: float


@dataclass(frozen=True)
class KernelFit:
    """A fit over images."""

    overall: Kernel  # fitted on all images, in widths of the receptive window; this is what is printed
    by_fold: tuple[Kernel, ...]  # what images of a fold are scored with, fitted on the other folds
    folds: Mapping[str, int]  # fold of every image
    held_out: float  # mean log-likelihood of the fixations on images that the fit did not see, bits over uniform
    blank: float  # the same under the best mixture of centre bias and uniform part without any answer

    def kernel(self, trial: Trial) -> Kernel:
        """The kernel of an image, px; the overall one for an image without answered points."""
        one = self.by_fold[self.folds[trial.image]] if trial.image in self.folds else self.overall
        return one._replace(sigma=one.sigma * trial.receptive[1])

    def described(self) -> dict[str, Any]:
        """For the score file."""
        return {
            "kernel": "fitted",
            "sigma_windows": self.overall.sigma,
            "uniform_part": round(self.overall.uniform, 4),
            "center_bias_part": round(self.overall.centre, 4),
            "held_out_bits": self.held_out,
            "without_answers_bits": self.blank,
            "answers_add_bits": self.held_out - self.blank,
            "images": len(self.folds),
        }


def fit_kernel(fixations: Sequence[AnsweredFixation], bias: CentreBias, seed: int) -> KernelFit | None:
    """Fit width and shares by cross-validation over images; None with fewer than `FOLDS` of them.

    The mean log-likelihood is maximised: over `WIDTHS` by trying them all, over the shares by expectation
    maximisation. One more image that all three parts explain alike makes every share positive. The fold of an image is
    a function of seed and image, and of which images there are.
    """
    images = sorted({one.asked.image for one in fixations})
    if len(images) < FOLDS:
        return None
    order = rng(seed, "kernel folds").permutation(len(images))
    folds = {images[int(number)]: position % FOLDS for position, number in enumerate(order)}
    parts, weights = _parts(fixations, bias), np.array([one.weight for one in fixations])
    # Weights sum to the number of images, so that one more image weighs 1.
    weights = weights * (len(images) / weights.sum())
    background = np.stack([np.ones_like(parts[-1]), parts[-1]])
    fold_of = np.array([folds[one.asked.image] for one in fixations])
    by_fold, held_out, blank = [], 0.0, 0.0
    for fold in range(FOLDS):
        own, seen = fold_of == fold, fold_of != fold
        by_fold.append(kernel := _fit(parts[:, seen], weights[seen]))
        mixed = kernel.points * parts[WIDTHS.index(kernel.sigma)] + kernel.uniform + kernel.centre * parts[-1]
        held_out += float(weights[own] @ np.log2(mixed[own]))
        _, shares = _shares(background[:, seen], weights[seen])
        blank += float(weights[own] @ np.log2(shares @ background[:, own]))
    return KernelFit(_fit(parts, weights), tuple(by_fold), folds, held_out / len(images), blank / len(images))


def _parts(fixations: Sequence[AnsweredFixation], bias: CentreBias) -> Floats:
    """Density at every fixation in units of the uniform one: each width's Gaussians, then the centre bias."""
    owner = np.repeat(np.arange(len(fixations)), [len(one.points) for one in fixations])
    px, py, weight = np.array([point for one in fixations for point in one.points], dtype=np.float64).T
    weight = weight / np.bincount(owner, weight, len(fixations))[owner]
    asked = [one.asked for one in fixations]
    columns = [(*one.pixel, *one.trial.shape, one.trial.receptive[1]) for one in asked]
    y, x, height, width, window = np.array(columns, dtype=np.float64).T
    # As for drawn maps: points are in the image, and all Gaussians of an answer share one normalisation.
    cx, cy = np.clip(px, 0, width[owner] - 1), np.clip(py, 0, height[owner] - 1)
    distance = (x[owner] + 0.5 - cx) ** 2 + (y[owner] + 0.5 - cy) ** 2
    parts = np.empty((len(WIDTHS) + 1, len(fixations)))
    for number, factor in enumerate(WIDTHS):
        sigma = (factor * window)[owner]
        density = np.exp(-0.5 * distance / sigma**2) / (2 * math.pi * sigma**2)
        across = ndtr((width[owner] - cx) / sigma) - ndtr(-cx / sigma)
        down = ndtr((height[owner] - cy) / sigma) - ndtr(-cy / sigma)
        total = np.bincount(owner, weight * (across * down), len(fixations))
        parts[number] = np.bincount(owner, weight * density, len(fixations)) / total * height * width
    parts[-1] = [bias.map(one.trial.shape)[one.pixel] for one in asked] * height * width
    return parts


def _fit(parts: Floats, weights: Floats) -> Kernel:
    """The best width (in windows) and its shares."""
    tried = [_shares(np.stack([one, np.ones_like(one), parts[-1]]), weights) for one in parts[:-1]]
    best = int(np.argmax([mean for mean, _ in tried]))
    return Kernel(WIDTHS[best], *tried[best][1][1:].tolist())


def _shares(densities: Floats, weights: Floats) -> tuple[float, Floats]:
    """Shares of densities that maximise the mean log-likelihood, with one more image shared by all."""
    even = 1 / len(densities)
    shares, last = np.full(len(densities), even), -math.inf
    for _ in range(_ROUNDS):
        mixed = shares @ densities
        mean = float(weights @ np.log(mixed) + np.log(shares).mean()) / (weights.sum() + 1)
        if mean - last < _STILL:
            break
        last = mean
        counts = shares * (densities @ (weights / mixed)) + even
        shares = counts / counts.sum()
    return last, shares


@lru_cache(maxsize=8)
def fixed_map(bias: CentreBias, shape: tuple[int, int], flat: bool) -> MapScorer:
    """The centre bias, or the uniform density, ready to be scored against the centre bias; made once per size."""
    centre = bias.map(shape)
    return MapScorer(np.ones(shape) if flat else centre, centre, baseline_sum=1.0, repeated=True)


def point_map(points: Points, shape: tuple[int, int], kernel: Kernel, bias: CentreBias) -> MapScorer:
    """Answered points as a density with sum 1, ready to be scored against the centre bias."""
    x, y, weights = np.array(points, dtype=np.float64).T
    rows = gaussian_factor(np.clip(y, 0, shape[0] - 1), shape[0], kernel.sigma)
    columns = gaussian_factor(np.clip(x, 0, shape[1] - 1), shape[1], kernel.sigma)
    weights = weights * (kernel.points / float(weights @ (rows.sum(axis=1) * columns.sum(axis=1))))
    density = (rows * weights[:, None]).T @ columns
    if kernel.centre > 0:
        density += kernel.centre * bias.map(shape)
    floor = kernel.uniform / (shape[0] * shape[1])
    return MapScorer(density, bias.map(shape), baseline_sum=1.0, floor=floor, slack=1e-12)


@lru_cache(maxsize=1024)  # the prompts about one image state the same density again and again
def _bandwidth(points: tuple[tuple[float, float], ...], shape: tuple[int, int]) -> float:
    x, y = np.array(points, dtype=np.float64).T
    return max(select_bandwidth(y, x, shape), 0.1)


def mixture_map(points: tuple[tuple[float, float], ...], shape: tuple[int, int]) -> Floats:
    """Density with sum 1 of points (x, y in px, moved into the map); cross-validation chooses its width."""
    x, y = np.array(points, dtype=np.float64).T
    x, y = np.clip(x, 0, shape[1] - 1), np.clip(y, 0, shape[0] - 1)
    density = gaussian_kde_map(y, x, shape, _bandwidth(points, shape), np.ones(len(x)))
    return np.asarray(density / density.sum())
