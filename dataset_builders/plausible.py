"""Checks the places, durations and scanpaths of whole tables: wrong units, gaze samples, duplicate rows.

Impossible values give errors, improbable ones warnings.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from vlmeval_hvs.metrics.arrays import Floats

UNIT = 2  # no table of px has its places within so many px of the corner
SMALLEST = 20  # px; smaller pictures say nothing about units
DEGREES = 45  # half a screen is not wider, in degrees of visual angle
OUTSIDE, MANY_OUTSIDE, MOST_OUTSIDE = 0.05, 0.25, 0.5  # share of places; people look past a picture, but seldom
EXPLAINED = 0.1  # the share that may lie outside of the frame that is right
CORNER, PERCENT = 0.1, 100  # not all places are in the upper left tenth, or the first 100 px of large pictures ...
FEW = 8  # ... when there are so many or more
SCREENS = (
    *((1024, 768), (1280, 720), (1280, 1024), (1366, 768), (1440, 900), (1600, 900), (1680, 1050), (1920, 1080)),
    *((1920, 1200), (2560, 1440), (3840, 2160)),
)
SECONDS, SHORT, LONG, MICROSECONDS = 5, 30, 3000, 20000  # ms; fixations last 100 to 1000 ms, their median 200 to 400
SAMPLE = 40  # ms; a tracker of 25 Hz or more gives a sample in that time, always the same
RISING = 0.95  # share of fixations that last longer than the one before; half of them do
ALWAYS = 0.9
STILL = 0.003  # share of the diagonal: fixations are further apart than samples
FIXATIONS, MANY_FIXATIONS = 30, 100  # 10 s are some 35 fixations
SAME = 0.01  # share of the diagonal of all that was looked at: places so near to each other are one
LOST = 0.01  # share of fixations in a corner, to the pixel; nobody looks there
REPEATED = 0.4  # eyes come back to a place, but not with every other fixation
RETURNED = 0.25  # they rarely come back to where they started
_MOST = 500  # fixations of a scanpath that are looked at
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


Paths = Mapping[tuple[str, ...], list[Fixation]]


def names_of(whose: list[str]) -> str:
    """The first of them, and how many more there are."""
    return ", ".join(whose[:5]) + (f" and {len(whose) - 5} more" if len(whose) > 5 else "")


def of_places(places: Floats) -> Verdict | None:
    """The fault of places: (n, 4) x, y, and width and height of the picture, px."""
    points, sizes = places[:, :2], places[:, 2:]
    if sizes.min() < SMALLEST:
        return None
    spread = f"x and y range from {points.min():g} to {points.max():g}"
    far, centred = np.quantile(np.abs(points), 0.95), (points < 0).any(axis=1).mean() > MANY_OUTSIDE
    if far <= UNIT and centred:
        units = "fraction" if far <= 0.6 else "norm"
        return Verdict(True, f"{spread}, so they are not px", {"units": units, "origin": "center, y up"})
    if far <= UNIT:
        return Verdict(True, f"{spread}, so they are not px", {"units": "fraction"})
    outside = _outside(points, sizes)
    if outside > OUTSIDE and outside * len(points) > 2:
        settings = _frame(points, sizes, far, centred) if outside > MANY_OUTSIDE else {}
        text = f"{outside:.0%} of the places lie outside their pictures ({spread})"
        return Verdict(bool(settings) or outside > MOST_OUTSIDE, text, settings)
    if len(points) >= FEW and sizes.min() > 3 * PERCENT and (points <= np.maximum(CORNER * sizes, PERCENT)).all():
        return Verdict(False, f"all places lie in the upper left corner of their pictures ({spread}); are they px?")
    return None


def _outside(points: Floats, sizes: Floats) -> float:
    return float(((points < -1) | (points > sizes + 1)).any(axis=1).mean())


def _frame(points: Floats, sizes: Floats, far: float, centred: bool) -> dict[str, Any]:
    """The frame in which places do lie in the pictures: from the middle, or of a screen around them."""
    if centred and far <= DEGREES and far < CORNER * sizes.min():
        return {"units": "PX PER DEGREE", "origin": "center, y up"}
    if centred and _outside(points + sizes / 2, sizes) <= EXPLAINED:
        return {"origin": "center, y up"}
    fitting = [one for one in SCREENS if _outside(points - (np.array(one) - sizes) / 2, sizes) <= EXPLAINED]
    middle = np.median(points, axis=0)
    nearest = min(fitting, key=lambda one: float(np.hypot(*(middle - np.array(one) / 2))), default=())
    return {"screen": list(nearest)} if nearest else {}


def of_durations(durations: Floats) -> Verdict | None:
    """The fault of durations: (n, 1) ms, NaN where there is none."""
    given = durations[np.isfinite(durations)]
    missing = len(durations) - len(given)
    if not len(given):
        return None
    if not given.any():
        return Verdict(True, "all durations are 0; leave the cells empty where none were recorded")
    median = float(np.median(given[given > 0]))
    if median <= SAMPLE and len(given) > FEW and (np.abs(given - median) < 1).mean() > ALWAYS and median >= 1:
        return Verdict(True, f"every row lasts {median:g} ms, so the rows are gaze samples; detect the fixations first")
    text = f"the median duration is {median:.4g} ms, but fixations last about 250 ms"
    if median < SECONDS:
        return Verdict(True, text, {"duration": "s"})
    if median > 1000 * LONG:
        return Verdict(True, f"{text}; write them in ms, s or us")
    if median > MICROSECONDS:
        return Verdict(True, text, {"duration": "us"})
    if not SHORT <= median <= LONG:
        return Verdict(False, text)
    if missing:
        return Verdict(False, f"{missing} of {len(durations)} fixations have no duration")
    if none := int((given == 0).sum()):
        return Verdict(False, f"{none} of {len(given)} durations are 0; remove rows of blinks and of lost gaze")
    return None


def of_paths(paths: Paths, numbered: bool) -> list[Verdict]:
    """The faults of scanpaths; ``numbered`` is whether viewings of a picture are numbered."""
    odd: dict[str, list[str]] = {}
    near: dict[str, list[bool]] = {}
    returned = 0
    everywhere = np.array([(one.x, one.y) for path in paths.values() for one in path])
    same = SAME * float(np.hypot(*np.ptp(everywhere, axis=0)))
    for viewing, path in paths.items():
        points = np.array([(one.x, one.y) for one in path[:_MOST]])
        distances = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
        if kind := _odd_path(path, distances, numbered):
            odd.setdefault(kind, []).append(" on ".join(viewing[:2]))
        near.setdefault(viewing[0], []).extend((np.tril(distances < same, -1)).any(axis=1).tolist())
        returned += len(path) > 3 and bool((distances[0, 2:] < same).any()) and bool(distances[0].max() > same)
    found = [Verdict(True, f"{names_of(whose)}: {kind}") for kind, whose in odd.items()]
    rises = [after.duration > before.duration for path in paths.values() for before, after in pairwise(path)]
    if len(rises) > FEW and np.mean(rises) >= RISING:
        text = "the durations rise from row to row, so they are times; write how long each fixation lasted"
        found.append(Verdict(True, text))
    found += _lost_gaze(paths)
    twice = [who for who, again in near.items() if len(again) > FEW and np.mean(again) >= REPEATED]
    if twice and not any(one.sure for one in found):
        text = f"{REPEATED:.0%} or more of the fixations repeat earlier places, as where rows of both eyes are mixed"
        found.append(Verdict(True, f"{names_of(twice)}: {text}{NUMBER}"))
    if (longest := max(map(len, paths.values()))) > MANY_FIXATIONS and not found:
        found.append(Verdict(False, f"a scanpath has {longest} fixations; are the rows gaze samples?"))
    if returned > 1 and returned >= RETURNED * len(paths) and not found:
        text = f"{returned} of {len(paths)} scanpaths return to their start, as where two viewings are joined{NUMBER}"
        found.append(Verdict(False, text))
    return found


def _lost_gaze(paths: Paths) -> Iterator[Verdict]:
    """Places as trackers write them when they lose the gaze: a corner, to the pixel, or -1 and -1."""
    places = [one for path in paths.values() for one in path]
    corners = [one for one in places if one.x in (0, one.width) and one.y in (0, one.height)]
    lost = [*corners, *(one for one in places if one.x == one.y == -1)]
    if len(lost) > 1 and len(lost) >= LOST * len(places):
        where = f"({lost[0].x:g}, {lost[0].y:g}) or in another corner, which trackers write where they lose the gaze"
        yield Verdict(False, f"{len(lost)} of {len(places)} fixations lie at {where}; remove these rows")


def _odd_path(path: list[Fixation], distances: Floats, numbered: bool) -> str:
    """Why the rows of a viewing are not a scanpath; "" where they may be one."""
    if len(path) > FIXATIONS and np.median(np.diagonal(distances, 1)) < STILL * np.hypot(path[0].width, path[0].height):
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
    """The places, boxes and scanpaths of one table, in px and ms."""

    places: dict[str, list[tuple[float, float, float, float]]] = field(default_factory=dict)
    """Places and the picture's size ``(x, y, width, height)``, by who or which row they are of."""
    boxes: list[tuple[bool, bool]] = field(default_factory=list)
    """Of every box, whether it leaves the picture, and whether it would not as two corners."""
    paths: dict[tuple[str, ...], list[Fixation]] = field(default_factory=dict)
    """Scanpaths by person and whatever distinguishes viewings."""
    further: list[Verdict] = field(default_factory=list)  # of other checks of the table
    fixations: int = 0
    numbered: bool = False  # whether viewings of a picture are numbered

    def place(self, who: str, x: float, y: float, size: tuple[int, int]) -> None:
        """Note a place."""
        self.places.setdefault(who, []).append((x, y, *size))

    def box(self, who: str, box: tuple[float, float, float, float], size: tuple[int, int]) -> None:
        """Note a box: left, top, width and height."""
        x, y, width, height = box
        self.place(who, x, y, size)
        self.place(who, width, height, size)
        leaves = x + width > size[0] + 1 or y + height > size[1] + 1
        self.boxes.append((leaves, x < width <= size[0] + 1 and y < height <= size[1] + 1))

    def fixation(self, viewing: tuple[str, ...], x: float, y: float, size: tuple[int, int], duration: float) -> None:
        """Note a fixation (its duration NaN where there is none) of a viewing: person, picture and whatever else."""
        self.place(viewing[0], x, y, size)
        self.fixations += 1
        self.paths.setdefault(viewing, []).append(Fixation(self.fixations, x, y, *size, duration))

    def verdicts(self) -> list[Verdict]:
        """The faults of the table, certain ones first."""
        durations: dict[str, list[tuple[float, ...]]] = {}
        for viewing, path in self.paths.items():
            durations.setdefault(viewing[0], []).extend((one.duration,) for one in path)
        places = _each(self.places, of_places)
        found = [*self.further, *places, *_each(durations, of_durations)]
        if self.paths and not any(one.sure for one in places):  # else distances say nothing
            found += of_paths(self.paths, self.numbered)
        leaving = sum(leaves for leaves, _ in self.boxes)
        if leaving > 1 and all(corners for _, corners in self.boxes):
            boxes = f"{leaving} of {len(self.boxes)} boxes"
            text = f"{boxes} reach outside their picture, but all would fit if their numbers were two corners"
            found.append(Verdict(True, text, {"boxes": "left top right bottom"}))
        return sorted(found, key=lambda verdict: not verdict.sure)


def _each(
    groups: Mapping[str, Sequence[tuple[float, ...]]], judge: Callable[[Floats], Verdict | None]
) -> list[Verdict]:
    """The verdict on all, or on those whose numbers differ in kind from the others."""
    values = {who: np.array(rows, dtype=np.float64) for who, rows in groups.items()}
    if not values:
        return []
    judged = {who: judge(rows) for who, rows in values.items() if len(rows) > 1}
    odd = {who: verdict for who, verdict in judged.items() if verdict and verdict.sure}
    kinds: dict[str, list[str]] = {}
    for who, verdict in odd.items():
        kinds.setdefault(str(sorted(verdict.settings.items())), []).append(who)
    whole = judge(np.concatenate(list(values.values()))) if len(odd) in (0, len(judged)) else None
    if whole and (whole.sure or not odd):
        return [whole]
    return [odd[whose[0]]._replace(text=f"{names_of(whose)}: {odd[whose[0]].text}") for whose in kinds.values()]
