"""Result files of the published code: scanpaths, metrics of a set, scores image by image."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.result_table import (
    CENTER,
    GOLD,
    PUBLISHED,
    UNIFORM,
    Cell,
    Table,
    mean_cell,
    put,
)
from vlmeval_hvs.benchmarks.visual_search.scanpath_cells import scanpath_cells
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.search import cut_at_target, rescale
from vlmeval_hvs.metrics.search_score import SEARCH_METRICS
from vlmeval_hvs.metrics.search_similarity import SearchPath

METRICS, BASELINES, SCANPATHS = "Metrics.json", "baseline_hsp.json", "Scanpaths.json"
PER_IMAGE = "human_scanpath_prediction_mean_per_image.json"
_NAMES = {"gold_standard": GOLD, "center_bias": CENTER, "uniform": UNIFORM}
_ONE_TARGET = "MSS 1"  # later versions of Metrics.json split by the number of targets held in memory
_AGREE = 0.0015  # values of Metrics.json are rounded to three digits


def _object(path: Path) -> dict[str, Any]:
    """An object from a JSON file.

    Raises:
        DataError: The file cannot be read as JSON, or is no object.
    """
    content = read_json(path)
    if not isinstance(content, dict):
        raise DataError(f"{path}: holds a {type(content).__name__}, not an object")
    return content


def read_scanpath_file(path: Path, trials: Mapping[str, Trial]) -> tuple[dict[str, SearchPath], list[str]]:
    """Scanpaths of a published ``Scanpaths.json``, each in its model's own frame.

    Whether the target was found is decided by geometry in that frame, not by the file's ``target_found``; scanpaths are
    cut there. One that is longer than the set's maximum counts as not found in AUCperf and is compared in MultiMatch,
    as published.

    Args:
        path: The file.
        trials: The set's trials by image name.

    Returns:
        Paths by image, and what was left out (sentences).

    Raises:
        DataError: The file is no JSON object, or none of its images is in the set.
    """
    content = _object(path)
    paths, left_out = {}, []
    foreign = [name for name in content if name not in trials]
    if foreign:
        left_out.append(f"{len(foreign)} images that the set does not have, for example {foreign[0]}")
    for name, entry in content.items():
        if name not in trials:
            continue
        try:
            paths[name] = _path(entry, trials[name])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            left_out.append(f"{name}: {type(error).__name__}: {error}")
    if not paths:
        raise DataError(f"{path}: no usable scanpath on an image of the set; {'; '.join(left_out[:3])}")
    return paths, left_out


def _path(entry: Mapping[str, Any], trial: Trial) -> SearchPath:
    shape = int(entry.get("image_height", trial.shape[0])), int(entry.get("image_width", trial.shape[1]))
    receptive = (
        int(entry.get("receptive_height", trial.receptive[0])),
        int(entry.get("receptive_width", trial.receptive[1])),
    )
    x, y = (np.asarray(entry[key], dtype=np.float64) for key in ("X", "Y"))
    if x.ndim != 1 or x.shape != y.shape or x.size == 0 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("X and Y must be equally long, non-empty lists of numbers")
    rows = rescale(trial.bbox[0::2], trial.shape[0], shape[0])
    columns = rescale(trial.bbox[1::2], trial.shape[1], shape[1])
    bbox = (float(rows[0]), float(columns[0]), float(rows[1]), float(columns[1]))
    cut = cut_at_target(x, y, bbox, receptive, shape)
    return SearchPath(tuple(cut.x.tolist()), tuple(cut.y.tolist()), shape, bbox, receptive, cut.found)


def add_published(path: Path, data_set: str, trials: Mapping[str, Trial] | None, table: Table, seed: int) -> list[str]:
    """Add the rows of a file of the published code, or of all such files in a folder of results.

    A folder is one like the published ``Results/Interiors_dataset``: ``Metrics.json``, ``baseline_hsp.json``, and a
    folder for each model with ``Scanpaths.json`` and ``human_scanpath_prediction_mean_per_image.json``.

    Args:
        path: The file or folder.
        data_set: Name of the set in the table.
        trials: The set's trials by image name, which scanpaths need; ``None`` where the set is not built.
        table: Where the rows go, named ``MODEL (published)``.
        seed: Seed of the resampling.

    Returns:
        What was left out or does not agree (sentences).

    Raises:
        DataError: There is nothing to read, or a file is damaged; the message names it.
    """
    if path.is_file():
        files = [path]
    else:
        found = sorted(path.rglob("*.json"))
        # Values image by image come after the rounded ones of a whole set, which they replace.
        files = [one for kind in (METRICS, BASELINES, SCANPATHS, PER_IMAGE) for one in found if one.name.endswith(kind)]
    notes, known = [], 0
    for one in files:
        if one.name.endswith(METRICS):
            cells = _metrics(one)
        elif one.name.endswith(BASELINES):
            cells = {_row(name): _means(one, rows, seed) for name, rows in _object(one).items()}
            notes += _without_unclipped(one, cells)
        elif one.name.endswith(PER_IMAGE):
            cells = {_model(one, PER_IMAGE): _means(one, _object(one), seed)}
            notes += _without_unclipped(one, cells)
        elif one.name.endswith(SCANPATHS) and trials is not None:
            paths, left_out = read_scanpath_file(one, trials)
            cells = {_model(one, SCANPATHS): scanpath_cells(trials, paths, seed)}
            notes += [f"{one}: {text}" for text in left_out[:10]]
        else:
            notes.append(f"{one}: left out; {'the set is not built' if one.name.endswith(SCANPATHS) else 'unknown'}")
            continue
        known += 1
        for row, values in cells.items():
            before = table.get(row, {}).get(data_set, {})
            notes += _disagreements(one, row, before, values)
            # A file of a few images does not replace the value of the whole set.
            put(
                table,
                row,
                data_set,
                {name: cell for name, cell in values.items() if not (cell.why_not and name in before)},
            )
    if not known:
        raise DataError(f"{path}: no result file of the published code ({METRICS}, {BASELINES}, {PER_IMAGE})")
    return notes


def _metrics(path: Path) -> dict[str, dict[str, Cell]]:
    rows = {}
    for name, raw in _object(path).items():
        values = raw.get(_ONE_TARGET, raw) if isinstance(raw, dict) else {}
        rows[_row(name)] = {
            metric: Cell(float(values[metric]))
            for metric in SEARCH_METRICS
            if isinstance(values.get(metric), (int, float)) and not isinstance(values[metric], bool)
        }
    return rows


def _means(path: Path, images: Any, seed: int) -> dict[str, Cell]:
    """Cells of ``{image: {"AUC": ..., "NSS": ..., "IG": ..., "LL": ...}}``."""
    cells = {}
    for metric in ("AUC", "NSS", "IG", "LL"):
        try:
            values = {image: float(one[metric]) for image, one in images.items() if metric in one}
        except (AttributeError, TypeError, ValueError) as error:
            raise DataError(f"{path}: not scores by image ({type(error).__name__}: {error})") from error
        values = {image: value for image, value in values.items() if math.isfinite(value)}
        if values:
            cells[f"{metric}hsp"] = mean_cell(metric, values, seed)
    return cells


def _without_unclipped(path: Path, rows: dict[str, dict[str, Cell]]) -> list[str]:
    """Leave out the NSS of a file that does not clip it at 0, as some published versions do not; say so."""
    cells = [row["NSShsp"] for row in rows.values() if "NSShsp" in row]
    if all(value >= 0 for cell in cells for value in (cell.images or {}).values()):
        return []
    for row in rows.values():
        row.pop("NSShsp", None)
    return [f"{path}: NSShsp left out: it goes below 0 there, and is clipped at 0 in the published tables and here"]


def _disagreements(path: Path, row: str, before: Mapping[str, Cell], after: Mapping[str, Cell]) -> list[str]:
    return [
        f"{path}: {row} {metric} is {cell.value:.3f} here and {before[metric].value:.3f} before; another version"
        for metric, cell in after.items()
        if metric in before and abs(before[metric].value - cell.value) > _AGREE
    ]


def _row(name: str) -> str:
    return f"{_NAMES.get(name, name)}{PUBLISHED}"


def _model(path: Path, ending: str) -> str:
    """The row of a model's file: the prefix of its name, or the folder that it lies in."""
    prefix = path.name.removesuffix(ending).rstrip("_")
    return _row(prefix or path.resolve().parent.name)
