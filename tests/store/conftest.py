"""What tests of the store share: sets that other processes build, and a demo set that is built in no time."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def toy_demo(monkeypatch):
    """Gives a demo set another builder: ``toy_demo(builder)`` returns its name."""
    from vlmeval_hvs import registry

    def make(builder):
        monkeypatch.setattr("dataset_builders.vpb.demo.build_stage2", builder)
        card = registry.card_of("VPB_Stage2")
        info = registry.replace(card.sets["VPB_Stage2"], demo_builder="dataset_builders.vpb.demo:build_stage2")
        monkeypatch.setitem(card.sets, "VPB_Stage2", info)
        return "VPB_Stage2_DEMO"

    return make


@pytest.fixture
def root(lmu_data):
    """The folder of all sets, which is not there yet."""
    from vlmeval_hvs.files import data_root

    return data_root()
