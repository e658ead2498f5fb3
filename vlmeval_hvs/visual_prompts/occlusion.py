"""The pixels below a mark: the share of its object that it hides, its visibility, and the colour that contrasts.

Occlusion is the share of the object's pixels under opaque ink. Visibility is a colour difference (CIEDE2000, by
scikit-image): of opaque ink to the undrawn picture around it, of a half-transparent area to what it covers, on average.
About 2 is just noticeable side by side; 10 is plain.

The colour ``contrast`` follows the official code: the most frequent exact colour among the covered pixels is the
background; of black, blue, green and red, without those already used in the image, the one with the largest CIE76
difference to it is taken. The official code exchanges red and blue before the conversion to CIELAB; ``swapped`` repeats
that, ``lab`` does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.pieces import Color, Piece, Tint, Wash
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.styles import RULES, style_data

MOST_HIDDEN = 0.15
"""Share of an object that a mark of the scaled geometry hides at most."""

LEAST_IMAGE = 16
"""Smallest side in px of an image on which marks become thinner; on smaller ones they would vanish."""

BAND = 5
"""Width in px of the surroundings that ink is compared with."""

SAMPLES = 2000
"""Largest number of pixels that are compared, evenly spaced."""


def hides_little(region: Region, pieces: Sequence[Piece], height: int, width: int) -> bool:
    """Whether opaque pieces hide at most `MOST_HIDDEN` of their object."""
    return not pieces or hidden_share(region, *coverage(pieces, height, width, 0), height, width) <= MOST_HIDDEN


def window(pieces: Sequence[Piece], height: int, width: int, margin: int) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the part of the image that holds the pieces, at least a pixel."""
    bounds = np.array([piece.bounds() for piece in pieces])
    x0, y0 = (int(v) for v in np.clip(np.floor(bounds[:, :2].min(0)) - margin, 0, (width - 1, height - 1)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(bounds[:, 2:].max(0)) + margin, (x0 + 1, y0 + 1), (width, height)))
    return x0, y0, x1, y1


def coverage(pieces: Sequence[Piece], height: int, width: int, margin: int) -> tuple[np.ndarray, int, int]:
    """255 where pieces cover at least half a pixel, else 0, and the left and top of this part of the image."""
    x0, y0, x1, y1 = window(pieces, height, width, margin)
    ink = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for piece in pieces:
        piece.paint(ink, 255, x0, y0)
    return np.where(ink > 127, 255, 0).astype(np.uint8), x0, y0


def hidden_share(region: Region, ink: np.ndarray, left: int, top: int, height: int, width: int) -> float:
    """Share of the object's pixels in the image that lie under ink."""
    part, x, y = region.local_mask(height, width)
    own = np.zeros_like(part)
    x0, y0 = max(x, left), max(y, top)
    x1, y1 = min(x + part.shape[1], left + ink.shape[1]), min(y + part.shape[0], top + ink.shape[0])
    if x1 > x0 and y1 > y0:
        own[y0 - y : y1 - y, x0 - x : x1 - x] = ink[y0 - top : y1 - top, x0 - left : x1 - left] > 0
    return float(np.count_nonzero(own & part) / np.count_nonzero(part))


class Measures(NamedTuple):
    """Share of the object that is hidden, 0 to 1, and mean CIEDE2000 between mark and surroundings."""

    occlusion: float
    visibility: float


def measured(before: np.ndarray, after: np.ndarray, region: Region, pieces: Sequence[Piece]) -> Measures:
    """Measures of the mark of a region, in RGB uint8 ``(h, w, 3)`` pictures before and after all marks were drawn."""
    height, width = before.shape[:2]
    opaque = [piece for piece in pieces if not (isinstance(piece, Tint | Wash) and piece.alpha < 1)]
    if opaque:
        ink, left, top = coverage(opaque, height, width, BAND + 1)
        around = cv2.dilate(ink, np.ones((2 * BAND + 1,) * 2, np.uint8)) & ~ink
        part = (slice(top, top + ink.shape[0]), slice(left, left + ink.shape[1]))
        seen = _difference(after[part][ink > 0], before[part][around > 0])
        return Measures(hidden_share(region, ink, left, top, height, width), seen)
    x0, y0, x1, y1 = window(pieces, height, width, 0)
    first, second = before[y0:y1, x0:x1].reshape(-1, 3), after[y0:y1, x0:x1].reshape(-1, 3)
    changed = np.flatnonzero((first != second).any(axis=1))
    chosen = changed[_evenly(len(changed))]
    return Measures(0.0, _mean_difference(first[chosen], second[chosen]))


