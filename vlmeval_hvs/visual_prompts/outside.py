"""Lines around an object that hide nothing of it: the precise outline, and the loose one."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.distance import distances
from vlmeval_hvs.visual_prompts.primitives import Tint
from vlmeval_hvs.visual_prompts.regions import Region
from vlmeval_hvs.visual_prompts.sizes import Sizes

LOOSE_GRID = 72
LOOSE_POINTS = 96
_SUBPIXEL = 16


def outline(region: Region, size: Sizes) -> Tint:
    """Band of ``size.line`` px along the outer side of the object's outline, inside the image.

    Where the object touches the image's border, the band lies on the object there, as there is no room outside.
    """
    inset = min(size.line, (size.width - 1) / 2, (size.height - 1) / 2)
    limits = (size.width - inset, size.height - inset)
    rings = [np.clip(ring, inset, limits) for ring in region.outlines(size.height, size.width)]
    points = rings[0] if len(rings) == 1 else np.concatenate(rings)
    margin = size.line + 2
    (x0, y0), (x1, y1) = points.min(0).tolist(), points.max(0).tolist()
    left, top = max(int(x0) - margin, 0), max(int(y0) - margin, 0)
    right, bottom = min(math.ceil(x1) + margin, size.width), min(math.ceil(y1) + margin, size.height)
    corner = np.array([left + 0.5, top + 0.5])
    fixed = [np.rint((ring - corner) * _SUBPIXEL).astype(np.int32) for ring in rings]
    band = np.zeros((bottom - top, right - left), np.uint8)
    cv2.polylines(band, fixed, True, 255, 2 * size.line, cv2.LINE_AA, 4)
    cv2.subtract(band, filled(fixed, rings, band.shape), dst=band)
    if not band.any():  # an object that fills an image of a few pixels
        band[:] = 255
    return Tint(band, left, top, 1.0)


def filled(fixed: list[np.ndarray], rings: list[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Anti-aliased coverage of rings given in sixteenths of a px; rings inside others are holes.

    Args:
        fixed: The rings in sixteenths of a px of the bitmap, ``(n, 2)`` int32.
        rings: The same rings in px.
        shape: Height and width of the bitmap.
    """
    coverage = np.zeros(shape[:2], np.uint8)
    if len(fixed) > 1 and _nested(rings):
        cv2.fillPoly(coverage, fixed, 255, cv2.LINE_AA, 4)  # even-odd, so that holes stay open
    else:
        for ring in fixed:
            cv2.fillPoly(coverage, [ring], 255, cv2.LINE_AA, 4)
    return coverage


def _nested(rings: list[np.ndarray]) -> bool:
    boxes = [(*ring.min(0), *ring.max(0)) for ring in rings]
    return any(
        a is not b and a[0] >= b[0] and a[1] >= b[1] and a[2] <= b[2] and a[3] <= b[3] for a in boxes for b in boxes
    )


def loose_rings(region: Region, size: Sizes, generator: np.random.Generator) -> list[np.ndarray]:
    """Closed lines ``(n, 2)`` in px that go around the object at a distance that wanders, as if drawn by hand.

    They are level lines of the distance to the object, so they follow it at every place and never cross it; gaps that
    are narrower than the line's distance close.
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
    least = max(cv2.contourArea(ring) for ring in found) / 20
    rings = []
    for ring in found:
        if cv2.contourArea(ring) >= least:
            points = ((ring[:, 0] + 0.5) / 4 - pad) * step + (left, top)
            rings.append(_rounded(points))
    return rings


def _rounded(ring: np.ndarray) -> np.ndarray:
    """Points at equal distances along a closed line, `LOOSE_POINTS` or one every 4 px, without its finest waves."""
    line = np.vstack([ring, ring[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    wanted = np.linspace(0, along[-1], max(LOOSE_POINTS, int(along[-1] / 4)), endpoint=False)
    even = np.stack([np.interp(wanted, along, axis) for axis in line.T], axis=1)
    return (np.roll(even, 1, axis=0) + 2 * even + np.roll(even, -1, axis=0)) / 4
