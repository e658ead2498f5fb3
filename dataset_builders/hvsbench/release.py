"""Reads a release of HVSBench as a whole: rows with their readings, what is lost and why, and the coordinate frame.

`build` and `inspect` see the same release through this module, so that an inspection tells what a build will do.
"""

from __future__ import annotations

import hashlib
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
from dataset_builders.hvsbench.rows import NEEDED, make_row, released_columns
from dataset_builders.hvsbench.tables import (
    IMAGES,
    SPLITS,
    ImageOfRow,
    Table,
    columns_of,
    find_tables,
    read_image,
    read_rows,
    row_number,
    split_of,
)
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError

REPOSITORY = "garrying/HVSBench"
MOST_LOST = 0.01
"""Largest share of unreadable rows with which a release is built without being told to."""

_UNNUMBERED = 0.01  # share of rows without a number of their own from which on none is kept
_SECONDS = 20  # nobody's longest fixations last less than 20 ms, nor 20 s

Store = Callable[[bytes], tuple[str, tuple[int, int]]]
"""Takes the bytes of an image, gives its path in the set and (width, height) in px."""


@dataclass
class Row:
    """A row that can be used: its cells, its scanpaths as stored, and where it came from.

    Where its scanpaths can be read in two shapes (`dataset_builders.hvsbench.answers.Stored`), ``turned`` is the other.
    """

    cells: dict[str, str]
    origin: str
    source_index: Any
    paths: list[Scanpath] = field(default_factory=list)
    shape: str = ""
    turned: list[Scanpath] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of its image, px."""
        return int(self.cells["width"]), int(self.cells["height"])


@dataclass
class Release:
    """What was found in a release.

    Attributes:
        tables: The files that were read.
        columns: Their columns.
        rows: Usable rows, in order.
        lost: (origin, reason) of rows that cannot be used.
        repeated: (origin, first origin) of rows that say the same as an earlier one.
        contradicting: (origin, first origin) of rows that answer the same question about the same image otherwise.
        images: Ways in which images are stored, with rows.
        notations: Ways in which scanpaths are stored, with rows.
        people_dropped: Scanpaths left aside because they are empty or damaged.
        splits: Values of the column ``split``.
        other_split: Rows of other splits, left aside.
        damaged: Scanpaths that cannot be of the set's frame, by what is wrong with them.
        seconds: Whether durations are stored in seconds.
        worded: Rows whose type was told from the question's wording.
    """

    tables: list[Table]
    columns: list[str]
    rows: list[Row] = field(default_factory=list)
    lost: list[tuple[str, str]] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)
    contradicting: list[tuple[str, str]] = field(default_factory=list)
    images: Counter[str] = field(default_factory=Counter)
    notations: Counter[str] = field(default_factory=Counter)
    people_dropped: int = 0
    splits: Counter[str] = field(default_factory=Counter)
    other_split: int = 0
    worded: int = 0
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
        return frames.gather([(row.paths, row.size) for row in self.rows if row.paths])

    def settle(self, frame: str) -> None:
        """Leave aside scanpaths that cannot be of the set's frame, and rows that have none left; durations in ms."""
        durations = np.array([time for row in self.rows for path in row.paths for time in path["T"]])
        self.seconds = bool(len(durations)) and 0 < float(np.quantile(durations, 0.99)) < _SECONDS
        kept = []
        for row in self.rows:
            found = [frames.damage(path, row.size, frame) for path in row.paths]
            self.damaged.update(filter(None, found))
            if found and all(found):
                self.lost.append((row.origin, f"no scanpath is one of the frame {frame}: {found[0]}"))
                continue
            row.paths = [path for path, damage in zip(row.paths, found, strict=True) if not damage]
            if self.seconds:
                row.paths = [{**path, "T": [1000 * time for time in path["T"]]} for path in row.paths]
            kept.append(row)
        self.rows = kept

    def number(self) -> int:
        """Give every row its index: the release's own number, and one behind the largest where a row has none.

        Where more than 1 % of the rows have no number, or that of an earlier row, all are numbered in their order.

        Returns:
            How many rows have another index than the release's.
        """
        numbers: dict[int, Row] = {}
        without = []
        for row in self.rows:
            number = _whole(row.source_index)
            if number is None or numbers.setdefault(number, row) is not row:
                without.append(row)
        if len(without) > _UNNUMBERED * len(self.rows):
            numbers, without = {}, self.rows
        for number, row in [*numbers.items(), *enumerate(without, max(numbers, default=-1) + 1)]:
            row.cells["index"] = str(number)
        return len(without)


