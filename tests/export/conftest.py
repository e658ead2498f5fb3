"""Runs with a ledger on every kind of benchmark."""

import pytest

from tests.results.made_run import ask_rows
from vlmeval_hvs.messages import FAIL_MARKER
from vlmeval_hvs.registry import build_set, card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond

MODEL = "Qwen[vl]-7B"
DATASETS = {"HVSBench_DEMO": 14, "ActiView_Zooming_DEMO": 4, "GazeTarget_DEMO": 4, "VPB_Stage2_DEMO": 100}
"""Datasets and how many rows are asked."""

FAILS = {("HVSBench_DEMO", 2), ("VPB_Stage2_DEMO", 1)}


@pytest.fixture(scope="session")
def outputs(demo_root, tmp_path_factory):
    """A folder with a run on every benchmark; of VP-Bench and HVSBench one row failed, so they are invalid."""
    folder = tmp_path_factory.mktemp("export") / "outputs"

    def reply(turn, place):
        return FAIL_MARKER if (turn.dataset, place) in FAILS else respond("hvs-random", turn, 3)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        for name, limit in DATASETS.items():
            if not (demo_root / set_of(name)).exists():
                build_set(set_of(name), root=demo_root)
            dataset = dataset_class(card_of(name))(dataset=name, limit=limit)
            dataset.score_file(ask_rows(folder, dataset, MODEL, reply)[0])
    return folder


@pytest.fixture
def on_demo_sets(demo_root, monkeypatch):
    """The demo sets are this process's data."""
    monkeypatch.setenv("LMUData", str(demo_root.parent))
