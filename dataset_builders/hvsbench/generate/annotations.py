"""The annotation of a picture by a source of HVSBench, and the functions that all readers of sources share.

An entry that cannot be used raises a `DataError` that names the reason; readers count it and go on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags

from dataset_builders.visual_search.raw_set import number_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import opened_image

Box = tuple[float, float, float, float]  # left, top, right, bottom, relative to the image (0 to 1)
Size = tuple[int, int]
Oddities = Counter[str]  # entries that a reader left out or corrected, by reason

FARTHEST = 1e5  # px from the corner of the screen, or ms: larger numbers are no fixation's
_MARGIN = 1.0  # px by which boxes exceed their picture through rounding
_ROUNDING = 1e-9


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


@contextmanager
def one_entry(oddities: Oddities) -> Iterator[None]:
    """Read one entry in the block; where it cannot be used, it is left out and counted."""
    try:
        yield
    except DataError as error:
        oddities[str(error)] += 1


def mappings(entries: Any, where: object, oddities: Oddities) -> Iterator[Mapping[str, Any]]:
    """The mappings of a list; others are counted."""
    if not isinstance(entries, list):
        raise DataError(f"{where}: no list of entries")
    for entry in entries:
        if isinstance(entry, Mapping):
            yield entry
        else:
            oddities["entry that is no object"] += 1


def size_of(path: Path) -> Size:
    """(width, height) of a picture, px, from the head of its file: pixels are not decoded."""
    if not path.is_file():
        raise DataError("picture file missing")
    try:
        with opened_image(path) as image:
            # Some programs turn such a picture, others do not: nobody knows what its annotations mean. (Without the
            # check of `info`, Pillow decodes a whole PNG file in search of the tag.)
            turned = "exif" in image.info and image.getexif().get(ExifTags.Base.Orientation, 1) != 1
            size = image.size
    except DataError:
        raise DataError("picture file that is no picture") from None
    if turned:
        raise DataError("picture that is to be shown turned")
    return size


def relative_box(raw: Any, size: Size, oddities: Oddities) -> Box:
    """A box ``[left, top, width, height]`` in px, relative to a picture of ``size`` and cut at its edges."""
    numbers = number_list(raw)
    if len(numbers) != 4 or not all(map(math.isfinite, numbers)):
        raise DataError("box that is not four numbers")
    x, y, width, height = numbers
    if width <= 0 or height <= 0:
        raise DataError("box without area")
    if min(x, y) < -_MARGIN or x + width > size[0] + _MARGIN or y + height > size[1] + _MARGIN:
        oddities["box that reaches past the picture, cut at its edge"] += 1
    left, top, right, bottom = max(x, 0.0), max(y, 0.0), min(x + width, size[0]), min(y + height, size[1])
    if left >= right or top >= bottom:
        raise DataError("box outside the picture")
    return left / size[0], top / size[1], right / size[0], bottom / size[1]


def recorded(entry: Mapping[str, Any], oddities: Oddities) -> tuple[str, NDArray[np.float64]]:
    """Who looked in a trial ``{subject, X, Y, T}``, and the fixations (n, 3): column, row and duration in ms.

    Fixations that have no position or no duration are left out.
    """
    participant = entry.get("subject")
    if isinstance(participant, int | float) and not isinstance(participant, bool) and abs(participant) <= FARTHEST:
        participant = str(int(participant))
    columns = [number_list(entry.get(key)) for key in "XYT"]
    if len({len(column) for column in columns}) > 1:
        raise DataError("scanpath with lists of different lengths")
    values = np.array(columns, dtype=np.float64).T.reshape(-1, 3)
    with np.errstate(invalid="ignore"):
        good = (np.abs(values) <= FARTHEST).all(axis=1) & (values[:, 2] > 0)
    if not good.all():
        oddities["fixation without a position or a duration, left out"] += 1
    if not good.any():
        raise DataError("scanpath without a fixation")
    return line(participant, "a participant"), values[good]


def line(raw: Any, what: str) -> str:
    """A line of printable text without spaces around it."""
    if isinstance(raw, str) and raw.strip() and raw.strip().isprintable():
        return raw.strip()
    raise DataError(f"trial without {what}")


def inside_picture(target: str, fixations: NDArray[np.float64], oddities: Oddities) -> SourceScanpath:
    """The scanpath of fixations (n, 3) relative to the picture and in ms, without those off the picture.

    They are left out one by one, as in ``common/utils.py`` of cvlab-stonybrook/HAT (``preprocess_fixations``): a
    position equal to the width or the height is off.
    """
    kept = ((fixations[:, :2] >= -_ROUNDING) & (fixations[:, :2] < 1)).all(axis=1)
    if not kept.all():
        oddities["scanpath with fixations off the picture, which are left out"] += 1
    if not kept.any():
        raise DataError("scanpath without a fixation on the picture")
    x, y, t = map(tuple, np.maximum(fixations[kept], 0.0).T.tolist())
    return SourceScanpath(target, x, y, t)
