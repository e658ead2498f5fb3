"""A declared chart as finished figures with their captions."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from matplotlib.figure import Figure

from vlmeval_hvs.figures import rows as row_charts
from vlmeval_hvs.figures.legend import shown_name
from vlmeval_hvs.figures.looks import Look, looks
from vlmeval_hvs.figures.plane import plane
from vlmeval_hvs.figures.style import CM, PAPER, WIDTHS, Picture, settings
from vlmeval_hvs.results.charts import Chart, Kind, Mark, Series
from vlmeval_hvs.terminal import printable

ENDINGS = ("png", "pdf", "svg")
DPI = 300

_DRAW: dict[Kind, Callable[[Chart, float, Sequence[Look]], Figure]] = {
    "dots": row_charts.rows,
    "bars": row_charts.rows,
    "lines": plane,
    "scatter": plane,
}

_PAGES: dict[Kind, Callable[[Chart, float], list[Chart]]] = {
    "dots": row_charts.pages,
    "bars": row_charts.pages,
}


def pictures(chart: Chart, width: str = "column", known: Mapping[str, int] | None = None) -> Iterator[Picture]:
    """A chart as figures; more than one where its panels do not fit on a page, none where nothing has a value.

    Args:
        chart: The chart.
        width: ``column``, ``text`` or ``page`` (`vlmeval_hvs.figures.style.WIDTHS`).
        known: Places of all runs of a report, which look the same in all its figures.
    """
    kept = drawable(chart)
    if not kept.series:
        return
    inches = WIDTHS[width] * CM
    parts = _PAGES[kept.kind](kept, inches) if kept.kind in _PAGES else [kept]
    for number, part in enumerate(parts, start=1):
        name = part.name if len(parts) == 1 else f"{part.name}-{number}"
        with settings():
            figure = _DRAW[part.kind](part, inches, looks(part.series, known))
        yield Picture(name, figure, caption(part))


def drawable(chart: Chart) -> Chart:
    """The chart without what has no value: marks whose numbers are missing or not finite, and empty series."""
    series = [replace(one, marks=tuple(filter(_known, one.marks))) for one in chart.series]
    return replace(chart, series=tuple(one for one in series if one.marks))


def _known(mark: Mark) -> bool:
    return mark.x is not None and mark.y is not None and _finite(mark.x) and _finite(mark.y)


def _finite(value: float | str | None) -> bool:
    return not isinstance(value, (int, float)) or math.isfinite(value)


def caption(chart: Chart) -> str:
    """What is shown, with the number of rows behind it, and what intervals and bands mean."""
    marks = [mark for one in chart.series for mark in one.marks]
    said = [f"{chart.title.rstrip('.')}.", chart.about]
    if any(mark.low is not None for mark in marks):
        said.append("Bars: 95 % intervals.")
    if chart.bands:
        said.append("Grey: the 95 % range of chance, dashed its mean.")
    if any(one.standing == "published" for one in chart.series):
        said.append("Hollow: published rows, not run here.")
    counts = [text for one in chart.series if (text := _counts(one))]
    several = any(len([mark for mark in one.marks if mark.n is not None]) > 1 for one in chart.series)
    said += [f"n{' of each value' if several else ''}: {'; '.join(counts)}."] if counts else []
    return printable(" ".join(text for text in said if text))


def _counts(one: Series) -> str:
    known = [mark.n for mark in one.marks if mark.n is not None]
    if not known:
        return ""
    least, most = min(known), max(known)
    return f"{shown_name(one.name, one.standing)} {least if least == most else f'{least} to {most}'}"


def as_bytes(figure: Figure, ending: str) -> bytes:
    """The file of a figure: ``png``, ``pdf`` or ``svg``; the same figure has the same bytes."""
    buffer = io.BytesIO()
    metadata = {"png": {}, "pdf": {"CreationDate": None}, "svg": {"Date": None}}[ending]
    with settings():
        figure.savefig(buffer, format=ending, dpi=DPI, metadata=metadata, facecolor=PAPER)
    return buffer.getvalue()
