"""Whether the files of a built set are those that were built: each is read once, and again only when it has changed.

What was read is remembered in a stamp: the size and the time of change of every file that was right. A stamp lies in
``.verified`` beside the sets, or in the user's cache where that cannot be written.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import data_root, write_atomically
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.places import writable_place
from vlmeval_hvs.sets import Manifest

try:
    import fcntl
except ImportError:  # Windows: several processes may read the same files
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("vlmeval_hvs")

Mark = tuple[int, int]
"""Size in bytes and time of change in nanoseconds."""

_THREADS = 8
_CHUNK = 1 << 20
_SAY_FROM = 500_000_000  # bytes; less is read in about a second


def unsound_files(folder: Path, manifest: Manifest) -> list[str]:
    """Paths of files of a set that are missing, or are not what was built.

    Several processes that begin at once, as the ranks of one run do, read the files only once.

    Args:
        folder: Folder of the set.
        manifest: Its manifest.

    Raises:
        MissingDataError: The set is not there.
        DataError: The list of files is not the one that was built.
    """
    listed = _listed(folder, manifest)
    stamp = _stamp(folder, manifest)
    with _alone(stamp):
        known = _read(stamp)
        marks = {path: _mark(folder / path) for path in listed}
        fresh = [path for path in listed if marks[path] and marks[path] != known.get(path)]
        _say(manifest.name, [marks[path] for path in fresh])
        with ThreadPoolExecutor(min(_THREADS, os.cpu_count() or 1)) as pool:
            digests = dict(zip(fresh, pool.map(lambda path: _digest(folder / path), fresh), strict=True))
        sound = {path: mark for path, mark in marks.items() if mark and digests.get(path, listed[path]) == listed[path]}
        if sound != known:
            with suppress(OSError):  # without a stamp the files are read again the next time
                write_atomically(stamp, json.dumps(sound).encode())
    return [path for path in listed if path not in sound]


def _listed(folder: Path, manifest: Manifest) -> dict[str, str]:
    """SHA-256 of every file of a set by its path."""
    try:
        data = (folder / "files.tsv").read_bytes()
    except OSError as error:
        kind = DataError if folder.is_dir() else MissingDataError
        raise kind(f"{folder}: the list of its files cannot be read ({error}); build the set again") from error
    if hashlib.sha256(data).hexdigest() != manifest.files_sha256:
        raise DataError(f"{folder / 'files.tsv'} was changed after the set was built; build the set again")
    cells = (line.split("\t") for line in data.decode().splitlines())
    return {path: digest for path, _, digest in cells}


def _stamp(folder: Path, manifest: Manifest) -> Path:
    beside = data_root() / ".verified"
    kept, _ = writable_place(beside, beside)
    place = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12]  # one user may have several data folders
    return kept / f"{DatasetName.of(manifest.name).in_files}_{manifest.files_sha256[:16]}_{place}.json"


def _read(stamp: Path) -> dict[str, Mark]:
    try:
        return {str(path): (int(size), int(when)) for path, (size, when) in json.loads(stamp.read_bytes()).items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _mark(file: Path) -> Mark | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    try:
        with file.open("rb") as data:
            while chunk := data.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return ""
    return digest.hexdigest()


def _say(name: str, marks: list[Mark | None]) -> None:
    size = sum(mark[0] for mark in marks if mark)
    if size > _SAY_FROM:
        logger.warning("%s: reading %d files (%.1f GB) to see that they are whole; once", name, len(marks), size / 1e9)


@contextmanager
def _alone(stamp: Path) -> Iterator[None]:
    """Wait until no other process checks the same files; without locks on this file system, do not wait."""
    try:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        lock = open(stamp.with_suffix(".lock"), "ab")  # noqa: SIM115  # closed below, which frees the lock
    except OSError:
        yield
        return
    with lock:
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
