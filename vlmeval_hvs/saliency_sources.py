"""Saliency maps of picture files: from weight-free models, and from models that were loaded for a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.files import read_rgb
from vlmeval_hvs.saliency import WEIGHT_FREE, Floats, Point, as_density, attended, foci, scaled_to

LONGEST = 640  # longer side to which large picture files are brought before a weight-free map is made, px
FLAT_SHARE = 0.01  # of a flat map in the density of the next fixation: people do return to where they were


class MapSource(Protocol):
    """A saliency model that is asked about picture files; the maps of the latest ones stay in memory."""

    def density(self, path: str) -> Floats:
        """Where a picture is looked at in free viewing: a read-only density, ``(height, width)``, with sum 1."""
        ...

    def next_density(self, path: str, before: Sequence[Point]) -> Floats | None:
        """That of the next fixation after fixations (x, y), relative to the picture; None from a model without it."""
        ...


@dataclass(frozen=True)
class WeightFree:
    """The weight-free map of this name in `WEIGHT_FREE`."""

    name: str

    def density(self, path: str) -> Floats:
        """The map of a picture file; a DataError where it does not decode."""
        file = Path(path)
        # A changed file has another map; reading an absent one says what is wrong.
        return _kept_map(self.name, file, (file.stat().st_mtime_ns, file.stat().st_size) if file.is_file() else None)

    def next_density(self, path: str, before: Sequence[Point]) -> None:
        """None: the map is that of the picture alone."""


_SET: ContextVar[dict[str, MapSource] | None] = ContextVar("map_sources", default=None)


def source_of(name: str) -> MapSource:
    """The source of a name: the one that `using` set, or a weight-free map; a LookupError for any other name."""
    chosen = (_SET.get() or {}).get(name)
    if chosen is None and name not in WEIGHT_FREE:
        raise LookupError(f"{name} has not been loaded; weight-free maps: {', '.join(WEIGHT_FREE)}")
    return chosen or WeightFree(name)


@contextmanager
def using(name: str, source: MapSource) -> Iterator[None]:
    """Use a source under a name inside the block, in this thread only."""
    token = _SET.set({**(_SET.get() or {}), name: source})
    try:
        yield
    finally:
        _SET.reset(token)


def at_most(pixels: NDArray[Any], longest: int) -> NDArray[np.uint8]:
    """A picture with its longer side at most ``longest`` px; smaller ones stay as they are."""
    return scaled_to(pixels, min(longest, max(pixels.shape[:2]))).astype(np.uint8)


@lru_cache(maxsize=32)
def _kept_map(name: str, path: Path, changed: tuple[int, int] | None) -> Floats:
    density = WEIGHT_FREE[name](at_most(read_rgb(path), LONGEST))
    density.flags.writeable = False  # every question about the picture gets the same array
    return density


def next_fixations(
    source: MapSource, path: str, start: Sequence[Point], count: int, rng: np.random.Generator
) -> list[Point]:
    """The ``count`` fixations (x, y) of a model that follow those of ``start``, at least one, relative to the picture.

    A model of scanpaths (DeepGaze III) draws from its own density of the next fixation; every other one uses
    inhibition of return on its map (`foci`).
    """
    places = list(start)
    for _ in range(count):
        density = source.next_density(path, places)
        if density is None:
            return foci(source.density(path), count, start)
        row, column = divmod(int(rng.choice(density.size, p=density.ravel())), density.shape[1])
        places.append(((column + 0.5) / density.shape[1], (row + 0.5) / density.shape[0]))
    return places[len(start) :]


def next_fixation_density(source: MapSource, path: str, before: Sequence[Point]) -> Floats:
    """The density of the fixation after those ``before``, ``(height, width)``, with sum 1, positive everywhere."""
    density = source.next_density(path, before)
    if density is None:
        density = as_density(attended(source.density(path), before))
    return (1 - FLAT_SHARE) * density + FLAT_SHARE / density.size
