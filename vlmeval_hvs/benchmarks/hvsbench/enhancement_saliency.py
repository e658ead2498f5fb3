"""How much of a picture's saliency an object has, before and after a crop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.enhancement_crops import WHOLE
from vlmeval_hvs.benchmarks.hvsbench.enhancement_pictures import pixels_of_crop, seen_pixels
from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box, kept, within
from vlmeval_hvs.saliency import box_mean, box_share

MapOf = Callable[[NDArray[Any]], NDArray[np.float64]]
"""Picture, uint8 (h, w, 3), to its saliency map (h, w), a density that sums to 1."""

VISIBLE = 0.1
"""Share of another object that has to be inside a crop for it to compete there."""


class Standing(NamedTuple):
    """How an object stands in a picture.

    Attributes:
        share: Share of the picture's saliency inside its box, 0 to 1.
        first: Whether the mean of the map over its box is above that of every other known box in sight.
    """

    share: float
    first: bool


class Saliency:
    """Looks at pictures of a set through one saliency map.

    Args:
        map_of: The map.
        locate: Relative to absolute path of an image; raises `DataError` when it is missing.
    """

    def __init__(self, map_of: MapOf, locate: Callable[[str], str]) -> None:
        self._map_of = map_of
        self._pixels = lru_cache(maxsize=8)(lambda path: seen_pixels(locate(path)))
        # Models and rules often agree, and both readings nearly always do.
        self._map = lru_cache(maxsize=24)(self._map_of_crop)

    def standing(self, path: str, target: Box, others: Sequence[Box], crop: Box = WHOLE) -> Standing:
        """An object in a picture, or in what a crop leaves of it.

        Args:
            path: The picture, relative to the set.
            target: Box of the object.
            others: Boxes of the other known objects.
            crop: What is seen.

        Raises:
            DataError: The picture is missing or cannot be read.
        """
        density, seen = self._map(path, crop)
        own = within(target, seen)
        if own is None:
            return Standing(0.0, False)
        rivals = [within(box, seen) for box in others if kept(box, seen) >= VISIBLE]
        best = max((box_mean(density, box) for box in rivals if box is not None), default=0.0)
        return Standing(box_share(density, own), box_mean(density, own) > best)

    def _map_of_crop(self, path: str, crop: Box) -> tuple[NDArray[np.float64], Box]:
        """The map of what is seen, and the crop as its whole pixels make it."""
        pixels = self._pixels(path)
        height, width = pixels.shape[:2]
        left, upper, right, lower = pixels_of_crop(crop, (width, height))
        seen = (left / width, upper / height, right / width, lower / height)
        return self._map_of(pixels[upper:lower, left:right]), seen
