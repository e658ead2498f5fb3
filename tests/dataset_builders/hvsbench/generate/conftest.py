"""Annotated pictures that no source has: made up, of any number, with a real image file each."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dataset_builders.hvsbench.generate.sources import AnnotatedPicture, Oddities, SalientObject, SourceScanpath
from vlmeval_hvs.seeding import rng


class MadeUp:
    """A source of pictures 000000000001.png, ...; each is a function of its name alone."""

    def __init__(self, name: str = "MadeUp", numbers=range(1, 41), objects=(0, 9), people: int = 4):
        self.name, self.numbers, self.objects, self.people = name, numbers, objects, people

    def pictures(self, folder: Path, oddities: Oddities) -> list[AnnotatedPicture]:
        oddities["made up"] += 1
        return [self._picture(folder, f"pictures/{number:012d}.png") for number in self.numbers]

    def _picture(self, folder: Path, name: str) -> AnnotatedPicture:
        draw, objects, paths = rng(0, self.name, name), [], []
        for rank in range(1, int(draw.integers(*self.objects)) + 1):
            (left, top), (width, height) = draw.uniform(0, 0.6, 2), draw.uniform(0.1, 0.4, 2)
            objects.append(SalientObject((left, top, left + width, top + height), rank))
        for target in (target for person in range(self.people) for target in ("", ("cup", "oven")[person % 2])):
            length = int(draw.integers(2, 20))
            x, y, t = *draw.uniform(0, 1, (2, length)), draw.uniform(80, 600, length)
            paths.append(SourceScanpath(target, tuple(x), tuple(y), tuple(t)))
        return AnnotatedPicture(self.name, name, folder / name, (64, 48), tuple(objects), True, tuple(paths))


@pytest.fixture(scope="session")
def pictures(tmp_path_factory) -> Path:
    """A folder of small pictures that all look different, for up to 60 pictures of a `MadeUp` source."""
    folder = tmp_path_factory.mktemp("made_up")
    (folder / "pictures").mkdir()
    for number in range(1, 61):
        pixels = np.kron(rng(1, number).integers(0, 255, (6, 8, 3), dtype=np.uint8), np.ones((8, 8, 1), np.uint8))
        Image.fromarray(pixels).save(folder / f"pictures/{number:012d}.png")
    return folder


@pytest.fixture(scope="session")
def made_up() -> type[MadeUp]:
    return MadeUp
