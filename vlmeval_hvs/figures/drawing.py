"""A declared chart as a finished figure with its caption: names up the side, or numbers on both sides."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from vlmeval_hvs.figures.style import (
    CM,
    FAINT,
    INK,
    LETTER,
    MUTED,
    SMALL,
    TEXT,
    WIDTHS,
    Look,
    legible,
    looks,
    settings,
    sheet,
    wrapped,
)
from vlmeval_hvs.results.charts import Axis, Chart, Mark, Series, Standing, named_on_axis, reach
from vlmeval_hvs.terminal import printable

KINDS: dict[Standing, str] = {
    "run": "run",
    "human": "people",
    "published": "published",
    "chance": "guessing",
    "reference": "for comparison",
}
"""What the shapes of a kind of series mean."""
_LEGEND = 7.0
"""Points of the legend's letters."""
_HANDLE = 0.46
"""Width of a handle of the legend with the space around it, inches."""
_SLOT, _NAME = 0.135, 0.13
"""Height of a value, and of a line of a name, inches."""
_BETWEEN = 0.5
"""Space between names, in heights of a value."""
_ROOM = 0.36
"""Share of the width that names may take."""
_LABEL = TEXT - 0.8
_MOST_NOTES, _NOTED = 14, 4.5
"""Points with a name next to them, at most, and the width in inches from which they have one."""
_BROKEN = (0, (2, 2))


def picture(chart: Chart, width: str = "column", known: dict[str, int] | None = None) -> Figure | None:
    """A chart as a figure ``column``, ``text`` or ``page`` wide; None where nothing has a value.

    Runs whose places in a report are ``known`` look the same in all its figures.
    """
    kept = drawable(chart)
    if not kept.series:
        return None
    draw = _dots if kept.kind == "dots" else _plane
    with settings():
        return draw(kept, WIDTHS[width] * CM, looks(kept.series, known))


def drawable(chart: Chart) -> Chart:
    """The chart without what has no value: marks whose numbers are missing or not finite, and empty series."""

    def known(mark: Mark) -> bool:
        return all(isinstance(side, str) or (side is not None and math.isfinite(side)) for side in (mark.x, mark.y))

    series = [replace(one, marks=tuple(filter(known, one.marks))) for one in chart.series]
    return replace(chart, series=tuple(one for one in series if one.marks))


def caption(chart: Chart) -> str:
    """What is shown, with the number of rows behind it, and what intervals and bands mean."""
    kept = drawable(chart)
    said = [f"{kept.title.rstrip('.')}.", kept.about]
    if any(mark.low is not None for one in kept.series for mark in one.marks):
        said.append("Bars: 95 % intervals.")
    if kept.bands:
        said.append("Grey: the 95 % range of chance, dashed its mean.")
    low, high = reach(kept)
    if kept.kind == "dots" and any(not low <= float(mark.x or 0) <= high for one in kept.series for mark in one.marks):
        said.append("Arrows: values beyond the axis, written next to them.")
    if any(one.standing == "published" for one in kept.series):
        said.append("Hollow: published rows, not run here.")
    counts = []
    for one in kept.series:
        n = sorted({mark.n for mark in one.marks if mark.n is not None})
        counts += [f"{_shown_name(one)} {' to '.join(map(str, dict.fromkeys((n[0], n[-1]))))}"] if n else []
    said += [f"n: {'; '.join(counts)}."] if counts else []
    return printable(" ".join(text for text in said if text))


def _shown_name(one: Series) -> str:
    """A series' name, with ``(published)`` where that is not said."""
    return f"{one.name} (published)" if one.standing == "published" and "published" not in one.name else one.name


