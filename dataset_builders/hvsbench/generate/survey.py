"""The first pass over the sources: which pictures there are, their sides, and scanpaths to show beside others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import numpy as np

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, Source
from dataset_builders.hvsbench.generate.fixations import Other, shown
from dataset_builders.hvsbench.generate.pool import Pool, Recording
from dataset_builders.hvsbench.generate.settings import Settings
from dataset_builders.hvsbench.generate.split import PictureKey, Split, key_of, split
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.progress import shown as with_bar


class Given(NamedTuple):
    """A source and where it lies."""

    source: Source
    folder: Path


@dataclass
class Surveyed:
    """What the first pass found in one source.

    Attributes:
        pictures: How many pictures there are.
        digest: SHA-256 of all annotations.
        oddities: What the reader left out or mended.
    """

    pictures: int
    digest: str
    oddities: Oddities


@dataclass
class Survey:
    """What the first pass found.

    Attributes:
        sources: By name.
        division: Which picture is on which side.
        pools: Scanpaths by source.
    """

    division: Split
    sources: dict[str, Surveyed] = field(default_factory=dict)
    pools: dict[str, Pool] = field(default_factory=dict)

    def side(self, picture: AnnotatedPicture) -> str:
        """The side that a picture is on."""
        return self.division.sides[picture.dataset, picture.name]

    def other(self, picture: AnnotatedPicture) -> Other:
        """Draws scanpaths of other pictures of the same source and side that do not look like this one."""
        pool, side, groups = self.pools[picture.dataset], self.side(picture), self.division.groups
        group, file = groups[picture.dataset, picture.name], PurePosixPath(picture.name).name

        def fits(name: str) -> bool:
            return groups[picture.dataset, name] != group and PurePosixPath(name).name != file

        def draw(target: str, draws: np.random.Generator) -> Recording | None:
            return pool.draw(target, side, fits, draws)

        return draw


def survey(given: Sequence[Given], work: Path, settings: Settings, opened: ExitStack, looks: Path) -> Survey:
    """Go through the sources once.

    Args:
        given: The sources.
        work: Folder for scanpaths.
        settings: Seed and share of the division.
        opened: Closes the files of the pools.
        looks: A file that remembers what pictures look like.

    Raises:
        DataError: A source is given twice, cannot be read, or has a picture whose name cannot name a file.
    """
    twice = [one.source.name for one in given]
    if len(set(twice)) < len(twice):
        raise DataError(f"a source is given twice: {', '.join(twice)}")
    keys: list[PictureKey] = []
    found = Survey(Split({}, {}))
    for one in given:
        pool = opened.enter_context(Pool(work / f"{one.source.name}.scanpaths", settings.seed, one.source.name))
        found.pools[one.source.name] = pool
        found.sources[one.source.name] = _one(one, pool, keys)
    found.division = split(keys, settings.share, settings.seed, settings.look, looks)
    for name, pool in found.pools.items():
        pool.close(_side_of(found.division, name))
    return found


def _one(given: Given, pool: Pool, keys: list[PictureKey]) -> Surveyed:
    digest, oddities, before = hashlib.sha256(), Oddities(), len(keys)
    for picture in with_bar(given.source.pictures(given.folder, oddities), f"{given.source.name}, survey", "picture"):
        _check_name(picture)
        keys.append(key_of(picture))
        digest.update(_told(picture))
        pool.add(picture.name, recordings(picture))
    return Surveyed(len(keys) - before, digest.hexdigest(), oddities)


def _told(picture: AnnotatedPicture) -> bytes:
    """All that a source says of a picture."""
    told = (picture.name, picture.size, picture.objects, picture.counted, picture.scanpaths)
    return f"{told}\n".encode("utf-8", "surrogatepass")


def _check_name(picture: AnnotatedPicture) -> None:
    path = PurePosixPath(picture.name)
    plain = picture.name.isprintable() and "\\" not in picture.name and not path.is_absolute()
    if not plain or ".." in path.parts or not path.name:
        raise DataError(f"{picture.dataset}: the picture {picture.name[:80]!a} has no plain name")


def recordings(picture: AnnotatedPicture) -> dict[str, list[Recording]]:
    """The scanpaths of a picture that questions about others may show, by target, "" for free viewing."""
    found: dict[str, list[Recording]] = {}
    for path in picture.scanpaths:
        if text := shown(path):
            found.setdefault(path.target, []).append(
                Recording(text, f"{picture.dataset}/{path.participant}", path.source)
            )
    return found


def _side_of(division: Split, dataset: str) -> Callable[[str], str]:
    return lambda name: division.sides[dataset, name]


def pictures(given: Given) -> Iterator[AnnotatedPicture]:
    """The pictures of a source once more; its oddities are known from the first pass."""
    return given.source.pictures(given.folder, Oddities())
