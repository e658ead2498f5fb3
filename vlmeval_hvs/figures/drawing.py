"""A declared chart as a finished figure with its caption: names up the side, or numbers on both sides."""

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from vlmeval_hvs.results.charts import Axis, Chart, Mark, Series, Standing, numbered, reach
from vlmeval_hvs.results.table_formats import lines_of
from vlmeval_hvs.terminal import printable

WIDTHS = {"column": 8.255, "text": 13.97, "page": 17.145}
"""Widths of figures in cm: a column of two (3.25 in, ICML and CVPR), the text of one column (5.5 in, NeurIPS and ICLR),
and a page of two columns (6.75 in, ICML)."""
INK, MUTED, FAINT, PAPER = "#1b1f24", "#646b73", "#d5d9de", "#ffffff"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#661100")
"""Colours of models, in this order; six are those of Okabe and Ito (2008). They are told apart without seeing red and
green. The light results page has the same."""
RUN_MARKERS = ("o", "^", "v", "P", "X", "<", ">", "d", "*")
HOLLOW_MARKERS = ("D", "s", "o", "^", "v", "p", "h")
DASHES = ((0, ()), (0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)), (0, (9, 2)))
GREYS = ("#646b73", "#8a9199", "#3d434a", "#a5abb2")

KINDS: dict[Standing, str] = {"run": "run", "human": "people", "published": "published", "chance": "guessing"}
"""What the shapes of a kind of series mean."""
FONT = "DejaVu Sans"
"""It comes with matplotlib: figures are the same on every machine."""
_TEXT, _LABEL, _LEGEND, _SMALL = 8.0, 7.2, 7.0, 6.0  # points of the letters
_LETTER = 0.6  # width of a letter as a share of its size
_HANDLE = 0.46  # width of a handle of the legend with the space around it, inches
_SLOT, _NAME = 0.135, 0.13  # height of a value, and of a line of a name, inches
_BETWEEN = 0.5  # space between names, in heights of a value
_ROOM = 0.36  # share of the width that names may take

_SETTINGS: Any = {
    "text.parse_math": False,  # a model's name may hold dollar signs
    "font.family": FONT,
    "pdf.fonttype": 42,  # letters stay letters: publishers refuse Type 3
    "svg.hashsalt": "vlmeval_hvs",  # the same figure has the same bytes
    "axes.unicode_minus": True,
}


@dataclass(frozen=True)
class Look:
    """Colour and shapes of a series, in matplotlib's names; sizes and widths in points."""

    color: str  # of its lines, and of its markers' edges
    face: str  # inside of its markers
    marker: str  # name of the marker
    dash: tuple[float, tuple[float, ...]] = (0, ())  # offset and lengths of the dashes, in line widths
    line: float = 1.4  # width of its lines
    marked: bool = True  # whether its lines have markers

    def markers(self, size: float = 4.4) -> dict[str, Any]:
        """What matplotlib's ``plot`` takes for the markers."""
        return {"marker": self.marker, "ms": size, "mfc": self.face, "mec": self.color, "mew": 0.9}

    def lines(self) -> dict[str, Any]:
        """What matplotlib's ``plot`` takes for the lines."""
        return {"color": self.color, "lw": self.line, "ls": self.dash}


def looks(chart: Chart, known: Mapping[str, int]) -> list[Look]:
    """A look for each series, by its standing and its number (`vlmeval_hvs.results.charts.numbered`)."""
    found = []
    for one, place in zip(chart.series, numbered(chart, known), strict=True):
        color, grey = SERIES[place % len(SERIES)], GREYS[place % len(GREYS)]
        dash, other_dash = DASHES[place % len(DASHES)], DASHES[1 + place % (len(DASHES) - 1)]
        by_standing = {
            "run": Look(color, color, RUN_MARKERS[place % len(RUN_MARKERS)], dash),
            "human": Look(INK, INK, "s", dash, 1.8),
            "published": Look(grey, PAPER, HOLLOW_MARKERS[place % len(HOLLOW_MARKERS)], other_dash, 0.9),
            "chance": Look(MUTED, MUTED, "x", DASHES[2], 0.9, marked=False),
        }
        found.append(by_standing[one.standing])
    return found


@lru_cache(maxsize=1)
def _code_points() -> frozenset[int]:
    return frozenset(get_font(findfont(FONT)).get_charmap())


