"""What ``vlmeval-hvs doctor`` finds, in good and in bad installations."""

import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.host import doctor


@pytest.fixture
def examine(lmu_data, tmp_path, capsys):
    """Findings of the command by their names: (state, words)."""

    def call(*arguments, status=0):
        assert main(["doctor", "--work-dir", str(tmp_path), "--json", *arguments]) == status
        content = json.loads(capsys.readouterr().out)
        assert content["works"] == (not status)
        return {one["what"]: (one["state"], one["words"]) for one in content["findings"]}

    return call


@pytest.mark.long
def test_a_sound_installation_is_good_and_damaged_data_and_folders_are_named(examine, real, read_only, monkeypatch):
    data = real("HVSBench")
    found = examine("--model", "hvs-random")
    assert {what for what, (state, _) in found.items() if state != doctor.GOOD} <= {"start-up hook", "host"}
    next((data / "images").iterdir()).unlink()
    found = examine("--work-dir", str(read_only), status=1)
    assert (found["set HVSBench"][0], found["results folder"][0]) == (doctor.PROBLEM, doctor.PROBLEM)
    assert "vlmeval-hvs build HVSBench --force" in found["set HVSBench"][1]
    monkeypatch.setenv("LMUData", str(read_only))
    assert examine()["data folder"][0] == doctor.NOTE


def test_an_old_host_and_none(examine, monkeypatch):
    monkeypatch.setattr(doctor, "find_runner", lambda folder: ["python", "-m", "vlmeval"])
    monkeypatch.setattr(doctor, "host_version", lambda: ("ms-vlmeval", "0.0.2"))
    monkeypatch.setattr(doctor, "unfitness", lambda: "its build_dataset is another")
    assert "its build_dataset is another" in examine(status=1)["host"][1]
    monkeypatch.setattr(doctor, "host_version", lambda: ("", ""))
    found = examine("--model", "hvs-random", "nobody")
    assert (found["host"][0], "no VLMEvalKit" in found["host"][1]) == (doctor.NOTE, True)  # a light installation
    assert (found["model hvs-random"][0], found["model nobody"][0]) == (doctor.GOOD, doctor.NOTE)
    assert "did you mean" not in found["model nobody"][1]
