"""What the check of run configs finds."""

import importlib
import json
from pathlib import Path

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.configs import dataset_problem, make_dataset, model_problem, problems
from vlmeval_hvs.errors import DataError, OptionError, UsageError
from vlmeval_hvs.options import COMMAND_LINE


def entry(name, **options):
    return {name: {"class": "HVSBenchDataset", "dataset": name, **options}}


def test_mistakes_of_datasets_and_models_are_named(tmp_path, capsys):
    path = tmp_path / "config.json"
    ours = {"class": "HVSBaseline", "model": "hvs-random"}
    searcher = {"class": "HVSSearcher", "model": "hvs-ELM-flat"}
    good = entry("HVSBench")
    for model, data, words in (
        ({}, entry("HVSBench", hnt="field"), "HVSBench: unknown option hnt, did you mean hint?"),
        ({}, entry("HVSBench", hnt=1, **dict.fromkeys(COMMAND_LINE)), "HVSBench: unknown option"),
        ({}, entry("HVSBench", limit="7"), "limit='7' is not allowed"),
        ({}, entry("HVSBunch"), "no dataset HVSBunch, did you mean HVSBench?"),
        ({}, entry("SomethingElse"), "unknown benchmark or dataset 'SomethingElse'"),
        ({}, entry("VPB_Stage1"), "class='HVSBenchDataset' is not allowed; the class of this dataset is VPBDataset"),
        ({}, {"HVSBench@a": entry("HVSBench@b")["HVSBench@b"]}, "dataset='HVSBench@b' differs from the key"),
        ({}, {"HVSBench": {"class": "HVSBenchDatset", "dataset": "HVSBench"}}, "did you mean HVSBenchDataset?"),
        ({}, {"HVSBench": {}}, "class=None is not allowed"),
        ({}, {"MMBench": {"class": "ImageMCQDataset", "odd": 1}}, ""),
        ({"hvs-randm": {**ours, "model": "hvs-randm"}}, good, "hvs-randm: no model hvs-randm, did you mean"),
        ({"a": searcher, "hvs-x": {"class": "HVSSearcher"}}, good, "hvs-x: no model hvs-x;"),
        ({"a": "hvs-random"}, good, "the entry of a model must be an object"),
        ({"hvs-random": {}, "Qwen2-VL-7B-Instruct": {}, "b": {"class": "Other", "x": 1}}, good, ""),
    ):
        path.write_text(json.dumps({"model": model, "data": data}))
        told = problems(path)
        assert (len(told), words in "".join(told)) == (bool(words), True), (model, data)
    for text, words in (('{"model": {"hvs-rnd": {}}, "data": {}}', "no model hvs-rnd"), ("[]", "a JSON object with")):
        path.write_text(text)  # a wrong model fails the command
        assert main(["check", str(path)]) == 1
        assert words in capsys.readouterr().err


def test_options_of_the_command_line_are_json_where_they_parse(demo):
    demo("HVSBench_DEMO")
    assert make_dataset("HVSBench_DEMO", ["limit=3", "hint=field", '{"seed": 2}']).settings | {"limit": 3} == {
        **make_dataset("HVSBench_DEMO", None).settings, "limit": 3, "hint": "field", "seed": 2,
    }  # fmt: skip
    for given, words in (
        ("limit", "--options limit: give NAME=VALUE"), ("=3", "give NAME=VALUE"), ('{"a"', "not a JSON object"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=words):
            make_dataset("HVSBench_DEMO", [given])
    with pytest.raises(OptionError, match="limit='x' is not allowed"):
        make_dataset("HVSBench_DEMO", ["limit=x"])
    with pytest.raises(DataError, match="'ActiView' is not a dataset; datasets of ActiView: ActiView_Full"):
        make_dataset("ActiView", None)


def test_misspelt_names_of_datasets_and_models_are_told_and_others_pass():
    for name, words in (
        ("HVSBunch", "did you mean HVSBench?"), ("vpb_stage2_demo", "did you mean VPB_Stage2_DEMO?"),
        ("VPB_Stag2_DEMO@mine", "did you mean VPB_Stage2_DEMO@mine?"),
        ("ActiView", "is not a dataset; datasets of ActiView: ActiView_Full"),
        ("VisualSearch_Interiors:x", "has no sets of your own"),
    ):  # fmt: skip
        assert words in dataset_problem(name)
    for name in ("HVSBench", "HVSBench_DEMO@label", "VisualSearch_Custom=x", "MMBench", "ActivityNet"):
        assert dataset_problem(name) == ""
    assert "did you mean hvs-random?" in model_problem("HVS-Rndom")
    assert "no model hvs-x;" in model_problem("hvs-x")
    assert [model_problem(name) for name in ("hvs-random", "random", "gpt-4o")] == [""] * 3


@pytest.mark.host
def test_no_name_of_the_host_is_taken_for_a_misspelt_one_and_shipped_files_name_what_exists(host):
    from vlmeval.config import supported_VLM
    from vlmeval.dataset import SUPPORTED_DATASETS

    assert len(SUPPORTED_DATASETS) > 300
    assert len(supported_VLM) > 100
    assert {name: problem for name in SUPPORTED_DATASETS if (problem := dataset_problem(name))} == {}
    assert {name: problem for name in supported_VLM if (problem := model_problem(name))} == {}
    shipped = sorted((Path(__file__).parent.parent / "run_configs").glob("*.json"))
    assert [problems(path) for path in shipped] == [[]] * len(shipped) != []
    models, apis = importlib.import_module("vlmeval.vlm"), importlib.import_module("vlmeval.api")
    for name, entry in [pair for path in shipped for pair in json.loads(path.read_text())["model"].items()]:
        if "class" in entry:
            assert hasattr(models, entry["class"]) or hasattr(apis, entry["class"])
        else:
            assert name in host.config.supported_VLM
