"""The set ``GazeTarget_Psychometric``: drawn scenes with continuous angles of head and eyes.

A scene is one gazer, one row of objects and one camera. In each, the eyes look at every object in turn, under four
cues: ``both``, head and eyes point at the object; ``eyes``, the head points at the middle of the row; ``head``, dark
glasses hide the eyes; ``conflict``, the head points at another object than the eyes. Angles are degrees as seen from
between the eyes, positive to the right of the front camera. World axes as in `dataset_builders.gaze.drawing`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from dataset_builders.gaze.build import write_photo
from dataset_builders.gaze.drawing import EYE_RADIUS, HEAD, LOOKS, Camera, Canvas, Head, backdrop, front, shrunk
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter

Array = NDArray[np.float64]

SEPARATIONS, SIZE = (4.0, 6.0, 8.0, 11.0, 15.0), 768
"""Degrees between neighbouring objects, and width of the pictures, px."""
DEMO_SEPARATIONS, DEMO_SIZE = (4.0, 7.0, 11.0, 15.0), 336
CUES = ("both", "eyes", "head", "conflict")
OBJECTS = ("bottle", "clock", "apple", "cup", "plant", "ball", "book", "lamp")
N_OBJECTS = 3
GAZERS = ("R", "S", "T")
VIEWS = {0.0: "front", -30.0: "right", 30.0: "left"}
"""Azimuths of the camera, which separations and gazers take in turn; left shows the face's left side."""
FARTHEST_MIDDLE = 2.0  # the row is moved by up to so many degrees, so that a direction does not reveal a position

EYES = np.array([0.0, 30.0, 0.0])  # between the eyes of a person who sits upright, cm; the table is at height 0
RAISED = np.array([0.0, HEAD[1] + 2.0 - EYES[1], 0.0])
"""The drawn head is larger than life, so it sits higher: eyes, objects and camera keep their angles."""
REACH = 62.0  # distance from the eyes to the objects along the table, cm
OBJECT_HEIGHT = 4.0  # height of the middle of an object above the table, cm
LOOKED_AT = np.array([0.0, 16.0, 32.0])  # where the camera points
DISTANCE = 150.0  # from the camera to there, cm
FOCAL = 2.15  # focal length in picture widths: 25 degrees from left to right
ELEVATION = np.deg2rad(9.0)  # the camera looks down
LEAST_GAP, LEAST_SPACING = 3.0, 8.0  # px between neighbouring objects: edge to edge, and middle to middle along x
SCALES = (0.9, 0.75, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25)  # sizes of the objects that are tried, largest first
OVERSAMPLING = 2
WALL, FLOOR = (206, 212, 218), (140, 132, 122)
PROMPTS = (0, 2)  # of the main prompts two that speak of "this person": without and with the objects' order
WARNING = (
    "generated pictures, not photos: compare runs on this set with each other, not with people's accuracy on photos"
)


class Pose(NamedTuple):
    """A pose in a scene."""

    cue: str
    gaze: int  # position of the object that the eyes look at
    head: int  # position of the object that the head points at; -1: none
    head_yaw: float  # where the head points


