"""Whatever stands in a source's JSON, its reader gives an error of ours or pictures that hold together."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dataset_builders.hvsbench.sources.annotations import Oddities
from tests.dataset_builders.hvsbench.sources.small import SMALL, holds_together
from vlmeval_hvs.errors import DataError

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 700)
    | st.integers(-(10**320), 10**320)
    | st.floats()
    | st.sampled_from(["a.jpg", "b.jpg", "../a.jpg", "", "1", "nan", "\ud800", "none", "present", "absent", 1, 2])
    | st.text(max_size=6)
)
KEYS = st.sampled_from(["file_name", "bbox", "gt_rank", "id", "image_id", "name", "X", "subject"]) | st.text(max_size=3)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


def places(content, path=()):
    """Every place in a JSON document, the document itself included."""
    yield path
    inner = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


@st.composite
def changes(draw, content):
    """The document with up to three of its places replaced, removed, or doubled."""
    content = copy.deepcopy(content)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(places(content))))
        if not path:
            if draw(st.integers(0, 9)) == 0:
                return draw(ANYTHING)
            continue
        *way, last = path
        parent = content
        for key in way:
            parent = parent[key]
        action = draw(st.sampled_from(["replace", "replace", "remove", "double"]))
        if action == "remove":
            del parent[last]
        elif action == "double" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[last]))
        else:
            parent[last] = draw(ANYTHING)
    return content


@pytest.fixture(scope="module", params=SMALL)
def release(request, tmp_path_factory):
    """A reader, its folder, and the file that is changed with its content."""
    reader, write = SMALL[request.param]
    folder = tmp_path_factory.mktemp("source")
    write(folder)
    (file,) = folder.rglob("*.json")
    return reader, folder, file, json.loads(file.read_text())


def read(reader, folder):
    """The pictures, or what was said instead."""
    oddities = Oddities()
    try:
        pictures = list(reader.pictures(folder, oddities))
    except DataError as error:
        return [], oddities, str(error)
    return pictures, oddities, ""


def test_the_untouched_release_is_read(release):
    reader, folder, file, content = release
    file.write_text(json.dumps(content))
    pictures, _, said = read(reader, folder)
    assert len(pictures) == 2, said
    holds_together(pictures, folder)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_change_gives_an_error_or_pictures_that_hold_together(release, data):
    reader, folder, file, content = release
    file.write_text(json.dumps(data.draw(changes(content))))
    pictures, oddities, said = read(reader, folder)
    holds_together(pictures, folder)
    assert bool(pictures) != bool(said)
    assert set(oddities.places) == set(oddities.counts)
    assert len(oddities.counts) < 12


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 3000), more=st.binary(max_size=8))
def test_a_cut_file_is_an_error_that_names_it(release, cut, more):
    reader, folder, file, content = release
    whole = json.dumps(content).encode()
    damaged = whole[: cut % len(whole)] + more
    try:
        json.loads(damaged.decode("utf-8-sig"))
    except ValueError:
        file.write_bytes(damaged)
        pictures, _, said = read(reader, folder)
        assert not pictures
        assert file.name in said
