"""The unmodified host with a real local model: `python -m vlmeval --config` and torchrun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vlmeval_hvs.results.ledger import ledger_paths, read_answers

pytestmark = [pytest.mark.slow, pytest.mark.host]

TURNS, SHORT = "TwoTurns", "TwoTurns@short"


@pytest.fixture(scope="module")
def work_dir(environment, tiny_vlm, tmp_path_factory):
    """Both benchmarks, answered by the host's own InternS1Chat class with the trained weights."""
    folder = tmp_path_factory.mktemp("local")
    model = {"class": "InternS1Chat", "model_path": str(tiny_vlm), "max_new_tokens": 8, "do_sample": False}
    config = {
        "model": {"tiny": model},
        "data": {
            "HVSBench": {"class": "HVSBenchDataset", "dataset": "HVSBench"},
            TURNS: {"class": "TwoTurnsDataset", "dataset": TURNS},
            SHORT: {"class": "TwoTurnsDataset", "dataset": SHORT, "limit": 5},
        },
    }
    (folder / "config.json").write_text(json.dumps(config))
    environment.run("-m", "vlmeval", "--config", folder / "config.json", "--work-dir", folder, cwd=folder)
    return folder


def result(*of):
    import hosts

    return hosts.result(*of)


def test_a_local_class_answers_single_questions_and_is_driven_through_two_turns(work_dir):
    outcome = result(work_dir, "tiny", "HVSBench")
    assert len(outcome.items) == 24
    assert outcome.overall >= 0.95  # chance is 0.25
    outcome = result(work_dir, "tiny", TURNS)
    assert len(outcome.items) == 12
    assert outcome.overall == 1.0
    records = [json.loads(text) for text in outcome.predictions["prediction"]]
    assert {(one["calls"], one["model"], one["interleave"]) for one in records} == {(2, "InternS1Chat", True)}
    assert len(result(work_dir, "tiny", SHORT).items) == 5  # options in the configuration reach the dataset


@pytest.mark.nightly
def test_two_ranks_predict_what_one_process_predicts(work_dir, environment, tiny_vlm, tmp_path):
    from serving import free_port

    script = Path(__file__).with_name("two_ranks.py")
    launch = ["-m", "torch.distributed.run", "--nproc_per_node", "2", "--master_addr", "127.0.0.1"]
    launch += ["--master_port", str(free_port())]
    environment.run(*launch, script, tiny_vlm, tmp_path, cwd=tmp_path)
    for dataset in ("HVSBench", TURNS):
        alone, together = result(work_dir, "tiny", dataset), result(tmp_path, "tiny", dataset)
        assert together.predictions.equals(alone.predictions)
        assert together.items.equals(alone.items)
        assert together.scores["metrics"] == alone.scores["metrics"]
    assert len(ledger_paths(tmp_path, f"tiny_{TURNS}")) == 2
    run = read_answers(tmp_path, f"tiny_{TURNS}")
    assert (len(run.answers), run.calls, run.failed_calls, run.conflicts) == (12, 24, 0, [])
    assert (run.receipt.model["class"], run.receipt.model["path"]) == ("InternS1Chat", str(tiny_vlm))
    assert not list(tmp_path.glob("*.pkl"))
