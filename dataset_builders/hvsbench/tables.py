"""Finds the tables of a release, of one split, and reads them row by row: parquet, TSV, CSV or JSON lines."""

from __future__ import annotations

import base64
import binascii
import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builders.hvsbench.rows import NEEDED
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file

SPLITS = ("test", "train", "validation")

_SUFFIXES = (".parquet", ".tsv", ".csv", ".jsonl")
_BATCH = 16  # rows; with images of a few hundred kB about 4 MB
_BUFFER = 1 << 20  # bytes read from a shard at a time, however large its row groups are
_SHARD = re.compile(  # an older hub added a hash; its own conversion of a data set names shards 0000.parquet
    r"\w+-(?P<number>\d{5})-of-(?P<total>\d{5})(?:-[0-9a-f]+)?|(?P<alone>\d{4})"
)
_SHORTEST = 64  # characters; no image in base64 is shorter
_DAMAGES = (pa.ArrowException, OSError, EOFError, ValueError, csv.Error, RecursionError)


class Table(NamedTuple):
    """One file of rows."""

    path: Path  # the file
    name: str  # its path in the release
    split: str  # split that its folder or name states, or ""


def find_tables(source: Path, split: str = "test") -> list[Table]:
    """The files that hold a split, in order.

    Files whose name or folder states no split are taken when no file states one; their rows may state it (column
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
    names = [path.relative_to(source.parent if source.is_file() else source) for path in files]
    tables = [Table(path, str(name), _split_of(name)) for path, name in zip(files, names, strict=True)]
    found = [table for table in tables if table.split == split] or [table for table in tables if not table.split]
    if not found:
        others = ", ".join(sorted({table.split for table in tables}))
        raise DataError(f"{source}: no file of the split {split}, only of {others}; give --split")
    _check_shards(found)
    return found


def _split_of(name: Path) -> str:
    words = [*re.split(r"[-_.]", name.name.lower()), *(part.lower() for part in reversed(name.parts[:-1]))]
    return next((word for word in words if word in SPLITS), "")


def _check_shards(tables: Sequence[Table]) -> None:
    """Raise where a numbered file of a series is missing; every folder has its own series."""
    series: dict[tuple[Path, str], set[int]] = defaultdict(set)
    for table in tables:
        match = _SHARD.fullmatch(table.path.stem)
        if match and (match["total"] or table.split):  # 2024.parquet in a folder of no split is no shard
            series[table.path.parent, match["total"] or ""].add(int(match["number"] or match["alone"]))
    for (folder, total), numbers in series.items():
        if missing := sorted(set(range(int(total or max(numbers)))) - numbers):
            shown = ", ".join(map(str, missing[:5])) + (" ..." if len(missing) > 5 else "")
            raise DataError(f"{folder}: shards [{shown}]{f' of {int(total)}' if total else ''} are missing")


def columns_of(table: Table) -> list[str]:
    """The columns of a table, which must hold questions, their types, answers and images."""
    if table.path.suffix == ".parquet":
        with _parquet(table) as file:
            found = list(file.schema_arrow.names)
    else:
        found = list(next(_text_rows(table), {}))
    missing = [name for name in NEEDED if name not in found]
    if "image" not in found and "image_path" not in found:
        missing.append("image")
    if missing:
        raise DataError(f"{table.name}: columns {', '.join(missing)} are missing; it has {', '.join(found)}")
    return found


def read_rows(table: Table) -> Iterator[dict[str, Any]]:
    """Rows of a table, a few at a time."""
    if table.path.suffix != ".parquet":
        yield from _text_rows(table)
        return
    with _parquet(table) as file:
        try:
            for batch in file.iter_batches(_BATCH, use_threads=False):
                yield from batch.to_pylist()
        except _DAMAGES as error:
            raise _damaged(table, error) from error


def _parquet(table: Table) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(table.path, buffer_size=_BUFFER, pre_buffer=False)
    except _DAMAGES as error:
        raise _damaged(table, error) from error


def _text_rows(table: Table) -> Iterator[dict[str, Any]]:
    number = 0
    csv.field_size_limit(1 << 28)  # images in base64 are far longer than the reader's default of 131,072
    try:
        # A byte that is no UTF-8 becomes a replacement character of its own row and costs no other.
        with table.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            if table.path.suffix == ".jsonl":
                rows: Iterator[Any] = map(json.loads, filter(str.strip, file))
            else:
                rows = csv.DictReader(file, delimiter="\t" if table.path.suffix == ".tsv" else ",", strict=True)
            for row in rows:
                yield dict(row)
                number += 1
    except (*_DAMAGES, TypeError) as error:
        raise _damaged(table, error, f"after row {number}: ") from error


def _damaged(table: Table, error: Exception, place: str = "") -> DataError:
    lines = str(error).splitlines()
    return DataError(f"{table.name}: damaged file ({place}{lines[0][:200] if lines else type(error).__name__})")


def read_image(row: Mapping[str, Any], *folders: Path) -> tuple[bytes, str]:
    """The encoded image of a row and how it is stored.

    Args:
        row: A row of the release.
        folders: Folders that paths may be relative to: that of the release, and that of the table.

    Returns:
        The bytes, and one of "bytes", "struct with bytes", "struct with path", "path" and "base64".
    """
    cell, storage = row.get("image") or row.get("image_path"), ""
    if isinstance(cell, Mapping):
        cell, storage = cell.get("bytes") or cell.get("path"), "struct with "
    if isinstance(cell, bytes) and cell:
        return cell, f"{storage}bytes"
    if not isinstance(cell, str) or not cell.strip():
        raise DataError("the row has no image")
    if len(cell) >= _SHORTEST and not storage:
        try:
            return base64.b64decode("".join(cell.split()), validate=True), "base64"
        except (binascii.Error, ValueError):
            pass
    for folder in folders:
        if (file := named_file(folder, cell)).is_file():
            return file.read_bytes(), f"{storage}path"
    raise DataError(f"image file '{cell[:200]}' is not in the release")
