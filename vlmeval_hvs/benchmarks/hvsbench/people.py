"""Scanpaths in arrays: those of replies, and those of people, which are parsed once however often they count."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import kinds_of

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Person = Mapping[str, Sequence[float]]
"""A human scanpath: ``X`` and ``Y`` relative to the image, ``T`` in ms where durations are known."""


@dataclass(frozen=True)
class Prediction:
    """A predicted scanpath, relative to the image.

    Attributes:
        x: Coordinates of the fixations; likewise ``y``.
        y: See ``x``.
        fallback: The answer could not be read and this is a stand-in.
        t: Durations, ms; empty when they are not to be compared.
    """

    x: Sequence[float]
    y: Sequence[float]
    fallback: bool = False
    t: Sequence[float] = ()


@dataclass(frozen=True)
class Paths:
    """Many scanpaths, one after another.

    Attributes:
        points: (total, 2) x and y of all fixations, relative to the image.
        times: (total,) durations, ms; NaN where a path has none.
        lengths: (paths,) number of fixations of each path.
        fallback: (paths,) whether a path stands in for an answer that could not be read.
    """

    points: Floats
    times: Floats
    lengths: Indices
    fallback: NDArray[np.bool_]

    @classmethod
    def of(cls, predictions: Sequence[Prediction]) -> Paths:
        """Pack predictions; durations below 0 count as 0."""
        times = np.array([time for path in predictions for time in _durations(path.t, len(path.x))], dtype=float)
        return cls(
            _columns([path.x for path in predictions], [path.y for path in predictions]),
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
    """The human scanpaths of rows. Rows with the same cell and image size share theirs.

    Attributes:
        paths: All scanpaths.
        sizes: (paths, 2) width and height of the image of each, px.
        first: (rows,) number of each row's first scanpath.
        count: (rows,) how many scanpaths each row has; they follow each other.
    """

    paths: Paths
    sizes: Floats
    first: Indices
    count: Indices

    @classmethod
    def of_rows(cls, items: pd.DataFrame) -> People:
        """The human scanpaths of the rows that ask for one, in their order."""
        rows = items.loc[kinds_of(items) == "scanpath", ["scanpaths", "width", "height"]]
        sizes = zip(rows["width"].astype(int).tolist(), rows["height"].astype(int).tolist(), strict=True)
        return cls.of(rows["scanpaths"].tolist(), list(sizes))

    @classmethod
    def of(cls, humans: Sequence[str | Sequence[Person]], sizes: Sequence[tuple[int, int]]) -> People:
        """Parse and pack.

        Args:
            humans: The scanpaths of each row: as JSON, or parsed.
            sizes: (width, height) of each row's image, px.
        """
        place: dict[tuple[str | int, tuple[int, int]], int] = {}
        rows = np.empty(len(humans), dtype=np.intp)
        counts, group_sizes, lengths = array("q"), [], array("q")
        x, y, t = array("d"), array("d"), array("d")
        for row, (cell, size) in enumerate(zip(humans, sizes, strict=True)):
            key = (cell if isinstance(cell, str) else id(cell), size)
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


def _columns(x: Sequence[Sequence[float]], y: Sequence[Sequence[float]]) -> Floats:
    columns = [np.fromiter(chain.from_iterable(axis), dtype=float) for axis in (x, y)]
    return np.stack(columns, axis=1)


def _durations(times: Sequence[float], fixations: int) -> Sequence[float]:
    return times if len(times) == fixations else (float("nan"),) * fixations
