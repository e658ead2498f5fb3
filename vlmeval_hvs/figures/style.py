"""What all figures share: widths, letters, colours, and the frame of an axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from vlmeval_hvs.figures.words import FONT, legible

WIDTHS = {"column": 8.255, "text": 13.97, "page": 17.145}
"""Widths of figures in cm: a column of two (3.25 in, ICML and CVPR), the text of one column (5.5 in, NeurIPS and ICLR),
and a page of two columns (6.75 in, ICML)."""
CM = 1 / 2.54
"""Inches in a centimetre."""
PAGE = WIDTHS["page"] * CM
"""Width of a page, inches."""
TALLEST = 23.0 * CM
"""Height of a page, inches: what is taller goes on in another figure."""
INK, MUTED, FAINT, PAPER = "#1b1f24", "#646b73", "#d5d9de", "#ffffff"
HEAD, GAZE, OTHER = "#d55e00", "#0072b2", "#b8bec6"
"""Colours of answers that follow the head, the eyes, and neither."""
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#661100")
"""Colours of models, in this order; six are those of Okabe and Ito (2008). They are told apart without seeing red and
green. The light results page has the same."""
TEXT = 8.0
"""Points of the letters; nothing is smaller than `SMALL`."""
SMALL = 6.0

SETTINGS = {
    "text.parse_math": False,  # a model's name may hold dollar signs
    "font.family": FONT,
    "pdf.fonttype": 42,  # letters stay letters: publishers refuse Type 3
    "svg.hashsalt": "vlmeval_hvs",  # the same figure has the same bytes
    "hatch.linewidth": 0.5,
    "axes.unicode_minus": True,
}


def settings() -> Any:
    """The context in which figures are made and saved."""
    return mpl.rc_context(SETTINGS)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Picture:
    """A finished figure.

    Attributes:
        name: Name of its file, without ending.
        figure: The figure.
        caption: What it shows, in a sentence or two, with the number of observations.
    """

    name: str
    figure: Figure
    caption: str


def sheet(rows: int, columns: int, width: float, height: float, **options: Any) -> tuple[Figure, list[Axes]]:
    """A figure with its axes, row by row; sizes in inches."""
    figure = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    axes = figure.subplots(rows, columns, squeeze=False, **options)
    flat = [axis for row in axes for axis in row]
    for axis in flat:
        frame(axis)
    return figure, flat


def frame(axis: Axes) -> None:
    """Light lines, small letters."""
    for name, spine in axis.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(MUTED)
        spine.set_linewidth(0.6)
    axis.tick_params(colors=MUTED, labelsize=TEXT - 0.5, width=0.6, length=2.5)
    axis.xaxis.label.set(color=INK, size=TEXT)
    axis.yaxis.label.set(color=INK, size=TEXT)


def title(axis: Axes, text: str, color: str = INK, size: float = TEXT) -> None:
    """A small title at the left."""
    axis.set_title(text, loc="left", fontsize=size, color=color)


def heading(figure: Figure, text: str, color: str = INK) -> None:
    """What the whole figure is about."""
    figure.suptitle(legible(text), x=0.01, ha="left", fontsize=TEXT + 1, color=color, weight="bold")


def bare(axis: Axes) -> None:
    """No frame at all."""
    axis.set_axis_off()


def spread(values: Sequence[float], least: float) -> list[float]:
    """Heights near `values`, moved apart so that labels at them do not overlap."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    placed = [float(values[i]) for i in order]
    for _ in range(200):
        moved = False
        for i in range(len(placed) - 1):
            short = least - (placed[i + 1] - placed[i])
            if short > 1e-9:
                placed[i] -= short / 2
                placed[i + 1] += short / 2
                moved = True
        if not moved:
            break
    out = [0.0] * len(values)
    for place, i in zip(placed, order, strict=True):
        out[i] = place
    return out
