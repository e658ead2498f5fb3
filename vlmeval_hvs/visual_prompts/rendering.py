"""Draw visual prompts on images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from vlmeval_hvs.as_shown import as_shown
from vlmeval_hvs.visual_prompts.fitting import scaled_pieces
from vlmeval_hvs.visual_prompts.occlusion import contrast_color, covered_pixels
from vlmeval_hvs.visual_prompts.official import official_pieces
from vlmeval_hvs.visual_prompts.pieces import Color, Piece
from vlmeval_hvs.visual_prompts.regions import Region, RegionError
from vlmeval_hvs.visual_prompts.styles import GEOMETRIES, Style, parse_style, style_data

if TYPE_CHECKING:
    from PIL import Image

    ImageLike = TypeVar("ImageLike", np.ndarray, Image.Image)

_RGB: dict[str, Color] = {name: tuple(rgb) for name, rgb in style_data()["colors"].items() if rgb}


def render(
    image: ImageLike,
    regions: Region | Sequence[Region],
    style: Style | str,
    geometry: str = "scaled",
    contrast: str = "lab",
    seed: int = 0,
) -> ImageLike:
    """Mark regions of an image with a visual prompt.

    Args:
        image: RGB uint8 ``(h, w, 3)`` array or PIL image. Grey images become RGB, transparent ones lie on white.
        regions: One region or several; tags count them in this order.
        style: A style, or its spelling such as ``bbox(contrast, square, thin)``.
        geometry: "scaled" (sizes that suit image and object) or "official" (the pixels of the official code).
        contrast: How the colour named contrast is found: "lab", or "swapped" as in the official code. With several
            regions each takes a colour that the others do not have, as in the official code.
        seed: Seed of the wobble of scribbles and loose contours and of the side of arrows.

    Returns:
        A new RGB object of the type of ``image``.

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
    image: ImageLike,
    regions: Region | Sequence[Region],
    style: Style | str,
    geometry: str = "scaled",
    contrast: str = "lab",
    seed: int = 0,
) -> tuple[ImageLike, list[str]]:
    """Mark regions like `render`, and return the marked image and the name of the colour of each region.

    Example:
        >>> grey = np.full((80, 120, 3), 128, dtype=np.uint8)
        >>> draw(grey, Region((30, 20, 40, 30)), "point(contrast, round, small)")[1]
        ['blue']
    """
    canvas, marks = draw_marks(image, regions, style, geometry, contrast, seed)
    used = [mark.color for mark in marks]
    if isinstance(image, np.ndarray):
        return canvas, used
    from PIL import Image

    return Image.fromarray(canvas), used


class Mark(NamedTuple):
    """The mark of one region: the name of its colour, the region, and its pieces."""

    color: str
    region: Region
    pieces: Sequence[Piece]


def draw_marks(
    image: object,
    regions: Region | Sequence[Region],
    style: Style | str,
    geometry: str = "scaled",
    contrast: str = "lab",
    seed: int = 0,
) -> tuple[np.ndarray, list[Mark]]:
    """Mark regions like `draw`, and return an RGB array and the marks, for measurements."""
    canvas = _as_rgb(image)
    if type(style) is not Style:
        style = parse_style(style)
    marks: list[Mark] = []
    used: list[str] = []
    color, official = style.color, geometry == "official"
    for region in (regions,) if isinstance(regions, Region) else regions:
        pieces, probe = _plan(region, style, canvas.shape, len(used), seed, geometry)
        if style.color == "contrast":
            color = contrast_color(canvas, probe, used if len(used) % 4 else (), contrast)
        untouched = not marks and isinstance(image, np.ndarray) and image.shape == canvas.shape
        before = image if untouched or not official else canvas.copy()
        _paint(canvas, pieces, color)
        if official and _is_unchanged(before, canvas, region):
            if len(covered_pixels(canvas, pieces)):
                raise RegionError(f"{style} in official geometry changes no pixel: its colour is that of the image")
            pieces, _ = _plan(region, style, canvas.shape, len(used), seed, "scaled")
            _paint(canvas, pieces, color)
        used.append(color)
        marks.append(Mark(color, region, pieces))
    if not marks:
        raise ValueError("there are no regions to mark")
    return canvas, marks


def _is_unchanged(before: Any, canvas: np.ndarray, region: Region) -> bool:
    """Whether a mark changed no pixel; every eighth row near the region is compared first, then all there, then all."""
    x, y, width, height = (int(side) for side in region.bbox)
    top, bottom, columns = max(y - 8, 0), max(y + height + 8, 0), slice(max(x - 8, 0), max(x + width + 8, 0))
    parts = (slice(top, bottom, 8), columns), (slice(top, bottom), columns), ...
    return all(np.array_equal(before[part], canvas[part]) for part in parts)


def _plan(
    region: Region, style: Style, shape: Sequence[int], number: int, seed: int, geometry: str
) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The pieces of a mark, and those that decide its colour ``contrast``.

    Where the official code draws nothing (a contour of a box without outline), the scaled geometry is used.
    """
    height, width = shape[:2]
    if geometry == "official":
        region.check(height, width)
        pieces, probe = official_pieces(region, style, number, height, width)
        if pieces:
            return pieces, probe
    elif geometry != "scaled":
        raise ValueError(f"geometry is one of {', '.join(GEOMETRIES)}, not {geometry!r}")
    scaled = scaled_pieces(region, style, height, width, number, seed)
    return scaled, scaled


def _paint(canvas: np.ndarray, pieces: Sequence[Piece], color: str) -> None:
    for piece in pieces:
        piece.paint(canvas, piece.ink or _RGB[color])


def _as_rgb(image: object) -> np.ndarray:
    """A new ``(h, w, 3)`` RGB uint8 array of an image."""
    if not isinstance(image, np.ndarray):
        from PIL import Image

        if not isinstance(image, Image.Image):
            raise TypeError(f"an image is a uint8 array or a PIL image, not {type(image).__name__}")
        return np.array(as_shown(image))
    if image.dtype != np.uint8:
        raise TypeError(f"image arrays are uint8, not {image.dtype}")
    if image.ndim == 3 and image.shape[2] == 3 and image.size:
        return np.array(image, order="C", subok=False)
    if image.ndim == 3 and image.shape[2] == 1:
        image = image[:, :, 0]
    if image.size and image.ndim == 2:
        return np.repeat(image[:, :, None], 3, axis=2)
    if image.size and image.ndim == 3 and image.shape[2] == 4:
        alpha = image[:, :, 3:].astype(np.uint16)
        return ((image[:, :, :3] * alpha + 255 * (255 - alpha) + 127) // 255).astype(np.uint8)
    raise ValueError(f"an image array is (height, width, 3), not {image.shape}")
