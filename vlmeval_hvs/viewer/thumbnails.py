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
from vlmeval_hvs.lazy_images import Draw, drawing_of, make_file, png

if TYPE_CHECKING:
    from PIL import Image

EDGE, TURN_EDGE = 448, 320  # longest edge of a small copy, px; images of single turns are shown smaller


class Images:
    """The images of some samples, each stored once: small copies, files in a ``folder``, or ``served`` and not drawn.

    ``most`` is the size of the sources from which on images that are not needed are left out. ``listed`` has source,
    width and height (px; None where the image is not drawn yet) by key; ``files``, of a server, what is behind every
    name.
    """

    def __init__(self, folder: Path | None = None, served: bool = False, most: int | None = None) -> None:
        self.folder, self.served, self.most = folder, served, most
        self.listed: dict[str, dict[str, Any]] = {}
        self.files: dict[str, Path | Draw] = {}
        self._known: dict[str, str] = {}

    @property
    def full(self) -> bool:
        """Whether there is room only for images that a page cannot do without."""
        return self.most is not None and sum(len(one["source"]) for one in self.listed.values()) >= self.most

    def add(self, path: str, edge: int = EDGE) -> str:
        """Key of an image in `listed`; a small copy has this longest edge (px), an existing copy stays as it is."""
        if path not in self._known:
            self._known[path] = self._named(path) if self.served else self._copied(path, edge)
        return self._known[path]

    def _named(self, path: str) -> str:
        draw, key = drawing_of(path), _digest(path.encode("utf-8", "surrogatepass"))
        name = f"{key}{Path(path).suffix.lower()}"
        self.files[name] = draw or Path(path)
        self._list(key, f"images/{name}", (None, None) if draw else image_size(path))
        return key

    def _copied(self, path: str, edge: int) -> str:
        draw = None if self.folder else drawing_of(path)  # a picture that was drawn for this page has no file
        try:
            if self.folder:
                make_file(path)
            data = png(draw) if draw else Path(path).read_bytes()
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        key = _digest(data)
        if key not in self.listed:
            with opened_image(data, path) as image:
                size = shown_size(image)  # before a draft makes it smaller
                source = None if self.folder else _small(image, edge)
            if self.folder:
                place = self.folder / f"{key}{Path(path).suffix.lower()}"
                place.parent.mkdir(parents=True, exist_ok=True)
                if not place.is_file():
                    shutil.copyfile(path, place)
                source = f"{self.folder.name}/{place.name}"
            self._list(key, str(source), size)
        return key

    def _list(self, key: str, source: str, size: tuple[int | None, int | None]) -> None:
        self.listed[key] = {"source": source, "width": size[0], "height": size[1]}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def _small(image: Image.Image, edge: int) -> str:
    """A small copy as an address that holds its data."""
    if image.format == "JPEG":
        image.draft("RGB", (2 * edge, 2 * edge))  # decoded at no more than twice the size
    small = as_shown(image)
    small.thumbnail((edge, edge))
    buffer = io.BytesIO()
    small.save(buffer, format="WEBP", quality=62, method=4)
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"
