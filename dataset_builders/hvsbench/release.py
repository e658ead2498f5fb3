"""Reads a release of HVSBench as a whole: its rows, the rows that cannot be used, and the coordinate frame.

`build` and `inspect` read a release through this module, so that an inspection shows what a build does.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.hvsbench import frames
from dataset_builders.hvsbench.answers import Scanpath
from dataset_builders.hvsbench.rows import make_row, released
from dataset_builders.hvsbench.tables import SPLITS, Table, columns_of, find_tables, read_image, read_rows
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError

REPOSITORY = "garrying/HVSBench"
MOST_LOST = 0.01  # share of unreadable rows up to which a release is built without ``--allow-missing``

_SECONDS = 20  # nobody's longest fixations last less than 20 ms, nor 20 s

Store = Callable[[bytes], tuple[str, tuple[int, int]]]
"""Takes the bytes of an image, gives its path in the set and (width, height) in px."""


@dataclass
class Row:
    """A row that can be used: its cells, its scanpaths as stored, and where it came from."""

    cells: dict[str, str]
    origin: str
    source_index: Any
    paths: list[Scanpath] = field(default_factory=list)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of its image, px."""
        return int(self.cells["width"]), int(self.cells["height"])


@dataclass
class Release:
    """The content of a release.

    Attributes:
        tables: The files that were read.
        columns: Their columns.
        rows: Usable rows, in order.
        lost: (origin, reason) of rows that cannot be used.
        repeated: (origin, first origin) of rows that say the same as an earlier one.
        images: Ways in which images are stored, with rows.
        notations: Ways in which scanpaths are stored, with rows.
        people_dropped: Scanpaths left out because they are empty or damaged.
        splits: Values of the column ``split``.
        other_split: Rows of other splits, left out.
        damaged: Scanpaths that are outside the set's frame, by fault.
        seconds: Whether durations are stored in seconds.
    """

    tables: list[Table]
    columns: list[str]
    rows: list[Row] = field(default_factory=list)
    lost: list[tuple[str, str]] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)
    images: Counter[str] = field(default_factory=Counter)
    notations: Counter[str] = field(default_factory=Counter)
    people_dropped: int = 0
    splits: Counter[str] = field(default_factory=Counter)
    other_split: int = 0
    damaged: Counter[str] = field(default_factory=Counter)
    seconds: bool = False

    @property
    def kinds(self) -> Counter[str]:
        """Usable rows per question type."""
        return Counter(row.cells["question_type"] for row in self.rows)

    @property
    def people(self) -> Counter[int]:
        """Rows per number of scanpaths."""
        return Counter(len(row.paths) for row in self.rows if row.paths)

    def fixations(self) -> frames.Fixations:
        """All stored fixations with the sizes of their images."""
        return frames.gather([(row.paths, row.size) for row in self.rows])

    def settle(self, frame: str) -> None:
        """Leave out scanpaths outside the set's frame, and rows that have none left; turn durations into ms."""
        durations = np.array([time for row in self.rows for path in row.paths for time in path["T"]])
        self.seconds = bool(len(durations)) and 0 < float(np.quantile(durations, 0.99)) < _SECONDS
        kept = []
        for row in self.rows:
            found = [frames.damage(path, row.size, frame) for path in row.paths]
            self.damaged.update(filter(None, found))
            if found and all(found):
                self.lost.append((row.origin, f"no scanpath fits the frame {frame}: {found[0]}"))
                continue
            row.paths = [path for path, damage in zip(row.paths, found, strict=True) if not damage]
            if self.seconds:
                row.paths = [{**path, "T": [1000 * time for time in path["T"]]} for path in row.paths]
            kept.append(row)
        self.rows = kept

    def number(self) -> bool:
        """Give every row its index: the release's own where all rows have one and no two the same, else its place.

        Returns:
            Whether the release's own were taken.
        """
        own = [str(row.source_index) for row in self.rows]
        usable = len(set(own)) == len(own) and all(re.fullmatch("[0-9]{1,18}", index) for index in own)
        for place, row in enumerate(self.rows):
            row.cells["index"] = str(int(own[place]) if usable else place)
        return usable


