"""Shapes that go around an object or lie over it: bounding box, oval, contour, mask."""

import math

import cv2
import numpy as np

from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.occlusion import Sizes
from vlmeval_hvs.visual_prompts.pieces import Piece, bar, disc, ellipse, frame, stroke, tint
from vlmeval_hvs.visual_prompts.regions import Region, distances
from vlmeval_hvs.visual_prompts.styles import Style, style_data

LOOSE_GRID = 72
LOOSE_POINTS = 96


def bbox(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """Frame around the object's box, with bare, square or round corners.

    Both lie outside the box, so that they hide nothing of the object. At the image border the frame moves inwards.
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
    grow, least = t + gap, 2 * t + 3
    left, right = _span(int(x0) - grow, math.ceil(x1) + grow, least, size.width)
    top, bottom = _span(int(y0) - grow, math.ceil(y1) + grow, least, size.height)
    box = frame(left, top, right, bottom, min(t, right - left, bottom - top))
    if vertex == "none":
        return [box]
    corners = [(x, y) for x in (left, right - t) for y in (top, bottom - t)]
    if vertex == "square":
        return [box, *(bar(x - margin, y - margin, x + t + margin, y + t + margin) for x, y in corners)]
    return [box, *(disc(x + t / 2, y + t / 2, margin + t // 2) for x, y in corners)]


def _span(low: int, high: int, least: int, length: int) -> tuple[int, int]:
    """``low..high`` moved into ``0..length`` and widened to ``least`` where there is room."""
    low, high = max(low, 0), min(high, length)
    if high - low < least:
        low = max(0, min((low + high - least) // 2, length - least))
        high = min(length, low + least)
    return low, high


def oval(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """The smallest upright ellipse with the box's proportions around the object, made smaller where the image ends."""
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
    return [ellipse(cx, cy, a, b, t)]


def _axis(centre: float, half: float, first: float, last: float) -> tuple[float, float]:
    low, high = max(centre - half, first), min(centre + half, last)
    return (low + high) / 2, max((high - low) / 2, 0.5)


def contour(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """The object's outline, drawn precisely along its outer side, or loosely by hand around it."""
    if style.variant[0] == "contour":
        return [outline(region, size)]
    rings = loose_rings(region, size, rng(seed, "loose contour", number))
    return [stroke(fitted(ring, size), size.line, closed=True) for ring in rings]


def fitted(ring: np.ndarray, size: Sizes) -> np.ndarray:
    """A ring that is large enough to be seen and whose stroke stays inside the image."""
    least, margin = 2.0 * size.line + 2, border(size)
    right, bottom = size.width - margin, size.height - margin
    (x0, y0), (x1, y1) = ring.min(0).tolist(), ring.max(0).tolist()
    if x1 - x0 >= least and y1 - y0 >= least:
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
    """Distance in px of the middle of a stroke from the image's border."""
    return min(size.line / 2 + 1, size.width / 2, size.height / 2)


def mask(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Piece]:
    """Half-transparent filling of the object in the named colour, with or without a line around it."""
    if region.is_bitmap:
        coverage, left, top = _bitmap_coverage(region, size)
    else:
        rings = [fitted(ring, size) for ring in region.outlines(size.height, size.width)]
        fixed, shape, left, top = _raster(rings, 1, size)
        coverage = _filled(fixed, rings, shape)
        coverage[:] = coverage if coverage.any() else 255
    fill = tint(coverage, left, top, style_data()["scaled"]["mask_alpha"])
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


def outline(region: Region, size: Sizes) -> Piece:
    """Band of ``size.line`` px along the outer side of the object's outline; on the object where the image ends."""
    inset = min(size.line, (size.width - 1) / 2, (size.height - 1) / 2)
    limits = (size.width - inset, size.height - inset)
    rings = [np.clip(ring, inset, limits) for ring in region.outlines(size.height, size.width)]
    fixed, shape, left, top = _raster(rings, size.line + 2, size)
    band = np.zeros(shape, np.uint8)
    cv2.polylines(band, fixed, True, 255, 2 * size.line, cv2.LINE_AA, 4)
    cv2.subtract(band, _filled(fixed, rings, shape), dst=band)
    # Nothing is left of it around an object that fills an image of a few pixels.
    return tint(band if band.any() else np.full_like(band, 255), left, top, 1.0)


def _raster(rings: list[np.ndarray], margin: int, size: Sizes) -> tuple[list[np.ndarray], tuple[int, int], int, int]:
    """Rings in sixteenths of a px of the bitmap that holds them and a margin; its shape, left and top."""
    points = np.concatenate(rings)
    (x0, y0), (x1, y1) = points.min(0).tolist(), points.max(0).tolist()
    left = min(max(int(x0) - margin, 0), size.width - 1)
    top = min(max(int(y0) - margin, 0), size.height - 1)
    right = max(min(math.ceil(x1) + margin, size.width), left + 1)
    bottom = max(min(math.ceil(y1) + margin, size.height), top + 1)
    fixed = [np.rint((ring - (left + 0.5, top + 0.5)) * 16).astype(np.int32) for ring in rings]
    return fixed, (bottom - top, right - left), left, top


def _filled(fixed: list[np.ndarray], rings: list[np.ndarray], shape: tuple[int, int]) -> np.ndarray:
    """Anti-aliased coverage of rings in sixteenths of a px (``fixed``) and in px.

    Where a ring's box lies inside another's, all are filled even-odd, so that holes stay open.
    """
    coverage = np.zeros(shape, np.uint8)
    boxes = [(*ring.min(0), *-ring.max(0)) for ring in rings]
    nested = any(a is not b and all(x >= y for x, y in zip(a, b, strict=True)) for a in boxes for b in boxes)
    for together in [fixed] if nested else [[ring] for ring in fixed]:
        cv2.fillPoly(coverage, together, 255, cv2.LINE_AA, 4)
    return coverage


def loose_rings(region: Region, size: Sizes, generator: np.random.Generator) -> list[np.ndarray]:
    """Closed lines ``(n, 2)`` in px that go around the object at a distance that wanders, as if drawn by hand.

    They are level lines of the distance to the object, so they follow it and never cross it; narrow gaps close.
    """
    part, left, top = region.local_mask(size.height, size.width)
    distance = 0.045 * math.sqrt(part.shape[0] * part.shape[1]) + size.line + 1.5
    # Cells of at most a third of the distance, or the line would fall between them along a long and thin object.
    step = math.ceil(min(max(max(part.shape) / LOOSE_GRID, distance / 12), distance / 3))
    pad = math.ceil(2 * distance / step) + 2
    height, width = (-(-side // step) for side in part.shape)
    whole = np.zeros((height * step, width * step), np.uint8)
    whole[: part.shape[0], : part.shape[1]] = part
    cells = whole.reshape(height, step, width, step).max(axis=(1, 3))
    ground = np.pad(1 - cells, pad, constant_values=1)
    sharp = (distances(ground) * step).astype(np.float32)
    field = cv2.GaussianBlur(sharp, (0, 0), max(distance / step / 3, 0.8))
    wander = cv2.resize(generator.uniform(-0.35, 0.35, (5, 5)), ground.shape[::-1], interpolation=cv2.INTER_CUBIC)
    level = np.minimum(field - distance * (1 + wander.astype(np.float32)), sharp - (size.line / 2 + 1.5))
    level = cv2.resize(level, None, fx=4, fy=4, interpolation=cv2.INTER_LINEAR)
    found, _ = cv2.findContours((level < 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    areas = [cv2.contourArea(ring) for ring in found]
    large = [ring[:, 0] for ring, area in zip(found, areas, strict=True) if area >= max(areas) / 20]
    return [_rounded(((ring + 0.5) / 4 - pad) * step + (left, top)) for ring in large]


def _rounded(ring: np.ndarray) -> np.ndarray:
    """Points at equal distances along a closed line, `LOOSE_POINTS` or one every 4 px, without its finest waves."""
    line = np.vstack([ring, ring[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    wanted = np.linspace(0, along[-1], max(LOOSE_POINTS, int(along[-1] / 4)), endpoint=False)
    even = np.stack([np.interp(wanted, along, axis) for axis in line.T], axis=1)
    return (np.roll(even, 1, axis=0) + 2 * even + np.roll(even, -1, axis=0)) / 4
