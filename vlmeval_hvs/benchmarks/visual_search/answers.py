"""What models answer in the visual-search datasets, read into pixels of the image.

Coordinates are asked for in one of three frames (fractions of the image, 0 to 1000, or pixels). In the robust profile
free text goes through the `standardizers`, which recognise other frames too. ViSioNS tested no language model, so the
`paper` reading takes the prompt literally: nothing but the JSON list that was asked for, in the frame that was asked
for. A
JSON object with ``priority_map`` (rows of non-negative numbers) or ``density`` is taken as it is: the searchers answer
so.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import standardizers
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias, mixture_map
from vlmeval_hvs.benchmarks.visual_search.trials import Trial

Floats = NDArray[np.float64]
Point = tuple[float, float]

FRAMES = ("unit", "thousand", "pixels")
MAX_CELLS = 4096
"""Largest answered priority map; finer ones do not fit the host's cells anyway."""
MAX_POINTS = 5000
"""Most points of an answered density: choosing its bandwidth takes time with their square."""


@dataclass(frozen=True)
class Priority:
    """An answered prediction of the next fixation.

    Attributes:
        kind: "points", "map", "density" (points with their own width), "center_bias" or "none" (no usable answer).
        points: (x, y, weight), px.
        grid: The answered map.
        sigma: Width of a density's Gaussians, px; ``None`` for cross-validation.
        uniform: Its uniform part.
        owners: Participant of every point of a density that leaves the predicted participant out.
        rule: Which standardization rule decided.
    """

    kind: str
    points: tuple[tuple[float, float, float], ...] = ()
    grid: Floats | None = field(default=None, compare=False)
    sigma: float | None = None
    uniform: float = 0.0
    owners: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True)
class AnsweredPath:
    """Answered fixations, px, and how they were read."""

    points: tuple[Point, ...] = ()
    rule: str = "default"
    outside: int = 0


def frame_size(frame: str, shape: tuple[int, int]) -> tuple[float, float]:
    """Width and height of the frame that coordinates are asked for in."""
    return (1000, 1000) if frame == "thousand" else (shape[1], shape[0])


def read_path(text: str, trial: Trial, frame: str = "unit", profile: str = "robust") -> AnsweredPath:
    """Fixations of a whole-scanpath answer, in px; empty when there are none.

    Args:
        text: The model's reply.
        trial: The search trial.
        frame: One of `FRAMES`, what the prompt asked for.
        profile: ``robust`` or ``paper``.
    """
    if profile == "paper":
        return _scaled(
            [(x, y) for x, y, _ in _json_list(text)], trial, frame_size(frame, trial.shape), frame, "json_list"
        )
    read = standardizers.scanpath(text, size=frame_size(frame, trial.shape))
    if read.fallback:
        return AnsweredPath(rule=read.rule)
    return _scaled(list(zip(read.value.x, read.value.y, strict=True)), trial, (1, 1), "unit", read.rule)


def read_fixation(text: str, trial: Trial, frame: str = "unit", profile: str = "robust") -> AnsweredPath:
    """The answered fixation of one turn (of several, the one with the highest weight), in px; empty without one.

    Args:
        text: The reply.
        trial: The trial that was asked about.
        frame: Coordinates that were asked for: "unit", "thousand" or "pixels".
        profile: The reading: "robust" or "paper".
    """
    points, rule = _weighted(text, trial, frame, profile)
    if not points:
        return AnsweredPath(rule=rule)
    x, y, _ = max(points, key=lambda point: point[2])
    return AnsweredPath(((x, y),), rule)


def read_priority(text: str, trial: Trial, frame: str = "unit", profile: str = "robust") -> Priority:
    """The prediction in a reply about the next fixation.

    Args:
        text: The reply.
        trial: The trial that was asked about.
        frame: Coordinates that were asked for: "unit", "thousand" or "pixels".
        profile: The reading: "robust" or "paper".
    """
    stated = _stated(text, trial)
    if stated is not None:
        return stated
    points, rule = _weighted(text, trial, frame, profile)
    return Priority("points", points, rule=rule) if points else Priority("none", rule=rule)


def _weighted(text: str, trial: Trial, frame: str, profile: str) -> tuple[tuple[tuple[float, float, float], ...], str]:
    """Weighted points of an answer, px, and the rule that read them."""
    size = frame_size(frame, trial.shape)
    if profile == "paper":
        points, rule, used, name = _json_list(text), "json_list", size, frame
    else:
        read = standardizers.fixation(text, size=size)
        points, rule, used, name = list(read.value), read.rule, (1.0, 1.0), "unit"
    scaled = _scaled([(x, y) for x, y, _ in points], trial, used, name, rule)
    kept = tuple((x, y, point[2]) for (x, y), point in zip(scaled.points, points, strict=True) if point[2] > 0)
    return kept, rule


