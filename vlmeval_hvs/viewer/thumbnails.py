"""Images of samples: small copies inside the page, files next to it, or files of a server, drawn when asked for."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.as_shown import as_shown, shown_size
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import image_size, opened_image
from vlmeval_hvs.lazy_images import Draw, drawing_of, make_file

if TYPE_CHECKING:
    from PIL import Image

EDGE = 448
"""Longest edge of a small copy, px."""

TURN_EDGE = 320
"""The same of an image of a single turn, which is shown smaller."""

QUALITY = 62


class Images:
    """The images of some samples, each stored once.

    Args:
        folder: Where the files are copied to, beside the page; None puts small copies into the page.
        served: Nothing is copied or drawn: the page asks a server for `files` by their names.
        most: Size of the sources from which on images that are not needed are left out; None for no end.

    Attributes:
        listed: Source, width and height (px; None where the image is not drawn yet) of every image, by its key.
        files: Of a server: the file behind every name, or what draws it.
    """

    def __init__(self, folder: Path | None = None, served: bool = False, most: int | None = None) -> None:
        self.folder, self.served, self.most = folder, served, most
        self.listed: dict[str, dict[str, Any]] = {}
        self.files: dict[str, Path | Draw] = {}
        self.size = 0
        self._known: dict[str, str] = {}

    @property
    def full(self) -> bool:
        """Whether there is room only for images that a page cannot do without."""
        return self.most is not None and self.size >= self.most

    def add(self, path: str, edge: int = EDGE) -> str:
        """Key of an image in `listed`.

        Args:
            path: Its file.
            edge: Longest edge of its small copy, px; an existing copy stays as it is.

        Raises:
            DataError: It cannot be read.
        """
        if path not in self._known:
            draw = drawing_of(path)
            if self.served:
                self._known[path] = self._named(path, draw)
            elif draw and self.folder is None:  # a picture that was drawn for this page has no file
                self._known[path] = self._of_pixels(draw, edge)
            else:
                self._known[path] = self._of_file(path, edge)
        return self._known[path]

    def _named(self, path: str, draw: Draw | None) -> str:
        width, height = (None, None) if draw else image_size(path)
        key = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:20]
        name = f"{key}{Path(path).suffix.lower()}"
        self.files[name] = draw or Path(path)
        return self._kept(key, f"images/{name}", width, height)

    def _of_pixels(self, draw: Draw, edge: int) -> str:
        from PIL import Image

        pixels = draw()
        height, width = pixels.shape[:2]
        key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).hexdigest()[:20]
        return key if key in self.listed else self._kept(key, _small(Image.fromarray(pixels), edge), width, height)

    def _of_file(self, path: str, edge: int) -> str:
        make_file(path)
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        key = hashlib.sha256(data).hexdigest()[:20]
        if key not in self.listed:
            with opened_image(data, path) as image:
                size = shown_size(image)  # before a draft makes it smaller
                source = self._copied(Path(path), key) if self.folder else _small(image, edge)
            self._kept(key, source, *size)
        return key

    def _kept(self, key: str, source: str, width: int | None, height: int | None) -> str:
        self.listed[key] = {"source": source, "width": width, "height": height}
        self.size += len(source)
        return key

    def _copied(self, path: Path, key: str) -> str:
        assert self.folder is not None
        name = f"{key}{path.suffix.lower()}"
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / name).is_file():
            shutil.copyfile(path, self.folder / name)
        return f"{self.folder.name}/{name}"


def _small(image: Image.Image, edge: int) -> str:
    """A small copy as an address that holds its data."""
    if image.format == "JPEG":
        image.draft("RGB", (2 * edge, 2 * edge))  # decoded at no more than twice the size
    small = as_shown(image)
    small.thumbnail((edge, edge))
    buffer = io.BytesIO()
    small.save(buffer, format="WEBP", quality=QUALITY, method=4)
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"
