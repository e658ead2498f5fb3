"""Files: the data folder, JSON, digests, atomic writing, safe paths, images and their formats."""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
import sys
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from vlmeval_hvs.as_shown import as_shown, oddities, shown_size
from vlmeval_hvs.errors import DataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

MAX_IMAGE_PIXELS = 100_000_000  # larger images are refused: released ones are far smaller, and this fits in memory
IMAGE_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")  # others let Pillow start programs (Ghostscript for EPS)
LONGEST_NAME = 255  # bytes of the longest name that file systems allow
_IMAGE_STARTS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"BM": ".bmp"}


def data_root() -> Path:
    """Folder of all built sets: ``$LMUData/vlmeval_hvs``, with the host's default ``~/LMUData``."""
    return Path(os.environ.get("LMUData") or "~/LMUData").expanduser() / "vlmeval_hvs"


def bundled(package: str | None, name: str) -> Any:
    """The content of a JSON file of a package; a module gives its own ``__package__``."""
    return json.loads((files(package or "vlmeval_hvs") / name).read_text("utf-8"))


def read_json(path: Path, dropped: Collection[str] = ()) -> Any:
    """The content of a user's JSON file, with or without a byte order mark; a DataError where it cannot be read.

    Values of the keys ``dropped`` are dropped while it is read, because they would fill the memory unused.
    """
    slim = (lambda found: {key: found[key] for key in found if key not in dropped}) if dropped else None
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"), object_hook=slim)
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: cannot be read as JSON ({error})") from error


def content_digest(path: Path) -> str:
    """SHA-256 of a file's content, or of the names and contents of all files below a folder but hidden ones.

    The hidden history of a clone changes while its files stay the same.
    """
    digest = hashlib.sha256()
    if not path.is_dir():
        with path.open("rb") as file:
            while chunk := file.read(2**20):
                digest.update(chunk)
        return digest.hexdigest()
    for each in sorted(each for each in path.rglob("*") if each.is_file()):
        name = each.relative_to(path)
        if not any(part.startswith(".") for part in name.parts):
            digest.update(f"{name.as_posix()}\0{content_digest(each)}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that readers see the whole old or the whole new content, also after a power failure.

    A link's target is written. A device or pipe, such as ``/dev/stdout``, receives the content and is never replaced.
    """
    try:
        with atomic_file(path) as file:
            file.write(data)
    except OSError as error:
        error.filename = error.filename or str(path)  # the error of a full disk names no file
        raise


_OUTPUT: list[TextIO] = []  # standard output while `output_is_data` keeps messages off it


@contextmanager
def output_is_data() -> Iterator[None]:
    """In the block, prints go to standard error, and standard output receives only what is written to ``-``."""
    _OUTPUT.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _OUTPUT.pop()


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A file that is written piece by piece, atomically as by `write_atomically`; on an error the old content stays.

    ``-`` is standard output, also while `output_is_data` keeps messages off it.
    """
    if str(path) == "-":
        out = _OUTPUT[-1] if _OUTPUT else sys.stdout
        yield out.buffer
        out.flush()
        return
    if (path.exists() and not path.is_file()) or str(path).startswith(("/dev/std", "/dev/fd/", "/proc/")):
        # A device, a pipe, or a name of a file that a shell has opened, whose content stays.
        with path.open("ab") as stream:
            yield stream
        return
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True)
    # A short name: `path.name` may already have the greatest length.
    temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("xb") as file:  # `open` sets the rights by the user's umask
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def inside(folder: Path, relative: str) -> Path:
    """The path of ``relative`` inside ``folder``; a DataError where it is no plain relative path or leaves it."""
    pure = PurePosixPath(relative)
    odd = not relative.isprintable() or "\\" in relative  # also lone surrogates, line ends and tabs
    shown = ascii(relative if len(relative) <= 80 else f"{relative[:80]}...")
    if not relative or pure.is_absolute() or ".." in pure.parts or odd:
        raise DataError(f"path {shown} is not a plain path inside the set")
    if any(len(part.encode()) > LONGEST_NAME for part in pure.parts):
        raise DataError(f"path {shown} has a name of more than {LONGEST_NAME} bytes")
    path = folder / pure
    if not path.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"path {relative!r} leaves the set's folder")
    return path


def composed_name(name: str) -> str:
    """A name with composed letters (NFC; macOS keeps decomposed ones) and ``/`` between folders, as tables store it."""
    return unicodedata.normalize("NFC", name.replace("\\", "/"))


def named_file(folder: Path, name: str) -> Path:
    """The path of a file that a table names, there or not, for any composition of its letters and either separator.

    Errors are those of `inside`.
    """
    composed = inside(folder, composed_name(name))
    decomposed = inside(folder, unicodedata.normalize("NFD", composed_name(name)))
    return decomposed if decomposed.exists() and not composed.exists() else composed


def image_suffix(data: bytes) -> str:
    """Suffix of an image file by its first bytes, such as ``.png``; ``.img`` for other formats."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return next((suffix for start, suffix in _IMAGE_STARTS.items() if data.startswith(start)), ".img")


@contextmanager
def opened_image(source: Path | bytes, name: str = "") -> Iterator[Image.Image]:
    """Open an image file or an encoded image without loading its pixels; a DataError names it where it is unfit."""
    from PIL import Image

    name = name or str(source)
    try:
        with Image.open(io.BytesIO(source) if isinstance(source, bytes) else source, formats=IMAGE_FORMATS) as image:
            width, height = shown_size(image)
            if width * height > MAX_IMAGE_PIXELS:
                raise DataError(f"{name}: {width}x{height} is more than {MAX_IMAGE_PIXELS} pixels; make it smaller")
            yield image
    except DataError:
        raise
    except Exception as error:  # Pillow raises many types for broken files
        # Pillow names a file in memory by its address, which changes from run to run.
        why = "" if "BytesIO" in str(error) else f": {error}"
        raise DataError(f"{name}: the image does not decode ({type(error).__name__}{why})") from error


def check_image(data: bytes, name: str) -> tuple[int, int]:
    """``(width, height)`` in px, as it is shown, of a completely decoded image; errors as of `opened_image`."""
    with opened_image(data, name) as image:
        image.load()
        return shown_size(image)


def plain_image(data: bytes, name: str) -> tuple[bytes, tuple[int, int], list[str]]:
    """An encoded image that every program shows alike, its ``(width, height)`` in px, and what was odd about it.

    It is ``data`` unchanged where nothing is odd, else encoded again as it is shown (`as_shown`), a JPEG as JPEG and
    anything else as PNG; errors as of `opened_image`.
    """
    size = check_image(data, name)
    with opened_image(data, name) as image:
        if not (found := oddities(image)):
            return data, size, []
    with opened_image(data, name) as image:
        lossy = image.format in ("JPEG", "MPO")
        shown = as_shown(image)
    buffer = io.BytesIO()
    shown.save(buffer, **({"format": "JPEG", "quality": 95, "subsampling": 0} if lossy else {"format": "PNG"}))
    return buffer.getvalue(), shown.size, found


def image_size(path: str | Path) -> tuple[int, int]:
    """Width and height of an image file as it is shown, in px, from its head; errors as of `opened_image`."""
    with opened_image(Path(path)) as image:
        return shown_size(image)


def read_rgb(path: Path) -> NDArray[np.uint8]:
    """An image file as RGB uint8 ``(h, w, 3)``; errors as of `opened_image`."""
    import numpy as np

    with opened_image(path) as image:
        return np.asarray(as_shown(image))
