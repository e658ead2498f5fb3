"""A figure before it is drawn: what the results page and the files of ``vlmeval-hvs figures`` are both drawn from.

A benchmark declares its figures as plain data (`HVSDataset.charts`); nothing here draws. Numbers are those of score and
item files; None stands for what was not measured, and is drawn as nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Kind = Literal["dots", "bars", "lines", "scatter"]
"""How a figure is drawn.

``dots``: names up the side, values along, each with its interval; ``bars``: the same as bars, ``stacked`` where a
chart says so; ``lines``: values over a number; ``scatter``: two numbers of each point.
"""

Standing = Literal["run", "human", "published", "chance", "reference"]
"""What a series is: a run of a model, people, a row from a paper, guessing, or something else to compare with."""


@dataclass(frozen=True)
class Axis:
    """One side of a figure.

    Attributes:
        label: Its words, with the unit.
        low: Where it begins; None leaves it to the drawing.
        high: Where it ends.
        names: Its names in order, where it has names and not numbers.
        logarithmic: Whether equal steps are equal factors.
    """

    label: str
    low: float | None = None
    high: float | None = None
    names: tuple[str, ...] = ()
    logarithmic: bool = False


@dataclass(frozen=True)
class Mark:
    """One value of a series.

    Attributes:
        x: A number, or one of the axis's names.
        y: The same for the other side. In dots and bars ``x`` is the value and ``y`` the name.
        low: Where the value's 95 % interval begins; None where it is not known.
        high: Where it ends.
        n: Number of rows behind it.
        note: What is shown beside it, for example the name of a point.
    """

    x: float | str | None
    y: float | str | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Series:
    """Values that belong together.

    Attributes:
        name: For the legend: the model with the options that make it another row, people, a paper's row.
        standing: What it is; rows from papers never look like runs.
        marks: Its values.
    """

    name: str
    standing: Standing
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Band:
    """The 95 % range of chance.

    Attributes:
        low: Its lower end, on the axis of the values.
        high: Its upper end.
        at: The name for which it holds; "" where it holds for the whole figure.
        middle: What guessing gives on average.
    """

    low: float
    high: float
    at: str = ""
    middle: float | None = None


@dataclass(frozen=True)
class Chart:
    """A figure.

    Attributes:
        name: Short, of small letters and hyphens, the same in every report: a file's name.
        kind: How it is drawn.
        title: Its head.
        about: What is shown, in whole sentences: measure, intervals, settings, and the paper's figure it follows.
        x: The axis along.
        y: The axis up.
        series: What it shows.
        bands: Ranges of guessing.
        diagonal: Whether the line of equal values is drawn, for two measures on the same scale.
        stacked: Whether bars of one name stand on each other.
    """

    name: str
    kind: Kind
    title: str
    about: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    bands: tuple[Band, ...] = field(default=())
    diagonal: bool = False
    stacked: bool = False

    def as_json(self) -> dict[str, Any]:
        """The figure as plain JSON."""
        return asdict(self)
