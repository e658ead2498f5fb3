"""The manifest of a built set: its content and its origin.

A builder knows the release that it reads, and its caller the code that builds; `building_from` brings both together.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import digest_of, file_digests, write_atomically
from vlmeval_hvs.store.layout import MANIFEST

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff")

_MOST_FILES = 1000


@dataclass
class Manifest:
    """Content and origin of a built set.

    Attributes:
        name: Set name.
        source: Origin of the data.
        licence: Terms of the source.
        rows: Number of rows in ``data.tsv``.
        tsv_sha256: Digest of ``data.tsv``.
        files_sha256: Digest of ``files.tsv``, which in turn lists the digest of every image.
        builder_version: Version of this package that built the set.
        code_sha256: Digest of the code that built the set (`vlmeval_hvs.registry.code_digest`).
        source_sha256: Digest of the folder or archive that the set was built from; "" where none was given.
        source_place: Digest of its path, which is not stored itself; "" where none was given.
        release: ``repository`` and ``commit`` of a download, and ``files``, the SHA-256 of each official file, without
            pictures where a folder was given.
        skipped: Rows of the source that are not in the set: ``{"row", "reason"}``.
        warnings: Sentences about unusual findings in the source.
        notes: Facts recorded by the builder (counts, detected formats).
        folder: Folder of the version; not part of the file.
    """

    name: str
    source: str
    licence: str
    rows: int = 0
    tsv_sha256: str = ""
    files_sha256: str = ""
    builder_version: str = __version__
    code_sha256: str = ""
    source_sha256: str = ""
    source_place: str = ""
    release: dict[str, Any] = field(default_factory=dict)
    skipped: list[dict[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)
    folder: Path = field(default=Path(), compare=False)

    @property
    def digest(self) -> str:
        """One digest for rows and files together."""
        return hashlib.sha256((self.tsv_sha256 + self.files_sha256).encode()).hexdigest()


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """Write the manifest of a version."""
    facts = {one.name: getattr(manifest, one.name) for one in fields(manifest) if one.name != "folder"}
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    # A lone surrogate becomes the escape that JSON has for it.
    write_atomically(folder / MANIFEST, text.encode("utf-8", "backslashreplace"))


def manifest_in(folder: Path) -> Manifest:
    """Read the manifest of a version.

    Raises:
        DataError: It is damaged.
    """
    try:
        facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        manifest = Manifest(**{**facts, "folder": folder})
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise DataError(f"{folder}: cannot be read ({error}); build it again") from error
    types = {name: type(value) for name, value in vars(Manifest("", "", "")).items()}
    wrong = [name for name, kind in types.items() if not isinstance(getattr(manifest, name), kind)]
    if wrong:
        raise DataError(f"{folder}: {MANIFEST} has no valid {', '.join(wrong)}; build it again")
    return manifest


@dataclass
class Provenance:
    """Origin of one set.

    Attributes:
        code_sha256: Digest of the code that builds it.
        source: Folder or archive that the user gave.
        revision: Wanted commit of a download; "" for the pinned or newest one.
        earlier: The `release` of the present version.
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
        official = [(name, digest) for name, digest in self._files.items() if not name.lower().endswith(PICTURES)]
        return {"files": dict(official[:_MOST_FILES])}

    @cached_property
    def _files(self) -> dict[str, str]:
        return file_digests(self.source) if self.source else {}


_now: ContextVar[Provenance | None] = ContextVar("provenance", default=None)


@contextmanager
def building_from(provenance: Provenance) -> Iterator[Provenance]:
    """Note ``provenance`` as the origin of the sets that are written in the block."""
    token = _now.set(provenance)
    try:
        yield provenance
    finally:
        _now.reset(token)


def current_provenance() -> Provenance:
    """The origin that `building_from` noted, else an empty one."""
    return _now.get() or Provenance()
