"""Files of this package and of its users: where data live, atomic writing, safe paths, images and their formats."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.bit_depth import eight_bit
from vlmeval_hvs.errors import DataError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_IMAGE_PIXELS = 100_000_000
"""Larger images are refused. No released image comes near this size, and an image of this size still fits memory."""

_IMAGE_STARTS = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif", b"BM": ".bmp"}


def data_root() -> Path:
    """Folder of all built sets: ``$LMUData/vlmeval_hvs``, with the host's default ``~/LMUData``."""
    return Path(os.environ.get("LMUData") or Path.home() / "LMUData") / "vlmeval_hvs"


def bundled(package: str | None, name: str) -> Any:
    """The content of a JSON file that lies next to the modules of a package.

    Args:
        package: Name of the package; a module gives its own ``__package__``.
        name: File name.
    """
    return json.loads((files(package or "vlmeval_hvs") / name).read_text("utf-8"))


def read_json(path: Path) -> Any:
    """The content of a JSON file from elsewhere, with or without a byte order mark.

    Raises:
        DataError: It cannot be read as JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path}: cannot be read as JSON ({error})") from error


def content_digest(path: Path) -> str:
    """SHA-256 of a file's content; of a folder, of the names and contents of the files that lie in it."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    digest = hashlib.sha256()
    for file in sorted(entry for entry in path.iterdir() if entry.is_file()):
        digest.update(f"{file.name}\0{content_digest(file)}\0".encode())
    return digest.hexdigest()


def tree_digest(path: Path) -> str:
    """SHA-256 of the names and contents of all files below a folder, hidden ones excepted, or of one file."""
    if path.is_file():
        return content_digest(path)
    digest = hashlib.sha256()
    for file in sorted(entry for entry in path.rglob("*") if entry.is_file()):
        name = file.relative_to(path)
        if not any(part.startswith(".") for part in name.parts):  # a clone's history changes without its files
            digest.update(f"{name.as_posix()}\0{content_digest(file)}\0".encode())
    return digest.hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that readers see the old or the new content, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)  # mkstemp makes files private; results are meant to be shared
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def inside(folder: Path, relative: str) -> Path:
    """The path of ``relative`` inside ``folder``.

    Raises:
        DataError: The path is absolute, leaves the folder, or is not a plain relative path.
    """
    pure = PurePosixPath(relative)
    if not relative or pure.is_absolute() or ".." in pure.parts or "\\" in relative or "\0" in relative:
        raise DataError(f"path {relative!r} is not a plain path inside the set")
    path = folder / pure
    if not path.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"path {relative!r} leaves the set's folder")
    return path


def image_suffix(data: bytes) -> str:
    """Suffix of an image file by its first bytes, such as ``.png``; ``.img`` for formats that are not listed here."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return ".webp"
    return next((suffix for start, suffix in _IMAGE_STARTS.items() if data.startswith(start)), ".img")


def check_image(data: bytes, name: str) -> tuple[int, int]:
    """Decode an image completely.

    Args:
        data: Encoded image.
        name: Name of the image in an error.

    Returns:
        ``(width, height)`` in pixels.

    Raises:
        DataError: The bytes are no image, are truncated, or are larger than `MAX_IMAGE_PIXELS`.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            if width * height > MAX_IMAGE_PIXELS:
                raise DataError(f"{name}: {width}x{height} pixels is more than the {MAX_IMAGE_PIXELS} allowed")
            image.load()
    except DataError:
        raise
    except Exception as error:  # Pillow raises many types for broken files
        # Pillow names a file in memory by its address, which would make the message another one at every run.
        why = "" if "BytesIO" in str(error) else f": {error}"
        raise DataError(f"{name}: the image does not decode ({type(error).__name__}{why})") from error
    return width, height


def read_rgb(path: Path) -> NDArray[np.uint8]:
    """An image file as RGB uint8 ``(h, w, 3)``.

    Raises:
        DataError: It does not decode or is too large.
    """
    import numpy as np
    from PIL import Image

    try:
        with Image.open(path) as image:
            if image.width * image.height > MAX_IMAGE_PIXELS:
                raise DataError(f"{path}: {image.width}x{image.height} pixels is too large")
            return np.asarray(eight_bit(image).convert("RGB"))
    except (OSError, ValueError, SyntaxError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: the image does not decode ({error})") from error
