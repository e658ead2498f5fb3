"""What the plugin changes in the real host, and what it leaves alone."""

from __future__ import annotations

import json
import subprocess
import sys
import types
import warnings

import pytest

from vlmeval_hvs.host import register
from vlmeval_hvs.host.generate import _MARK
from vlmeval_hvs.messages import Prompt, Turn
from vlmeval_hvs.registry import all_cards, model_cards

pytestmark = pytest.mark.host

CARDS = [pytest.param(card, id=card.name) for card in all_cards()]


@pytest.fixture(scope="module")
def built_sets(tmp_path_factory):
    """A data folder for all tests here: demo sets are built once."""
    return tmp_path_factory.mktemp("LMUData")


@pytest.fixture
def lmu_data(built_sets, monkeypatch):
    monkeypatch.setenv("LMUData", str(built_sets))
    return built_sets


def test_the_hosts_own_lists_are_extended_in_place(host):
    import vlmeval.dataset
    import vlmeval.tools

    assert vlmeval.tools.SUPPORTED_DATASETS is vlmeval.dataset.SUPPORTED_DATASETS
    assert len(set(vlmeval.dataset.DATASET_CLASSES)) == len(vlmeval.dataset.DATASET_CLASSES)
    names = [name for card in all_cards() for name in card.dataset_names]
    assert {vlmeval.dataset.SUPPORTED_DATASETS.count(name) for name in names} == {1}


@pytest.mark.parametrize("card", CARDS)
def test_every_benchmark_is_a_dataset_of_the_host(host, card):
    import vlmeval.dataset

    cls = getattr(vlmeval.dataset, card.class_name)
    assert cls in vlmeval.dataset.DATASET_CLASSES
    assert sorted(cls.supported_datasets()) == sorted(card.dataset_names)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the host warns about names that it does not know
        for name in card.dataset_names:
            assert vlmeval.dataset.DATASET_TYPE(name) == cls.TYPE
            assert vlmeval.dataset.DATASET_MODALITY(name) == "IMAGE"


@pytest.mark.parametrize("card", CARDS)
def test_the_host_builds_the_demo_set_and_prompts_from_it(host, lmu_data, card):
    from vlmeval.dataset import build_dataset

    name = next(name for name in card.dataset_names if name.endswith("_DEMO"))
    dataset = build_dataset(name, limit=2)
    assert type(dataset).__name__ == card.class_name
    prompt = dataset.build_prompt(dataset.data.iloc[0])
    assert prompt.row["index"] == str(dataset.data.iloc[0]["index"])
    assert {item["type"] for item in prompt} <= {"image", "text"}


def test_a_variant_name_is_built_through_the_configuration(host, lmu_data):
    from vlmeval.run import build_dataset_from_config

    options = {"class": "HVSBenchDataset", "dataset": "HVSBench_DEMO@short", "limit": 3}
    dataset = build_dataset_from_config({"HVSBench_DEMO@short": options}, "HVSBench_DEMO@short")
    assert len(dataset) == 3


@pytest.mark.parametrize("name", list(model_cards()))
def test_our_models_are_models_of_the_host(host, name):
    import vlmeval.vlm
    from vlmeval.config import supported_VLM
    from vlmeval.run import build_model_from_config

    from vlmeval_hvs.host import models

    card = model_cards()[name]
    cls = card.get("class", ":HVSBaseline").split(":")[1]
    assert hasattr(vlmeval.vlm, cls)
    assert supported_VLM[name].func is models.build_model
    if "class" not in card:
        model = supported_VLM[name]()
        assert type(model) is getattr(vlmeval.vlm, cls)
        configured = build_model_from_config({"x": {"class": cls, "model": name, "seed": 3}}, "x")
        assert (configured.model, configured.seed) == (name, 3)


