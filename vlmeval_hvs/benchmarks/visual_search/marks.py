"""A search on its scene: the target, the people's scanpaths, and the model's."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trial
from vlmeval_hvs.pictures import Box, Mark, Path, Point


def asked_marks(row: Mapping[str, str]) -> list[Mark]:
    """The target's box and the people's scanpaths; for a next fixation the scanpath so far and the people's next."""
    trial = read_trial(row)
    found: list[Mark] = []
    if trial.present:
        top, left, bottom, right = trial.bbox
        corners = (*_shares((left, top), trial), *_shares((right, bottom), trial))
        found.append(Box.between(corners, "target", trial.target_object.replace("TBD", "") or "target"))
    for person, one in trial.humans.items():
        points = tuple(_shares(point, trial) for point in zip(one.x, one.y, strict=True))
        found.append(Path(points, "human", f"person {person}", one.durations))
    history = [_shares(point, trial) for point in json.loads(row.get("history") or "[]")]
    if history:
        found.append(Path(tuple(history), "human", "so far"))
    for person, _, x, y in json.loads(row.get("next") or "[]"):
        found.append(Point(*_shares((x, y), trial), "human", f"person {person}: next"))
    return found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """The model's scanpath, or the points that it gave for the next fixation."""
    try:
        points = json.loads(item.get("answer") or "[]")
    except ValueError:  # a whole map, told in words
        return []
    if not isinstance(points, list) or not all(isinstance(point, list) and len(point) >= 2 for point in points):
        return []
    trial = read_trial(row)
    places = [_shares(point[:2], trial) for point in points]
    if row.get("family") == "hsp":
        return [Point(x, y, "answer", str(number)) for number, (x, y) in enumerate(places, 1)]
    return [Path(tuple(places), "answer", "model")] if places else []


def _shares(point: Sequence[float], trial: Trial) -> tuple[float, float]:
    """A point in px as fractions of the scene."""
    height, width = trial.shape
    return float(point[0]) / width, float(point[1]) / height
