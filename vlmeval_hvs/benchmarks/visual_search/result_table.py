"""The table of visual search: metrics of models and references by set, their means, and the compound score.

A cell counts when it rests on at least ten images and the model was asked about at least 80 % of the set. A row has
a compound score only with all of its terms: seven (six without Corr), or, for rows without scanpaths, the four
next-fixation terms. Rows are compared with references of their own kind: published rows with published ones.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.options import INTERACTIVE
from vlmeval_hvs.benchmarks.visual_search.scoring import (
    GOLD,
    HUMANS,
    MODEL,
    RANDOM,
    SHARES,
    TITLES,
    WITHIN,
    mean_interval,
    metric_name,
)
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.bootstrap import edge_interval
from vlmeval_hvs.metrics.search import MIN_COVERAGE
from vlmeval_hvs.metrics.search_resampling import (
    column,
    draws,
    limits,
    resampled_correlations,
    resampled_means,
)
from vlmeval_hvs.metrics.search_score import (
    HSP_METRICS,
    HUMAN_METRICS,
    MIN_IMAGES,
    SEARCH_METRICS,
    is_usable,
    score_term,
)
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of, set_of
from vlmeval_hvs.results.collect import Result, collect, usable
from vlmeval_hvs.results.row_names import differing

SEARCHED = " (interactive)"
"""Ending of the row with a model's interactive results."""
PUBLISHED = " (published)"
"""Ending of rows that are quoted, not computed."""
SCORE, SIX = "Score", "Score_six_terms"

_OWNERS = {metric: TITLES[HUMANS if metric in HUMAN_METRICS else GOLD] for metric in SEARCH_METRICS}
_FEWEST_TERMS = 4  # of a score: those of rows without scanpaths
_DRAWS = 1000


@dataclass(frozen=True)
class Cell:
    """One metric of one row on one set.

    Attributes:
        value: The metric.
        n: Number of its images; ``None`` where it is not known (published values).
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


Cells = dict[str, Cell]
Table = dict[str, dict[str, Cells]]
"""{row (model or reference): {set: {metric: cell}}}"""
Samples = Callable[[str, str], Floats | None]
"""Resampled values of a row's metric; ``None`` where there is nothing to resample."""


def search_results(folder: Path) -> list[Result]:
    """Visual-search results below a folder that are not invalid, oldest first; of several for one run the newest.

    Raises:
        DataError: There is none.
    """
    own = [result for result in collect(folder) if result.benchmark == "VisualSearch"]
    found = usable(sorted(own, key=lambda result: result.path.stat().st_mtime))
    if not found:
        raise DataError(f"{folder}: no visual-search results (*_hvs_scores.json) below it")
    return found


def table_of(results: Sequence[Result]) -> Table:
    """Rows of visual-search results.

    Whole-scanpath and next-fixation results of a model share its row; interactive search, and runs with a label
    (``DATASET@label``), have rows of their own.

    Raises:
        DataError: The results of one row and set are of different builds of the data.
    """
    table: Table = {}
    digests: dict[tuple[str, str], Result] = {}
    for result in results:
        row, data_set = row_and_set(result)
        other = digests.setdefault((row.removesuffix(SEARCHED), data_set), result)
        if other.scores.get("digest") != result.scores.get("digest"):
            raise DataError(
                f"{other.path} and {result.path} are of different builds of the data and cannot share the row {row}; "
                "run one of them again"
            )
        coverage = result.scores.get("details", {}).get("coverage")
        add_scores(table, row, data_set, result.scores, coverage["images"] / coverage["of"] if coverage else None)
    for row in [name for name in table if name.endswith(SEARCHED)]:
        # Next-fixation metrics do not depend on how a model searches: both rows of a model show them.
        for data_set, metrics in table.get(row.removesuffix(SEARCHED), {}).items():
            shared = {key: value for key, value in metrics.items() if key in HSP_METRICS}
            table[row].setdefault(data_set, {}).update(shared)
    return table


