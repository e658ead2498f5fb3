"""Finds the tables of a release, of one split, and reads them row by row: parquet, TSV, CSV or JSON lines.

The image of a row is read in every way in which releases store one.
"""

from __future__ import annotations

import base64
import binascii
import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file

SPLITS = {
    **{name: name for name in ("test", "train", "validation")},
    **{"val": "validation", "valid": "validation", "dev": "validation", "training": "train", "testing": "test"},
}
"""Spellings of a split in file, folder and column, and what the hub calls it."""

_SUFFIXES = (".parquet", ".tsv", ".csv", ".jsonl")
_BATCH = 16  # rows; with images of a few hundred kB about 4 MB
_BUFFER = 1 << 20  # bytes read from a shard at a time, however large its row groups are
_SHARD = re.compile(  # also with the hash that the hub used to put behind; 0000.parquet is the hub's own conversion
    r"(?P<stem>.*?)[-_]?(?P<number>\d{4,6})[-_]of[-_](?P<total>\d{4,6})(?:-[0-9a-f]{6,64})?|(?P<alone>\d{4})",
    re.IGNORECASE,
)
_LOOKED_AT = 1_000  # rows of a text table in which its columns are looked for
_SHOWN = 5


class Table(NamedTuple):
    """One file of rows.

    Attributes:
        path: The file.
        name: Its path in the release.
        split: Split that its folder or name tells, or "".
    """

    path: Path
    name: str
    split: str


def find_tables(source: Path, split: str = "test") -> list[Table]:
    """The files that hold a split, in order.

    Files whose name or folder tells no split are taken when no file tells one; their rows may tell it (column
    ``split``).
    """
    files = [source]
    if not source.is_file():
        every = ([path for path in source.rglob(f"*{suffix}") if path.is_file()] for suffix in _SUFFIXES)
        files = sorted(next(filter(None, every), []))
    if not files:
        raise DataError(
            f"{source}: no parquet file, and no TSV, CSV or JSONL file; expected the release's data/test-*.parquet"
        )
    base = source.parent if source.is_file() else source
    _check_revisions(files, base)
    tables = [Table(path, str(path.relative_to(base)), _split_of(path.relative_to(base))) for path in files]
    own = [table for table in tables if table.split == split]
    if not own:
        others = sorted({table.split for table in tables if table.split})
        own = [table for table in tables if not table.split]
        if not own:
            raise DataError(f"{source}: no file of the split {split}, only of {', '.join(others)}; give --split")
    _check_shards(own)
    return own


def columns_of(table: Table) -> list[str]:
    """The column names of a table."""
    if table.path.suffix == ".parquet":
        with _parquet(table) as file:
            return list(file.schema_arrow.names)
    rows = (row for row in islice(_text_rows(table), _LOOKED_AT) if isinstance(row, dict))
    return list(dict.fromkeys(name for row in rows for name in row))


def read_rows(table: Table, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any] | DataError]:
    """Rows of a table, a few at a time; a line of a text table that is no row comes as the error that names it.

    Of parquet files only ``columns`` are read, where they are given.
    """
    if table.path.suffix != ".parquet":
        yield from _text_rows(table)
        return
    with _parquet(table) as file:
        wanted = columns and [name for name in file.schema_arrow.names if name in columns]
        try:
            for batch in file.iter_batches(_BATCH, columns=wanted, use_threads=False):
                yield from batch.to_pylist()
        except (pa.ArrowException, OSError, EOFError) as error:
            raise _damaged(table, error) from error


def _check_revisions(files: Sequence[Path], base: Path) -> None:
    """Refuse a hub cache with several revisions of one data set: their rows would be read twice."""
    top = base.resolve().name  # the folder of the revisions may itself be the source
    revisions = {
        parts[parts.index("snapshots") + 1]
        for path in files
        if "snapshots" in (parts := (top, *path.relative_to(base).parts))[:-2]
    }
    if len(revisions) > 1:
        raise DataError(f"{base}: several revisions ({', '.join(sorted(revisions))}); give one as --source")


def _split_of(relative: Path) -> str:
    first = re.split(r"[-_.]", relative.name.lower())
    for word in (first[0], *reversed([part.lower() for part in relative.parts[:-1]]), *first[1:-1]):
        if word in SPLITS:
            return SPLITS[word]
    return ""


def split_of(value: object) -> str:
    """The split that a cell of the column ``split`` names (``test_10`` is ``test``), or "" for another word."""
    return SPLITS.get(re.split(r"[^a-z]", str(value).strip().lower())[0], "")


def _check_shards(tables: Sequence[Table]) -> None:
    """Raise where a numbered file of a series is missing; every folder and name has its own series."""
    series: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for table in tables:
        match = _SHARD.fullmatch(table.path.stem)
        if match and (match["total"] or table.split):  # 2024.parquet beside other files is no shard
            key = str(table.path.parent), match["stem"] or "", match["total"] or ""
            series[key].add(int(match["number"] or match["alone"]))
    for (folder, stem, total), numbers in series.items():
        missing = sorted(set(range(int(total or max(numbers)))) - numbers)
        if missing:
            shown = ", ".join(map(str, missing[:_SHOWN])) + (" ..." if len(missing) > _SHOWN else "")
            of = f" of {int(total)}" if total else ""
            raise DataError(f"{folder}: shards [{shown}]{of} are missing{f' ({stem})' if stem else ''}")


