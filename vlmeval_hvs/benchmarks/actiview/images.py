"""Images that ActiView's pipelines need beyond the built set: other splits, and strips for single-image models.

They are cut once and kept under ``$LMUData/vlmeval_hvs/_views/``, in a folder named by the set's digest.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vlmeval_hvs.benchmarks.actiview.cutting import cut, encode, read_image, side_by_side
from vlmeval_hvs.files import data_root, write_atomically

_LOCKS = [threading.Lock() for _ in range(64)]


@dataclass(frozen=True)
class Split:
    """Paths of one image split into views: full at view size, full with grid lines, views by number."""

    full: str
    lined: str
    views: tuple[str, ...]


class ViewCache:
    """Cuts and joins images on first use.

    Args:
        set_name: Name of the built set.
        digest: Digest of the set's content; another build has its own cache.
    """

    def __init__(self, set_name: str, digest: str) -> None:
        self.folder = data_root() / "_views" / f"{set_name}-{digest[:16]}"

    def split(self, original: str, n_views: int) -> Split:
        """The views of an original image, cut when they are not there yet.

        Args:
            original: Absolute path of the original.
            n_views: Number of views.

        Raises:
            DataError: The original cannot be read.
        """
        stem = f"{Path(original).stem}-{n_views}"
        with _lock(stem):
            done = self.folder / f"{stem}.done"
            ending = done.read_text() if done.is_file() else ""
            if not ending:
                image, ending = read_image(Path(original))
                full, lined, views = cut(image, n_views)
                for name, picture in zip(_names(stem, ending, n_views), [full, lined, *views], strict=True):
                    write_atomically(self.folder / name, encode(picture, ending))
                write_atomically(done, ending.encode())
        full_path, lined_path, *view_paths = (str(self.folder / name) for name in _names(stem, ending, n_views))
        return Split(full_path, lined_path, tuple(view_paths))

    def strip(self, paths: Sequence[str]) -> str:
        """Images joined from left to right, as one file.

        Args:
            paths: Absolute paths, in order.

        Raises:
            DataError: An image cannot be read.
        """
        digest = hashlib.sha256("\n".join(paths).encode("utf-8", "surrogatepass")).hexdigest()[:24]
        ending = Path(paths[0]).suffix.lower()
        ending = ".jpg" if ending in (".jpg", ".jpeg") else ".png"
        target = self.folder / "strips" / f"{digest}{ending}"
        with _lock(digest):
            if not target.is_file():
                strip = side_by_side([read_image(Path(path))[0] for path in paths])
                write_atomically(target, encode(strip, ending))
        return str(target)


def _names(stem: str, ending: str, n_views: int) -> list[str]:
    return [f"{stem}_{part}{ending}" for part in ("full", "lined", *range(1, n_views + 1))]


def _lock(name: str) -> threading.Lock:
    """A lock per file name (shared by a few): the host's API mode asks rows in threads."""
    return _LOCKS[int(hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16) % len(_LOCKS)]