def test_the_demo_data_and_a_baseline_run_through_the_hosts_loop(host, lmu_data, tmp_path):
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    name = "HVSBench_Subitizing_DEMO"
    dataset = build_dataset(name)
    infer_data_job("hvs-oracle", work_dir=str(tmp_path), model_name="hvs-oracle", dataset=dataset)
    assert dataset.evaluate(str(tmp_path / f"hvs-oracle_{name}.xlsx"))["Overall"] == 1.0


def test_the_limit_of_the_host_is_respected(host, lmu_data, tmp_path):
    import inspect

    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job

    if "limit" not in inspect.signature(infer_data_job).parameters:
        pytest.skip("this host has no --limit")
    name = "HVSBench_Subitizing_DEMO"
    dataset = build_dataset(name)
    infer_data_job("hvs-oracle", work_dir=str(tmp_path), model_name="hvs-oracle", dataset=dataset, limit=3)
    assert dataset.evaluate(str(tmp_path / f"hvs-oracle_{name}.xlsx"))["Overall"] == 1.0
    assert len((tmp_path / f"hvs-oracle_{name}_hvs_items.tsv").read_text().splitlines()) == 1 + 3


def test_every_model_class_of_the_host_drives_pipelines_and_keeps_our_prompts(host):
    import vlmeval.api
    import vlmeval.vlm

    for module in (vlmeval.vlm, vlmeval.api):
        for cls in [value for value in vars(module).values() if isinstance(value, type)]:
            for method in ("generate", "use_custom_prompt"):
                owner = next((base for base in cls.__mro__ if method in vars(base)), None)
                assert owner is None or getattr(vars(owner)[method], _MARK, False), (cls, method)


def test_a_model_with_its_own_prompts_gets_ours_on_our_datasets(host, lmu_data, tmp_path):
    from vlmeval.dataset import build_dataset
    from vlmeval.inference import infer_data_job
    from vlmeval.vlm.base import BaseModel

    class Wilful(BaseModel):
        INTERLEAVE = True
        seen = []

        def use_custom_prompt(self, dataset):
            return True

        def build_prompt(self, line, dataset):
            return [{"type": "text", "value": "my own prompt"}]

        def generate_inner(self, message, dataset=None):
            self.seen.append(message)
            return "A"

    model = Wilful()
    assert model.use_custom_prompt("MMBench_DEV_EN") is True
    dataset = build_dataset("HVSBench_Prominence_DEMO", limit=4)
    infer_data_job(model, work_dir=str(tmp_path), model_name="wilful", dataset=dataset)
    assert len(model.seen) == 4
    assert all(type(message) is Prompt for message in model.seen)


def test_a_message_keeps_the_parameter_it_came_in():
    class Named:
        def generate(self, msgs=None, message=None, dataset=None):
            return next(name for name, value in (("msgs", msgs), ("message", message)) if value is not None)

    def one_turn(traits):
        reply = yield Turn([{"type": "text", "value": "x"}])
        return {"answer": reply}

    from vlmeval_hvs.host.generate import hook_class

    hook_class(Named)
    for name in ("msgs", "message"):
        assert Named().generate(**{name: ["x"]}, dataset="D") == name
        record = json.loads(Named().generate(**{name: Prompt([], pipeline=one_turn)}))
        assert record["answer"] == name
    assert Named().generate(["x"]) == "msgs"


@pytest.fixture
def first_card(host, monkeypatch):
    """One card whose class may be registered again, elsewhere."""
    card = all_cards()[0]
    cls = getattr(sys.modules["vlmeval.dataset"], card.class_name)
    monkeypatch.setattr(cls, "left_out", frozenset())
    monkeypatch.setattr(register, "all_cards", lambda: (card,))
    return card


def test_a_dataset_name_that_the_host_has_stays_the_hosts(first_card):
    taken, *free = first_card.dataset_names
    module = types.SimpleNamespace(DATASET_CLASSES=[], SUPPORTED_DATASETS=[taken])
    with pytest.warns(register.NameClash, match=taken):
        register.add_datasets(module)
    assert [taken, *free] == module.SUPPORTED_DATASETS
    (cls,) = module.DATASET_CLASSES
    assert cls.supported_datasets() == free