def add_scores(table: Table, row: str, data_set: str, scores: Mapping[str, Any], coverage: float | None) -> None:
    """Add a model's row and its references from a score file's ``metrics``, ``intervals`` and ``details``."""
    details = scores.get("details", {})
    counts, intervals = details.get("n_images", {}), scores.get("intervals", {})
    for short, name in {MODEL: row, **TITLES}.items():
        by_image = details.get("by_image", {}).get(short, {})
        asked = coverage if short == MODEL else None
        cells = {}
        for metric in SEARCH_METRICS:
            known = metric_name(metric, short)
            value, bounds = scores["metrics"].get(known), intervals.get(known)
            if value is not None:
                interval = None if bounds is None else (float(bounds[0]), float(bounds[1]))
                cells[metric] = Cell(float(value), counts.get(known), interval, by_image.get(metric), asked)
        if WITHIN in by_image:
            cells[WITHIN] = mean_cell(WITHIN, by_image[WITHIN], 0)
        put(table, name, data_set, cells)


def add_published(table: Table, data_set: str) -> None:
    """Add the card's published rows of a set (named without ``VisualSearch_``)."""
    sets = card_of("VisualSearch").reference.get("sets", {})
    for name, row in sets.get(f"VisualSearch_{data_set}", {}).get("rows", {}).items():
        put(table, f"{name}{PUBLISHED}", data_set, {metric: Cell(float(value)) for metric, value in row.items()})


def put(table: Table, row: str, data_set: str, cells: Mapping[str, Cell]) -> None:
    """Add cells; those without a finite value are left out."""
    known = {metric: cell for metric, cell in cells.items() if math.isfinite(cell.value)}
    if known:
        table.setdefault(row, {}).setdefault(data_set, {}).update(known)


def mean_cell(metric: str, images: Mapping[str, float], seed: int, coverage: float | None = None) -> Cell:
    """The mean over images, of which there is at least one, with its interval."""
    mean = sum(images.values()) / len(images)
    return Cell(mean, len(images), mean_interval(metric, images, seed), images, coverage)


def unlike_rows(results: Sequence[Result]) -> dict[str, str]:
    """Rows whose sets were asked or read in different ways, so that they have no mean over sets, and why."""
    rows: dict[str, dict[str, list[Result]]] = {}
    for result in results:
        row, data_set = row_and_set(result)
        family = base_name(result.dataset).removeprefix(f"VisualSearch_{base_name(data_set)}")
        rows.setdefault(row, {}).setdefault(family, []).append(result)
    found = {}
    for row, families in rows.items():
        unlike = {name for own in families.values() for name in differing([one.scores for one in own])}
        several = max(map(len, families.values())) > 1
        if several and any(one.validity != "valid" for own in families.values() for one in own):
            unlike.add("failed rows")
        if unlike:
            found[row] = ", ".join(sorted(unlike))
    return found


def row_and_set(result: Result) -> tuple[str, str]:
    """The row of a run and its set, without ``VisualSearch_``."""
    label = result.dataset.partition("@")[2]
    searched = SEARCHED if base_name(result.dataset).endswith(INTERACTIVE) else ""
    row = result.model + (f"@{label}" if label else "") + searched
    return row, set_of(result.dataset).removeprefix("VisualSearch_")


class Summary(NamedTuple):
    """Tables with scores.

    Attributes:
        sets: ``{set: {row: {metric or score: cell}}}``.
        mean: The mean over sets, ``{row: {metric or score: cell}}``.
        terms: Number of terms of every row's score, by set; under "" for the mean.
        left_out: Sentences about what does not count.
    """

    sets: dict[str, dict[str, Cells]]
    mean: dict[str, Cells]
    terms: dict[str, dict[str, int]]
    left_out: list[str]


