"""What ``vlmeval-hvs doctor`` finds, in good and in bad installations."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host import doctor
from vlmeval_hvs.host.source import interleaves


@pytest.fixture
def examine(lmu_data, tmp_path, capsys):
    def call(*arguments, status=0):
        assert main(["doctor", "--work-dir", str(tmp_path), "--json", *arguments]) == status
        content = json.loads(capsys.readouterr().out)
        assert content["works"] == (not status)
        call.ways = lambda: tuple(content["ways"].values())
        return {one["what"]: one for one in content["findings"]}

    return call


def states(found):
    return {what: one["state"] for what, one in found.items() if one["state"] != doctor.GOOD}


@pytest.mark.long
@pytest.mark.skipif(not find_spec("vlmeval"), reason="no VLMEvalKit host is installed")
def test_a_sound_installation_is_good(examine, real):
    real("HVSBench")
    found = examine("--model", "hvs-random")
    assert examine.ways() == (True, True, True)
    assert {*states(found)} <= {"start-up hook"}  # which the tests' own environment need not have
    assert found["set HVSBench"]["facts"]["damaged"] == []
    assert len(found["set HVSBench"]["facts"]["digest"]) == 64
    assert found["datasets"]["facts"]["names"]["HVSBench"][0] == "HVSBench"
    assert found["model hvs-random"]["facts"]["interleave"] is True


@pytest.mark.long
def test_damaged_data_and_folders_that_cannot_be_written(examine, real, read_only, monkeypatch):
    next((real("HVSBench") / "images").iterdir()).unlink()
    found = examine("--work-dir", str(read_only), status=1)
    assert states(found) | {"set HVSBench": doctor.PROBLEM, "results folder": doctor.PROBLEM} == states(found)
    assert len(found["set HVSBench"]["facts"]["damaged"]) == 1
    assert "vlmeval-hvs build HVSBench --force" in found["set HVSBench"]["words"]
    assert examine.ways() == (False, False, False)
    monkeypatch.setenv("LMUData", str(read_only))
    assert examine()["data folder"]["state"] == doctor.NOTE


def test_an_old_host_and_none(examine, monkeypatch):
    monkeypatch.setattr(doctor, "find_runner", lambda folder: ["python", "-m", "vlmeval"])
    monkeypatch.setattr(doctor, "host_version", lambda: ("ms-vlmeval", "0.0.2"))
    monkeypatch.setattr(doctor, "unfitness", lambda: "its build_dataset is another")
    assert "its build_dataset is another" in examine(status=1)["host"]["words"]
    assert examine.ways() == (False, True, True)
    monkeypatch.setattr(doctor, "unfitness", lambda: "")
    assert examine()["host"]["state"] == doctor.NOTE, "never tried"
    assert examine.ways() == (True, True, True)
    monkeypatch.setattr(doctor, "host_version", lambda: ("", ""))
    assert "no VLMEvalKit" in examine()["host"]["words"]
    assert examine.ways() == (False, True, True), "a light installation is no problem"
    monkeypatch.setattr(doctor, "CLIENT", "no-such-package")
    assert "pip install" in examine()["client"]["words"]
    assert examine.ways() == (False, False, True)


@pytest.mark.long
def test_models_are_told_of_and_why_the_hook_is_not_active(examine, monkeypatch):
    assert "did you mean hvs-random?" in examine("--model", "hvs-rndom", status=1)["model hvs-rndom"]["words"]
    monkeypatch.setattr(doctor, "known_models", lambda: ["Qwen2-VL-7B-Instruct", "InternVL3-8B"])
    for name, words in (
        ("qwen2-vl-7b", "table, did you mean Qwen2-VL-7B-Instruct?"),
        ("InternVL3-8b", "table, did you mean InternVL3-8B?"),
        ("served-name", "table;"),
    ):
        assert words in examine("--model", name)[f"model {name}"]["words"]
    monkeypatch.setenv("VLMEVAL_HVS_AUTOLOAD", "0")
    found = examine("--model", "served-name")
    hook = found["start-up hook"]
    assert (found["model served-name"]["state"], hook["state"], hook["facts"]["active"]) == (*[doctor.NOTE] * 2, False)
    assert "VLMEVAL_HVS_AUTOLOAD=0" in hook["words"]


@pytest.mark.host
def test_what_the_source_tells_of_every_model_is_what_its_class_says(host):
    from vlmeval.config import supported_VLM

    classes = {name: getattr(entry, "func", None) for name, entry in supported_VLM.items()}
    real = {name: bool(cls.INTERLEAVE) for name, cls in classes.items() if hasattr(cls, "INTERLEAVE")}
    told = {name: found for name in real if (found := interleaves(name)) is not None}
    assert {name: one for name, one in told.items() if one is not real[name]} == {}
    assert len(told) > 0.98 * len(real), "names that the table makes by a loop are not in its text"
    assert {True, False} == set(real.values())


@pytest.mark.nightly
@pytest.mark.host
def test_the_host_tells_what_it_has_registered(examine):
    found = examine("--start-host")["registered"]
    assert found["state"] == doctor.GOOD
    assert "HVSBench_Searching" in found["facts"]["datasets"]
    assert found["facts"]["missing_models"] == []


def test_a_name_that_the_host_does_not_know_and_a_host_that_does_not_start(examine, monkeypatch):
    monkeypatch.setattr(doctor, "registered", lambda: ({"HVSBench"}, set()))
    found = examine("--start-host", status=1)["registered"]
    assert "HVSBench_Searching" in found["facts"]["missing_datasets"]
    assert "HVSBench" not in found["facts"]["missing_datasets"]
    monkeypatch.undo()
    monkeypatch.setattr(doctor, "_CODE", "raise ImportError('no torch')")
    with pytest.raises(DataError, match="no torch"):
        doctor.registered()
    told = "print('a word of the host'); print(" + repr(doctor._MARK) + ' + \'[["A", "B"], ["m"]]\')'
    monkeypatch.setattr(doctor, "_CODE", told)
    assert doctor.registered() == ({"A", "B"}, {"m"})
