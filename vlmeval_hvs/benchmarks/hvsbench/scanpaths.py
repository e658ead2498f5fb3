"""How HVSBench scores a predicted scanpath: MultiMatch with the image's human scanpaths, by named rules.

Scanpaths are held in arrays; those of people are parsed once however often they count.

The paper prints that predictions are cropped to 6 fixations and that the score is the mean over all human scanpaths
(section 3.3); screen size, short paths and durations follow the code it refers to (cvlab-stonybrook,
Scanpath_Prediction): 512 x 320 px, durations ignored in the four dimensions, paths of fewer than 3 fixations filled up
with (1, 1) px. The similarity of durations is computed in addition, on the same alignment.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import kinds_of
from vlmeval_hvs.metrics import Scanpaths, multimatch_between

if TYPE_CHECKING:
    import pandas as pd


Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Person = Mapping[str, Sequence[float]]
"""A human scanpath: ``X`` and ``Y`` relative to the image, ``T`` in ms where durations are known."""


@dataclass(frozen=True)
class Prediction:
    """A predicted scanpath, relative to the image."""

    x: Sequence[float]  # coordinates of the fixations; likewise ``y``
    y: Sequence[float]  # see ``x``
    fallback: bool = False  # the answer could not be read and this is a stand-in
    t: Sequence[float] = ()  # durations, ms; empty when they are not to be compared


@dataclass(frozen=True)
class Paths:
    """Many scanpaths, one after another."""

    points: Floats  # (total, 2) x and y of all fixations, relative to the image
    times: Floats  # (total,) durations, ms; NaN where a path has none
    lengths: Indices  # (paths,) number of fixations of each path
    fallback: NDArray[np.bool_]  # (paths,) whether a path stands in for an answer that could not be read

    @classmethod
    def of(cls, predictions: Sequence[Prediction]) -> Paths:
        """Pack predictions; durations below 0 count as 0."""
        times = np.array([time for path in predictions for time in _durations(path.t, len(path.x))], dtype=float)
        axes = ([path.x for path in predictions], [path.y for path in predictions])
        return cls(
            np.stack([np.fromiter(chain.from_iterable(axis), dtype=float) for axis in axes], axis=1),
            np.where(times < 0, 0.0, times),
            np.array([len(path.x) for path in predictions], dtype=np.intp),
            np.array([path.fallback for path in predictions], dtype=bool),
        )

    @property
    def first(self) -> Indices:
        """(paths,) place of each path's first fixation."""
        return np.cumsum(self.lengths) - self.lengths

    @property
    def owner(self) -> Indices:
        """(total,) number of the path that each fixation belongs to."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def take(self, numbers: Indices) -> Paths:
        """The paths with these numbers, in this order."""
        places = spread(self.first[numbers], self.lengths[numbers])
        return Paths(self.points[places], self.times[places], self.lengths[numbers], self.fallback[numbers])


@dataclass(frozen=True)
class People:
    """The human scanpaths of rows. Rows with the same cell and image size share theirs."""

    paths: Paths  # all scanpaths
    sizes: Floats  # (paths, 2) width and height of the image of each, px
    first: Indices  # (rows,) number of each row's first scanpath
    count: Indices  # (rows,) how many scanpaths each row has; they follow each other

    @classmethod
    def of_rows(cls, items: pd.DataFrame) -> People:
        """The human scanpaths of the rows that ask for one, in their order."""
        rows = items.loc[kinds_of(items) == "scanpath", ["scanpaths", "width", "height"]]
        sizes = zip(rows["width"].astype(int).tolist(), rows["height"].astype(int).tolist(), strict=True)
        return cls.of(rows["scanpaths"], list(sizes))

    @classmethod
    def of(cls, humans: Collection[str | Sequence[Person]], sizes: Sequence[tuple[int, int]]) -> People:
        """Parse and pack.

        Args:
            humans: The scanpaths of each row: as JSON, or parsed.
            sizes: (width, height) of each row's image, px.
        """
        place: dict[tuple[bytes | int, tuple[int, int]], int] = {}
        rows = np.empty(len(humans), dtype=np.intp)
        counts, group_sizes, lengths = array("q"), [], array("q")
        x, y, t = array("d"), array("d"), array("d")
        for row, (cell, size) in enumerate(zip(humans, sizes, strict=True)):
            key = (sha256(cell.encode()).digest() if isinstance(cell, str) else id(cell), size)
            number = rows[row] = place.setdefault(key, len(counts))
            if number < len(counts):
                continue
            group = json.loads(cell) if isinstance(cell, str) else cell
            for person in group:
                x.extend(person["X"])
                y.extend(person["Y"])
                t.extend(_durations(person.get("T") or (), len(person["X"])))
                lengths.append(len(person["X"]))
            counts.append(len(group))
            group_sizes.append(size)
        count = np.array(counts, dtype=np.intp)
        paths = Paths(
            np.stack([np.array(x), np.array(y)], axis=1),
            np.array(t),
            np.array(lengths, dtype=np.intp),
            np.zeros(len(lengths), dtype=bool),
        )
        owner = np.repeat(np.arange(len(count)), count)
        every = np.array(group_sizes, dtype=float).reshape(-1, 2)[owner]
        return cls(paths, every, (np.cumsum(count) - count)[rows], count[rows])


def spread(first: Indices, count: Indices) -> Indices:
    """``first[k], first[k] + 1, ...``, ``count[k]`` of them, for every k."""
    ends = np.cumsum(count)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(first - (ends - count), count)


def _durations(times: Sequence[float], fixations: int) -> Sequence[float]:
    return times if len(times) == fixations else (float("nan"),) * fixations


DIMENSIONS = ("shape", "direction", "length", "position")
"""The paper's four dimensions; they take no notice of durations."""

