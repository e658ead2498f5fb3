"""Scores of the result table: which cells count, means over sets, the compound score, paired differences.

A cell counts when at least ten images stand behind it and the model was asked about at least 80 % of the set. A row has
a compound score only with all of its terms: seven (six without Corr), or, for rows without scanpaths, the four
next-fixation terms. Rows are compared with references of their own kind: published rows with published ones.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.image_values import SHARES, WITHIN
from vlmeval_hvs.benchmarks.visual_search.result_table import (
    FLOOR,
    HUMANS,
    PUBLISHED,
    REFERENCES,
    Cell,
    Table,
    reference_rows,
)
from vlmeval_hvs.metrics.arrays import Floats
from vlmeval_hvs.metrics.bootstrap import edge_interval
from vlmeval_hvs.metrics.search_resampling import (
    column,
    draws,
    limits,
    paired_difference,
    resampled_correlations,
    resampled_means,
)
from vlmeval_hvs.metrics.search_score import HSP_METRICS, HUMAN_METRICS, SEARCH_METRICS, is_usable, score_term

SCORE, SIX = "Score", "Score_six_terms"
_FEWEST_TERMS = 4  # of a score: those of rows without scanpaths
_DRAWS = 1000

Cells = dict[str, Cell]
Samples = Callable[[str, str], Floats | None]
"""Resampled values of a row's metric; ``None`` where there is nothing to resample."""


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
    """Means over sets and compound scores of all rows, with intervals.

    Args:
        table: The cells.
        unlike: Rows without a mean over sets, because their sets were run in different ways, and in which.
    """
    counted, left_out = _counted(table)
    unlike = {row: why for row, why in (unlike or {}).items() if len(counted.get(row, {})) > 1}
    left_out += [f"{row} has no mean over sets: its runs differ in {why}" for row, why in unlike.items()]
    names = sorted({name for sets in table.values() for name in sets})
    samples = {name: _Resamples(counted, name).of for name in names}
    sets: dict[str, dict[str, Cells]] = {}
    terms: dict[str, dict[str, int]] = {}
    means = _means({row: by_set for row, by_set in counted.items() if row not in unlike}, names, samples)
    for name in names:
        rows = {row: by_set[name] for row, by_set in counted.items() if name in by_set}
        scored, terms[name] = _scores(rows, samples[name])
        sets[name] = {row: {**by_set[name], **scored.get(row, {})} for row, by_set in table.items() if name in by_set}
    scores, terms[""] = _scores(
        means, lambda row, metric: _mean_of(row, metric, counted, samples), _gaps(counted, names)
    )
    mean = {row: {**cells, **scores.get(row, {})} for row, cells in means.items()}
    return Summary(sets, mean, terms, [*left_out, *_unusable(means)])


class _Resamples:
    """Resampled values on one set, with the same draws for all rows."""

    def __init__(self, table: Table, data_set: str) -> None:
        self.rows = {row: cells[data_set] for row, cells in table.items() if data_set in cells}
        known = {image for cells in self.rows.values() for cell in cells.values() for image in cell.images or ()}
        self.images = sorted(known)
        self.counts = draws(len(known), _DRAWS, zlib.crc32(data_set.encode())) if known else None

    def of(self, row: str, metric: str) -> Floats | None:
        """See `Samples`."""
        cells = self.rows.get(row, {})
        cell = cells.get(metric)
        if cell is None or self.counts is None:
            return None
        if metric != "Corr":
            return None if not cell.images else resampled_means(column(cell.images, self.images), self.counts)
        pair = [cells[name].images if name in cells else None for name in ("AvgMM", WITHIN)]
        if not pair[0] or not pair[1]:
            return None
        return resampled_correlations(column(pair[0], self.images), column(pair[1], self.images), self.counts)


def _counted(table: Table) -> tuple[Table, list[str]]:
    """The cells that count, and sentences about the others."""
    kept: Table = {}
    left_out = []
    for row, sets in table.items():
        for name, cells in sets.items():
            reasons: dict[str, list[str]] = {}
            for metric, cell in cells.items():
                if cell.why_not and metric in SEARCH_METRICS:
                    reasons.setdefault(cell.why_not, []).append(metric)
                elif not cell.why_not:
                    kept.setdefault(row, {}).setdefault(name, {})[metric] = cell
            left_out += [
                f"{row} on {name}: {', '.join(metrics)} rest on {why}, and do not count"
                for why, metrics in reasons.items()
            ]
    return kept, left_out


def _means(table: Table, names: list[str], samples: Mapping[str, Samples]) -> dict[str, Cells]:
    means: dict[str, Cells] = {}
    for row, sets in table.items():
        for metric in SEARCH_METRICS:
            cells = [sets[name][metric] for name in names if metric in sets.get(name, {})]
            if not cells:
                continue
            counts = [cell.n for cell in cells if cell.n is not None]
            interval = cells[0].interval
            if len(cells) > 1:
                drawn = _mean_of(row, metric, table, samples)
                interval = None if drawn is None else limits(drawn)
            n = sum(counts) if len(counts) == len(cells) else None
            value = float(np.mean([cell.value for cell in cells]))
            if interval and n and value in (0.0, 1.0) and metric.startswith(SHARES):
                interval = edge_interval(value, n)
            means.setdefault(row, {})[metric] = Cell(value, n, interval)
    return means


