"""Where files go that can be made again: beside the data, or into the user's cache where those are read-only."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from vlmeval_hvs.errors import DataError


def user_cache() -> Path:
    """The user's folder for what can be made again: ``$XDG_CACHE_HOME/vlmeval_hvs``, else ``~/.cache/vlmeval_hvs``.

    Raises:
        DataError: The user has no home folder, and the variable is not set.
    """
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):  # the standard says that other values are to be ignored
        return Path(given) / "vlmeval_hvs"
    try:
        return Path.home() / ".cache" / "vlmeval_hvs"
    except RuntimeError as error:
        raise DataError(f"there is no home folder for a cache ({error}); set XDG_CACHE_HOME") from error


def existing(path: Path) -> Path:
    """``path``, or the nearest folder above it that exists."""
    path = path.absolute()
    while not os.path.exists(path) and path != path.parent:
        path = path.parent
    return path


def writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or in the nearest one above it where it does not exist yet.

    A file is made and vanishes again: rights alone tell nothing on read-only and network file systems.
    """
    try:
        with tempfile.TemporaryFile(dir=existing(folder)):
            return True
    except OSError:
        return False


def writable_place(folder: Path, root: Path) -> tuple[Path, Path]:
    """A folder and its root, or their counterparts in the user's cache where the folder cannot be written.

    Args:
        folder: Folder below ``root``, named by whatever decides its content, such as a digest of the data.
        root: Folder of everything of one kind, such as ``.rendered`` beside the sets.
    """
    if writable(folder):
        return folder, root
    own = user_cache() / root.name.lstrip(".")
    return own / folder.relative_to(root), own
