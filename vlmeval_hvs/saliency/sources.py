"""Who says where a picture draws the eye: a named model, asked about picture files.

A model of this room answers for a picture alone (`MapSource.density`) or, where it knows what was fixated already, for
the next fixation (`MapSource.next_density`). The maps of the latest pictures stay in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vlmeval_hvs.files import read_rgb
from vlmeval_hvs.saliency.maps import WEIGHT_FREE

Floats = NDArray[np.float64]
Point = tuple[float, float]

LONGEST = 640
"""Longer side to which large pictures are brought before a weight-free map is made, px."""
_KEPT = 32


class MapSource(Protocol):
    """A saliency model that is asked about picture files."""

    def density(self, path: str) -> Floats:
        """Where a picture is looked at in free viewing: a read-only density, ``(height, width)``, with sum 1."""
        ...

    def next_density(self, path: str, before: Sequence[Point]) -> Floats | None:
        """The density of the next fixation after fixations (x, y), relative to the picture.

        None from a model that has no memory of its own.
        """
        ...


class WeightFree:
    """A weight-free map.

    Args:
        name: One of `vlmeval_hvs.saliency.WEIGHT_FREE`.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def density(self, path: str) -> Floats:
        """The map of a picture file.

        Raises:
            DataError: The file does not decode.
        """
        return _kept_map(self.name, path, _changed(path))

    def next_density(self, path: str, before: Sequence[Point]) -> None:
        """None: the map is that of the picture alone."""


_SET: ContextVar[dict[str, MapSource] | None] = ContextVar("map_sources", default=None)


def source_of(name: str) -> MapSource:
    """The source of a name: what `using` set, or a weight-free map.

    Raises:
        LookupError: No source has that name.
    """
    chosen = (_SET.get() or {}).get(name)
    if chosen is not None:
        return chosen
    if name not in WEIGHT_FREE:
        raise LookupError(f"{name} has not been loaded; weight-free maps: {', '.join(WEIGHT_FREE)}")
    return WeightFree(name)


@contextmanager
def using(name: str, source: MapSource) -> Iterator[None]:
    """Meanwhile a source answers to a name; in this thread only."""
    token = _SET.set({**(_SET.get() or {}), name: source})
    try:
        yield
    finally:
        _SET.reset(token)


def read_at_most(path: str, longest: int) -> NDArray[np.uint8]:
    """A picture file as RGB uint8, its longer side at most ``longest`` px.

    Raises:
        DataError: The file does not decode.
    """
    return at_most(read_rgb(Path(path)), longest)


def at_most(pixels: NDArray[Any], longest: int) -> NDArray[np.uint8]:
    """A picture with its longer side at most ``longest`` px; smaller ones stay as they are."""
    height, width = pixels.shape[:2]
    factor = longest / max(height, width)
    if factor >= 1:
        return np.asarray(pixels, dtype=np.uint8)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _changed(path: str) -> tuple[int, int]:
    """What tells a file's content from an earlier one under the same name."""
    try:
        found = Path(path).stat()
    except OSError:
        return 0, 0  # reading it tells what is wrong
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=_KEPT)
def _kept_map(name: str, path: str, changed: tuple[int, int]) -> Floats:
    density = WEIGHT_FREE[name](read_at_most(path, LONGEST))
    density.flags.writeable = False  # every question about the picture gets the same array
    return density
