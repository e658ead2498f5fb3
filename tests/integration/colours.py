"""Pictures of one colour, the only thing that the tests' model knows."""

from __future__ import annotations

import numpy as np
from PIL import Image

# The letter that is the right answer -> RGB: red, blue, green, yellow.
COLOURS = {"A": (220, 40, 40), "B": (40, 60, 220), "C": (40, 180, 60), "D": (230, 210, 40)}


def picture(letter: str, rng: np.random.Generator, side: int = 64) -> Image.Image:
    """A square in a jittered shade of the letter's colour, with noise."""
    shade = np.array(COLOURS[letter]) + rng.normal(0, 15, 3)
    pixels = shade + rng.normal(0, 10, (side, side, 3))
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
