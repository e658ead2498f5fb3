"""Scanpaths of other pictures, for the wrong options of Q8 and Q11: on disk, found through a ring of hashes.

Every picture has a few points on a ring, which are functions of the seed, its name and what was searched for. A
question draws a point of its own and takes the next picture that may stand beside its own. A picture that is added
therefore changes only the few questions whose next picture it becomes. In memory are the points and the places in the
file, not the scanpaths.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

POINTS = 8
"""Points of a picture on the ring. More points even out how often each picture is taken."""

_ANY = "\0"  # stands for all searches, whatever the target
_END = 2**63


class Recording(NamedTuple):
    """A scanpath as questions print it, whose it is, and the annotation that it comes from."""

    text: str
    participant: str
    source: str


class Pool:
    """Scanpaths of one source, gathered picture by picture; then `close` it, and `draw` from it.

    Args:
        file: Where the scanpaths are put; written anew.
        seed: Seed of the ring.
        dataset: Name of the source.
    """

    def __init__(self, file: Path, seed: int, dataset: str) -> None:
        self._file = file.open("w+b")
        self._seed, self._dataset = seed, dataset
        self._starts, self._owners = array("q"), array("q")
        self._groups: dict[str, array[int]] = defaultdict(lambda: array("q"))
        self._names: list[str] = []
        self._points: list[NDArray[np.int64]] = []
        self._rings: dict[tuple[str, str], tuple[NDArray[np.int64], NDArray[np.int64]]] = {}

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, name: str, recordings: dict[str, list[Recording]]) -> None:
        """Add a picture with its recordings by target, "" for free viewing."""
        if not recordings:
            return
        owner = len(self._names)
        self._names.append(name)
        for target, group in sorted(recordings.items()):
            for key in (target, _ANY) if target else ("",):
                self._groups[key].append(len(self._starts))
            self._starts.append(self._file.tell())
            self._owners.append(owner)
            self._points.append(_points(self._seed, self._dataset, name, target))
            self._file.write(json.dumps(group).encode() + b"\n")

    def close(self, side_of: Callable[[str], str]) -> None:
        """End the gathering.

        Args:
            side_of: The side that a picture is on; only pictures of the same side stand beside each other.
        """
        self._file.flush()
        for target, groups in self._groups.items():
            sides: dict[str, list[int]] = defaultdict(list)
            for group in groups:
                sides[side_of(self._names[self._owners[group]])].append(group)
            for side, members in sides.items():
                ring = np.concatenate([self._points[group] for group in members])
                order = np.argsort(ring, kind="stable")
                self._rings[target, side] = ring[order], np.repeat(np.array(members), POINTS)[order]
        self._groups.clear()
        self._points.clear()

    def draw(self, target: str, side: str, fits: Callable[[str], bool], draw: np.random.Generator) -> Recording | None:
        """A recording of another picture, in search of the same target where there is one; None where there is none.

        Args:
            target: What was searched for, "" for free viewing.
            side: The side that the picture is on.
            fits: Whether a picture may stand beside the one that is asked about.
            draw: Draws the point on the ring, and which recording of the picture is taken.
        """
        point, place = int(draw.integers(_END)), draw.random()
        for key in (target, _ANY) if target else ("",):
            ring, members = self._rings.get((key, side), (np.empty(0, np.int64), np.empty(0, np.int64)))
            start = int(np.searchsorted(ring, point))
            for step in range(len(ring)):
                group = int(members[(start + step) % len(ring)])
                if fits(self._names[self._owners[group]]):
                    return self._recording(group, place)
        return None

    def _recording(self, group: int, place: float) -> Recording:
        self._file.seek(self._starts[group])
        found = json.loads(self._file.readline())
        return Recording(*found[int(place * len(found))])


def _points(*keys: object) -> NDArray[np.int64]:
    digest = hashlib.blake2b("\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass"), digest_size=8 * POINTS)
    return (np.frombuffer(digest.digest(), dtype=">u8") >> np.uint64(1)).astype(np.int64)
