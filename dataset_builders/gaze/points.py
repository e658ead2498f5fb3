"""Gaze points of a model on the released photos, answered as multiple choice by the nearest object.

The study publishes the points of Moondream2 for all photos, and the coordinates of all objects in its stimulus sheet;
together they give that model's answers without a photo. Layout of its points: ``{"<stimulus number>": {"gaze": {"x": X,
"y": Y} or null, ...}}``, fractions of the image from the left and the top.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from dataset_builders.gaze.build import photo_rows, scales_of
from dataset_builders.gaze.release import canonical, parse, read_sheet, study_of
from vlmeval_hvs.benchmarks.gaze.trials import DESIGN
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.point_choice import RULES, nearest_option

Point = tuple[float, float]
PROMPT = 0
"""A point does not depend on a prompt's wording; its answer stands under this number."""


@dataclass(frozen=True)
class PointAnswers:
    """The answers that follow from gaze points.

    Attributes:
        trials: One row per photo with the columns of an item file (`vlmeval_hvs.benchmarks.gaze.trials.DESIGN`,
            ``objects`` and ``choice_pos``, -1 where no point was found), ``study``, ``attention_check`` and distances
            ``l2`` and ``dx`` of the point from the gaze target (fractions of the image; NaN without a point).
        warnings: What was left out.
    """

    trials: pd.DataFrame
    warnings: list[str]


def read_points(path: Path) -> dict[int, Point | None]:
    """Gaze points by stimulus number; None where the model found none.

    Args:
        path: JSON in the study's layout, or a CSV with ``stimulus_id``, ``x`` and ``y`` (empty cells for no point).

    Raises:
        DataError: The file cannot be read, or an entry is no point; the message names it.
    """
    if path.suffix.lower() == ".csv":
        entries = _csv_points(path)
    else:
        raw = read_json(path)
        if not isinstance(raw, dict):
            raise DataError(f"{path}: not an object with stimulus numbers as names")
        entries = {str(name): _gaze(path, name, entry) for name, entry in raw.items()}
    found: dict[int, Point | None] = {}
    for name, cells in entries.items():
        if not name.isdecimal():
            raise DataError(f"{path}, entry {name!r}: not a stimulus number")
        found[int(name)] = None if cells is None else _point(path, name, *cells)
    return found


def _gaze(path: Path, name: str, entry: Any) -> tuple[Any, Any] | None:
    if not isinstance(entry, dict) or "gaze" not in entry:
        raise DataError(f"{path}, entry {name!r}: no `gaze` in it")
    gaze = entry["gaze"]
    if gaze is None:
        return None
    if not isinstance(gaze, dict) or not {"x", "y"} <= set(gaze):
        raise DataError(f"{path}, entry {name!r}: `gaze` has no x and y")
    return gaze["x"], gaze["y"]


def _csv_points(path: Path) -> dict[str, tuple[Any, Any] | None]:
    try:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read as CSV ({error})") from error
    table.columns = [canonical(name) for name in table.columns]
    missing = [name for name in ("stimulus_id", "x", "y") if name not in table]
    if missing:
        raise DataError(f"{path}: no column {', '.join(missing)}")
    twice = table["stimulus_id"].duplicated()
    if twice.any():
        raise DataError(f"{path}: stimulus {table.loc[twice, 'stimulus_id'].iloc[0]} occurs twice")
    return {
        row["stimulus_id"]: (row["x"], row["y"]) if row["x"] or row["y"] else None for row in table.to_dict("records")
    }


def _point(path: Path, name: str, x: Any, y: Any) -> Point:
    try:
        point = float(x), float(y)
    except (TypeError, ValueError) as error:
        raise DataError(f"{path}, stimulus {name}: {x!r}, {y!r} are not two numbers") from error
    if not all(-0.5 <= value <= 1.5 for value in point):
        raise DataError(f"{path}, stimulus {name}: {point} is not in fractions of the image")
    return point


def point_answers(points: Mapping[int, Point | None], sheet: Path, by: str = "l2") -> PointAnswers:
    """Answer every photo of a sheet with the object nearest to its gaze point.

    Args:
        points: Gaze points by stimulus number, as `read_points` gives them.
        sheet: The study's stimulus sheet (CSV) with the coordinates of the objects.
        by: ``"l2"`` is nearest in the plane, ``"dx"`` along the horizontal.

    Raises:
        DataError: The sheet cannot be read, or no point belongs to one of its photos.
        ValueError: There is no such rule.
    """
    if by not in RULES:
        raise ValueError(f"by={by!r}: choose one of {', '.join(RULES)}")
    cells = read_sheet(sheet)
    scales = scales_of(cells)
    rows, lost, unplaced = [], [], 0
    unused = set(points)
    for row in cells:
        try:
            photo = parse(row)
        except DataError as error:
            lost.append(f"{row['stimulus_id']} ({error})")
            continue
        if photo["stimulus_id"] not in points:
            continue
        unused.discard(photo["stimulus_id"])
        if not photo["points"]:
            unplaced += 1
            continue
        study = study_of(photo)
        photo["proximity"] = scales[study].proximity(photo["proximity"])
        rows.append(_answer(photo, study, points[photo["stimulus_id"]], by))
    if not rows:
        raise DataError(f"none of the points belongs to a photo of {sheet} with coordinates")
    warnings = [f"{len(lost)} rows of the sheet cannot be used: {'; '.join(lost[:3])}"] if lost else []
    if unplaced:
        warnings.append(f"{unplaced} photos have no coordinates and are left out")
    if unused:
        warnings.append(f"{len(unused)} points belong to no photo of the sheet, such as {min(unused)}")
    return PointAnswers(pd.DataFrame(rows), warnings)


def _answer(photo: Mapping[str, Any], study: str, point: Point | None, by: str) -> dict[str, Any]:
    facts = photo_rows(photo, "", study, [PROMPT])[0]
    target = photo["points"][photo["gaze_pos"]]
    offset = np.full(2, np.nan) if point is None else np.subtract(point, target)
    return {
        **{name: facts[name] for name in (*DESIGN, "objects")},
        "choice_pos": -1 if point is None else nearest_option(point, photo["points"], by),
        "study": study,
        "attention_check": facts["attention_check"],
        "l2": float(np.hypot(*offset)),
        "dx": float(abs(offset[0])),
        "point": "" if point is None else json.dumps(point),
    }
