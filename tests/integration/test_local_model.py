"""The unmodified host with a real local model: `python -m vlmeval --config`."""

from __future__ import annotations

import json

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.nightly]

# Chance is 1/4 in HVSBench and 1/16 in two turns. A trained answer or two differs with the kernels of the processor.
ABOVE_CHANCE = 0.75

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
    assert outcome.overall >= ABOVE_CHANCE
    outcome = result(work_dir, "tiny", TURNS)
    assert len(outcome.items) == 12
    assert outcome.overall >= ABOVE_CHANCE
    records = [json.loads(text) for text in outcome.predictions["prediction"]]
    assert {(one["calls"], one["model"], one["interleave"]) for one in records} == {(2, "InternS1Chat", True)}
    assert len(result(work_dir, "tiny", SHORT).items) == 5  # options in the configuration reach the dataset
