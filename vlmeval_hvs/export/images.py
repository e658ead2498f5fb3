"""Images inside an exported log, as data addresses."""

from __future__ import annotations

import base64
import hashlib
import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import IMAGE_FORMATS, MAX_IMAGE_PIXELS, image_suffix

if TYPE_CHECKING:
    from PIL import Image

_TYPES = {".png": "png", ".jpg": "jpeg", ".gif": "gif", ".webp": "webp"}
"""Formats that browsers show, by the ending of `vlmeval_hvs.files.image_suffix`."""

QUALITY = 85
"""Of WebP. Pictures that were drawn or photographed take a tenth of what they take as PNG, and look the same."""


@lru_cache(maxsize=64)  # the questions about one picture, and the turns of one sample, follow each other
def data_address(path: str, longest_side: int) -> tuple[str, str]:
    """An image as a data address, and the SHA-256 of its file.

    Args:
        path: File of the image.
        longest_side: Larger images are made smaller to this many px, and images become WebP where that takes fewer
            bytes; 0 keeps every image as it is.

    Raises:
        DataError: It cannot be read or does not decode.
    """
    from PIL import Image

    try:
        data = Path(path).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        kind = _TYPES.get(image_suffix(data))
        with Image.open(io.BytesIO(data), formats=IMAGE_FORMATS) as image:
            if image.width * image.height > MAX_IMAGE_PIXELS:
                raise DataError(f"{path}: {image.width}x{image.height} pixels is too large")
            if kind is None or longest_side:
                small = _webp(image, longest_side)
                if kind is None or max(image.size) > longest_side or len(small) < len(data):
                    data, kind = small, "webp"
    except (OSError, ValueError, SyntaxError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{path}: the image does not decode ({type(error).__name__})") from error
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}", digest


def _webp(image: Image.Image, longest_side: int) -> bytes:
    copy = as_shown(image)
    copy.thumbnail((longest_side or image.width, longest_side or image.height))
    buffer = io.BytesIO()
    copy.save(buffer, format="WEBP", quality=QUALITY, method=4)
    return buffer.getvalue()
