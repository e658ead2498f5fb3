"""What models answer in the visual-search datasets, read into pixels of the image.

Coordinates are asked for in one of three frames (fractions of the image, 0 to 1000, or pixels). In the robust profile
free text goes through the `standardizers`, and the frame of the answers is decided over all replies of a model
(`vlmeval_hvs.answer_frames`). ViSioNS tested no language model, so the `paper` reading takes the
prompt literally: nothing but the JSON list that was asked for, in the frame that was asked for. A JSON object with
``priority_map`` (rows of non-negative numbers) or ``density`` is taken as it is: the searchers answer so.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.answer_frames import (
    AUTO,
    FrameDecision,
    Placed,
    Written,
    as_written,
    decide_frame,
    frame_size,
    place,
)
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, mixture_map
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.results.guard import guarded

Floats = NDArray[np.float64]
Point = tuple[float, float]

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
        outside: How many answered positions lay outside the image; those far outside are left out.
    """

    kind: str
    points: tuple[tuple[float, float, float], ...] = ()
    grid: Floats | None = field(default=None, compare=False)
    sigma: float | None = None
    uniform: float = 0.0
    owners: tuple[str, ...] = ()
    rule: str = ""
    outside: int = 0


@dataclass(frozen=True)
class AnsweredPath:
    """Answered fixations, px, and how they were read.

    Attributes:
        points: (x, y), px of the image.
        rule: Which standardization rule decided.
        outside: How many answered positions lay outside the image; those far outside are left out.
        written: The positions in the reply's own numbers.
    """

    points: tuple[Point, ...] = ()
    rule: str = "default"
    outside: int = 0
    written: Written = field(default_factory=Written, compare=False)


def decide_answers(
    replies: Iterable[tuple[str, Trial]], kind: str, asked: str = "unit", forced: str = AUTO, axes: str = "xy"
) -> FrameDecision:
    """The frame of a model's answers, decided over all of its replies.

    Args:
        replies: Replies with the trials that they are about.
        kind: What was asked for: "scanpath" or "fixation".
        asked: The frame that the prompts asked for.
        forced: The frame that the user names; ``auto`` decides.
        axes: The order in which they write x and y.
    """
    free = (
        (guarded(Written(), as_written, text, kind, axes=axes), trial.shape)
        for text, trial in replies
        if not states_map(text)
    )
    return replace(decide_frame(free, asked, forced), axes=axes)


def read_path(
    text: str, trial: Trial, frame: str = "unit", profile: str = "robust", decision: FrameDecision | None = None
) -> AnsweredPath:
    """Fixations of a whole-scanpath answer, in px; empty when there are none.

    Args:
        text: The model's reply.
        trial: The search trial.
        frame: One of `FRAMES`, what the prompt asked for.
        profile: ``robust`` or ``paper``.
        decision: The frame of all replies of the model; without it this reply alone decides.
    """
    read, rule, written = _positions(text, "scanpath", trial, frame, profile, decision)
    return AnsweredPath(tuple((x, y) for x, y, _ in read.points), rule, read.outside, written)


def read_fixation(
    text: str,
    trial: Trial,
    frame: str = "unit",
    profile: str = "robust",
    decision: FrameDecision | None = None,
    question: str | None = None,
) -> AnsweredPath:
    """The answered fixation of one turn (of several, the one with the highest weight), in px; empty without one.

    Args:
        text: The reply.
        trial: The trial that was asked about.
        frame: Coordinates that were asked for: "unit", "thousand" or "pixels".
        profile: The reading: "robust" or "paper".
        decision: The frame of all replies of the model; without it this reply alone decides.
        question: What was asked; a reply that only repeats the positions named there answers nothing.
    """
    read, rule, written = _positions(text, "fixation", trial, frame, profile, decision, question)
    weighted = [point for point in read.points if point[2] > 0]
    if not weighted:
        return AnsweredPath((), rule, read.outside, written)
    x, y, _ = max(weighted, key=lambda point: point[2])
    return AnsweredPath(((x, y),), rule, read.outside, written)


def read_priority(
    text: str,
    trial: Trial,
    frame: str = "unit",
    profile: str = "robust",
    decision: FrameDecision | None = None,
    question: str | None = None,
) -> Priority:
    """The prediction in a reply about the next fixation; the arguments are those of `read_fixation`."""
    stated = _stated(text, trial)
    if stated is not None:
        return stated
    read, rule, _ = _positions(text, "fixation", trial, frame, profile, decision, question)
    points = tuple(point for point in read.points if point[2] > 0)
    return Priority("points" if points else "none", points, rule=rule, outside=read.outside)


def _positions(
    text: str,
    kind: str,
    trial: Trial,
    frame: str,
    profile: str,
    decision: FrameDecision | None,
    question: str | None = None,
) -> tuple[Placed, str, Written]:
    """Positions of a reply in px, the rule that read them, and the positions as written."""
    if profile == "paper":
        written = Written(tuple(_json_list(text)), frame, "json_list")
        return _moved(written, frame, trial), "json_list", written
    written = as_written(text, kind, question=question, axes=decision.axes if decision else "xy")
    decision = decision or decide_frame([(written, trial.shape)], frame)
    read = place(written, decision.of(written), trial.shape)
    if written.points and not read.points:
        return read, "outside_image", written
    suffix = f"_{read.frame}" if written.points and read.frame != "unit" else ""
    return read, f"{written.rule}{suffix}", written


def _moved(written: Written, frame: str, trial: Trial) -> Placed:
    """Positions in px, all of them moved into the image."""
    (height, width), (across, down) = trial.shape, frame_size(frame, trial.shape)
    placed = [(x / across * width, y / down * height, weight) for x, y, weight in written.points]
    outside = sum(not (0 <= x <= width and 0 <= y <= height) for x, y, _ in placed)
    kept = [(min(max(x, 0.0), width - 1.0), min(max(y, 0.0), height - 1.0), weight) for x, y, weight in placed]
    return Placed(tuple(kept), outside, frame)


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


def states_map(text: str) -> bool:
    """Whether a reply begins like a map or density that it states outright."""
    start = text[:60].lstrip()
    return start.startswith("{") and ('"priority_map"' in start or '"density"' in start)


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