def _difference(ink: np.ndarray, ground: np.ndarray) -> float:
    """Mean difference of surrounding pixels ``(n, 3)`` to the commonest of the ink's pixels; 0 without either."""
    if not len(ink) or not len(ground):
        return 0.0
    colors, counts = np.unique(ink, axis=0, return_counts=True)
    ground = ground[_evenly(len(ground))]
    return _mean_difference(np.broadcast_to(colors[counts.argmax()], ground.shape), ground)


def _evenly(count: int) -> np.ndarray:
    """Places of at most `SAMPLES` of ``count`` pixels."""
    return np.arange(0, count, max(1, math.ceil(count / SAMPLES)))


def _mean_difference(first: np.ndarray, second: np.ndarray) -> float:
    from skimage.color import deltaE_ciede2000, rgb2lab

    return float(deltaE_ciede2000(rgb2lab(first[None]), rgb2lab(second[None])).mean()) if len(first) else 0.0


CANDIDATES = ("black", "blue", "green", "red")


def contrast_color(canvas: np.ndarray, pieces: Sequence[Piece], used: Iterable[str] = (), rule: str = "lab") -> str:
    """Name of the colour for pieces that will be drawn on an ``(h, w, 3)`` RGB image, by the rule "lab" or "swapped".

    Colours in ``used`` are taken; when all four are, all are free again.

    Raises:
        ValueError: The rule is unknown.
    """
    return farthest(background_color(covered_pixels(canvas, pieces)), frozenset(used), rule)


def covered_pixels(canvas: np.ndarray, pieces: Sequence[Piece]) -> np.ndarray:
    """Pixels ``(n, 3)`` that the pieces would cover at least half, in reading order."""
    height, width = canvas.shape[:2]
    ink, left, top = coverage(pieces, height, width, 0)
    return canvas[top : top + ink.shape[0], left : left + ink.shape[1]][ink > 0]


def background_color(pixels: np.ndarray) -> Color:
    """Most frequent colour of ``(n, 3)`` pixels; of equally frequent ones the one that occurs first."""
    if not len(pixels):
        return (255, 255, 255)
    packed = pixels.astype(np.int32) @ (1 << 16, 1 << 8, 1)
    _, first, counts = np.unique(packed, return_index=True, return_counts=True)
    red, green, blue = pixels[first[counts == counts.max()].min()].tolist()
    return red, green, blue


@lru_cache(maxsize=65536)
def farthest(background: Color, used: frozenset[str] = frozenset(), rule: str = "lab") -> str:
    """The candidate colour farthest from ``background`` (RGB)."""
    if rule not in RULES:
        raise ValueError(f"contrast is one of {', '.join(RULES)}, not {rule!r}")
    free = [name for name in CANDIDATES if name not in used] or list(CANDIDATES)
    order = slice(None, None, -1) if rule == "swapped" else slice(None)
    here = lab(tuple(background)[order])
    palette = style_data()["colors"]
    distances = [sum((a - b) ** 2 for a, b in zip(here, lab(tuple(palette[n])[order]), strict=True)) for n in free]
    return free[distances.index(max(distances))]


@lru_cache(maxsize=65536)
def lab(color: tuple[int, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of an sRGB colour of 0-255."""
    linear = [c / 3294.6 if c <= 10.31475 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    r, g, b = linear
    xyz = (
        (0.412453 * r + 0.357580 * g + 0.180423 * b) / 0.95047,
        0.212671 * r + 0.715160 * g + 0.072169 * b,
        (0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
