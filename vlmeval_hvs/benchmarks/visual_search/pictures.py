"""Pictures made for a search prompt: foveated views, and scene and target in one picture."""

import atexit
import hashlib
import os
import shutil
import tempfile
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.lazy_images import Draw, draw_file

Pixels = NDArray[np.uint8]
_LEVELS = 6
_BORDER = 16  # px around the target in its band


def blur_levels(pixels: Pixels) -> list[Pixels]:
    """An image ``(h, w, 3)`` at every level of blur, the sharp one first."""
    soft = (cv2.GaussianBlur(pixels, (0, 0), 0.5 * 2**number) for number in range(1, _LEVELS))
    return [pixels, *(np.asarray(one, dtype=np.uint8) for one in soft)]


def foveate(blurred: list[Pixels], fixation: tuple[float, float], fovea: float) -> Pixels:
    """Blur an image (at all `blur_levels`) away from a fixation (x, y in px): each pixel mixes two levels of blur.

    The radius ``fovea`` (px) stays sharp; the blur doubles with every doubling of the distance beyond it, as visual
    acuity falls off roughly in proportion to eccentricity.
    """
    result, (x, y) = blurred[-1].copy(), fixation
    height, width = result.shape[:2]
    for number in range(len(blurred) - 2, -1, -1):
        # Only these pixels become sharper than the mixture of the levels after this one.
        reach = max(fovea, 1.0) * 2 ** (number + 1)
        rows = slice(max(int(y - reach), 0), min(int(y + reach) + 2, height))
        columns = slice(max(int(x - reach), 0), min(int(x + reach) + 2, width))
        down, across = np.arange(rows.start, rows.stop) - y, np.arange(columns.start, columns.stop) - x
        squared = (down[:, None] ** 2 + across[None, :] ** 2).astype(np.float32)
        level = 0.5 * np.log2(np.maximum(squared / max(fovea, 1.0) ** 2, 1.0))
        softer = np.clip(level - number, 0, 1)
        sharper = blurred[number][rows, columns]
        result[rows, columns] = cv2.blendLinear(sharper, result[rows, columns], 1 - softer, softer)
    return result


def foveated_view(scene: str, fixation: tuple[float, float], shape: tuple[int, int], receptive: tuple[int, int]) -> str:
    """Path of a PNG with the scene as seen from a fixation, (x, y) in px of a frame of height and width ``shape``.

    The height of the window of a fixation in this frame is the radius that stays sharp.
    """

    def draw() -> Pixels:
        blurred = _blurred_scene(scene)
        scale = blurred[0].shape[1] / shape[1], blurred[0].shape[0] / shape[0]
        return foveate(blurred, (fixation[0] * scale[0], fixation[1] * scale[1]), receptive[0] * scale[1])

    return _drawn((scene, fixation, shape, receptive), draw)


def scene_with_target(scene: str, target: str) -> str:
    """Path of a PNG with the scene and, in a grey band below it, the target: for models that take one image only."""

    def draw() -> Pixels:
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


@lru_cache(maxsize=4)
def _blurred_scene(path: str) -> list[Pixels]:
    """A scene at all levels of blur, cached for the turns of a search: blurring takes longest."""
    return blur_levels(_pixels(path))


def _pixels(path: str) -> Pixels:
    with Image.open(path) as picture:
        return np.asarray(as_shown(picture), dtype=np.uint8)


@cache
def _folder(process: int) -> Path:
    """A folder for a process, which is deleted when it ends."""
    folder = Path(tempfile.mkdtemp(prefix="vlmeval_hvs_search_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _drawn(key: tuple[object, ...], draw: Draw) -> str:
    """Path of a picture that is drawn once."""
    path = _folder(os.getpid()) / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.png"
    draw_file(path, draw)
    return str(path)
