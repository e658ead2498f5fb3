"""Opens a release in a folder or an archive; members that would leave the unpacking folder are refused."""

import errno
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from vlmeval_hvs.errors import DataError, HVSError, StoreError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.store.versions import exclusive_lock, workspace

_DAMAGED = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, ValueError, LookupError),
    *(EOFError, OSError, RuntimeError, RecursionError),
)
"""Errors that the readers of the standard library raise for damaged archives."""

MAX_FILES = 1_000_000
MAX_BYTES = 64 * 2**30
MAX_RATIO = 200
"""An archive that unpacks to more than 200 times its size is refused: images hardly compress at all."""


@contextmanager
def open_source(source: Path) -> Iterator[Path]:
    """Open a folder with the release, or a zip or tar archive of it.

    An archive is unpacked for the time of the block: next to itself, or in the data folder where that cannot be
    written. Where everything lies in one top folder, the folder above it is yielded.

    Raises:
        DataError: ``source`` does not exist, is not an archive, or is unsafe: absolute paths, paths with .., links,
            special files, too many files, or too much data.
        StoreError: The disk that it is unpacked to is full or cannot be written.
    """
    source = Path(source)
    if source.is_dir():
        yield source
        return
    if not source.is_file():
        raise DataError(f"--source {source}: there is no such file or folder")
    parent = source.parent if os.access(source.parent, os.W_OK) else data_root()
    name = f".{source.name[:60]}"
    with (
        exclusive_lock(parent / f"{name}.lock", f"builds from {source}") as alone,
        workspace(parent, f"{name}.unpacked.", alone) as folder,
    ):
        unpack(source, folder)
        yield folder


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive into an empty folder; see `open_source` for what is refused."""
    budget = _Budget(archive, folder)
    with _damage_told(archive):
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as zipped:
                for member in zipped.infolist():
                    if member.is_dir() or (member.filename.endswith("\\") and not member.file_size):
                        continue
                    plain = stat.S_IFMT(member.external_attr >> 16) in (0, stat.S_IFREG)
                    budget.write(zipped.open(member) if plain else None, member.filename)
        elif tarfile.is_tarfile(archive):
            with tarfile.open(archive) as tar:
                for one in tar:
                    if not one.isdir():
                        budget.write(tar.extractfile(one) if one.isreg() else None, one.name)
                while tar.fileobj and tar.fileobj.read(2**20):  # to the very end, where there may be a checksum
                    pass
        else:
            raise DataError(f"--source {archive}: neither a folder nor a zip or tar archive")


@contextmanager
def _damage_told(archive: Path) -> Iterator[None]:
    try:
        yield
    except HVSError:
        raise
    except _DAMAGED as error:
        text = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise DataError(f"{archive}: damaged or unsupported archive ({text})") from error


class _Budget:
    """Writes the members of an archive and counts files and bytes, as an archive's own table may be wrong."""

    def __init__(self, archive: Path, folder: Path) -> None:
        self.archive, self.folder, self.files = archive, folder, 0
        self.left = min(MAX_BYTES, max(archive.stat().st_size * MAX_RATIO, 2**20))

    def write(self, stream: IO[bytes] | None, name: str) -> None:
        """Write a member, whose stream is None where it is no plain file."""
        if stream is None:
            raise DataError(f"{self.archive}: {name!r} is a link or special file")
        path = PurePosixPath(name.replace("\\", "/"))  # some programs for Windows write backslashes
        odd = path.is_absolute() or ".." in path.parts or not path.name or "\0" in name
        if odd or ":" in path.parts[0]:
            raise DataError(f"{self.archive}: member {name!r} would leave the folder it is unpacked to")
        self.files += 1
        if self.files > MAX_FILES:
            raise DataError(f"{self.archive}: more than {MAX_FILES} files")
        target = self.folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with stream, target.open("xb") as out:
                out.writelines(self._chunks(stream))
        except (FileExistsError, NotADirectoryError, IsADirectoryError, UnicodeError) as error:
            text = f"{self.archive}: the member name {path.name!r} occurs twice or is not possible"
            raise DataError(text) from error
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                raise DataError(f"{self.archive}: the name of a member is too long") from error
            raise StoreError(f"{target.parent}: cannot be written ({error.strerror})") from error

    def _chunks(self, stream: IO[bytes]) -> Iterator[bytes]:
        while True:
            with _damage_told(self.archive):  # not an error of the disk that is written to
                chunk = stream.read(2**20)
            if not chunk:
                return
            self.left -= len(chunk)
            if self.left < 0:
                raise DataError(f"{self.archive}: unpacks to far more than its own size; refused")
            yield chunk
