"""Psychometric stimuli with the drawn head of the demo scenes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.geometry.camera import Camera, Canvas
from dataset_builders.gaze.geometry.dials import EYES, REACH, SIZES, Dials, check
from dataset_builders.gaze.person import EYE_RADIUS, HEAD, LIGHT, LOOKS, Head, body_parts
from dataset_builders.gaze.table import extent, front, room, shrunk
from vlmeval_hvs.errors import DataError

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]

OVERSAMPLING = 2
WALL, FLOOR = (206, 212, 218), (140, 132, 122)
RAISED = np.array([0.0, HEAD[1] + 2.0 - EYES[1], 0.0])
"""The drawn head is larger than life, so it sits higher: eyes, objects and camera keep their angles."""


class DrawnScene:
    """A drawn person at a table with objects.

    Args:
        dials: A stimulus of the scene; pose and visibility of the eyes do not matter.

    Raises:
        DataError: No size of the objects passes `dataset_builders.gaze.geometry.dials.check`.
    """

    eyeball = EYE_RADIUS

    def __init__(self, dials: Dials) -> None:
        self.dials = dials
        self.look = LOOKS[sum(map(ord, dials.person)) % len(LOOKS)]
        self.scale, self.facts = self._fitted()
        seen = dials.camera
        self.camera = Camera(seen.eye, seen.target, seen.focal, OVERSAMPLING * dials.size)
        self.front, self.covers, _ = front(self.camera, dials.objects, dials.places, self.scale)
        lifted = Camera(seen.eye + RAISED, seen.target + RAISED, seen.focal, OVERSAMPLING * dials.size)
        self.behind = Canvas(lifted, room(lifted, WALL, FLOOR))
        for part in body_parts(self.look):
            self.behind.add(part, LIGHT)

    def picture(self, dials: Dials) -> Picture:
        """The picture (size, size, 3) of a pose in this scene."""
        canvas = self.behind.copy()
        turn = np.deg2rad(dials.head_yaw)
        ahead = np.array([REACH * np.sin(turn), dials.places[0, 1], REACH * np.cos(turn)])
        head = Head(self.look, ahead + RAISED)
        shown = head.eyes(dials.places[dials.gaze] + RAISED) if dials.eyes_visible else head.glasses()
        for part in (*head.parts(), *shown):
            canvas.add(part, LIGHT)
        canvas.image[self.covers] = self.front[self.covers]
        return shrunk(canvas.image, OVERSAMPLING)

    def face_box(self, dials: Dials) -> tuple[float, ...]:
        """x0, y0, x1, y1 of the head, as shares of the picture."""
        camera = self.behind.camera
        x, y, depth = camera.project(HEAD[None])[0]
        reach = 19.0 * camera.focal * camera.size / depth
        edges = np.array([x - reach, y - reach, x + reach, y + reach]) / camera.size
        return tuple(round(float(edge), 4) for edge in np.clip(edges, 0.0, 1.0))

    def _fitted(self) -> tuple[float, Mapping[str, float]]:
        """The largest size at which objects neither hide nor touch each other, and the facts from the check."""
        reason = DataError("no size")
        face = HEAD - RAISED + 15.0 * np.concatenate([np.eye(3), -np.eye(3)])
        for scale in SIZES:
            solids = [extent(self.dials.camera, place, scale) for place in self.dials.places]
            try:
                return scale, check(self.dials, solids, face)
            except DataError as error:
                reason = error
        raise DataError(f"{', '.join(self.dials.objects)} at {self.dials.separation:g} degrees: {reason}")
