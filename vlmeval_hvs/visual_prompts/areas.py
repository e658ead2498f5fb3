"""Shapes that lie over an object: mask."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.outlines import fitted
from vlmeval_hvs.visual_prompts.outside import filled, outline
from vlmeval_hvs.visual_prompts.primitives import Primitive, Tint
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.sizes import Sizes
from vlmeval_hvs.visual_prompts.styles import Style, style_data


def mask(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Half-transparent filling of the object in the named colour, with or without a line around it.

    Without the line, the line width shows nowhere.
    """
    if region.is_bitmap:
        coverage, left, top = _bitmap_coverage(region, size)
    else:
        coverage, left, top = _coverage([fitted(ring, size) for ring in region.outlines(size.height, size.width)], size)
    fill = Tint(coverage, left, top, style_data()["scaled"]["mask_alpha"])
    return [fill] if style.variant[0] == "fill" else [fill, outline(region, size)]


def _bitmap_coverage(region: Region, size: Sizes) -> tuple[np.ndarray, int, int]:
    """Coverage of a bitmap with soft edges; objects too small to be seen are grown to a visible square."""
    part, left, top = region.local_mask(size.height, size.width)
    least = 2 * size.line + 2
    grow_y, grow_x = (max(1, (least - side + 1) // 2) for side in part.shape)
    y0, x0 = min(grow_y, top), min(grow_x, left)
    y1 = min(grow_y, size.height - top - part.shape[0])
    x1 = min(grow_x, size.width - left - part.shape[1])
    padded = cv2.copyMakeBorder(part, y0, y1, x0, x1, cv2.BORDER_CONSTANT)
    if max(part.shape) < least:
        padded[:] = 1
    return cv2.blur(padded * np.uint8(255), (3, 3), borderType=cv2.BORDER_REPLICATE), left - x0, top - y0


def _coverage(rings: list[np.ndarray], size: Sizes) -> tuple[np.ndarray, int, int]:
    """Anti-aliased coverage of the rings inside the image, and the left and top of its bitmap."""
    points = np.concatenate(rings)
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    left, top = min(max(int(x0) - 1, 0), size.width - 1), min(max(int(y0) - 1, 0), size.height - 1)
    right, bottom = max(min(math.ceil(x1) + 1, size.width), left + 1), max(min(math.ceil(y1) + 1, size.height), top + 1)
    fixed = [np.rint((ring - (left, top) - 0.5) * 16).astype(np.int32) for ring in rings]
    coverage = filled(fixed, rings, (bottom - top, right - left))
    if not coverage.any():
        coverage[:] = 255
    return coverage, left, top
