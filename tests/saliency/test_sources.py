"""Maps of picture files: kept, read anew when a file changes, and of whom they are asked."""

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.saliency import itti_koch
from vlmeval_hvs.saliency_sources import FLAT_SHARE, next_fixation_density, next_fixations, source_of


@pytest.fixture
def photo(tmp_path):
    noise = np.random.default_rng(3).integers(0, 256, (60, 90, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "photo.png")
    return str(tmp_path / "photo.png")


class Remembers:
    """A model of scanpaths: all its density is a cell to the right of the latest fixation."""

    def density(self, path):
        return np.full((1, 10), 0.1)

    def next_density(self, path, before):
        return np.eye(10)[[min(int(before[-1][0] * 10) + 1, 9)]]


def test_a_map_is_that_of_the_file_and_made_once(photo, tmp_path) -> None:
    source = source_of("itti-koch")
    first = source.density(photo)
    assert (first == itti_koch(np.asarray(Image.open(photo)))).all()
    assert source_of("itti-koch").density(photo) is first
    assert not first.flags.writeable
    Image.new("RGB", (90, 60)).save(photo)  # a changed file has another map
    assert np.ptp(source.density(photo)) == 0 < np.ptp(first)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    for path in (tmp_path / "broken.png", tmp_path / "absent.png"):
        with pytest.raises(DataError, match=path.name):
            source.density(str(path))


def test_a_model_of_scanpaths_draws_from_its_own_density(photo) -> None:
    mine = Remembers()
    places = next_fixations(mine, photo, [(0.05, 0.5)], 3, np.random.default_rng(0))
    assert places == [(0.15, 0.5), (0.25, 0.5), (0.35, 0.5)]
    density = next_fixation_density(mine, photo, [(0.05, 0.5)])
    assert density[0, 1] == pytest.approx(1 - FLAT_SHARE + FLAT_SHARE / 10)
    assert density.sum() == pytest.approx(1)
