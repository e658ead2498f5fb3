"""The demo set ``GazeTarget_DEMO``: drawn scenes in which head and eyes of a person are controlled independently.

Four object combinations x three views x three proximities = 36 scenes with all natural, congruent and incongruent
poses, 450 pictures, each with four of the main prompts. Small, but enough for every test of the characterization.
"""

from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from typing import Any

import numpy as np

from dataset_builders.gaze.build import write_photo
from dataset_builders.gaze.drawing import HEAD, LOOKS, REACH, Camera, Canvas, Head, backdrop, front, places, shrunk
from vlmeval_hvs.metrics.characterization.photos import VIEWS
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import Manifest, SetWriter

SIZE = 336
OVERSAMPLING = 2
COMBINATIONS = (
    ("bottle", "ball"),
    ("cup", "apple", "clock"),
    ("plant", "book", "lamp"),
    ("bottle", "clock", "apple", "cup"),
)
PROMPTS = {"main": (0, 2, 9, 11), "pilot": (0, 11), "prepilot": (0, 11)}
"""Of the main prompts those with neither, one or both hints."""
AZIMUTH = {"front": 0.0, "left": 38.0, "right": -38.0}
"""The left view shows the left side of the face: the camera is to the right of the front camera."""
OBJECT_SIZE = 0.72  # smaller than natural, so that no object hides another in the side views
ROOMS = (((196, 208, 222), (150, 132, 116)), ((232, 228, 218), (128, 136, 140)))
WARNING = "demo data, drawn: no number of it compares with photos, nor with people's accuracy on them"


def build(set_name: str, source: Path | None, root: Path) -> Manifest:
    """Draw the demo set."""
    with SetWriter(set_name, root, source="drawn by vlmeval_hvs", licence="Apache-2.0") as writer:
        numbers = count(1000)
        for (combination, names), view, proximity in product(enumerate(COMBINATIONS), VIEWS, (1, 2, 3)):
            scene = Scene(names, view, proximity, combination)
            for condition, gaze, head in scene.poses():
                photo, pixels = scene.picture(condition, gaze, head, next(numbers))
                path = writer.array(f"images/{photo['stimulus_id']}.png", pixels)
                # The pilot's poses were natural; its two prompt sets are shown on these.
                for study in PROMPTS if condition == "natural" else ("main",):
                    write_photo(writer, photo, path, study, PROMPTS[study])
        writer.warn(WARNING)
        writer.note("main_prompts", "reconstructed: the study does not print them")
    return writer.manifest


class Scene:
    """One table seen from one side: everything but the head is drawn once."""

    def __init__(self, names: tuple[str, ...], view: str, proximity: int, combination: int) -> None:
        self.names, self.view, self.proximity, self.combination = names, view, proximity, combination
        self.look, self.spots = LOOKS[combination % len(LOOKS)], places(len(names), proximity)
        camera = camera_for(view, SIZE * OVERSAMPLING)
        behind = backdrop(camera, self.look, *ROOMS[combination % len(ROOMS)])
        self.behind = Canvas(camera, behind.image)  # the head is in front of the body
        self.front, self.covers, middles = front(camera, names, self.spots, OBJECT_SIZE)
        self.middles = middles / camera.size
        x, y, depth = camera.project(HEAD[None])[0]
        reach = REACH * camera.focal * camera.size / (depth - REACH)
        edges = np.array([x - reach, y - reach, x + reach, y + reach]) / OVERSAMPLING
        self.box = [int(value) for value in np.clip([*np.floor(edges[:2]), *np.ceil(edges[2:])], 0, SIZE)]

    def poses(self) -> Iterator[tuple[str, int, int]]:
        """(condition, gaze target, head target or -1) of all photos of a scene."""
        places = range(len(self.names))
        yield from (("natural", gaze, -1) for gaze in places)
        for head, gaze in product(places, places):
            yield ("congruent" if gaze == head else "incongruent"), gaze, head

    def picture(self, condition: str, gaze: int, head: int, number: int) -> tuple[dict[str, Any], np.ndarray]:
        """One photo: its record as the release's reader gives it, and its pixels."""
        person = Head(self.look, self.spots[head] if head >= 0 else self._natural(gaze, number))
        canvas = self.behind.copy().add([*person.parts(), *person.eyes(self.spots[gaze])])
        canvas.image[self.covers] = self.front[self.covers]
        photo = {
            "stimulus_id": number, "objects": list(self.names), "gaze_pos": gaze, "head_pos": head,
            "condition": condition, "view": self.view, "proximity": self.proximity, "site": "drawn",
            "actor": "ABC"[self.combination % len(LOOKS)],
            "points": [(round(float(x), 4), round(float(y), 4)) for x, y in self.middles],
            "face": [round(value / SIZE, 4) for value in self.box],
        }  # fmt: skip
        return photo, shrunk(canvas.image, OVERSAMPLING)

    def _natural(self, gaze: int, number: int) -> np.ndarray:
        """Direction of a head that nobody directs: most of the way to the target, with noise."""
        noise = rng(0, "gaze-demo", number).normal(0.0, 0.25)
        step = self.spots[1, 0] - self.spots[0, 0]
        return np.array([0.65 * self.spots[gaze, 0] + noise * step, *self.spots[gaze, 1:]])


def camera_for(view: str, size: int) -> Camera:
    """The camera of a view; it looks at a place between head and table."""
    angle = np.deg2rad(AZIMUTH[view])
    target = np.array([0.0, 21.0, 34.0])
    offset = 150.0 * np.array([np.sin(angle), 0.30, np.cos(angle)])
    return Camera(target + offset, target, 1.55, size)
