"""Boxes of salient objects, relative to their picture."""

from __future__ import annotations

import math
from typing import Any

from dataset_builders.hvsbench.generate.annotations import Box, Oddities
from dataset_builders.visual_search.raw_set import number_list
from vlmeval_hvs.errors import DataError

_MARGIN = 1.0
"""Px by which boxes exceed their picture through rounding."""


def relative_box(raw: Any, size: tuple[int, int], place: str, oddities: Oddities) -> Box:
    """A box ``[left, top, width, height]`` in px, relative to the picture and cut at its edges.

    Args:
        raw: What the annotation says.
        size: (width, height) of the picture, px.
        place: Where it says so.
        oddities: Counts a box of which more than a rounding error was cut.

    Raises:
        DataError: It is no box, or has no area inside the picture.
    """
    numbers = number_list(raw)
    if len(numbers) != 4 or not all(math.isfinite(value) for value in numbers):
        raise DataError("box that is not four numbers")
    x, y, width, height = numbers
    if width <= 0 or height <= 0:
        raise DataError("box without area")
    left, top, right, bottom = (max(x, 0.0), max(y, 0.0), min(x + width, size[0]), min(y + height, size[1]))
    if min(x, y) < -_MARGIN or x + width > size[0] + _MARGIN or y + height > size[1] + _MARGIN:
        oddities.add("box that reaches past the picture, cut at its edge", place)
    box = left / size[0], top / size[1], right / size[0], bottom / size[1]
    if not (box[0] < box[2] and box[1] < box[3]):
        raise DataError("box outside the picture")
    return box
