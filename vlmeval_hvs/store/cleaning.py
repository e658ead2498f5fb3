"""Unneeded files in the folder of all sets: older versions, and what killed processes left."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vlmeval_hvs.errors import StoreError
from vlmeval_hvs.store.layout import BUILDING, POINTER, VERSION, in_use, present_folder, set_folders, store_lock
from vlmeval_hvs.store.locks import abandoned, exclusive_lock, is_unmodified

_REMOVED = ".removed."
_OLD_LAYOUT = ("manifest.json", "data.tsv", "files.tsv", "images")


@dataclass(frozen=True)
class Leftover:
    """An unneeded file or folder.

    Attributes:
        path: The file or folder.
        what: Its description.
        size: Its size in bytes.
        used: Whether a process reads it, or may read it.
        home: Home of the set of which it is a version; None where it is no version.
    """

    path: Path
    what: str
    size: int
    used: bool = False
    home: Path | None = None


def leftovers(root: Path) -> list[Leftover]:
    """Everything unneeded in the folder of all sets, with older versions that are still in use."""
    return [*_unfinished(root), *(one for home in set_folders(root) for one in _versions(home))]


def _unfinished(root: Path) -> Iterator[Leftover]:
    if not root.is_dir():
        return
    for home in [root, *(path for path in sorted(root.iterdir()) if path.is_dir())]:
        for folder in [*abandoned(home, BUILDING), *abandoned(home, _REMOVED)]:
            yield Leftover(folder, "left by a killed process", size_of(folder))
        for path in sorted(home.glob(".*.tmp")):
            if is_unmodified(path):
                yield Leftover(path, "left by a killed process", size_of(path))


def _versions(home: Path) -> Iterator[Leftover]:
    present = present_folder(home)
    if not (home / POINTER).is_file() or not present.is_dir():
        return  # damaged, or a set without versions
    for folder in sorted(home.iterdir()):
        if VERSION.fullmatch(folder.name) and folder != present:
            yield Leftover(folder, "older version", size_of(folder), in_use(folder), home)
    old = [home / name for name in _OLD_LAYOUT if (home / name).exists()]
    if old:
        used = in_use(home)
        for path in sorted(path for path in home.iterdir() if path not in (present, home / POINTER)):
            if not path.name.startswith(".") and not VERSION.fullmatch(path.name):
                yield Leftover(path, "older version", size_of(path), used, home)


def remove(leftover: Leftover, root: Path) -> None:
    """Remove a leftover, unless it has meanwhile become the present version or is in use.

    Raises:
        StoreError: The folder of all sets cannot be written.
    """
    path, home = leftover.path, leftover.home
    try:
        if home is None:
            _delete(path)
            return
        with exclusive_lock(store_lock(root)):
            folder = path if VERSION.fullmatch(path.name) else home
            if path == present_folder(home) or in_use(folder):
                return
            aside = home / f"{_REMOVED}{secrets.token_hex(6)}"
            path.rename(aside)
        _delete(aside)
    except OSError as error:
        raise StoreError(f"{path}: cannot be removed ({error.strerror})") from error


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def size_of(path: Path) -> int:
    """Bytes of a file, or of all files in a folder."""
    paths = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.lstat().st_size for file in paths)