def summarise(table: Table, unlike: Mapping[str, str] | None = None) -> Summary:
    """Means over sets and compound scores of all rows, with intervals; ``unlike`` rows have no mean, and why."""
    counted, left_out = _counted(table)
    unlike = {row: why for row, why in (unlike or {}).items() if len(counted.get(row, {})) > 1}
    left_out += [f"{row} has no mean over sets: its runs differ in {why}" for row, why in unlike.items()]
    names = sorted({name for sets in table.values() for name in sets})
    samples = {name: _resampler(counted, name) for name in names}
    sets: dict[str, dict[str, Cells]] = {}
    terms: dict[str, dict[str, int]] = {}
    for name in names:
        rows = {row: by_set[name] for row, by_set in counted.items() if name in by_set}
        scored, terms[name] = _scores(rows, samples[name])
        sets[name] = {row: {**by_set[name], **scored.get(row, {})} for row, by_set in table.items() if name in by_set}
    alike = {row: by_set for row, by_set in counted.items() if row not in unlike}
    means = {row: _means(row, by_set, samples) for row, by_set in alike.items()}
    means = {row: cells for row, cells in means.items() if cells}
    scores, terms[""] = _scores(
        means,
        lambda row, metric: _mean_of(row, metric, counted.get(row, {}), samples),
        _gaps(counted, names),
    )
    mean = {row: {**cells, **scores.get(row, {})} for row, cells in means.items()}
    return Summary(sets, mean, terms, [*left_out, *_unusable(means)])


def _resampler(table: Table, data_set: str) -> Samples:
    """Resampled values on one set, with the same draws for all rows."""
    rows = {row: cells[data_set] for row, cells in table.items() if data_set in cells}
    images = sorted({image for cells in rows.values() for cell in cells.values() for image in cell.images or ()})
    counts = draws(len(images), _DRAWS, zlib.crc32(data_set.encode())) if images else None

    def resampled(row: str, metric: str) -> Floats | None:
        cells = rows.get(row, {})
        wanted = ("AvgMM", WITHIN) if metric == "Corr" else (metric,)
        by_image = [cells[name].images for name in wanted if name in cells]
        columns = [column(values, images) for values in by_image if values]
        if counts is None or metric not in cells or len(columns) < len(wanted):
            return None
        if metric == "Corr":
            return resampled_correlations(columns[0], columns[1], counts)
        return resampled_means(columns[0], counts)

    return resampled


def _counted(table: Table) -> tuple[Table, list[str]]:
    """The cells that count, and sentences about the others."""
    kept: Table = {}
    left_out = []
    for row, sets in table.items():
        for name, cells in sets.items():
            reasons: dict[str, list[str]] = {}
            for metric, cell in cells.items():
                if not cell.why_not:
                    kept.setdefault(row, {}).setdefault(name, {})[metric] = cell
                elif metric in SEARCH_METRICS:
                    reasons.setdefault(cell.why_not, []).append(metric)
            left_out += [
                f"{row} on {name}: {', '.join(metrics)} rest on {why}, and do not count"
                for why, metrics in reasons.items()
            ]
    return kept, left_out


def _means(row: str, by_set: Mapping[str, Cells], samples: Mapping[str, Samples]) -> Cells:
    """Means of a row over its sets."""
    means: Cells = {}
    for metric in SEARCH_METRICS:
        cells = [by_set[name][metric] for name in sorted(by_set) if metric in by_set[name]]
        if not cells:
            continue
        interval = cells[0].interval
        if len(cells) > 1:
            drawn = _mean_of(row, metric, by_set, samples)
            interval = None if drawn is None else limits(drawn)
        counts = [cell.n for cell in cells if cell.n is not None]
        n = sum(counts) if len(counts) == len(cells) else None
        value = float(np.mean([cell.value for cell in cells]))
        if interval and n and value in (0.0, 1.0) and metric.startswith(SHARES):
            interval = edge_interval(value, n)
        means[metric] = Cell(value, n, interval)
    return means


