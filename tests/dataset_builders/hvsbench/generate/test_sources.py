"""Every source has an option and a reader, and damage is named or left out."""

import json
import math
from collections import Counter

import pytest

from dataset_builders.hvsbench.generate.sources import FRAMED, SOURCES
from tests.dataset_builders.hvsbench.generate.releases import (
    instance,
    ranked,
    read,
    trial,
    write_freeview,
    write_search18,
    write_sifr,
    write_sis10k,
)
from vlmeval_hvs.commands import hvsbench as hvsbench_command
from vlmeval_hvs.errors import DataError

POINTS = [(320, 240, 200), (10, 20, 150), (600, 400, 300)]
SIFR = {"a.jpg": ranked(([0, 0, 640, 480], 0), ([9, 9, 50, 40], 1)), "b.jpg": ranked(([1, 1, 5, 5], 0))}
INSTANCES = [instance(1, 1, [0, 0, 640, 480]), instance(2, 2, [5, 5, 9, 9]), instance(3, 2, [1, 1, 5, 5], iscrowd=1)]
SEEN = [trial("a.jpg", 1, POINTS), trial("a.jpg", 2, POINTS), trial("b.jpg", 1, POINTS)]
SEARCHED = [{**one, "task": "cup", "condition": "present", "bbox": [1, 1, 5, 5]} for one in SEEN]
SIZES = {"a.jpg": (640, 480), "b.jpg": (640, 480)}

SMALL = {
    "sifr": ("SIFR", "", lambda folder: write_sifr(folder, "test", SIFR)),
    "sis10k": ("SIS10K", "", lambda folder: write_sis10k(folder, "test", ["a.jpg", "b.jpg"], INSTANCES)),
    "freeview": ("COCO-FreeView", "", lambda folder: write_freeview(folder, SEEN, SIZES)),
    "freeview fitted": ("COCO-FreeView", "512x320-letterbox", lambda folder: write_freeview(folder, SEEN, SIZES)),
    "search18": ("COCO-Search18", "", lambda folder: write_search18(folder, SEARCHED, sizes=SIZES)),
}
"""Name to the source, its frame, and what writes the release into a folder."""


def holds_together(pictures, folder):
    """Check what every reader promises of its pictures."""
    assert [one.name for one in pictures] == sorted({one.name for one in pictures})
    for one in pictures:
        assert one.path == folder / one.name
        assert min(one.size) > 0
        for thing in one.objects:
            left, top, right, bottom = thing.box
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
        ranks = [thing.rank for thing in one.objects]
        assert ranks in ([None] * len(ranks), list(range(1, len(ranks) + 1)))
        assert not one.counted or one.objects
        seen = Counter((path.participant, path.target) for path in one.scanpaths)
        assert set(seen.values()) <= {1}
        for path in one.scanpaths:
            assert 0 < len(path.x) == len(path.y) == len(path.t)
            assert all(0 <= value < 1 for value in (*path.x, *path.y))
            assert all(0 < value < math.inf for value in path.t)
            assert path.participant
            assert (path.participant + path.target).isprintable()
        json.dumps([one.name, one.objects, one.scanpaths]).encode()


def test_every_source_has_an_option_and_names_the_files_that_it_misses(tmp_path):
    assert tuple(SOURCES) == hvsbench_command.SOURCES
    assert set(FRAMED) < set(SOURCES)
    for name in SOURCES:
        with pytest.raises(DataError, match=f"{tmp_path}: no file .* as {name} has"):
            read(name, tmp_path, "512x320")


@pytest.mark.long
def test_small_releases_hold_together_with_and_without_any_of_their_values(tmp_path):
    for name, (source, frame, write) in SMALL.items():
        folder = tmp_path / name
        write(folder)
        (file,) = folder.rglob("*.json")
        whole = file.read_text()
        entries = json.loads(whole)
        first = (entries["annotations"] if isinstance(entries, dict) else entries)[0]
        assert len(read(source, folder, frame)[0]) == 2
        for key, value in list(first.items()):
            for odd in (None, -3, 10**320, float("nan"), "\ud800", [[1, 2]], {"id": 1}):
                first[key] = odd
                file.write_text(json.dumps(entries))
                pictures, oddities = read(source, folder, frame)
                holds_together(pictures, folder)
                assert set(oddities.places) == set(oddities.counts)
            first[key] = value
        for length in range(1, len(whole) - 1, 197):
            file.write_text(whole[:length])
            with pytest.raises(DataError, match=file.name):
                read(source, folder, frame)
