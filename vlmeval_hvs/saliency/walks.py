"""Scanpaths and next fixations of a saliency model.

A model of scanpaths (DeepGaze III) draws from its own density of the next fixation; every other one goes by inhibition
of return on its map (`vlmeval_hvs.saliency.foci`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vlmeval_hvs.saliency.density import as_density
from vlmeval_hvs.saliency.foci import Point, attended, foci
from vlmeval_hvs.saliency.sources import Floats, MapSource

FLAT_SHARE = 0.01
"""Of a flat map in the density of the next fixation: people do return to where they were."""


def walk(source: MapSource, path: str, start: Sequence[Point], count: int, rng: np.random.Generator) -> list[Point]:
    """The next fixations of a model.

    Args:
        source: The model.
        path: The picture file.
        start: Fixations so far (x, y), relative to the picture; at least one.
        count: How many follow.
        rng: Random numbers of models that draw.

    Returns:
        Places (x, y), relative to the picture, without those of ``start``.
    """
    places = list(start)
    for _ in range(count):
        density = source.next_density(path, places)
        if density is None:
            return foci(source.density(path), count, start)
        places.append(_drawn(density, rng))
    return places[len(start) :]


def next_fixation_density(source: MapSource, path: str, before: Sequence[Point]) -> Floats:
    """The density of the next fixation, ``(height, width)``, with sum 1, positive everywhere.

    Args:
        source: The model.
        path: The picture file.
        before: Fixations so far (x, y), relative to the picture.
    """
    density = source.next_density(path, before)
    if density is None:
        density = as_density(attended(source.density(path), before))
    return (1 - FLAT_SHARE) * density + FLAT_SHARE / density.size


def _drawn(density: Floats, rng: np.random.Generator) -> Point:
    height, width = density.shape
    row, column = divmod(int(rng.choice(density.size, p=density.ravel())), width)
    return (column + 0.5) / width, (row + 0.5) / height
