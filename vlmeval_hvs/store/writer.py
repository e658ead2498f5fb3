"""Writes one set into a folder of its own, which becomes the present version when it is complete.

Its manifest tells its content and its origin, of which the caller of a builder knows a part (`building_from`).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError, StoreError, first_ten
from vlmeval_hvs.files import content_digest, inside, plain_image, write_atomically
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.store import versions
from vlmeval_hvs.store.versions import LISTING, MANIFEST, ROWS

if TYPE_CHECKING:
    import numpy as np

_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")


@dataclass
class Manifest:
    """Content and origin of a built set."""

    name: str
    source: str  # origin of the data
    licence: str
    rows: int = 0
    tsv_sha256: str = ""  # of ``data.tsv``
    files_sha256: str = ""  # of ``files.tsv``, which in turn lists the digest of every image
    builder_version: str = __version__
    code_sha256: str = ""  # of the code that built the set (`vlmeval_hvs.registry.code_digest`)
    source_sha256: str = ""  # of the folder or archive that the set was built from; "" where none was given
    source_place: str = ""  # digest of its path, which is not stored itself
    # ``repository`` and ``commit`` of a download, and ``files``, the SHA-256 of each official file.
    release: dict[str, Any] = field(default_factory=dict)
    skipped: list[dict[str, str]] = field(default_factory=list)  # rows not in the set: ``{"row", "reason"}``
    warnings: list[str] = field(default_factory=list)  # sentences about unusual findings in the source
    notes: dict[str, Any] = field(default_factory=dict)  # of the builder: counts, detected formats
    folder: Path = field(default=Path(), compare=False)  # of the version; not part of the file

    @property
    def digest(self) -> str:
        """One digest for rows and files together."""
        return hashlib.sha256((self.tsv_sha256 + self.files_sha256).encode()).hexdigest()


def manifest_in(folder: Path) -> Manifest:
    """Read the manifest of a version; a DataError where it is damaged."""
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
    """Origin of one set."""

    code_sha256: str = ""  # of the code that builds it
    source: Path | None = None  # folder or archive that the user gave
    revision: str = ""  # wanted commit of a download; "" for the pinned or newest one
    earlier: dict[str, Any] = field(default_factory=dict)  # `release` of the present version
    release: dict[str, Any] = field(default_factory=dict)  # repository, commit and files of a download

    @cached_property
    def source_sha256(self) -> str:
        """Digest of the given source, "" for none."""
        return "" if self.source is None else content_digest(self.source)

    @property
    def place(self) -> str:
        """Digest of the path of the given source, "" for none."""
        return "" if self.source is None else hashlib.sha256(os.fsencode(self.source.resolve())).hexdigest()


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


class SetWriter:
    """Writes one set; use as a context manager. ``source`` and ``licence`` are those of the manifest.

    Leaving the block without an error publishes the written rows and files as the present version of the set; on an
    error they are removed, and an older version stays. A StoreError says that the folder cannot be written.
    """

    def __init__(self, name: str, root: Path | None = None, *, source: str, licence: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.=-]*", DatasetName.of(name).in_files):
            raise DataError(f"{name!r} is not allowed as a set name; use letters, digits and _.-")
        self._home = versions.home_of(name, root)
        self.manifest = Manifest(name=name, source=source, licence=licence)
        self._columns: list[str] = []
        self._indices: set[str] = set()
        self._files: dict[str, tuple[int, str]] = {}
        self._sizes: dict[str, tuple[int, int]] = {}
        self._odd: Counter[str] = Counter()

    def __enter__(self) -> SetWriter:
        with _writing(self._home), ExitStack() as stack:
            alone = stack.enter_context(versions.set_lock(self.manifest.name, self._home.parent))
            stack.callback(_remove_empty, self._home)
            self.folder = stack.enter_context(versions.workspace(self._home, versions.BUILDING, alone))
            self._tsv = stack.enter_context((self.folder / ROWS).open("w", encoding="utf-8", newline=""))
            self._open = stack.pop_all()
        self._writer = csv.writer(self._tsv, delimiter="\t", lineterminator="\n")
        self._quoting = csv.writer(self._tsv, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with _writing(self._home) if kind is None else suppress(OSError), self._open:
            if kind is None:
                self._finish()

    def image(self, relative: str, data: bytes) -> str:
        """Store an encoded image and return its path relative to the set.

        The bytes are kept unless programs show them in different ways: then the image is encoded again as it is shown
        (`vlmeval_hvs.files.plain_image`), with a warning in the manifest. A DataError says that it does not decode, the
        path leaves the set or cannot name a file, or other bytes are stored at that path.
        """
        data, size, odd = plain_image(data, relative)
        self.file(relative, data)
        if odd and relative not in self._sizes:
            self._odd.update([" and ".join(odd)])
        self._sizes[relative] = size
        return relative

    def size(self, relative: str) -> tuple[int, int]:
        """``(width, height)`` of an image stored before."""
        return self._sizes[relative]

    def array(self, relative: str, pixels: np.ndarray) -> str:
        """Store an ``(h, w, 3)`` RGB or ``(h, w)`` grey uint8 array as PNG and return its path."""
        from PIL import Image

        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, format="PNG", optimize=False)
        return self.image(relative, buffer.getvalue())

    def file(self, relative: str, data: bytes) -> str:
        """Store any other file of the set; errors as of `image`."""
        path = inside(self.folder, relative)
        digest = hashlib.sha256(data).hexdigest()
        if relative in self._files:
            if self._files[relative][1] != digest:
                raise DataError(f"two different files want the name {relative}")
            return relative
        with _writing(path):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("xb") as file:
                    file.write(data)
            except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
                raise DataError(f"two different files want the name {relative}") from error
        self._files[relative] = (len(data), digest)
        return relative

    def row(self, cells: Mapping[str, object]) -> None:
        """Add a row. The first row fixes the columns: others are a DataError, and cells missing later are empty."""
        text = {key: "" if value is None else str(value) for key, value in cells.items()}
        index = text.get("index", "")
        if not _INDEX.fullmatch(index):
            raise DataError(f"row index {index!r} is not a plain non-negative integer")
        if index in self._indices:
            raise DataError(f"row index {index} occurs twice")
        if not self._columns:
            self._columns = list(text)
            self._writer.writerow(self._columns)
        unknown = [key for key in text if key not in self._columns]
        if unknown:
            raise DataError(f"row {index} has columns that the first row lacks: {', '.join(unknown)}")
        self._indices.add(index)
        line = [_storable(text.get(column, "")) for column in self._columns]
        with _writing(self.folder / ROWS):
            # The plain writer does not quote a bare carriage return, which readers take for the end of a line.
            (self._quoting if any("\r" in cell for cell in line) else self._writer).writerow(line)

    def skip(self, row: object, reason: str) -> None:
        """Record that a row of the source is not in the set."""
        self.manifest.skipped.append({"row": str(row), "reason": reason})

    def warn(self, text: str) -> None:
        """Record an unusual finding in the source, which the command line shows."""
        self.manifest.warnings.append(text)

    def note(self, key: str, value: Any) -> None:
        """Record a fact about the set."""
        self.manifest.notes[key] = value

    def _finish(self) -> None:
        manifest, origin = self.manifest, current_provenance()
        if not self._indices:
            if not manifest.skipped:
                raise DataError(f"{manifest.source} has no rows for {manifest.name}")
            skipped = first_ten([f"{entry['row']} ({entry['reason']})" for entry in manifest.skipped])
            raise DataError(f"no usable row for {manifest.name}; skipped: {skipped}")
        for what, number in self._odd.items():
            self.warn(f"pictures that are {what}: {number}; they are stored as viewers show them")
        self._tsv.close()
        lines = "".join(f"{path}\t{size}\t{digest}\n" for path, (size, digest) in sorted(self._files.items()))
        (self.folder / LISTING).write_text(lines, encoding="utf-8", newline="")
        manifest.rows = len(self._indices)
        manifest.tsv_sha256 = content_digest(self.folder / ROWS)
        manifest.files_sha256 = content_digest(self.folder / LISTING)
        manifest.code_sha256, manifest.source_sha256 = origin.code_sha256, origin.source_sha256
        manifest.source_place, manifest.release = origin.place, origin.release
        facts = {name: value for name, value in vars(manifest).items() if name != "folder"}
        text = json.dumps(facts, ensure_ascii=False, indent=1)
        # A lone surrogate becomes the escape that JSON has for it.
        write_atomically(self.folder / MANIFEST, text.encode("utf-8", "backslashreplace"))
        manifest.folder = versions.publish(self.folder, self._home, manifest.digest)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn errors of the file system into a `StoreError` with the path."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"{path}: cannot be written ({error.strerror or error})") from error


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _storable(text: str) -> str:
    """``text`` without what a TSV cannot carry: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
