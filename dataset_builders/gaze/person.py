"""The gazer of the demo scenes: a drawn head that can point one way while its eyes look another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from dataset_builders.gaze.camera import Array, Color, Ellipsoid, Paint, frame, shade, unit

Look = Mapping[str, Color]
HEAD = np.array([0.0, 40.0, 0.0])
SCALE = 1.4  # the head is drawn larger than life, as in a comic, so that the eyes can be read in a small picture
RADII = SCALE * np.array([10.0, 13.5, 11.5])
EYE_RADIUS = SCALE * 3.6
EYES = SCALE * np.array([[-4.1, 1.6, 8.6], [4.1, 1.6, 8.6]])
REACH = SCALE * 16.0  # no part of the head is further from `HEAD`, cm
LIGHT = unit([0.35, 0.9, 0.9])
IRIS, PUPIL = 0.80, 0.945
"""Cosines of the angles up to which an eyeball is white and iris: 37 and 19 degrees, larger than life to be legible."""

OPENING = 0.84, 0.8  # half width and half height of the gap between the lids, in eyeball radii

LOOKS: tuple[Look, ...] = (
    {"skin": (238, 194, 160), "hair": (74, 47, 32), "iris": (62, 96, 140), "shirt": (60, 110, 150)},
    {"skin": (160, 108, 76), "hair": (28, 24, 24), "iris": (78, 48, 26), "shirt": (186, 92, 66)},
    {"skin": (222, 172, 130), "hair": (36, 32, 36), "iris": (70, 50, 34), "shirt": (96, 130, 88)},
)


def _flat(color: Color) -> Paint:
    return lambda surface: np.broadcast_to(np.array(color, dtype=float), surface.shape)


def _face(look: Look, surface: Array) -> Array:
    """Skin with mouth, brows and cheeks where they belong, hair on top and behind."""
    x, y, z = (surface * RADII / SCALE).T
    color = np.empty(surface.shape)
    color[:] = look["skin"]
    cheek = np.exp(-(((np.abs(x) - 6.0) ** 2 + (y + 4.0) ** 2) / 6.0)) * (z > 0)
    color += cheek[:, None] * np.array([6.0, -22.0, -18.0])
    mouth = (z > 0) & ((x / 3.6) ** 2 + ((y + 7.4 - 0.03 * x * x) / 0.75) ** 2 < 1)
    color[mouth] = (176, 74, 74)
    brow = (z > 0) & (np.abs(y - 7.3 + 0.06 * (np.abs(x) - 3.4) ** 2) < 0.7) & (np.abs(np.abs(x) - 4.1) < 2.9)
    hairline = 9.2 - 0.9 * np.maximum(0.0, 3.0 - z) - 0.02 * x * x
    color[brow | (y > hairline) | (z < -3.5)] = look["hair"]
    return color


def _eyeball(gaze: Array, look: Look, lid: float, surface: Array) -> Array:
    """White, iris and pupil around the gaze direction (head frame); a lid above `lid`."""
    toward = surface @ gaze
    color = np.empty(surface.shape)
    color[:] = (250, 250, 250)
    color[toward > IRIS - 0.045] = np.array(look["iris"]) * 0.45
    color[toward > IRIS] = look["iris"]
    color[toward > PUPIL] = (12, 12, 14)
    # The opening is fixed to the head: in a congruent pose the iris is in its middle from every side.
    x, y, z = surface.T
    opening = (x / OPENING[0]) ** 2 + (y / OPENING[1]) ** 2
    color[(y > lid) | (opening > 1) | (z < 0)] = np.array(look["skin"], dtype=float) * 0.93
    color[(opening < 1.16) & (z > 0) & (np.abs(y - lid) < 0.07)] = (58, 40, 34)  # the rim
    return color


class Head:
    """A head at `HEAD` that points at a place (world, cm)."""

    def __init__(self, look: Look, target: Array) -> None:
        self.look, self.axes = look, frame(_lifted(target) - HEAD)

    def parts(self) -> list[Ellipsoid]:
        """Everything but the eyes."""
        skin, hair = _flat(self.look["skin"]), _flat(self.look["hair"])
        ear = _flat(shade(self.look["skin"], 0.9))
        return [
            Ellipsoid(HEAD, self.axes, RADII, partial(_face, self.look)),
            self._part((0.0, 2.2, -2.2), (11.0, 13.6, 11.2), hair),
            self._part((0.0, -2.3, 11.6), (1.9, 2.6, 3.1), skin),
            self._part((-10.2, -0.5, -0.8), (1.5, 3.0, 2.2), ear),
            self._part((10.2, -0.5, -0.8), (1.5, 3.0, 2.2), ear),
        ]

    def eyes(self, target: Array) -> list[Ellipsoid]:
        """Both eyeballs, looking at a place."""
        balls = []
        for place in EYES:
            center = HEAD + self.axes @ place
            gaze = self.axes.T @ unit(target - center)
            # The lid follows a look downwards, but never hides the iris.
            paint = partial(_eyeball, gaze, self.look, min(0.7, float(gaze[1]) + 0.8))
            balls.append(Ellipsoid(center, self.axes, np.full(3, EYE_RADIUS), paint, 0.45))
        return balls

    def glasses(self) -> list[Ellipsoid]:
        """Dark lenses that hide both eyes."""
        dark, front = _flat((24, 24, 28)), SCALE * np.array([0.0, -0.2, 2.2])
        radii = SCALE * np.array([4.1, 3.3, 1.9])
        lenses = [Ellipsoid(HEAD + self.axes @ (place + front), self.axes, radii, dark, 0.5) for place in EYES]
        return [*lenses, self._part((0.0, 2.4, 11.6), (3.0, 0.5, 0.6), dark)]

    def _part(self, place: tuple[float, ...], radii: tuple[float, ...], paint: Paint) -> Ellipsoid:
        return Ellipsoid(HEAD + SCALE * (self.axes @ np.array(place)), self.axes, SCALE * np.array(radii), paint)


def _lifted(target: Array) -> Array:
    """People turn the head less than they lower the eyes: aim it above the object, so that the face stays in view."""
    return np.array([target[0], 0.55 * HEAD[1] + 0.45 * target[1], target[2]])


def body_parts(look: Look) -> list[Ellipsoid]:
    """Neck, shoulders and chest, always facing the table."""
    skin, shirt = _flat(shade(look["skin"], 0.86)), _flat(look["shirt"])
    parts = (
        ((0.0, 19.0, -3.0), (5.2, 9.0, 5.2), skin), ((0.0, -6.0, -4.0), (23.0, 20.0, 11.0), shirt),
        ((-17.0, 2.0, -3.0), (8.5, 9.0, 8.0), shirt), ((17.0, 2.0, -3.0), (8.5, 9.0, 8.0), shirt),
    )  # fmt: skip
    return [Ellipsoid(np.array(place), np.eye(3), np.array(radii), paint) for place, radii, paint in parts]
