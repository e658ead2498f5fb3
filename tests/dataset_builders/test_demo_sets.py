"""Demo sets have the same bytes whenever they are built, and need no network."""

import socket

import pytest

from vlmeval_hvs.registry import all_cards, build_set
from vlmeval_hvs.sets import read_manifest

ORDINARY = "VisualSearch_Interiors_DEMO"
NAMES = [f"{name}_DEMO" for card in all_cards() for name, info in card.sets.items() if info.demo_builder]


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.nightly] * (n != ORDINARY)) for n in NAMES])
def test_building_again_gives_the_same_bytes_without_a_network(demo, tmp_path, monkeypatch, name):
    root = demo(name)
    for way in ("socket", "create_connection"):
        monkeypatch.setattr(socket, way, None)  # whoever calls it fails
    build_set(name, root=tmp_path)
    first, again = read_manifest(name, root), read_manifest(name, tmp_path)
    assert (again.tsv_sha256, again.files_sha256) == (first.tsv_sha256, first.files_sha256)
