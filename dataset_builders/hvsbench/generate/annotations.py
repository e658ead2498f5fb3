"""The annotation of a picture by a source of HVSBench, and the functions that all readers of sources share.

An entry that cannot be used raises a `DataError` that names the reason; readers count it and go on.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image

from dataset_builders.visual_search.raw_set import number_list
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import IMAGE_FORMATS, named_file

Box = tuple[float, float, float, float]  # left, top, right, bottom, relative to the image (0 to 1)


class SalientObject(NamedTuple):
    """An object that people find salient."""

    box: Box  # bounding box
    rank: int | None  # 1 for the most salient object of the picture; None where the source does not rank
    name: str  # "" where nobody named it
    source: str  # its annotation: file and place in it


class SourceScanpath(NamedTuple):
    """The fixations of one person on one picture, those on the picture only."""

    participant: str  # who looked, unique in the source
    target: str  # "" in free viewing
    x: tuple[float, ...]  # relative to the image width
    y: tuple[float, ...]  # relative to the image height
    t: tuple[float, ...]  # durations, ms
    source: str  # its annotation: file and place in it


@dataclass(frozen=True)
class AnnotatedPicture:
    """A picture with all that its source says of it."""

    dataset: str  # name of the source, such as ``SIFR``
    name: str  # unique name of the picture in its source: the path below the source's folder, with "/"
    path: Path  # the image file
    size: tuple[int, int]  # (width, height), px
    objects: tuple[SalientObject, ...] = ()  # salient objects; in order of rank where there are ranks
    counted: bool = False  # whether `objects` are all salient objects of the picture, so that they may be counted
    scanpaths: tuple[SourceScanpath, ...] = ()  # who looked at it and where, free viewing and search


@dataclass
class Oddities:
    """Entries that a reader left out or corrected, counted by reason, with the first few places of each."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, place: str) -> None:
        """Count one more case."""
        self.counts[reason] += 1
        if len(shown := self.places.setdefault(reason, [])) < 5:
            shown.append(place)

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """Read one entry in the block; where it cannot be used, it is left out and counted."""
        try:
            yield
        except DataError as error:
            self.add(str(error), place)


Source = Callable[[Oddities], Iterator[AnnotatedPicture]]  # reads all pictures of a source, ordered by name


FARTHEST = 1e5  # px from the corner of the screen, or ms: larger numbers are no fixation's

_MARGIN = 1.0  # px by which boxes exceed their picture through rounding
_ROUNDING = 1e-9

Size = tuple[int, int]
Placed = tuple[str, Mapping[str, Any]]  # where an entry is (file and JSON pointer), and the entry


def size_of(path: Path) -> Size:
    """(width, height) of a picture, px, from the head of its file: pixels are not decoded."""
    try:
        with Image.open(path, formats=IMAGE_FORMATS) as image:
            size = image.size
            # Some programs turn such a picture, others do not: nobody knows what its annotations mean. (Without the
            # check of `info`, Pillow decodes a whole PNG file in search of the tag.)
            turned = "exif" in image.info and image.getexif().get(ExifTags.Base.Orientation, 1) != 1
    except Exception:  # Pillow raises many types for broken and huge files
        reason = "picture file that is no picture" if path.is_file() else "picture file missing"
        raise DataError(reason) from None
    if turned:
        raise DataError("picture that is to be shown turned")
    return size


def text(raw: Any, what: str) -> str:
    """A line of printable text without spaces around it."""
    if isinstance(raw, str) and raw.strip() and raw.strip().isprintable():
        return raw.strip()
    raise DataError(f"trial without {what}")


def mappings(entries: Any, place: str, oddities: Oddities) -> Iterator[Placed]:
    """The mappings of a list, each with its place (a JSON pointer behind the file); others are counted."""
    if not isinstance(entries, list):
        file, _, at = place.partition("#")
        raise DataError(f"{file}: no list of entries{at and f' at {at}'}")
    for number, entry in enumerate(entries):
        if isinstance(entry, Mapping):
            yield f"{place}/{number}", entry
        else:
            oddities.add("entry that is no object", f"{place}/{number}")


