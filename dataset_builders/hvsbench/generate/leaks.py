"""What both sides of a written set have in common, found from its files alone, however it was divided.

A leak is anything that lets a model see in training what it is tested on: a picture, one that looks like it, an
annotation, a recorded scanpath, also as a wrong option, or the same options. That the same people looked at pictures of
both sides is no leak, for every source has the same few people on all its pictures; it is told beside.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.fingerprints import fingerprints
from dataset_builders.hvsbench.generate.folder import SIDES, read_rows, rows_file
from dataset_builders.hvsbench.generate.near_duplicates import alike
from dataset_builders.hvsbench.generate.split import coco_number
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, options_of, points_in
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside

KINDS = {
    "picture": "the same picture",
    "photo": "the same COCO photo",
    "content": "pictures with the same content",
    "look": "pictures that look alike",
    "annotation": "the same annotation",
    "scanpath": "the same scanpath",
    "options": "the same boxes or points to choose from",
    "index": "rows with the same index",
    "side": "rows whose column `split` names the other side",
}
"""Kind of leak to what both sides have."""

PLACES = 5
"""Places that are told of each kind of leak."""

_WINDOW = 3
_LEAST_OPTIONS = 3
_TIME = re.compile(r"(\d+)\s*ms")


@dataclass
class Leaks:
    """What both sides have in common.

    Attributes:
        counts: Kind of leak to how many there are.
        places: Kind of leak to the first places.
        people: How many people's recordings are on both sides, which is no leak.
        seen: How many different things were compared, by kind: of the smaller side, and pictures of both.
    """

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    places: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    people: int = 0
    seen: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, place: str) -> None:
        """Count one more leak."""
        self.counts[kind] += 1
        if len(self.places[kind]) < PLACES:
            self.places[kind].append(place)

    @property
    def any(self) -> bool:
        """Whether there is a leak."""
        return any(self.counts.values())


def report(folder: Path, look: bool = True, kept: Path | None = None) -> Leaks:
    """Compare the sides of a written set.

    Args:
        folder: The set.
        look: Whether the image files are read, to find those with the same content and those that look alike.
        kept: A file that remembers what pictures look like; see `fingerprints`.

    Raises:
        DataError: A row or an image file cannot be read; the message names it.
    """
    found = Leaks()
    tested: dict[tuple[str, bytes], str] = {}
    people: dict[str, set[str]] = {side: set() for side in SIDES}
    pictures: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for side in reversed(SIDES):  # what is tested is the smaller part, and is remembered
        for number, row in enumerate(read_rows(folder, side), start=1):
            place = f"{rows_file(folder, side).name}, line {number}"
            try:
                people[side].update(map(str, row["participants"]))
                pictures[side].setdefault(str(row["image_path"]), place)
                if row["split"] != side:
                    found.add("side", f"{place}: {row['split']}")
                things = dict.fromkeys((kind, _digest(thing)) for kind, thing in _things(row))
            except (KeyError, ValueError, TypeError, DataError) as error:
                raise DataError(f"{folder / place}: no question of HVSBench ({error})") from error
            if side == "test":
                for thing in things:
                    tested.setdefault(thing, place)
            else:
                _compare(found, tested, things, place)
    found.people = len(people["train"] & people["test"])
    for kind, _ in tested:
        found.seen[kind] = found.seen.get(kind, 0) + 1
    if look:
        _look(found, folder, pictures, kept)
    return found


def _compare(found: Leaks, tested: Mapping[tuple[str, bytes], str], things: Mapping[Any, None], place: str) -> None:
    told = set()
    for kind, digest in things:
        if (other := tested.get((kind, digest))) and (kind, other) not in told:
            told.add((kind, other))
            found.add(kind, f"{other} and {place}")


def _things(row: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """What a row has that no row of the other side may have: kind of leak and thing."""
    dataset, name, text = str(row["origin_dataset"]), str(row["image_path"]), str(row["question"])
    yield "index", int(row["index"])
    yield "picture", (dataset, str(row["real_image_path"]))
    yield "picture", name
    if number := coco_number(name):
        yield "photo", number
    for source in row["source"]:
        yield "annotation", (dataset, str(source))
    kind = TYPES[str(row["question_type"])].kind
    if kind == "scanpath":
        for path in json.loads(row["answer"]):
            yield from _windows(path["X"], path["Y"], path["T"])
        return
    options = options_of(text)
    for option in options.values():
        points = points_in(option)
        if len(points) >= _WINDOW:
            x, y = zip(*points, strict=True)
            yield from _windows(x, y, [float(time) for time in _TIME.findall(option)])
    if len(options) >= _LEAST_OPTIONS and all(re.search(r"\d\.\d", option) for option in options.values()):
        yield "options", sorted(option.strip(" .") for option in options.values())


def _windows(x: Sequence[float], y: Sequence[float], t: Sequence[float]) -> Iterator[tuple[str, object]]:
    """Two parts of a scanpath, as it is printed: rounding may have changed a number of one, hardly of both."""
    if len(t) != len(x):
        t = [0.0] * len(x)
    whole = [(f"{a:.2f}", f"{b:.2f}", round(c)) for a, b, c in zip(x, y, t, strict=True)]
    for start in (0, _WINDOW):
        part = whole[start : start + _WINDOW]
        if len(part) == _WINDOW:
            yield "scanpath", (start, part)


def _digest(thing: object) -> bytes:
    return blake2b(repr(thing).encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _look(found: Leaks, folder: Path, pictures: Mapping[str, Mapping[str, str]], kept: Path | None) -> None:
    sides = [(name, side) for side in SIDES for name in pictures[side]]
    seen = list(fingerprints([inside(folder, name) for name, _ in sides], kept))
    found.seen["look"] = found.seen["content"] = len(seen)
    for pair in alike(seen):
        (first, one), (second, other) = sides[pair.first], sides[pair.second]
        if one != other and first != second:
            same = seen[pair.first].content == seen[pair.second].content
            how = f"{pair.bits} bits{', mirrored' if pair.mirrored else ''}"
            found.add("content" if same else "look", f"{first} ({one}) and {second} ({other}): {how}")
