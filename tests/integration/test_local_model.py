"""The unmodified host with a real local model: `python -m vlmeval --config`, in the environment of a user."""

from __future__ import annotations

import json

import pytest

from hosts import result  # isort: skip

pytestmark = [pytest.mark.slow, pytest.mark.host]


@pytest.fixture(scope="module")
def work_dir(environment, tiny_vlm, tmp_path_factory):
    """Both benchmarks, answered by the host's own InternS1Chat class with the trained weights."""
    folder = tmp_path_factory.mktemp("local")
    config = {
        "model": {
            "tiny": {"class": "InternS1Chat", "model_path": str(tiny_vlm), "max_new_tokens": 8, "do_sample": False}
        },
        "data": {
            "HVSBench": {"class": "HVSBenchDataset", "dataset": "HVSBench"},
            "TwoTurns@short": {"class": "TwoTurnsDataset", "dataset": "TwoTurns@short", "limit": 6},
        },
    }
    (folder / "config.json").write_text(json.dumps(config))
    environment.run("-m", "vlmeval", "--config", folder / "config.json", "--work-dir", folder, cwd=folder)
    return folder


def test_a_local_class_answers_hvsbench_through_config(work_dir):
    outcome = result(work_dir, "tiny", "HVSBench")
    assert len(outcome.items) == 24
    assert outcome.overall >= 0.95  # chance is 0.25


def test_a_local_class_is_driven_through_two_turns(work_dir):
    outcome = result(work_dir, "tiny", "TwoTurns@short")
    assert len(outcome.items) == 6  # the option in the configuration reached the dataset
    assert outcome.overall == 1.0
    records = [json.loads(text) for text in outcome.predictions["prediction"]]
    assert {record["calls"] for record in records} == {2}
    assert {(record["model"], record["interleave"]) for record in records} == {("InternS1Chat", True)}
