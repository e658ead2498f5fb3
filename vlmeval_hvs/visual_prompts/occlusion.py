"""Sizes of scaled marks, and the pixels below a mark: the share of its object that it hides, the colour that contrasts.

Sizes (numbers in ``styles.json``) grow with the image, but only so far that a mark hides little of its object.

The colour ``contrast`` follows the official code: the most frequent exact colour among the covered pixels is the
background; of black, blue, green and red, without those already used in the image, the one with the largest CIE76
difference to it is taken. The official code exchanges red and blue before the conversion to CIELAB; ``swapped`` repeats
that, ``lab`` does not.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vlmeval_hvs.visual_prompts.pieces import WHITE, Color, Piece
from vlmeval_hvs.visual_prompts.regions import Box, Region
from vlmeval_hvs.visual_prompts.styles import RULES, Style, style_data

MOST_HIDDEN = 0.15  # share of an object that a mark of the scaled geometry hides at most
LEAST_IMAGE = 16  # px, smallest side of an image on which marks become thinner; on smaller ones they would vanish
CANDIDATES = ("black", "blue", "green", "red")


class Sizes(NamedTuple):
    """Pixel sizes for one style, object and image."""

    height: int  # of the image
    width: int  # of the image
    line: int  # stroke width
    mark: int  # tag height, point radius or arrow length, by shape; 0 for the other shapes
    box: Box  # (x0, y0, x1, y1) of the object in the image, as `Region.box_in` gives it


def sizes(style: Style, region: Region, height: int, width: int) -> Sizes:
    """Pixel sizes of a style on an object in an image of ``height`` x ``width`` px."""
    rule, root, level = style_data()["scaled"], math.sqrt(height * width), style.level
    box = x0, y0, x1, y1 = region.box_in(height, width)
    extent = round(math.sqrt((x1 - x0) * (y1 - y0)))
    line = _pixels(rule["line"].get(level, rule["line"]["medium"]), root, extent)
    mark = 0
    if style.shape in ("tag", "point"):
        surface = round(math.sqrt(min(region.area, (x1 - x0) * (y1 - y0))))
        mark = _pixels(rule[style.shape][level], root, surface)
        if style.shape == "point":  # an icon is smaller than the least dot that a photograph gets
            mark = max(2, min(mark, math.floor(surface * math.sqrt(MOST_HIDDEN / math.pi) - 0.5)))
        if style.shape == "point" and style.variant[0] == "square":
            mark = round(mark * math.sqrt(math.pi) / 2)  # the side of a square as large as the disc
    elif style.shape == "arrow":
        mark = max(_pixels(rule["arrow"]["any"], root, extent), 7 * line)
    return Sizes(height, width, line, mark, box)


def _pixels(rule: dict[str, float], root: float, side: float) -> int:
    """Pixels of a rule for an image and an object with these square roots of their areas."""
    most = rule["object"] * side + rule.get("reach", 0) * root
    return max(int(rule["least"]), round(min(rule["image"] * root, most)))


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
