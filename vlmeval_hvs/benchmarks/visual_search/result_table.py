"""The table of visual-search results: rows (models and references) by set and metric, with what stands behind them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.benchmarks.visual_search import image_values
from vlmeval_hvs.benchmarks.visual_search.image_values import MODEL, WITHIN, metric_name
from vlmeval_hvs.benchmarks.visual_search.kernel_text import LITTLE_BITS, in_short, points_gain
from vlmeval_hvs.benchmarks.visual_search.options import INTERACTIVE
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.metrics.search import MIN_COVERAGE
from vlmeval_hvs.metrics.search_score import HSP_METRICS, MIN_IMAGES, SEARCH_METRICS
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of, set_of
from vlmeval_hvs.results.files import SCORES

SEARCHED = " (interactive)"
"""Ending of the row with a model's interactive results."""
PUBLISHED = " (published)"
"""Ending of rows that are quoted, not computed."""
HUMANS, GOLD, CENTER, UNIFORM, FLOOR = "Humans", "Gold Standard", "Center Bias", "Uniform", "Random scanpaths"
ANOTHER = "Another human"
"""One participant's fixations as the answer to another's."""
REFERENCES = (HUMANS, GOLD, ANOTHER, CENTER, UNIFORM, FLOOR)
"""Rows that every result brings along."""

_ROWS = {
    HUMANS: image_values.HUMANS,
    FLOOR: image_values.RANDOM,
    GOLD: image_values.GOLD,
    ANOTHER: "another_human",
    CENTER: image_values.CENTER,
    UNIFORM: image_values.UNIFORM,
}


@dataclass(frozen=True)
class Cell:
    """One metric of one row on one set.

    Attributes:
        value: The metric.
        n: Number of images behind it; ``None`` where it is not known (published values).
        interval: 95 % interval, resampled by image.
        images: Value by image, where the metric is their mean.
        coverage: Share of the set's images that were asked about; ``None`` where it is not known.
    """

    value: float
    n: int | None = None
    interval: tuple[float, float] | None = None
    images: Mapping[str, float] | None = None
    coverage: float | None = None

    @property
    def why_not(self) -> str:
        """Why it is no term of a score; "" when it may be one."""
        if self.n is not None and self.n < MIN_IMAGES:
            return f"{self.n} images"
        if self.coverage is not None and self.coverage < MIN_COVERAGE:
            return f"{self.coverage:.0%} of the set"
        return ""


Table = dict[str, dict[str, dict[str, Cell]]]
"""{row (model or reference): {set: {metric: cell}}}"""


def put(table: Table, row: str, data_set: str, cells: Mapping[str, Cell]) -> None:
    """Add cells; those without a finite value are left out."""
    known = {metric: cell for metric, cell in cells.items() if math.isfinite(cell.value)}
    if known:
        table.setdefault(row, {}).setdefault(data_set, {}).update(known)


def collect_results(folder: Path) -> Table:
    """Rows of every visual-search score file (``*_hvs_scores.json``) below a folder.

    Whole-scanpath and next-fixation results of a model share its row; interactive search, and runs with a label
    (``DATASET@label``), have rows of their own.

    Raises:
        DataError: There is no such file.
    """
    table: Table = {}
    for scores in _score_files(folder):
        _add(scores, table)
    if not table:
        raise DataError(f"{folder}: no visual-search results (*_hvs_scores.json) below it")
    for row in [name for name in table if name.endswith(SEARCHED)]:
        # Next-fixation metrics do not depend on how a model searches: both rows of a model show them.
        for data_set, metrics in table.get(row.removesuffix(SEARCHED), {}).items():
            shared = {key: value for key, value in metrics.items() if key in HSP_METRICS}
            table[row].setdefault(data_set, {}).update(shared)
    return table


def _score_files(folder: Path) -> Iterator[Mapping[str, Any]]:
    for path in sorted(folder.rglob(f"*{SCORES}"), key=lambda one: one.stat().st_mtime):
        try:
            scores = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        if scores.get("benchmark") == "VisualSearch":
            yield scores


def kernel_shares(folder: Path) -> list[str]:
    """What the answered points of every model add to the centre bias in its next-fixation scores, a sentence each."""
    found = {}
    for scores in _score_files(folder):
        fit = scores.get("details", {}).get("points_to_map", {})
        gain = points_gain(fit)
        if gain is not None:
            model, data_set = _row_and_set(scores)
            alone = "; its score is that of the centre bias" if gain < LITTLE_BITS else ""
            found[model, data_set] = f"{data_set}, {model}: {in_short(fit)}{alone}"
    return list(found.values())


def _row_and_set(scores: Mapping[str, Any]) -> tuple[str, str]:
    name = str(scores["dataset"])
    label = name.partition("@")[2]
    searched = SEARCHED if base_name(name).endswith(INTERACTIVE) else ""
    model = str(scores["model"]) + (f"@{label}" if label else "") + searched
    return model, set_of(name).removeprefix("VisualSearch_")


def _add(scores: Mapping[str, Any], table: Table) -> None:
    model, data_set = _row_and_set(scores)
    coverage = scores.get("details", {}).get("coverage")
    share = coverage["images"] / coverage["of"] if coverage else None
    put(table, model, data_set, _cells(scores, MODEL, share))
    for row, short in _ROWS.items():
        put(table, row, data_set, _cells(scores, short, None))


def _cells(scores: Mapping[str, Any], row: str, coverage: float | None) -> dict[str, Cell]:
    metrics, details = scores["metrics"], scores.get("details", {})
    counts, intervals = details.get("n_images", {}), scores.get("intervals", {})
    by_image = details.get("by_image", {}).get(row, {})
    cells = {}
    for metric in SEARCH_METRICS:
        name = metric_name(metric, row)
        value, bounds = metrics.get(name), intervals.get(name)
        if value is not None:
            interval = None if bounds is None else (float(bounds[0]), float(bounds[1]))
            cells[metric] = Cell(float(value), counts.get(name), interval, by_image.get(metric), coverage)
    if WITHIN in by_image:
        cells[WITHIN] = mean_cell(by_image[WITHIN], 0)
    return cells


def mean_cell(images: Mapping[str, float], seed: int, coverage: float | None = None) -> Cell:
    """The mean over images with its interval.

    Args:
        images: Value by image, at least one.
        seed: Seed of the resampling.
        coverage: Share of the set's images that were asked about.
    """
    numbers = list(images.values())
    interval = cluster_bootstrap(numbers, list(images), seed=seed)
    return Cell(sum(numbers) / len(numbers), len(numbers), interval, images, coverage)


def published_rows(data_set: str) -> dict[str, dict[str, Cell]]:
    """The card's published rows of a set (named without ``VisualSearch_``), by row."""
    sets = card_of("VisualSearch").reference.get("sets", {})
    rows = sets.get(f"VisualSearch_{data_set}", {}).get("rows", {})
    return {
        f"{name}{PUBLISHED}": {metric: Cell(float(value)) for metric, value in row.items()}
        for name, row in rows.items()
    }


def reference_rows(row: str) -> tuple[str, str]:
    """Rows of the humans and the gold standard that a row is compared with: published rows with published ones."""
    ending = PUBLISHED if row.endswith(PUBLISHED) else ""
    return HUMANS + ending, GOLD + ending
