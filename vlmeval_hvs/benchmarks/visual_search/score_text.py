"""The result table as text and as JSON: every value with its interval and the number of images behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.benchmarks.visual_search.compound import SCORE, SIX, Cells
from vlmeval_hvs.metrics.search_score import SEARCH_METRICS

_HEADINGS = {SIX: "Score-6"}
_WIDTH = 15


def format_table(rows: Mapping[str, Cells], terms: Mapping[str, int] | None = None) -> str:
    """Rows as text: a line with the values, one with 95 % intervals, one with the numbers of images.

    Rows with scores come first, those with the most terms before the others; a score compares rows with equally many
    terms. A star marks a value that does not count (too few images, or too small a part of the set).

    Args:
        rows: ``{row: {metric: cell}}``.
        terms: Number of terms of every score; adds a column.
    """
    known = [name for name in (*SEARCH_METRICS, SCORE, SIX) if any(name in cells for cells in rows.values())]
    label = max([len(name) for name in rows] + [5])
    heads = "".join(f"{_HEADINGS.get(name, name):>{_WIDTH}s}" for name in known)
    lines = [f"{'':{label}s}{heads}{'terms':>7s}" if terms is not None else f"{'':{label}s}{heads}"]
    for row in sorted(rows, key=lambda name: _rank(name, rows[name], terms or {})):
        cells = [rows[row].get(name) for name in known]
        ending = f"{(terms or {}).get(row, '-'):>7}" if terms is not None else ""
        lines.append(f"{row:{label}s}" + "".join(f"{_value(cell):>{_WIDTH}s}" for cell in cells) + ending)
        intervals = [_interval(cell) for cell in cells]
        counts = ["" if cell is None or cell.n is None else f"n={cell.n}" for cell in cells]
        for texts in (intervals, counts):
            if any(texts):
                lines.append(f"{'':{label}s}" + "".join(f"{text:>{_WIDTH}s}" for text in texts))
    return "\n".join(line.rstrip() for line in lines)


def _rank(name: str, cells: Cells, terms: Mapping[str, int]) -> tuple[bool, int, float, str]:
    score = cells.get(SCORE)
    return score is None, -terms.get(name, 0), 0.0 if score is None else -score.value, name


def _value(cell: Any) -> str:
    if cell is None:
        return "-"
    return f"{cell.value:.3f}{'*' if cell.why_not else ''}"


def _interval(cell: Any) -> str:
    if cell is None or cell.interval is None:
        return ""
    return "[" + ", ".join(f"{end:.2f}".replace("0.", ".", 1) for end in cell.interval) + "]"


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
