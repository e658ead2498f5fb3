"""Pictures made for a search prompt: foveated views, and scene and target in one picture."""

from __future__ import annotations

import atexit
import hashlib
import io
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vlmeval_hvs.files import write_atomically

_LEVELS = 6
_BORDER = 16  # px around the target in its band
_folders: dict[int, Path] = {}


def foveate(
    pixels: NDArray[np.uint8], fixation: tuple[float, float], fovea: float, levels: int = _LEVELS
) -> NDArray[np.uint8]:
    """Blur an image away from a fixation.

    Args:
        pixels: Image ``(h, w, 3)`` or ``(h, w)``.
        fixation: (x, y), px of the image.
        fovea: Radius that stays sharp, px; the blur doubles with every doubling of the distance beyond it, as visual
            acuity falls off roughly in proportion to eccentricity.
        levels: Number of blur levels.

    Returns:
        Image of the same shape and type.
    """
    height, width = pixels.shape[:2]
    rows, columns = np.arange(height) - fixation[1], np.arange(width) - fixation[0]
    distance = np.sqrt(rows[:, None] ** 2 + columns[None, :] ** 2)
    level = np.clip(np.log2(np.maximum(distance / max(fovea, 1.0), 1.0)), 0, levels - 1)
    if pixels.ndim == 3:
        level = level[:, :, None]
    result = np.zeros(pixels.shape, dtype=np.float32)
    blurred: NDArray[np.float32] = pixels.astype(np.float32)
    for number in range(levels):
        if number:
            soft = cv2.GaussianBlur(pixels.astype(np.float32), (0, 0), 0.5 * 2**number)
            blurred = np.asarray(soft, dtype=np.float32)
        # Each pixel is a blend of the two levels around its own.
        result += np.maximum(1 - np.abs(level - number), 0).astype(np.float32) * blurred
    return np.clip(np.rint(result), 0, 255).astype(np.uint8)


def foveated_view(scene: str, fixation: tuple[float, float], shape: tuple[int, int], receptive: tuple[int, int]) -> str:
    """Path of a PNG with the foveated scene, in a folder that is deleted when the process ends.

    Args:
        scene: Path of the scene.
        fixation: (x, y) in px of a frame ``shape``.
        shape: Height and width of that frame.
        receptive: Window of a fixation in it; its height is the radius that stays sharp.
    """

    def draw() -> NDArray[np.uint8]:
        pixels = _pixels(scene)
        scale = pixels.shape[1] / shape[1], pixels.shape[0] / shape[0]
        return foveate(pixels, (fixation[0] * scale[0], fixation[1] * scale[1]), receptive[0] * scale[1])

    return _drawn((scene, fixation, shape, receptive), draw)


def scene_with_target(scene: str, target: str) -> str:
    """Path of a PNG with the scene and, in a grey band below it, the target: for models that take one image only."""

    def draw() -> NDArray[np.uint8]:
        above, below = _pixels(scene), _pixels(target)
        room = below.shape[1] / (above.shape[1] - 2 * _BORDER)
        if room > 1:
            size = (int(below.shape[1] / room), max(1, int(below.shape[0] / room)))
            below = np.asarray(cv2.resize(below, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        band = np.full((below.shape[0] + 2 * _BORDER, above.shape[1], 3), 128, dtype=np.uint8)
        left = (above.shape[1] - below.shape[1]) // 2
        band[_BORDER : _BORDER + below.shape[0], left : left + below.shape[1]] = below
        return np.vstack([above, band])

    return _drawn((scene, target), draw)


def _pixels(path: str) -> NDArray[np.uint8]:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.uint8)


def _drawn(key: tuple[object, ...], draw: Callable[[], NDArray[np.uint8]]) -> str:
    """Path of a picture in a folder that is deleted when the process ends; drawn once."""
    folder = _folders.get(os.getpid())
    if folder is None:
        folder = _folders[os.getpid()] = Path(tempfile.mkdtemp(prefix="vlmeval_hvs_search_"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.png"
    if not path.exists():
        buffer = io.BytesIO()
        Image.fromarray(draw()).save(buffer, format="PNG")
        write_atomically(path, buffer.getvalue())
    return str(path)
