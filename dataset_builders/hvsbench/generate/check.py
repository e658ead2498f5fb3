"""Whether both sides of a written set are apart, found from its files alone, however it was divided.

A leak is anything that lets a model see in training what it is tested on: a picture, one that looks like it, or an
annotation, which a wrong option has as well. That the same people looked at pictures of both sides is no leak, because
every source has the same few people on all its pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dataset_builders.hvsbench.generate.generated_set import SIDES, read_rows, rows_file
from dataset_builders.hvsbench.generate.split import alike, coco_number
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import inside

KINDS = {
    "picture": "the same picture",
    "photo": "the same COCO photo",
    "look": "pictures that look alike",
    "annotation": "the same annotation",
    "index": "rows with the same index",
    "side": "rows whose column `split` names the other side",
}
"""Kind of leak to what both sides have."""

PRINTED = {"Prominence": 8389, "Subitizing": 18105, "Prioritizing": 26309, "FreeViewing": 17090, "Searching": 6707}
"""Questions of each field of the benchmark in the paper's set (Table 1)."""

PLACES = 5  # places that are listed of each kind of leak


@dataclass
class Check:
    """The questions of a set, and the leaks between its sides.

    Attributes:
        questions: Question type to source to side to number of questions.
        pictures: Side to number of pictures.
        leaks: Kind of leak to how many there are.
        places: Kind of leak to the first places.
    """

    questions: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    pictures: dict[str, int] = field(default_factory=dict)
    leaks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    places: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    def add_leak(self, kind: str, place: str) -> None:
        """Count one more leak."""
        self.leaks[kind] += 1
        if len(self.places[kind]) < PLACES:
            self.places[kind].append(place)

    def fields(self) -> dict[str, int]:
        """Questions by field of the benchmark."""
        counts = dict.fromkeys(PRINTED, 0)
        for kind, datasets in self.questions.items():
            counts[TYPES[kind].field] += sum(sum(sides.values()) for sides in datasets.values())
        return counts


def check(folder: Path, look: bool = True) -> Check:
    """Count the questions of a written set, and compare its sides."""
    found = Check()
    questions: dict[str, dict[str, dict[str, int]]] = {kind: {} for kind in TYPES}
    tested: dict[tuple[str, object], str] = {}
    pictures: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for side in reversed(SIDES):  # the test side is the smaller one, and is kept in memory
        for number, row in read_rows(folder, side):
            place = f"{rows_file(folder, side).name}, line {number}"
            try:
                counts = questions[row["question_type"]].setdefault(row["origin_dataset"], dict.fromkeys(SIDES, 0))
                pictures[side].setdefault(str(row["image_path"]), place)
                things = dict.fromkeys(_things(row))
                stated = row["split"]
            except (KeyError, ValueError, TypeError) as error:
                raise DataError(f"{folder / place}: no question of HVSBench ({error})") from error
            counts[side] += 1
            if stated != side:
                found.add_leak("side", f"{place}: {stated}")
            if side == "test":
                for thing in things:
                    tested.setdefault(thing, place)
            else:
                shared = {(kind, tested[kind, thing]) for kind, thing in things if (kind, thing) in tested}
                for kind, other in sorted(shared):
                    found.add_leak(kind, f"{other} and {place}")
    found.questions = {kind: dict(sorted(datasets.items())) for kind, datasets in questions.items() if datasets}
    found.pictures = {side: len(pictures[side]) for side in SIDES}
    if look:
        _compare_looks(found, folder, pictures)
    return found


def _things(row: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """What a row has that no row of the other side may have: kind of leak and thing."""
    dataset, name = str(row["origin_dataset"]), str(row["image_path"])
    yield "index", int(row["index"])
    yield "picture", (dataset, str(row["real_image_path"]))
    yield "picture", name
    if number := coco_number(name):
        yield "photo", number
    for source in row["source"]:
        yield "annotation", (dataset, str(source))


def _compare_looks(found: Check, folder: Path, pictures: Mapping[str, Mapping[str, str]]) -> None:
    files = [(name, side) for side in SIDES for name in pictures[side]]
    pairs = {tuple(sorted(pair)) for pair in alike([inside(folder, name) for name, _ in files])}
    for a, b in sorted(pairs):
        (first, one), (second, other) = files[a], files[b]
        if one != other and first != second:
            found.add_leak("look", f"{first} ({one}) and {second} ({other})")