def wrapped(text: str, width: float, size: float = _TEXT) -> list[str]:
    """A text in lines of at most a width in inches, of letters of a size in points; nothing is cut off.

    Characters that the letters of figures lack are shown by their code, not as boxes.
    """
    known = _code_points()
    codes = (mark if ord(mark) in known else mark.encode("unicode_escape").decode() for mark in printable(text))
    return lines_of("".join(codes), max(1, int(72 * width / (_LETTER * size))), cut=True)


def picture(chart: Chart, width: str = "column", known: Mapping[str, int] | None = None) -> Figure | None:
    """A chart as a figure ``column``, ``text`` or ``page`` wide; None where nothing has a value.

    Runs whose places in a report are ``known`` look the same in all its figures.
    """
    kept = drawable(chart)
    if not kept.series:
        return None
    draw = _dots if kept.kind == "dots" else _plane
    with mpl.rc_context(_SETTINGS):
        return draw(kept, WIDTHS[width] / 2.54, looks(kept, known or {}))


def drawable(chart: Chart) -> Chart:
    """The chart without what has no value: marks whose numbers are missing or not finite, and empty series."""

    def known(mark: Mark) -> bool:
        return all(isinstance(side, str) or (side is not None and math.isfinite(side)) for side in (mark.x, mark.y))

    series = [replace(one, marks=tuple(filter(known, one.marks))) for one in chart.series]
    return replace(chart, series=tuple(one for one in series if one.marks))


def caption(chart: Chart) -> str:
    """What is shown, with the number of rows behind it, and what intervals and bands mean."""
    kept = drawable(chart)
    marks = [mark for one in kept.series for mark in one.marks]
    low, high = reach(kept) if kept.kind == "dots" else (-math.inf, math.inf)
    counts = []
    for one in kept.series:
        n = sorted({mark.n for mark in one.marks if mark.n is not None})
        counts += [f"{_shown_name(one)} {' to '.join(map(str, dict.fromkeys((n[0], n[-1]))))}"] if n else []
    said = {
        f"{kept.title.rstrip('.')}. {kept.about}".rstrip(): True,
        "Bars: 95 % intervals.": any(mark.low is not None for mark in marks),
        "Grey: the 95 % range of chance, dashed its mean.": kept.bands,
        "Arrows: values beyond the axis, written next to them.": kept.kind == "dots"
        and any(not low <= float(mark.x or 0) <= high for mark in marks),
        "Hollow: published rows, not run here.": any(one.standing == "published" for one in kept.series),
        f"n: {'; '.join(counts)}.": counts,
    }
    return printable(" ".join(text for text, holds in said.items() if holds))


def _shown_name(one: Series) -> str:
    """A series' name, with ``(published)`` where that is not said."""
    return f"{one.name} (published)" if one.standing == "published" and "published" not in one.name else one.name


