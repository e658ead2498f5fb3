"""What all gaze figures share: size, colours, and the frame of an axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLUMN, PAGE = 3.4, 7.0
"""Widths of a column and of a page, inches."""
INK, MUTED, FAINT, PAPER = "#1b1f24", "#646b73", "#d5d9de", "#ffffff"
HEAD, GAZE, OTHER = "#d55e00", "#0072b2", "#b8bec6"
"""Colours of answers that follow the head, the eyes, and neither."""
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Colours of models (Okabe and Ito, 2008: told apart without seeing red and green), in this order."""
MOST_SERIES = len(SERIES)
TEXT = 8.0


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
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axis.spines[side].set_color(MUTED)
        axis.spines[side].set_linewidth(0.6)
    axis.tick_params(colors=MUTED, labelsize=TEXT - 0.5, width=0.6, length=2.5)
    axis.xaxis.label.set(color=INK, size=TEXT)
    axis.yaxis.label.set(color=INK, size=TEXT)


def title(axis: Axes, text: str, color: str = INK, size: float = TEXT) -> None:
    """A small title at the left."""
    axis.set_title(text, loc="left", fontsize=size, color=color)


def heading(figure: Figure, text: str, color: str = INK) -> None:
    """What the whole figure is about."""
    figure.suptitle(text, x=0.01, ha="left", fontsize=TEXT + 1, color=color, weight="bold")


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
