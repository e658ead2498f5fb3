"""One small release of every source in JSON, and what must hold for whatever is read of it once it is changed."""

import json
import math
from collections import Counter

from dataset_builders.hvsbench.generate.coco_freeview import CocoFreeView
from dataset_builders.hvsbench.generate.coco_search18 import CocoSearch18
from dataset_builders.hvsbench.generate.salient_objects import Sifr
from dataset_builders.hvsbench.generate.sis10k import Sis10k
from tests.dataset_builders.hvsbench.generate.releases import (
    instance,
    ranked,
    trial,
    write_freeview,
    write_search18,
    write_sifr,
    write_sis10k,
)

POINTS = [(320, 240, 200), (10, 20, 150), (600, 400, 300)]
SIFR = {"a.jpg": ranked(([0, 0, 640, 480], 0), ([9, 9, 50, 40], 1)), "b.jpg": ranked(([1, 1, 5, 5], 0))}
INSTANCES = [instance(1, 1, [0, 0, 640, 480]), instance(2, 2, [5, 5, 9, 9]), instance(3, 2, [1, 1, 5, 5], iscrowd=1)]
SEEN = [trial("a.jpg", 1, POINTS), trial("a.jpg", 2, POINTS), trial("b.jpg", 1, POINTS)]
SEARCHED = [{**one, "task": "cup", "condition": "present", "bbox": [1, 1, 5, 5]} for one in SEEN]
SIZES = {"a.jpg": (640, 480), "b.jpg": (640, 480)}

SMALL = {
    "sifr": (Sifr(), lambda folder: write_sifr(folder, "test", SIFR)),
    "sis10k": (Sis10k(), lambda folder: write_sis10k(folder, "test", ["a.jpg", "b.jpg"], INSTANCES)),
    "freeview": (CocoFreeView(), lambda folder: write_freeview(folder, SEEN, SIZES)),
    "freeview fitted": (CocoFreeView("512x320-letterbox"), lambda folder: write_freeview(folder, SEEN, SIZES)),
    "search18": (CocoSearch18(), lambda folder: write_search18(folder, SEARCHED, sizes=SIZES)),
}
"""Name to the reader and what writes the release into a folder."""


def holds_together(pictures, folder):
    """Check what every reader promises of its pictures."""
    assert [one.name for one in pictures] == sorted({one.name for one in pictures})
    for one in pictures:
        assert one.path == folder / one.name
        assert min(one.size) > 0
        assert one.split.isprintable()
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
        json.dumps([one.name, one.split, one.objects, one.scanpaths]).encode()
