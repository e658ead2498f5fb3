"""Shapes that lie over an object: mask and scribble."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.outlines import border, fitted
from vlmeval_hvs.visual_prompts.primitives import Primitive, Stroke, Tint
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.sizes import Sizes
from vlmeval_hvs.visual_prompts.styles import Style, style_data

SCRIBBLE_GRID = 48


def mask(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Half-transparent filling of the object, with or without its outline.

    Without outline the line width shows nowhere. The official geometry lightens the filling and lays it over the
    outline, as the official code does; scaled geometry fills with the named colour and draws the outline on top.
    """
    rings = [fitted(ring, size) for ring in region.outlines(size.height, size.width)]
    coverage, left, top = _bitmap_coverage(region, size) if region.is_bitmap else _coverage(rings, size)
    if size.official:
        rule = style_data()["official"]
        fill = Tint(coverage, left, top, rule["mask_alpha"], rule["mask_lighten"])
    else:
        fill = Tint(coverage, left, top, style_data()["scaled"]["mask_alpha"])
    if style.variant[0] == "fill":
        return [fill]
    lines: list[Primitive] = [Stroke(ring, size.line, closed=True) for ring in rings]
    return [*lines, fill] if size.official else [fill, *lines]


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
    coverage = np.zeros((bottom - top, right - left), dtype=np.uint8)
    fixed = [np.rint((ring - (left, top) - 0.5) * 16).astype(np.int32) for ring in rings]
    if len(fixed) > 1 and _nested(rings):
        cv2.fillPoly(coverage, fixed, 255, cv2.LINE_AA, 4)  # even-odd, so that holes stay open
    else:
        for ring in fixed:
            cv2.fillPoly(coverage, [ring], 255, cv2.LINE_AA, 4)
    if not coverage.any():
        coverage[:] = 255
    return coverage, left, top


def _nested(rings: list[np.ndarray]) -> bool:
    boxes = [(*ring.min(0), *ring.max(0)) for ring in rings]
    return any(
        a is not b and a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3] for a in boxes for b in boxes
    )


def scribble(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """A seeded zigzag by hand along the object's longer axis, inside the object.

    The design differs from the official scribble, which erodes the object to a few pixels, thins them and fits one
    parabola; that leaves a dot on most objects and nothing on some.
    """
    generator = rng(seed, "scribble", number)
    part, left, top = region.local_mask(size.height, size.width)
    x, y, low, high, axes = _stations(part, generator)
    knots = np.stack([x, np.where(np.arange(len(x)) % 2 == 0, low, high)], axis=1)
    line = knots @ axes + (left, top) + y
    least = max(5.0 * size.line, 0.03 * math.sqrt(size.height * size.width))
    extent = np.maximum(line.max(0) - line.min(0), 1e-6)
    if extent.max() < least:
        centre = (line.max(0) + line.min(0)) / 2
        line = centre + (line - centre) * (least / extent.max())
    line = _smooth(line)
    margin = border(size)
    return [Stroke(np.clip(line, margin, (size.width - margin, size.height - margin)), size.line)]


def _stations(part: np.ndarray, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Zigzag stations: place along the main axis, and how far the object reaches on either side of it there."""
    scale = max(1.0, max(part.shape) / SCRIBBLE_GRID)
    rows = np.minimum((np.arange(0, part.shape[0], scale) + scale / 2).astype(int), part.shape[0] - 1)
    columns = np.minimum((np.arange(0, part.shape[1], scale) + scale / 2).astype(int), part.shape[1] - 1)
    grid = part[np.ix_(rows, columns)]
    ys, xs = np.nonzero(grid)
    if len(xs) < 6:
        ys, xs = (v.ravel() for v in np.mgrid[0 : part.shape[0] : 7j, 0 : part.shape[1] : 7j])
        points = np.stack([xs, ys], axis=1)
    else:
        points = np.stack([columns[xs], rows[ys]], axis=1) + 0.5
    centre = points.mean(0)
    _, axes = np.linalg.eigh(np.cov((points - centre).T) + np.diag([1e-6, 0.0]))
    axes = axes.T[::-1]
    axes = axes * np.where(np.abs(axes).max(1, keepdims=True) == axes.max(1, keepdims=True), 1, -1)
    along, across = ((points - centre) @ axes.T).T
    count = int(np.clip(round(2.2 * np.ptp(along) / max(np.ptp(across), 1e-6)) + 4, 5, 9))
    first, last = np.percentile(along, (6, 94))
    places = np.linspace(first, last, count)
    half = max(np.ptp(along) / count / 2, scale)
    low, high = np.empty(count), np.empty(count)
    for i, place in enumerate(places):
        slab = across[np.abs(along - place) <= half]
        if not len(slab):
            slab = across[[np.abs(along - place).argmin()]]
        low[i], high[i] = _run(np.sort(slab), 3 * scale)
    middle, reach = (low + high) / 2, (high - low) / 2
    low = middle - reach * generator.uniform(0.55, 0.85, count)
    high = middle + reach * generator.uniform(0.55, 0.85, count)
    places = places + generator.uniform(-0.25, 0.25, count) * half
    return places, centre, low, high, axes


def _run(values: np.ndarray, gap: float) -> tuple[float, float]:
    """Ends of the longest stretch of sorted values without a gap."""
    breaks = np.flatnonzero(np.diff(values) > gap)
    starts, ends = np.concatenate(([0], breaks + 1)), np.concatenate((breaks, [len(values) - 1]))
    longest = int(np.argmax(values[ends] - values[starts]))
    return float(values[starts[longest]]), float(values[ends[longest]])


def _smooth(line: np.ndarray, steps: int = 10) -> np.ndarray:
    """Catmull-Rom curve through the points."""
    padded = np.vstack([2 * line[0] - line[1], line, 2 * line[-1] - line[-2]])
    t = (np.arange(steps) / steps)[:, None]
    pieces = []
    for a, b, c, d in zip(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True):
        pieces.append(b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))))
    return np.vstack([*pieces, line[-1:]])
