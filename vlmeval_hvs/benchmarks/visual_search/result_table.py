"""The table of visual search: metrics of models and references by set, their means, and the compound score.

A cell counts when it rests on at least ten images and the model was asked about at least 80 % of the set. A row has
a compound score only with all of its terms: seven (six without Corr), or, for rows without scanpaths, the four
next-fixation terms. Published rows are compared with published references.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import search
from vlmeval_hvs.metrics.search import HSP_METRICS, SEARCH_METRICS
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import card_of, set_of
from vlmeval_hvs.results.collect import Result, collect, usable
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Value, kind_of
from vlmeval_hvs.results.paper_tables import Table as PaperTable
from vlmeval_hvs.results.row_names import differing, slug

from .options import INTERACTIVE
from .scoring import ANOTHER, GOLD, HUMANS, MODEL, RANDOM, TITLES, metric_name

SEARCHED, PUBLISHED = " (interactive)", " (published)"
"""Endings of the rows with a model's interactive results, and of rows that are quoted, not computed."""
SCORE, SIX, TERMS = "Score", "Score-6", "terms"
MEAN = "mean over sets"
_FEWEST_TERMS = 4  # of a score: those of rows without scanpaths


Rows = dict[str, dict[str, Value]]
"""{row (model or reference): {metric: value}}; a star marks a value that may be no term of a score."""
Table = dict[str, Rows]
"""{set: rows}"""


def search_results(folder: Path) -> list[Result]:
    """Visual-search results below a folder that are not invalid, oldest first; a DataError where there is none."""
    own = [result for result in collect(folder) if result.benchmark == "VisualSearch"]
    found = usable(sorted(own, key=lambda result: result.path.stat().st_mtime))
    if not found:
        raise DataError(f"{folder}: no visual-search results (*_hvs_scores.json) below it")
    return found


def row_and_set(result: Result) -> tuple[str, str]:
    """The row of a run and its set, without ``VisualSearch_``."""
    _, at, label = result.dataset.partition("@")
    searched = SEARCHED if base_name(result.dataset).endswith(INTERACTIVE) else ""
    return f"{result.model}{at}{label}{searched}", set_of(result.dataset).removeprefix("VisualSearch_")


def table_of(results: Sequence[Result]) -> Table:
    """Rows of visual-search results; a DataError where those of one row and set are of different builds of the data.

    Whole-scanpath and next-fixation results of a model share its row; interactive search, and runs with a label
    (``DATASET@label``), have rows of their own.
    """
    table: Table = {}
    first: dict[tuple[str, str], Result] = {}
    for result in results:
        row, data_set = row_and_set(result)
        other = first.setdefault((row.removesuffix(SEARCHED), data_set), result)
        if other.scores.get("digest") != result.scores.get("digest"):
            raise DataError(
                f"{other.path} and {result.path} are of different builds of the data and cannot share the row {row}; "
                "run one of them again"
            )
        coverage = result.scores.get("details", {}).get("coverage")
        share = coverage["images"] / coverage["of"] if coverage else None
        add_scores(table.setdefault(data_set, {}), row, result.scores, share)
    for rows in table.values():
        for row in [name for name in rows if name.endswith(SEARCHED)]:
            # Next-fixation metrics do not depend on how a model searches: both rows of a model show them.
            metrics = rows.get(row.removesuffix(SEARCHED), {})
            rows[row] |= {key: cell for key, cell in metrics.items() if key in HSP_METRICS}
    return {data_set: rows for data_set, rows in table.items() if rows}


def add_scores(rows: Rows, row: str, scores: Mapping[str, Any], coverage: float | None) -> None:
    """Add a model's row and its references from a score file's ``metrics``, ``intervals`` and ``details``."""
    counts, intervals = scores.get("details", {}).get("n_images", {}), scores.get("intervals", {})
    for short, name in {MODEL: row, **TITLES}.items():
        for metric in SEARCH_METRICS:
            known = metric_name(metric, short)
            value, bounds = scores["metrics"].get(known), intervals.get(known)
            if value is not None and math.isfinite(value):
                few = counts.get(known, search.MIN_IMAGES) < search.MIN_IMAGES
                part = short == MODEL and coverage is not None and coverage < search.MIN_COVERAGE
                low, high = bounds or (None, None)
                cell = Value(float(value), low, high, counts.get(known), "*" if few or part else "")
                rows.setdefault(name, {})[metric] = cell


def add_published(table: Table) -> None:
    """Add the card's published rows of the sets in a table."""
    sets = card_of("VisualSearch").reference.get("sets", {})
    for data_set, rows in table.items():
        for name, row in sets.get(f"VisualSearch_{data_set}", {}).get("rows", {}).items():
            rows[f"{name}{PUBLISHED}"] = {metric: Value(float(value)) for metric, value in row.items()}


def unlike_rows(results: Sequence[Result]) -> dict[str, str]:
    """Rows whose sets were asked or read in different ways, so that they have no mean over sets, and why."""
    families: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for result in results:
        row, data_set = row_and_set(result)
        family = base_name(result.dataset).removeprefix(f"VisualSearch_{base_name(data_set)}")
        families.setdefault((row, family), []).append(result.scores)
    found: dict[str, set[str]] = {}
    for (row, _), own in families.items():
        found.setdefault(row, set()).update(differing(own))
    return {row: ", ".join(sorted(unlike)) for row, unlike in found.items() if unlike}


