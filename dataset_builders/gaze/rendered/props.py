"""The room, the table and the objects on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.rendered.surfaces import Surface, Thing, box, revolved
from vlmeval_hvs.seeding import rng

Array = NDArray[np.float64]

TABLE = (-75.0, 75.0, 12.0, 105.0)
"""x0, x1, z0, z1 of the table top, cm."""


def things(name: str, place: Array, scale: float) -> list[Thing]:
    """An object that stands on the table.

    Args:
        name: A key of `OBJECTS`.
        place: Where its middle is, (3,) cm; x and z count.
        scale: Size, 1 is natural.
    """
    base = np.array([place[0], 0.0, place[2]])
    return [thing.at(base, scale) for thing in OBJECTS[name]()]


def room(wall: tuple[float, float, float]) -> list[Thing]:
    """Floor, wall with a skirting board and a picture, and the table."""
    x0, x1, z0, z1 = TABLE
    wood, plain = _wood(), np.array(wall)
    parts = [
        Thing(box((-400, -77, -121), (400, 260, -120)), plain, 0.95, 0.1),
        Thing(box((-400, -76, -120), (400, -64, -118)), np.array([0.90, 0.89, 0.87]), 0.5),
        Thing(box((-400, -78, -120), (400, -76, 500)), np.array([0.44, 0.36, 0.30]), 0.6),
        Thing(box((x0, -3.5, z0), (x1, 0, z1)), wood, 0.38, 0.45),
        Thing(box((42, 34, -120), (92, 76, -117.5)), np.array([0.20, 0.17, 0.15]), 0.5),
        Thing(box((45, 37, -118), (89, 73, -117.2)), _painting(), 0.8, 0.1),
    ]
    legs = [(x, z) for x in (x0 + 3, x1 - 9) for z in (z0 + 3, z1 - 9)]
    return parts + [Thing(box((x, -76, z), (x + 6, -3.5, z + 6)), wood, 0.5) for x, z in legs]


def _wood() -> Array:
    """(256, 512, 3) planks with grain."""
    y, x = np.mgrid[0:256, 0:512] / 256.0
    noise = rng(0, "gaze-wood").normal(size=(9, 3))
    bend = sum(a * np.sin((i + 1) * 1.7 * x + b) for i, (a, b, _) in enumerate(noise)) * 0.012
    grain = np.sin(2 * np.pi * 26 * (y + bend)) * 0.5 + np.sin(2 * np.pi * 61 * (y + 0.7 * bend) + noise[0, 2]) * 0.3
    plank = np.floor(y * 6)
    tone = 1 + 0.05 * np.sin(12.9 * plank + 1.0) + 0.035 * grain - 0.22 * ((y * 6) % 1 < 0.02)
    return np.clip(np.array([0.70, 0.52, 0.36]) * tone[..., None], 0, 1)


def _painting() -> Array:
    """(64, 80, 3) hills under a sky."""
    y, x = np.mgrid[0:64, 0:80] / 64.0
    picture = np.empty((64, 80, 3))
    picture[:] = np.array([0.74, 0.80, 0.84]) - 0.1 * y[..., None]
    for level, color in ((0.45, (0.55, 0.62, 0.60)), (0.62, (0.42, 0.52, 0.44)), (0.8, (0.34, 0.42, 0.32))):
        picture[y > level + 0.06 * np.sin(7 * x + 9 * level)] = color
    return picture


def _disc(radius: float, middle: float, depth: float, half: float, rim: float = 0.0) -> Surface:
    """A flat cylinder that faces the front camera; `middle` is its height, `depth` its z, `half` half its thickness."""
    profile = [(0.0, -half), (radius - rim, -half), (radius, -half + rim), (radius, half - rim), (radius - rim, half)]
    lying = revolved([*profile, (0.0, half)], 64)
    x, y, z = lying.vertices.T
    return lying.moved(np.stack([x, middle - z, depth + y], axis=1))


def _bottle() -> list[Thing]:
    body = [(0, 0), (2.9, 0), (3.2, 0.4), (3.2, 9.0), (2.9, 10.2), (1.6, 12.0), (1.15, 13.0), (1.1, 15.6), (1.25, 15.7)]
    label = [(3.24, 2.6), (3.24, 7.4)]
    cap = [(1.35, 15.3), (1.35, 16.9), (1.15, 17.1), (0, 17.1)]
    return [
        Thing(revolved(body), np.array([0.10, 0.38, 0.20]), 0.12, 0.6),
        Thing(revolved(label), np.array([0.92, 0.90, 0.82]), 0.8),
        Thing(revolved(cap), np.array([0.74, 0.15, 0.14]), 0.4),
    ]


def _cup() -> list[Thing]:
    wall = [(0, 0.3), (2.6, 0), (2.9, 0.3), (3.7, 8.2), (3.6, 8.4), (3.4, 8.2), (2.7, 0.9), (0, 0.8)]
    u, v = np.meshgrid(np.linspace(-1.9, 1.9, 25), np.linspace(0, 2 * np.pi, 17), indexing="ij")
    reach = 2.3 + 0.45 * np.cos(v)
    ring = np.stack([3.1 + reach * np.cos(u), 4.4 + reach * np.sin(u), 0.45 * np.sin(v)], axis=-1)
    number = np.arange(25 * 17).reshape(25, 17)
    quads = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=-1).reshape(-1, 4)
    handle = Surface(ring.reshape(-1, 3), quads, np.zeros((ring.size // 3, 2)))
    blue = np.array([0.16, 0.34, 0.66])
    return [Thing(revolved(wall), blue, 0.2, 0.6), Thing(handle, blue, 0.2, 0.6)]


def _apple() -> list[Thing]:
    turn = np.linspace(-np.pi / 2, np.pi / 2, 30)
    radius = 3.9 * np.cos(turn) ** 0.8 * (1 + 0.10 * np.sin(turn))
    height = 3.5 + 3.5 * np.sin(turn) - 0.9 * np.exp(-((radius / 1.1) ** 2)) * np.sign(np.sin(turn))
    stem = [(0.22, 5.6), (0.2, 7.4), (0.28, 7.9), (0, 7.9)]
    return [
        Thing(revolved(np.column_stack([radius, height])), np.array([0.74, 0.11, 0.10]), 0.25, 0.6),
        Thing(revolved(stem, 12), np.array([0.30, 0.21, 0.12]), 0.8),
    ]


def _ball() -> list[Thing]:
    turn = np.linspace(-np.pi / 2, np.pi / 2, 33)
    sphere = revolved(np.column_stack([3.9 * np.cos(turn), 3.9 + 3.9 * np.sin(turn)]), 60)
    wedge = np.floor(np.linspace(0, 6, 120, endpoint=False)).astype(int) % 3
    paint = np.array([(0.95, 0.72, 0.12), (0.93, 0.92, 0.88), (0.86, 0.32, 0.12)])[wedge]
    return [Thing(sphere, np.tile(paint[None], (4, 1, 1)), 0.3, 0.5)]


def _clock() -> list[Thing]:
    dark, face = np.array([0.14, 0.15, 0.18]), np.array([0.95, 0.94, 0.91])
    parts = [
        Thing(_disc(4.3, 5.0, -0.2, 1.2, 0.25), dark, 0.35),
        Thing(_disc(3.7, 5.0, 1.02, 0.05), face, 0.5),
        Thing(box((-0.16, 4.9, 1.08), (0.16, 8.0, 1.16)), dark),
        Thing(box((-0.1, 4.84, 1.08), (2.2, 5.16, 1.16)), dark),
    ]
    for hour in range(12):
        x, y = 3.2 * np.sin(hour * np.pi / 6), 5.0 + 3.2 * np.cos(hour * np.pi / 6)
        parts.append(Thing(box((x - 0.16, y - 0.16, 1.05), (x + 0.16, y + 0.16, 1.1)), dark))
    return parts + [Thing(box((x - 0.5, 0, -0.9), (x + 0.5, 1.4, 0.6)), dark) for x in (-2.4, 2.4)]


def _plant() -> list[Thing]:
    pot = [(0, 0), (2.3, 0), (3.2, 5.2), (3.5, 5.3), (3.5, 6.2), (3.1, 6.2), (3.0, 5.6), (0, 5.6)]
    leaves, random = [], rng(0, "gaze-plant")
    along, across = np.linspace(0, 1, 9)[:, None], np.linspace(-1, 1, 5)[None]
    number = np.arange(45).reshape(9, 5)
    quads = np.stack([number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]], axis=-1).reshape(-1, 4)
    for leaf in range(13):
        turn, lean = leaf * 2.4, random.uniform(0.25, 0.95)
        length, width = random.uniform(5.5, 8.0), random.uniform(0.7, 1.0)
        out = length * lean * (along + 0.25 * along**2) * 0.62
        up = 5.6 + length * (along - 0.45 * lean * along**2)
        side = width * np.sin(np.pi * np.clip(along, 0.03, 1.0) ** 0.8) * across
        x = out * np.sin(turn) + side * np.cos(turn)
        z = out * np.cos(turn) - side * np.sin(turn)
        y = np.broadcast_to(up, x.shape) - 0.15 * np.abs(across)
        points = np.stack([x, y, z], axis=-1).reshape(-1, 3)
        green = np.array([0.16, 0.42, 0.18]) * random.uniform(0.8, 1.25)
        leaves.append(Thing(Surface(points, quads, np.zeros((45, 2))), green, 0.4, 0.5))
    return [Thing(revolved(pot), np.array([0.70, 0.38, 0.24]), 0.8, 0.2), *leaves]


def _lamp() -> list[Thing]:
    foot = [(0, 0), (3.0, 0), (3.0, 0.5), (0.8, 1.1), (0.4, 1.6), (0.4, 10.0)]
    shade = [(4.0, 8.2), (2.3, 14.0), (2.2, 14.0), (3.9, 8.2)]
    return [
        Thing(revolved(foot), np.array([0.42, 0.40, 0.38]), 0.3, 0.6),
        Thing(revolved(shade), np.array([0.32, 0.66, 0.68]), 0.8, 0.2),
    ]


def _book() -> list[Thing]:
    cover = np.array([0.44, 0.16, 0.42])
    return [
        Thing(box((-3.9, 0, -1.1), (3.9, 11.2, -0.8)), cover, 0.5),
        Thing(box((-3.9, 0, 0.8), (3.9, 11.2, 1.1)), cover, 0.5),
        Thing(box((-4.0, 0, -1.1), (-3.7, 11.2, 1.1)), cover, 0.5),
        Thing(box((-3.7, 0.2, -0.8), (3.7, 11.0, 0.8)), np.array([0.93, 0.91, 0.84]), 0.9),
        Thing(box((-2.2, 6.6, 1.1), (2.6, 8.8, 1.13)), np.array([0.92, 0.82, 0.50]), 0.6),
    ]


OBJECTS: dict[str, Callable[[], list[Thing]]] = {
    "bottle": _bottle,
    "cup": _cup,
    "apple": _apple,
    "ball": _ball,
    "clock": _clock,
    "plant": _plant,
    "lamp": _lamp,
    "book": _book,
}
"""Objects about 8 cm wide, by name."""