def by_picture(
    entries: Iterable[Placed], pictures: Path, folder: Path, oddities: Oddities
) -> Iterator[tuple[str, str, Path, Mapping[str, Any]]]:
    """Name, place, picture file and entry, ordered by name, of entries with a ``file_name``.

    Two entries of the same picture contradict each other, since each lists all objects: both are left out. File names
    are relative to ``pictures``, names of pictures to ``folder``, the top folder of the source.
    """
    named: dict[str, list[tuple[str, Path, Mapping[str, Any]]]] = {}
    for place, entry in entries:
        file_name = entry.get("file_name")
        if not isinstance(file_name, str) or not file_name.strip():
            oddities.add("no file name", place)
            continue
        try:
            path = named_file(pictures, file_name)
        except (DataError, OSError):
            oddities.add("file name that is no plain path below the pictures' folder", place)
        else:
            named.setdefault(path.relative_to(folder).as_posix(), []).append((place, path, entry))
    for name in sorted(named):
        one, *more = named.pop(name)
        if more:
            oddities.add("picture with several entries", one[0])
        else:
            yield name, *one


def relative_box(raw: Any, size: Size, place: str, oddities: Oddities) -> Box:
    """A box ``[left, top, width, height]`` in px, relative to a picture of ``size`` and cut at its edges."""
    numbers = number_list(raw)
    if len(numbers) != 4 or not all(math.isfinite(value) for value in numbers):
        raise DataError("box that is not four numbers")
    x, y, width, height = numbers
    if width <= 0 or height <= 0:
        raise DataError("box without area")
    if min(x, y) < -_MARGIN or x + width > size[0] + _MARGIN or y + height > size[1] + _MARGIN:
        oddities.add("box that reaches past the picture, cut at its edge", place)
    left, top, right, bottom = max(x, 0.0), max(y, 0.0), min(x + width, size[0]), min(y + height, size[1])
    box = left / size[0], top / size[1], right / size[0], bottom / size[1]
    if not (box[0] < box[2] and box[1] < box[3]):
        raise DataError("box outside the picture")
    return box


class Recording(NamedTuple):
    """A scanpath in the coordinates of its file."""

    participant: str  # who looked
    points: NDArray[np.float64]  # (n, 2), columns and rows
    durations: NDArray[np.float64]  # (n,), ms
    source: str  # file and place in it


def read_recording(entry: Mapping[str, Any], place: str, oddities: Oddities) -> Recording:
    """The scanpath of a trial ``{subject, X, Y, T}``, without fixations that have no position or no duration."""
    participant = _participant(entry.get("subject"))
    columns = [number_list(entry.get(key)) for key in "XYT"]
    if len({len(column) for column in columns}) > 1:
        raise DataError("scanpath with lists of different lengths")
    values = np.array(columns, dtype=np.float64).T.reshape(-1, 3)
    with np.errstate(invalid="ignore"):
        good = (np.abs(values) <= FARTHEST).all(axis=1) & (values[:, 2] > 0)
    if not good.all():
        oddities.add("fixation without a position or a duration, left out", place)
    if not good.any():
        raise DataError("scanpath without a fixation")
    kept = values[good]
    return Recording(participant, kept[:, :2], kept[:, 2], place)


def _participant(raw: Any) -> str:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if isinstance(raw, int) and not isinstance(raw, bool):
        raw = str(raw) if abs(raw) <= FARTHEST else ""
    return text(raw, "a participant")


def inside_picture(
    recording: Recording, points: NDArray[np.float64], target: str, oddities: Oddities
) -> SourceScanpath | None:
    """The scanpath without fixations off the picture; None where none is left.

    They are left out one by one, as in ``common/utils.py`` of cvlab-stonybrook/HAT (``preprocess_fixations``): a
    position equal to the width or the height is off. ``points`` are (n, 2), the positions relative to the picture.
    """
    kept = [
        (max(x, 0.0), max(y, 0.0), t)
        for (x, y), t in zip(points.tolist(), recording.durations.tolist(), strict=True)
        if -_ROUNDING <= x < 1 and -_ROUNDING <= y < 1
    ]
    if len(kept) < len(points):
        oddities.add("scanpath with fixations off the picture, which are left out", recording.source)
    if not kept:
        oddities.add("scanpath without a fixation on the picture", recording.source)
        return None
    x, y, t = zip(*kept, strict=True)
    return SourceScanpath(recording.participant, target, x, y, t, recording.source)
