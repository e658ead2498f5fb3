"""A pinhole camera and ray-cast ellipsoids: just enough geometry to draw a head that turns and eyes that look.

World axes in cm: x to the right of the front camera, y up, z from the gazer towards the front camera; the table is at
y = 0 and the gazer's head is above the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Color = tuple[int, int, int]


def unit(vector: Sequence[float] | Array) -> Array:
    """The vector at length 1."""
    v = np.asarray(vector, dtype=float)
    return v / np.linalg.norm(v)


def frame(forward: Array) -> Array:
    """Rotation matrix whose columns are right, up and forward of something that faces `forward`, kept upright."""
    ahead = unit(forward)
    right = unit(np.cross([0.0, 1.0, 0.0], ahead))
    return np.stack([right, np.cross(ahead, right), ahead], axis=1)


@dataclass(frozen=True)
class Camera:
    """Looks from `eye` at `target`; images are `size` px squares, rows downwards."""

    eye: Array
    target: Array
    focal: float
    size: int

    @property
    def axes(self) -> Array:
        """Columns: right, up, forward."""
        ahead = unit(self.target - self.eye)
        right = unit(np.cross(ahead, [0.0, 1.0, 0.0]))
        return np.stack([right, np.cross(right, ahead), ahead], axis=1)

    def project(self, points: Sequence[Sequence[float]] | Array) -> Array:
        """Pixel x, y and depth in cm, (n, 3), of world points (n, 3)."""
        local = (np.asarray(points, dtype=float) - self.eye) @ self.axes
        pixels = self.focal * self.size * local[:, :2] / local[:, 2:]
        half = self.size / 2
        return np.column_stack([half + pixels[:, 0], half - pixels[:, 1], local[:, 2]])

    def rays(self, box: tuple[int, int, int, int]) -> Array:
        """Directions (h, w, 3) through the pixel centres of box x0, y0, x1, y1."""
        x0, y0, x1, y1 = box
        half = self.size / 2
        x = (np.arange(x0, x1) + 0.5 - half) / (self.focal * self.size)
        y = (half - np.arange(y0, y1) - 0.5) / (self.focal * self.size)
        grid = np.stack(np.broadcast_arrays(x[None, :], y[:, None], np.ones(1)), axis=-1)
        return grid @ self.axes.T


def shade(color: Color, by: float) -> Color:
    """A colour made darker or lighter."""
    red, green, blue = (min(255, int(value * by)) for value in color)
    return red, green, blue


Paint = Callable[[Array], Array]
"""Colours (n, 3) of points on the unit sphere in the frame of the part, (n, 3)."""


@dataclass(frozen=True)
class Ellipsoid:
    """A part of the head."""

    center: Array  # world position, cm
    axes: Array  # rotation; the columns are its own axes in the world
    radii: Array  # radii along its own axes, cm
    paint: Paint  # colours of its surface
    shine: float = 1.0  # strength of the shading, from 0 (flat) to 1


class Canvas:
    """A window of a camera's picture with its depth, to which ellipsoids are added.

    The image is (h, w, 3) RGB 0-255 as float, changed in place; its corner is x, y of its first pixel in the picture.
    """

    def __init__(self, camera: Camera, image: Array, corner: tuple[int, int] = (0, 0)) -> None:
        self.camera, self.image, self.corner = camera, image, np.array(corner)
        self.depth = np.full(image.shape[:2], np.inf, dtype=np.float32)
        (x, y), (h, w) = corner, image.shape[:2]
        self.rays = camera.rays((x, y, x + w, y + h)).astype(np.float32)

    def copy(self) -> Canvas:
        """A canvas that can be drawn on further; the rays are shared."""
        new = copy(self)
        new.image, new.depth = self.image.copy(), self.depth.copy()
        return new

    def add(self, part: Ellipsoid, light: Array) -> None:
        """Draw an ellipsoid where nothing is in front of it."""
        x, y, depth = self.camera.project(part.center[None])[0]
        largest = part.radii.max()
        reach = self.camera.focal * self.camera.size * largest / (depth - largest) + 2
        middle = np.array([x, y])
        x0, y0 = np.maximum(np.floor(middle - reach).astype(int) - self.corner, 0)
        x1, y1 = np.maximum(np.ceil(middle + reach).astype(int) - self.corner, 0)  # slices end with the window
        place = slice(y0, y1), slice(x0, x1)
        origin = ((self.camera.eye - part.center) @ part.axes / part.radii).astype(np.float32)
        towards = self.rays[place] @ (part.axes / part.radii).astype(np.float32)
        a = np.einsum("hwi,hwi->hw", towards, towards)
        b = towards @ origin
        root = b * b - a * (origin @ origin - 1.0)
        hit = root > 0
        t = np.where(hit, (-b - np.sqrt(np.where(hit, root, 0.0))) / a, np.inf)
        window = self.depth[place]
        front = t < window
        if not front.any():
            return
        surface = (origin + t[front][:, None] * towards[front]).astype(float)
        normal = surface / part.radii
        normal = (normal / np.linalg.norm(normal, axis=1, keepdims=True)) @ part.axes.T
        shade = 1.0 - part.shine * 0.38 * (1.0 - np.clip(normal @ light * 0.6 + 0.45, 0.0, 1.0))
        self.image[place][front] = part.paint(surface) * shade[:, None]
        window[front] = t[front]