def as_bytes(figure: Figure, ending: str) -> bytes:
    """The file of a figure: ``png``, ``pdf`` or ``svg``; the same figure has the same bytes."""
    buffer = io.BytesIO()
    metadata = {"png": {}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[ending]
    with mpl.rc_context(_SETTINGS):
        figure.savefig(buffer, format=ending, dpi=300, metadata=metadata)
    return buffer.getvalue()


def _sheet(width: float, height: float, chart: Chart, found: Sequence[Look]) -> tuple[Figure, Axes]:
    """A figure with one pair of axes, and the legend below in as many columns as its names leave room for; inches.

    Where the names of the series stand on the axis already, the legend says what the shapes mean; of what is alone it
    says nothing.
    """
    shown = [(_shown_name(one), look) for one, look in zip(chart.series, found, strict=True)]
    if chart.kind == "dots":
        shown = list({KINDS[one.standing]: look for one, look in zip(chart.series, found, strict=True)}.items())
    shown = shown if len(shown) > 1 else []
    names = [wrapped(name, width - _HANDLE, _LEGEND) for name, _ in shown]
    handles: list[Artist] = []
    for _, look in shown:
        drawn = look.lines() if chart.kind == "lines" else {"ls": ""}
        handles.append(Line2D([], [], **drawn, **(look.markers() if look.marked or chart.kind != "lines" else {})))
    if chart.bands:
        handles.append(Patch(facecolor=FAINT, edgecolor="none"))
        names.append(["chance, 95 %"])
    widest = max((len(line) for own in names for line in own), default=0) * _LETTER * _LEGEND / 72
    columns = max(1, min(len(names), int(width / (widest + _HANDLE))))
    below = -(-len(names) // columns) * max(map(len, names)) * _LEGEND * 1.28 / 72 + 0.1 if names else 0.0
    figure = Figure(figsize=(width, height + below), layout="constrained", facecolor=PAPER)
    if names:
        spaces = {"handlelength": 2.1, "handletextpad": 0.5, "columnspacing": 1.0, "labelspacing": 0.25}
        form: dict[str, Any] = {"frameon": False, "fontsize": _LEGEND, "labelcolor": INK, "borderpad": 0.1, **spaces}
        texts = ["\n".join(own) for own in names]
        figure.legend(handles=handles, labels=texts, ncols=columns, loc="outside lower left", **form)
    axis = figure.subplots()
    for name, spine in axis.spines.items():
        spine.set(visible=name in ("left", "bottom"), color=MUTED, linewidth=0.6)
    axis.tick_params(colors=MUTED, labelsize=_TEXT - 0.5, width=0.6, length=2.5)
    for side in (axis.xaxis, axis.yaxis):
        side.label.set(color=INK, size=_TEXT)
    axis.set_axisbelow(True)
    return figure, axis


def _dots(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Dots with intervals, one for each series; the figure is as high as its names need."""
    names = [wrapped(one.name, _ROOM * width, _LABEL) for one in chart.series]
    heights = [max(1.0, len(lines) * _NAME / _SLOT) for lines in names]
    tops = [sum(heights[:place]) + place * _BETWEEN for place in range(len(heights))]
    bottom, middles = tops[-1] + heights[-1], [top + high / 2 for top, high in zip(tops, heights, strict=True)]
    label = wrapped(chart.x.label, (1 - _ROOM) * width - 0.3)
    figure, axis = _sheet(width, max(0.4, _SLOT * (bottom + 0.6)) + 0.24 + 0.14 * len(label), chart, found)
    for band in chart.bands:
        axis.fill_betweenx([-0.12, bottom + 0.12], band.low, band.high, color=FAINT, lw=0, zorder=0)
        if band.middle is not None:
            axis.plot([band.middle] * 2, [-0.12, bottom + 0.12], color=MUTED, lw=0.8, ls=(0, (2, 2)), zorder=1)
    low, high = reach(chart)
    for one, height, look in zip(chart.series, middles, found, strict=True):
        for mark in one.marks:
            _dot(axis, height, look, mark, low, high)
    axis.set(xlim=(low, high), ylim=(bottom + 0.3, -0.3), xlabel="\n".join(label))
    axis.set_yticks(middles, ["\n".join(lines) for lines in names])
    axis.tick_params(axis="y", length=0, labelsize=_LABEL, labelcolor=INK)
    axis.spines["left"].set_visible(False)
    axis.grid(axis="x", color=FAINT, lw=0.5)
    for top in tops[1:]:
        axis.axhline(top - _BETWEEN / 2, color=FAINT, lw=0.5, zorder=0)
    if low < 0 < high:
        axis.axvline(0, color=MUTED, lw=0.6, zorder=1)
    axis.xaxis.set_major_locator(MaxNLocator(max(2, int((1 - _ROOM) * width / 0.42)), steps=[1, 2, 2.5, 5, 10]))
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
        words: dict[str, Any] = {"textcoords": "offset points", "va": "center", "ha": side, "fontsize": _SMALL}
        axis.annotate(f" {value:.3g} ", (at, height), xytext=(way, 0), arrowprops=arrow, **words)


def _plane(chart: Chart, width: float, found: Sequence[Look]) -> Figure:
    """Lines over a number, or points on equal scales."""
    height = min(0.78 * width, 3.1) if chart.kind == "lines" else min(width, 3.6)
    figure, axis = _sheet(width, height, chart, found)
    for one, look in zip(chart.series, found, strict=True):
        xs, ys = [[float(getattr(mark, side)) for mark in one.marks] for side in "xy"]
        for x, mark in zip(xs, one.marks, strict=True):
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
    axis.set_xlabel("\n".join(wrapped(chart.x.label, width - 0.6)))
    axis.set_ylabel("\n".join(wrapped(chart.y.label, height - 0.5)))
    axis.grid(color=FAINT, lw=0.5)
    return figure


def _scale(axis: Axes, chart: Chart) -> None:
    places = sorted({float(mark.x or 0) for one in chart.series for mark in one.marks})
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
    """The ends of an axis; marks on ends that the chart declares are not cut."""
    low, high = now[0] if side.low is None else side.low, now[1] if side.high is None else side.high
    margin = 0.0 if side.logarithmic else share * (high - low)
    return low - (margin if side.low is not None else 0.0), high + (margin if side.high is not None else 0.0)
