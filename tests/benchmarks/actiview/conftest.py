"""The texts of the released code, which are not part of this repository, have stand-ins in these tests."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.benchmarks.actiview import dataset

TEMPLATES = json.loads(Path(__file__).with_name("official_turns.json").read_text(encoding="utf-8"))["templates"]


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch):
    """``profile="official"`` works as if the texts were installed."""
    monkeypatch.setattr(dataset, "installed", lambda: {name: entry["stand_in"] for name, entry in TEMPLATES.items()})
