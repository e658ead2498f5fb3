"""The legend below a figure: as many columns as its names leave room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from vlmeval_hvs.figures.looks import Look, named_on_axis
from vlmeval_hvs.figures.style import FAINT, INK, MUTED
from vlmeval_hvs.figures.words import lines_of, width_of
from vlmeval_hvs.results.charts import Chart, Standing

SIZE = 7.0
"""Points of its letters."""
BAND = "chance, 95 %"
KINDS: dict[Standing, str] = {
    "run": "run",
    "human": "people",
    "published": "published",
    "chance": "guessing",
    "reference": "for comparison",
}
"""What the shapes of a kind of series mean."""
STANDINGS = {"published": " (published)"}
"""What is added to the names of series that are no runs, where the name does not say it."""
_HANDLE, _GAP = 0.32, 0.14
"""Width of a handle with the space behind it, and space between columns, inches."""

Entry = tuple[Artist | tuple[Artist, ...], str]


def entries(chart: Chart, found: Sequence[Look], lines: bool) -> list[Entry]:
    """Handles and names of a chart's series and of its bands.

    Where the names of the series stand on the axis already, it says what the shapes mean; a single series without
    a band needs no legend.

    Args:
        chart: The chart.
        found: How its series look.
        lines: Whether series are drawn as lines, too.
    """
    kinds = {one.standing: look for one, look in zip(chart.series, found, strict=True)}
    if named_on_axis(chart.series):
        # All runs together stand for one kind; of one kind alone there is nothing to say.
        shown = [(look, KINDS[kind]) for kind, look in kinds.items()] if len(kinds) > 1 else []
        plain = Look(INK, INK, "o")
        shown = [(plain if word == KINDS["run"] else look, word) for look, word in shown]
    else:
        names = [shown_name(one.name, one.standing) for one in chart.series]
        shown = list(zip(found, names, strict=True))
    out: list[Entry] = [(_handle(look, lines, chart.kind == "bars"), name) for look, name in shown]
    if chart.bands:
        patch = Patch(facecolor=FAINT, edgecolor="none")
        middle = Line2D([], [], color=MUTED, lw=0.8, ls=(0, (2, 2)))
        drawn = any(band.middle is not None for band in chart.bands)
        out.append(((patch, middle) if drawn else patch, BAND))
    return out if len(out) > 1 or chart.bands else []


def shown_name(name: str, standing: str) -> str:
    """A series' name with what it is, where the name does not say so."""
    added = STANDINGS.get(standing, "")
    return name if added.strip(" ()") in name else name + added


def _handle(look: Look, lines: bool, bars: bool) -> Artist:
    if bars:
        return Patch(facecolor=look.face, edgecolor="w", hatch=look.hatch)
    drawn = look.lines() if lines else {"ls": ""}
    return Line2D([], [], **drawn, **(look.markers() if look.marked or not lines else {}))


def layout(names: Sequence[str], width: float) -> tuple[list[str], int, float]:
    """Names broken into lines, the number of columns, and the height of the legend in inches."""
    room = width - _HANDLE - 0.1
    broken = [lines_of(name, room, SIZE) for name in names]
    widest = max((width_of(line, SIZE) for lines in broken for line in lines), default=0.0)
    columns = max(1, min(len(names), int((width - 0.1 + _GAP) / (widest + _HANDLE + _GAP))))
    rows = -(-len(names) // columns)
    most = max((len(lines) for lines in broken), default=1)
    height = (rows * most * SIZE * 1.28 / 72 + 0.1) if names else 0.0
    return ["\n".join(lines) for lines in broken], columns, height


def add_legend(figure: Figure, found: Sequence[Entry], width: float) -> None:
    """Draw the legend below the axes."""
    if not found:
        return
    names, columns, _ = layout([name for _, name in found], width)
    options: dict[str, Any] = {"handlelength": 2.1, "handletextpad": 0.5, "columnspacing": 1.2, "labelspacing": 0.25}
    figure.legend(
        handles=[handle for handle, _ in found],
        labels=names,
        loc="outside lower left",
        ncols=columns,
        frameon=False,
        fontsize=SIZE,
        labelcolor=INK,
        borderpad=0.1,
        handler_map={tuple: HandlerTuple(ndivide=1)},
        **options,
    )
