"""Saliency as contrast of colour, intensity and orientation with the surround.

Source: L. Itti, C. Koch and E. Niebur, A model of saliency-based visual attention for rapid scene analysis, IEEE TPAMI
20(11), 1998. Pyramids of nine scales; centre scales 2, 3 and 4 against surrounds three and four scales coarser; 42
feature maps, each under the normalisation N, which promotes maps with one strong peak; three conspicuity maps at scale
4, and their mean.

Where the paper leaves a choice: pictures are brought to 640 px first, the size of the paper's own; colours count where
the intensity is over a tenth of its maximum (as the paper says); local maxima under a tenth of the range do not count
in N, contrasts fall off towards the border, and orientation is the modulus of a Gabor filter of 7 px period and 7/3 px
width (all three after the authors' later toolbox: Walther and Koch, Neural Networks 19, 2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from vlmeval_hvs.saliency.density import as_density, as_rgb, scaled_to

Floats = NDArray[np.float64]

SIDE = 640
"""Length of the longer side at which the pyramids begin, px."""
LEVELS = 9
BORDER = 20
"""Contrasts fall off over this part of the longer side."""
CENTERS, DELTAS = (2, 3, 4), (3, 4)
MAP_LEVEL = 4
"""Scale of the conspicuity maps."""
ANGLES = (0, 45, 90, 135)
"""Orientations of the Gabor filters, degrees."""
_DARK = 0.1
_BORDER = cv2.BORDER_REFLECT
_PERIOD, _WIDTH, _REACH = 7.0, 7.0 / 3.0, 4
_ROUNDING = 1e-4
"""Contrasts below are rounding of float32: the least step of a picture is 1/255."""


def itti_koch(picture: NDArray[Any]) -> Floats:
    """Saliency of a picture after Itti, Koch and Niebur.

    Args:
        picture: uint8, RGB ``(height, width, 3)`` or grey ``(height, width)``.

    Returns:
        Density of the picture's size, ``(height, width)``, with sum 1.

    Raises:
        DataError: The picture is no such array.
    """
    pixels = as_rgb(picture)
    maps = conspicuity(pixels)
    total = np.sum([promoted(one) for one in maps.values()], axis=0)
    return as_density(total, pixels.shape[:2])


def conspicuity(pixels: Floats) -> dict[str, Floats]:
    """The conspicuity maps ``intensity``, ``colour`` and ``orientation`` at scale 4 of a picture in 0 to 1."""
    pixels = scaled_to(pixels, SIDE).astype(np.float32)
    intensity = pixels.mean(axis=2)
    levels = _pyramid(intensity)
    oriented = [
        [_oriented(level, angle) if number >= CENTERS[0] else level for number, level in enumerate(levels)]
        for angle in ANGLES
    ]
    return {
        "intensity": _across_scales(_contrasts(levels)),
        "colour": np.sum([_across_scales(_contrasts(_pyramid(one))) for one in _opponents(pixels, intensity)], axis=0),
        "orientation": np.sum([promoted(_across_scales(_contrasts(one))) for one in oriented], axis=0),
    }


def promoted(values: Floats) -> Floats:
    """The normalisation N: a map in the range 0 to 1 times the squared lead of its peak over its other local maxima.

    A map with one peak keeps it; one with many alike is suppressed. Maxima under a tenth of the range do not count.
    """
    low, high = float(values.min()), float(values.max())
    if high - low < _ROUNDING:
        return np.zeros_like(values)
    scaled = (values - low) / (high - low)
    peaks = (scaled >= cv2.dilate(scaled, np.ones((3, 3), np.uint8))) & (scaled > _DARK)
    regions, count = ndimage.label(peaks, np.ones((3, 3)))  # a plateau is one maximum
    heights = np.sort(ndimage.maximum(scaled, regions, np.arange(1, count + 1)))[:-1]
    others = float(heights.mean()) if len(heights) else 0.0
    return np.asarray(scaled * (1 - others) ** 2)


def _opponents(pixels: Floats, intensity: Floats) -> list[Floats]:
    """Red against green and blue against yellow, signed.

    The paper prints the contrast as |(R - G)(centre) - (G - R)(surround)|, which is a sum and answers to a plain red
    surface. The authors' toolbox takes the difference of centre and surround, and so does `_contrasts`.
    """
    bright = intensity > _DARK * float(intensity.max())
    hue = np.where(bright[..., None], pixels / np.maximum(intensity, 1e-6)[..., None], 0)
    r, g, b = np.moveaxis(hue, 2, 0)
    red, green = np.maximum(r - (g + b) / 2, 0), np.maximum(g - (r + b) / 2, 0)
    blue = np.maximum(b - (r + g) / 2, 0)
    yellow = np.maximum((r + g) / 2 - np.abs(r - g) / 2 - b, 0)
    return [np.asarray(red - green), np.asarray(blue - yellow)]


def _pyramid(values: Floats) -> list[Floats]:
    """Scales 0 to 8, each half the size of the one before.

    Blurred and then averaged in pairs, so that all scales have their middle at the same place; taking every second
    pixel would shift the coarse ones by up to half of their pixels.
    """
    levels = [np.asarray(values)]
    while len(levels) < LEVELS:
        blurred = cv2.GaussianBlur(levels[-1], (5, 5), 1.0, borderType=_BORDER)
        height, width = blurred.shape
        half = ((width + 1) // 2, (height + 1) // 2)
        levels.append(np.asarray(cv2.resize(blurred, half, interpolation=cv2.INTER_AREA)))
    return levels


def _contrasts(levels: Sequence[Floats]) -> list[Floats]:
    """Centre minus surround, absolute, at the size of the centre, and weaker towards the border."""
    return [
        _attenuated(np.abs(levels[c] - _resized(levels[c + delta], levels[c].shape)))
        for c in CENTERS
        for delta in DELTAS
    ]


def _attenuated(contrast: Floats) -> Floats:
    """A map that falls off linearly over a twentieth of its longer side at each border: filters see nothing beyond."""
    reach = round(max(contrast.shape) / BORDER) + 1
    down, across = (
        np.minimum(np.minimum(np.arange(size) + 1, size - np.arange(size)) / reach, 1) for size in contrast.shape
    )
    return np.asarray(contrast * (down[:, None] * across).astype(contrast.dtype))


def _across_scales(maps: Sequence[Floats]) -> Floats:
    """The sum of promoted maps at the size of scale 4, the coarsest of them."""
    shape = min((one.shape for one in maps), key=lambda size: size[0] * size[1])
    return np.asarray(sum(_resized(promoted(one), shape) for one in maps))


def _resized(values: Floats, shape: Sequence[int]) -> Floats:
    if values.shape == tuple(shape):
        return values
    smaller = shape[0] * shape[1] < values.size
    how = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(values, (int(shape[1]), int(shape[0])), interpolation=how))


def _oriented(level: Floats, angle: int) -> Floats:
    """Energy of one orientation: the modulus of a Gabor filter's even and odd answers."""
    even, odd = _gabor(angle)
    return np.hypot(*(cv2.filter2D(level, cv2.CV_32F, part, borderType=_BORDER) for part in (even, odd)))


@lru_cache(maxsize=len(ANGLES))
def _gabor(angle: int) -> tuple[Floats, Floats]:
    y, x = np.mgrid[-_REACH : _REACH + 1, -_REACH : _REACH + 1]
    turn = np.deg2rad(angle)
    along = x * np.cos(turn) + y * np.sin(turn)
    window = np.exp(-(x**2 + y**2) / (2 * _WIDTH**2))
    even = window * np.cos(2 * np.pi * along / _PERIOD)
    even -= window * (even.sum() / window.sum())  # no answer to a plain surface
    odd = window * np.sin(2 * np.pi * along / _PERIOD)
    return tuple(np.asarray(one / np.abs(one).sum(), dtype=np.float32) for one in (even, odd))  # type: ignore[return-value]
