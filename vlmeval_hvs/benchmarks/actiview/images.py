"""Images that ActiView's pipelines need beyond the built set: other splits, and strips for single-image models.

They are cut once and kept under ``$LMUData/vlmeval_hvs/_views/``, in a folder named by the set's digest and the version
of the cutting rules. A list of digests lies beside them: what is shown to a model is what was cut.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vlmeval_hvs.benchmarks.actiview.cutting import VERSION, cut, encode, read_image, side_by_side
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import data_root, write_atomically

_LOCKS = [threading.Lock() for _ in range(64)]


@dataclass(frozen=True)
class Split:
    """Paths of one image split into views: full at view size, full with grid lines, views by number."""

    full: str
    lined: str
    views: tuple[str, ...]


class ViewCache:
    """Cuts and joins images on first use, and again when a file is not as it was cut.

    Args:
        set_name: Name of the built set.
        digest: Digest of the set's content; another build has its own cache.
    """

    def __init__(self, set_name: str, digest: str) -> None:
        self.folder = data_root() / "_views" / f"{set_name}-{digest[:16]}-v{VERSION}"
        self._good: dict[str, tuple[int, int]] = {}
        self._digests: dict[str, str] = {}

    def split(self, original: str, n_views: int) -> Split:
        """The views of an original image, cut when they are not there yet.

        Args:
            original: Absolute path of the original.
            n_views: Number of views.

        Raises:
            DataError: The original cannot be read.
        """
        stem = f"{Path(original).stem}-{n_views}"

        def make() -> dict[str, bytes]:
            image, ending = read_image(Path(original))
            full, lined, views = cut(image, n_views)
            pictures = zip(_names(stem, ending, n_views), [full, lined, *views], strict=True)
            return {name: encode(picture, ending) for name, picture in pictures}

        full_path, lined_path, *view_paths = self._kept(stem, make)
        return Split(full_path, lined_path, tuple(view_paths))

    def strip(self, paths: Sequence[str], gap: int = 0) -> str:
        """Images joined from left to right, as one file.

        Args:
            paths: Absolute paths, in order.
            gap: White pixels between neighbours.

        Raises:
            DataError: An image cannot be read.
        """
        key = "\n".join([str(gap), *paths]).encode("utf-8", "surrogatepass")
        stem = f"strips/{hashlib.sha256(key).hexdigest()[:24]}"

        def make() -> dict[str, bytes]:
            images = [read_image(Path(path)) for path in paths]
            ending = images[0][1]
            return {stem + ending: encode(side_by_side([image for image, _ in images], gap), ending)}

        return self._kept(stem, make)[0]

    def checked(self, path: str) -> str:
        """``path`` of a cached image, when the file is what was cut.

        Raises:
            DataError: It is missing, or has changed since.
        """
        if not self._is_good(path):
            raise DataError(f"{path} is missing or has changed since it was cut; run again, it will be cut anew")
        return path

    def _kept(self, stem: str, make: Callable[[], Mapping[str, bytes]]) -> list[str]:
        """Paths of the images of one group, made when one of them is missing or not as its digest says."""
        group = self.folder / f"{stem}.json"
        with _LOCKS[int(hashlib.sha256(stem.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16) % len(_LOCKS)]:
            digests = _read(group)
            paths = {name: str(self.folder / name) for name in digests}
            self._digests |= {paths[name]: digest for name, digest in digests.items()}
            if not digests or not all(map(self._is_good, paths.values())):
                made = make()
                paths = {name: str(self.folder / name) for name in made}
                for name, content in made.items():
                    write_atomically(self.folder / name, content)
                    self._digests[paths[name]] = hashlib.sha256(content).hexdigest()
                written = {name: self._digests[path] for name, path in paths.items()}
                write_atomically(group, json.dumps(written).encode())
        return list(paths.values())

    def _is_good(self, path: str) -> bool:
        """Whether a file has the content that its digest names; files that did not change are read once."""
        try:
            status = os.stat(path)
            if self._good.get(path) == (status.st_size, status.st_mtime_ns):
                return True
            digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        except OSError:
            return False
        if digest != self._digests.get(path):
            return False
        self._good[path] = (status.st_size, status.st_mtime_ns)
        return True


def _read(group: Path) -> dict[str, str]:
    """Digest by file name; none when the list is missing or damaged, so that the group is made again."""
    try:
        found = json.loads(group.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    good = isinstance(found, dict) and all(isinstance(digest, str) for digest in found.values())
    return found if good else {}


def _names(stem: str, ending: str, n_views: int) -> list[str]:
    return [f"{stem}_{part}{ending}" for part in ("full", "lined", *range(1, n_views + 1))]
