"""How much of an object lies under ink."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from vlmeval_hvs.visual_prompts.regions import Region

MOST_HIDDEN = 0.15
"""Share of an object that a mark of the scaled geometry hides at most."""

LEAST_IMAGE = 16
"""Smallest side in px of an image on which marks become thinner; on smaller ones they would vanish."""


class Inked(Protocol):
    """A piece of a mark."""

    def paint(self, canvas: np.ndarray, color: int, dx: int = 0, dy: int = 0) -> None:
        """Draw on a one-channel canvas whose corner is at (dx, dy)."""

    def bounds(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 in px."""


def hides_little(region: Region, pieces: Sequence[Inked], height: int, width: int) -> bool:
    """Whether opaque pieces hide at most `MOST_HIDDEN` of their object."""
    return not pieces or hidden_share(region, *coverage(pieces, height, width, 0), height, width) <= MOST_HIDDEN


def window(pieces: Sequence[Inked], height: int, width: int, margin: int) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the part of the image that holds the pieces, at least a pixel."""
    bounds = np.array([piece.bounds() for piece in pieces])
    x0, y0 = (int(v) for v in np.clip(np.floor(bounds[:, :2].min(0)) - margin, 0, (width - 1, height - 1)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(bounds[:, 2:].max(0)) + margin, (x0 + 1, y0 + 1), (width, height)))
    return x0, y0, x1, y1


def coverage(pieces: Sequence[Inked], height: int, width: int, margin: int) -> tuple[np.ndarray, int, int]:
    """255 where pieces cover at least half a pixel, else 0, and the left and top of this part of the image."""
    x0, y0, x1, y1 = window(pieces, height, width, margin)
    ink = np.zeros((y1 - y0, x1 - x0), np.uint8)
    for piece in pieces:
        piece.paint(ink, 255, x0, y0)
    return np.where(ink > 127, 255, 0).astype(np.uint8), x0, y0


def hidden_share(region: Region, ink: np.ndarray, left: int, top: int, height: int, width: int) -> float:
    """Share of the object's pixels in the image that lie under ink."""
    part, x, y = region.local_mask(height, width)
    own = np.zeros_like(part)
    x0, y0 = max(x, left), max(y, top)
    x1, y1 = min(x + part.shape[1], left + ink.shape[1]), min(y + part.shape[0], top + ink.shape[0])
    if x1 > x0 and y1 > y0:
        own[y0 - y : y1 - y, x0 - x : x1 - x] = ink[y0 - top : y1 - top, x0 - left : x1 - left] > 0
    return float(np.count_nonzero(own & part) / np.count_nonzero(part))
