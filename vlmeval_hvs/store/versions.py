"""The versions of built sets: their folders, the locks between processes, publishing and cleaning.

The home of a set is ``$LMUData/vlmeval_hvs/<Set>/``. It has a folder for every version, named by the digest of its
content; the file ``current`` names the present version and is replaced atomically. So a set is always whole: the older
version serves until the newer one is finished, and a run keeps the version that it opened. A set without versions has
its files in the home itself.

Whoever builds or cleans a set holds its lock file, which the kernel releases when a process ends in any way. Where
there are no locks, unfinished work counts as abandoned after `ABANDONED_AFTER`.
"""

import filecmp
import logging
import os
import re
import secrets
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from vlmeval_hvs.errors import StoreError
from vlmeval_hvs.files import data_root, sync_folder, write_atomically
from vlmeval_hvs.names import DatasetName

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("vlmeval_hvs")

POINTER, MANIFEST, ROWS, LISTING = "current", "manifest.json", "data.tsv", "files.tsv"
BUILDING = ".building."  # prefix of unfinished folders in a home: versions that are being built or removed
VERSION = re.compile(r"[0-9a-f]{16}")  # name of a version's folder: the first 16 digits of its digest
ABANDONED_AFTER = 24 * 3600.0  # seconds without a change after which unfinished work without a lock is abandoned

_used_here: dict[Path, IO[bytes]] = {}  # versions that this process reads, and their locked files
_mine = threading.local()  # `paths`: lock files that this thread holds


def home_of(name: str, root: Path | None = None) -> Path:
    """The folder of all versions of a set, in `data_root` where no root is given."""
    return (root if root is not None else data_root()) / DatasetName.of(name).in_files


def present_folder(home: Path) -> Path:
    """The folder of the present version; the home itself for sets without versions, built or not."""
    try:
        version = (home / POINTER).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return home
    return home / version if VERSION.fullmatch(version) else home


def set_folders(root: Path, pattern: str) -> list[Path]:
    """Homes of the sets that are built, whole or damaged."""
    return [home for home in sorted(root.glob(pattern)) if (home / POINTER).is_file() or (home / MANIFEST).is_file()]


def try_lock(file: IO[bytes], *, shared: bool = False) -> bool | None:
    """Lock an open file until it is closed; whether the lock is held, None where there are no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return None
    return True


def is_held(path: Path) -> bool:
    """Whether a process holds a lock on a file, or may hold one."""
    try:
        with path.open("r+b") as file:
            return try_lock(file) is not True
    except OSError as error:
        return not isinstance(error, FileNotFoundError)


def build_lock(home: Path) -> Path:
    """The lock file of a process that builds or cleans the set of a home."""
    return home.with_name(f".{home.name}.lock")


def set_lock(name: str, root: Path | None = None) -> AbstractContextManager[bool]:
    """`exclusive_lock` of whoever builds or cleans a set."""
    return exclusive_lock(build_lock(home_of(name, root)), f"builds {name}")


@contextmanager
def exclusive_lock(path: Path, doing: str = "") -> Iterator[bool]:
    """Hold a lock file, which exists only meanwhile, during the block; wait while another process holds it.

    A block in a block of the same thread shares its lock. ``doing`` says what the other process does, which is logged
    while waiting. The value tells whether the lock is held: False without locks. A StoreError: the file cannot be made.
    """
    held: set[Path] = _mine.__dict__.setdefault("paths", set())
    file = None if path in held else _locked(path, doing)
    if file is None:
        yield path in held
        return
    with file:
        held.add(path)
        try:
            yield True
        finally:
            held.discard(path)
            path.unlink(missing_ok=True)


def _locked(path: Path, doing: str) -> IO[bytes] | None:
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("ab")
        except OSError as error:
            raise StoreError(f"{path.parent}: cannot be written ({error.strerror})") from error
        held = try_lock(file)
        if held is None:
            file.close()
            return None
        if not held:
            if doing:
                logger.warning("waiting for another process that %s", doing)
                doing = ""  # once
            fcntl.flock(file, fcntl.LOCK_EX)
        with suppress(FileNotFoundError):
            # The former holder deletes the file: then this lock is on a file that has no name any more.
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        file.close()


@contextmanager
def workspace(parent: Path, prefix: str, alone: bool) -> Iterator[Path]:
    """A new folder in ``parent`` during the block; those that killed processes left are removed first.

    ``alone`` says that a lock is held, so that no other process can have a folder of this prefix.
    """
    for left in parent.glob(f"{prefix}*"):
        if alone or is_unmodified(left):
            shutil.rmtree(left, ignore_errors=True)
    folder = parent / f"{prefix}{secrets.token_hex(6)}"
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_unmodified(path: Path) -> bool:
    """Whether nothing at ``path`` or directly in it changed for `ABANDONED_AFTER` seconds."""
    try:
        return max(one.stat().st_mtime for one in (path, *path.glob("*"))) < time.time() - ABANDONED_AFTER
    except OSError:  # it is being removed
        return False


def publish(built: Path, home: Path, digest: str) -> Path:
    """Make a finished version the present one, under the set's lock; a StoreError leaves the older one present."""
    target = home / digest[:16]
    try:
        for path, _, names in os.walk(built, topdown=False):  # after a power failure a version is whole or absent
            for name in names:
                with open(os.path.join(path, name), "rb") as file:
                    os.fsync(file.fileno())
            sync_folder(Path(path))
        try:
            os.rename(built, target)
        except OSError:
            if not target.is_dir():
                raise
            _restore(target, built)
        sync_folder(home)
        write_atomically(home / POINTER, f"{target.name}\n".encode())
    except OSError as error:
        raise StoreError(f"{home}: cannot be written ({error.strerror})") from error
    return target


