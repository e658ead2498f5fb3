"""What the plugin changes in the real host, and what it leaves alone."""

import sys
import types
import warnings
from importlib import import_module

import pytest

from vlmeval_hvs.host import register, source
from vlmeval_hvs.host.generate import _MARK
from vlmeval_hvs.messages import Prompt
from vlmeval_hvs.registry import all_cards, model_cards


@pytest.mark.host
def test_the_hosts_lists_are_extended_in_place_once_and_all_its_model_classes_are_hooked(host):
    import vlmeval.dataset
    import vlmeval.tools
    import vlmeval.vlm
    from vlmeval.config import supported_VLM
    from vlmeval.run import build_model_from_config

    data = vlmeval.dataset
    assert vlmeval.tools.SUPPORTED_DATASETS is data.SUPPORTED_DATASETS
    before = list(data.DATASET_CLASSES), list(data.SUPPORTED_DATASETS), dict(supported_VLM)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # the host warns about names that it does not know
        for name in register._ACTIONS:
            register.on_import(name, import_module(name))
        for card in all_cards():
            cls = getattr(data, card.class_name)
            assert data.DATASET_CLASSES.count(cls) == 1
            assert sorted(cls.supported_datasets()) == sorted(card.dataset_names)
            for name in card.dataset_names:
                assert data.SUPPORTED_DATASETS.count(name) == 1
                assert (data.DATASET_TYPE(name), data.DATASET_MODALITY(name)) == (cls.TYPE, "IMAGE")
    assert before == (data.DATASET_CLASSES, data.SUPPORTED_DATASETS, supported_VLM)
    assert [name for name in model_cards() if supported_VLM[name].func.__name__ != "build_model"] == []
    assert type(supported_VLM["hvs-random"]()) is vlmeval.vlm.HVSBaseline
    model = build_model_from_config({"x": {"class": "HVSBaseline", "model": "hvs-oracle", "seed": 3}}, "x")
    assert (model.model, model.seed) == ("hvs-oracle", 3)
    for module in (import_module("vlmeval.vlm"), import_module("vlmeval.api")):
        for cls in (value for value in vars(module).values() if isinstance(value, type)):
            for method in ("generate", "use_custom_prompt"):
                owner = next((base for base in cls.__mro__ if method in vars(base)), None)
                assert owner is None or getattr(vars(owner)[method], _MARK, False), (cls, method)


@pytest.mark.host
def test_the_hosts_limit_is_respected_and_a_model_with_its_own_prompts_gets_ours(host, demo, tmp_path):
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

    name, model = "HVSBench_Subitizing_DEMO", Wilful()
    demo("HVSBench_DEMO")
    assert model.use_custom_prompt("MMBench_DEV_EN") is True
    dataset = build_dataset(name)
    for asked, who, limit in ((model, "wilful", {"limit": 3}), ("hvs-oracle", "hvs-oracle", {})):
        infer_data_job(asked, work_dir=str(tmp_path), model_name=who, dataset=dataset, **limit)
        scores = dataset.evaluate(str(tmp_path / f"{who}_{name}.xlsx"))
        rows = (tmp_path / f"{who}_{name}_hvs_items.tsv").read_text().splitlines()
        assert len(rows) == 1 + (3 if limit else len(dataset))
    assert scores["Overall"] == 1.0
    assert [type(message) for message in model.seen] == [Prompt] * 3