@dataclass(frozen=True)
class Scene:
    """A gazer at a row of objects, seen by a camera; all but the head is drawn once."""

    person: str
    objects: tuple[str, ...]  # names in table order, from the left of the front camera to its right
    separation: float  # angle between neighbouring objects
    middle: float  # azimuth of the middle of the row
    view: float  # azimuth of the camera
    size: int  # width and height of the picture, px

    @property
    def azimuths(self) -> Array:
        """(n,) directions of the objects."""
        n = len(self.objects)
        return np.asarray(self.middle + self.separation * (np.arange(n) - (n - 1) / 2), dtype=float)

    @cached_property
    def places(self) -> Array:
        """(n, 3) middles of the objects, cm: on a circle around the person."""
        turn = np.deg2rad(self.azimuths)
        return np.column_stack([REACH * np.sin(turn), np.full(len(turn), OBJECT_HEIGHT), REACH * np.cos(turn)])

    @cached_property
    def camera(self) -> Camera:
        """The camera that sees the scene."""
        turn = np.deg2rad(self.view)
        away = np.array([np.sin(turn) * np.cos(ELEVATION), np.sin(ELEVATION), np.cos(turn) * np.cos(ELEVATION)])
        return Camera(LOOKED_AT + DISTANCE * away, LOOKED_AT, FOCAL, self.size)

    def poses(self, number: int) -> Iterator[Pose]:
        """All poses; in conflict the head points at an object that changes with the number of the scene."""
        n, azimuths = len(self.objects), self.azimuths.tolist()
        for cue, gaze in product(CUES, range(n)):
            # Not at the middle of the row, as with "eyes"; another one from scene to scene, so all distances occur.
            free = [i for i in range(n) if i != gaze and 2 * i != n - 1]
            head = {"eyes": -1, "conflict": free[number % len(free)]}.get(cue, gaze)
            yield Pose(cue, gaze, head, self.middle if head < 0 else azimuths[head])

    @cached_property
    def fitted(self) -> tuple[float, float, float]:
        """The largest size at which objects neither hide nor touch each other or the face; spacing and gap in px."""
        spacing = float(np.abs(np.diff(self.camera.project(self.places)[:, 0])).min())
        face = HEAD - RAISED + 15.0 * np.concatenate([np.eye(3), -np.eye(3)])
        for scale in SCALES:
            solids = [self._upright(place, scale) for place in self.places]
            pixels = self.camera.project(np.concatenate([*solids, face]))[:, :2]
            if spacing < LEAST_SPACING or pixels.min() < 1 or pixels.max() > self.size - 1:
                continue
            shown, *masks = (self._outline(points) for points in (face, *solids))
            gap = min(
                cv2.distanceTransform((~first).astype(np.uint8), cv2.DIST_L2, 5)[second].min()
                for first, second in pairwise(masks)
            )
            if gap >= LEAST_GAP and not any((shown & mask).any() for mask in masks):
                return scale, spacing, float(gap)
        raise DataError(f"{', '.join(self.objects)} at {self.separation:g} degrees do not fit at any size")

    def _upright(self, place: Array, scale: float) -> Array:
        """Corners (4, 3) of the upright square that holds an object, as drawn for the camera."""
        base, right, up = place * [1, 0, 1], self.camera.axes[:, 0], np.array([0.0, 1.0, 0.0])
        return np.array(
            [base + scale * (x * right + y * up) for x, y in ((-5.2, -1), (5.2, -1), (5.2, 16), (-5.2, 16))]
        )

    def _outline(self, points: Array) -> NDArray[np.bool_]:
        """(size, size) mask of the convex hull of points (n, 3) in the picture."""
        pixels = np.round(self.camera.project(points)[:, :2]).astype(np.int32)
        mask = np.zeros((self.size, self.size), dtype=np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(pixels), 1)
        return mask.astype(bool)

    def iris_shift(self, gaze: int) -> float:
        """How far an iris moves in the picture, px, from this gaze target to a neighbouring one (the smaller way)."""
        neighbours = [i for i in (gaze - 1, gaze + 1) if 0 <= i < len(self.objects)]
        ways = self.places[[gaze, *neighbours]] - EYES
        irises = EYES + EYE_RADIUS * ways / np.linalg.norm(ways, axis=1, keepdims=True)
        pixels = self.camera.project(irises)[:, :2]
        return float(np.linalg.norm(pixels[1:] - pixels[0], axis=1).min())

    @cached_property
    def drawn(self) -> tuple[Array, NDArray[np.bool_], Canvas]:
        """The table, the mask of what it covers, and room and body behind it."""
        seen, size = self.camera, OVERSAMPLING * self.size
        table, covers, _ = front(Camera(seen.eye, seen.target, FOCAL, size), self.objects, self.places, self.fitted[0])
        lifted = Camera(seen.eye + RAISED, seen.target + RAISED, FOCAL, size)
        return table, covers, backdrop(lifted, self.look, WALL, FLOOR)

    @property
    def look(self) -> Any:
        """Colours of the gazer."""
        return LOOKS[sum(map(ord, self.person)) % len(LOOKS)]

    def picture(self, pose: Pose) -> NDArray[np.uint8]:
        """The picture (size, size, 3) of a pose."""
        table, covers, behind = self.drawn
        canvas, turn = behind.copy(), np.deg2rad(pose.head_yaw)
        ahead = np.array([REACH * np.sin(turn), OBJECT_HEIGHT, REACH * np.cos(turn)])
        head = Head(self.look, ahead + RAISED)
        shown = head.glasses() if pose.cue == "head" else head.eyes(self.places[pose.gaze] + RAISED)
        canvas.add([*head.parts(), *shown])
        canvas.image[covers] = table[covers]
        return shrunk(canvas.image, OVERSAMPLING)

    @property
    def face_box(self) -> list[float]:
        """x0, y0, x1, y1 of the head, as shares of the picture."""
        camera = self.drawn[2].camera
        x, y, depth = camera.project(HEAD[None])[0]
        reach = 19.0 * camera.focal * camera.size / depth
        edges = np.array([x - reach, y - reach, x + reach, y + reach]) / camera.size
        return [round(float(edge), 4) for edge in np.clip(edges, 0.0, 1.0)]


