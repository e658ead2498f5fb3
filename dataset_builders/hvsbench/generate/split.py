"""Which pictures are for testing and which for training: no picture, nor one like it, is on both sides.

The paper keeps a tenth of the set for testing. Here pictures are divided, never questions: pictures that are the same
or look alike make a group (`look_alike`, or one COCO photo that several sources show), and a group is on one side with
all that people did on its pictures.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from scipy.cluster.hierarchy import DisjointSet

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture
from dataset_builders.hvsbench.generate.look_alike import alike
from vlmeval_hvs.seeding import rng

Side = Literal["train", "test"]
Key = tuple[str, str]
"""Dataset and name of a picture."""

_COCO = re.compile(r"(?<!\d)(\d{12})(?!\d)")


class Split(NamedTuple):
    """Which picture is on which side.

    Attributes:
        sides: Picture to its side.
        groups: Picture to the first picture, in order, of those it shares a side with because they are alike.
    """

    sides: dict[Key, Side]
    groups: dict[Key, Key]


def key_of(picture: AnnotatedPicture) -> Key:
    """Dataset and name of a picture."""
    return picture.dataset, picture.name


def coco_number(name: str) -> str:
    """The number of a COCO photo in the name of a picture, which has twelve digits; "" where there is none."""
    found = _COCO.search(PurePosixPath(name).stem)
    return found[1] if found else ""


def split(pictures: Iterable[AnnotatedPicture], share: float = 0.1, seed: int = 0, look: bool = True) -> Split:
    """Divide pictures.

    Every group draws a number that is a function of the seed and its first picture. In each stratum (groups with
    pictures of the same sources that can be asked the same) the groups with the smallest numbers are for testing, so
    many that the stratum, and all strata before it together, have the share as nearly as whole groups permit. A picture
    that is added therefore moves few others.

    Args:
        pictures: The pictures, in any order, none of them twice.
        share: Share of the pictures for testing, 0 to 1.
        seed: Seed of the division.
        look: Whether files are read to find pictures that look alike; otherwise only COCO numbers tell.

    Raises:
        DataError: An image file cannot be read.
    """
    ordered = sorted(pictures, key=key_of)
    linked = DisjointSet(range(len(ordered)))
    for one, other in _links(ordered, look):
        linked.merge(one, other)
    groups = sorted(sorted(group) for group in linked.subsets())
    tested = _tested([[ordered[place] for place in group] for group in groups], share, seed)
    first = {key_of(ordered[place]): key_of(ordered[group[0]]) for group in groups for place in group}
    return Split({key: "test" if group in tested else "train" for key, group in first.items()}, first)


def _links(ordered: list[AnnotatedPicture], look: bool) -> Iterator[tuple[int, int]]:
    photos: dict[str, int] = {}
    for place, one in enumerate(ordered):
        if number := coco_number(one.name):
            yield photos.setdefault(number, place), place
    if look:
        yield from alike([one.path for one in ordered])


def _tested(groups: list[list[AnnotatedPicture]], share: float, seed: int) -> set[Key]:
    """First pictures of the groups for testing."""
    strata: dict[tuple[tuple[str, str], ...], list[list[AnnotatedPicture]]] = defaultdict(list)
    for group in groups:
        strata[tuple(sorted({(one.dataset, _kinds(one)) for one in group}))].append(group)
    chosen: set[Key] = set()
    wanted = 0.0
    for _, stratum in sorted(strata.items()):
        wanted += share * sum(len(group) for group in stratum)
        for group in sorted(stratum, key=lambda group: rng(seed, "split", *key_of(group[0])).random()):
            # A group is taken when that brings the number nearer to the one wanted.
            if len(group) / 2 <= wanted:
                chosen.add(key_of(group[0]))
                wanted -= len(group)
    return chosen


def _kinds(picture: AnnotatedPicture) -> str:
    """What can be asked about a picture; pictures of a source that offer the same are divided by themselves."""
    offered = {
        "ranked": any(one.rank is not None for one in picture.objects),
        "counted": picture.counted,
        "free viewing": any(not one.target for one in picture.scanpaths),
        "search": any(one.target for one in picture.scanpaths),
    }
    return " ".join(kind for kind, there in offered.items() if there)