def test_a_class_name_that_the_host_has_stays_the_hosts(first_card):
    theirs = object()
    module = types.SimpleNamespace(DATASET_CLASSES=[], SUPPORTED_DATASETS=[], **{first_card.class_name: theirs})
    with pytest.warns(register.NameClash, match=first_card.class_name):
        register.add_datasets(module)
    assert (module.DATASET_CLASSES, module.SUPPORTED_DATASETS) == ([], [])
    assert getattr(module, first_card.class_name) is theirs


def test_model_names_that_the_host_has_stay_the_hosts(host):
    theirs = types.SimpleNamespace(generate=None)
    models = types.SimpleNamespace(supported_VLM={"hvs-random": theirs})
    with pytest.warns(register.NameClash, match="hvs-random"):
        register.add_models(models)
    assert models.supported_VLM["hvs-random"] is theirs
    assert set(models.supported_VLM) == set(model_cards())
    classes = types.SimpleNamespace(HVSBaseline=theirs)
    with pytest.warns(register.NameClash, match="HVSBaseline"):
        register.add_model_class(classes)
    assert classes.HVSBaseline is theirs


def test_registering_again_changes_nothing_and_warns_of_nothing(host):
    from importlib import import_module

    import vlmeval.dataset
    from vlmeval.config import supported_VLM

    before = list(vlmeval.dataset.DATASET_CLASSES), list(vlmeval.dataset.SUPPORTED_DATASETS), dict(supported_VLM)
    with warnings.catch_warnings():
        warnings.simplefilter("error", register.NameClash)
        for name in register._ACTIONS:
            register.on_import(name, import_module(name))
    assert before == (vlmeval.dataset.DATASET_CLASSES, vlmeval.dataset.SUPPORTED_DATASETS, supported_VLM)


def test_a_benchmark_that_cannot_be_imported_leaves_the_others(first_card, monkeypatch):
    import dataclasses

    broken = dataclasses.replace(first_card, name="Broken", class_name="MissingDataset", package="vlmeval_hvs.missing")
    monkeypatch.setattr(register, "all_cards", lambda: (broken, first_card))
    module = types.SimpleNamespace(DATASET_CLASSES=[], SUPPORTED_DATASETS=[])
    with pytest.raises(ImportError, match="Broken"):
        register.add_datasets(module)
    assert [cls.__name__ for cls in module.DATASET_CLASSES] == [first_card.class_name]


def test_a_class_may_not_have_a_name_that_its_module_needs(first_card):
    import dataclasses

    from vlmeval_hvs.errors import DataError
    from vlmeval_hvs.host.datasets import host_class

    with pytest.raises(DataError, match="the class name Path is taken by vlmeval_hvs.host.datasets"):
        host_class(dataclasses.replace(first_card, class_name="Path"))


def test_the_host_is_not_imported_by_what_needs_none():
    code = (
        "import sys, vlmeval_hvs, vlmeval_hvs.registry, vlmeval_hvs.metrics, vlmeval_hvs.sets, standardizers; "
        "from vlmeval_hvs.cli import main; print([m for m in ('vlmeval', 'torch') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.host
def test_a_run_that_is_continued_in_another_folder_takes_its_ledgers_along(host, tmp_path):
    import importlib

    files = importlib.import_module("vlmeval.smp.file")

    class Dataset:
        MODALITY = "IMAGE"

    names = files.get_infer_aux_file_names(
        model_name="m", dataset_name="D", dataset=Dataset(), result_file_base="m_D.xlsx", world_size=1
    )
    assert {"m_D_checkpoint.pkl", "01_D.pkl", "m_D_hvs_ledger_0.jsonl", "m_D_hvs_ledger_7.jsonl"} <= set(names)
