"""Draw visual prompts on images, and many styles in one picture."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from PIL import Image

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.visual_prompts.fitting import scaled_pieces
from vlmeval_hvs.visual_prompts.occlusion import contrast_color, covered_pixels, window
from vlmeval_hvs.visual_prompts.official import official_pieces
from vlmeval_hvs.visual_prompts.pieces import Color, Piece
from vlmeval_hvs.visual_prompts.regions import Region, RegionError
from vlmeval_hvs.visual_prompts.styles import GEOMETRIES, Style, parse_style, style_data

Picture = TypeVar("Picture", np.ndarray, Image.Image)

Regions = Region | Sequence[Region]
_RGB: dict[str, Color] = {name: tuple(rgb) for name, rgb in style_data()["colors"].items() if rgb}


def render(
    image: Picture, regions: Regions, style: Style | str, geometry: str = "scaled", contrast: str = "lab", seed: int = 0
) -> Picture:
    """Mark regions of an image with a visual prompt, on a new RGB object of its type.

    Args:
        image: RGB uint8 ``(h, w, 3)`` array or PIL image. Grey images become RGB, transparent ones lie on white.
        regions: One region or several; tags count them in this order.
        style: A style, or its spelling such as ``bbox(contrast, square, thin)``.
        geometry: "scaled" (sizes that suit image and object) or "official" (the pixels of the official code).
        contrast: How the colour named contrast is found: "lab", or "swapped" as in the official code. With several
            regions each takes a colour that the others do not have, as in the official code.
        seed: Seed of the wobble of scribbles and loose contours and of the side of arrows.

    Raises:
        RegionError: A region lies outside the image, a mask has another size, or the drawing of the official geometry
            cannot be seen (its lightened filling on the same grey).
        StyleError: The style is unknown.
        ValueError: The geometry or the contrast rule is unknown, there is no region, or an array has another shape than
            ``(h, w)`` or ``(h, w, 1|3|4)``.
        TypeError: ``image`` is neither a uint8 array nor a PIL image.

    Example:
        >>> image = np.zeros((80, 120, 3), dtype=np.uint8)
        >>> marked = render(image, Region((30, 20, 40, 30)), "bbox(red, none, medium)")
        >>> marked.shape, bool(marked.any()), bool(image.any())
        ((80, 120, 3), True, False)
    """
    return draw(image, regions, style, geometry, contrast, seed)[0]


def draw(
    image: Picture, regions: Regions, style: Style | str, geometry: str = "scaled", contrast: str = "lab", seed: int = 0
) -> tuple[Picture, list[str]]:
    """Mark regions like `render`, and return the marked image and the name of the colour of each region."""
    if geometry not in GEOMETRIES:
        raise ValueError(f"geometry is one of {', '.join(GEOMETRIES)}, not {geometry!r}")
    canvas, style, used = _as_rgb(image), parse_style(style), list[str]()
    height, width = canvas.shape[:2]
    for number, region in enumerate((regions,) if isinstance(regions, Region) else regions):
        pieces: Sequence[Piece] = []
        if geometry == "official":
            region.check(height, width)
            pieces, probe = official_pieces(region, style, number, height, width)
        if not pieces:  # the official code draws nothing of it, such as the contour of a box
            pieces = probe = scaled_pieces(region, style, height, width, number, seed)
        color = style.color
        if color == "contrast":
            color = contrast_color(canvas, probe, used if number % 4 else (), contrast)
        x0, y0, x1, y1 = window(pieces, height, width)
        before = canvas[y0:y1, x0:x1].copy()
        _paint(canvas, pieces, color)
        if geometry == "official" and np.array_equal(before, canvas[y0:y1, x0:x1]):
            if len(covered_pixels(canvas, pieces)):
                raise RegionError(f"{style} in official geometry changes no pixel: its colour is that of the image")
            _paint(canvas, scaled_pieces(region, style, height, width, number, seed), color)
        used.append(color)
    if not used:
        raise ValueError("there are no regions to mark")
    return canvas if isinstance(image, np.ndarray) else Image.fromarray(canvas), used


def _paint(canvas: np.ndarray, pieces: Sequence[Piece], color: str) -> None:
    for piece in pieces:
        piece.paint(canvas, piece.ink or _RGB[color])


def _as_rgb(image: object) -> np.ndarray:
    if isinstance(image, Image.Image):
        return np.array(as_shown(image))
    if not isinstance(image, np.ndarray) or image.dtype != np.uint8:
        kind = image.dtype if isinstance(image, np.ndarray) else type(image).__name__
        raise TypeError(f"an image is a uint8 array or a PIL image, not {kind}")
    channels = image.shape[2] if image.ndim == 3 else 1 if image.ndim == 2 else 0
    if not image.size or channels not in (1, 3, 4):
        raise ValueError(f"an image array is (height, width, 3), not {image.shape}")
    if channels == 3:
        return np.array(image, order="C", subok=False)
    return np.array(as_shown(Image.fromarray(image.reshape(image.shape[:2]) if channels == 1 else image)))
