"""Caches of pictures that are made from the data, checked before use.

A cache is a folder of one kind of picture, named by everything that decides the pictures, among it a digest of the
code that makes them. A picture without a matching record of its SHA-256 and facts is made again and never shown to a
model. Where the data are read-only, the user's cache folder is used instead (`writable_place`).
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from vlmeval_hvs.files import write_atomically


def user_cache() -> Path:
    """The user's cache folder, ``$XDG_CACHE_HOME/vlmeval_hvs`` or ``~/.cache/vlmeval_hvs``."""
    given = os.environ.get("XDG_CACHE_HOME", "")  # by the standard, a relative value is ignored
    return (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "vlmeval_hvs"


def existing(path: Path) -> Path:
    """``path``, or the nearest folder above it that exists."""
    path = path.absolute()
    return next(one for one in (path, *path.parents) if os.path.exists(one) or one == one.parent)


def writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or in the nearest one above that exists, as tried with a temporary one."""
    try:
        with tempfile.TemporaryFile(dir=existing(folder)):
            return True
    except OSError:
        return False


def writable_place(folder: Path, root: Path) -> Path:
    """A folder in ``root``, or its counterpart in the user's cache where it cannot be written."""
    return folder if writable(folder) else user_cache() / root.name.lstrip(".") / folder.relative_to(root)


class Picture(NamedTuple):
    """A cached picture: its path, and facts about it."""

    path: str
    facts: dict[str, Any]


class ImageCache:
    """Image files of a folder below ``root``, made with the first picture, or of its `writable_place`."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = writable_place(folder, root)

    def get(self, key: str) -> Picture | None:
        """The picture of a key, or None where none matches its record."""
        with suppress(OSError, ValueError, KeyError, TypeError):  # the record is absent or damaged
            record = json.loads((self.folder / f"{key}.json").read_bytes())
            path = self.folder / f"{key}{record['ending']}"
            if hashlib.sha256(path.read_bytes()).hexdigest() == record["sha256"]:
                return Picture(str(path), dict(record["facts"]))
        return None

    def put(self, key: str, data: bytes, facts: Mapping[str, Any] | None = None, ending: str = ".png") -> Picture:
        """Store an encoded picture, and facts about it that JSON can hold."""
        made = Picture(str(self.folder / f"{key}{ending}"), dict(facts or {}))
        digest = hashlib.sha256(data).hexdigest()
        record = {"sha256": digest, "bytes": len(data), "ending": ending, "facts": made.facts}
        write_atomically(Path(made.path), data)
        write_atomically(self.folder / f"{key}.json", json.dumps(record).encode())
        return made

    def missing(self, keys: Iterable[str]) -> list[str]:
        """The keys without a picture; records are not checked."""
        there = {path.stem for path in self.folder.glob("[!.]*") if path.suffix != ".json"}
        return [key for key in keys if key not in there]
