"""Marks on the objects of a photograph: chooses the objects, and checks that marks can be seen and distinguished."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts import Region, Style, draw
from vlmeval_hvs.visual_prompts.occlusion import lab

MIN_DISTANCE = 12.0  # least mean CIE76 distance by which a visible drawing changes its pixels
SAMPLED = 64  # number of its pixels that are compared, about
MAX_OVERLAP = 0.1  # largest overlap of objects that are marked together, as a share of the smaller box
APART = 0.15  # their least distance, as a share of the square root of the image's area
KEPT = 0.7  # least share of a mark's pixels that later marks leave as they are
CLEAR = 0.1  # least distance from the centre lines, as a share of a side, of a mark whose place is asked for

Marks = Sequence[tuple[Style, Sequence[Region]]]
"""The drawing, in order: styles with a colour, and the objects that each of them marks."""


class NotDrawable(ValueError):
    """This scene does not allow this question; another one may."""


@dataclass(frozen=True)
class Scene:
    """A uniquely named image with its labelled objects; ``load`` returns its RGB uint8 pixels ``(h, w, 3)``."""

    name: str
    load: Callable[[], np.ndarray]
    regions: tuple[Region, ...]

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the objects, each once."""
        return list(dict.fromkeys(region.label for region in self.regions if region.label))


def paint(image: np.ndarray, marks: Marks, key: int) -> np.ndarray:
    """Draw marks one after the other; a NotDrawable where one cannot be seen, or another one covers it."""
    pixels, drawn = image, []
    for style, regions in marks:
        before = pixels
        pixels, _ = draw(before, regions, style, seed=key)
        changed = check_visible(before, pixels)
        for region in regions if len(regions) > 1 else ():
            check_visible(image, draw(image, region, style, seed=key)[0])
        drawn.append((changed, pixels))
    for changed, then in drawn[:-1]:
        if (pixels[changed] == then[changed]).all(axis=1).mean() < KEPT:
            raise NotDrawable("one mark covers another")
    return pixels


def pick(
    regions: Sequence[Region], amount: int, shape: tuple[int, ...], generator: np.random.Generator
) -> list[Region]:
    """Objects that lie far enough apart, in random order; a NotDrawable where there are fewer."""
    height, width = shape[:2]
    apart = APART * (height * width) ** 0.5
    chosen: list[Region] = []
    for position in generator.permutation(len(regions)):
        region = regions[position]
        here = np.array(region.anchor(height, width))
        far = all(np.hypot(*(here - other.anchor(height, width))) >= apart for other in chosen)
        if far and all(_overlap(region, other) <= MAX_OVERLAP for other in chosen):
            chosen.append(region)
        if len(chosen) == amount:
            return chosen
    raise NotDrawable(f"fewer than {amount} objects apart from each other")


def _overlap(a: Region, b: Region) -> float:
    """Share of the smaller box that lies in the other."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a.bbox, b.bbox
    width, height = min(ax + aw, bx + bw) - max(ax, bx), min(ay + ah, by + bh) - max(ay, by)
    return max(width, 0) * max(height, 0) / max(min(aw * ah, bw * bh), 1)


def check_visible(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Pixels that a mark changes, ``(h, w)`` bool; a NotDrawable where they are too few or change too little."""
    changed = _difference(before, after) > 8
    where = np.flatnonzero(changed)
    if len(where) < 20:
        raise NotDrawable("the drawing changes almost nothing")
    some = where[:: max(1, len(where) // SAMPLED)]
    pairs = zip(before.reshape(-1, 3)[some].tolist(), after.reshape(-1, 3)[some].tolist(), strict=True)
    distance = np.mean([np.hypot.reduce(np.subtract(lab(tuple(old)), lab(tuple(new)))) for old, new in pairs])
    if distance < MIN_DISTANCE:
        raise NotDrawable("the drawing hardly differs from what it covers")
    return changed


def _difference(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Largest difference of the three channels, ``(h, w)`` uint8."""
    red, green, blue = cv2.split(cv2.absdiff(before, after))
    return cv2.max(cv2.max(red, green), blue)


def quadrants(region: Region, shape: tuple[int, ...]) -> set[str]:
    """Quadrants of the possible middles of marks on an object: of its box, and of the point that arrows point to."""
    height, width = shape[:2]
    x, y, w, h = region.bbox
    middles = (region.anchor(height, width), (x + w / 2, y + h / 2))
    return {_quadrant(across / width, down / height) for across, down in middles}


def _quadrant(x: float, y: float) -> str:
    """Quadrant of a point in shares of width and height; "" near a centre line of the image."""
    if abs(x - 0.5) < CLEAR or abs(y - 0.5) < CLEAR:
        return ""
    return f"{'top' if y < 0.5 else 'bottom'}-{'left' if x < 0.5 else 'right'}"


def place(before: np.ndarray, after: np.ndarray) -> str:
    """Quadrant of the middle of a drawing; "" near a centre line of the image."""
    rows, columns = np.nonzero(_difference(before, after))
    height, width = before.shape[:2]
    return _quadrant((columns.min() + columns.max() + 1) / 2 / width, (rows.min() + rows.max() + 1) / 2 / height)
