"""The untouched `run.py` of a VLMEvalKit checkout, named by VLMEVAL_HVS_UPSTREAM; skipped without one."""

from __future__ import annotations

import json

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.host, pytest.mark.nightly]

TURNS = "TwoTurns"
FEW = "HVSBench_Prominence@few"


def result(*of):
    import hosts

    return hosts.result(*of)


def check(folder, model, dataset, rows):
    outcome = result(folder, model, dataset)
    assert len(outcome.items) == rows
    assert outcome.overall >= 0.95


def test_a_local_model_through_config(upstream, environment, tiny_vlm, tmp_path):
    model = {"class": "InternS1Chat", "model_path": str(tiny_vlm), "max_new_tokens": 8, "do_sample": False}
    data = {
        "HVSBench": {"class": "HVSBenchDataset", "dataset": "HVSBench"},
        TURNS: {"class": "TwoTurnsDataset", "dataset": TURNS},
    }
    (tmp_path / "config.json").write_text(json.dumps({"model": {"tiny": model}, "data": data}))
    environment.run("run.py", "--config", tmp_path / "config.json", "--work-dir", tmp_path, cwd=upstream)
    check(tmp_path, "tiny", "HVSBench", 24)
    check(tmp_path, "tiny", TURNS, 12)


@pytest.mark.parametrize("mode", [[], ["--api-mode", "--monitor-interval", "1"]], ids=["local", "api"])
def test_a_served_model_with_options_through_data_config(upstream, environment, server, tmp_path, mode):
    options = {FEW: {"class": "HVSBenchDataset", "dataset": FEW, "limit": 8, "n_resamples": 100}}
    server.requests.clear()
    arguments = ["--data", FEW, TURNS, "--data-config", json.dumps(options), "--model", server.name]
    arguments += ["--base-url", server.base_url, "--work-dir", tmp_path, "--api-nproc", "2", "--retry", "1"]
    arguments += ["--max-tokens", "16", "--temperature", "0", *mode]
    environment.run("run.py", *arguments, cwd=upstream)
    check(tmp_path, server.name, FEW, 8)
    check(tmp_path, server.name, TURNS, 12)
    kinds = [tuple(request.kinds) for request in server.requests]
    assert sorted(kinds) == [("image_url", "image_url", "text")] * 24 + [("image_url", "text")] * 8


def test_our_models_answer_our_datasets_by_name(upstream, environment, tmp_path):
    arguments = ["--data", "HVSBench_Subitizing_DEMO", "--model", "hvs-oracle", "hvs-random", "--work-dir", tmp_path]
    environment.run("run.py", *arguments, cwd=upstream)
    assert result(tmp_path, "hvs-oracle", "HVSBench_Subitizing_DEMO").overall == 1.0
    assert result(tmp_path, "hvs-random", "HVSBench_Subitizing_DEMO").overall < 1.0
