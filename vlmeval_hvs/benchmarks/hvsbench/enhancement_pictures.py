"""Pictures of a conversation about a crop: what is cut out, and both side by side for models that take one image."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import check_image, data_root

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

_GAP = 12
"""White pixels between pictures side by side."""
_SEEN = 512
"""Longest side of a picture whose saliency is computed, px."""


def pixels_of_crop(crop: Box, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, upper, right and lower pixel of a crop, at least one pixel wide and high."""
    (x1, y1, x2, y2), (width, height) = crop, size
    left, upper = min(round(x1 * width), width - 1), min(round(y1 * height), height - 1)
    return left, upper, max(round(x2 * width), left + 1), max(round(y2 * height), upper + 1)


class CropCache:
    """Cuts crops on first use, and again when a file is not as it was cut.

    Args:
        set_name: Name of the built set.
        digest: Digest of the set's content.
    """

    def __init__(self, set_name: str, digest: str) -> None:
        root = data_root() / ".rendered"
        self._pictures = ImageCache(root / set_name / f"{digest[:16]}_{code_digest(__package__)}", root)

    @property
    def folder(self) -> Path:
        """Where the crops are kept."""
        return self._pictures.folder

    def cropped(self, original: str, crop: Box, joined: bool = False) -> str:
        """The file of a crop.

        Args:
            original: Absolute path of the picture.
            crop: What to cut out.
            joined: Whether the whole picture stands left of the crop.

        Raises:
            DataError: The picture cannot be read.
        """
        what = f"{Path(original).name}\n{crop}\n{joined}".encode("utf-8", "surrogatepass")
        key = f"crop_{hashlib.sha256(what).hexdigest()[:24]}"
        kept = self._pictures.get(key)
        if kept is None:
            image, ending = _opened(original)
            cut = image.crop(pixels_of_crop(crop, image.size))
            data = _encoded(_side_by_side(image, cut) if joined else cut, ending)
            kept = self._pictures.put(key, data, ending=ending)
        return kept.path


def seen_pixels(path: str) -> NDArray[np.uint8]:
    """Pixels of a picture, uint8 (h, w, 3), small enough for a saliency map.

    Raises:
        DataError: The picture cannot be read.
    """
    import numpy as np

    image = _opened(path)[0]
    image.thumbnail((_SEEN, _SEEN))
    return np.asarray(image)


def _opened(path: str) -> tuple[Image.Image, str]:
    from PIL import Image

    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error
    check_image(data, path)
    with Image.open(io.BytesIO(data)) as image:
        return as_shown(image), ".jpg" if image.format == "JPEG" else ".png"


def _side_by_side(image: Image.Image, crop: Image.Image) -> Image.Image:
    from PIL import Image

    strip = Image.new("RGB", (image.width + _GAP + crop.width, image.height), (255, 255, 255))
    strip.paste(image, (0, 0))
    strip.paste(crop, (image.width + _GAP, 0))
    return strip


def _encoded(image: Image.Image, ending: str) -> bytes:
    buffer = io.BytesIO()
    if ending == ".jpg":
        image.save(buffer, format="JPEG", quality=95, subsampling=0)
    else:
        image.save(buffer, format="PNG")
    return buffer.getvalue()
