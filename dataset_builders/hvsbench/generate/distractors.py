"""Scanpaths of other pictures, for the wrong options of Q8 and Q11, found through a ring of hashes.

Every picture has a few points on a ring, which are functions of the seed, its name and what was searched for. A
question draws a point of its own and takes the next picture that may be shown with its own. A picture that is added
therefore changes only the few questions whose next picture it becomes.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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


class _Group(NamedTuple):
    """The scanpaths of a picture for one target, and the picture's points on the ring."""

    name: str
    scanpaths: list[Distractor]
    points: NDArray[np.int64]


def printed(path: SourceScanpath) -> str:
    """A scanpath as Q8 and Q11 print it; "" for one that is too short, or whose durations are not all known."""
    length = LONGEST["search" if path.target else "free"]
    if len(path.x) < FEWEST or min(path.t[:length]) <= 0:
        return ""
    return path_text(path.x[:length], path.y[:length], path.t[:length])


class Distractors:
    """The scanpaths of one source; ``sides`` has the side of each picture by its name."""

    def __init__(self, pictures: Iterable[AnnotatedPicture], sides: Mapping[str, str], seed: int) -> None:
        groups: dict[tuple[str, str], list[_Group]] = defaultdict(list)
        for picture in pictures:
            for target, scanpaths in sorted(_by_target(picture).items()):
                points = _points(seed, picture.dataset, picture.name, target)
                for key in _keys(target):
                    groups[key, sides[picture.name]].append(_Group(picture.name, scanpaths, points))
        self._rings: dict[tuple[str, str], tuple[NDArray[np.int64], list[_Group]]] = {}
        for which, members in groups.items():
            ring = np.concatenate([group.points for group in members])
            order = np.argsort(ring, kind="stable")
            self._rings[which] = ring[order], [members[k // POINTS] for k in order]

    def draw(self, target: str, side: str, fits: Callable[[str], bool], draw: np.random.Generator) -> Distractor | None:
        """A scanpath on another picture of a side, in search of the same target where there is one; else None.

        ``target`` is "" for free viewing; ``fits`` is whether a picture, by its name, may be shown with the one that is
        asked about.
        """
        point, place = int(draw.integers(_END)), draw.random()
        for key in _keys(target):
            ring, groups = self._rings.get((key, side), (np.empty(0, np.int64), []))
            start = int(np.searchsorted(ring, point))
            for step in range(len(groups)):
                group = groups[(start + step) % len(groups)]
                if fits(group.name):
                    return group.scanpaths[int(place * len(group.scanpaths))]
        return None


def _by_target(picture: AnnotatedPicture) -> dict[str, list[Distractor]]:
    found: dict[str, list[Distractor]] = defaultdict(list)
    for path in picture.scanpaths:
        if text := printed(path):
            found[path.target].append(Distractor(text, f"{picture.dataset}/{path.participant}", path.source))
    return found


def _keys(target: str) -> tuple[str, ...]:
    return (target, _ANY) if target else ("",)


def _points(*keys: object) -> NDArray[np.int64]:
    digest = hashlib.blake2b("\x1f".join(map(str, keys)).encode("utf-8", "surrogatepass"), digest_size=8 * POINTS)
    return (np.frombuffer(digest.digest(), dtype=">u8") >> np.uint64(1)).astype(np.int64)