def _json_list(text: str) -> list[tuple[float, float, float]]:
    """Points of a text that is nothing but a JSON list ``[x, y]`` or ``[[x, y], [x, y, weight], ...]``."""
    try:
        raw = json.loads(text.strip())
        rows = [raw] if isinstance(raw, list) and raw and not isinstance(raw[0], list) else raw
        points = [(float(row[0]), float(row[1]), float(row[2]) if len(row) > 2 else 1.0) for row in rows]
    except (ValueError, TypeError, IndexError, KeyError, RecursionError, OverflowError):
        return []
    return points if all(math.isfinite(value) for point in points for value in point) else []


def priority_map(answer: Priority, trial: Trial, person: str, bias: CentreBias) -> Floats | None:
    """The map that an answer states itself.

    Args:
        answer: The result of `read_priority` of kind "map", "density" or "center_bias".
        trial: The search trial.
        person: The predicted participant, whose own points are left out of a density with owners.
        bias: The centre bias.

    Returns:
        Map of the image's size, or of the answered grid's; ``None`` when nothing is left after leaving ``person`` out.
    """
    if answer.kind == "map":
        return answer.grid
    if answer.kind == "center_bias":
        return bias.map(trial.shape)
    return _density(answer, trial, person)


def _density(answer: Priority, trial: Trial, person: str) -> Floats | None:
    from vlmeval_hvs.metrics.kde import select_bandwidth

    if not answer.points:
        return mixture_map((), trial.shape, 1.0, 1.0)
    kept = answer.points
    if answer.owners:
        kept = tuple(point for point, owner in zip(answer.points, answer.owners, strict=True) if owner != person)
        if not kept:
            return None
    sigma = answer.sigma or select_bandwidth([y for _, y, _ in kept], [x for x, _, _ in kept], trial.shape)
    return mixture_map(kept, trial.shape, sigma, answer.uniform)


def _stated(text: str, trial: Trial) -> Priority | None:
    """A map or density that the answer states outright."""
    stripped = text.strip()
    if not stripped.startswith("{"):
        return None
    try:
        record = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, Mapping):
        return None
    if "priority_map" in record:
        grid = _grid(record["priority_map"])
        return (
            Priority("none", rule="priority_map") if grid is None else Priority("map", grid=grid, rule="priority_map")
        )
    density = record.get("density")
    if density == "center_bias":
        return Priority("center_bias", rule="density")
    if isinstance(density, Mapping):
        return _read_density(density, trial)
    return None


def _grid(raw: Any) -> Floats | None:
    try:
        grid = np.array(raw, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        return None
    if grid.ndim != 2 or not 0 < grid.size <= MAX_CELLS or not np.isfinite(grid).all() or (grid < 0).any():
        return None
    return grid


def _read_density(raw: Mapping[str, Any], trial: Trial) -> Priority:
    """``{"points": [[x, y], ...], "owners": [...], "sigma": px, "uniform": share}``, coordinates 0-1."""
    try:
        height, width = trial.shape
        points = tuple((float(p[0]) * width, float(p[1]) * height, 1.0) for p in raw.get("points", []))
        owners = tuple(str(owner) for owner in raw.get("owners", []))
        sigma = None if raw.get("sigma") is None else float(raw["sigma"])
        uniform = float(raw.get("uniform", 0.0))
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError):
        return Priority("none", rule="density")
    usable = (sigma is None or (math.isfinite(sigma) and sigma > 0)) and 0 <= uniform <= 1
    usable = usable and len(points) <= MAX_POINTS and all(math.isfinite(x + y) for x, y, _ in points)
    if not usable or (owners and len(owners) != len(points)):
        return Priority("none", rule="density")
    return Priority("density", points, sigma=sigma, uniform=uniform, owners=owners, rule="density")


def _scaled(points: Sequence[Point], trial: Trial, size: tuple[float, float], frame: str, rule: str) -> AnsweredPath:
    """Points of a frame in px, moved into the image; counts those outside."""
    height, width = trial.shape
    across, down = (1.0, 1.0) if frame == "unit" else size
    kept, outside = [], 0
    for x, y in points:
        px, py = x / across * width, y / down * height
        outside += not (0 <= px <= width and 0 <= py <= height)
        kept.append((min(max(px, 0.0), width - 1.0), min(max(py, 0.0), height - 1.0)))
    return AnsweredPath(tuple(kept), rule, outside)
