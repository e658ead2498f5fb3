"""Runs with a ledger on every kind of benchmark."""

import json
from pathlib import Path

import pytest

from vlmeval_hvs.host.drive import drive
from vlmeval_hvs.messages import FAIL_MARKER, INTERLEAVED
from vlmeval_hvs.registry import build_set, card_of, dataset_class, set_of
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.ledger import Call, Ledger
from vlmeval_hvs.results.prompt_digest import prompt_digest

DATASETS = {"HVSBench_DEMO": 14, "ActiView_Zooming_DEMO": 4, "GazeTarget_DEMO": 4, "VPB_Stage2_DEMO": 100}
"""Datasets and how many rows are asked."""

MODEL = "Qwen[vl]-7B"


def run(dataset, folder: Path, fails: int | None) -> None:
    """Answer a dataset as the host does, with a ledger, and score it."""
    stem = f"{MODEL}_{dataset.dataset_name}"
    ledger = Ledger(folder, stem)
    ledger.begin(dataset.receipt)
    told = []
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        turns = []

        def ask(turn, turns=turns, position=position):
            index, place = turn.row["index"], len(turns)
            if position == fails:
                error = "RuntimeError: the server <b>hung</b> up"
                ledger.call(Call(index, place, turn.step, prompt_digest(turn), None, True, error, 2.0))
                return FAIL_MARKER
            reply = respond("hvs-random", turn, 3)
            tokens = {"prompt": 100, "completion": 7}
            call = Call(index, place, turn.step, prompt_digest(turn), reply, False, "", 0.5, "stop", tokens)
            ledger.call(call)
            turns.append(reply)
            return reply

        driven = drive(prompt, ask, INTERLEAVED)
        prediction = ask(prompt) if driven is None else driven[0]
        ledger.answer(prompt.row["index"], prediction, position == fails, None)
        told.append(prediction)
    ledger.close()
    path = folder / f"{stem}.jsonl"
    pairs = zip(dataset.rows["index"], told, strict=True)
    path.write_text("".join(json.dumps({"index": index, "prediction": one}) + "\n" for index, one in pairs))
    dataset.score_file(path)


@pytest.fixture(scope="session")
def outputs(demo_root, tmp_path_factory):
    """A folder with a run on every benchmark; of VP-Bench and HVSBench one row failed, so they are invalid."""
    folder = tmp_path_factory.mktemp("export") / "outputs"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(demo_root.parent))
        for name, limit in DATASETS.items():
            if not (demo_root / set_of(name)).exists():
                build_set(set_of(name), root=demo_root)
            dataset = dataset_class(card_of(name))(dataset=name, limit=limit)
            run(dataset, folder, {"HVSBench_DEMO": 2, "VPB_Stage2_DEMO": 1}.get(name))
    return folder


@pytest.fixture
def on_demo_sets(demo_root, monkeypatch):
    """The demo sets are this process's data."""
    monkeypatch.setenv("LMUData", str(demo_root.parent))
