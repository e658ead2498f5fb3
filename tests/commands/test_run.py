"""`run`: what reaches the host, and what its runs end with."""

import json

import pytest

from vlmeval_hvs.cli import main

RUNNER = """
import json, os, sys, pathlib  # vlmeval
folder = pathlib.Path(sys.argv[sys.argv.index("--work-dir") + 1]) / "m"
folder.mkdir(parents=True, exist_ok=True)
(folder / "argv.json").write_text(json.dumps(sys.argv[1:]))
(folder / "status.json").write_text(os.environ["STATUS"])
for dataset in json.loads(os.environ["STATUS"])["datasets"] if "VALIDITY" in os.environ else ():
    run = {"model": "m", "dataset": dataset, "validity_reason": "3 rows failed", "validity": os.environ["VALIDITY"]}
    (folder / f"m_{dataset}_hvs_scores.json").write_text(json.dumps(run))
sys.exit(int(os.environ.get("CODE", 0)))
"""
"""Stands for the host's runner: writes the files that the host would write, and what it was called with."""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Runs the command beside a checkout of a host, which tells `datasets` as their status."""
    (tmp_path / "run.py").write_text(RUNNER)
    monkeypatch.chdir(tmp_path)

    def call(*more, code=0, **datasets):
        monkeypatch.setenv("STATUS", json.dumps({"model_name": "m", "datasets": datasets}))
        monkeypatch.setenv("CODE", str(code))
        return main(["run", "--data", *datasets, *more, "--model", "m", "--work-dir", "out"])

    return call


def reached(folder, dataset):
    given = json.loads((folder / "out" / "m" / "argv.json").read_text())
    return given == ["--data", dataset, "--model", "m", "--work-dir", "out"]


@pytest.mark.long
def test_the_status_of_the_host_is_that_of_the_command(checkout, demo, tmp_path, capfd, monkeypatch):
    done = {"status": "done"}
    assert checkout(D=done) == 0
    assert reached(tmp_path, "D")
    assert checkout(D={**done, "skip_reason": "mode_infer"}) == 0  # nothing was to be scored
    assert checkout(code=3, D=done) == 3
    assert checkout(Good=done, Bad={**done, "error_message": "No such file"}) == 1
    error = capfd.readouterr().err
    assert ("m on Bad failed" in error, "Good" in error) == (True, False)
    demo("HVSBench_DEMO")
    monkeypatch.setenv("VALIDITY", "partial")
    assert checkout(HVSBench_Searching_DEMO=done) == 2, "the validity of a result"
    assert "3 rows failed" in capfd.readouterr().err


@pytest.mark.long
def test_damaged_data_never_reach_the_host_unless_it_is_told_to(checkout, real, tmp_path, capfd):
    next((real("HVSBench") / "images").iterdir()).unlink()
    assert checkout(HVSBench={"status": "done"}) == 1
    assert "files of the set HVSBench are missing or damaged" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
    checkout("--no-preflight", HVSBench={"status": "done"})
    assert reached(tmp_path, "HVSBench")


def test_variables_that_a_launcher_left_over_are_told(checkout, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RANK", "0")
    assert checkout(D={"status": "done"}) == 1
    assert "the environment has RANK=0 of a launcher, without MASTER_ADDR" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
