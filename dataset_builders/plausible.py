"""Checks the places, durations and scanpaths of whole tables: wrong units, gaze samples, duplicate rows.

Impossible values give errors, improbable ones warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats

UNIT = 2  # no table of px has its places within so many px of the corner
SMALLEST = 20  # px; smaller pictures say nothing about units
DEGREES = 45  # half a screen is not wider, in degrees of visual angle
CENTRED = 0.25  # share of negative places where they count from the middle
OUTSIDE, MOST_OUTSIDE = 0.05, 0.5  # share of places; people look past a picture, but seldom
CORNER, PERCENT = 0.1, 100  # not all places are in the upper left tenth, or the first 100 px of large pictures ...
FEW = 8  # ... when there are so many or more
SECONDS, SHORT, LONG, MICROSECONDS = 5, 30, 3000, 20000  # ms; fixations last 100 to 1000 ms, their median 200 to 400
SAMPLE = 40  # ms; a tracker of 25 Hz or more gives a sample in that time, always the same
ALWAYS = 0.9
STILL = 0.003  # share of the diagonal: fixations are further apart than samples
FIXATIONS = 30  # 10 s are some 35 fixations
REPEATED = 0.4  # eyes come back to a place, but not with every other fixation
SCREEN = '; if they are px of a screen, declare "screen"'
NUMBER = "; remove duplicate rows, or number the viewings of a picture in a column trial"


class Verdict(NamedTuple):
    """A fault of a table: whether it is certain, its description, and the entry of ``about.json`` that corrects it."""

    sure: bool
    text: str
    settings: Mapping[str, Any] = {}


class Fixation(NamedTuple):
    """A fixation: its number in the table, place and picture's size (px), duration (ms; NaN without one)."""

    number: int
    x: float
    y: float
    width: float
    height: float
    duration: float


def of_places(places: Floats) -> Verdict | None:
    """The fault of places: (n, 4) x, y, and width and height of the picture, px."""
    points, sizes = places[:, :2], places[:, 2:]
    if sizes.min() < SMALLEST:
        return None
    spread = f"x and y range from {points.min():g} to {points.max():g}"
    far, centred = float(np.quantile(np.abs(points), 0.95)), bool((points < 0).any(axis=1).mean() > CENTRED)
    middle = {"origin": "center, y up"} if centred else {}
    if far <= UNIT:
        units = "norm" if centred and far > 0.6 else "fraction"
        return Verdict(True, f"{spread}, so they are not px", {"units": units, **middle})
    outside = float(((points < -1) | (points > sizes + 1)).any(axis=1).mean())
    if outside > OUTSIDE and outside * len(points) > 2:
        text = f"{outside:.0%} of the places lie outside their pictures ({spread})"
        if centred and far <= min(DEGREES, CORNER * sizes.min()):
            middle = {"units": "PX PER DEGREE", **middle}
        return Verdict(centred or outside > MOST_OUTSIDE, text if centred else f"{text}{SCREEN}", middle)
    if len(points) >= FEW and sizes.min() > 3 * PERCENT and (points <= np.maximum(CORNER * sizes, PERCENT)).all():
        return Verdict(False, f"all places lie in the upper left corner of their pictures ({spread}); are they px?")
    return None


def of_durations(durations: Floats) -> Verdict | None:
    """The fault of durations: (n, 1) ms, NaN where there is none."""
    given = durations[np.isfinite(durations)]
    if not len(given):
        return None
    if not given.any():
        return Verdict(True, "all durations are 0; leave the cells empty where none were recorded")
    median = float(np.median(given[given > 0]))
    if 1 <= median <= SAMPLE and len(given) > FEW and (np.abs(given - median) < 1).mean() > ALWAYS:
        return Verdict(True, f"every row lasts {median:g} ms, so the rows are gaze samples; detect the fixations first")
    text = f"the median duration is {median:.4g} ms, but fixations last about 250 ms"
    if median < SECONDS or median > MICROSECONDS:
        return Verdict(True, text, {"duration": "s" if median < SECONDS else "us"})
    if not SHORT <= median <= LONG:
        return Verdict(False, text)
    if missing := len(durations) - len(given):
        return Verdict(False, f"{missing} of {len(durations)} fixations have no duration")
    return None


