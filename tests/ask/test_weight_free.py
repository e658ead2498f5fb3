"""Our own models without the host: they run by themselves, and what needs the host is refused."""

import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.host import runner
from vlmeval_hvs.results.collect import collect


@pytest.fixture
def no_host(demo, tmp_path, monkeypatch):
    demo("HVSBench_DEMO")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner.importlib.util, "find_spec", lambda name: None)


@pytest.mark.long
def test_the_command_runs_by_itself_where_no_host_is(no_host, tmp_path):
    entry = {"class": "HVSBenchDataset", "dataset": "HVSBench_Prominence_DEMO", "hint": "field", "limit": 8}
    config = {"model": {"hvs-human": {}}, "data": {"HVSBench_Prominence_DEMO": entry}}
    (tmp_path / "c.json").write_text(json.dumps(config))
    assert main(["run", "--data", "HVSBench_Subitizing_DEMO", "--model", "hvs-random", "--work-dir", "out"]) == 0
    assert main(["run", "--config", "c.json", "--work-dir", "out"]) == 0
    results = {(one.model, one.dataset): one for one in collect(tmp_path / "out")}
    assert list(results) == [("hvs-human", "HVSBench_Prominence_DEMO"), ("hvs-random", "HVSBench_Subitizing_DEMO")]
    assert results["hvs-human", "HVSBench_Prominence_DEMO"].scores["settings"]["hint"] == "field"
    assert (tmp_path / "out" / "hvs-random" / "hvs-random_HVSBench_Subitizing_DEMO_hvs_scores.json").is_file()
    assert main(["verify", "out"]) == 0


def test_what_needs_the_host_says_so_in_one_line(no_host, tmp_path, capsys):
    (tmp_path / "c.json").write_text('{"model": {"hvs-random": {"class": "HVSBaseline", "seed": 3}}, "data": {}}')
    ours = ["--data", "HVSBench_DEMO", "--model", "hvs-random"]
    for arguments, words in (
        (["--data", "HVSBench_DEMO", "--model", "InternVL3-8B"], "InternVL3-8B needs VLMEvalKit"),
        (["--data", "MMBench", "--model", "hvs-random"], "MMBench needs VLMEvalKit"),
        ([*ours, "--api-mode"], "--api-mode needs VLMEvalKit"),
        ([*ours, "--config", "c.json"], "hvs-random needs VLMEvalKit"),
        (["--work-dir", "out"], "without --data and --model needs VLMEvalKit"),
    ):
        assert main(["run", *arguments, "--work-dir", "out"]) == 1, arguments
        error = capsys.readouterr().err
        assert (words in error, "pip install '.[host]'" in error, error.count("\n")) == (True, True, 1), error
    assert not (tmp_path / "out").exists()
