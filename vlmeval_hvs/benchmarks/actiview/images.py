"""Images that ActiView's pipelines need beyond the built set: other splits, and strips for single-image models."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vlmeval_hvs.benchmarks.actiview.cutting import cut, encode, read_image, side_by_side
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root


class Split(NamedTuple):
    """Paths of one image split into views: full at view size, full with grid lines, views by number."""

    full: str
    lined: str
    views: tuple[str, ...]


class ViewCache:
    """Cuts and joins images on first use, and again when a file changed.

    They are kept by `vlmeval_hvs.cache`, in a folder named by the set's digest and the code that cuts them.
    """

    def __init__(self, set_name: str, digest: str) -> None:
        root = data_root() / ".rendered"
        self._pictures = ImageCache(root / set_name / f"{digest[:16]}_{code_digest(__package__)}", root)

    @property
    def folder(self) -> Path:
        """Where the images are kept."""
        return self._pictures.folder

    def split(self, original: str, n_views: int) -> Split:
        """The views of an original image (absolute path), cut when they are not there yet."""
        keys = [f"{Path(original).stem}-{n_views}_{part}" for part in ("full", "lined", *range(1, n_views + 1))]
        kept = [self._pictures.get(key) for key in keys]
        if None in kept:
            image, ending = read_image(Path(original))
            whole, with_grid, tiles = cut(image, n_views)
            made = zip(keys, [whole, with_grid, *tiles], strict=True)
            kept = [self._pictures.put(key, encode(picture, ending), ending=ending) for key, picture in made]
        full, lined, *views = [picture.path for picture in kept if picture]
        return Split(full, lined, tuple(views))

    def strip(self, paths: Sequence[str], gap: int = 0) -> str:
        """Images (absolute paths) joined from left to right with white pixels between them, as one file."""
        what = "\n".join([str(gap), *paths]).encode("utf-8", "surrogatepass")
        key = f"strip_{hashlib.sha256(what).hexdigest()[:24]}"
        kept = self._pictures.get(key)
        if kept is None:
            images = [read_image(Path(path)) for path in paths]
            ending = images[0][1]
            joined = encode(side_by_side([image for image, _ in images], gap), ending)
            kept = self._pictures.put(key, joined, ending=ending)
        return kept.path

    def checked(self, path: str) -> str:
        """``path`` of a kept image; a `DataError` where it is missing or has changed since it was cut."""
        kept = self._pictures.get(Path(path).stem)
        if kept is None or kept.path != path:
            raise DataError(f"{path} is missing or has changed since it was cut; run again, it will be cut anew")
        return path
