"""Shapes that go around an object: bounding box, oval, contour."""

from __future__ import annotations

import math

import numpy as np

from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.outside import loose_rings, outline
from vlmeval_hvs.visual_prompts.primitives import Bar, Disc, Ellipse, Frame, Primitive, Stroke
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.sizes import Sizes
from vlmeval_hvs.visual_prompts.styles import Style


def bbox(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Frame around the object's box, with bare, square or round corners.

    Frame and corners lie outside the box, so that they hide nothing of the object. At the image border the frame moves
    inwards, and its corners are cut off there.
    """
    x0, y0, x1, y1 = size.box
    t, vertex = size.line, style.variant[0]
    # How far a corner mark reaches beyond the line on either side, and how far the frame moves out to make room for it.
    margin = gap = 0
    if vertex == "square":
        margin = gap = max(t // 2, 2)
    elif vertex == "round":
        margin = round(max(1.7 * t, 4)) - t // 2
        gap = max(0, math.ceil((margin + t / 2) / math.sqrt(2) - t / 2))
    grow = t + gap
    left, top, right, bottom = int(x0) - grow, int(y0) - grow, math.ceil(x1) + grow, math.ceil(y1) + grow
    least = 2 * t + 3
    if left < 0 or right > size.width or right - left < least:
        left, right = _span(left, right, least, size.width)
    if top < 0 or bottom > size.height or bottom - top < least:
        top, bottom = _span(top, bottom, least, size.height)
    frame = Frame(left, top, right, bottom, min(t, right - left, bottom - top))
    if vertex == "none":
        return [frame]
    corners = [(x, y) for x in (left, right - t) for y in (top, bottom - t)]
    if vertex == "square":
        return [frame, *(Bar(x - margin, y - margin, x + t + margin, y + t + margin) for x, y in corners)]
    return [frame, *(Disc(x + t / 2, y + t / 2, margin + t // 2) for x, y in corners)]


def _span(low: int, high: int, least: int, length: int) -> tuple[int, int]:
    """``low..high`` moved into ``0..length`` and widened to ``least`` where there is room."""
    low, high = max(low, 0), min(high, length)
    if high - low < least:
        low = max(0, min((low + high - least) // 2, length - least))
        high = min(length, low + least)
    return low, high


def oval(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Upright ellipse around the object.

    It is the smallest ellipse with the box's proportions that encloses the object's outline (the whole box when only
    the box is known), made smaller where the image ends.
    """
    x0, y0, x1, y1 = size.box
    t = size.line
    cx, cy, a, b = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    points = np.concatenate(region.outlines(size.height, size.width))
    reach = ((points[:, 0] - cx) / a) ** 2 + ((points[:, 1] - cy) / b) ** 2
    factor = min(max(float(reach.max()), 1.0), 2.0) ** 0.5
    a, b = a * factor + t / 2 + 1, b * factor + t / 2 + 1
    least, margin = 1.5 * t + 2, t / 2 + 1
    cx, a = _axis(cx, max(a, least), margin, size.width - margin)
    cy, b = _axis(cy, max(b, least), margin, size.height - margin)
    return [Ellipse(cx, cy, a, b, t)]


def _axis(centre: float, half: float, first: float, last: float) -> tuple[float, float]:
    low, high = max(centre - half, first), min(centre + half, last)
    return (low + high) / 2, max((high - low) / 2, 0.5)


def contour(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """The object's outline, drawn precisely along its outer side, or loosely by hand around it."""
    if style.variant[0] == "contour":
        return [outline(region, size)]
    rings = loose_rings(region, size, rng(seed, "loose contour", number))
    return [Stroke(fitted(ring, size), size.line, closed=True) for ring in rings]


def fitted(ring: np.ndarray, size: Sizes) -> np.ndarray:
    """A ring that is large enough to be seen and whose stroke stays inside the image."""
    least, margin = 2.0 * size.line + 2, border(size)
    right, bottom = size.width - margin, size.height - margin
    (x0, y0), (x1, y1) = ring.min(0).tolist(), ring.max(0).tolist()
    if x1 - x0 >= least and y1 - y0 >= least:
        if x0 >= margin and y0 >= margin and x1 <= right and y1 <= bottom:
            return ring
        return np.clip(ring, margin, (right, bottom))
    width, height = max(x1 - x0, least), max(y1 - y0, least)
    if x1 > x0 and y1 > y0:
        unit = (ring - (x0, y0)) / (x1 - x0, y1 - y0)
    else:  # a point or a line has no form to enlarge
        unit = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    left = max(min((x0 + x1 - width) / 2, right - width), margin)
    top = max(min((y0 + y1 - height) / 2, bottom - height), margin)
    return np.clip(unit * (width, height) + (left, top), margin, (right, bottom))


def border(size: Sizes) -> float:
    """How far in px the middle of a stroke stays from the image's border."""
    return min(size.line / 2 + 1, size.width / 2, size.height / 2)
