"""Scanpath files in the published format, and the table over sets with the compound score."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.next_fixation import mean_row
from vlmeval_hvs.benchmarks.visual_search.options import HSP, INTERACTIVE
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search import cut_at_target, rescale
from vlmeval_hvs.metrics.search_score import HSP_METRICS, SEARCH_METRICS, visions_score
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.registry import DEMO
from vlmeval_hvs.results.files import SCORES

Table = dict[str, dict[str, dict[str, float]]]
"""{row (model or reference): {set: {metric: value}}}"""
_HEADINGS = {"Score_six_terms": "Score-6"}

SEARCHED = " (interactive)"
"""Ending of the row with a model's interactive results."""
HUMANS, GOLD, CENTER, UNIFORM, FLOOR = "Humans", "Gold Standard", "Center Bias", "Uniform", "Random scanpaths"


def read_scanpath_file(path: Path, trials: Mapping[str, Trial]) -> tuple[dict[str, SearchPath], list[str]]:
    """Scanpaths of a published ``Scanpaths.json``, each in its model's own frame.

    Whether the target was found is decided by geometry in that frame, not by the file's ``target_found``; scanpaths are
    cut there and at the set's maximum length.

    Args:
        path: The file.
        trials: The set's trials by image name.

    Returns:
        Paths by image, and what was left out (sentences).

    Raises:
        DataError: The file is no JSON object, or none of its images is in the set.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: cannot be read as JSON ({error})") from error
    if not isinstance(content, dict):
        raise DataError(f"{path}: holds a {type(content).__name__}, not an object by image name")
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
    kept = slice(trial.max_length)
    found = cut.found and len(cut.x) <= trial.max_length
    return SearchPath(tuple(cut.x[kept].tolist()), tuple(cut.y[kept].tolist()), shape, bbox, receptive, found)


def collect_results(folder: Path) -> Table:
    """Rows of every visual-search score file (``*_hvs_scores.json``) below a folder.

    Whole-scanpath and next-fixation results of a model share its row; interactive search has its own.

    Raises:
        DataError: There is no such file.
    """
    table: Table = {}
    for path in sorted(folder.rglob(f"*{SCORES}"), key=lambda one: one.stat().st_mtime):
        try:
            scores = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        if scores.get("benchmark") == "VisualSearch":
            _add(scores, table)
    if not table:
        raise DataError(f"{folder}: no visual-search results (*_hvs_scores.json) below it")
    for row in [name for name in table if name.endswith(SEARCHED)]:
        # Next-fixation metrics do not depend on how a model searches: both rows of a model show them.
        for data_set, metrics in table.get(row.removesuffix(SEARCHED), {}).items():
            shared = {key: value for key, value in metrics.items() if key in HSP_METRICS}
            table[row].setdefault(data_set, {}).update(shared)
    return table


def _add(scores: Mapping[str, Any], table: Table) -> None:
    name, metrics = str(scores["dataset"]), scores["metrics"]
    demo = DEMO if name.endswith(DEMO) else ""
    plain = name.removesuffix(DEMO).removeprefix("VisualSearch_")
    data_set = plain.removesuffix(INTERACTIVE).removesuffix(HSP) + demo
    model = str(scores["model"]) + (SEARCHED if INTERACTIVE in plain else "")

    def put(row: str, values: Mapping[str, str]) -> None:
        known = {metric: metrics[key] for metric, key in values.items() if metrics.get(key) is not None}
        if known:
            table.setdefault(row, {}).setdefault(data_set, {}).update(known)

    put(model, {metric: metric for metric in SEARCH_METRICS})
    put(HUMANS, {metric: f"{metric}_humans" for metric in ("AUCperf", "AvgMM")})
    put(FLOOR, {metric: f"{metric}_floor" for metric in ("AUCperf", "AvgMM")})
    for row, suffix in ((GOLD, "gold_standard"), (CENTER, "center_bias"), (UNIFORM, "uniform")):
        put(row, {metric: f"{metric}_{suffix}" for metric in SEARCH_METRICS})


def averaged(table: Table) -> dict[str, dict[str, float]]:
    """Mean of every row over the sets that have a value, with the compound score by both rules.

    The published averages divide by the number of all sets even where a value is missing; here a missing value
    does not count. Terms of the score without a usable reference (`unusable_terms`) are left out of it.
    """
    rows = {name: mean_row(sets) for name, sets in table.items()}
    dropped = unusable_terms(rows)
    usable = {
        name: {metric: value for metric, value in row.items() if metric not in dropped}
        for name, row in rows.items()
        if name != FLOOR
    }
    for key, terms in (("Score", 7), ("Score_six_terms", 6)):
        for name, value in visions_score(usable, HUMANS, GOLD, terms).items():
            rows[name][key] = value
    for name, row in usable.items():
        if "Score" in rows[name]:
            rows[name]["terms"] = sum(metric in row for metric in SEARCH_METRICS)
    return rows


def unusable_terms(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Metrics whose term of the compound score is undefined: the reference row is absent or not positive."""
    present = {metric for row in rows.values() for metric in row}
    unusable = []
    for metric in SEARCH_METRICS:
        reference = rows.get(HUMANS if metric in ("AUCperf", "AvgMM") else GOLD, {}).get(metric)
        # Corr needs no reference, and AUCperf is compared by a difference.
        usable = metric == "Corr" or (reference is not None and (metric == "AUCperf" or reference > 0))
        if metric in present and not usable:
            unusable.append(metric)
    return unusable


def format_table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """Rows as text, best score first; ``terms`` tells how many terms a score has: compare rows of equal numbers."""
    scored = any("Score" in row for row in rows.values())
    columns = [*SEARCH_METRICS, *(["Score", "Score_six_terms", "terms"] if scored else [])]
    width = max([len(name) for name in rows] + [5])
    lines = ["  ".join([" " * width, *(f"{_HEADINGS.get(name, name):>8s}" for name in columns)])]
    for name in sorted(rows, key=lambda name: (-rows[name].get("Score", float("inf")), name)):
        cells = [_cell(rows[name].get(key), 0 if key == "terms" else 3) for key in columns]
        lines.append("  ".join([f"{name:{width}s}", *cells]))
    return "\n".join(lines)


def _cell(value: float | None, digits: int) -> str:
    return f"{'-':>8s}" if value is None else f"{value:8.{digits}f}"
