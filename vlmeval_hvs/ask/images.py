"""Images as data URLs, each encoded once as long as there is room to keep it."""

from __future__ import annotations

import base64
import io
import os
import threading
from collections import OrderedDict
from pathlib import Path

from PIL import Image

from vlmeval_hvs.as_shown import seems_odd
from vlmeval_hvs.ask.settings import Images
from vlmeval_hvs.files import plain_image

ROOM = 256 * 1024 * 1024
"""Bytes of encoded images that are kept."""

SHORTEST = 100
"""The host's classes enlarge images with a shorter side than this before they send them as JPEG."""

LONGEST = 65_500
"""No side of a JPEG file is longer."""

_AS_THEY_ARE = ("1", "L", "RGB", "CMYK", "YCbCr")
"""Modes that a JPEG file can hold; the host's classes convert others to RGB."""


class DataUrls:
    """Data URLs of image files; those asked for last are kept.

    Args:
        form: In which form images are sent.
        room: Bytes of URLs that are kept.
    """

    def __init__(self, form: Images, room: int = ROOM) -> None:
        self._form, self._room = form, room
        self._known: OrderedDict[tuple[str, int, int], str] = OrderedDict()
        self._kept = 0
        self._lock = threading.Lock()

    def of(self, path: str) -> str:
        """The data URL of a file; a file that has changed is read again.

        Raises:
            OSError: The file is missing or no image.
        """
        status = os.stat(path)
        key = path, status.st_size, status.st_mtime_ns
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        url = data_url(Path(path), self._form)
        with self._lock:
            if key not in self._known:
                self._known[key] = url
                self._kept += len(url)
            while self._kept > self._room:
                _, dropped = self._known.popitem(last=False)
                self._kept -= len(dropped)
        return url

    @property
    def kept(self) -> int:
        """Bytes of the URLs that are kept."""
        return self._kept


def data_url(path: Path, form: Images) -> str:
    """Encode an image file.

    As JPEG the bytes are those that the host's API classes send: quality 75, and an image whose shorter side is below
    `SHORTEST` pixels is enlarged to it.

    Args:
        path: The file.
        form: Format, and longest side in pixels.
    """
    with Image.open(path) as opened:
        picture: Image.Image = opened
        if seems_odd(opened):  # a set holds none; one of an earlier version may
            picture = Image.open(io.BytesIO(plain_image(path.read_bytes(), str(path))[0]))
        if form.format == "png":
            picture = (
                picture if picture.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16") else picture.convert("RGB")
            )
        elif picture.mode not in _AS_THEY_ARE:
            picture = picture.convert("RGB")
        if form.side:
            picture = picture.copy()
            picture.thumbnail((form.side, form.side))
        if form.format == "jpeg" and min(picture.size) < SHORTEST:
            factor = min(SHORTEST / min(picture.size), LONGEST / max(picture.size))
            picture = picture.resize((max(1, int(picture.width * factor)), max(1, int(picture.height * factor))))
        buffer = io.BytesIO()
        picture.save(buffer, format=form.format.upper())
    return f"data:image/{form.format};base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