@pytest.mark.host
def test_names_that_the_host_has_stay_the_hosts(host, monkeypatch):
    card, theirs = all_cards()[0], types.SimpleNamespace(generate=None)
    cls = getattr(sys.modules["vlmeval.dataset"], card.class_name)
    monkeypatch.setattr(cls, "left_out", frozenset())
    monkeypatch.setattr(register, "all_cards", lambda: (card,))
    taken, *free = card.dataset_names
    module = types.SimpleNamespace(DATASET_CLASSES=[], SUPPORTED_DATASETS=[taken])
    with pytest.warns(register.NameClash, match=taken):
        register.add_datasets(module)
    assert [taken, *free] == module.SUPPORTED_DATASETS
    assert [one.supported_datasets() for one in module.DATASET_CLASSES] == [free]
    models = types.SimpleNamespace(supported_VLM={"hvs-random": theirs})
    with pytest.warns(register.NameClash, match="hvs-random"):
        register.add_models(models)
    assert models.supported_VLM["hvs-random"] is theirs
    assert set(models.supported_VLM) == set(model_cards())


def test_functions_and_classes_of_a_host_are_wrapped_once_wherever_they_were_imported(monkeypatch):
    monkeypatch.setattr(source, "unfitness", lambda: "")
    source.refuse_unfit.cache_clear()

    def infer_data_job(model, work_dir, model_name, dataset):
        return "asked"

    class Pipeline:
        async def _produce_image_tasks(self, cfg):
            return 1

        def _load_checkpoint(self, dataset_name):
            return {}

        def use_custom_prompt(self, dataset):
            return True

        def generate(self, message, dataset=None):
            return message

    Alone, Base = (type(name, (Pipeline,), dict(vars(Pipeline))) for name in ("Alone", "Base"))
    runner = types.ModuleType("run")
    runner.infer_data_job = infer_data_job
    monkeypatch.setitem(sys.modules, "run", runner)
    local = types.SimpleNamespace(infer_data_job=infer_data_job)
    files = types.SimpleNamespace(get_infer_aux_file_names=lambda model_name, dataset_name: {"x"})
    modules = {
        "inference": local, "inference_api": types.SimpleNamespace(APIEvalPipeline=Pipeline), "smp.file": files,
        "api": types.SimpleNamespace(Alone=Alone, number=3, kind=int), "other": None,
        "vlm.base": types.SimpleNamespace(BaseModel=Base),
    }  # fmt: skip
    for name, module in [*modules.items()] * 2:
        register.on_import(f"vlmeval.{name}", module)
    wrapped = [local.infer_data_job, Pipeline._load_checkpoint, Pipeline._produce_image_tasks, Alone.generate]
    for function in (*wrapped, Base.generate, files.get_infer_aux_file_names):
        assert getattr(function, _MARK)
        assert not hasattr(function.__wrapped__, "__wrapped__"), function
    assert runner.infer_data_job is local.infer_data_job
    assert local.infer_data_job("m", "w", "n", dataset="no dataset of ours") == "asked"
    with pytest.raises(TypeError, match="missing 3 required positional arguments"):
        local.infer_data_job("m")
    assert "m_D_hvs_ledger_1023.jsonl" in files.get_infer_aux_file_names("m", "D")
    asked = ("HVSBench_DEMO", "GazeTarget@x", "MMBench", None)
    assert [Base().use_custom_prompt(name) for name in asked] == [False, False, True, True]
    assert Base().use_custom_prompt(dataset="VPB_Stage1") is False


def test_a_benchmark_of_another_package_that_cannot_be_imported_does_not_affect_the_others(monkeypatch, caplog):
    def add(module, card):
        if card.name in ("VPB", "Shapes"):
            raise ValueError("broken")
        module.append(card.name)

    ours = all_cards()
    outside = types.SimpleNamespace(name="Shapes", entry_point="entry_shapes", package="shapes")
    monkeypatch.setattr(register, "_add_dataset_class", add)
    monkeypatch.setattr(register, "all_cards", lambda: (outside, *ours))
    with pytest.raises(ValueError, match="broken"):
        register.add_datasets([])
    monkeypatch.setattr(register, "all_cards", lambda: (outside, *(card for card in ours if card.name != "VPB")))
    register.add_datasets(added := [])
    assert added == [card.name for card in ours if card.name != "VPB"]
    assert caplog.messages == ["the benchmark entry_shapes (shapes) is left out: ValueError: broken"] * 2