@contextmanager
def open_release(source: Path | None) -> Iterator[Path]:
    """The folder, or the file of rows, that a ``--source`` stands for; the download when it is None."""
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
        DataError: There is no table or row of the split, a table is damaged, or lacks the columns that every row
            needs; or the column ``split`` does not tell which rows are of the split.
    """
    split = SPLITS.get(split.strip().lower(), split)
    tables = find_tables(opened, split)
    columns = list(dict.fromkeys(name for table in tables for name in _usable_columns(table)))
    reader = _Reader(Release(tables, columns), opened.parent if opened.is_file() else opened, store)
    release = reader.release
    wanted = None if any(table.split for table in tables) else _split_values(tables, split)
    for table in tables:
        for place, row in enumerate(read_rows(table)):
            if isinstance(row, DataError):
                release.lost.append((table.name, str(row)))
                continue
            named = str(row.get("split") or "")
            release.splits[named] += 1
            index = row.get("index")
            origin = f"{table.name}, row {place if index is None else index}"
            if wanted is not None and not named.strip() and wanted != {""}:
                release.lost.append((origin, "the column split is empty"))
            elif (named not in wanted) if wanted is not None else split_of(named) not in ("", split):
                release.other_split += 1
            else:
                reader.read(row, origin, index, table)
    reader.read_waiting()
    if not release.rows and not release.lost:
        names = f"{tables[0].name} and {len(tables) - 1} more" if len(tables) > 1 else tables[0].name
        raise DataError(
            f"no row of the split {split}: {names} are of that split by their names, but their column split "
            f"holds {dict(release.splits)}; rename the files or the column"
        )
    shapes = {one.shape for one in release.rows if one.shape and one.turned is None}
    for one in release.rows:  # lists of numbers are points or columns, as in the rows that can only be the one
        if one.turned is not None and len(shapes) == 1 and one.shape not in shapes:
            one.paths, one.turned = one.turned, None
    return release


def _split_values(tables: Sequence[Table], split: str) -> set[str]:
    """The values of the column ``split`` that mean a split, where no file or folder tells it."""
    found: Counter[str] = Counter()
    for table in tables:
        rows = read_rows(table, ["split"])
        found.update(str(row.get("split") or "") for row in rows if not isinstance(row, DataError))
    wanted = {value for value in found if value == split or split_of(value) == split}
    if not wanted and (len(found) > 1 or any(map(split_of, found))):
        raise DataError(f"no row of the split {split}; the column split holds {dict(found)}; give one as --split")
    return wanted or set(found)


class _Reader:
    """Reads rows into a release; rows that show the image of a row still to come wait for it."""

    def __init__(self, release: Release, folder: Path, store: Store) -> None:
        self.release, self.folder, self.store = release, folder, store
        self._seen: dict[bytes, str] = {}
        self._stored: dict[str, tuple[str, tuple[int, int]]] = {}
        self._answers: dict[tuple[str, str], tuple[str, str]] = {}
        self._digest_of: dict[tuple[Path, str], str] = {}
        self._waiting: list[tuple[Mapping[str, Any], str, Any, tuple[Path, str]]] = []

    def read(self, row: Mapping[str, Any], origin: str, index: Any, table: Table) -> None:
        """Read one row; a problem is listed among the lost rows."""
        try:
            with one_row():
                data, storage = read_image(row, self.folder, table.path.parent)
                digest = hashlib.sha256(data).hexdigest()
                if digest not in self._stored:
                    self._stored[digest] = self.store(data)
                if index is not None:
                    self._digest_of.setdefault((table.path, row_number(index)), digest)
                self._read(row, origin, index, digest, storage)
        except ImageOfRow as reference:
            self._waiting.append((row, origin, index, (table.path, reference.index)))
        except DataError as error:
            self.release.lost.append((origin, str(error)))

    def read_waiting(self) -> None:
        """Read the rows that waited for the image of another row of their file."""
        for row, origin, index, other in self._waiting:
            try:
                if other not in self._digest_of:
                    raise ImageOfRow(other[1])
                with one_row():
                    self._read(row, origin, index, self._digest_of[other], "base64 of another row")
            except DataError as error:
                self.release.lost.append((origin, str(error)))

    def _read(self, row: Mapping[str, Any], origin: str, index: Any, digest: str, storage: str) -> None:
        release, (columns, worded) = self.release, released_columns(row)
        key = hashlib.sha256(repr((digest, sorted(columns.items()))).encode("utf-8", "replace")).digest()
        if key in self._seen:
            release.repeated.append((origin, self._seen[key]))
            return
        cells, scanpaths = make_row(0, columns, *self._stored[digest])
        truth, first = self._answers.setdefault((digest, cells["question"]), (cells["truth"], origin))
        if truth != cells["truth"]:
            release.contradicting.append((origin, first))
        self._seen[key] = origin
        release.images[storage] += 1
        release.worded += worded
        found = Row(cells, origin, index)
        release.rows.append(found)
        if scanpaths is not None:
            release.notations[scanpaths.notation] += 1
            release.people_dropped += scanpaths.dropped
            found.paths, found.shape, found.turned = scanpaths.paths, scanpaths.shape, scanpaths.turned


def _usable_columns(table: Table) -> list[str]:
    """The columns of a table, which must hold questions, answers and images."""
    found = columns_of(table)
    missing = [name for name in NEEDED if name not in found]
    if not any(name in found for name in IMAGES):
        missing.append("image")
    if missing:
        raise DataError(f"{table.name}: columns {', '.join(missing)} are missing; it has {', '.join(found)}")
    return found


def reasons(lost: Sequence[tuple[str, str]], most: int = 5) -> list[str]:
    """The commonest reasons for lost rows, each with its number and the first row it befell."""
    number = Counter(reason.split("'")[0] for _, reason in lost)
    first = {reason.split("'")[0]: f"{origin}: {reason}" for origin, reason in reversed(lost)}
    common = number.most_common(most)
    rest = len(lost) - sum(times for _, times in common)
    return [*(f"{times} x {first[kind]}" for kind, times in common), *([f"{rest} x other reasons"] if rest else [])]


def _whole(value: Any) -> int | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float):
        return int(value) if value >= 0 and value.is_integer() else None
    text = str(value).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


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