def _parquet(table: Table) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(table.path, buffer_size=_BUFFER, pre_buffer=False)
    except (pa.ArrowException, OSError, EOFError) as error:
        raise _damaged(table, error) from error


def _text_rows(table: Table) -> Iterator[dict[str, Any] | DataError]:
    try:
        # A byte that is no UTF-8 becomes a replacement character of its own row and costs no other.
        with table.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            if table.path.suffix == ".jsonl":
                for number, line in enumerate(file, start=1):
                    if line.strip():
                        yield _json_row(line, f"{table.name}, line {number}")
                return
            csv.field_size_limit(1 << 28)  # images in base64 are far longer than the reader's default of 131,072
            delimiter = "\t" if table.path.suffix == ".tsv" else ","
            for number, row in enumerate(csv.DictReader(file, delimiter=delimiter)):
                swallowed = _swallowed(row) if delimiter == "\t" else 0
                for _ in range(swallowed):
                    yield DataError(f"{table.name}, row {number}: a quotation mark without its other half joins rows")
                if not swallowed:
                    yield {name: cell for name, cell in row.items() if name is not None}
    except (OSError, ValueError, csv.Error) as error:
        raise _damaged(table, error) from error


def _swallowed(row: Mapping[Any, Any]) -> int:
    """How many rows lie in one because a quotation mark opens a cell that nothing closes; 0 for a sound row."""
    joined = [cell for cell in row.values() if isinstance(cell, str) and "\n" in cell and "\t" in cell]
    return 1 + sum(sum("\t" in line for line in cell.split("\n")[1:]) for cell in joined) if joined else 0


def _json_row(line: str, place: str) -> dict[str, Any] | DataError:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return DataError(f"{place}: no JSON ({error or 'nested too deeply'})")
    return dict(value) if isinstance(value, Mapping) else DataError(f"{place}: no JSON object")


def _damaged(table: Table, error: Exception) -> DataError:
    kind = "parquet file" if table.path.suffix == ".parquet" else "file"
    lines = str(error).splitlines()
    return DataError(f"{table.name}: damaged {kind} ({lines[0][:200] if lines else type(error).__name__})")


IMAGES = ("image", "image_path", "image_bytes", "file_name")
"""Columns that may hold the image of a row, in the order in which they are tried."""

_REFERENCE = re.compile(r"(\d{1,18})(?:\.0)?")
_SHORTEST = 64  # characters; no image in base64 is shorter, and no path of a release is longer without a dot


class ImageOfRow(DataError):
    """The row shows the image of another row: the host's own format stores an image that rows share once.

    Attributes:
        index: The row number that the cell holds.
    """

    def __init__(self, index: str) -> None:
        super().__init__(f"the row has the image of row {index}, which is not in the release")
        self.index = index


def read_image(row: Mapping[str, Any], *folders: Path) -> tuple[bytes, str]:
    """The encoded image of a row and how it is stored.

    Args:
        row: A row of the release.
        folders: Folders that paths may be relative to: that of the release, and that of the table.

    Returns:
        The bytes, and one of "bytes", "struct with bytes", "struct with path", "path" and "base64".
    """
    for column in IMAGES:
        if row.get(column):
            return _read(row[column], folders)
    raise DataError("the row has no image")


def _read(cell: Any, folders: Sequence[Path]) -> tuple[bytes, str]:
    if isinstance(cell, (list, tuple)):
        if len(cell) != 1:
            raise DataError(f"the row has {len(cell)} images")
        cell = cell[0]
    if isinstance(cell, bytes):
        return cell, "bytes"
    if isinstance(cell, Mapping):
        if cell.get("bytes"):
            return bytes(cell["bytes"]), "struct with bytes"
        if cell.get("path"):
            return _file(str(cell["path"]), folders), "struct with path"
        raise DataError("the row has no image")
    if not isinstance(cell, str):
        raise DataError(f"the row's image is of the type {type(cell).__name__}")
    text = cell.strip()
    if text.startswith('["'):
        try:
            return _read(json.loads(text), folders)
        except ValueError:
            raise DataError("the row's image is a damaged list") from None
    if text.startswith("data:image/"):
        text = text.partition(",")[2]
    if (number := row_number(text)) and not any((folder / text).is_file() for folder in folders):
        raise ImageOfRow(number)
    if len(text) >= _SHORTEST and (data := _decoded(text)):
        return data, "base64"
    return _file(text, folders), "path"


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def row_number(cell: object) -> str:
    """The number of a row as an image cell refers to it (a table may turn 11 into 11.0), "" for anything else."""
    match = _REFERENCE.fullmatch(str(cell).strip())
    return match[1] if match else ""


def _file(path: str, folders: Sequence[Path]) -> bytes:
    for folder in folders:
        if (file := named_file(folder, path)).is_file():
            return file.read_bytes()
    raise DataError(f"image file '{path}' is not in the release")
