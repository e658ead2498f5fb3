"""A whole rendered stimulus: what stays is traced once, the head again for every pose."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.geometry.camera import Camera
from dataset_builders.gaze.geometry.dials import SIZES, Dials, check
from dataset_builders.gaze.rendered.figure import Figure, figure
from dataset_builders.gaze.rendered.people import PEOPLE, Person
from dataset_builders.gaze.rendered.posing import EYE_HEIGHT
from dataset_builders.gaze.rendered.props import room, things
from dataset_builders.gaze.rendered.render import figure_shapes, glasses, mitsuba, shape
from vlmeval_hvs.errors import DataError

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

WALLS = ((0.72, 0.76, 0.79), (0.80, 0.76, 0.69), (0.70, 0.76, 0.70), (0.78, 0.73, 0.74))
SAMPLES = 24
"""Light paths per pixel."""
BOUNCES = 4
HEAD_REACH = 17.5
"""No part of a turned head or of the neck is further from its middle than this, cm."""
HEAD_MIDDLE = np.array([0.0, EYE_HEIGHT - 2.0, -8.0])


class Scene:
    """A table with objects and a person behind it, seen by one camera.

    Args:
        dials: A stimulus of the scene; pose and visibility of the eyes do not matter.
        samples: Light paths per pixel.
        seed: Seed of the noise.

    Raises:
        DataError: No size of the objects passes `dataset_builders.gaze.geometry.dials.check`, or a package is missing.
    """

    eyeball = 1.59

    def __init__(self, dials: Dials, samples: int = SAMPLES, seed: int = 0) -> None:
        self.dials, self.samples, self.seed = dials, samples, seed
        self.person = person_named(dials.person)
        self.facts: Mapping[str, float]
        self.scale, self.facts = self._fitted()

    def picture(self, dials: Dials) -> Picture:
        """The picture (size, size, 3) of a pose in this scene.

        Raises:
            DataError: The stimulus belongs to another scene.
        """
        if _still(dials) != _still(self.dials):
            raise DataError("this stimulus belongs to another scene")
        x0, y0, x1, y1 = self.box
        light = self._empty.copy()
        light[y0:y1, x0:x1] = self._traced(dials, self.box, self.samples)
        return _display(light)

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """x0, y0, x1, y1 (px) of the part of the picture that the pose changes."""
        camera = self.dials.camera
        x, y, depth = camera.project(HEAD_MIDDLE[None])[0]
        reach = HEAD_REACH * camera.focal * camera.size / (depth - HEAD_REACH)
        edges = [np.floor(x - reach), np.floor(y - reach), np.ceil(x + reach), np.ceil(y + reach)]
        x0, y0, x1, y1 = (int(edge) for edge in np.clip(edges, 0, camera.size))
        return x0, y0, x1, y1

    def face_box(self, dials: Dials) -> tuple[float, ...]:
        """x0, y0, x1, y1 of the head, as shares of the picture."""
        posed = self._figure(dials)
        head = posed.skin.vertices[posed.skin.vertices[:, 1] > EYE_HEIGHT - 11.0]
        pixels = self.dials.camera.project(head)[:, :2] / self.dials.size
        return tuple(round(float(edge), 4) for edge in (*pixels.min(axis=0), *pixels.max(axis=0)))

    @cached_property
    def _empty(self) -> Array:
        """Linear light (size, size, 3) of the scene with an upright head."""
        whole = (0, 0, self.dials.size, self.dials.size)
        return self._traced(self.dials, whole, max(8, self.samples * 2 // 3))

    @cached_property
    def _still_shapes(self) -> dict[str, Any]:
        """Everything but the person, and the light."""
        wall = WALLS[[person.name for person in PEOPLE].index(self.person.name) % len(WALLS)]
        solid = [thing for group in self._objects(self.scale) for thing in group] + room(wall)
        return {f"thing-{number}": shape(thing) for number, thing in enumerate(solid)} | _lights()

    def _objects(self, scale: float) -> list[list[Any]]:
        return [things(name, place, scale) for name, place in zip(self.dials.objects, self.dials.places, strict=True)]

    def _fitted(self) -> tuple[float, dict[str, float]]:
        """The largest size at which objects neither hide nor touch each other, and what the check measured."""
        face = np.concatenate([HEAD_MIDDLE + 11.0 * np.eye(3), HEAD_MIDDLE - 11.0 * np.eye(3)])
        for scale in SIZES:
            solids = [np.concatenate([t.surface.vertices for t in group]) for group in self._objects(scale)]
            try:
                return scale, dict(check(self.dials, solids, face))
            except DataError as error:
                reason = error
        raise DataError(f"{', '.join(self.dials.objects)} at {self.dials.separation:g} degrees: {reason}")

    def _figure(self, dials: Dials) -> Figure:
        return figure(self.person, (dials.head_yaw, dials.head_pitch), dials.places[dials.gaze])

    def _traced(self, dials: Dials, box: tuple[int, int, int, int], samples: int) -> Array:
        """Linear light of a part of the picture."""
        mi = mitsuba()
        posed = self._figure(dials)
        moving = figure_shapes(posed, Path(_folder().name))
        if not dials.eyes_visible:
            moving |= glasses(posed)
        parts = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": BOUNCES},
            "sensor": _sensor(mi, dials.camera, box, samples),
            **moving,
            **self._still_shapes,
        }
        return np.array(mi.render(mi.load_dict(parts), seed=self.seed), dtype=float)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Files of strands, until the process ends."""
    return tempfile.TemporaryDirectory(prefix="vlmeval-hvs-strands-")


