"""Searchers by name, made for one trial: images in, a searcher out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.searchers import grid
from vlmeval_hvs.benchmarks.visual_search.searchers.bayesian import BayesianSearcher
from vlmeval_hvs.benchmarks.visual_search.searchers.decision import RULES
from vlmeval_hvs.benchmarks.visual_search.searchers.ivsn import (
    AttentionSearcher,
    attention_map,
    find_weights,
    load_features,
)
from vlmeval_hvs.benchmarks.visual_search.searchers.similarity import correlation_map, ssim_map
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled, read_rgb

Floats = NDArray[np.float64]
Point = tuple[float, float]

PRIORS = ("center", "flat")
SIMILARITIES = ("correlation", "ssim", "network", "none")
_MAP_ENDINGS = (".npy", ".png", ".jpg", ".jpeg")


class Searcher(Protocol):
    """What every searcher can do; positions are (x, y) in px of the image."""

    def next_fixation(self, history: Sequence[Point]) -> Point:
        """Where it looks after ``history``."""

    def priority_map(self, history: Sequence[Point]) -> Floats:
        """Its conditional priority map after ``history``."""


@dataclass(frozen=True)
class SearcherOptions:
    """What makes a searcher.

    Attributes:
        similarity: One of `SIMILARITIES`.
        prior: ``center``, ``flat``, or the path of a folder with a saliency map per image (``<image stem>.npy``,
            ``.png`` or ``.jpg``).
        rule: One of the decision rules, or ``attention`` (IVSN).
        seed: Seed of the internal noise; 1234 is the published code's.
        weights: Path of the VGG16 weights; ``None`` looks in torch's cache.
    """

    similarity: str = "correlation"
    prior: str = "flat"
    rule: str = "exact"
    seed: int = 1234
    weights: str | None = None

    def __post_init__(self) -> None:
        if self.similarity not in SIMILARITIES:
            raise ValueError(f"similarity={self.similarity!r}: choose one of {', '.join(SIMILARITIES)}")
        if self.rule not in (*RULES, "attention"):
            raise ValueError(f"rule={self.rule!r}: choose one of {', '.join((*RULES, 'attention'))}")
        if self.prior not in PRIORS and not Path(self.prior).is_dir():
            raise ValueError(
                f"prior={self.prior!r}: choose {' or '.join(PRIORS)}, or an existing folder of saliency maps"
            )


@cache
def known_searchers() -> dict[str, SearcherOptions]:
    """Options of every named searcher."""
    raw = bundled(__package__, "searchers.json")
    return {name: SearcherOptions(**options) for name, options in raw.items()}


def named_options(name: str, **changes: Any) -> SearcherOptions:
    """Options of a named searcher with some of them changed (``None`` keeps the default)."""
    return replace(known_searchers()[name], **{key: value for key, value in changes.items() if value is not None})


class SearchTask(Protocol):
    """What a searcher has to know of a search: the image's name and shape, the target's box, the receptive window."""

    @property
    def image(self) -> str:
        """Name of the image."""

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in px."""

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        """Box of the target in px: top, left, bottom, right."""

    @property
    def receptive(self) -> tuple[int, int]:
        """Height and width in px of the window in which a fixation sees the target."""


def make_searcher(options: SearcherOptions, trial: SearchTask, scene: str, target: str) -> Searcher:
    """The searcher for one trial; the last few are kept, for a search asks turn by turn.

    Args:
        options: Kind and settings of the searcher.
        trial: The search trial.
        scene: Path of its image.
        target: Path of its target template.

    Raises:
        MissingWeightsError: A network is asked for and its weights are not on this machine.
        DataError: An image or saliency map cannot be read.
    """
    return _make(options, trial.image, trial.shape, trial.bbox, trial.receptive, scene, target)


@lru_cache(maxsize=4)
def _make(
    options: SearcherOptions,
    name: str,
    shape: tuple[int, int],
    bbox: tuple[float, float, float, float],
    receptive: tuple[int, int],
    scene: str,
    target: str,
) -> Searcher:
    image, template = read_rgb(Path(scene)), read_rgb(Path(target))
    if options.rule == "attention":
        attention = attention_map(image, template, load_features(str(find_weights(options.weights))))
        resized = np.asarray(cv2.resize(attention, (shape[1], shape[0])), dtype=np.float64)
        # The published window is tuned to each set's mean target size; here it is the target's own.
        window = max(receptive[0], round(bbox[2] - bbox[0])), max(receptive[1], round(bbox[3] - bbox[1]))
        return AttentionSearcher(resized, window)
    similarity = similarity_of(options, shape, bbox, image, template)
    prior = prior_of(options, name)
    return BayesianSearcher(shape, bbox, similarity, prior, options.rule, options.seed, name)


def similarity_of(
    options: SearcherOptions,
    shape: tuple[int, int],
    bbox: Sequence[float],
    image: NDArray[np.uint8],
    template: NDArray[np.uint8],
) -> Floats | None:
    """Similarity map of ``grid.IMAGE_SHAPE``; ``None`` for a searcher that uses the target's position alone."""
    if options.similarity == "none":
        return None
    size = (grid.IMAGE_SHAPE[1], grid.IMAGE_SHAPE[0])
    if options.similarity == "network":
        attention = attention_map(image, template, load_features(str(find_weights(options.weights))))
        return np.asarray(cv2.resize(attention, size), dtype=np.float64)
    # The template is seen at the size that the target has in the resized image.
    height = max(3, round((bbox[2] - bbox[0]) / shape[0] * size[1]))
    width = max(3, round((bbox[3] - bbox[1]) / shape[1] * size[0]))
    grey = _grey(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    small = _grey(cv2.resize(template, (min(width, size[0]), min(height, size[1])), interpolation=cv2.INTER_AREA))
    return correlation_map(grey, small) if options.similarity == "correlation" else ssim_map(grey, small)


def prior_of(options: SearcherOptions, image: str) -> Floats | None:
    """Saliency prior of ``grid.IMAGE_SHAPE``; ``None`` is flat.

    Raises:
        DataError: The folder has no usable map of this image.
    """
    if options.prior == "flat":
        return None
    if options.prior == "center":
        return grid.centre_prior()
    stem = Path(image).stem
    for ending in _MAP_ENDINGS:
        path = Path(options.prior) / f"{stem}{ending}"
        if path.is_file():
            values = _read_map(path)
            resized = cv2.resize(values, (grid.IMAGE_SHAPE[1], grid.IMAGE_SHAPE[0]), interpolation=cv2.INTER_AREA)
            return np.asarray(resized, dtype=np.float64)
    raise DataError(f"{options.prior}: no saliency map {stem} ({', '.join(_MAP_ENDINGS)})")


def _read_map(path: Path) -> Floats:
    if path.suffix == ".npy":
        try:
            values = np.asarray(np.load(path, allow_pickle=False), dtype=np.float64)
        except (OSError, ValueError, EOFError) as error:
            raise DataError(f"{path}: not a numeric array ({error})") from error
    else:
        values = _grey(read_rgb(path))
    if values.ndim != 2 or values.size == 0 or not np.isfinite(values).all():
        raise DataError(f"{path}: a saliency map is a finite array (height, width), not {values.shape}")
    return values


def _grey(pixels: Any) -> Floats:
    return np.asarray(cv2.cvtColor(np.asarray(pixels), cv2.COLOR_RGB2GRAY), dtype=np.float64)
