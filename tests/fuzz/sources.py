"""Contract of the readers of HVSBench's sources: an error that says something, or pictures that hold together."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dataset_builders.hvsbench.sources.annotations import Oddities
from tests.dataset_builders.hvsbench.sources.small import SMALL, holds_together
from tests.fuzz import builders
from tests.fuzz.cuts import Cut
from tests.fuzz.releases import Files, written
from vlmeval_hvs.errors import HVSError


@cache
def _files(target: str) -> Files:
    return written(SMALL[target][1])


def read(target: str, data: bytes, again: bool = False) -> int:
    """Read one odd release of a source.

    Args:
        target: A key of `SMALL`.
        data: Chooses what is odd.
        again: Whether to read it twice and compare.

    Returns:
        Number of readings, 0 where the change cannot be written in the release's format.

    Raises:
        Exception: Anything but an error of this package: a defect of the reader.
    """
    cut, reader = Cut(data), SMALL[target][0]
    place = Path(tempfile.mkdtemp(prefix="hvs_fuzz_", dir=builders.FAST if Path(builders.FAST).is_dir() else None))
    try:
        folder = place / "release"
        if not builders.write(folder, builders.odd(_files(target), cut), cut):
            return 0
        said = []
        for _ in range(1 + again):
            oddities = Oddities()
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                try:
                    pictures = list(reader.pictures(folder, oddities))
                except HVSError as error:
                    said.append(str(error))
                else:
                    assert pictures
                    holds_together(pictures, folder)
                    said.append(repr((pictures, oddities)))
        assert all(said), "an error without a word"
        assert len(set(said)) == 1, "two readings differ"
        return len(said)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    return builders.seeds(target)
