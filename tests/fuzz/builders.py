"""Contracts of the builders' readers: an odd release gives a set, or an error of ours that says what is odd."""

from __future__ import annotations

import io
import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.fuzz.cuts import Cut
from tests.fuzz.mutate import mutated, spoilt_text, table_bytes
from tests.fuzz.releases import RELEASES, Content, Files
from vlmeval_hvs.errors import HVSError
from vlmeval_hvs.sets import read_set

FAST = "/dev/shm"
"""A file system in memory, where there is one: a build writes a hundred small files."""

_release = cache(lambda target: RELEASES[target]())


def build(target: str, data: bytes, again: bool = False) -> int:
    """Build from one odd release.

    Args:
        target: A key of `RELEASES`.
        data: Chooses what is odd.
        again: Taken for the sake of the other targets; builds are not repeated.

    Returns:
        1, or 0 where the change cannot be written in the release's format.

    Raises:
        Exception: Anything but an error of this package: a defect of the builder.
    """
    release, cut = _release(target), Cut(data)
    place = Path(tempfile.mkdtemp(prefix="hvs_fuzz_", dir=FAST if os.path.isdir(FAST) else None))
    try:
        source, root = place / "release", place / "sets"
        if not write(source, odd(release.files, cut), cut):
            return 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                rows, manifest = read_set(release.build(source, root), root)
            except HVSError as error:
                said = str(error)
            else:
                assert len(rows) == manifest.rows
                return 1
        assert said, "an error without a word"
        assert not root.is_dir() or not list(root.iterdir()), "an error left a set, or a part of one"
        return 1
    finally:
        shutil.rmtree(place, ignore_errors=True)


def odd(files: Files, cut: Cut) -> Files:
    """The release with one of its files changed, or with one missing or empty."""
    spoilt = dict(files)
    readable = [name for name, content in files.items() if not isinstance(content, bytes)]
    photos = [name for name, content in files.items() if isinstance(content, bytes)]
    way = cut.byte() % 16
    if way == 0:
        del spoilt[cut.one_of(list(files))]
    elif way == 1:
        spoilt[cut.one_of(list(files))] = cut.one_of((b"", b"\x00", b"{}", b"[]", b"null", b"\xff\xfe", b"a,b\n1,2\n"))
    elif way == 2 and photos:
        name = cut.one_of(photos)
        spoilt[name] = spoilt_text(spoilt[name], cut)
    else:
        name = cut.one_of(readable)
        spoilt[name] = mutated(spoilt[name], cut)
    return spoilt


def write(folder: Path, files: Files, cut: Cut) -> bool:
    """Write a release, seldom with one of its files cut or one byte changed; False where a format cannot hold it."""
    folder.mkdir()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = _as_bytes(path.suffix, content)
        if data is None:
            return False
        path.write_bytes(data)
    if cut.byte() % 64 == 1:  # bytes of a file that is no longer of its format
        path = folder / cut.one_of(list(files) or ["x"])
        data = path.read_bytes() if path.is_file() else b""
        path.parent.mkdir(parents=True, exist_ok=True)
        where = cut.byte() * max(len(data), 1) // 256
        path.write_bytes(data[:where] + bytes([cut.byte()]) + data[where + 1 :] if cut.byte() % 2 else data[:where])
    return True


def _as_bytes(suffix: str, content: Content) -> bytes | None:
    if isinstance(content, bytes):
        return content
    if suffix == ".json":
        return json.dumps(content, default=str).encode()
    rows = content if isinstance(content, list) else [content]
    if suffix == ".jsonl":
        return b"".join(json.dumps(row, default=str).encode() + b"\n" for row in rows)
    if suffix in (".csv", ".tsv"):
        return table_bytes(rows, "\t" if suffix == ".tsv" else ",")
    return _parquet(rows)


def _parquet(rows: list[Any]) -> bytes | None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    rows = [row for row in rows if isinstance(row, dict)]
    names = list(dict.fromkeys(name for row in rows for name in row if isinstance(name, str)))
    columns = {}
    for name in names:
        cells = [row.get(name) for row in rows]
        try:
            columns[name] = pa.array(cells)
        except (pa.ArrowException, OverflowError, UnicodeError, TypeError, ValueError):
            columns[name] = pa.array([None if cell is None else ascii(cell) for cell in cells])
    buffer = io.BytesIO()
    try:
        parquet.write_table(pa.table(columns), buffer)
    except (pa.ArrowException, UnicodeError, NotImplementedError):
        return None
    return buffer.getvalue()


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    for number in range(64):
        yield bytes((number * 37 + 11 * place) % 256 for place in range(12))