def _mean_of(row: str, metric: str, by_set: Mapping[str, Cells], samples: Mapping[str, Samples]) -> Floats | None:
    """Resampled mean over the sets on which a row has a metric."""
    drawn = [samples[name](row, metric) for name in sorted(by_set) if metric in by_set[name]]
    known = [values for values in drawn if values is not None]
    return np.mean(known, axis=0) if known and len(known) == len(drawn) else None


def _gaps(table: Table, names: Sequence[str]) -> dict[str, set[str]]:
    """By row, the metrics that it lacks on a set on which other rows of its kind have them."""
    gaps: dict[str, set[str]] = {}
    for name in names:
        for row in table:
            present = {metric for other in _alike(row, table) for metric in table[other].get(name, {})}
            gaps.setdefault(row, set()).update(present - table[row].get(name, {}).keys())
    return gaps


def _scores(
    rows: Mapping[str, Cells], samples: Samples, gaps: Mapping[str, set[str]] | None = None
) -> tuple[dict[str, Cells], dict[str, int]]:
    """Compound scores of the rows that have all terms, and the numbers of terms."""
    scores: dict[str, Cells] = {}
    terms: dict[str, int] = {}
    for row, cells in rows.items():
        ending = PUBLISHED if row.endswith(PUBLISHED) else ""
        owners = {metric: owner + ending for metric, owner in _OWNERS.items()}
        has_scanpaths = any(metric in cells for metric in SEARCH_METRICS if metric not in HSP_METRICS)
        wanted = [
            metric
            for metric in (SEARCH_METRICS if has_scanpaths else HSP_METRICS)
            if any(metric in rows[other] for other in _alike(row, rows))
            and is_usable(metric, _value(rows, owners[metric], metric))
        ]
        lacking = [metric for metric in wanted if metric not in cells or metric in (gaps or {}).get(row, ())]
        if row.removesuffix(PUBLISHED) in (TITLES[HUMANS], TITLES[RANDOM]) or lacking or len(wanted) < _FEWEST_TERMS:
            continue
        terms[row] = len(wanted)
        scores[row] = {
            SCORE: _score(row, wanted, owners, rows, samples),
            SIX: _score(row, [metric for metric in wanted if metric != "Corr"], owners, rows, samples),
        }
    return scores, terms


def _score(
    row: str, metrics: list[str], owners: Mapping[str, str], rows: Mapping[str, Cells], samples: Samples
) -> Cell:
    value, drawn = 0.0, np.zeros(_DRAWS)
    for metric in metrics:
        reference = _value(rows, owners[metric], metric) or 0.0
        value += score_term(metric, rows[row][metric].value, reference) / len(metrics)
        own, other = samples(row, metric), samples(owners[metric], metric)
        # A reference without values by image is taken as known; a row without them has no interval.
        own = np.full(_DRAWS, np.nan) if own is None else own
        drawn += score_term(metric, own, np.full(_DRAWS, reference) if other is None else other) / len(metrics)
    counts = [rows[row][metric].n for metric in metrics]
    known = [count for count in counts if count is not None]
    return Cell(value, min(known) if len(known) == len(counts) else None, limits(drawn))


def _alike(row: str, rows: Mapping[str, Any]) -> list[str]:
    """Rows of the same kind, published or not."""
    return [other for other in rows if other.endswith(PUBLISHED) == row.endswith(PUBLISHED)]


def _value(rows: Mapping[str, Cells], row: str, metric: str) -> float | None:
    cell = rows.get(row, {}).get(metric)
    return None if cell is None else cell.value


def _unusable(rows: Mapping[str, Cells]) -> list[str]:
    """A sentence about terms whose reference is missing or not positive."""
    own = [cells for row, cells in rows.items() if not row.endswith(PUBLISHED)]
    missing = [
        metric
        for metric in SEARCH_METRICS
        if any(metric in cells for cells in own) and not is_usable(metric, _value(rows, _OWNERS[metric], metric))
    ]
    return [f"no score has the terms {', '.join(missing)}: the reference is missing or not positive"] if missing else []
