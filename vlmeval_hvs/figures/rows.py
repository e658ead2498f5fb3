"""Figures with names up the side and values along: dots and bars."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from vlmeval_hvs.figures.legend import add_legend, entries, layout
from vlmeval_hvs.figures.looks import Look, looks
from vlmeval_hvs.figures.style import FAINT, INK, MUTED, PAPER, SMALL, TALLEST, TEXT, sheet
from vlmeval_hvs.figures.words import lines_of, wrapped
from vlmeval_hvs.results.charts import Chart, Mark

_SLOT = 0.135
"""Height of a value, inches."""
_NAME = 0.13
"""Height of a line of a name, inches."""
_BETWEEN = 0.5
"""Space between names, in heights of a value."""
_ROOM = 0.36
"""Share of the width that names may take."""
_LABEL = TEXT - 0.8


@dataclass(frozen=True)
class Slot:
    """Where a value is drawn: height on the axis, of which series, and the mark."""

    height: float
    series: int
    mark: Mark


def placed(chart: Chart, least: Mapping[str, float] | None = None) -> tuple[list[Slot], dict[str, tuple[float, float]]]:
    """Heights of all values, one unit each, and where each name begins and ends; from the top.

    Args:
        chart: Dots or bars.
        least: Height in units that a name needs, where its values need less.
    """
    slots: list[Slot] = []
    spans: dict[str, tuple[float, float]] = {}
    top = 0.0
    for name, marks in _by_name(chart).items():
        # Several marks of one series at a name (published models, say) share its height; so do stacked bars.
        lanes = {number: lane for lane, number in enumerate(dict.fromkeys(number for number, _ in marks))}
        wanted = 1.0 if chart.stacked else float(max(1, len(lanes)))
        high = max(wanted, (least or {}).get(name, 0.0))
        for number, mark in marks:
            lane = 0 if chart.stacked else lanes[number]
            slots.append(Slot(top + (high - wanted) / 2 + lane + 0.5, number, mark))
        spans[name] = (top, top + high)
        top += high + _BETWEEN
    return slots, spans


def _by_name(chart: Chart) -> dict[str, list[tuple[int, Mark]]]:
    found: dict[str, list[tuple[int, Mark]]] = {name: [] for name in chart.y.names}
    for number, one in enumerate(chart.series):
        for mark in one.marks:
            if isinstance(mark.x, (int, float)):
                found.setdefault(str(mark.y), []).append((number, mark))
    return {name: marks for name, marks in found.items() if marks}


def _names(chart: Chart, width: float) -> tuple[dict[str, list[str]], dict[str, float]]:
    """The names in lines, and the units of height that the lines need."""
    names = {name: lines_of(name, _ROOM * width, _LABEL) for name in _by_name(chart)}
    return names, {name: len(lines) * _NAME / _SLOT for name, lines in names.items()}


def pages(chart: Chart, width: float) -> list[Chart]:
    """The chart in parts that are not higher than a page, name by name."""
    least = _names(chart, width)[1]
    spans = placed(chart, least)[1]
    below = layout([name for _, name in entries(chart, looks(chart.series), False)], width)[2]
    room = (TALLEST - below - 1.0) / _SLOT
    parts: list[list[str]] = [[]]
    begin = 0.0
    for name, (start, end) in spans.items():
        if parts[-1] and end - begin > room:
            parts.append([])
            begin = start
        parts[-1].append(name)
    return [_only(chart, set(names)) for names in parts] if len(parts) > 1 else [chart]


def _only(chart: Chart, names: Collection[str]) -> Chart:
    """The part of a chart that has these names; all series stay, so that they look the same in every part."""
    series = [replace(one, marks=tuple(mark for mark in one.marks if str(mark.y) in names)) for one in chart.series]
    bands = tuple(band for band in chart.bands if band.at in ("", *names))
    axis = replace(chart.y, names=tuple(name for name in chart.y.names if name in names))
    return replace(chart, series=tuple(series), bands=bands, y=axis)


def rows(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Dots with intervals, or bars; the figure is as high as its values need."""
    names, least = _names(chart, width)
    slots, spans = placed(chart, least)
    bottom = max(end for _, end in spans.values())
    shown = entries(chart, found, False)
    below = layout([name for _, name in shown], width)[2]
    label = wrapped(chart.x.label, (1 - _ROOM) * width - 0.3, TEXT)
    head = 0.38 + 0.14 * label.count("\n")
    figure, (axis,) = sheet(1, 1, width, max(0.4, _SLOT * (bottom + 0.6)) + head + below)
    for band in chart.bands:
        low, high = spans.get(band.at, (0.0, bottom))
        axis.fill_betweenx([low - 0.12, high + 0.12], band.low, band.high, color=FAINT, lw=0, zorder=0)
        if band.middle is not None:
            axis.plot([band.middle] * 2, [low - 0.12, high + 0.12], color=MUTED, lw=0.8, ls=(0, (2, 2)), zorder=1)
    draw = _bars if chart.kind == "bars" else _dots
    draw(axis, chart, slots, found)
    axis.set_ylim(bottom + 0.3, -0.3)
    axis.set_yticks([(begin + end) / 2 for begin, end in spans.values()], ["\n".join(names[name]) for name in spans])
    axis.tick_params(axis="y", length=0, labelsize=_LABEL, labelcolor=INK)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x", color=FAINT, lw=0.5)
    axis.set_axisbelow(True)
    for (_, end), (begin, _) in pairwise(spans.values()) if chart.kind == "dots" else ():
        axis.axhline((end + begin) / 2, color=FAINT, lw=0.5, zorder=0)
    axis.set_xlabel(label)
    if chart.x.logarithmic:
        axis.set_xscale("log")
    axis.set_xlim(left=chart.x.low, right=chart.x.high)
    if not chart.x.logarithmic:
        axis.xaxis.set_major_locator(MaxNLocator(max(2, int((1 - _ROOM) * width / 0.42)), steps=[1, 2, 2.5, 5, 10]))
    add_legend(figure, shown, width)
    return figure