def person_named(name: str) -> Person:
    """A gazer by name.

    Raises:
        DataError: There is none of that name.
    """
    for person in PEOPLE:
        if person.name == name:
            return person
    raise DataError(f"there is no gazer {name!r}, only {', '.join(person.name for person in PEOPLE)}")


def _still(dials: Dials) -> tuple[object, ...]:
    """What all stimuli of a scene share."""
    return (dials.person, dials.objects, dials.separation, dials.middle, dials.view, dials.distance, dials.size)


def _sensor(mi: Any, camera: Camera, box: tuple[int, int, int, int], samples: int) -> dict[str, Any]:
    x0, y0, x1, y1 = box
    place = mi.ScalarTransform4f().look_at(origin=camera.eye.tolist(), target=camera.target.tolist(), up=[0, 1, 0])
    return {
        "type": "perspective",
        "fov": float(np.rad2deg(2 * np.arctan(0.5 / camera.focal))),
        "to_world": place,
        "film": {
            "type": "hdrfilm",
            "width": camera.size,
            "height": camera.size,
            "crop_offset_x": x0,
            "crop_offset_y": y0,
            "crop_width": x1 - x0,
            "crop_height": y1 - y0,
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian"},
        },
        "sampler": {"type": "multijitter", "sample_count": samples},
    }


def _lights() -> dict[str, Any]:
    """A window to the right, a softer one to the left, and the light of the room."""
    mi = mitsuba()
    transform = mi.ScalarTransform4f()

    def window(origin: list[float], half: float, radiance: list[float]) -> dict[str, Any]:
        place = transform.look_at(origin=origin, target=[0, 28, 10], up=[0, 1, 0]) @ transform.scale([half, half, 1])
        return {
            "type": "rectangle",
            "to_world": place,
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": radiance}},
        }

    return {
        "room-light": {"type": "constant", "radiance": {"type": "rgb", "value": [0.50, 0.52, 0.55]}},
        "key": window([95.0, 120.0, 150.0], 48.0, [10.5, 10.0, 9.2]),
        "fill": window([-170.0, 90.0, 90.0], 60.0, [1.6, 1.75, 2.0]),
    }


def _display(light: Array) -> Picture:
    """8-bit sRGB of linear light."""
    value = np.clip(light, 0.0, 1.0)
    coded = np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)
    return np.rint(255 * coded).astype(np.uint8)
