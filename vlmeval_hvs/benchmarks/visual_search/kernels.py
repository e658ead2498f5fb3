"""How an answered point becomes a density: a Gaussian, a uniform part and a part of the centre bias.

A point says where, not how surely. The width and the shares decide likelihoods more than the point does, so they are
fitted to each model's answers, on other images than those that they are used on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from vlmeval_hvs.seeding import rng

Floats = NDArray[np.float64]
Points = Sequence[tuple[float, float, float]]

FOLDS = 5
WIDTHS = tuple(float(width) for width in np.round(2 ** np.arange(-1, 4.01, 0.25), 3))
"""Candidate widths of the Gaussian, in widths of the set's receptive window."""
_ROUNDS = 200
_STILL = 1e-9  # change of the mean log-likelihood (nats) that ends the search for shares


@dataclass(frozen=True)
class Kernel:
    """Width and shares.

    Attributes:
        sigma: Width of the Gaussian, px.
        uniform: Share of the uniform part.
        centre: Share of the centre bias.
    """

    sigma: float
    uniform: float
    centre: float = 0.0

    @property
    def points(self) -> float:
        """Share of the answered points."""
        return max(1.0 - self.uniform - self.centre, 0.0)


@dataclass(frozen=True)
class AnsweredFixation:
    """A fixation to be predicted, and the points that were answered.

    Attributes:
        image: Its image.
        weight: Its weight in the mean over fixations, trials and images.
        points: (x, y, weight), px.
        x: Column of the fixation, px.
        y: Its row, px.
        shape: Height and width of the image.
        window: Width of the receptive window, px.
        centre: Probability of the fixated pixel under the centre bias.
    """

    image: str
    weight: float
    points: Points
    x: int
    y: int
    shape: tuple[int, int]
    window: float
    centre: float


@dataclass(frozen=True)
class KernelFit:
    """A fit over images.

    Attributes:
        overall: The kernel fitted on all images, in widths of the receptive window; this is what is printed.
        by_fold: The kernel that images of a fold are scored with, fitted on the other folds.
        folds: Fold of every image.
        held_out: Mean log-likelihood of the fixations on images that the fit did not see, bits over uniform.
        seen: The same under the kernel that was fitted on all images.
        without: The same as ``held_out`` for uniform part and centre bias alone, fitted without any answer.
        images: Number of images.
    """

    overall: Kernel
    by_fold: tuple[Kernel, ...]
    folds: Mapping[str, int]
    held_out: float
    seen: float
    without: float
    images: int

    def kernel(self, image: str, window: float) -> Kernel:
        """The kernel of an image, px; the overall one for an image without answered points."""
        one = self.by_fold[self.folds[image]] if image in self.folds else self.overall
        return Kernel(one.sigma * window, one.uniform, one.centre)

    def described(self) -> dict[str, Any]:
        """What score files say about the fit."""
        return {
            "kernel": "fitted",
            "sigma_windows": self.overall.sigma,
            "uniform_part": round(self.overall.uniform, 4),
            "center_bias_part": round(self.overall.centre, 4),
            "points_part": round(self.overall.points, 4),
            "by_fold": [{name: round(value, 4) for name, value in asdict(one).items()} for one in self.by_fold],
            "held_out_bits": self.held_out,
            "seen_bits": self.seen,
            "held_out_bits_without_points": self.without,
            "images": self.images,
        }


