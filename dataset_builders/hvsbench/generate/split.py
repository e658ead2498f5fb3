"""Which pictures are for testing and which for training: no picture, nor one like it, is on both sides.

The paper keeps a tenth of the set for testing. Here pictures are divided, never questions: pictures that are the same
or look alike make a group (the same bytes, alike by `near_duplicates`, or one COCO photo that several sources show),
and a group is on one side with all that people did on its pictures.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture
from dataset_builders.hvsbench.generate.fingerprints import fingerprints
from dataset_builders.hvsbench.generate.near_duplicates import alike
from vlmeval_hvs.seeding import rng

Side = Literal["train", "test"]
Key = tuple[str, str]
"""Dataset and name of a picture."""

_COCO = re.compile(r"(?<!\d)(\d{12})(?!\d)")


class PictureKey(NamedTuple):
    """A picture to be assigned to a side.

    Attributes:
        dataset: Its source.
        name: Its name in the source.
        path: The image file; None where pictures are not looked at.
        kinds: What can be asked about it, in any words; pictures of a source that offer the same are divided by
            themselves, so that each has its tenth.
    """

    dataset: str
    name: str
    path: Path | None = None
    kinds: str = ""


class Split(NamedTuple):
    """Which picture is on which side.

    Attributes:
        sides: Picture to its side.
        groups: Picture to the first picture, in order, of those it shares a side with because they are alike.
    """

    sides: dict[Key, Side]
    groups: dict[Key, Key]

    def distractors(self, key: Key, candidates: Iterable[Key]) -> Iterator[Key]:
        """Those of the candidates whose scanpaths may stand beside one of this picture: same side, not alike."""
        side, group = self.sides[key], self.groups[key]
        return (one for one in candidates if self.sides[one] == side and self.groups[one] != group)


def key_of(picture: AnnotatedPicture) -> PictureKey:
    """The key of an annotated picture; its kinds are those of its annotations."""
    offered = {
        "ranked": any(one.rank is not None for one in picture.objects),
        "counted": picture.counted,
        "free viewing": any(not one.target for one in picture.scanpaths),
        "search": any(one.target for one in picture.scanpaths),
    }
    return PictureKey(
        picture.dataset, picture.name, picture.path, " ".join(kind for kind, there in offered.items() if there)
    )


def coco_number(name: str) -> str:
    """The number of a COCO photo in the name of a picture, which has twelve digits; "" where there is none."""
    found = _COCO.search(PurePosixPath(name).stem)
    return found[1] if found else ""


def same_side(sides: Mapping[Key, Side], first: Key, second: Key) -> bool:
    """Whether what belongs to one picture may be shown beside what belongs to the other."""
    return sides[first] == sides[second]


def assign(
    pictures: Iterable[PictureKey], share: float = 0.1, seed: int = 0, look: bool = True, kept: Path | None = None
) -> dict[Key, Side]:
    """Side of every picture; see `split`."""
    return split(pictures, share, seed, look, kept).sides


def split(
    pictures: Iterable[PictureKey], share: float = 0.1, seed: int = 0, look: bool = True, kept: Path | None = None
) -> Split:
    """Divide pictures.

    Every group draws a number that is a function of the seed and its first picture. In each stratum (groups with
    pictures of the same sources that offer the same) the groups with the smallest numbers are for testing, so many that
    the stratum, and all strata before it together, have the share as nearly as whole groups permit. A picture that is
    added therefore moves few others.

    Args:
        pictures: The pictures, in any order.
        share: Share of the pictures for testing.
        seed: Seed of the division.
        look: Whether files are read to find pictures that look alike; otherwise only COCO ids tell.
        kept: A file that remembers what pictures look like; see `fingerprints`.

    Raises:
        ValueError: A picture is given twice, or the share is no number between 0 and 1.
        DataError: An image file cannot be read.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share {share} is not between 0 and 1")
    ordered = sorted(pictures, key=lambda one: (one.dataset, one.name))
    twice = next((one for one, after in pairwise(ordered) if one[:2] == after[:2]), None)
    if twice:
        raise ValueError(f"picture {twice.name} of {twice.dataset} is given twice")
    first = _joined(len(ordered), _links(ordered, look, kept))
    members: dict[int, list[PictureKey]] = defaultdict(list)
    for place, one in enumerate(ordered):
        members[first[place]].append(one)
    tested = _tested(list(members.values()), share, seed)
    groups = {one[:2]: ordered[first[place]][:2] for place, one in enumerate(ordered)}
    return Split({key: "test" if group in tested else "train" for key, group in groups.items()}, groups)


def _links(ordered: list[PictureKey], look: bool, kept: Path | None) -> Iterator[tuple[int, int]]:
    photos: dict[str, int] = {}
    for place, one in enumerate(ordered):
        if number := coco_number(one.name):
            yield photos.setdefault(number, place), place
    if look:
        files = [(place, one.path) for place, one in enumerate(ordered) if one.path is not None]
        seen = list(fingerprints([path for _, path in files], kept))
        for pair in alike(seen):
            yield files[pair.first][0], files[pair.second][0]


def _joined(number: int, links: Iterable[tuple[int, int]]) -> list[int]:
    """The smallest place that each place is linked with, directly or through others."""
    parent = list(range(number))

    def top(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for a, b in links:
        low, high = sorted((top(a), top(b)))
        parent[high] = low
    return [top(place) for place in range(number)]


def _tested(groups: list[list[PictureKey]], share: float, seed: int) -> set[Key]:
    """First pictures of the groups for testing."""
    strata: dict[tuple[tuple[str, str], ...], list[list[PictureKey]]] = defaultdict(list)
    for group in groups:
        strata[tuple(sorted({(one.dataset, one.kinds) for one in group}))].append(group)
    chosen: set[Key] = set()
    wanted = 0.0
    for _, stratum in sorted(strata.items()):
        wanted += share * sum(len(group) for group in stratum)
        drawn = sorted(stratum, key=lambda group: rng(seed, "split", *group[0][:2]).random())
        for group in drawn:
            # A group is taken when that brings the number nearer to the one wanted.
            if len(group) / 2 <= wanted:
                chosen.add(group[0][:2])
                wanted -= len(group)
    return chosen
