"""Foveated views of a scene: sharp around the fixation, blurred with growing eccentricity."""

from __future__ import annotations

import atexit
import hashlib
import io
import os
import shutil
import tempfile
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vlmeval_hvs.store import write_atomically

_LEVELS = 6
_folders: dict[int, Path] = {}


def foveate(
    pixels: NDArray[np.uint8], fixation: tuple[float, float], fovea: float, levels: int = _LEVELS
) -> NDArray[np.uint8]:
    """Blur an image away from a fixation.

    Args:
        pixels: image ``(h, w, 3)`` or ``(h, w)``.
        fixation: (x, y), px of the image.
        fovea: radius that stays sharp, px; the blur doubles with every doubling of the distance beyond it, as visual
            acuity falls off roughly in proportion to eccentricity.
        levels: number of blur levels.

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
    """Path of a PNG with the foveated scene, in a folder that goes when the process ends.

    Args:
        scene: path of the scene.
        fixation: (x, y) in px of a frame ``shape``.
        shape: height and width of that frame.
        receptive: window of a fixation in it; its height is the radius that stays sharp.
    """
    folder = _folders.get(os.getpid())
    if folder is None:
        folder = _folders[os.getpid()] = Path(tempfile.mkdtemp(prefix="vlmeval_hvs_foveated_"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    name = hashlib.sha256(repr((scene, fixation, shape, receptive)).encode()).hexdigest()[:24]
    path = folder / f"{name}.png"
    if not path.exists():
        with Image.open(scene) as picture:
            pixels = np.asarray(picture.convert("RGB"), dtype=np.uint8)
        scale = pixels.shape[1] / shape[1], pixels.shape[0] / shape[0]
        view = foveate(
            pixels,
            (fixation[0] * scale[0], fixation[1] * scale[1]),
            receptive[0] * scale[1],
        )
        buffer = io.BytesIO()
        Image.fromarray(view).save(buffer, format="PNG")
        write_atomically(path, buffer.getvalue())
    return str(path)