def _restore(target: Path, built: Path) -> None:
    """Replace every missing or changed file of a version, the manifest last; unchanged files stay."""
    last = (LISTING, ROWS, MANIFEST)
    names = [path.relative_to(built) for path in built.rglob("*") if path.is_file()]
    for name in sorted(names, key=lambda name: last.index(str(name)) if str(name) in last else -1):
        path = target / name
        if path.is_file() and filecmp.cmp(path, built / name, shallow=False):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(built / name, path)
        sync_folder(path.parent)


def mark_in_use(folder: Path) -> None:
    """Mark a version as in use until this process ends."""
    with suppress(OSError):
        if folder not in _used_here:
            file = (folder / ROWS).open("rb")
            if try_lock(file, shared=True):
                _used_here[folder] = file
            else:
                file.close()


class Leftover(NamedTuple):
    """An unneeded file or folder in the folder of all sets."""

    path: Path
    what: str  # its description
    size: int  # bytes
    used: bool = False  # whether a process reads it, or may read it


def leftovers(root: Path) -> list[Leftover]:
    """What killed processes left in the folder of all sets, and older versions, also those that are still in use."""
    found = []
    for home in [root, *(path for path in sorted(root.glob("*")) if path.is_dir())]:
        busy, present = is_held(build_lock(home)), present_folder(home)
        left = [path for path in sorted(home.glob(".*.tmp")) if is_unmodified(path)]
        left += [] if busy else sorted(home.glob(f"{BUILDING}*"))
        found += [Leftover(path, "left by a killed process", _size_of(path)) for path in left]
        if present != home and present.is_dir():  # the set is not damaged
            older = [path for path in sorted(home.glob("*")) if VERSION.fullmatch(path.name) and path != present]
            found += [Leftover(path, "older version", _size_of(path), busy or is_held(path / ROWS)) for path in older]
    return found


def remove(leftover: Leftover) -> None:
    """Remove a leftover, unless it has meanwhile become the present version or is in use; else a StoreError."""
    path, home = leftover.path, leftover.path.parent
    try:
        with set_lock(home.name, home.parent):
            if VERSION.fullmatch(path.name):
                if path == present_folder(home) or is_held(path / ROWS):
                    return
                path = path.rename(home / f"{BUILDING}{secrets.token_hex(6)}")  # no reader finds a part of it
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path}: cannot be removed ({error.strerror})") from error


def _size_of(path: Path) -> int:
    return sum(file.lstat().st_size for file in (path, *path.rglob("*")) if file.is_file())
