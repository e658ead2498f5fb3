"""Built sets: reading and checking.

A set has ``data.tsv`` (text only, image paths relative to the folder), ``images/``, ``files.tsv`` (size and SHA-256 of
every other file) and ``manifest.json``, and is either whole or absent (`vlmeval_hvs.store`).

Before a run every file is read once, and again only when it has changed. A stamp, in ``.verified`` of the data folder
or in the user's cache, keeps the size and the time of change of every undamaged file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.cache import writable_place
from vlmeval_hvs.errors import DataError, MissingDataError, first_ten
from vlmeval_hvs.files import content_digest, data_root, write_atomically
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.store.versions import LISTING, MANIFEST, POINTER, ROWS, home_of, present_folder
from vlmeval_hvs.store.writer import Manifest as Manifest
from vlmeval_hvs.store.writer import SetWriter as SetWriter
from vlmeval_hvs.store.writer import manifest_in

if TYPE_CHECKING:
    import pandas as pd


def set_folder(name: str, root: Path | None = None, digest: str = "") -> Path:
    """Folder of the present version of a set, or of that with a digest; of a set that has none, where it would be."""
    home = home_of(name, root)
    return home / digest[:16] if digest and (home / digest[:16]).is_dir() else present_folder(home)


def read_manifest(name: str, root: Path | None = None, digest: str = "") -> Manifest:
    """Read the manifest of a built set; a MissingDataError where it, or the version with that digest, is not built."""
    folder = set_folder(name, root, digest)
    if not (folder / MANIFEST).is_file():
        home = home_of(name, root)
        if (home / POINTER).is_file():
            raise DataError(f"{home}: the set is damaged; build it again")
        raise MissingDataError(f"the set {name} is not at {folder}")
    manifest = manifest_in(folder)
    if digest and manifest.digest != digest:
        raise MissingDataError(f"the set {name} is not at {folder} as the version {digest[:16]}")
    return manifest


def read_set(name: str, root: Path | None = None, digest: str = "") -> tuple[pd.DataFrame, Manifest]:
    """Rows of a built set, all cells as text, in the order written; and its manifest.

    Errors are those of `read_manifest`, and here and below a DataError where files of the set were changed.
    """
    manifest = read_manifest(name, root, digest)
    import pandas as pd  # takes a second, and most commands read no rows

    path = _unchanged(manifest.folder / ROWS, manifest.tsv_sha256)
    return pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False, na_filter=False), manifest


def records(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows as dicts, missing cells as NaN; `DataFrame.to_dict` takes five times as long for text."""
    columns = [column.to_numpy(dtype=object).tolist() for _, column in rows.items()]
    return [dict(zip(rows, cells, strict=True)) for cells in zip(*columns, strict=True)]


def each_record(rows: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """The rows as of `records`, one after the other: only 1000 of them are dicts at a time."""
    return (row for start in range(0, len(rows), 1000) for row in records(rows[start : start + 1000]))


def file_sizes(manifest: Manifest) -> dict[str, int]:
    """Size in bytes of every file of a set, by its path relative to the set."""
    return {path: size for path, size, _ in _listed(manifest)}


def damaged_files(manifest: Manifest) -> list[str]:
    """Paths of files that are missing or changed since the build (reads the whole set)."""
    return [path for path, _, digest in _listed(manifest) if _digest(manifest.folder / path) != digest]


def refuse_damaged(name: str, root: Path | None = None) -> Manifest:
    """The manifest of a set of which every byte is as it was built, else a DataError that names files."""
    manifest = read_manifest(name, root)
    _unchanged(manifest.folder / ROWS, manifest.tsv_sha256)
    if damaged := damaged_files(manifest):
        files = f"{len(damaged)} files are damaged or missing: {first_ten(damaged)}"
        raise DataError(f"{manifest.folder}: {files}; build it again")
    return manifest


def unsound_files(manifest: Manifest) -> list[str]:
    """Paths of files missing or changed since the build; only those with another size or time are read again."""
    listed = {path: digest for path, _, digest in _listed(manifest)}
    stamp, known = _stamp(manifest), {}
    with suppress(OSError, ValueError, TypeError):
        known = dict(json.loads(stamp.read_bytes()))
    states = {path: _state(manifest.folder / path) for path in listed}
    fresh = [path for path, state in states.items() if state and state != known.get(path)]
    with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
        digests = dict(zip(fresh, pool.map(lambda path: _digest(manifest.folder / path), fresh), strict=True))
    sound = {path: states[path] for path in listed if states[path] and digests.get(path, listed[path]) == listed[path]}
    if sound != known:
        with suppress(OSError):  # without a stamp the next run reads the files again
            write_atomically(stamp, json.dumps(sound).encode())
    return [path for path in listed if path not in sound]


def _stamp(manifest: Manifest) -> Path:
    stamps = data_root() / ".verified"
    folder = hashlib.sha256(os.fsencode(manifest.folder.resolve())).hexdigest()[:12]  # there may be several data roots
    name = f"{DatasetName.of(manifest.name).in_files}_{manifest.files_sha256[:16]}_{folder}.json"
    return writable_place(stamps, stamps) / name


def _state(file: Path) -> list[int]:
    """Size in bytes and time of change in nanoseconds of a file; [] where there is none."""
    with suppress(OSError):
        status = file.stat()
        return [status.st_size, status.st_mtime_ns]
    return []


def _digest(file: Path) -> str:
    """SHA-256 of a file; "" for one that cannot be read."""
    with suppress(OSError):
        return content_digest(file)
    return ""


def _listed(manifest: Manifest) -> list[tuple[str, int, str]]:
    text = _unchanged(manifest.folder / LISTING, manifest.files_sha256).read_bytes().decode()
    cells = (line.split("\t") for line in text.split("\n") if line)
    return [(path, int(size), digest) for path, size, digest in cells]


def _unchanged(path: Path, digest: str) -> Path:
    """The path of a file that has the content with this digest."""
    try:
        found = content_digest(path)
    except OSError as error:
        kind = DataError if path.parent.is_dir() else MissingDataError
        raise kind(f"{path.parent}: cannot be read ({error}); build it again") from error
    if found != digest:
        raise DataError(f"{path} was changed after it was built; build the set again")
    return path
