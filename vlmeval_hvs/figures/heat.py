"""Heat maps: names by names, a panel for each series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from vlmeval_hvs.figures.legend import shown_name
from vlmeval_hvs.figures.looks import Look
from vlmeval_hvs.figures.style import INK, MUTED, PAPER, SMALL, TALLEST, TEXT, sheet, title
from vlmeval_hvs.figures.words import legible, lines_of, width_of, wrapped
from vlmeval_hvs.results.charts import Chart, Series

_LABEL, _HEAD = TEXT - 1.3, TEXT - 0.5
_ROW, _LEAST, _MOST = 0.155, 0.155, 0.36
"""Height of a row; least and most width of a cell, inches."""
_BAR = 0.45
"""Height of the colour bar with its words."""


def names_of(chart: Chart, series: Sequence[Series]) -> tuple[list[str], list[str]]:
    """Names along and up that have a value in some series, in the axes' order."""
    found = []
    for axis, side in ((chart.x, "x"), (chart.y, "y")):
        marks = [mark for one in series for mark in one.marks if mark.value is not None]
        used = dict.fromkeys(str(getattr(mark, side)) for mark in marks)
        declared = [name for name in axis.names if name in used]
        found.append([*declared, *(name for name in used if name not in axis.names)])
    return found[0], found[1]


def table_of(one: Series, along: Sequence[str], up: Sequence[str]) -> np.ndarray:
    """Values of a series, rows by columns; NaN where it has none."""
    table = np.full((len(up), len(along)), np.nan)
    for mark in one.marks:
        if mark.value is not None:
            table[up.index(str(mark.y)), along.index(str(mark.x))] = mark.value
    return table


class _Grid:
    """How many panels fit beside each other, and how high one is."""

    def __init__(self, chart: Chart, width: float) -> None:
        self.along, self.up = names_of(chart, chart.series)
        room = 0.3 * width
        self.labels = ["\n".join(lines_of(name, room, _LABEL)) for name in self.up]
        self.left = max((width_of(line, _LABEL) for text in self.labels for line in text.split("\n")), default=0) + 0.3
        wide = self.left + _LEAST * len(self.along)
        # Panels of one row share the names at their left.
        self.columns = max(1, min(len(chart.series), int((width - self.left) / (wide - self.left + 0.12))))
        cell = min(_MOST, (width - self.left) / self.columns / max(1, len(self.along)) - 0.12 / max(1, len(self.along)))
        self.cell = cell
        widest = max((width_of(legible(name), _LABEL) for name in self.along), default=0.0)
        self.turned = widest > 0.9 * cell
        self.below = (widest if self.turned else 0.12) + 0.28
        heads = [shown_name(one.name, one.standing) for one in chart.series]
        self.head = 0.16 * max(len(lines_of(head, cell * len(self.along), _HEAD)) for head in heads)
        lines = max(text.count("\n") + 1 for text in self.labels)
        self.height = max(_ROW, 0.115 * lines) * len(self.up) + self.below + self.head + 0.1
        self.rows_of_page = max(1, int((TALLEST - _BAR) / self.height))


def pages(chart: Chart, width: float) -> list[Chart]:
    """The chart in parts that are not higher than a page."""
    grid = _Grid(chart, width)
    most = grid.columns * grid.rows_of_page
    return [replace(chart, series=chart.series[i : i + most]) for i in range(0, len(chart.series), most)]


def heat(chart: Chart, width: float, found: Sequence[Look] = ()) -> Figure:
    """The panels, with one scale of colours."""
    grid = _Grid(chart, width)
    rows = -(-len(chart.series) // grid.columns)
    figure, axes = sheet(rows, grid.columns, width, grid.height * rows + _BAR, sharex=True, sharey=True)
    tables = [table_of(one, grid.along, grid.up) for one in chart.series]
    low, high = np.nanmin(tables), np.nanmax(tables)
    share = low >= 0 and high <= 1
    low, high = (0.0, 1.0) if share else (float(low), float(high))
    image = None
    for axis, one, table in zip(axes, chart.series, tables, strict=False):
        shown = np.ma.masked_invalid(table)
        image = axis.pcolormesh(shown, cmap="cividis", vmin=low, vmax=high, edgecolors=PAPER, linewidth=0.5)
        axis.set_ylim(len(grid.up), 0)
        _write(axis, table, (low, high), share, grid.cell)
        title(axis, wrapped(shown_name(one.name, one.standing), grid.cell * len(grid.along), _HEAD), size=_HEAD)
    for number, axis in enumerate(axes):
        if number >= len(tables):
            axis.set_axis_off()
            continue
        axis.set_xticks(
            np.arange(len(grid.along)) + 0.5, [legible(name) for name in grid.along], rotation=90 if grid.turned else 0
        )
        axis.set_yticks(np.arange(len(grid.up)) + 0.5, grid.labels)
        axis.tick_params(length=0, labelsize=_LABEL, labelcolor=INK, labelbottom=number + grid.columns >= len(tables))
        for side in axis.spines.values():
            side.set_visible(False)
    assert image is not None
    bar = figure.colorbar(image, ax=axes, location="bottom", shrink=0.5, aspect=30, pad=0.01, fraction=0.03)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=SMALL, colors=MUTED, length=2, width=0.5)
    if share:
        bar.set_ticks([0, 0.5, 1], labels=["0", "50", "100 %"])
    bar.set_label(wrapped(chart.title, 0.8 * width, TEXT - 1), size=TEXT - 1, color=INK)
    return figure


def _write(axis: Axes, table: np.ndarray, ends: tuple[float, float], share: bool, cell: float) -> None:
    """The numbers in the cells, where all have room; a dot where there is no value."""
    spread = (ends[1] - ends[0]) or 1.0
    texts = {
        place: f"{100 * table[place]:.0f}" if share else f"{table[place]:.2g}" for place in np.ndindex(table.shape)
    }
    fits = all(width_of(text, SMALL) < cell for place, text in texts.items() if not np.isnan(table[place]))
    for (row, column), text in texts.items():
        value = table[row, column]
        shown, color = text, PAPER if (value - ends[0]) / spread < 0.55 else INK
        if np.isnan(value):
            shown, color = "·", MUTED
        elif not fits:
            continue
        axis.text(column + 0.5, row + 0.5, shown, ha="center", va="center", fontsize=SMALL, color=color)