ALL_DIMENSIONS = (*DIMENSIONS, "duration")  # with the similarity of durations, which the paper does not report

SHORT = dict(zip(ALL_DIMENSIONS, ("MShape", "MDir", "MLen", "MPos", "MDur"), strict=True))
"""Dimension to the end of its metric's name."""

_SHORTEST = 3  # fixations that MultiMatch needs
_SAME = 1e-6  # of the image: closer coordinates are the same stored number
_OFF_IMAGE = 1e6  # of the image: larger coordinates are no answer


@dataclass(frozen=True)
class ScanpathRules:
    """Named choices of the scanpath metric; the defaults are the paper's.

    Attributes:
        screen: ``"WIDTHxHEIGHT"`` in px that relative coordinates are scaled to, or ``"image"`` for each image's own.
        short: What becomes of paths under 3 fixations: ``"pad_one"`` fills them up with (1, 1) px, and leaves the
            stand-in of an unreadable answer unscaled, as the paper's numbers imply; ``"zero"`` scores a short
            prediction 0; ``"nan"`` leaves it out of the mean. The last two leave short human scanpaths out.
        crop: Predictions are cut after so many fixations; 0 keeps all.
        crop_human: Cut human scanpaths too.
        humans: ``"others"`` leaves out the human scanpath that a prediction repeats number by number, so that one
            participant is compared with the others; ``"all"`` keeps it.
    """

    screen: str = "512x320"
    short: str = "pad_one"
    crop: int = 6
    crop_human: bool = False
    humans: str = "others"


def scanpath_scores(
    predictions: Sequence[Prediction],
    humans: Sequence[Sequence[Person]],
    sizes: Sequence[tuple[int, int]],
    rules: ScanpathRules,
) -> Floats:
    """`mean_similarities` of predictions to the human scanpaths of their images, not yet in arrays.

    Args:
        predictions: One per item.
        humans: Human scanpaths per item: ``X`` and ``Y`` relative to the image, ``T`` in ms.
        sizes: (width, height) of the image per item, px; used with ``screen="image"``.
        rules: See `ScanpathRules`.
    """
    people = People.of(humans, sizes)
    return mean_similarities(Paths.of(predictions), np.arange(len(predictions)), people, rules)


