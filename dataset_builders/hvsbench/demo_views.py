"""Views of photographs that scikit-image ships, with annotated objects and simulated observers.

Objects, names and captions were annotated by hand (``data/hvsbench/demo_photos.json``); where observers look comes from
``simulated_attention``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dataset_builders.simulated_attention import Box, Scanpath, dwell, observe, priority_map
from vlmeval_hvs.files import bundled
from vlmeval_hvs.seeding import rng

OBSERVERS = 10
_LEAST_INSIDE = 0.8  # share of a box that a view must show for the object to count as being in it


@dataclass(frozen=True)
class View:
    """A photograph or a part of it, with its objects and what simulated observers did.

    Attributes:
        name: Photograph and number of the view.
        photo: Photograph.
        pixels: (h, w, 3) RGB.
        names: Names of the objects.
        boxes: Boxes relative to the view.
        priority: Map of where observers tend to look (`priority_map`).
        watching: Free-viewing scanpaths, one per observer.
        looks: (observers, objects) dwell times in ms while free viewing.
        texts: Short caption and detailed description.
    """

    name: str
    photo: str
    pixels: NDArray[np.uint8]
    names: tuple[str, ...]
    boxes: tuple[Box, ...]
    priority: NDArray[np.float64]
    watching: tuple[Scanpath, ...]
    looks: NDArray[np.float64]
    texts: tuple[str, str]

    @property
    def salient(self) -> list[int]:
        """Objects that at least half of the observers looked at, the longest looked at first."""
        seen = (self.looks > 0).mean(axis=0) >= 0.5
        return [k for k in np.argsort(-self.looks.mean(axis=0), kind="stable") if seen[k]]

    def search(self, target: int) -> list[Scanpath]:
        """Scanpaths of all observers in search of one object."""
        return [
            observe(self.priority, rng(0, self.name, "search", target, who), 10, self.boxes[target])
            for who in range(OBSERVERS)
        ]


def load_views() -> Iterator[View]:
    """All views with their simulated observers."""
    from skimage import data as photographs
    from skimage.io import imread

    folder = Path(photographs.__file__).parent
    for photo, info in bundled(__package__, "demo_photos.json")["photos"].items():
        pixels = np.asarray(imread(folder / photo))
        pixels = np.repeat(pixels[..., None], 3, axis=2) if pixels.ndim == 2 else pixels[..., :3]
        for number, (left, top, right, bottom) in enumerate(info["views"]):
            cropped = [(o, _crop(o["box"], (left, top, right, bottom))) for o in info["objects"]]
            shown = [(o, box) for o, box in cropped if box is not None]
            part = np.ascontiguousarray(pixels[top:bottom, left:right])
            boxes = tuple(box for _, box in shown)
            name = f"{photo.split('.')[0]}_{number}"
            priority = priority_map(part, boxes, [o["interest"] for o, _ in shown])
            watching = tuple(observe(priority, rng(0, name, "watch", who)) for who in range(OBSERVERS))
            looks = np.array([dwell(path, boxes) for path in watching])
            names = tuple(o["name"] for o, _ in shown)
            texts = (info["caption"], info["description"])
            yield View(name, photo, part, names, boxes, priority, watching, looks, texts)


def _crop(box: list[int], view: tuple[int, int, int, int]) -> Box | None:
    x1, y1, x2, y2 = max(box[0], view[0]), max(box[1], view[1]), min(box[2], view[2]), min(box[3], view[3])
    area = (box[2] - box[0]) * (box[3] - box[1])
    if x2 <= x1 or y2 <= y1 or (x2 - x1) * (y2 - y1) < _LEAST_INSIDE * area:
        return None
    width, height = view[2] - view[0], view[3] - view[1]
    return (x1 - view[0]) / width, (y1 - view[1]) / height, (x2 - view[0]) / width, (y2 - view[1]) / height
