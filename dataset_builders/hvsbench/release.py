"""Reads a release of HVSBench row by row: parquet shards, or TSV, CSV and JSON lines with images or their paths."""

from __future__ import annotations

import base64
import binascii
import csv
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dataset_builders.archives import open_source
from dataset_builders.download import snapshot
from dataset_builders.hvsbench.rows import NEEDED, make_row, released
from dataset_builders.odd_rows import one_row
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import named_file

REPOSITORY = "garrying/HVSBench"

_SUFFIXES = (".parquet", ".tsv", ".csv", ".jsonl")
_OTHERS = {"train", "validation"}  # in the name of a file or folder: not the split of the benchmark
_BATCH = 16  # rows; with images of a few hundred kB about 4 MB
_BUFFER = 1 << 20  # bytes read from a shard at a time, however large its row groups are
_SHARD = re.compile(r"(\w+)-(\d{5})-of-(\d{5})(?:-[0-9a-f]+)?")  # older hubs added a hash
_SHORTEST = 64  # characters; no image in base64 is shorter
_DAMAGES = (pa.ArrowException, OSError, EOFError, ValueError, TypeError, csv.Error, RecursionError)

Store = Callable[[bytes], tuple[str, tuple[int, int]]]
"""Takes the bytes of an image, gives its path in the set and (width, height) in px."""


@dataclass
class Release:
    """The content of a release."""

    files: list[Path]  # that were read
    columns: list[str]  # of the files
    rows: list[dict[str, str]] = field(default_factory=list)  # usable ones, see `make_row`
    lost: list[tuple[str, str]] = field(default_factory=list)  # (place, reason) of rows that cannot be used


@contextmanager
def open_release(source: Path | None) -> Iterator[Path]:
    """The folder, or the file of rows, that a ``--source`` names; the download when it is None."""
    if source is None:
        source = snapshot(REPOSITORY, ["data/*.parquet", "*.md"])
    if source.is_file() and source.suffix in _SUFFIXES:
        yield source
        return
    with open_source(source) as folder:
        yield folder


def read_release(opened: Path, store: Store) -> Release:
    """Read all rows; those that cannot be read are listed, not raised.

    Rows have the index of the release where all rows have one and no two the same, else their place.

    Args:
        opened: From `open_release`.
        store: Takes each distinct image.

    Raises:
        DataError: There is no table, or a table is damaged or lacks the columns that every row needs.
    """
    folder = opened.parent if opened.is_file() else opened
    files = find_tables(opened)
    release = Release(files, list(dict.fromkeys(name for file in files for name in columns_of(file))))
    stored: dict[str, tuple[str, tuple[int, int]]] = {}
    indices = []
    for file in files:
        for number, row in enumerate(read_rows(file)):
            index = row.get("index")
            try:
                with one_row():
                    data = read_image(row, folder, file.parent)
                    digest = hashlib.sha256(data).hexdigest()
                    if digest not in stored:
                        stored[digest] = store(data)
                    release.rows.append(make_row(len(release.rows), released(row), *stored[digest]))
                    indices.append(str(index))
            except DataError as error:
                place = f"{file.relative_to(folder)}, row {number if index is None else index}"
                release.lost.append((place, str(error)))
    if len(set(indices)) == len(indices) and all(re.fullmatch("[0-9]{1,18}", index) for index in indices):
        release.rows = [{**row, "index": str(int(index))} for row, index in zip(release.rows, indices, strict=True)]
    return release


def find_tables(source: Path) -> list[Path]:
    """The files of the release in order: of the first format that a folder has, without those of other splits."""
    files = [source]
    if not source.is_file():
        every = (sorted(path for path in source.rglob(f"*{suffix}") if path.is_file()) for suffix in _SUFFIXES)
        files = next(filter(None, every), [])
    found = [file for file in files if file == source or not _OTHERS & set(_name_parts(file.relative_to(source)))]
    if not found:
        raise DataError(f"{source}: no parquet, TSV, CSV or JSONL file of the test split, such as data/test-*.parquet")
    series: dict[tuple[Path, str, str], set[int]] = defaultdict(set)
    for file in found:
        if match := _SHARD.fullmatch(file.stem):
            series[file.parent, match[1], match[3]].add(int(match[2]))
    for (folder, _, total), numbers in series.items():
        if missing := sorted(set(range(int(total))) - numbers):
            raise DataError(f"{folder}: shards {missing[:5]} of {int(total)} are missing")
    return found


def _name_parts(path: Path) -> list[str]:
    return re.split(r"[-_./\\]", str(path).lower())


def columns_of(file: Path) -> list[str]:
    """The columns of a table, which must hold questions, their types, answers and images."""
    found = _parquet(file).schema_arrow.names if file.suffix == ".parquet" else list(next(_text_rows(file), {}))
    missing = [name for name in NEEDED if name not in found]
    if "image" not in found and "image_path" not in found:
        missing.append("image")
    if missing:
        raise DataError(f"{file.name}: columns {', '.join(missing)} are missing; it has {', '.join(found)}")
    return list(found)


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Rows of a table, a few at a time."""
    if file.suffix != ".parquet":
        yield from _text_rows(file)
        return
    try:
        for batch in _parquet(file).iter_batches(_BATCH, use_threads=False):
            yield from batch.to_pylist()
    except _DAMAGES as error:
        raise _damaged(file, error) from error


def _parquet(file: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False)
    except _DAMAGES as error:
        raise _damaged(file, error) from error


def _text_rows(path: Path) -> Iterator[dict[str, Any]]:
    number = 0
    csv.field_size_limit(1 << 28)  # images in base64 are far longer than the reader's default of 131,072
    try:
        # A byte that is no UTF-8 becomes a replacement character of its own row and costs no other.
        with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
            if path.suffix == ".jsonl":
                rows: Iterator[Any] = map(json.loads, filter(str.strip, file))
            else:
                rows = csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ",", strict=True)
            for row in rows:
                yield dict(row)
                number += 1
    except _DAMAGES as error:
        raise _damaged(path, error, f"after row {number}: ") from error


def _damaged(file: Path, error: Exception, place: str = "") -> DataError:
    lines = str(error).splitlines()
    return DataError(f"{file.name}: damaged file ({place}{lines[0][:200] if lines else type(error).__name__})")


def read_image(row: Mapping[str, Any], *folders: Path) -> bytes:
    """The encoded image of a row: bytes, base64, or a path relative to one of the folders, alone or in a mapping."""
    cell = row.get("image") or row.get("image_path")
    if isinstance(cell, Mapping):
        cell = cell.get("bytes") or cell.get("path")
    if isinstance(cell, bytes) and cell:
        return cell
    if not isinstance(cell, str) or not cell.strip():
        raise DataError("the row has no image")
    if len(cell) >= _SHORTEST:
        try:
            return base64.b64decode("".join(cell.split()), validate=True)
        except (binascii.Error, ValueError):
            pass
    for folder in folders:
        if (file := named_file(folder, cell)).is_file():
            return file.read_bytes()
    raise DataError(f"image file '{cell[:200]}' is not in the release")


def reasons(lost: Sequence[tuple[str, str]]) -> list[str]:
    """The reasons for lost rows, each with its number and its first row."""
    rows: dict[str, list[str]] = defaultdict(list)
    for place, reason in lost:
        rows[reason.split("'")[0]].append(f"{place}: {reason}")
    return [f"{len(found)} x {found[0]}" for found in rows.values()]