def as_bytes(figure: Figure, ending: str) -> bytes:
    """The file of a figure: ``png``, ``pdf`` or ``svg``; the same figure has the same bytes."""
    buffer = io.BytesIO()
    metadata = {"png": {}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[ending]
    with settings():
        figure.savefig(buffer, format=ending, dpi=300, metadata=metadata)
    return buffer.getvalue()


def _legend(chart: Chart, found: Sequence[Look], width: float) -> tuple[float, dict[str, Any]]:
    """Height in inches of the legend below a figure, and its arguments; as many columns as its names leave room for.

    Where the names of the series stand on the axis already, it says what the shapes mean; a single series without a
    band needs no legend.
    """
    if named_on_axis(chart.series):
        kinds = {one.standing: look for one, look in zip(chart.series, found, strict=True)}
        shown = [(KINDS[kind], look) for kind, look in kinds.items()] if len(kinds) > 1 else []
    else:
        shown = [(_shown_name(one), look) for one, look in zip(chart.series, found, strict=True)]
    handles: list[Artist] = [_handle(look, chart.kind) for _, look in shown]
    names = [wrapped(name, width - _HANDLE, _LEGEND) for name, _ in shown]
    if chart.bands:
        handles.append(Patch(facecolor=FAINT, edgecolor="none"))
        names.append(["chance, 95 %"])
    if not chart.bands and len(names) < 2:
        return 0.0, {}
    widest = max(len(line) for own in names for line in own) * LETTER * _LEGEND / 72
    columns = max(1, min(len(names), int(width / (widest + _HANDLE))))
    height = -(-len(names) // columns) * max(map(len, names)) * _LEGEND * 1.28 / 72 + 0.1
    return height, {"handles": handles, "labels": ["\n".join(own) for own in names], "ncols": columns}


def _add_legend(figure: Figure, legend: dict[str, Any]) -> None:
    if legend:
        look: dict[str, Any] = {"frameon": False, "fontsize": _LEGEND, "labelcolor": INK, "borderpad": 0.1}
        spaces = {"handlelength": 2.1, "handletextpad": 0.5, "columnspacing": 1.0, "labelspacing": 0.25}
        figure.legend(**legend, loc="outside lower left", **look, **spaces)


def _handle(look: Look, kind: str) -> Artist:
    drawn = look.lines() if kind == "lines" else {"ls": ""}
    return Line2D([], [], **drawn, **(look.markers() if look.marked or kind != "lines" else {}))


def _dots(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Dots with intervals; the figure is as high as its values need."""
    by_name: dict[str, list[tuple[int, Mark]]] = {name: [] for name in chart.y.names}
    for number, one in enumerate(chart.series):
        for mark in one.marks:
            by_name.setdefault(str(mark.y), []).append((number, mark))
    by_name = {name: marks for name, marks in by_name.items() if marks}
    names = {name: wrapped(name, _ROOM * width, _LABEL) for name in by_name}
    placed: list[tuple[float, Look, Mark]] = []
    spans: dict[str, tuple[float, float]] = {}
    top = 0.0
    for name, marks in by_name.items():
        # Several marks of one series at a name (published models, say) share its height.
        lanes = {number: lane for lane, number in enumerate(dict.fromkeys(number for number, _ in marks))}
        high = max(len(lanes), len(names[name]) * _NAME / _SLOT)
        placed += [(top + (high - len(lanes)) / 2 + lanes[number] + 0.5, found[number], mark) for number, mark in marks]
        spans[name] = (top, top + high)
        top += high + _BETWEEN
    bottom = top - _BETWEEN
    below, legend = _legend(chart, found, width)
    label = wrapped(chart.x.label, (1 - _ROOM) * width - 0.3)
    figure, axis = sheet(width, max(0.4, _SLOT * (bottom + 0.6)) + 0.24 + 0.14 * len(label) + below)
    for band in chart.bands:
        low, high = spans.get(band.at, (0.0, bottom))
        axis.fill_betweenx([low - 0.12, high + 0.12], band.low, band.high, color=FAINT, lw=0, zorder=0)
        if band.middle is not None:
            axis.plot([band.middle] * 2, [low - 0.12, high + 0.12], color=MUTED, lw=0.8, ls=_BROKEN, zorder=1)
    low, high = reach(chart)
    for place in placed:
        _dot(axis, *place, low, high)
    axis.set(xlim=(low, high), ylim=(bottom + 0.3, -0.3), xlabel="\n".join(label))
    axis.set_yticks([(begin + end) / 2 for begin, end in spans.values()], ["\n".join(names[name]) for name in spans])
    axis.tick_params(axis="y", length=0, labelsize=_LABEL, labelcolor=INK)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x", color=FAINT, lw=0.5)
    for (_, end), (begin, _) in itertools.pairwise(spans.values()):
        axis.axhline((end + begin) / 2, color=FAINT, lw=0.5, zorder=0)
    if low < 0 < high:
        axis.axvline(0, color=MUTED, lw=0.6, zorder=1)
    axis.xaxis.set_major_locator(MaxNLocator(max(2, int((1 - _ROOM) * width / 0.42)), steps=[1, 2, 2.5, 5, 10]))
    _add_legend(figure, legend)
    return figure


def _dot(axis: Axes, height: float, look: Look, mark: Mark, low: float, high: float) -> None:
    """A dot with its interval; a value beyond the axis is an arrow at its end, with the number."""
    value = float(mark.x or 0.0)
    if low <= value <= high:
        if mark.low is not None and mark.high is not None:
            axis.plot([mark.low, mark.high], [height] * 2, color=look.color, lw=1.1, solid_capstyle="butt")
        axis.plot([value], [height], ls="", zorder=3, clip_on=False, **look.markers())
    else:
        at, way, side = (low, 6, "left") if value < low else (high, -6, "right")
        arrow = {"arrowstyle": "->", "color": look.color, "lw": 1.0, "shrinkA": 0, "shrinkB": 0}
        words: dict[str, Any] = {"textcoords": "offset points", "va": "center", "ha": side, "fontsize": SMALL}
        axis.annotate(f" {value:.3g} ", (at, height), xytext=(way, 0), arrowprops=arrow, **words)


def _plane(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Lines over a number, or points on equal scales."""
    below, legend = _legend(chart, found, width)
    height = min(0.78 * width, 3.1) if chart.kind == "lines" else min(width, 3.6)
    figure, axis = sheet(width, height + below)
    for one, look, aside in zip(chart.series, found, _asides(chart), strict=True):
        xs, ys = [x + aside for x, _, _ in _numbers(one)], [y for _, y, _ in _numbers(one)]
        for x, (_, _, mark) in zip(xs, _numbers(one), strict=True):
            if mark.low is not None and mark.high is not None:
                axis.plot([x] * 2, [mark.low, mark.high], color=look.color, lw=0.9, zorder=2)
        if chart.kind == "lines":
            # Many points of a line are a line: a marker at about every tenth of it is enough to tell it.
            markers = look.markers(3.8) | {"markevery": max(1, round(len(xs) / 10))} if look.marked else {}
            axis.plot(xs, ys, **look.lines(), **markers, zorder=3 if look.marked else 2)
        else:
            few = len(xs) <= 30
            axis.plot(xs, ys, ls="", **look.markers(5.0 if few else 3.4), alpha=1 if few else 0.75)
    _scale(axis, chart)
    if chart.kind == "scatter" and width > _NOTED:
        _notes(axis, chart)
    axis.set_xlabel("\n".join(wrapped(chart.x.label, width - 0.6)))
    axis.set_ylabel("\n".join(wrapped(chart.y.label, height - 0.5)))
    axis.grid(color=FAINT, lw=0.5)
    _add_legend(figure, legend)
    return figure


def _numbers(one: Series) -> list[tuple[float, float, Mark]]:
    """The marks of a series that have both numbers."""
    return [(float(m.x), float(m.y), m) for m in one.marks if not isinstance(m.x, str) and not isinstance(m.y, str)]  # type: ignore[arg-type]


def _places(chart: Chart) -> list[float]:
    return sorted({x for one in chart.series for x, _, _ in _numbers(one)})


def _asides(chart: Chart) -> list[float]:
    """How far each series is moved along, so that intervals of several stand side by side."""
    with_intervals = [any(mark.low is not None for mark in one.marks) for one in chart.series]
    count = sum(with_intervals)
    if chart.kind != "lines" or chart.x.logarithmic or count < 2:
        return [0.0] * len(with_intervals)
    step = 0.24 * min((b - a for a, b in itertools.pairwise(_places(chart))), default=1.0) / count
    numbers = itertools.count()
    return [(next(numbers) - (count - 1) / 2) * step if moved else 0.0 for moved in with_intervals]


def _scale(axis: Axes, chart: Chart) -> None:
    places = _places(chart)
    if chart.x.logarithmic:
        axis.set_xscale("log")
        if len(places) <= 10:
            axis.set_xticks(places, [f"{place:g}" for place in places])
            axis.minorticks_off()
    elif chart.kind == "lines" and all(place.is_integer() for place in places):
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_xlim(_limits(axis.get_xlim(), chart.x, 0.06 if chart.kind == "lines" else 0.03))
    axis.set_ylim(_limits(axis.get_ylim(), chart.y, 0.03))
    if (chart.y.low, chart.y.high) == (0, 1):
        axis.set_yticks([0, 0.25, 0.5, 0.75, 1])
    if chart.kind == "scatter":
        low = min(axis.get_xlim()[0], axis.get_ylim()[0])
        high = max(axis.get_xlim()[1], axis.get_ylim()[1])
        axis.set(xlim=(low, high), ylim=(low, high), aspect="equal")
        axis.plot([low, high], [low, high], color=MUTED, lw=0.7, ls=(0, (4, 3)), zorder=1, scalex=False, scaley=False)


def _limits(now: tuple[float, float], side: Axis, share: float) -> tuple[float, float]:
    """The ends of an axis; marks on them are not cut."""
    low, high = now[0] if side.low is None else side.low, now[1] if side.high is None else side.high
    margin = 0.0 if side.logarithmic else share * (high - low)
    return low - (margin if side.low is not None else 0.0), high + (margin if side.high is not None else 0.0)


def _notes(axis: Axes, chart: Chart) -> None:
    """Names next to few points, moved apart."""
    marks = [found for one in chart.series for found in _numbers(one) if found[2].note not in ("", one.name)]
    if len(marks) > _MOST_NOTES:
        return
    (left, right), (low, high) = axis.get_xlim(), axis.get_ylim()
    least, height = 0.035 * (high - low), -math.inf
    for x, y, mark in sorted(marks, key=lambda found: found[1]):
        height = max(y, height + least)
        before = (x - left) / (right - left) > (0.4 if len(mark.note) > 20 else 0.7)
        place = (x + (-0.02 if before else 0.02) * (right - left), height)
        side: dict[str, Any] = {"ha": "right" if before else "left", "va": "center", "annotation_clip": False}
        axis.annotate(legible(mark.note), (x, y), place, fontsize=SMALL, color=INK, **side)
