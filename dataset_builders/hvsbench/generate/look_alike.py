"""Pictures that look alike: by their bytes, or by perceptual hashes and small grey copies.

The hash of 64 bits has the signs, about their median, of the 8 x 8 lowest frequencies of the cosine transform of a 32 x
32 grey copy (Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010). A picture mirrored
left to right has the same frequencies, every other one negated, so that its hash is known without looking at it.
"""

from __future__ import annotations

import hashlib
import io
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

MOST_BITS = 11
"""Bits of 64 that the hashes of two alike pictures differ in at most."""

LEAST_CORRELATION = 0.8
"""Of the grey copies of two alike pictures."""

_GREY, _LOWEST, _COPY = 32, 8, 16
_FLAT = 4.0  # grey levels of standard deviation; below, the hash of a blank picture is that of its noise
_DECODED = 256  # px; a JPEG is decoded at the smallest of its scales above this
_MIRROR = np.where(np.arange(_LOWEST) % 2, -1.0, 1.0)
_AT_ONCE = 256  # rows of the table of distances that are held at once

Floats = NDArray[np.float32]


class Look(NamedTuple):
    """What is kept of a picture.

    Attributes:
        content: SHA-256 of the file.
        signs: (64,), the bits of the hash as 1 and -1; zeros for a picture too flat to have one.
        mirrored: (64,), those of the picture mirrored left to right.
        copy: (16, 16), grey levels less their mean, scaled to length 1.
    """

    content: str
    signs: Floats
    mirrored: Floats
    copy: Floats


def look_of(path: Path) -> Look:
    """What is kept of an image file.

    Raises:
        DataError: It cannot be read, does not decode, or is too large.
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
    block = _GREY // _COPY
    copy = levels.reshape(_COPY, block, _COPY, block).mean(axis=(1, 3)).round()
    copy -= copy.mean()
    copy /= np.linalg.norm(copy) or 1.0
    low = dctn(levels)[:_LOWEST, :_LOWEST] if levels.std() >= _FLAT else np.zeros((_LOWEST, _LOWEST))
    return Look(hashlib.sha256(data).hexdigest(), _signs(low), _signs(low * _MIRROR), copy.astype(np.float32))


def _signs(low: NDArray[np.float64]) -> Floats:
    signs = np.where(low > np.median(low), 1, -1) if low.any() else np.zeros_like(low)
    return signs.ravel().astype(np.float32)


def alike(paths: Sequence[Path]) -> Iterator[tuple[int, int]]:
    """Places of image files that are alike: enough pairs to link all of them.

    Alike are files with the same content, and pictures whose hashes, or that of one and the mirrored one of the other,
    differ in at most `MOST_BITS`, while their grey copies correlate with at least `LEAST_CORRELATION`.

    Raises:
        DataError: A file does not decode.
    """
    if not paths:
        return
    with ThreadPoolExecutor() as pool:
        looks = list(pool.map(look_of, paths))
    first: dict[str, int] = {}
    for place, one in enumerate(looks):
        other = first.setdefault(one.content, place)
        if other != place:
            yield other, place
    signs = np.stack([one.signs for one in looks])
    copies = np.stack([one.copy for one in looks])
    for hashes, turned in ((signs, copies), (np.stack([one.mirrored for one in looks]), copies[:, :, ::-1])):
        for start in range(0, len(looks), _AT_ONCE):
            near = hashes[start : start + _AT_ONCE] @ signs.T >= signs.shape[1] - 2 * MOST_BITS
            for row, b in np.argwhere(near).tolist():
                a = start + row
                if a != b and np.vdot(turned[a], copies[b]) >= LEAST_CORRELATION:
                    yield a, b
