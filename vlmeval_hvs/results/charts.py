"""A figure before it is drawn: what the results page and the files of ``vlmeval-hvs figures`` are both drawn from.

A benchmark declares its figures as plain data (`HVSDataset.charts`); nothing here draws. Numbers are those of score and
item files; None stands for what was not measured, and is drawn as nothing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

Kind = Literal["dots", "lines", "scatter"]
"""How a figure is drawn.

``dots``: names of series up the side, the value of each along, with its interval; ``lines``: values over a number;
``scatter``: two numbers of each point on one scale, with the line of equal values.
"""

Standing = Literal["run", "human", "published", "chance"]
"""What a series is: a run of a model, people, a row from a paper, or guessing."""


@dataclass(frozen=True)
class Axis:
    """One side of a figure."""

    label: str  # its words, with the unit
    low: float | None = None  # where it begins; None leaves it to the drawing
    high: float | None = None  # where it ends
    names: tuple[str, ...] = ()  # its names in order, where it has names and not numbers
    logarithmic: bool = False  # whether equal steps are equal factors


@dataclass(frozen=True)
class Mark:
    """One value of a series."""

    x: float | str | None  # a number, or one of the axis's names
    y: float | str | None  # the same for the other side. In dots ``x`` is the value and ``y`` the name
    low: float | None = None  # where the value's 95 % interval begins; None where it is not known
    high: float | None = None  # where it ends
    n: int | None = None  # number of rows behind it
    note: str = ""  # what is shown beside it, for example the name of a point


@dataclass(frozen=True)
class Series:
    """Values that belong together."""

    name: str  # for the legend: the model with the options that make it another row, people, a paper's row
    standing: Standing  # what it is; rows from papers never look like runs
    marks: tuple[Mark, ...]  # its values


@dataclass(frozen=True)
class Band:
    """The 95 % range of chance."""

    low: float  # its lower end, on the axis of the values
    high: float  # its upper end
    middle: float | None = None  # what guessing gives on average


@dataclass(frozen=True)
class Chart:
    """A figure."""

    name: str  # short, of small letters and hyphens, the same in every report: a file's name
    kind: Kind  # how it is drawn
    title: str  # its head
    about: str  # what is shown, in whole sentences: measure, intervals, settings, and the paper's figure it follows
    x: Axis  # the axis along
    y: Axis  # the axis up
    series: tuple[Series, ...]  # what it shows
    bands: tuple[Band, ...] = ()  # ranges of guessing, of dots

    def as_json(self, known: Mapping[str, int]) -> dict[str, Any]:
        """The figure as plain JSON, with its `reach`, and for each series its number (`numbered`)."""
        made = {**asdict(self), "reach": reach(self) if self.kind == "dots" else None}
        for one, place in zip(made["series"], numbered(self, known), strict=True):
            one["place"] = place
        return made

    def lines(self) -> list[list[Any]]:
        """The numbers for CSV: a line for every mark, then one for every range of guessing."""
        head = ["series", "standing", "x", "y", "low", "high", "n", "note"]
        marks = [[one.name, one.standing, *vars(mark).values()] for one in self.series for mark in one.marks]
        bands = [["chance, 95 %", "chance", band.middle, "", band.low, band.high, "", ""] for band in self.bands]
        return [head, *marks, *bands]


def numbered(chart: Chart, known: Mapping[str, int]) -> list[int]:
    """The number of each series, by which it has its colour and marker among those of its standing.

    In dots, whose axis names the series, all of one standing look the same. Runs have the numbers that are ``known`` in
    a report (`vlmeval_hvs.results.row_names.places`), so that they look the same in all its figures; others follow.
    """
    if chart.kind == "dots":
        return [0] * len(chart.series)
    seen = {"run": max(known.values()) + 1} if any(one.name in known for one in chart.series) else {}
    found = []
    for one in chart.series:
        new = seen.get(one.standing, 0)
        place = known.get(one.name, new) if one.standing == "run" else new
        seen[one.standing] = new + (place == new)
        found.append(place)
    return found


def reach(chart: Chart) -> tuple[float, float]:
    """Ends of the axis of the values of dots, which single values cannot squeeze; an end that the chart declares stays.

    Values beyond Tukey's outer fences (three interquartile ranges from the quartiles of at least four values) are left
    out where the axis would be three times as long with them.
    """
    marks = [mark for one in chart.series for mark in one.marks if mark.x is not None and math.isfinite(float(mark.x))]
    bands = [end for band in chart.bands for end in (band.low, band.high)]

    def ends(some: Sequence[Mark]) -> tuple[float, float]:
        values = [*bands, *(float(end) for mark in some for end in (mark.low, mark.x, mark.high) if end is not None)]
        return min(values, default=0.0), max(values, default=1.0)

    least, most = ends(marks)
    if len(marks) > 3:
        low, high = np.quantile([float(mark.x or 0) for mark in marks], (0.25, 0.75))
        near = ends([mark for mark in marks if abs(float(mark.x or 0) - (low + high) / 2) <= 3.5 * (high - low)])
        if high > low and most - least > 3 * (near[1] - near[0]):
            least, most = near
    air = 0.06 * (most - least or abs(most) or 1.0)
    return least - air if chart.x.low is None else chart.x.low, most + air if chart.x.high is None else chart.x.high


def share_interval(share: float, n: int | None) -> tuple[float | None, float | None]:
    """95 % interval of a share of n independent answers (Wilson, 1927); None twice where n is not known."""
    from scipy.stats import binomtest

    return tuple(binomtest(round(share * n), n).proportion_ci(method="wilson")) if n else (None, None)
