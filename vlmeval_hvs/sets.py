"""Where built sets live, how they are written, and how they are read.

A set is a folder ``$LMUData/vlmeval_hvs/<Set>/`` with ``data.tsv`` (text only, image paths relative to the folder),
``images/``, ``files.tsv`` (size and SHA-256 of every other file) and ``manifest.json``. Sets are written beside their
place and moved there when complete, so a set is either whole or absent.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from vlmeval_hvs import __version__
from vlmeval_hvs.errors import DataError, MissingDataError
from vlmeval_hvs.files import check_image, data_root, inside, write_atomically
from vlmeval_hvs.names import folder_name

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_INDEX = re.compile(r"0|[1-9][0-9]{0,17}")


@dataclass
class Manifest:
    """What a built set is made of.

    Attributes:
        name: Set name, the folder's name.
        source: Origin of the data.
        licence: Terms of the source.
        rows: Number of rows in ``data.tsv``.
        tsv_sha256: Digest of ``data.tsv``.
        files_sha256: Digest of ``files.tsv``, which in turn lists the digest of every image.
        builder_version: Version of this package that built the set.
        code_sha256: Digest of the code that built the set (`vlmeval_hvs.registry.code_digest`).
        source_sha256: Digest of the folder or archive that the set was built from; "" where none was given.
        skipped: Rows of the source that were left out: ``{"row", "reason"}``.
        warnings: Sentences about what is unusual in the source.
        notes: Facts recorded by the builder (counts, detected formats).
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
    skipped: list[dict[str, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """One digest for rows and files together."""
        return hashlib.sha256((self.tsv_sha256 + self.files_sha256).encode()).hexdigest()


class SetWriter:
    """Writes one set; use as a context manager.

    Args:
        name: Set name.
        root: Folder of all sets (`data_root`).
        source: Origin of the data, for the manifest.
        licence: Terms of the source.

    Leaving the block without an error puts the set in its place, replacing an older one; with an error nothing of it
    remains and an older set stays as it was.
    """

    def __init__(self, name: str, root: Path | None = None, *, source: str, licence: str) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.=-]*", folder_name(name)):
            raise DataError(f"{name!r} is not a usable set name")
        self.root = root if root is not None else data_root()
        self.manifest = Manifest(name=name, source=source, licence=licence)
        self._columns: list[str] = []
        self._indices: set[str] = set()
        self._files: dict[str, tuple[int, str]] = {}
        self._sizes: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> SetWriter:
        self.root.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(dir=self.root, prefix=f".{folder_name(self.manifest.name)}.building."))
        self._tsv = (self.folder / "data.tsv").open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._tsv, delimiter="\t", lineterminator="\n")
        self._quoting = csv.writer(self._tsv, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._tsv.close()
        try:
            if kind is None:
                self._finish()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def image(self, relative: str, data: bytes) -> str:
        """Store an encoded image unchanged and return its path relative to the set.

        Raises:
            DataError: The image does not decode, the path leaves the set, or other bytes are stored at that path.
        """
        size = check_image(data, relative)
        self.file(relative, data)
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
        """Store any other file of the set."""
        path = inside(self.folder, relative)
        digest = hashlib.sha256(data).hexdigest()
        if relative in self._files:
            if self._files[relative][1] != digest:
                raise DataError(f"two different files want the name {relative}")
            return relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self._files[relative] = (len(data), digest)
        return relative

    def row(self, cells: Mapping[str, object]) -> None:
        """Add a row. The first row fixes the columns; cells missing later are empty.

        Raises:
            DataError: The index is missing, not a plain non-negative integer or used before; or a column is new.
        """
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
        # Readers take a bare carriage return for the end of a line, and the plain writer does not quote it.
        (self._quoting if any("\r" in cell for cell in line) else self._writer).writerow(line)

    def skip(self, row: object, reason: str) -> None:
        """Record that a row of the source was left out."""
        self.manifest.skipped.append({"row": str(row), "reason": reason})

    def warn(self, text: str) -> None:
        """Record something unusual in the source; the command line shows it."""
        self.manifest.warnings.append(text)

    def note(self, key: str, value: Any) -> None:
        """Record a fact about the set."""
        self.manifest.notes[key] = value

    def _finish(self) -> None:
        if not self._indices:
            name, skipped = self.manifest.name, self.manifest.skipped
            if not skipped:
                raise DataError(f"{self.manifest.source} has no rows for {name}")
            first = "; ".join(f"{entry['row']} ({entry['reason']})" for entry in skipped[:5])
            more = f" and {len(skipped) - 5} more" if len(skipped) > 5 else ""
            raise DataError(f"no usable row for {name}; skipped: {first}{more}")
        lines = "".join(f"{path}\t{size}\t{digest}\n" for path, (size, digest) in sorted(self._files.items()))
        write_atomically(self.folder / "files.tsv", lines.encode())
        self.manifest.rows = len(self._indices)
        self.manifest.tsv_sha256 = hashlib.sha256((self.folder / "data.tsv").read_bytes()).hexdigest()
        self.manifest.files_sha256 = hashlib.sha256(lines.encode()).hexdigest()
        _write_manifest(self.folder, self.manifest)
        os.chmod(self.folder, 0o755)
        target = set_folder(self.manifest.name, self.root)
        old = self.folder.with_name(f"{self.folder.name}.old")
        # Two processes may build the same set at once; the later rename wins, and both sets are equal.
        if target.exists():
            os.replace(target, old)
        os.replace(self.folder, target)
        shutil.rmtree(old, ignore_errors=True)


def _storable(text: str) -> str:
    """``text`` without what a TSV cannot carry: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def set_folder(name: str, root: Path | None = None) -> Path:
    """Folder of a set, in the folder of all sets (`data_root` for None)."""
    return (root if root is not None else data_root()) / folder_name(name)


def read_manifest(name: str, root: Path | None = None) -> Manifest:
    """Read what a built set is made of, without its rows.

    Raises:
        MissingDataError: The set has not been built.
        DataError: The manifest is damaged.
    """
    folder = set_folder(name, root)
    if not (folder / "manifest.json").is_file():
        raise MissingDataError(f"the set {name} is not at {folder}")
    try:
        return Manifest(**json.loads((folder / "manifest.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise DataError(f"{folder}: cannot be read ({error}); build it again") from error


def sign(manifest: Manifest, code: str, source: str, root: Path | None = None) -> Manifest:
    """Note in the manifest of a finished set which code built it and from which files; returns the manifest."""
    signed = replace(manifest, code_sha256=code, source_sha256=source)
    _write_manifest(set_folder(manifest.name, root), signed)
    return signed


def _write_manifest(folder: Path, manifest: Manifest) -> None:
    text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1)
    write_atomically(folder / "manifest.json", text.encode())


def read_set(name: str, root: Path | None = None) -> tuple[pd.DataFrame, Manifest]:
    """Read a built set.

    Args:
        name: Set name.
        root: Folder of all sets.

    Returns:
        All cells as text, one row per sample in the order written; and the manifest.

    Raises:
        MissingDataError: The set has not been built.
        DataError: The set's files do not fit each other.
    """
    manifest = read_manifest(name, root)
    path = set_folder(name, root) / "data.tsv"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"{path.parent}: cannot be read ({error}); build it again") from error
    if hashlib.sha256(data).hexdigest() != manifest.tsv_sha256:
        raise DataError(f"{path} was changed after it was built; build the set again")
    import pandas as pd  # takes a second, and most commands read no rows

    rows = pd.read_csv(io.BytesIO(data), sep="\t", dtype=str, keep_default_na=False, na_filter=False)
    if len(rows) != manifest.rows:
        raise DataError(f"{path} has {len(rows)} rows, the manifest says {manifest.rows}")
    return rows, manifest


def file_sizes(name: str, root: Path | None = None) -> dict[str, int]:
    """Size in bytes of every file of a set, by its path relative to the set."""
    return {path: size for path, size, _ in _listed(name, root)}


def damaged_files(name: str, root: Path | None = None) -> list[str]:
    """Paths of files that are missing or differ from what was built (reads the whole set)."""
    folder = set_folder(name, root)
    damaged = []
    for path, _, digest in _listed(name, root):
        file = folder / path
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            damaged.append(path)
    return damaged


def _listed(name: str, root: Path | None) -> list[tuple[str, int, str]]:
    folder = set_folder(name, root)
    lines = (folder / "files.tsv").read_text(encoding="utf-8").splitlines()
    cells = (line.split("\t") for line in lines)
    return [(path, int(size), digest) for path, size, digest in cells]
