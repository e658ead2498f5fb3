"""The numbers of a figure as a table."""

from __future__ import annotations

from vlmeval_hvs.results.charts import Chart
from vlmeval_hvs.results.table_formats import Grid

HEAD = ["series", "standing", "x", "y", "low", "high", "n", "note"]


def chart_grid(chart: Chart) -> Grid:
    """A line for every mark, then one for every range of guessing; numbers in full.

    Args:
        chart: The figure; ``x`` and ``y`` are those of its marks (`vlmeval_hvs.results.charts.Mark`).
    """
    rows = [
        [one.name, one.standing, *map(_text, (mark.x, mark.y, mark.low, mark.high, mark.n)), mark.note]
        for one in chart.series
        for mark in one.marks
    ]
    for band in chart.bands:
        middle = "" if band.middle is None else f"mean {band.middle!r}"
        rows.append(["chance, 95 %", "chance", "", band.at, repr(band.low), repr(band.high), "", middle])
    return Grid(chart.title, HEAD, rows, [chart.about])


def _text(value: float | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else repr(value)
