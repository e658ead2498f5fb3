"""How HVSBench scores a predicted scanpath: MultiMatch with the image's human scanpaths, by named rules.

The paper prints that predictions are cropped to 6 fixations and that the score is the mean over all human scanpaths
(section 3.3); screen size, short paths and durations follow the code it refers to (cvlab-stonybrook,
Scanpath_Prediction). The similarity of durations is computed in addition, on the same alignment.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import kinds_of
from vlmeval_hvs.metrics import Scanpaths, multimatch_between

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

DIMENSIONS = ("shape", "direction", "length", "position")
"""The paper's four dimensions; they take no notice of durations."""

ALL_DIMENSIONS = (*DIMENSIONS, "duration")  # with the similarity of durations, which the paper does not report

SHORT = dict(zip(ALL_DIMENSIONS, ("MShape", "MDir", "MLen", "MPos", "MDur"), strict=True))
"""Dimension to the end of its metric's name."""

_SHORTEST = 3  # fixations that MultiMatch needs
_SAME = 1e-6  # of the image: closer coordinates are the same stored number
_OFF_IMAGE = 1e6  # of the image: larger coordinates are no answer


class Scanpath(NamedTuple):
    """A predicted or human scanpath."""

    x: Sequence[float]  # coordinates of the fixations, relative to the image; likewise ``y``
    y: Sequence[float]  # see ``x``
    fallback: bool = False  # the answer could not be read and this is a stand-in
    t: Sequence[float] = ()  # durations, ms; empty when they are not known


class People(NamedTuple):
    """The human scanpaths of a row."""

    paths: Sequence[Scanpath]
    size: tuple[int, int]  # (width, height) of the image, px


@dataclass(frozen=True)
class ScanpathRules:
    """Named choices of the scanpath metric; the defaults are the paper's.

    Paths under 3 fixations (``short``): ``"pad_one"`` fills them up with (1, 1) px, and leaves the stand-in of an
    unreadable answer unscaled, as the paper's numbers imply; ``"zero"`` scores a short prediction 0; ``"nan"`` leaves
    it out of the mean. The last two leave short human scanpaths out.
    """

    screen: str = "512x320"  # in px that relative coordinates are scaled to, or ``"image"`` for each image's own
    short: str = "pad_one"
    crop: int = 6  # predictions are cut after so many fixations; 0 keeps all
    crop_human: bool = False  # cut human scanpaths too
    humans: str = "others"  # ``"others"`` leaves out the scanpath that a prediction repeats; ``"all"`` keeps it


def people_of(items: pd.DataFrame) -> list[People]:
    """The human scanpaths of the rows that ask for one, in their order."""
    rows = items.loc[kinds_of(items) == "scanpath", ["scanpaths", "width", "height"]]
    return [
        People(read_people(cell), (int(width), int(height))) for cell, width, height in rows.itertuples(index=False)
    ]


def read_people(cell: str) -> list[Scanpath]:
    """The scanpaths of a row's cell: JSON ``[{"X", "Y", "T"}]``, relative to the image, T in ms or empty."""
    return [Scanpath(person["X"], person["Y"], t=person.get("T") or ()) for person in json.loads(cell)]


def scanpath_scores(predictions: Sequence[Scanpath], people: Sequence[People], rules: ScanpathRules) -> Floats:
    """Mean similarity of each prediction to the human scanpaths of its image; items may share their people.

    Returns:
        (items, 5): shape, direction, length, position, duration; NaN where the rules leave the prediction out or
        nobody is left to compare with. The duration alone is NaN where durations are not known.
    """
    places: dict[int, int] = {}  # of the first scanpath of people among those of all
    humans: list[tuple[Scanpath, tuple[int, int]]] = []
    for some in people:
        if places.setdefault(id(some), len(humans)) == len(humans):
            humans += [(path, some.size) for path in some.paths]
    pairs = [(item, places[id(some)] + number) for item, some in enumerate(people) for number in range(len(some.paths))]
    scores = np.full((len(predictions), len(ALL_DIMENSIONS)), np.nan)
    lengths = np.array([_counted(path, rules.crop) for path in predictions], dtype=np.intp)
    if rules.short == "zero":
        scores[lengths < _SHORTEST] = 0.0
    if not pairs:
        return scores
    item, human = np.array(pairs, dtype=np.intp).T
    crop = rules.crop if rules.crop_human else 0
    stored = np.array([_counted(path, crop) for path, _ in humans], dtype=np.intp)
    screens = np.array([_screen(rules, some.size) for some in people], dtype=float)
    own = [_in_px(path, n, screen) for path, n, screen in zip(predictions, lengths, screens, strict=True)]
    theirs = [_in_px(path, n, _screen(rules, size)) for (path, size), n in zip(humans, stored, strict=True)]
    similar = multimatch_between(Scanpaths.of(own), Scanpaths.of(theirs), item, human, screens[item])
    used = np.isfinite(similar[:, : len(DIMENSIONS)]).all(axis=1)
    if rules.short != "pad_one":
        used &= (lengths[item] >= _SHORTEST) & (stored[human] >= _SHORTEST)
    if rules.humans == "others":
        used &= [not _repeats(predictions[one], humans[other][0]) for one, other in pairs]
    for place, values in enumerate(similar.T):
        counted = used & np.isfinite(values)
        number = np.bincount(item[counted], minlength=len(scores))
        total = np.bincount(item[counted], weights=values[counted], minlength=len(scores))
        np.divide(total, number, out=scores[:, place], where=number > 0)
    return scores


def _screen(rules: ScanpathRules, size: tuple[int, int]) -> tuple[int, ...]:
    return size if rules.screen == "image" else tuple(int(side) for side in rules.screen.split("x"))


def _counted(path: Scanpath, crop: int) -> int:
    """How many fixations of a path count; none where a coordinate is no place on an image."""
    if not all(abs(value) < _OFF_IMAGE for value in (*path.x, *path.y)):  # also NaN
        return 0
    return min(len(path.x), crop) if crop else len(path.x)


def _in_px(path: Scanpath, kept: int, screen: Sequence[float]) -> Floats:
    """(n, 3): the first ``kept`` fixations in px and ms; paths under 3 are filled up with (1, 1) px, 0 ms."""
    scale = (1.0, 1.0) if path.fallback else screen
    fixations = np.ones((max(kept, _SHORTEST), 3))
    fixations[:, 2] = 0.0
    fixations[:kept, 0] = np.asarray(path.x[:kept], dtype=float) * scale[0]
    fixations[:kept, 1] = np.asarray(path.y[:kept], dtype=float) * scale[1]
    times = path.t[:kept] if len(path.t) == len(path.x) else [np.nan] * kept
    fixations[:kept, 2] = np.maximum(np.asarray(times, dtype=float), 0.0)
    return fixations


def _repeats(path: Scanpath, human: Scanpath) -> bool:
    """Whether a prediction repeats a human scanpath number by number."""
    if path.fallback or len(path.x) != len(human.x):
        return False
    pairs = zip((*path.x, *path.y), (*human.x, *human.y), strict=True)
    return all(abs(one - other) <= _SAME for one, other in pairs)
