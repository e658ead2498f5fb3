"""The folders of a set's versions, and how a finished version becomes the present one.

The home of a set is ``$LMUData/vlmeval_hvs/<Set>/``. It has a folder for every version, named by the digest of its
content; the file ``current`` names the present version and is replaced atomically. So a set is always whole: the older
version serves until the newer one is finished, and a run keeps the version that it opened. Sets without versions, from
before there were any, have their files in the home itself and are read until a version is built.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
from pathlib import Path
from typing import IO

from vlmeval_hvs.errors import StoreError
from vlmeval_hvs.files import data_root, sync_folder, write_atomically
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.store.locks import exclusive_lock, try_lock

POINTER = "current"
MANIFEST = "manifest.json"
ROWS = "data.tsv"
LISTING = "files.tsv"
BUILDING = ".building."
"""Prefix of folders in a home in which versions are being built."""

VERSION = re.compile(r"[0-9a-f]{16}")
"""Name of a version's folder: the first 16 digits of its digest."""

_held: dict[Path, IO[bytes]] = {}


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


def set_folders(root: Path, pattern: str = "*") -> list[Path]:
    """Homes of the sets that are built, whole or damaged."""
    if not root.is_dir():
        return []
    marks = (POINTER, MANIFEST)
    return [home for home in sorted(root.glob(pattern)) if any((home / mark).is_file() for mark in marks)]


def build_lock(name: str, root: Path | None = None) -> Path:
    """The lock file of a process that builds a set."""
    home = home_of(name, root)
    return home.with_name(f".{home.name}.lock")


def store_lock(root: Path) -> Path:
    """The lock file of a process that adds or removes a version, which takes milliseconds."""
    return root / ".store.lock"


def publish(built: Path, home: Path, digest: str) -> Path:
    """Make a finished version the present one.

    Returns:
        The version's folder.

    Raises:
        StoreError: The disk is full, read-only or broken; the present version is still the older one.
    """
    target = home / digest[:16]
    try:
        _sync_tree(built)
        with exclusive_lock(store_lock(home.parent)):  # so that no cleaning removes it before `current` names it
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
    """Replace every missing or changed file of a version; unchanged files stay."""
    last = (LISTING, ROWS, MANIFEST)
    names = sorted(path.relative_to(built) for path in built.rglob("*") if path.is_file())
    for name in sorted(names, key=lambda name: last.index(str(name)) if str(name) in last else -1):
        path = target / name
        if path.is_file() and filecmp.cmp(path, built / name, shallow=False):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(built / name, path)
        sync_folder(path.parent)


def _sync_tree(folder: Path) -> None:
    """Write everything in a folder to the disk, so that after a power failure a version is whole or absent."""
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                os.fsync(file.fileno())
        sync_folder(Path(path))


def mark_in_use(folder: Path) -> None:
    """Mark a version as in use until this process ends."""
    if folder in _held:
        return
    try:
        file = (folder / ROWS).open("rb")
    except OSError:
        return
    if try_lock(file, shared=True):
        _held[folder] = file
    else:
        file.close()


def in_use(folder: Path) -> bool:
    """Whether a process uses a version, or may use it."""
    try:
        with (folder / ROWS).open("r+b") as file:
            return try_lock(file) is not True
    except FileNotFoundError:
        return False
    except OSError:
        return True
