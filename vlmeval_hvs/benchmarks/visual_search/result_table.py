"""The table of visual-search results: rows (models and references) by set and metric, with what stands behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.benchmarks.visual_search import image_values
from vlmeval_hvs.benchmarks.visual_search.image_values import MODEL, WITHIN, mean_interval, metric_name
from vlmeval_hvs.benchmarks.visual_search.options import INTERACTIVE
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search import MIN_COVERAGE
from vlmeval_hvs.metrics.search_score import HSP_METRICS, MIN_IMAGES, SEARCH_METRICS
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of, set_of
from vlmeval_hvs.results.collect import Result, collect, usable
from vlmeval_hvs.results.differences import differing

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
    """Rows of every visual-search result below a folder (`search_results`).

    Whole-scanpath and next-fixation results of a model share its row; interactive search, and runs with a label
    (``DATASET@label``), have rows of their own.

    Raises:
        DataError: There is no such result, or those of one row and set are of different builds of the data.
    """
    table = table_of(search_results(folder))
    if not table:
        raise DataError(f"{folder}: no visual-search results (*_hvs_scores.json) below it")
    return table


def table_of(results: Sequence[Result]) -> Table:
    """Rows of visual-search results, as `collect_results` has them.

    Raises:
        DataError: The results of one row and set are of different builds of the data.
    """
    table: Table = {}
    digests: dict[tuple[str, str], Result] = {}
    for result in results:
        place = _row_and_set(result.scores)
        other = digests.setdefault((place[0].removesuffix(SEARCHED), place[1]), result)
        if other.scores.get("digest") != result.scores.get("digest"):
            raise DataError(
                f"{other.path} and {result.path} are of different builds of the data and cannot share the row "
                f"{place[0]}; run one of them again"
            )
        _add(result.scores, table)
    for row in [name for name in table if name.endswith(SEARCHED)]:
        # Next-fixation metrics do not depend on how a model searches: both rows of a model show them.
        for data_set, metrics in table.get(row.removesuffix(SEARCHED), {}).items():
            shared = {key: value for key, value in metrics.items() if key in HSP_METRICS}
            table[row].setdefault(data_set, {}).update(shared)
    return table


def unlike_rows(folder: Path) -> dict[str, str]:
    """Rows whose sets were asked or read in different ways, so that they have no mean over sets, and why."""
    return unlike_of(search_results(folder))


def unlike_of(results: Sequence[Result]) -> dict[str, str]:
    """The same (`unlike_rows`) of results that are not invalid."""
    rows: dict[str, dict[str, list[Result]]] = {}
    for result in results:
        row, data_set = _row_and_set(result.scores)
        family = base_name(result.dataset).removeprefix(f"VisualSearch_{base_name(data_set)}")
        rows.setdefault(row, {}).setdefault(family, []).append(result)
    found = {}
    for row, families in rows.items():
        unlike = {name for own in families.values() for name in differing([one.scores for one in own])}
        several = max(map(len, families.values())) > 1
        unlike |= {"failed rows" for own in families.values() for one in own if several and one.validity != "valid"}
        if unlike:
            found[row] = ", ".join(sorted(unlike))
    return found


def density_notes(folder: Path) -> list[str]:
    """What the fitted densities of next fixations are made of, a sentence for each result below a folder.

    A density that is mostly centre bias has the centre's score, whatever the model answered.
    """
    notes: dict[tuple[str, str], str] = {}
    for scores in (result.scores for result in search_results(folder)):
        share, gain = (scores["metrics"].get(name) for name in ("center_share", "answers_add"))
        if share is not None and gain is not None:
            row, data_set = _row_and_set(scores)
            notes[row, data_set] = (
                f"{row} on {data_set}: its next-fixation density is {share:.0%} centre bias; its answers add "
                f"{gain:.3f} bits to centre bias and uniform part (row {CENTER}: centre bias alone)"
            )
    return [notes[key] for key in sorted(notes)]


def search_results(folder: Path) -> list[Result]:
    """Visual-search results below a folder that are not invalid, oldest first; of several for one run the newest."""
    try:
        results = collect(folder)
    except DataError:  # no score file at all
        return []
    own = [result for result in results if result.benchmark == "VisualSearch"]
    return usable(sorted(own, key=lambda result: result.path.stat().st_mtime))


def _row_and_set(scores: Mapping[str, Any]) -> tuple[str, str]:
    name = str(scores["dataset"])
    label = name.partition("@")[2]
    searched = SEARCHED if base_name(name).endswith(INTERACTIVE) else ""
    row = str(scores["model"]) + (f"@{label}" if label else "") + searched
    return row, set_of(name).removeprefix("VisualSearch_")


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
        cells[WITHIN] = mean_cell(WITHIN, by_image[WITHIN], 0)
    return cells


def mean_cell(metric: str, images: Mapping[str, float], seed: int, coverage: float | None = None) -> Cell:
    """The mean over images with its interval.

    Args:
        metric: Name of the metric.
        images: Value by image, at least one.
        seed: Seed of the resampling.
        coverage: Share of the set's images that were asked about.
    """
    mean = sum(images.values()) / len(images)
    return Cell(mean, len(images), mean_interval(metric, images, seed), images, coverage)


def published_cells(data_set: str) -> dict[str, dict[str, Cell]]:
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
