"""How much of its object a mark hides, and how well the mark can be seen.

Occlusion is the share of the object's pixels under opaque ink. Visibility is a colour difference (CIEDE2000, by
scikit-image): of opaque ink to the undrawn picture around it, of a half-transparent area to what it covers, on average.
About 2 is just noticeable side by side; 10 is plain.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from vlmeval_hvs.visual_prompts.hard_pieces import Wash
from vlmeval_hvs.visual_prompts.occlusion import coverage, hidden_share, window
from vlmeval_hvs.visual_prompts.primitives import Tint
from vlmeval_hvs.visual_prompts.rendering import Mark, Piece

BAND = 5
"""Width in px of the surroundings that ink is compared with."""
SAMPLES = 2000
"""Pixels that are compared; of more, so many at equal distances."""


class Measures(NamedTuple):
    """Share of the object that is hidden, 0 to 1, and mean CIEDE2000 between mark and surroundings."""

    occlusion: float
    visibility: float


def measured(before: np.ndarray, after: np.ndarray, mark: Mark) -> Measures:
    """Measures of a mark.

    Args:
        before: The picture without marks, RGB uint8 ``(h, w, 3)``.
        after: The picture with all its marks.
        mark: What was drawn for one region.
    """
    height, width = before.shape[:2]
    opaque = [piece for piece in mark.pieces if not _lets_through(piece)]
    if opaque:
        ink, left, top = coverage(opaque, height, width, BAND + 1)
        around = cv2.dilate(ink, np.ones((2 * BAND + 1,) * 2, np.uint8)) & ~ink
        part = (slice(top, top + ink.shape[0]), slice(left, left + ink.shape[1]))
        seen = _difference(after[part][ink > 0], before[part][around > 0])
        return Measures(hidden_share(mark.region, ink, left, top, height, width), seen)
    x0, y0, x1, y1 = window(mark.pieces, height, width, 0)
    first, second = before[y0:y1, x0:x1].reshape(-1, 3), after[y0:y1, x0:x1].reshape(-1, 3)
    changed = np.flatnonzero((first != second).any(axis=1))
    chosen = changed[_evenly(len(changed))]
    return Measures(0.0, _mean_difference(first[chosen], second[chosen]))


def _lets_through(piece: Piece) -> bool:
    return isinstance(piece, (Tint, Wash)) and piece.alpha < 1


def _difference(ink: np.ndarray, ground: np.ndarray) -> float:
    """Mean difference of surrounding pixels ``(n, 3)`` to the commonest of the ink's pixels; 0 without either."""
    if not len(ink) or not len(ground):
        return 0.0
    colors, counts = np.unique(ink, axis=0, return_counts=True)
    ground = ground[_evenly(len(ground))]
    return _mean_difference(np.broadcast_to(colors[counts.argmax()], ground.shape), ground)


def _evenly(count: int) -> np.ndarray:
    """Places of at most `SAMPLES` of ``count`` pixels."""
    return np.arange(0, count, max(1, math.ceil(count / SAMPLES)))


def _mean_difference(first: np.ndarray, second: np.ndarray) -> float:
    from skimage.color import deltaE_ciede2000, rgb2lab

    return float(deltaE_ciede2000(rgb2lab(first[None]), rgb2lab(second[None])).mean()) if len(first) else 0.0
