"""Priority maps for next-fixation scoring: baselines, the gold standard, and maps made of answered points."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.kernels import Kernel
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.bumped_maps import BlockedMap, BumpedMap
from vlmeval_hvs.metrics.kde import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.search import rescale

Floats = NDArray[np.float64]

_SUBSTITUTE_SPREAD = 0.22  # of each side; about the spread of free-viewing fixations
_BANDWIDTH_SAMPLE = 2000  # fixations that choose the bandwidth of a centre bias: the cost grows with their square


@dataclass(frozen=True)
class CentreBias:
    """Where people look whatever the image.

    Attributes:
        label: What it is, printed with every score: a fitted density or a labelled substitute.
        rows: Rows of the supplied fixations, px of their frame; empty for the substitute.
        columns: Their columns.
        frame: Height and width of that frame.
    """

    label: str = "substitute: a Gaussian around the centre with 0.22 of each side as standard deviation"
    rows: tuple[float, ...] = ()
    columns: tuple[float, ...] = ()
    frame: tuple[int, int] = (1, 1)

    @classmethod
    def read(cls, path: str | Path) -> CentreBias:
        """Fixations from a JSON file ``{"X": [...], "Y": [...], "height": h, "width": w}``.

        The file of the published code (CAT2000, frame 1080 x 1920) has only X and Y; that frame is then assumed.

        Raises:
            DataError: The file cannot be read or holds no usable fixations.
        """
        try:
            raw = json.loads(Path(path).read_text(encoding="utf-8"))
            x, y = np.asarray(raw["X"], dtype=np.float64), np.asarray(raw["Y"], dtype=np.float64)
            frame = int(raw.get("height", 1080)), int(raw.get("width", 1920))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"centre-bias file {path}: {type(error).__name__}: {error}") from error
        if x.ndim != 1 or x.shape != y.shape or min(frame) < 1:
            raise DataError(
                f"centre-bias file {path}: X and Y must be lists of equal length in a frame of positive size"
            )
        inside = (x >= 0) & (x < frame[1]) & (y >= 0) & (y < frame[0])
        if inside.sum() < 2:
            raise DataError(f"centre-bias file {path}: fewer than two fixations inside {frame[0]}x{frame[1]} px")
        label = f"Gaussian density of {int(inside.sum())} fixations in {Path(path).name}"
        return cls(label, tuple(y[inside].tolist()), tuple(x[inside].tolist()), frame)

    def map(self, shape: tuple[int, int]) -> Floats:
        """The density at another size, with sum 1; computed once per size."""
        return _centre_map(self, shape)

    def blocked(self, shape: tuple[int, int]) -> BlockedMap:
        """The same density, ready to be the base of other maps; made once per size."""
        return _blocked_centre(self, shape)


@lru_cache(maxsize=8)
def _centre_map(bias: CentreBias, shape: tuple[int, int]) -> Floats:
    if bias.rows:
        return _fitted_map(bias, shape)
    rows = ((np.arange(shape[0]) + 0.5) / shape[0] - 0.5) / _SUBSTITUTE_SPREAD
    columns = ((np.arange(shape[1]) + 0.5) / shape[1] - 0.5) / _SUBSTITUTE_SPREAD
    density = np.exp(-0.5 * rows[:, None] ** 2 - 0.5 * columns[None, :] ** 2)
    return np.asarray(density / density.sum())


@lru_cache(maxsize=4)
def _blocked_centre(bias: CentreBias, shape: tuple[int, int]) -> BlockedMap:
    return BlockedMap(bias.map(shape))


def _fitted_map(bias: CentreBias, shape: tuple[int, int]) -> Floats:
    rows = rescale(bias.rows, bias.frame[0], shape[0])
    columns = rescale(bias.columns, bias.frame[1], shape[1])
    chosen = np.arange(len(rows))
    if len(rows) > _BANDWIDTH_SAMPLE:
        chosen = np.sort(np.random.default_rng(0).choice(len(rows), _BANDWIDTH_SAMPLE, replace=False))
    bandwidth = select_bandwidth(rows[chosen], columns[chosen], shape)
    # Whole-pixel coordinates repeat: one weighted point per pixel gives the same density with far fewer terms.
    pixels, counts = np.unique(np.stack([rows, columns]), axis=1, return_counts=True)
    density = gaussian_kde_map(pixels[0], pixels[1], shape, bandwidth, weights=counts)
    return np.asarray(density / density.sum())


def point_map(
    points: Sequence[tuple[float, float, float]], shape: tuple[int, int], kernel: Kernel, bias: CentreBias
) -> BumpedMap:
    """Answered points as a density that is scored without being drawn.

    Args:
        points: (x, y, weight) in px, weights positive; at least one.
        shape: Height and width.
        kernel: Width of the Gaussians and the shares of the parts.
        bias: The centre bias.
    """
    size = shape[0] * shape[1]
    x, y, weights = (np.array(values, dtype=np.float64) for values in zip(*points, strict=True))
    centres = np.stack([np.clip(y, 0, shape[0] - 1), np.clip(x, 0, shape[1] - 1)], axis=1)
    bumps = BumpedMap(shape, centres, weights, kernel.sigma)
    base = bias.blocked(shape) if kernel.centre > 0 else None
    return bumps.weighted(kernel.points / bumps.total, base, kernel.centre, kernel.uniform / size)


def drawn_point_map(
    points: Sequence[tuple[float, float, float]], shape: tuple[int, int], kernel: Kernel, bias: CentreBias
) -> Floats:
    """The density of `point_map` as an array that sums to 1."""
    density = kernel.points * mixture_map(points, shape, kernel.sigma, 0.0)
    return density + kernel.centre * bias.map(shape) + kernel.uniform / density.size


def mixture_map(
    points: Sequence[tuple[float, float, float]], shape: tuple[int, int], sigma: float, uniform: float
) -> Floats:
    """Weighted points as a density: Gaussians of one width and a uniform part.

    Args:
        points: (x, y, weight) in px; none gives the uniform map.
        shape: Height and width.
        sigma: Standard deviation, px. Below a tenth of a pixel it is that, and above a thousand frames it is those: no
            map could tell the difference, and the sums stay numbers.
        uniform: Share of the uniform part, 0-1.

    Returns:
        Density that sums to 1.
    """
    if not sigma > 0 or not 0 <= uniform <= 1:
        raise ValueError(f"sigma must be positive and the uniform part in [0, 1], not {sigma} and {uniform}")
    size = shape[0] * shape[1]
    usable = [(x, y, w) for x, y, w in points if all(math.isfinite(value) for value in (x, y, w)) and w > 0]
    if not usable or uniform == 1:
        return np.full(shape, 1.0 / size)
    x, y, weights = (np.array(values) for values in zip(*usable, strict=True))
    x, y = np.clip(x, 0, shape[1] - 1), np.clip(y, 0, shape[0] - 1)
    density = gaussian_kde_map(y, x, shape, min(max(sigma, 0.1), 1000.0 * max(shape)), weights)
    density *= (1 - uniform) / density.sum()
    density += uniform / size
    return density
