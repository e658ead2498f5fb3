"""Shapes that go around an object: bounding box, oval, contour."""

from __future__ import annotations

import math

import numpy as np

from vlmeval_hvs.seeding import rng
from vlmeval_hvs.visual_prompts.primitives import Bar, Disc, Ellipse, Frame, Primitive, Stroke
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.sizes import Sizes
from vlmeval_hvs.visual_prompts.styles import Style

LOOSE_POINTS = 96
LOOSE_HARMONICS = 5


def bbox(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Frame around the object's box, with bare, square or round corners.

    The frame lies outside the box, so that it hides nothing of the object; at the image border it moves inwards.
    (The official code centres the stroke on the box; so does the official geometry here.)
    """
    x0, y0, x1, y1 = region.box_in(size.height, size.width)
    t, vertex = size.line, style.variant[0]
    grow = (t + 1) // 2 if size.official else t
    if vertex == "none":
        margin = 0
    elif size.official:
        margin = (max(t + 4, 6) - t + 1) // 2 if vertex == "square" else max(t, 5) - t // 2
    else:
        margin = max(t, 3) if vertex == "square" else round(max(1.7 * t, 4)) - t // 2
    left, top, right, bottom = int(x0) - grow, int(y0) - grow, math.ceil(x1) + grow, math.ceil(y1) + grow
    least, margin = 2 * t + 3, min(margin, (min(size.width, size.height) - 1) // 2)
    if left < margin or right > size.width - margin or right - left < least:
        left, right = _span(left, right, least, margin, size.width - margin)
    if top < margin or bottom > size.height - margin or bottom - top < least:
        top, bottom = _span(top, bottom, least, margin, size.height - margin)
    frame = Frame(left, top, right, bottom, min(t, right - left, bottom - top))
    if vertex == "none":
        return [frame]
    half = t // 2
    corners = [(x, y) for x in (left, right - t) for y in (top, bottom - t)]
    if vertex == "square":
        return [frame, *(Bar(x - margin, y - margin, x + t + margin, y + t + margin) for x, y in corners)]
    radius = margin + half
    return [frame, *(Disc(x + t / 2, y + t / 2, radius) for x, y in corners)]


def _span(low: int, high: int, least: int, first: int, last: int) -> tuple[int, int]:
    """``low..high`` moved into ``first..last`` and widened to ``least`` where there is room."""
    low, high = max(low, first), min(high, last)
    if high - low < least:
        low = max(first, min((low + high - least) // 2, last - least))
        high = min(last, low + least)
    return low, high


def oval(region: Region, style: Style, size: Sizes, number: int, seed: int) -> list[Primitive]:
    """Upright ellipse around the object.

    It is the smallest ellipse with the box's proportions that encloses the object's outline (the whole box when only
    the box is known), made smaller where the image ends. The official geometry inscribes it in the box, as the
    official code does, which cuts off the corners of the object.
    """
    x0, y0, x1, y1 = region.box_in(size.height, size.width)
    t = size.line
    cx, cy, a, b = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    if not size.official:
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
    """The object's outline, drawn precisely or loosely by hand.

    Loose: the main waves of the outline, a little larger, with a seeded wobble. (The official code scales the outline
    by 1.2 and fits a spline, without any randomness; the official geometry leaves out the wobble.)
    """
    strict = style.variant[0] == "contour"
    rings = region.outlines(size.height, size.width)
    if not strict:
        rings = main_rings(rings)
        generator = rng(seed, "loose contour", number)
        rings = [_loosen(ring, size, None if size.official else generator) for ring in rings]
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


def main_rings(rings: list[np.ndarray]) -> list[np.ndarray]:
    """The rings that make up the object's visible extent: at least a twentieth of the largest, holes left out."""
    areas = [abs(_area(ring)) for ring in rings]
    largest = rings[int(np.argmax(areas))]
    low, high = largest.min(0), largest.max(0)
    kept = [largest]
    for ring, area in zip(rings, areas, strict=True):
        inside = (ring.min(0) >= low).all() and (ring.max(0) <= high).all()
        if ring is not largest and not inside and area * 20 >= max(areas):
            kept.append(ring)
    return kept


def _area(ring: np.ndarray) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def resampled(points: np.ndarray, count: int, closed: bool) -> np.ndarray:
    """``count`` points at equal distances along a line of ``(n, 2)`` points."""
    line = np.vstack([points, points[:1]]) if closed else points
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    wanted = np.linspace(0, along[-1], count, endpoint=not closed)
    return np.stack([np.interp(wanted, along, line[:, 0]), np.interp(wanted, along, line[:, 1])], axis=1)


def _loosen(ring: np.ndarray, size: Sizes, generator: np.random.Generator | None) -> np.ndarray:
    even = resampled(ring, LOOSE_POINTS, closed=True)
    waves = np.fft.fft(even[:, 0] + 1j * even[:, 1])
    waves[LOOSE_HARMONICS + 1 : -LOOSE_HARMONICS] = 0
    smooth = np.fft.ifft(waves)
    centre = smooth.mean()
    radius = float(np.abs(smooth - centre).mean())
    outward = (smooth - centre) / np.maximum(np.abs(smooth - centre), 1e-6)
    offset = np.full(LOOSE_POINTS, 0.08 * radius + size.line)
    if size.official:
        offset = 0.2 * np.abs(smooth - centre)
    if generator is not None:
        turn = np.arange(LOOSE_POINTS) * (2 * math.pi / LOOSE_POINTS)
        for wave in range(2, 8):
            strength = 0.07 * radius / wave * generator.normal()
            offset += strength * np.cos(wave * turn + generator.uniform(0, 2 * math.pi))
    loose = smooth + outward * offset
    return np.stack([loose.real, loose.imag], axis=1)
