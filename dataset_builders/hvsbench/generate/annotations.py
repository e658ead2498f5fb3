"""What a source of HVSBench says about a picture: salient objects, and where people looked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, relative to the image (0 to 1)."""


class SalientObject(NamedTuple):
    """An object that people find salient.

    Attributes:
        box: Its bounding box.
        rank: 1 for the most salient object of the picture; None where the source does not rank.
        name: What it is called, "" where nobody named it.
        source: Which annotation it comes from, to find it again: file and place in it.
    """

    box: Box
    rank: int | None
    name: str
    source: str


class SourceScanpath(NamedTuple):
    """The fixations of one person on one picture, those on the picture only.

    Attributes:
        participant: Who looked, unique in the source.
        target: What was searched for, "" in free viewing.
        x: Relative to the image width.
        y: Relative to the image height.
        t: Durations, ms.
        source: Which annotation it comes from, to find it again: file and place in it.
    """

    participant: str
    target: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    t: tuple[float, ...]
    source: str


@dataclass(frozen=True)
class AnnotatedPicture:
    """A picture with all that its source says of it.

    Attributes:
        dataset: Name of the source, such as ``SIFR``.
        name: Unique name of the picture in its source: the path below the source's folder, with "/".
        path: The image file.
        size: (width, height), px.
        objects: Salient objects; in order of rank where there are ranks.
        counted: Whether `objects` are all salient objects of the picture, so that they may be counted.
        scanpaths: Who looked at it and where, free viewing and search.
    """

    dataset: str
    name: str
    path: Path
    size: tuple[int, int]
    objects: tuple[SalientObject, ...] = ()
    counted: bool = False
    scanpaths: tuple[SourceScanpath, ...] = ()


@dataclass
class Oddities:
    """What a reader left out or corrected, counted by reason, with the first few places of each."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, place: str) -> None:
        """Count one more case."""
        self.counts[reason] += 1
        if len(shown := self.places.setdefault(reason, [])) < 5:
            shown.append(place)


Source = Callable[[Oddities], Iterator[AnnotatedPicture]]
"""Reads all pictures of a source, ordered by name."""
