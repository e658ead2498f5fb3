"""The result table as text, as grids and as JSON: every value with its interval and the number of images behind it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.visual_search.compound import SCORE, SIX, Cells, summarise
from vlmeval_hvs.benchmarks.visual_search.result_table import (
    PUBLISHED,
    Cell,
    published_rows,
    put,
    table_of,
    unlike_of,
)
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.search_score import SEARCH_METRICS
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.grid import Grid

logger = logging.getLogger("vlmeval_hvs")

_HEADINGS = {SIX: "Score-6"}
_WIDTH = 15


def format_table(rows: Mapping[str, Cells], terms: Mapping[str, int]) -> str:
    """Rows as text: a line with the values, one with 95 % intervals, one with the numbers of images.

    Rows with scores come first, those with the most terms before the others; a score compares rows with equally many
    terms. A star marks a value that does not count (too few images, or too small a part of the set).

    Args:
        rows: ``{row: {metric: cell}}``.
        terms: Number of terms of every score.
    """
    known = [name for name in (*SEARCH_METRICS, SCORE, SIX) if any(name in cells for cells in rows.values())]
    label = max([len(name) for name in rows] + [5])
    heads = [_HEADINGS.get(name, name) for name in known]
    lines = [_line("", heads, label) + ("  terms" if terms else "")]
    for row in sorted(rows, key=lambda name: _rank(name, rows[name], terms)):
        cells = [rows[row].get(name) for name in known]
        lines.append(_line(row, [_value(cell) for cell in cells], label) + f"{terms.get(row, ''):>7}")
        counts = ["" if cell is None or cell.n is None else f"n={cell.n}" for cell in cells]
        lines += [_line("", texts, label) for texts in ([_interval(cell) for cell in cells], counts) if any(texts)]
    return "\n".join(line.rstrip() for line in lines)


def table_grids(results: Sequence[Result]) -> list[Grid]:
    """A table for every set, and one of the means where there are several sets; published rows among the others.

    Args:
        results: Visual-search results that are not invalid; where some are of different builds of the data, there is no
            table, and a logged warning names two.
    """
    try:
        table = table_of(results)
    except DataError as error:
        logger.warning("no table of visual search: %s", error)
        return []
    for name in {name for sets in table.values() for name in sets}:
        for row, cells in published_rows(name).items():
            put(table, row, name, cells)
    summary = summarise(table, unlike_of(results))
    shown = [(name, rows, summary.terms[name]) for name, rows in summary.sets.items()]
    if len(shown) > 1:
        shown.append(("mean over sets", summary.mean, summary.terms[""]))
    return [_grid(name, rows, terms, summary.left_out) for name, rows, terms in shown]


def _grid(name: str, rows: Mapping[str, Cells], terms: Mapping[str, int], left_out: Sequence[str]) -> Grid:
    known = [metric for metric in (*SEARCH_METRICS, SCORE, SIX) if any(metric in cells for cells in rows.values())]
    lines = []
    for row in sorted(rows, key=lambda row: (row.endswith(PUBLISHED), *_rank(row, rows[row], terms))):
        cells = [rows[row].get(metric) for metric in known]
        lines.append([row, *(_value(cell) for cell in cells), str(terms.get(row, ""))])
        for word, texts in (
            ("95 % interval", [_interval(cell) for cell in cells]),
            ("n, images", ["" if cell is None or cell.n is None else str(cell.n) for cell in cells]),
        ):
            lines += [[word, *texts, ""]] if any(texts) else []
    notes = ["*: too few images, or too small a part of the set, to count in a score", *left_out]
    return Grid(f"Visual search, {name}", ["row", *(_HEADINGS.get(one, one) for one in known), "terms"], lines, notes)


def _line(name: str, texts: Sequence[str], label: int) -> str:
    return f"{name:{label}s}" + "".join(f"{text:>{_WIDTH}s}" for text in texts)


def _rank(name: str, cells: Cells, terms: Mapping[str, int]) -> tuple[bool, int, float, str]:
    score = cells.get(SCORE)
    return score is None, -terms.get(name, 0), 0.0 if score is None else -score.value, name


def _value(cell: Cell | None) -> str:
    if cell is None:
        return "-"
    return f"{cell.value:.3f}{'*' if cell.why_not else ''}"


def _interval(cell: Cell | None) -> str:
    if cell is None or cell.interval is None:
        return ""
    return "[" + ", ".join(_short(end) for end in cell.interval) + "]"


def _short(value: float) -> str:
    text = f"{value:.2f}"
    return text[1:] if text.startswith("0.") else f"-{text[2:]}" if text.startswith("-0.") else text


def as_json(rows: Mapping[str, Cells]) -> dict[str, dict[str, dict[str, Any]]]:
    """Rows for a JSON file: ``{row: {metric: {"value", "n", "interval", "counts"}}}``."""
    return {
        row: {
            metric: {
                "value": cell.value,
                "n": cell.n,
                "interval": None if cell.interval is None else list(cell.interval),
                "counts": not cell.why_not,
            }
            for metric, cell in cells.items()
            if metric in (*SEARCH_METRICS, SCORE, SIX)
        }
        for row, cells in rows.items()
    }