def of_path(path: Sequence[Fixation], numbered: bool) -> str:
    """Why the rows of a viewing are not a scanpath; "" where they may be one."""
    steps = [np.hypot(after.x - before.x, after.y - before.y) for before, after in pairwise(path)]
    if len(path) > FIXATIONS and np.median(steps) < STILL * np.hypot(path[0].width, path[0].height):
        return "the gaze hardly moves from row to row, so the rows are gaze samples; detect the fixations first"
    again = len(path) - len({one[1:] for one in path})
    if again > 2 and again >= REPEATED * len(path):
        return f"the same fixations appear twice{NUMBER}"
    pieces = 1 + sum(after.number > before.number + 1 for before, after in pairwise(path))
    if pieces > 1 and len(path) >= 2 * pieces and not numbered:
        return f"rows of other scanpaths lie between those of this one{NUMBER}"
    return ""


@dataclass
class Look:
    """The places and scanpaths of one table.

    Attributes:
        places: Places and the picture's size ``(x, y, width, height)``, px, by who or which row they are of.
        paths: Scanpaths by person and whatever distinguishes viewings.
        further: Verdicts of other checks of the table.
        fixations: How many there are.
        numbered: Whether viewings of a picture are numbered.
    """

    places: dict[str, list[tuple[float, ...]]] = field(default_factory=dict)
    paths: dict[tuple[str, ...], list[Fixation]] = field(default_factory=dict)
    further: list[Verdict] = field(default_factory=list)
    fixations: int = 0
    numbered: bool = False

    def place(self, who: str, x: float, y: float, size: tuple[int, int]) -> None:
        """Note a place, px."""
        self.places.setdefault(who, []).append((x, y, *size))

    def fixation(self, viewing: tuple[str, ...], x: float, y: float, size: tuple[int, int], duration: float) -> None:
        """Note a fixation of a viewing, which is named by its person, the picture, and whatever distinguishes it.

        Its place in px; its duration in ms, NaN where there is none.
        """
        self.place(viewing[0], x, y, size)
        self.fixations += 1
        self.paths.setdefault(viewing, []).append(Fixation(self.fixations, x, y, *size, duration))

    def verdicts(self) -> list[Verdict]:
        """The faults of the table, certain ones first."""
        durations: dict[str, list[tuple[float, ...]]] = {}
        for viewing, path in self.paths.items():
            durations.setdefault(viewing[0], []).extend((one.duration,) for one in path)
        places = _judged(self.places, of_places)
        found = [*self.further, *places, *_judged(durations, of_durations)]
        odd: dict[str, list[str]] = {}
        for viewing, path in self.paths.items():
            # In wrong units distances say nothing.
            if not any(one.sure for one in places) and (kind := of_path(path, self.numbered)):
                odd.setdefault(kind, []).append(" on ".join(viewing[:2]))
        found += [Verdict(True, f"{_names(whose)}: {kind}") for kind, whose in odd.items()]
        return sorted(found, key=lambda verdict: not verdict.sure)


def _judged(
    groups: Mapping[str, Sequence[tuple[float, ...]]], judge: Callable[[Floats], Verdict | None]
) -> list[Verdict]:
    """The verdict on all, or on those whose numbers differ in kind from the others."""
    values = {who: np.array(rows, dtype=np.float64) for who, rows in groups.items()}
    whole = judge(np.concatenate(list(values.values()))) if values else None
    if whole and whole.sure:
        return [whole]
    judged = {who: judge(rows) for who, rows in values.items() if len(rows) > 1}
    odd = {who: verdict for who, verdict in judged.items() if verdict and verdict.sure}
    first = next(iter(odd.values()), None)
    if first is None:
        return [whole] if whole else []
    return [first._replace(text=f"{_names(list(odd))}: {first.text}")]


def _names(whose: list[str]) -> str:
    """The first of them, and how many more there are."""
    return ", ".join(whose[:5]) + (f" and {len(whose) - 5} more" if len(whose) > 5 else "")
