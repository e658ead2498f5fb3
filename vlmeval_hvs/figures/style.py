"""What all figures share: widths, letters, colours, how series look, and names broken into lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font

from vlmeval_hvs.results.charts import Series, Standing, numbered
from vlmeval_hvs.results.table_formats import lines_of
from vlmeval_hvs.terminal import printable

WIDTHS = {"column": 8.255, "text": 13.97, "page": 17.145}
"""Widths of figures in cm: a column of two (3.25 in, ICML and CVPR), the text of one column (5.5 in, NeurIPS and ICLR),
and a page of two columns (6.75 in, ICML)."""
CM = 1 / 2.54
"""Inches in a centimetre."""
INK, MUTED, FAINT, PAPER, OTHER = "#1b1f24", "#646b73", "#d5d9de", "#ffffff", "#b8bec6"
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#661100")
"""Colours of models, in this order; six are those of Okabe and Ito (2008). They are told apart without seeing red and
green. The light results page has the same."""
TEXT, SMALL = 8.0, 6.0
"""Points of the letters, and of the smallest ones."""
LETTER = 0.6  # width of a letter as a share of its size
FONT = "DejaVu Sans"
"""It comes with matplotlib: figures are the same on every machine."""

RUN_MARKERS = ("o", "^", "v", "P", "X", "<", ">", "d", "*")
HOLLOW_MARKERS = ("D", "s", "o", "^", "v", "p", "h")
REFERENCE_MARKERS = ("x", "+", "1", "2", "3", "4")
DASHES = ((0, ()), (0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)), (0, (9, 2)))
GREYS = ("#646b73", "#8a9199", "#3d434a", "#a5abb2")

_SETTINGS = {
    "text.parse_math": False,  # a model's name may hold dollar signs
    "font.family": FONT,
    "pdf.fonttype": 42,  # letters stay letters: publishers refuse Type 3
    "svg.hashsalt": "vlmeval_hvs",  # the same figure has the same bytes
    "axes.unicode_minus": True,
}


def settings() -> Any:
    """The context in which figures are made and saved."""
    return mpl.rc_context(_SETTINGS)  # type: ignore[arg-type]


def sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure with one pair of axes of light lines and small letters; sizes in inches."""
    figure = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    axis = figure.subplots()
    for name, spine in axis.spines.items():
        spine.set(visible=name in ("left", "bottom"), color=MUTED, linewidth=0.6)
    axis.tick_params(colors=MUTED, labelsize=TEXT - 0.5, width=0.6, length=2.5)
    axis.xaxis.label.set(color=INK, size=TEXT)
    axis.yaxis.label.set(color=INK, size=TEXT)
    axis.set_axisbelow(True)
    return figure, axis


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


def looks(series: Sequence[Series], known: Mapping[str, int] | None = None) -> list[Look]:
    """A look for each series, by its standing and its number (`vlmeval_hvs.results.charts.numbered`)."""
    return [_look(one.standing, place) for one, place in zip(series, numbered(series, known), strict=True)]


def _look(standing: Standing, place: int) -> Look:
    color, grey = SERIES[place % len(SERIES)], GREYS[place % len(GREYS)]
    dash, other_dash = DASHES[place % len(DASHES)], DASHES[1 + place % (len(DASHES) - 1)]
    if standing == "run":
        return Look(color, color, RUN_MARKERS[place % len(RUN_MARKERS)], dash)
    if standing == "human":
        return Look(INK, INK, "s", dash, 1.8)
    if standing == "published":
        return Look(grey, PAPER, HOLLOW_MARKERS[place % len(HOLLOW_MARKERS)], other_dash, 0.9)
    if standing == "chance":
        return Look(MUTED, MUTED, "x", DASHES[2], 0.9, marked=False)
    return Look(grey, OTHER, REFERENCE_MARKERS[place % len(REFERENCE_MARKERS)], other_dash, 0.9)


@lru_cache(maxsize=1)
def _code_points() -> frozenset[int]:
    return frozenset(get_font(findfont(FONT)).get_charmap())


def legible(text: str) -> str:
    """A text on one line; characters that the letters of figures lack are shown by their code, not as boxes."""
    known = _code_points()
    return "".join(mark if ord(mark) in known else mark.encode("unicode_escape").decode() for mark in printable(text))


def wrapped(text: str, width: float, size: float = TEXT) -> list[str]:
    """A text in lines of at most a width in inches, of letters of a size in points; nothing is cut off."""
    return lines_of(legible(text), max(1, int(72 * width / (LETTER * size))), cut=True)
