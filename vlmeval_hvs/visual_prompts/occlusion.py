"""The pixels below a mark: the share of its object that it hides, and the colour that contrasts with them.

The colour ``contrast`` follows the official code: the most frequent exact colour among the covered pixels is the
background; of black, blue, green and red, without those already used in the image, the one with the largest CIE76
difference to it is taken. The official code exchanges red and blue before the conversion to CIELAB; ``swapped`` repeats
that, ``lab`` does not.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from vlmeval_hvs.visual_prompts.pieces import WHITE, Color, Piece
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.styles import RULES, style_data

MOST_HIDDEN = 0.15  # share of an object that a mark of the scaled geometry hides at most
LEAST_IMAGE = 16  # px, smallest side of an image on which marks become thinner; on smaller ones they would vanish
CANDIDATES = ("black", "blue", "green", "red")


def hides_little(region: Region, pieces: Sequence[Piece], height: int, width: int) -> bool:
    """Whether opaque pieces hide at most `MOST_HIDDEN` of their object."""
    return not pieces or hidden_share(region, pieces, height, width) <= MOST_HIDDEN


def window(pieces: Sequence[Piece], height: int, width: int) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the part of the image that holds the pieces, at least a pixel."""
    bounds = np.array([piece.bounds for piece in pieces])
    x0, y0 = (int(v) for v in np.clip(np.floor(bounds[:, :2].min(0)), 0, (width - 1, height - 1)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(bounds[:, 2:].max(0)), (x0 + 1, y0 + 1), (width, height)))
    return x0, y0, x1, y1


def coverage(pieces: Sequence[Piece], height: int, width: int) -> tuple[np.ndarray, int, int]:
    """255 where pieces cover at least half a pixel, else 0, and the left and top of this part of the image."""
    x0, y0, x1, y1 = window(pieces, height, width)
    ink = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for piece in pieces:
        piece.paint(ink, 255, x0, y0)
    return np.where(ink > 127, 255, 0).astype(np.uint8), x0, y0


def hidden_share(region: Region, pieces: Sequence[Piece], height: int, width: int) -> float:
    """Share of the object's pixels in the image that lie under opaque pieces."""
    part, x, y = region.local_mask(height, width)
    ink, left, top = coverage(pieces, height, width)
    own = np.zeros_like(part)
    x0, y0 = max(x, left), max(y, top)
    x1, y1 = min(x + part.shape[1], left + ink.shape[1]), min(y + part.shape[0], top + ink.shape[0])
    if x1 > x0 and y1 > y0:
        own[y0 - y : y1 - y, x0 - x : x1 - x] = ink[y0 - top : y1 - top, x0 - left : x1 - left] > 0
    return float(np.count_nonzero(own & part) / np.count_nonzero(part))


def contrast_color(canvas: np.ndarray, pieces: Sequence[Piece], used: Iterable[str] = (), rule: str = "lab") -> str:
    """Name of the colour for pieces that will be drawn on an ``(h, w, 3)`` RGB image, by the rule "lab" or "swapped".

    Colours in ``used`` are taken; when all four are, all are free again. An unknown rule is a ValueError.
    """
    return farthest(background_color(covered_pixels(canvas, pieces)), frozenset(used), rule)


def covered_pixels(canvas: np.ndarray, pieces: Sequence[Piece]) -> np.ndarray:
    """Pixels ``(n, 3)`` that the pieces would cover at least half, in reading order."""
    ink, left, top = coverage(pieces, *canvas.shape[:2])
    return canvas[top : top + ink.shape[0], left : left + ink.shape[1]][ink > 0]


def background_color(pixels: np.ndarray) -> Color:
    """Most frequent colour of ``(n, 3)`` pixels; of equally frequent ones the one that occurs first."""
    if not len(pixels):
        return WHITE
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
    order = -1 if rule == "swapped" else 1
    here, palette = lab(background[::order]), style_data()["colors"]
    return max(free, key=lambda name: math.dist(here, lab(tuple(palette[name])[::order])))


@lru_cache(maxsize=65536)
def lab(color: tuple[int, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of an sRGB colour of 0-255."""
    r, g, b = (c / 3294.6 if c <= 10.31475 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color)
    xyz = (
        (0.412453 * r + 0.357580 * g + 0.180423 * b) / 0.95047,
        0.212671 * r + 0.715160 * g + 0.072169 * b,
        (0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
