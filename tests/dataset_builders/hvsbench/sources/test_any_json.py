"""Whatever stands in a source's JSON, its reader gives an error of ours or pictures that hold together."""

import copy
import json
import random

import pytest

from dataset_builders.hvsbench.sources.annotations import Oddities
from tests.dataset_builders.hvsbench.sources.small import SMALL, holds_together
from vlmeval_hvs.errors import DataError

ODD = [
    None, True, -3, 0, 1, 700, 10**320, -(10**320), 0.5, float("nan"), float("inf"), 1e300, "", "1", "nan", "\ud800",
    "a.jpg", "b.jpg", "../a.jpg", "none", "present", "absent", [], [[1, 2]], {}, {"id": 1}, {"X": [1], "name": None},
]  # fmt: skip


def places(content, path=()):
    """Every place in a JSON document but the document itself."""
    inner = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def changed(content, draw):
    """The document with up to three of its places replaced, removed, or doubled."""
    content = copy.deepcopy(content)
    for _ in range(draw.randint(1, 3)):
        *way, last = draw.choice(list(places(content)) or [(None,)])
        if last is None:
            return content
        parent = content
        for key in way:
            parent = parent[key]
        action = draw.choice(["replace", "replace", "remove", "double"])
        if action == "remove":
            del parent[last]
        elif action == "double" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[last]))
        else:
            parent[last] = draw.choice(ODD)
    return content


def read(reader, folder):
    """The pictures, or what was said instead."""
    oddities = Oddities()
    try:
        return list(reader.pictures(folder, oddities)), oddities, ""
    except DataError as error:
        return [], oddities, str(error)


def changes_are_survived(folder, number):
    for name, (reader, write) in SMALL.items():
        write(folder / name)
        (file,) = (folder / name).rglob("*.json")
        text, draw = file.read_text(), random.Random(number)
        pictures, _, said = read(reader, folder / name)
        assert len(pictures) == 2, said
        holds_together(pictures, folder / name)
        for _ in range(number):
            file.write_text(json.dumps(changed(json.loads(text), draw)))
            pictures, oddities, said = read(reader, folder / name)
            holds_together(pictures, folder / name)
            assert bool(pictures) != bool(said)
            assert set(oddities.places) == set(oddities.counts)
        for _ in range(number // 3):
            file.write_text(text[: draw.randrange(len(text))])  # no beginning of a list or an object is whole
            pictures, _, said = read(reader, folder / name)
            assert not pictures
            assert file.name in said


def test_any_change_gives_an_error_or_pictures_that_hold_together(tmp_path):
    changes_are_survived(tmp_path, 25)


@pytest.mark.nightly
def test_many_changes_do_so_too(tmp_path):
    changes_are_survived(tmp_path, 500)