def _mean_of(row: str, metric: str, table: Table, samples: Mapping[str, Samples]) -> Floats | None:
    """Resampled mean over the sets on which a row has a metric."""
    names = [name for name, cells in table.get(row, {}).items() if metric in cells]
    drawn = [samples[name](row, metric) for name in sorted(names)]
    known = [values for values in drawn if values is not None]
    return np.mean(known, axis=0) if known and len(known) == len(drawn) else None


def _gaps(table: Table, names: list[str]) -> dict[str, set[str]]:
    """By row, the metrics that it lacks on a set on which other rows of its kind have them."""
    gaps: dict[str, set[str]] = {}
    for name in names:
        for published in (False, True):
            rows = {row: sets.get(name, {}) for row, sets in table.items() if row.endswith(PUBLISHED) == published}
            present = {metric for cells in rows.values() for metric in cells}
            for row, cells in rows.items():
                gaps.setdefault(row, set()).update(present - cells.keys())
    return gaps


def _scores(
    rows: Mapping[str, Cells], samples: Samples, gaps: Mapping[str, set[str]] | None = None
) -> tuple[dict[str, Cells], dict[str, int]]:
    """Compound scores of the rows that have all terms, and the numbers of terms."""
    scores: dict[str, Cells] = {}
    terms: dict[str, int] = {}
    for row, cells in rows.items():
        humans, gold = reference_rows(row)
        owner = {metric: humans if metric in HUMAN_METRICS else gold for metric in SEARCH_METRICS}
        kind = [one for name, one in rows.items() if name.endswith(PUBLISHED) == row.endswith(PUBLISHED)]
        wanted = [
            metric
            for metric in (SEARCH_METRICS if _has_scanpaths(cells) else HSP_METRICS)
            if any(metric in one for one in kind) and is_usable(metric, _value(rows, owner[metric], metric))
        ]
        lacking = [metric for metric in wanted if metric not in cells or metric in (gaps or {}).get(row, ())]
        if row.removesuffix(PUBLISHED) in (HUMANS, FLOOR) or lacking or len(wanted) < _FEWEST_TERMS:
            continue
        terms[row] = len(wanted)
        for name, used in ((SCORE, wanted), (SIX, [metric for metric in wanted if metric != "Corr"])):
            scores.setdefault(row, {})[name] = _score(row, used, owner, rows, samples)
    return scores, terms


def _score(row: str, metrics: list[str], owner: Mapping[str, str], rows: Mapping[str, Cells], samples: Samples) -> Cell:
    value, drawn = 0.0, np.zeros(_DRAWS)
    for metric in metrics:
        reference = _value(rows, owner[metric], metric) or 0.0
        value += score_term(metric, rows[row][metric].value, reference) / len(metrics)
        own, other = samples(row, metric), samples(owner[metric], metric)
        # A reference without values by image is taken as known; a row without them has no interval.
        own = np.full(_DRAWS, np.nan) if own is None else own
        drawn += score_term(metric, own, np.full(_DRAWS, reference) if other is None else other) / len(metrics)
    counts = [rows[row][metric].n for metric in metrics]
    known = [count for count in counts if count is not None]
    return Cell(value, min(known) if len(known) == len(counts) else None, limits(drawn))


def _has_scanpaths(cells: Cells) -> bool:
    return any(metric in cells for metric in SEARCH_METRICS if metric not in HSP_METRICS)


def _value(rows: Mapping[str, Cells], row: str, metric: str) -> float | None:
    cell = rows.get(row, {}).get(metric)
    return None if cell is None else cell.value


def _unusable(rows: Mapping[str, Cells]) -> list[str]:
    """A sentence about terms whose reference is missing or not positive."""
    humans, gold = reference_rows("")
    owners = {metric: humans if metric in HUMAN_METRICS else gold for metric in SEARCH_METRICS}
    own = [cells for row, cells in rows.items() if not row.endswith(PUBLISHED)]
    missing = [
        metric
        for metric in SEARCH_METRICS
        if any(metric in cells for cells in own) and not is_usable(metric, _value(rows, owners[metric], metric))
    ]
    return [f"no score has the terms {', '.join(missing)}: the reference is missing or not positive"] if missing else []


def differences(table: Table, data_set: str, seed: int = 0) -> dict[str, Cells]:
    """Models minus published rows with values by image, over the images that both have; ``{pair: {metric: cell}}``.

    Args:
        table: The table.
        data_set: The set.
        seed: Seed of the resampling.
    """
    rows = {row: sets[data_set] for row, sets in table.items() if data_set in sets}
    models = [row for row in rows if not row.endswith(PUBLISHED) and row not in REFERENCES]
    found: dict[str, Cells] = {}
    for model in models:
        for other in (row for row in rows if row.endswith(PUBLISHED)):
            for metric in SEARCH_METRICS:
                pair = [rows[row].get(metric) for row in (model, other)]
                first, second = (cell.images if cell else None for cell in pair)
                if first and second and first.keys() & second.keys():
                    value, interval, n = paired_difference(first, second, _DRAWS, seed)
                    found.setdefault(f"{model} - {other.removesuffix(PUBLISHED)}", {})[metric] = Cell(
                        value, n, interval
                    )
    return found