def _dots(axis: Axes, chart: Chart, slots: list[Slot], found: Sequence[Look]) -> None:
    for slot in slots:
        look, mark = found[slot.series], slot.mark
        if mark.low is not None and mark.high is not None:
            axis.plot([mark.low, mark.high], [slot.height] * 2, color=look.color, lw=1.1, solid_capstyle="butt")
        axis.plot([float(mark.x or 0.0)], [slot.height], ls="", zorder=3, clip_on=False, **look.markers())


def _bars(axis: Axes, chart: Chart, slots: list[Slot], found: Sequence[Look]) -> None:
    left: dict[float, float] = {}
    for slot in slots:
        look, value = found[slot.series], float(slot.mark.x or 0.0)
        start = left.get(slot.height, 0.0) if chart.stacked else 0.0
        left[slot.height] = start + value
        axis.barh(
            slot.height, value, 0.86, left=start, color=look.face, edgecolor=PAPER, lw=0.6, hatch=look.hatch, zorder=2
        )
        if chart.stacked:
            if chart.x.high is not None and value > 0.1 * chart.x.high:
                box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6, "alpha": 0.9}
                text, middle = _short(value, chart.x.high), start + value / 2
                style: dict[str, Any] = {
                    "ha": "center",
                    "va": "center",
                    "fontsize": SMALL,
                    "color": INK,
                    "bbox": box,
                    "clip_on": True,
                }
                axis.text(middle, slot.height, text, **style).set_in_layout(False)
        elif slot.mark.low is not None and slot.mark.high is not None:
            axis.plot([slot.mark.low, slot.mark.high], [slot.height] * 2, color=INK, lw=0.9, zorder=3)


def _short(value: float, highest: float) -> str:
    """Shares as percent, other numbers as they are."""
    return f"{100 * value:.0f} %" if highest == 1 else f"{value:.3g}"
