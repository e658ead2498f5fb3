"""Pictures of one colour each, and several of them side by side in one picture."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from vlmeval_hvs.files import write_atomically

COLOURS: dict[str, tuple[int, int, int]] = {
    "red": (220, 20, 20),
    "green": (20, 160, 40),
    "blue": (30, 60, 220),
    "yellow": (250, 220, 20),
    "black": (10, 10, 10),
    "white": (250, 250, 250),
}
"""Colours with their RGB values, far enough from each other for any encoding."""

SIDE = 336
"""Width and height of a tile, px."""

_GAP = 24  # px of grey between tiles in one picture


def tile(colours: Sequence[str], folder: Path) -> str:
    """Path of a PNG with one tile, or with several from left to right on grey.

    Args:
        colours: Keys of `COLOURS`.
        folder: Where pictures are kept.
    """
    path = folder / f"{'-'.join(colours)}.png"
    if not path.is_file():
        width = len(colours) * (SIDE + _GAP) - _GAP
        pixels = np.full((SIDE, width, 3), 128, dtype=np.uint8)
        for place, colour in enumerate(colours):
            left = place * (SIDE + _GAP)
            pixels[:, left : left + SIDE] = COLOURS[colour]
        buffer = io.BytesIO()
        Image.fromarray(pixels).save(buffer, "PNG")
        write_atomically(path, buffer.getvalue())
    return str(path)
