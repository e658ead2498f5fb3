"""Crops by rule, beside which those of models stand. Each keeps at least the share of the picture that is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.enhancement_targets import Box

WHOLE: Box = (0.0, 0.0, 1.0, 1.0)
_STEPS = 60
_EXCESS = 1e-6
"""A crop is this much larger than asked, so that rounding of what is written does not make it too small."""


def whole(box: Box, least: float, draw: np.random.Generator) -> Box:
    """No crop."""
    return WHOLE


def center(box: Box, least: float, draw: np.random.Generator) -> Box:
    """The middle of the picture, in its proportions, wherever the object is."""
    side = math.sqrt(least)
    return _placed(0.5, 0.5, side, side)


def thirds(box: Box, least: float, draw: np.random.Generator) -> Box:
    """The picture's proportions, with the object's middle as near as can be to a crossing of the lines of thirds."""
    side = max(math.sqrt(least), box[2] - box[0], box[3] - box[1])
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    # The object stays in the third of the picture in which it is.
    across, down = (1 / 3 if x < 0.5 else 2 / 3), (1 / 3 if y < 0.5 else 2 / 3)
    left, top, _, _ = _placed(x + side * (0.5 - across), y + side * (0.5 - down), side, side)
    left, top = (  # a large object stays whole
        min(max(corner, last - side), first) for corner, first, last in ((left, box[0], box[2]), (top, box[1], box[3]))
    )
    return _placed(left + side / 2, top + side / 2, side, side)


def tight(box: Box, least: float, draw: np.random.Generator) -> Box:
    """The object's box, grown about its middle in its own proportions as far as is asked."""
    width, height = box[2] - box[0], box[3] - box[1]
    low, high = 1.0, 1 / min(width, height)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        enough = min(1.0, width * middle) * min(1.0, height * middle) >= least
        low, high = (low, middle) if enough else (middle, high)
    grown = high if width * height < least else 1.0
    return _placed((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, min(1.0, width * grown), min(1.0, height * grown))


def random(box: Box, least: float, draw: np.random.Generator) -> Box:
    """The picture's proportions, any share of it from the least to all, anywhere."""
    side = math.sqrt(draw.uniform(least, 1.0))
    x, y = draw.uniform(side / 2, 1 - side / 2, 2)
    return _placed(x, y, side, side)


def _placed(x: float, y: float, width: float, height: float) -> Box:
    """A crop about a place, moved into the picture."""
    width, height = (min(1.0, side + _EXCESS) for side in (width, height))
    left = min(max(x - width / 2, 0.0), 1 - width)
    top = min(max(y - height / 2, 0.0), 1 - height)
    return (left, top, min(1.0, left + width), min(1.0, top + height))


RULES: dict[str, Callable[[Box, float, np.random.Generator], Box]] = {
    "whole": whole,
    "center": center,
    "thirds": thirds,
    "tight": tight,
    "random": random,
}
"""Name to a function of the object's box, the least share of the picture, and a generator."""


def crop_text(crop: Box, digits: int = 6) -> str:
    """A crop as prompts ask for it and as item tables have it."""
    return ",".join(f"{value:.{digits}f}" for value in crop)
