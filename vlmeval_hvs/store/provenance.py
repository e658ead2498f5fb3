"""What the set that is being built comes from: noted on the way, written into its manifest when it is published.

A builder opens releases and writes sets; who called it knows by which code. Both meet here, so that a set is published
with its whole origin at once.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from vlmeval_hvs.files import digest_of, file_digests

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff")
_MOST_FILES = 1000


@dataclass
class Provenance:
    """Origin of one set.

    Attributes:
        code_sha256: Digest of the code that builds it.
        source: Folder or archive that the user gave.
        revision: Commit of a download that is wanted; "" for the pinned or newest one.
        earlier: The `release` of the version that is there already.
        release: Repository, commit and files of a download.
    """

    code_sha256: str = ""
    source: Path | None = None
    revision: str = ""
    earlier: dict[str, Any] = field(default_factory=dict)
    release: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def source_sha256(self) -> str:
        """Digest of the given source, "" for none."""
        if self.source is None:
            return ""
        return digest_of(self._files) if self.source.is_dir() else self._files[self.source.name]

    @property
    def place(self) -> str:
        """Digest of the path of the given source, "" for none."""
        return "" if self.source is None else hashlib.sha256(os.fsencode(self.source.resolve())).hexdigest()

    @property
    def facts(self) -> dict[str, Any]:
        """The `release` of the manifest."""
        if self.source is None:
            return self.release
        return {"files": dict([one for one in self._files.items() if not _is_picture(one[0])][:_MOST_FILES])}

    @cached_property
    def _files(self) -> dict[str, str]:
        return file_digests(self.source) if self.source else {}


def _is_picture(name: str) -> bool:
    return name.lower().endswith(PICTURES)


_now: ContextVar[Provenance | None] = ContextVar("provenance", default=None)


@contextmanager
def building_from(provenance: Provenance) -> Iterator[Provenance]:
    """Sets that are written in the block come from ``provenance``."""
    token = _now.set(provenance)
    try:
        yield provenance
    finally:
        _now.reset(token)


def present() -> Provenance:
    """The origin of what is being built; an empty one where nobody noted any."""
    return _now.get() or Provenance()
