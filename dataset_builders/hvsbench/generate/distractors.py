"""Scanpaths of other pictures, for the wrong options of Q8 and Q11, found through a ring of hashes.

Every picture has a few points on a ring, which are functions of the seed, its name and what was searched for. A
question draws a point of its own and takes the next picture that may be shown with its own. A picture that is added
therefore changes only the few questions whose next picture it becomes.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, SourceScanpath
from dataset_builders.hvsbench.printed import path_text

POINTS = 8  # points of a picture on the ring. More points even out how often each picture is taken.

LONGEST = {"free": 14, "search": 6}  # fixations that are shown at most: as many as Q9 and Q12 ask for

FEWEST = 3
"""Fixations of a scanpath that Q8 and Q11 show, at least: scanpaths of fewer cannot be compared by MultiMatch."""

_ANY = "\0"  # stands for all searches, whatever the target
_END = 2**63


class Distractor(NamedTuple):
    """A scanpath as questions print it, whose it is, and the annotation that it comes from."""

    text: str
    participant: str
    source: str


_Group = tuple[str, list[Distractor]]  # name of a picture, and its scanpaths for one target


def printed(path: SourceScanpath) -> str:
    """A scanpath as Q8 and Q11 print it; "" for one that is too short, or whose durations are not all known."""
    length = LONGEST["search" if path.target else "free"]
    if len(path.x) < FEWEST or min(path.t[:length]) <= 0:
        return ""
    return path_text(path.x[:length], path.y[:length], path.t[:length])


class Distractors:
    """The scanpaths of one source; ``sides`` has the side of each picture by its name."""

    def __init__(self, pictures: Iterable[AnnotatedPicture], sides: Mapping[str, str], seed: int) -> None:
        rings: dict[tuple[str, str], list[tuple[int, _Group]]] = defaultdict(list)
        for picture in pictures:
            groups: dict[str, list[Distractor]] = defaultdict(list)
            for path in picture.scanpaths:
                if text := printed(path):
                    one = Distractor(text, f"{picture.dataset}/{path.participant}", path.source)
                    groups[path.target].append(one)
            for target, scanpaths in groups.items():
                for point in _points(seed, picture.dataset, picture.name, target):
                    for key in _keys(target):
                        rings[key, sides[picture.name]].append((point, (picture.name, scanpaths)))
        self._rings = {which: sorted(ring, key=lambda member: member[0]) for which, ring in rings.items()}

    def draw(self, target: str, side: str, fits: Callable[[str], bool], draw: np.random.Generator) -> Distractor | None:
        """A scanpath on another picture of a side, in search of the same target where there is one; else None.

        ``target`` is "" for free viewing; ``fits`` is whether a picture, by its name, may be shown with the one that is
        asked about.
        """
        point, place = int(draw.integers(_END)), draw.random()
        for key in _keys(target):
            ring = self._rings.get((key, side), [])
            start = bisect_left(ring, point, key=lambda member: member[0])
            for step in range(len(ring)):
                _, (name, scanpaths) = ring[(start + step) % len(ring)]
                if fits(name):
                    return scanpaths[int(place * len(scanpaths))]
        return None


def _keys(target: str) -> tuple[str, ...]:
    return (target, _ANY) if target else ("",)


def _points(*keys: object) -> list[int]:
    digest = hashlib.blake2b("\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass"), digest_size=8 * POINTS)
    return (np.frombuffer(digest.digest(), dtype=">u8") >> np.uint64(1)).tolist()
