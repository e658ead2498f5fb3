"""How a series looks: runs differ in colour, marker and dash; people, published rows and guessing look otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vlmeval_hvs.figures.style import INK, MUTED, OTHER, PAPER, SERIES
from vlmeval_hvs.results.charts import Series, Standing

Dash = tuple[float, tuple[float, ...]]

RUN_MARKERS = ("o", "^", "v", "P", "X", "<", ">", "d", "*")
HOLLOW_MARKERS = ("D", "s", "o", "^", "v", "p", "h")
DASHES: tuple[Dash, ...] = ((0, ()), (0, (5, 2)), (0, (1, 1.4)), (0, (6, 1.5, 1, 1.5)), (0, (9, 2)))
HATCHES = ("", "////", "\\\\\\\\", "....", "xxxx")
GREYS = ("#646b73", "#8a9199", "#3d434a", "#a5abb2")


@dataclass(frozen=True)
class Look:
    """Colour and shapes of a series.

    Attributes:
        color: Of its lines, and of its markers' edges.
        face: Inside of its markers and bars.
        marker: Name of the marker, as matplotlib has it.
        dash: Offset and lengths of the dashes, in line widths.
        line: Width of its lines, points.
        size: Of its markers, points.
        hatch: Of its bars.
        marked: Whether its lines have markers.
    """

    color: str
    face: str
    marker: str
    dash: Dash = (0, ())
    line: float = 1.4
    size: float = 4.4
    hatch: str = ""
    marked: bool = True

    def markers(self) -> dict[str, Any]:
        """What matplotlib's ``plot`` takes for the markers."""
        return {"marker": self.marker, "ms": self.size, "mfc": self.face, "mec": self.color, "mew": 0.9}

    def lines(self) -> dict[str, Any]:
        """What matplotlib's ``plot`` takes for the lines."""
        return {"color": self.color, "lw": self.line, "ls": self.dash}


def named_on_axis(series: Sequence[Series]) -> bool:
    """Whether each series is a row of its own, so that its name stands on the axis."""
    return all(mark.y == one.name for one in series for mark in one.marks)


def looks(series: Sequence[Series], known: Mapping[str, int] | None = None) -> list[Look]:
    """A look for each series, by its standing and its place among those of the same standing.

    Where the axis names the series, all of one standing but runs look the same.

    Args:
        series: The series of a figure.
        known: Places of all runs of a report (`vlmeval_hvs.results.row_names.places`): a run that is among them looks
            the same in all figures. A run that is not looks like its model's, if that is not in the figure.
    """
    places = dict(known or {})
    names = {one.name for one in series if one.standing == "run"}
    for name in names - places.keys():
        model = name.split(" · ")[0].split(" @")[0]
        if model in places and model not in names and sum(other.startswith(model) for other in names) == 1:
            places[name] = places[model]
    shared = bool(names & places.keys())
    named = named_on_axis(series)
    seen: dict[str, int] = {"run": max(places.values()) + 1 if shared else 0}
    found = []
    for one in series:
        if one.standing == "run" and one.name in places:
            place = places[one.name]
        else:
            place = seen.setdefault(one.standing, 0)
            seen[one.standing] += one.standing == "run" or not named
        found.append(_look(one.standing, place))
    return found


def _look(standing: Standing, place: int) -> Look:
    if standing == "run":
        color = SERIES[place % len(SERIES)]
        marker, dash = RUN_MARKERS[place % len(RUN_MARKERS)], DASHES[place % len(DASHES)]
        return Look(color, color, marker, dash, hatch=HATCHES[place % len(HATCHES)])
    if standing == "human":
        return Look(INK, INK, "s", DASHES[place % len(DASHES)], 1.8, hatch="++++")
    grey = GREYS[place % len(GREYS)]
    if standing == "published":
        marker, dash = HOLLOW_MARKERS[place % len(HOLLOW_MARKERS)], DASHES[1 + place % (len(DASHES) - 1)]
        return Look(grey, PAPER, marker, dash, 0.9, hatch="ooo")
    if standing == "chance":
        return Look(MUTED, MUTED, "x", DASHES[2], 0.9, hatch="----", marked=False)
    return Look(grey, OTHER, "+", DASHES[(1 + place) % len(DASHES)], 0.9, marked=False)
