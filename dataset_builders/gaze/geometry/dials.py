"""What can be set in a generated gaze stimulus, and the check that it can be seen.

Nothing here draws. Angles are degrees as seen from between the person's eyes; yaw is positive to the right of the front
camera. World axes as in `dataset_builders.gaze.geometry.camera`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.geometry.camera import Camera
from vlmeval_hvs.errors import DataError

Array = NDArray[np.float64]

EYES = np.array([0.0, 30.0, 0.0])  # between the eyes of a person who sits upright, cm; the table is at height 0
REACH = 62.0  # distance from the eyes to the objects along the table, cm
OBJECT_HEIGHT = 4.0  # height of the middle of an object above the table, cm
LOOKED_AT = np.array([0.0, 16.0, 32.0])  # where the camera points
FOCAL = 2.15  # focal length in picture widths: 25 degrees from left to right
ELEVATION = 9.0  # the camera looks down by so many degrees
FARTHEST_EYE = 45.0  # eyes turn no further in the head than this
FARTHEST_HEAD = 70.0
LEAST_VISIBLE = 0.97  # share of every object that has to be in view
LEAST_GAP = 3.0  # pixels between neighbouring objects
LEAST_SPACING = 8.0  # pixels between the middles of neighbouring objects, along the picture
SIZES = (0.9, 0.75, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25)  # sizes of the objects that are tried, largest first


@dataclass(frozen=True)
class Dials:
    """One stimulus."""

    person: str  # name of the gazer
    objects: tuple[str, ...]  # names in table order, from the left of the front camera to its right
    separation: float  # angle between neighbouring objects
    gaze: int  # position of the object that the eyes look at
    head_yaw: float  # where the head points
    eyes_visible: bool = True  # whether the eyes can be seen; otherwise dark glasses cover them
    view: float = 0.0  # azimuth of the camera
    distance: float = 150.0  # from the camera to the middle of the scene, cm
    size: int = 448  # width and height of the picture, px
    middle: float = 0.0  # azimuth of the middle of the row of objects

    def __post_init__(self) -> None:
        if abs(self.head_yaw) > FARTHEST_HEAD:
            raise DataError(f"a head does not turn by {self.head_yaw:g} degrees; {FARTHEST_HEAD:g} is the limit")
        if abs(self.eye_in_head) > FARTHEST_EYE:
            raise DataError(
                f"eyes do not turn by {self.eye_in_head:g} degrees in the head; {FARTHEST_EYE:g} is the limit"
            )

    @property
    def azimuths(self) -> Array:
        """(n,) directions of the objects."""
        n = len(self.objects)
        return np.asarray(self.middle + self.separation * (np.arange(n) - (n - 1) / 2), dtype=float)

    @property
    def places(self) -> Array:
        """(n, 3) middles of the objects, cm: on a circle around the person."""
        turn = np.deg2rad(self.azimuths)
        height = np.full(len(turn), OBJECT_HEIGHT)
        return np.column_stack([REACH * np.sin(turn), height, REACH * np.cos(turn)])

    @property
    def gaze_yaw(self) -> float:
        """Direction of the object that the eyes look at."""
        return float(self.azimuths[self.gaze])

    @property
    def eye_in_head(self) -> float:
        """How far the eyes are turned in the head; positive to the right of the front camera."""
        return self.gaze_yaw - self.head_yaw

    @property
    def camera(self) -> Camera:
        """The camera that sees the scene."""
        turn, rise = np.deg2rad(self.view), np.deg2rad(ELEVATION)
        away = np.array([np.sin(turn) * np.cos(rise), np.sin(rise), np.cos(turn) * np.cos(rise)])
        return Camera(LOOKED_AT + self.distance * away, LOOKED_AT, FOCAL, self.size)


def outline(camera: Camera, points: Array) -> NDArray[np.bool_]:
    """(size, size) mask of the convex hull of points (n, 3) in the picture."""
    pixels = camera.project(points)[:, :2]
    mask = np.zeros((camera.size, camera.size), dtype=np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.round(pixels).astype(np.int32)), 1)
    return mask.astype(bool)


def check(dials: Dials, solids: Sequence[Array], face: Array) -> Mapping[str, float]:
    """Make sure that everything can be seen.

    Args:
        dials: The stimulus.
        solids: Points (n, 3) on each object, in table order.
        face: Points (n, 3) on the face.

    Returns:
        ``spacing`` and ``gap``: pixels between neighbours, middle to middle along the picture and edge to edge.
        ``visible``: the smallest share of an object that nothing else can hide.

    Raises:
        DataError: An object leaves the picture, hides another or the face, or is too close to its neighbour.
    """
    camera, n = dials.camera, len(solids)
    masks = [outline(camera, points) for points in solids]
    near = [float(np.linalg.norm(place - camera.eye)) for place in dials.places]
    for name, points in zip((*dials.objects, "face"), (*solids, face), strict=True):
        pixels = camera.project(points)[:, :2]
        if pixels.min() < 1 or pixels.max() > dials.size - 1:
            raise DataError(f"the {name} leaves the picture")
    visible = []
    for i, mask in enumerate(masks):
        hidden = np.zeros_like(mask)
        for j in range(n):
            if near[j] < near[i]:
                hidden |= masks[j]
        visible.append(1.0 - float((mask & hidden).sum() / mask.sum()))
    if min(visible) < LEAST_VISIBLE:
        worst = int(np.argmin(visible))
        raise DataError(f"only {min(visible):.0%} of the {dials.objects[worst]} can be seen")
    if any((outline(camera, face) & mask).any() for mask in masks):
        raise DataError("an object hides the face")
    middles = camera.project(dials.places)[:, :2]
    spacing = float(np.abs(np.diff(middles[:, 0])).min())
    gaps = []
    for first, second in pairwise(masks):
        distance = cv2.distanceTransform((~first).astype(np.uint8), cv2.DIST_L2, 5)
        gaps.append(float(distance[second].min()))
    if spacing < LEAST_SPACING or min(gaps) < LEAST_GAP:
        raise DataError(f"neighbouring objects are {spacing:.1f} px apart, with {min(gaps):.1f} px between them")
    return {"spacing": spacing, "gap": min(gaps), "visible": min(visible)}
