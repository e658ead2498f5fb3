"""Room, table and objects of drawn scenes, drawn with polygons at a multiple of the final size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from dataset_builders.gaze.camera import Array, Camera, Color, shade

TABLE = (-46.0, 46.0, 24.0, 86.0)  # x0, x1, z0, z1 of the table top, cm
ROW_Z = 64.0
SPACING = {1: 19.0, 2: 15.0, 3: 11.5}  # distance between neighbours by proximity, cm: 1 is far apart


def places(n: int, proximity: int) -> Array:
    """World positions (n, 3) of n objects in table order: from the viewer's left to right in the front view."""
    x = (np.arange(n) - (n - 1) / 2) * SPACING[proximity]
    return np.column_stack([x, np.full(n, 5.0), np.full(n, ROW_Z)])


def room(camera: Camera, wall: Color, floor: Color) -> Array:
    """(size, size, 3) float picture of an empty room: the wall at z = -90, the floor 75 cm below the table top."""
    rays = camera.rays((0, 0, camera.size, camera.size))
    with np.errstate(divide="ignore"):
        to_wall = np.where(rays[..., 2] < 0, (-90.0 - camera.eye[2]) / rays[..., 2], np.inf)
        to_floor = np.where(rays[..., 1] < 0, (-75.0 - camera.eye[1]) / rays[..., 1], np.inf)
    image = np.empty(rays.shape)
    image[:] = wall
    image[to_floor < to_wall] = floor
    where = camera.eye + to_wall[..., None] * rays
    for grow, by in ((3.0, 0.62), (0.0, 1.1)):  # a picture on the wall shows from where the camera looks
        inside = (np.abs(where[..., 0] - 62) < 17 + grow) & (np.abs(where[..., 1] - 52) < 13 + grow)
        image[inside & (to_wall < to_floor)] = shade(wall, by)
    return image


def shrunk(image: Array, by: int) -> NDArray[np.uint8]:
    """A float picture with every block of `by` x `by` pixels averaged."""
    large = Image.fromarray(np.clip(np.rint(image), 0, 255).astype(np.uint8))
    return np.asarray(large.reduce(by)).copy()


WOOD = (186, 140, 96)
_UNPAINTED = (1, 2, 3)  # a colour that nothing on the table has

Form = tuple[str, Sequence[float], Color]
"""A form of an object: its kind, numbers in cm from the middle of its foot (x to the right, y up), and its colour.

``box``: left, bottom, right, top; ``disc``: middle x and y, half width, half height; ``shape``: x and y of the corners;
``line``: from x, y to x, y.
"""

OBJECTS: Mapping[str, Sequence[Form]] = {
    "bottle": [
        ("disc", (0, 1, 3.0, 1.0), (24, 92, 58)), ("box", (-3, 1, 3, 9), (36, 122, 78)),
        ("disc", (0, 9, 3.0, 2.2), (36, 122, 78)), ("box", (-1.2, 9, 1.2, 15), (36, 122, 78)),
        ("box", (-1.5, 14, 1.5, 16), (190, 40, 40)), ("box", (-3, 3, 3, 7), (240, 236, 214)),
    ],
    "cup": [
        ("disc", (4.4, 4.5, 2.4, 2.6), (28, 84, 170)), ("disc", (4.4, 4.5, 1.3, 1.5), (226, 222, 214)),
        ("disc", (0, 1, 3.8, 1.1), (28, 84, 170)), ("box", (-3.8, 1, 3.8, 8), (38, 104, 204)),
        ("disc", (0, 8, 3.8, 1.2), (24, 64, 132)),
    ],
    "apple": [
        ("disc", (0, 4.4, 4.6, 4.4), (200, 32, 36)), ("disc", (-1.6, 6.2, 1.0, 1.3), (240, 130, 120)),
        ("box", (-0.3, 8, 0.4, 10.4), (84, 56, 30)), ("disc", (1.9, 9.8, 1.8, 0.9), (70, 150, 50)),
    ],
    "book": [
        ("box", (-4, 0, 4, 11), (120, 52, 130)), ("box", (-4, 0, -2.8, 11), (84, 34, 92)),
        ("box", (-1.6, 6.5, 3, 8.5), (244, 222, 150)),
    ],
    "ball": [
        ("disc", (0, 4.8, 4.8, 4.8), (250, 190, 40)), ("disc", (0, 4.8, 1.7, 4.8), (230, 96, 30)),
        ("disc", (-1.9, 7.0, 0.9, 0.9), (255, 240, 190)),
    ],
    "clock": [
        ("disc", (-2.6, 0.7, 0.9, 0.8), (60, 60, 66)), ("disc", (2.6, 0.7, 0.9, 0.8), (60, 60, 66)),
        ("disc", (0, 5.6, 5.0, 5.0), (60, 60, 66)), ("disc", (0, 5.6, 4.1, 4.1), (250, 250, 246)),
        ("line", (0, 5.6, 0, 8.6), (20, 20, 20)), ("line", (0, 5.6, 2.2, 4.6), (20, 20, 20)),
    ],
    "plant": [
        *(("disc", (x, y, width, 2.8), (52, 142, 66)) for x, y, width in
            ((-2.6, 9.5, 2.2), (2.6, 9.5, 2.2), (0, 12, 2.4), (-1.2, 8.6, 2.0), (1.4, 8.6, 2.0))),
        ("shape", (-3.4, 6, 3.4, 6, 2.5, 0, -2.5, 0), (190, 104, 62)),
    ],
    "lamp": [
        ("disc", (0, 0.8, 3.2, 0.9), (90, 90, 96)), ("box", (-0.5, 1, 0.5, 8), (90, 90, 96)),
        ("shape", (-2.0, 13.5, 2.0, 13.5, 4.4, 7.5, -4.4, 7.5), (90, 200, 200)),
    ],
}  # fmt: skip


