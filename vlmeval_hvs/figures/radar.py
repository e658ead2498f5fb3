"""Figures with names around a circle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from vlmeval_hvs.figures.legend import add_legend, entries, layout
from vlmeval_hvs.figures.looks import Look
from vlmeval_hvs.figures.style import FAINT, INK, MUTED, PAPER, SMALL, TEXT
from vlmeval_hvs.figures.words import lines_of
from vlmeval_hvs.results.charts import Chart, Series


def radar(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """A closed line for each series; where a name has no value, the line is open."""
    names = list(chart.y.names) or list(dict.fromkeys(str(mark.y) for one in chart.series for mark in one.marks))
    shown = entries(chart, found, True)
    below = layout([name for _, name in shown], width)[2]
    figure = Figure(figsize=(width, min(width, 4.0) * 0.92 + below), layout="constrained", facecolor=PAPER)
    axis = figure.add_subplot(projection="polar")
    axis.set_theta_offset(math.pi / 2)  # type: ignore[attr-defined]
    axis.set_theta_direction(-1)  # type: ignore[attr-defined]
    angles = {name: 2 * math.pi * number / len(names) for number, name in enumerate(names)}
    for band in chart.bands:
        half = math.pi / len(names)
        places = [angles[band.at] + half * (step / 8 - 1) for step in range(17)] if band.at in angles else _around()
        axis.fill_between(places, band.low, band.high, color=FAINT, lw=0, zorder=0)
        if band.middle is not None:
            axis.plot(places, [band.middle] * len(places), color=MUTED, lw=0.8, ls=(0, (2, 2)), zorder=1)
    for one, look in zip(chart.series, found, strict=True):
        values = values_of(one, names)
        closed = [*values, values[0]]
        turns = [*angles.values(), 2 * math.pi]
        markers = look.markers() | {"ms": look.size - 0.8} if look.marked else {}
        axis.plot(turns, closed, **look.lines(), **markers, zorder=3, clip_on=False)
    room = 0.2 * width
    axis.set_xticks(list(angles.values()), ["\n".join(lines_of(name, room, TEXT - 1)) for name in names])
    for label, angle in zip(axis.get_xticklabels(), angles.values(), strict=True):
        side = math.sin(angle)
        label.set_horizontalalignment("center" if abs(side) < 0.2 else "left" if side > 0 else "right")
    axis.tick_params(axis="x", labelsize=TEXT - 1, labelcolor=INK, pad=-1)
    axis.set_ylim(chart.x.low if chart.x.low is not None else None, chart.x.high)
    _scale(axis, math.pi / len(names))
    axis.grid(color=FAINT, lw=0.6)
    axis.spines["polar"].set_visible(False)
    add_legend(figure, shown, width)
    return figure


def _scale(axis: Axes, angle: float) -> None:
    """Numbers of the rings, each under its ring: the outermost one stays clear of the names around."""
    low, high = axis.get_ylim()
    rings = [ring for ring in axis.get_yticks() if low < ring <= high]
    axis.set_yticks(rings, [""] * len(rings))
    style: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "top"}
    for ring in rings:
        axis.annotate(f"{ring:g}", (angle, ring), (0, -1.5), fontsize=SMALL, color=MUTED, **style)


def values_of(one: Series, names: list[str]) -> list[float]:
    """Values of a series by name; NaN where it has none."""
    found = {str(mark.y): mark.x for mark in one.marks if isinstance(mark.x, (int, float))}
    return [float(found.get(name, math.nan)) for name in names]


def _around() -> list[float]:
    return [2 * math.pi * step / 90 for step in range(91)]
