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
from contextlib import AbstractContextManager, nullcontext
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


def open_release(source: Path | None) -> AbstractContextManager[Path]:
    """The folder, or the file of rows, that a ``--source`` names; the download when it is None."""
    if source is None:
        source = snapshot(REPOSITORY, ["data/*.parquet", "*.md"])
    return nullcontext(source) if source.is_file() and source.suffix in _SUFFIXES else open_source(source)


def read_release(opened: Path, store: Store) -> Release:
    """Read all rows of what `open_release` gives; those that cannot be read are listed, not raised.

    Rows have the index of the release where all rows have one and no two the same, else their place.

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
    if source.is_file():
        return [source]
    every = (sorted(path for path in source.rglob(f"*{suffix}") if path.is_file()) for suffix in _SUFFIXES)
    parts = {
        file: re.split(r"[-_./\\]", str(file.relative_to(source)).lower()) for file in next(filter(None, every), [])
    }
    found = [file for file, names in parts.items() if not _OTHERS & set(names)]
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


def columns_of(file: Path) -> list[str]:
    """The columns of a table, which must hold questions, their types, answers and images."""
    found = list(next(read_rows(file), {}))
    missing = [name for name in NEEDED if name not in found]
    if "image" not in found and "image_path" not in found:
        missing.append("image")
    if missing:
        raise DataError(f"{file.name}: columns {', '.join(missing)} are missing; it has {', '.join(found)}")
    return found


def read_rows(file: Path) -> Iterator[dict[str, Any]]:
    """Rows of a table, a few at a time."""
    number = 0
    try:
        for row in _parquet_rows(file) if file.suffix == ".parquet" else _text_rows(file):
            yield dict(row)
            number += 1
    except _DAMAGES as error:
        lines = str(error).splitlines()
        why = lines[0][:200] if lines else type(error).__name__
        raise DataError(f"{file.name}: damaged file (after row {number}: {why})") from error


def _parquet_rows(file: Path) -> Iterator[Any]:
    with pq.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False) as table:
        for batch in table.iter_batches(_BATCH, use_threads=False):
            yield from batch.to_pylist()


def _text_rows(path: Path) -> Iterator[Any]:
    csv.field_size_limit(1 << 28)  # images in base64 are far longer than the reader's default of 131,072
    # A byte that is no UTF-8 becomes a replacement character of its own row and costs no other.
    with path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        if path.suffix == ".jsonl":
            yield from map(json.loads, filter(str.strip, file))
        else:
            yield from csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ",", strict=True)


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