def summarise(table: Table, unlike: Mapping[str, str] | None = None) -> tuple[Table, list[str]]:
    """Add cells `SCORE`, `SIX` and `TERMS` to rows that have a score, and the set `MEAN` where there are several.

    ``unlike`` rows have no mean over sets, for a reason, of which the second value says a sentence each.
    """
    found: Table = {name: {row: {**cells} for row, cells in table[name].items()} for name in sorted(table)}
    counted = [
        {row: {metric: cell for metric, cell in cells.items() if not cell.sign} for row, cells in rows.items()}
        for rows in found.values()
    ]
    for shown, rows in zip(found.values(), counted, strict=True):
        _add_scores(shown, rows, {})
    if len(counted) < 2:
        return found, []
    notes, means, gaps = [], {}, {}
    for row in dict.fromkeys(row for rows in counted for row in rows):
        own = [rows[row] for rows in counted if row in rows]
        if len(own) > 1 and (why := (unlike or {}).get(row)):
            notes.append(f"{row} has no mean over sets: its runs differ in {why}")
            continue
        known = {metric: [cells[metric] for cells in own if metric in cells] for metric in SEARCH_METRICS}
        means[row] = {metric: _mean(cells) for metric, cells in known.items() if cells}
        # Without a metric on a set on which other rows of its kind have it, a row has no score.
        gaps[row] = {metric for rows in counted for metric in _metrics_of(row, rows) - rows.get(row, {}).keys()}
    found[MEAN] = {row: {**cells} for row, cells in means.items() if cells}
    _add_scores(found[MEAN], means, gaps)
    return found, notes


def _mean(cells: Sequence[Value]) -> Value:
    """Mean over sets; these share no images, so the widths of their intervals add up as squares."""
    mean, counts = float(np.mean([cell.value for cell in cells])), [cell.n for cell in cells if cell.n is not None]
    widths = [(cell.value - cell.low, cell.high - cell.value) for cell in cells
              if cell.low is not None and cell.high is not None]  # fmt: skip
    low = high = None
    if len(widths) == len(cells):
        below, above = (np.linalg.norm(widths, axis=0) / len(cells)).tolist()
        low, high = mean - below, mean + above
    return Value(mean, low, high, sum(counts) if len(counts) == len(cells) else None)


def _metrics_of(row: str, rows: Rows) -> set[str]:
    """The metrics that any row of the same kind, published or not, has."""
    return {metric for other in rows if other.endswith(PUBLISHED) == row.endswith(PUBLISHED) for metric in rows[other]}


def _add_scores(shown: Rows, rows: Rows, gaps: Mapping[str, set[str]]) -> None:
    """Add the compound scores of the rows that have all terms to those that are shown."""
    values = {row: {metric: cell.value for metric, cell in cells.items()} for row, cells in rows.items()}
    for row, cells in rows.items():
        ending = PUBLISHED if row.endswith(PUBLISHED) else ""
        humans, gold = TITLES[HUMANS] + ending, TITLES[GOLD] + ending
        known, wanted = _metrics_of(row, rows), []
        for metric in SEARCH_METRICS if cells.keys() - set(HSP_METRICS) else HSP_METRICS:
            reference = values.get(humans if metric in search.HUMAN_METRICS else gold, {}).get(metric)
            wanted += [metric] if metric in known and search.is_usable(metric, reference) else []
        lacking = [metric for metric in wanted if metric not in cells or metric in gaps.get(row, ())]
        if row in (humans, TITLES[RANDOM]) or lacking or len(wanted) < _FEWEST_TERMS:
            continue
        terms = {name: {metric: value for metric, value in values.get(name, {}).items() if metric in wanted}
                 for name in (humans, gold, row)}  # fmt: skip
        counts = [cells[metric].n for metric in wanted]
        n = None if None in counts else min(count for count in counts if count is not None)
        for name, number in ((SCORE, 7), (SIX, 6)):
            shown[row][name] = Value(search.visions_score(terms, humans, gold, number)[row], n=n)
        shown[row][TERMS] = Value(len(wanted))


def paper_tables(table: Table, results: Sequence[Result] = ()) -> tuple[list[PaperTable], Table]:
    """A table for every set, and one of the means where there are several sets; and the cells behind them.

    Rows with scores come first, those with the most terms before the others.
    """
    add_published(table)
    table, notes = summarise(table, unlike_rows(results))
    kinds: dict[str, str] = dict.fromkeys(TITLES.values(), "reference")
    kinds |= {TITLES[HUMANS]: "human", TITLES[ANOTHER]: "human", TITLES[RANDOM]: "chance"}
    kinds |= {row_and_set(result)[0]: kind_of(result) for result in results}
    told = ["*: too few images, or too small a part of the set, to count in a score", *notes]
    tables = []
    for name, rows in table.items():
        metrics = {metric for cells in rows.values() for metric in cells}
        shown = [metric for metric in (*SEARCH_METRICS, SCORE, SIX, TERMS) if metric in metrics]
        ranks = {row: [-cells[key].value if key in cells else 1.0 for key in (TERMS, SCORE)]
                 for row, cells in rows.items()}  # fmt: skip
        lines = []
        for row in sorted(rows, key=lambda row: (ranks[row], row)):
            kind = "published" if row.endswith(PUBLISHED) else kinds.get(row, "run")
            lines.append(Row(row.removesuffix(PUBLISHED), [rows[row].get(one) for one in shown], kind))
        heads = [Column(metric, *((COUNT, 0) if metric == TERMS else (OTHER,))) for metric in shown]
        own = [one for one in results if row_and_set(one)[1] == name] or results
        title = f"Visual search, {name} (Table 2)"
        tables.append(PaperTable(f"visual-search-{slug(name)}", title, heads, lines, told, own))
    return tables, table
