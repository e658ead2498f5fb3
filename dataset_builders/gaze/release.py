"""The released gaze stimuli, read from the hub dataset (parquet) or from the repository's CSV with its photos.

Both spellings of the columns are understood: ``Stimulus_ID, Angle, HeadTarget, DistEyeHead, ...`` (CSV) and
``stimulus_id, angle, head_target, ...`` (hub). Photos keep their bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.responses import study_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file
from vlmeval_hvs.sets import records

NEEDED = ("stimulus_id", "angle", "proximity", "candidates", "label")
_ABSENT = ("", "nan", "none", "-1", "-1.0")
_LARGEST_ROW = 4


Photo = Mapping[str, Any]
"""A photo record: stimulus_id, objects (table order), gaze_pos, head_pos (-1 when absent), condition, view, proximity
(as the table counts it), site, actor, study, is_check (an attention check, which the study leaves out of its
statistics), points ((x, y) of each) and face (x0, y0, x1, y1) as shares of the photo, [] when unknown."""


class Stimulus(NamedTuple):
    """One row of the release: its cells as text under snake-case names, and how to get the photo's bytes."""

    cells: Mapping[str, str]
    photo: Callable[[], bytes]


def read_release(folder: Path) -> tuple[list[Stimulus], dict[str, Any]]:
    """All stimuli of a release, and where they were read.

    Raises:
        DataError: The folder holds no table of stimuli; the message describes what is expected.
    """
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".parquet", ".csv"))
    tables = {path: table for path in files if (table := _table(path)) is not None}
    if parquet := [path for path in tables if path.suffix == ".parquet"]:
        rows = [row for path in parquet for row in records(tables[path])]
        notes = {"format": "parquet", "files": [str(path.relative_to(folder)) for path in parquet]}
        return [Stimulus(_texts(row), partial(_embedded, row["image"])) for row in rows], notes
    if not tables:
        raise DataError(
            f"{folder}: no stimuli found. Expected the hub dataset (*.parquet with an image column) or a CSV with the "
            f"columns {', '.join(NEEDED)} and its photos"
        )
    # The repository holds several tables (pilot only, one experiment only): the fullest one covers the others.
    path = max(tables, key=lambda item: (tables[item]["stimulus_id"].nunique(), item.name))
    others = [str(item.relative_to(folder)) for item in tables if item != path]
    notes = {"format": "csv", "files": [str(path.relative_to(folder))], "tables_not_used": others}
    rows = [_texts(row) for row in records(tables[path])]
    return [Stimulus(row, partial(_file_bytes, row["path"], path.parent, folder)) for row in rows], notes


def _table(path: Path) -> pd.DataFrame | None:
    """A table of stimuli; None for any other table."""
    embedded = path.suffix == ".parquet"
    options = {} if embedded else {"dtype": str, "keep_default_na": False, "encoding": "utf-8-sig"}
    try:
        table = (pd.read_parquet if embedded else pd.read_csv)(path, **options).rename(columns=_snake_case)
    except (ValueError, OSError) as error:  # pandas' parser errors and pyarrow's are ValueErrors
        raise DataError(f"{path}: cannot be read as {path.suffix[1:]} ({error})") from error
    table = table.loc[:, ~table.columns.duplicated()]
    return table if {*NEEDED, "image" if embedded else "path"} <= set(table.columns) else None


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    """The cells of a row but its photo as text; object names may come as a list instead of "a+b"."""
    cells = {name: [value] if isinstance(value, str) else np.ravel(value) for name, value in row.items()}
    return {name: "+".join(map(str, values)) for name, values in cells.items() if name != "image"}


def _file_bytes(name: str, *folders: Path) -> bytes:
    for folder in folders:
        place = named_file(folder, name.strip())
        if place.is_file():
            data = place.read_bytes()
            if data.startswith(b"version https://git-lfs"):
                raise DataError(f"{name} is a Git LFS pointer, not the photo; fetch it with `git lfs pull`")
            return data
    raise DataError(f"photo {name} is missing")


def _embedded(image: Any) -> bytes:
    data = image.get("bytes") if isinstance(image, dict) else image
    if not isinstance(data, bytes) or not data:
        raise DataError("the table does not hold the photo")
    return data


def parse(cells: Mapping[str, str]) -> dict[str, Any]:
    """One row of the release as a `Photo`.

    Raises:
        DataError: A cell is missing or contradicts another; the message says which.
    """
    stimulus = _whole(cells, "stimulus_id", 0, 10**9)
    view = cells["angle"].strip().lower()
    if view not in ("front", "left", "right"):
        raise DataError(f"angle {view!r} must be front, left or right")
    objects = [_name(part) for part in cells["candidates"].split("+")]
    if not 2 <= len(objects) <= _LARGEST_ROW or len(set(objects)) != len(objects) or "" in objects:
        raise DataError(f"candidates {cells['candidates']!r} must be 2 to {_LARGEST_ROW} different names")
    gaze = _position(cells, "label", objects)
    distance, head, condition = _text(cells, "dist_eye_head"), -1, "natural"
    if _text(cells, "head_target") in _ABSENT:
        if distance not in _ABSENT:
            raise DataError(f"dist_eye_head is {distance}, but there is no head target")
    else:
        head = _position(cells, "head_target", objects)
        condition = "congruent" if head == gaze else "incongruent"
        if distance and not re.fullmatch(rf"{abs(head - gaze)}(\.0+)?", distance):
            raise DataError(f"dist_eye_head is {distance}, but head and gaze target are {abs(head - gaze)} apart")
    corners = [_fraction(cells.get(f"option{i}_{axis}")) for i in range(1, len(objects) + 1) for axis in "xy"]
    face = [_fraction(cells.get(f"face_{name}")) for name in ("x_min", "y_min", "x_max", "y_max")]
    site, actor = _text(cells, "site"), _text(cells, "actor")
    return {
        "stimulus_id": stimulus, "objects": objects, "gaze_pos": gaze, "head_pos": head, "condition": condition,
        "view": view, "proximity": _whole(cells, "proximity", 1, 3), "site": site, "actor": actor,
        "study": study_of(site, actor, stimulus), "is_check": _text(cells, "list_id") in ("-1", "-1.0"),
        "points": [] if None in corners else list(zip(corners[::2], corners[1::2], strict=True)),
        "face": [] if None in face else face,
    }  # fmt: skip


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip()).lower()


def _name(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def _text(cells: Mapping[str, str], column: str) -> str:
    text = cells.get(column, "").strip()
    return "" if text.lower() in ("nan", "none") else text


def _position(cells: Mapping[str, str], column: str, objects: list[str]) -> int:
    folded, name = [item.casefold() for item in objects], _name(cells[column]).casefold()
    if name not in folded:
        raise DataError(f"{column} {cells[column]!r} must be one of {', '.join(objects)}")
    return folded.index(name)


def _whole(cells: Mapping[str, str], column: str, low: int, high: int) -> int:
    text = cells.get(column, "").strip()
    if not re.fullmatch(r"\d{1,9}(\.0+)?", text) or not low <= int(text.split(".")[0]) <= high:
        raise DataError(f"{column} {text!r} must be a whole number from {low} to {high}")
    return int(text.split(".")[0])


def _fraction(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None
