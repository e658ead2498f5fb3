"""What the check of run configs finds."""

import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.configs import problems


def entry(name, **options):
    return {name: {"class": "HVSBenchDataset", "dataset": name, **options}}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (entry("HVSBench", hnt="field"), "HVSBench: unknown option hnt, did you mean hint?"),
        (entry("HVSBench", limit="7"), "limit='7' is not allowed"),
        (entry("HVSBunch"), "'HVSBunch' is no benchmark"),
        (entry("VPB_Stage1"), "its class is VPBDataset, not HVSBenchDataset"),
        ({"HVSBench@a": entry("HVSBench@b")["HVSBench@b"]}, "dataset='HVSBench@b' differs from the key"),
        ({"HVSBench": {"class": "HVSBenchDatset", "dataset": "HVSBench"}}, "did you mean HVSBenchDataset?"),
        ({"HVSBench": {"dataset": "HVSBench"}}, "class=None is not allowed; give one of"),
        ({"HVSBench_DEMO": {"class": "HVSBenchDataset"}}, "dataset=None differs from the key"),
        ({"HVSBench": {}}, "class=None is not allowed"),
        ({"MMBench": {"class": "ImageMCQDataset", "odd": 1}}, ""),
    ],
)
def test_mistakes_are_named(tmp_path, data, words):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model": {}, "data": data}))
    found = problems(path)
    assert len(found) == bool(words)
    assert all(words in text for text in found)


def test_unknown_models_of_ours_and_files_that_are_no_config(tmp_path, capsys):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model": {"x": {"class": "HVSBaseline", "model": "hvs-rnd"}}, "data": {}}))
    assert main(["check", str(path)]) == 1
    assert "no model 'hvs-rnd'" in capsys.readouterr().err
    path.write_text("[]")
    assert "a JSON object with the keys model and data" in problems(path)[0]
    assert "cannot be read" in problems(tmp_path / "none.json")[0]


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ({"hvs-rndom": {}}, "hvs-rndom: no such model"),
        ({"a": {"class": "HVSBaseline", "model": "hvs-random", "sede": 1}}, "HVSBaseline has no option sede"),
        ({"a": {"class": "HVSSearcher", "model": "hvs-ELM-flat", "priro": "flat"}}, "HVSSearcher has no option priro"),
        ({"a": "hvs-random"}, "the entry of a model is an object"),
        ({"a": {"class": "HVSSearcher", "model": "hvs-ELM-flat", "prior": "flat"}}, ""),
        ({"hvs-random": {}, "Qwen2-VL-7B-Instruct": {}, "b": {"class": "Other", "x": 1}}, ""),
    ],
)
def test_models_are_checked_too(tmp_path, model, words):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model": model, "data": {}}))
    found = problems(path)
    assert len(found) == bool(words)
    assert all(words in text for text in found)
