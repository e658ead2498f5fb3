"""What a picture's file says of which picture it is: its bytes, and how it looks at a glance.

The look is a 64-bit perceptual hash: the signs, about their median, of the 8 x 8 lowest frequencies of the cosine
transform of a 32 x 32 grey copy (Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010).
A picture mirrored left to right has the same frequencies, every other one negated, so that its hash is known without
looking at it.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.fft import dctn

from vlmeval_hvs.as_shown import eight_bit
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import IMAGE_FORMATS, MAX_IMAGE_PIXELS

SIDE = 16
"""Width and height of the grey copy that is kept, px."""

_GREY, _LOWEST = 32, 8
_FLAT = 4.0  # grey levels of standard deviation; below, the hash of a blank picture is that of its noise
_DECODED = 256  # px; a JPEG is decoded at the smallest of its scales above this
_AT_ONCE = 256
_BITS = np.uint64(1) << np.arange(63, -1, -1, dtype=np.uint64)
_MIRROR = np.where(np.arange(_LOWEST) % 2, -1.0, 1.0)


class Fingerprint(NamedTuple):
    """What is kept of a picture.

    Attributes:
        content: SHA-256 of the file.
        look: Perceptual hash; 0 for a picture too flat to have one.
        mirrored: Perceptual hash of the picture mirrored left to right; likewise 0.
        copy: `SIDE` x `SIDE` grey levels, row by row.
    """

    content: str
    look: int
    mirrored: int
    copy: bytes


def fingerprint(path: Path) -> Fingerprint:
    """The fingerprint of an image file.

    Raises:
        DataError: It does not decode, or is too large.
    """
    try:
        data = path.read_bytes()
        with Image.open(io.BytesIO(data), formats=IMAGE_FORMATS) as image:
            if image.width * image.height > MAX_IMAGE_PIXELS:
                raise DataError(f"{path}: {image.width}x{image.height} pixels is too large")
            image.draft("L", (_DECODED, _DECODED))
            grey = eight_bit(image).convert("L").resize((_GREY, _GREY), Image.Resampling.LANCZOS)
    except (OSError, ValueError, SyntaxError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: the image does not decode ({error})") from error
    levels = np.asarray(grey, dtype=float)
    block = _GREY // SIDE
    copy = levels.reshape(SIDE, block, SIDE, block).mean(axis=(1, 3)).round().astype(np.uint8).tobytes()
    content = hashlib.sha256(data).hexdigest()
    if levels.std() < _FLAT:
        return Fingerprint(content, 0, 0, copy)
    low = dctn(levels)[:_LOWEST, :_LOWEST]
    return Fingerprint(content, _signs(low), _signs(low * _MIRROR), copy)


def _signs(low: NDArray[np.float64]) -> int:
    return int(_BITS[(low > np.median(low)).ravel()].sum(dtype=np.uint64))


def fingerprints(paths: Sequence[Path], kept: Path | None = None, workers: int = 2) -> Iterator[Fingerprint]:
    """The fingerprints of image files, in their order.

    Args:
        paths: The files.
        kept: A file that remembers what was computed: a file of the same size and time of change is not read again. It
            grows while this runs, so that an interrupted run goes on where it was.
        workers: Files read at once.

    Raises:
        DataError: A file does not decode.
    """
    known = _known(kept) if kept else {}
    with ThreadPoolExecutor(workers) as pool:
        for start in range(0, len(paths), _AT_ONCE):
            part = paths[start : start + _AT_ONCE]
            marks = [_mark(path) for path in part]
            new = {mark: path for mark, path in zip(marks, part, strict=True) if mark not in known}
            found = dict(zip(new, pool.map(fingerprint, new.values()), strict=True))
            if kept and found:
                _keep(kept, found)
            for mark in marks:
                yield found[mark] if mark in found else known[mark]


def _mark(path: Path) -> str:
    try:
        status = path.stat()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    return f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}"


def _known(kept: Path) -> dict[str, Fingerprint]:
    found: dict[str, Fingerprint] = {}
    if not kept.exists():
        return found
    with kept.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                mark, content, look, mirrored, copy = json.loads(line)
                found[mark] = Fingerprint(content, int(look, 16), int(mirrored, 16), base64.b64decode(copy))
            except (ValueError, TypeError):
                continue  # the line that an interrupted run was writing
    return found


def _keep(kept: Path, found: dict[str, Fingerprint]) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps([mark, one.content, f"{one.look:x}", f"{one.mirrored:x}", base64.b64encode(one.copy).decode()])
        for mark, one in found.items()
    ]
    with kept.open("a", encoding="utf-8", errors="surrogateescape") as file:
        # An interrupted run may have left half a line.
        file.write("".join(f"\n{line}" for line in lines) + "\n")
