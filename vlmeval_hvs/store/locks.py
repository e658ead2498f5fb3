"""Locks between processes, and temporary folders that are removed after their process has died.

The kernel holds a lock for a process and releases it when the process ends in any way. Without such locks, on some
systems and file systems, everything still works: published versions are whole either way, and unfinished work counts
as abandoned after `ABANDONED_AFTER`.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from vlmeval_hvs.errors import StoreError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("vlmeval_hvs")

ABANDONED_AFTER = 24 * 3600.0
"""Seconds without a change after which unfinished work without a lock is abandoned."""

_LOCK = "lock"
_NEW = ".new"


def try_lock(file: IO[bytes], *, shared: bool = False) -> bool | None:
    """Try to lock an open file until it is closed.

    Returns:
        Whether the lock is held; None where there are no locks.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return None
    return True


@contextmanager
def exclusive_lock(path: Path, doing: str = "") -> Iterator[None]:
    """Hold the lock file ``path`` during the block; wait while another process holds it.

    Args:
        path: The lock file; it exists only while a process holds it.
        doing: Activity of the other process, logged while waiting; "" where the wait takes milliseconds.

    Raises:
        StoreError: The lock file cannot be made.
    """
    if fcntl is None:
        yield
        return
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("ab")
        except OSError as error:
            raise StoreError(f"{path.parent}: cannot be written ({error.strerror})") from error
        with file:
            held = try_lock(file)
            if held is False:
                if doing:
                    logger.warning("waiting for another process that %s", doing)
                    doing = ""  # once
                fcntl.flock(file, fcntl.LOCK_EX)
            if held is None:
                yield
                return
            # The former holder deletes the file: then this lock is on a file that has no name any more.
            if not _same(file, path):
                continue
            try:
                yield
            finally:
                path.unlink(missing_ok=True)
            return


def _same(file: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def workspace(parent: Path, prefix: str) -> Iterator[Path]:
    """An empty folder during the block, named ``prefix`` and a random part.

    Folders of the same prefix that killed processes left are removed first.
    """
    for folder in abandoned(parent, prefix):
        _remove(folder)
    token = secrets.token_hex(6)
    fresh, folder = parent / f"{prefix}{token}{_NEW}", parent / f"{prefix}{token}"
    try:
        fresh.mkdir(parents=True)  # a builder that failed may just have removed the empty parent
        with (fresh / _LOCK).open("wb") as lock:
            try_lock(lock)
            # It is renamed only when locked, so that no other process takes it for abandoned.
            fresh.rename(folder)
            yield folder
    finally:
        for path in (fresh, folder):
            _remove(path)


def _remove(folder: Path) -> None:
    """Remove a workspace, its lock last, so that another process can finish an interrupted removal."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != _LOCK:
                path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def abandoned(parent: Path, prefix: str) -> list[Path]:
    """Workspaces whose process ended without removing them."""
    return [folder for folder in sorted(parent.glob(f"{prefix}*")) if folder.is_dir() and _abandoned(folder)]


def _abandoned(folder: Path) -> bool:
    if not folder.name.endswith(_NEW):
        with suppress(OSError), (folder / _LOCK).open("r+b") as lock:
            held = try_lock(lock)
            if held is not None:
                return held
        with suppress(OSError):
            if not any(folder.iterdir()):  # killed between removing the lock and the folder
                return True
    return is_unmodified(folder)


def is_unmodified(path: Path) -> bool:
    """Whether nothing at ``path`` or directly in it changed for `ABANDONED_AFTER` seconds."""
    try:
        times = [path.stat().st_mtime, *(entry.stat().st_mtime for entry in path.glob("*"))]
    except OSError:  # it is being removed
        return False
    return max(times) < time.time() - ABANDONED_AFTER