@contextmanager
def open_release(source: Path | None) -> Iterator[Path]:
    """The folder, or the file of rows, that a ``--source`` names; the download when it is None."""
    if source is None:
        source = snapshot(REPOSITORY, ["data/*.parquet", "*.md"])
    if source.is_file() and source.suffix in (".parquet", ".tsv", ".csv", ".jsonl"):
        yield source
        return
    with open_source(source) as folder:
        yield folder


def read_release(opened: Path, split: str, store: Store) -> Release:
    """Read all rows of a split; rows that cannot be read are listed, not raised.

    Args:
        opened: From `open_release`.
        split: The split to read.
        store: Takes each distinct image.

    Raises:
        DataError: There is no table or row of the split, or a table is damaged or lacks the columns that every row
            needs.
    """
    tables = find_tables(opened, split)
    release = Release(tables, list(dict.fromkeys(name for table in tables for name in columns_of(table))))
    folder = opened.parent if opened.is_file() else opened
    stored: dict[str, tuple[str, tuple[int, int]]] = {}
    first: dict[tuple[str, ...], str] = {}
    for table in tables:
        for place, row in enumerate(read_rows(table)):
            named, index = str(row.get("split") or ""), row.get("index")
            origin = f"{table.name}, row {place if index is None else index}"
            release.splits[named] += 1
            if named != split and named in SPLITS:
                release.other_split += 1
                continue
            try:
                with one_row():
                    data, storage = read_image(row, folder, table.path.parent)
                    digest = hashlib.sha256(data).hexdigest()
                    if digest not in stored:
                        stored[digest] = store(data)
                    columns = released(row)
                    cells, scanpaths = make_row(0, columns, *stored[digest])
            except DataError as error:
                release.lost.append((origin, str(error)))
                continue
            key = (digest, *columns.values())
            if key in first:
                release.repeated.append((origin, first[key]))
                continue
            first[key] = origin
            release.images[storage] += 1
            release.rows.append(Row(cells, origin, index))
            if scanpaths is not None:
                release.notations[scanpaths.notation] += 1
                release.people_dropped += scanpaths.dropped
                release.rows[-1].paths = scanpaths.paths
    if not release.rows and not release.lost:
        names = f"{tables[0].name} and {len(tables) - 1} more" if len(tables) > 1 else tables[0].name
        raise DataError(f"{names}: no row of the split {split}; the column split holds {dict(release.splits)}")
    return release


def reasons(lost: Sequence[tuple[str, str]], most: int = 5) -> list[str]:
    """The commonest reasons for lost rows, each with its number and its first row."""
    number = Counter(reason.split("'")[0] for _, reason in lost)
    first = {reason.split("'")[0]: f"{origin}: {reason}" for origin, reason in reversed(lost)}
    common = number.most_common(most)
    rest = len(lost) - sum(times for _, times in common)
    return [*(f"{times} x {first[kind]}" for kind, times in common), *([f"{rest} x other reasons"] if rest else [])]


def check_complete(release: Release, types: Mapping[str, object], allow_missing: bool) -> None:
    """Refuse a release that would be built with holes, unless that is allowed.

    Raises:
        DataError: A question type is missing, or more than 1 % of the rows cannot be read.
    """
    problems, kinds, all_rows = [], release.kinds, len(release.lost) + len(release.rows)
    if missing := [kind for kind in types if not kinds[kind]]:
        problems.append(f"no usable row of {', '.join(missing)}")
    if len(release.lost) > MOST_LOST * all_rows:
        problems.append(f"{len(release.lost)} of {all_rows} rows cannot be read")
    if problems and not allow_missing:
        why = "".join(f"\n  {line}" for line in reasons(release.lost))
        raise DataError(
            f"{'; '.join(problems)}. `--inspect` shows more; `--allow-missing` builds what can be read.{why}"
        )
