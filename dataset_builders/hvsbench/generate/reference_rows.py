"""Rows to hold a model's against, for a generated set: guessing, as the paper defines it, and held-out people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from dataset_builders.hvsbench.generate.folder import read_rows
from dataset_builders.hvsbench.generate.held_out_people import Answered, answered, recordings
from dataset_builders.hvsbench.rows import RELEASED, make_row, place
from vlmeval_hvs.benchmarks.hvsbench.chance import guessing
from vlmeval_hvs.benchmarks.hvsbench.people import People
from vlmeval_hvs.benchmarks.hvsbench.questions import POOLS, TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import bundled, image_size, inside
from vlmeval_hvs.metrics import cluster_bootstrap

GUESSER = "Random guess"
"""Name of the paper's row."""

_SCANPATH = ("MDir", "MPos")
_COUNT = ("MAE", "RMSE")


class Reference(NamedTuple):
    """A number of a reference row.

    Attributes:
        value: The number; None where there is none.
        low: Lower end of its 95 % interval: of guessing, what single guessers reach; of people and of the errors of
            counts, bootstrap over pictures.
        high: Upper end.
        n: Questions.
        people: Answers of people; 0 of guessing.
        printed: What the paper prints of guessing on its set; None where it prints none, and where types that it is the
            mean over are missing here.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    people: int = 0
    printed: float | None = None


def random_row(
    folder: Path, sides: Sequence[str], seed: int = 0, rules: ScanpathRules | None = None
) -> dict[str, Reference]:
    """What guessing gives on sides of a generated set, by metric name.

    Raises:
        DataError: A row cannot be used; the message names it.
    """
    items, pictures = _items(folder, sides)
    if items.empty:
        return {}
    found = guessing(items, People.of_rows(items), rules or ScanpathRules(), seed)
    printed = bundled("vlmeval_hvs.benchmarks.hvsbench", "published.json")["rows"][GUESSER]
    counts = items["question_type"].value_counts()
    result: dict[str, Reference] = {}
    for name, chance in found.metrics.items():
        if name in POOLS or name.endswith(_SCANPATH):
            kinds = _kinds(name)
            # A mean over other types than the paper's is no counterpart of its number.
            beside = printed.get(name) if all(kind in counts for kind in kinds) else None
            n = int(sum(counts.get(kind, 0) for kind in kinds))
            result[name] = Reference(chance.value, chance.low, chance.high, n, printed=beside)
    return result | _count_errors(items, pictures, printed)


def human_row(folder: Path, sides: Sequence[str]) -> dict[str, Reference]:
    """What held-out people reach, by metric name; types for which there are no people have None and n = 0.

    See `held_out_people`. Recordings are those of the same sides, for a picture is on one side with all of them.

    Raises:
        DataError: A row or a picture cannot be read; the message names it.
    """
    known = recordings(row for side in sides for row in read_rows(folder, side))
    sizes: dict[str, tuple[int, int]] = {}
    for side in sides:
        for row in read_rows(folder, side):
            path = str(row["image_path"])
            if path not in sizes:
                sizes[path] = image_size(inside(folder, path))
    found = answered((row for side in sides for row in read_rows(folder, side)), known, sizes, ScanpathRules())
    result: dict[str, Reference] = {}
    for name, kind in TYPES.items():
        if kind.kind == "scanpath":
            result |= {f"{kind.field}_{metric}": _of_people(found.get(name, []), metric) for metric in _SCANPATH}
        else:
            result[f"{name}_Acc"] = _of_people(found.get(name, []), "Acc")
    return result


def _of_people(rows: Sequence[Answered], metric: str) -> Reference:
    if not rows:
        return Reference(None, None, None, 0)
    values = [row.scores[metric] for row in rows]
    low, high = cluster_bootstrap(values, [row.picture for row in rows])
    return Reference(float(np.mean(values)), low, high, len(rows), sum(row.people for row in rows))


def _items(folder: Path, sides: Sequence[str]) -> tuple[pd.DataFrame, list[str]]:
    made = []
    sizes: dict[str, tuple[int, int]] = {}
    for side in sides:
        for number, row in enumerate(read_rows(folder, side), start=1):
            try:
                path = str(row["image_path"])
                if path not in sizes:
                    sizes[path] = image_size(inside(folder, path))
                released = {column: str(row.get(column, "")) for column in RELEASED}
                one, stored = make_row(int(row["index"]), released, path, sizes[path])
                made.append(place(one, stored.paths, "relative") if stored else one)
            except (KeyError, ValueError, DataError) as error:
                raise DataError(f"{folder / side}.jsonl, line {number}: {error}") from error
    columns = ("index", "question_type", "image_path", "labels", "truth", "scanpaths", "width", "height")
    items = pd.DataFrame([{column: one[column] for column in columns} for one in made], columns=list(columns))
    return items, items["image_path"].tolist()


def _kinds(metric: str) -> list[str]:
    """Question types that a metric is the mean over."""
    field = metric.rpartition("_")[0]
    return POOLS.get(metric) or [name for name, kind in TYPES.items() if kind[:2] == (field, "scanpath")]


def _count_errors(items: pd.DataFrame, pictures: Sequence[str], printed: Mapping[str, float]) -> dict[str, Reference]:
    """MAE and RMSE of one who always says the mean number."""
    counted = items["question_type"] == "Q2"
    if not counted.any():
        return {}
    truth = items.loc[counted, "truth"].astype(float).to_numpy()
    shown = np.array(pictures)[counted.to_numpy()]
    error = np.abs(truth - truth.mean())
    result = {}
    for metric, power in zip(_COUNT, (1, 2), strict=True):
        value, ends = float(np.mean(error**power)), cluster_bootstrap(error**power, shown)
        value, low, high = (float(number ** (1 / power)) for number in (value, *ends))
        name = f"Subitizing_{metric}"
        result[name] = Reference(value, low, high, len(truth), printed=printed.get(name))
    return result
