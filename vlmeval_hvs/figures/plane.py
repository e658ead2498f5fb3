"""Figures with numbers on both sides: lines and scatters."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from vlmeval_hvs.figures.legend import add_legend, entries, layout
from vlmeval_hvs.figures.looks import Look
from vlmeval_hvs.figures.style import FAINT, INK, MUTED, SMALL, TEXT, sheet, spread
from vlmeval_hvs.figures.words import legible, width_of, wrapped
from vlmeval_hvs.results.charts import Axis, Chart, Mark, Series

_MOST_NOTES = 14
"""Points with a name beside them, at most: more would lie on each other."""
_NOTED = 4.5
"""Width in inches from which points have names beside them."""


def plane(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Lines over a number, or points; equal scales where a diagonal is drawn."""
    shown = entries(chart, found, chart.kind == "lines" or chart.joined)
    below = layout([name for _, name in shown], width)[2]
    height = min(0.78 * width, 3.1) if chart.kind == "lines" else min(width, 3.6)
    figure, (axis,) = sheet(1, 1, width, height + below)
    for band in chart.bands:
        axis.axhspan(band.low, band.high, color=FAINT, lw=0, zorder=0)
        if band.middle is not None:
            axis.axhline(band.middle, color=MUTED, lw=0.8, ls=(0, (2, 2)), zorder=1)
    for one, look, aside in zip(chart.series, found, _asides(chart), strict=True):
        _draw(axis, chart, one, look, aside)
    _scale(axis, chart)
    if chart.kind == "scatter" and width > _NOTED:
        _notes(axis, chart)
    axis.set_xlabel(wrapped(chart.x.label, width - 0.6, TEXT))
    axis.set_ylabel(wrapped(chart.y.label, height - 0.5, TEXT))
    axis.grid(color=FAINT, lw=0.5)
    axis.set_axisbelow(True)
    add_legend(figure, shown, width)
    return figure


def _asides(chart: Chart) -> list[float]:
    """How far each series is moved along, so that intervals of several stand side by side."""
    timed = [any(mark.low is not None for mark in one.marks) for one in chart.series]
    if chart.kind != "lines" or chart.x.logarithmic or sum(timed) < 2:
        return [0.0] * len(timed)
    step = 0.24 * _step(chart) / sum(timed)
    places = itertools.count()
    return [(next(places) - (sum(timed) - 1) / 2) * step if moved else 0.0 for moved in timed]


def numbers(one: Series) -> list[Mark]:
    """The marks of a series that have both numbers."""
    return [mark for mark in one.marks if isinstance(mark.x, (int, float)) and isinstance(mark.y, (int, float))]


def _draw(axis: Axes, chart: Chart, one: Series, look: Look, aside: float) -> None:
    marks = numbers(one)
    x, y = [float(mark.x) + aside for mark in marks], [float(mark.y) for mark in marks]  # type: ignore[arg-type]
    for place, mark in zip(x, marks, strict=True):
        if mark.low is not None and mark.high is not None:
            axis.plot([place] * 2, [mark.low, mark.high], color=look.color, lw=0.9, zorder=2)
    drawn = look.lines() if chart.kind == "lines" or chart.joined else {"ls": ""}
    if chart.kind == "lines":
        # Many points of a line are a line: a marker at about every tenth of it is enough to tell it.
        every = max(1, round(len(x) / 10))
        markers = look.markers() | {"ms": look.size - 0.6, "markevery": every} if look.marked else {}
        axis.plot(x, y, **drawn, **markers, zorder=3 if look.marked else 2)
    else:
        few = len(marks) <= 30
        axis.plot(
            x, y, **drawn, **look.markers() | {"ms": look.size + (0.6 if few else -1.0)}, alpha=1 if few else 0.75
        )


def _step(chart: Chart) -> float:
    """The least distance between two places along."""
    places = sorted({float(mark.x) for one in chart.series for mark in numbers(one)})  # type: ignore[arg-type]
    return min((b - a for a, b in itertools.pairwise(places)), default=1.0)


def _scale(axis: Axes, chart: Chart) -> None:
    if chart.x.logarithmic:
        axis.set_xscale("log")
        ticks = sorted({float(mark.x) for one in chart.series for mark in numbers(one)})  # type: ignore[arg-type]
        if len(ticks) <= 10:
            axis.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
            axis.minorticks_off()
    if chart.y.logarithmic:
        axis.set_yscale("log")
    places = {float(mark.x) for one in chart.series for mark in numbers(one)}  # type: ignore[arg-type]
    if chart.kind == "lines" and not chart.x.logarithmic and all(place.is_integer() for place in places):
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    _limit(axis, chart.x, "x", chart.kind == "lines")
    _limit(axis, chart.y, "y", chart.kind == "lines")
    if chart.diagonal:
        low = min(axis.get_xlim()[0], axis.get_ylim()[0])
        high = max(axis.get_xlim()[1], axis.get_ylim()[1])
        axis.set(xlim=(low, high), ylim=(low, high), aspect="equal")
        axis.plot([low, high], [low, high], color=MUTED, lw=0.7, ls=(0, (4, 3)), zorder=1, scalex=False, scaley=False)


def _limit(axis: Axes, side: Axis, which: str, lines: bool) -> None:
    low, high = (axis.get_xlim if which == "x" else axis.get_ylim)()
    low, high = (low if side.low is None else side.low), (high if side.high is None else side.high)
    # Marks on the end of an axis are not cut.
    margin = 0.0 if side.logarithmic else (0.06 if lines and which == "x" else 0.03) * (high - low)
    low -= margin if side.low is not None else 0.0
    high += margin if side.high is not None else 0.0
    (axis.set_xlim if which == "x" else axis.set_ylim)(low, high)
    if which == "y" and side.low == 0 and side.high == 1:
        axis.set_yticks([0, 0.25, 0.5, 0.75, 1])


def _notes(axis: Axes, chart: Chart) -> None:
    """Names beside few points, moved apart."""
    marks = [mark for one in chart.series for mark in numbers(one) if mark.note not in ("", one.name)]
    if not marks or len(marks) > _MOST_NOTES:
        return
    low, high = axis.get_ylim()
    heights = spread([float(mark.y) for mark in marks], 0.035 * (high - low))  # type: ignore[arg-type]
    left, right = axis.get_xlim()
    for mark, height in zip(marks, heights, strict=True):
        place = float(mark.x)  # type: ignore[arg-type]
        long = width_of(legible(mark.note), SMALL) > 1.2
        before = (place - left) / (right - left) > (0.4 if long else 0.7)
        axis.annotate(
            legible(mark.note),
            (place, float(mark.y)),  # type: ignore[arg-type]
            (place + (-0.02 if before else 0.02) * (right - left), height),
            fontsize=SMALL,
            color=INK,
            ha="right" if before else "left",
            va="center",
            annotation_clip=False,
        )
