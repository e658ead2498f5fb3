"""Images of samples inside a page: small copies as data, or the files themselves in a folder beside it."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.as_shown import as_shown, shown_size
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import opened_image
from vlmeval_hvs.lazy_images import make_file, pixels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

EDGE = 448
"""Longest edge of a small copy, px."""

TURN_EDGE = 320
"""The same of an image of a single turn, which is shown smaller."""

QUALITY = 62


class Images:
    """The images of one page, each stored once.

    Args:
        folder: Where the files are copied to, beside the page; None puts small copies into the page.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.most: int | None = None
        """Size of the sources from which on images that are not needed are left out; None for no end."""
        self.sources: list[str] = []
        self.sizes: list[tuple[int, int]] = []
        self._known: dict[str, int] = {}
        self._same: dict[str, int] = {}

    @property
    def size(self) -> int:
        """Size of all sources in the page."""
        return sum(map(len, self.sources))

    @property
    def full(self) -> bool:
        """Whether there is room only for images that a page cannot do without."""
        return self.most is not None and self.size >= self.most

    def listed(self) -> list[dict[str, Any]]:
        """All images with their sizes in px, as plain JSON."""
        return [
            {"source": source, "width": width, "height": height}
            for source, (width, height) in zip(self.sources, self.sizes, strict=True)
        ]

    def add(self, path: str, edge: int = EDGE) -> int:
        """Number of an image in `sources`.

        Args:
            path: Its file.
            edge: Longest edge of its small copy, px; a copy that there is already stays as it is.

        Raises:
            DataError: It cannot be read.
        """
        if path not in self._known:
            pixels = pixels_of(path) if self.folder is None else None
            self._known[path] = self._of_file(path, edge) if pixels is None else self._of_pixels(pixels, edge)
        return self._known[path]

    def _of_pixels(self, pixels: NDArray[np.uint8], edge: int) -> int:
        """A picture that was drawn for this page has no file."""
        from PIL import Image

        digest = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).hexdigest()
        if digest not in self._same:
            self._same[digest] = self._kept(_small(Image.fromarray(pixels), edge), (pixels.shape[1], pixels.shape[0]))
        return self._same[digest]

    def _of_file(self, path: str, edge: int) -> int:
        make_file(path)
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise DataError(f"{path}: cannot be read ({error})") from error
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self._same:
            self._same[digest] = self._stored(Path(path), data, digest, edge)
        return self._same[digest]

    def _stored(self, path: Path, data: bytes, digest: str, edge: int) -> int:
        with opened_image(data, str(path)) as image:
            size = shown_size(image)  # before a draft makes it smaller
            return self._kept(self._copied(path, digest) if self.folder else _small(image, edge), size)

    def _kept(self, source: str, size: tuple[int, int]) -> int:
        self.sources.append(source)
        self.sizes.append(size)
        return len(self.sources) - 1

    def _copied(self, path: Path, digest: str) -> str:
        assert self.folder is not None
        name = f"{digest[:20]}{path.suffix.lower()}"
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