def draw_object(pen: ImageDraw.ImageDraw, name: str, x: float, y: float, scale: float) -> None:
    """Draw an object of `OBJECTS` whose foot is at x, y (px), with so many px per cm."""
    for kind, numbers, color in OBJECTS[name]:
        if kind == "box":
            left, bottom, right, top = numbers
            pen.rectangle([x + left * scale, y - top * scale, x + right * scale, y - bottom * scale], fill=color)
        elif kind == "disc":
            cx, cy, rx, ry = numbers
            ends = [x + (cx - rx) * scale, y - (cy + ry) * scale, x + (cx + rx) * scale, y - (cy - ry) * scale]
            pen.ellipse(ends, fill=color)
        else:
            points = [(x + a * scale, y - b * scale) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "shape":
                pen.polygon(points, fill=color)
            else:
                pen.line(points, fill=color, width=max(1, int(0.6 * scale)))


def front(camera: Camera, names: Sequence[str], spots: Array, size: float) -> tuple[Array, NDArray[np.bool_], Array]:
    """What is in front of the person: the table with objects of `OBJECTS`, far ones first.

    ``spots`` are the middles of the objects, (n, 3) cm, and ``size`` their size; 1 is natural. Gives the picture, (px,
    px, 3) float; the mask of the pixels that it covers; x, y (px) of the middles, (n, 2).
    """
    image = Image.new("RGB", (camera.size, camera.size), _UNPAINTED)
    pen = ImageDraw.Draw(image)
    x0, x1, z0, z1 = TABLE
    edges = [[(x0, z1), (x1, z1)], [(x0, z0), (x0, z1)], [(x1, z0), (x1, z1)]]
    sides = [[(ax, 0, az), (bx, 0, bz), (bx, -7, bz), (ax, -7, az)] for (ax, az), (bx, bz) in edges]
    top = [(x0, 0, z0), (x1, 0, z0), (x1, 0, z1), (x0, 0, z1)]
    for corners, color in (*((side, shade(WOOD, 0.7)) for side in sides), (top, WOOD)):
        pen.polygon([(x, y) for x, y, _ in camera.project(corners)], fill=color)
    foot = camera.project(spots * [1, 0, 1])
    for index in np.argsort(-foot[:, 2]):
        scale = size * camera.focal * camera.size / foot[index, 2]
        x, y = foot[index, :2]
        pen.ellipse([x - 5.2 * scale, y - 1.2 * scale, x + 5.2 * scale, y + 1.6 * scale], fill=(92, 66, 46))
        draw_object(pen, names[index], x, y, scale)
    pixels = np.asarray(image, dtype=float)
    return pixels, (pixels != _UNPAINTED).any(axis=2), camera.project(spots)[:, :2]
