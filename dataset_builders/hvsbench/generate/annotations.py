"""The annotation of a picture by a source of HVSBench."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

Box = tuple[float, float, float, float]  # left, top, right, bottom, relative to the image (0 to 1)
Size = tuple[int, int]
Oddities = Counter[str]  # entries that a reader left out or corrected, by reason


class SalientObject(NamedTuple):
    """An object that people find salient."""

    box: Box  # bounding box
    rank: int | None  # 1 for the most salient object of the picture; None where the source does not rank


class SourceScanpath(NamedTuple):
    """The fixations of one person on one picture, those on the picture only."""

    target: str  # "" in free viewing
    x: tuple[float, ...]  # relative to the image width
    y: tuple[float, ...]  # relative to the image height
    t: tuple[float, ...]  # durations, ms


class AnnotatedPicture(NamedTuple):
    """A picture with all that its source says of it."""

    dataset: str  # name of the source, such as ``SIFR``
    name: str  # unique name of the picture in its source: the path below the source's folder, with "/"
    path: Path  # the image file
    size: Size  # (width, height), px
    objects: tuple[SalientObject, ...] = ()  # salient objects; in order of rank where there are ranks
    counted: bool = False  # whether `objects` are all salient objects of the picture, so that they may be counted
    scanpaths: tuple[SourceScanpath, ...] = ()  # who looked at it and where, free viewing and search