def fit_kernel(fixations: Sequence[AnsweredFixation], seed: int) -> KernelFit | None:
    """Fit width and shares by cross-validation over images.

    The mean log-likelihood is maximised: over `WIDTHS` by trying them all, over the shares by expectation
    maximisation. One more image that is explained by all three parts alike keeps every share above 0.

    Args:
        fixations: Fixations with answered points.
        seed: Seed of the folds; the fold of an image is a function of (seed, image) and of which images there are.

    Returns:
        None with fewer than `FOLDS` images.
    """
    images = sorted({one.image for one in fixations})
    if len(images) < FOLDS:
        return None
    order = rng(seed, "kernel folds").permutation(len(images))
    folds = {images[int(number)]: position % FOLDS for position, number in enumerate(order)}
    parts, weights = _parts(fixations), np.array([one.weight for one in fixations])
    of = np.array([folds[one.image] for one in fixations])
    # Weights sum to the number of images, so that one more image weighs 1.
    weights = weights * (len(images) / weights.sum())
    by_fold = tuple(_fit(parts[:, of != fold], weights[of != fold]) for fold in range(FOLDS))
    overall = _fit(parts, weights)
    held_out = sum(float(weights[of == fold] @ _bits(parts[:, of == fold], by_fold[fold])) for fold in range(FOLDS))
    seen = float(weights @ _bits(parts, overall))
    plain = np.stack([np.ones(parts.shape[1]), parts[-1]])
    without = 0.0
    for fold in range(FOLDS):
        _, shares = _shares(plain[:, of != fold], weights[of != fold])
        without += float(weights[of == fold] @ np.log2(shares @ plain[:, of == fold]))
    n = len(images)
    return KernelFit(overall, by_fold, folds, held_out / n, seen / n, without / n, n)


def _parts(fixations: Sequence[AnsweredFixation]) -> Floats:
    """Density at every fixation in units of the uniform one: each width's Gaussians, then the centre bias."""
    owner = np.repeat(np.arange(len(fixations)), [len(one.points) for one in fixations])
    px, py, weight = np.array([point for one in fixations for point in one.points], dtype=np.float64).T
    weight = weight / np.bincount(owner, weight, len(fixations))[owner]
    x, y, height, width, window, centre = np.array(
        [(one.x, one.y, *one.shape, one.window, one.centre) for one in fixations], dtype=np.float64
    ).T
    parts = np.empty((len(WIDTHS) + 1, len(fixations)))
    for number, factor in enumerate(WIDTHS):
        sigma = (factor * window)[owner]
        # As for drawn maps: points lie in the image, and all Gaussians of an answer share one normalisation.
        cx, cy = np.clip(px, 0, width[owner] - 1), np.clip(py, 0, height[owner] - 1)
        distance = (x[owner] + 0.5 - cx) ** 2 + (y[owner] + 0.5 - cy) ** 2
        density = np.exp(-0.5 * distance / sigma**2) / (2 * math.pi * sigma**2)
        inside = (ndtr((width[owner] - cx) / sigma) - ndtr(-cx / sigma)) * (
            ndtr((height[owner] - cy) / sigma) - ndtr(-cy / sigma)
        )
        total = np.bincount(owner, weight * inside, len(fixations))
        parts[number] = np.bincount(owner, weight * density, len(fixations)) / total * height * width
    parts[-1] = centre * height * width
    return parts


def _fit(parts: Floats, weights: Floats) -> Kernel:
    """The best width (in windows) and its shares."""
    best: tuple[float, Kernel] | None = None
    for width, gaussian in zip(WIDTHS, parts[:-1], strict=True):
        mean, shares = _shares(np.stack([gaussian, np.ones_like(gaussian), parts[-1]]), weights)
        if best is None or mean > best[0]:
            best = mean, Kernel(width, float(shares[1]), float(shares[2]))
    assert best is not None
    return best[1]


def _shares(densities: Floats, weights: Floats) -> tuple[float, Floats]:
    """Shares of some densities that maximise the mean log-likelihood, with one more image shared by all."""
    equal = 1 / len(densities)
    shares, last = np.full(len(densities), equal), -math.inf
    for _ in range(_ROUNDS):
        mixed = shares @ densities
        mean = float(weights @ np.log(mixed) + np.log(shares).mean()) / (weights.sum() + 1)
        if mean - last < _STILL:
            break
        last = mean
        counts = shares * (densities @ (weights / mixed)) + equal
        shares = counts / counts.sum()
    return last, shares


def _bits(parts: Floats, kernel: Kernel) -> Floats:
    gaussian = parts[WIDTHS.index(kernel.sigma)]
    return np.asarray(np.log2(kernel.points * gaussian + kernel.uniform + kernel.centre * parts[-1]))