def scenes(separations: Sequence[float], size: int) -> Iterator[Scene]:
    """The scenes of all gazers."""
    for (step, separation), (who, gazer) in product(enumerate(separations), enumerate(GAZERS)):
        view = [*VIEWS][(step + who) % len(VIEWS)]
        random = rng(0, "gaze-psychometric", gazer, N_OBJECTS, separation, view)
        names = tuple(OBJECTS[i] for i in random.permutation(len(OBJECTS))[:N_OBJECTS])
        reach = min(FARTHEST_MIDDLE, 0.4 * separation)
        yield Scene(gazer, names, separation, round(float(random.uniform(-reach, reach)), 2), view, size)


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Draw the set, which takes no source."""
    if source is not None:
        raise DataError(f"{set_name} is drawn here; leave --source out")
    return _write(set_name, root, SEPARATIONS, SIZE)


def build_demo(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Draw the demo, which has fewer and smaller pictures; ``source`` is ignored."""
    del source
    return _write(set_name, root, DEMO_SEPARATIONS, DEMO_SIZE)


def _write(set_name: str, root: Path, separations: Sequence[float], size: int) -> Manifest:
    number = 0
    with SetWriter(set_name, root, source="drawn by vlmeval_hvs", licence="Apache-2.0") as writer:
        writer.warn(WARNING)
        for place, scene in enumerate(scenes(separations, size)):
            for pose in scene.poses(place):
                number += 1
                path = writer.array(f"images/{number}.png", scene.picture(pose))
                photo, angles = _photo(number, scene, pose), _angles(scene, pose)
                write_photo(writer, photo, path, "psychometric", PROMPTS, **angles)
            vars(scene).pop("drawn")  # some 100 MB
        note = {
            "separations": separations, "gazers": GAZERS, "n_objects": (N_OBJECTS,), "views": [*VIEWS],
            "distances": (DISTANCE,), "sizes": (size,), "cues": CUES, "rotate_views": True,
        }  # fmt: skip
        writer.note("design", note)
        writer.note("proximity", "not varied; the angle between neighbours is")
        writer.note("main_prompts", "reconstructed: the study does not print them")
    return writer.manifest


def _photo(number: int, scene: Scene, pose: Pose) -> dict[str, Any]:
    """The photo record as the reader of the release gives it."""
    points = scene.camera.project(scene.places)[:, :2] / scene.size
    return {
        "stimulus_id": number, "objects": list(scene.objects), "gaze_pos": pose.gaze, "head_pos": pose.head,
        "condition": pose.cue, "view": VIEWS[scene.view], "proximity": 0,
        "site": f"{scene.separation:g} deg, {scene.view:g} deg, {DISTANCE:g} cm, {scene.size} px",
        "actor": scene.person, "points": [(round(float(x), 4), round(float(y), 4)) for x, y in points],
        "face": scene.face_box,
    }  # fmt: skip


def _angles(scene: Scene, pose: Pose) -> dict[str, object]:
    gaze_yaw = float(scene.azimuths[pose.gaze])
    _, spacing, gap = scene.fitted
    return {
        "separation": f"{scene.separation:g}", "gaze_yaw": round(gaze_yaw, 3), "head_yaw": round(pose.head_yaw, 3),
        "eye_in_head": round(gaze_yaw - pose.head_yaw, 3), "eyes_visible": int(pose.cue != "head"),
        "camera_azimuth": f"{scene.view:g}", "camera_distance": f"{DISTANCE:g}", "size": scene.size,
        "spacing_px": round(spacing, 1), "gap_px": round(gap, 1),
        "iris_shift_px": round(scene.iris_shift(pose.gaze), 2),
    }  # fmt: skip