def mean_similarities(predictions: Paths, rows: Indices, people: People, rules: ScanpathRules) -> Floats:
    """Mean similarity of each prediction to the human scanpaths of its image.

    Args:
        predictions: The predicted scanpaths.
        rows: (predictions,) the row of ``people`` that each is compared with.
        people: The human scanpaths.
        rules: See `ScanpathRules`.

    Returns:
        (predictions, 5): shape, direction, length, position, duration; NaN where the rules leave the prediction out or
        nobody is left to compare with. The duration alone is NaN where durations are not known.
    """
    count = people.count[rows]
    item, human = np.repeat(np.arange(len(rows)), count), spread(people.first[rows], count)  # of each pair
    unusable = ~(np.abs(predictions.points) < _OFF_IMAGE).all(axis=1)  # also NaN: no place on an image
    usable = np.bincount(predictions.owner, weights=unusable, minlength=len(rows)) == 0
    predicted, stored = np.where(usable, predictions.lengths, 0), people.paths.lengths
    if rules.crop:
        predicted = np.minimum(predicted, rules.crop)
        stored = np.minimum(stored, rules.crop) if rules.crop_human else stored
    similar = _similarities(predictions, predicted, people, stored, item, human, rules.screen)
    used = np.isfinite(similar[:, : len(DIMENSIONS)]).all(axis=1)
    scores = np.full((len(rows), len(ALL_DIMENSIONS)), np.nan)
    if rules.short != "pad_one":
        used &= (predicted[item] >= _SHORTEST) & (stored[human] >= _SHORTEST)
    if rules.short == "zero":
        scores[predicted < _SHORTEST] = 0.0
    if rules.humans == "others":
        used &= ~_repeated(predictions, people.paths, item, human)
    for place, values in enumerate(similar.T):
        counted = used & np.isfinite(values)
        number = np.bincount(item[counted], minlength=len(rows))
        total = np.bincount(item[counted], weights=values[counted], minlength=len(rows))
        np.divide(total, number, out=scores[:, place], where=number > 0)
    return scores


def _similarities(
    predictions: Paths, predicted: Indices, people: People, stored: Indices, item: Indices, human: Indices, screen: str
) -> Floats:
    """(pairs, 5) MultiMatch of the first ``predicted`` and ``stored`` fixations; ``screen`` as in `ScanpathRules`."""
    if screen == "image":
        own: Floats = np.ones((len(predicted), 2))  # of a row without people, of which nothing is computed
        own[item] = people.sizes[human]
        stored_scale, pairs = people.sizes, own[item]
    else:
        own = stored_scale = pairs = np.array([[int(side) for side in screen.split("x")]], dtype=float)
    first = _packed(predictions, predicted, np.where(predictions.fallback[:, None], 1.0, own))
    second = _packed(people.paths, stored, stored_scale)
    return multimatch_between(first, second, item, human, pairs)


def _repeated(predictions: Paths, humans: Paths, item: Indices, human: Indices) -> NDArray[np.bool_]:
    """(pairs,) whether a prediction repeats the human scanpath number by number."""
    lengths = predictions.lengths[item]
    same = (lengths == humans.lengths[human]) & ~predictions.fallback[item]
    pairs = np.flatnonzero(same)
    own = predictions.points[spread(predictions.first[item[pairs]], lengths[pairs])]
    other = humans.points[spread(humans.first[human[pairs]], lengths[pairs])]
    with np.errstate(invalid="ignore"):
        far = ~(np.abs(own - other) <= _SAME).all(axis=1)
    pair = np.repeat(np.arange(len(pairs)), lengths[pairs])
    same[pairs] = np.bincount(pair, weights=far, minlength=len(pairs)) == 0
    return same


def _packed(paths: Paths, kept: Indices, scale: Floats) -> Scanpaths:
    """The first ``kept`` fixations of each path in px; paths under 3 fixations are filled up with (1, 1) px, 0 ms.

    ``scale`` is (paths, 2) or (1, 2).
    """
    lengths = np.maximum(kept, _SHORTEST)
    ends = np.cumsum(lengths)
    fixations = np.ones((3, int(ends[-1]) if len(ends) else 0))
    fixations[2] = 0.0
    source, target = spread(paths.first, kept), spread(ends - lengths, kept)
    fixations[:2, target] = (paths.points[source] * (scale if len(scale) == 1 else np.repeat(scale, kept, axis=0))).T
    fixations[2, target] = paths.times[source]
    return Scanpaths(fixations, lengths)
