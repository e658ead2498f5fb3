"""Every shipped `--config` file names classes, datasets, models and options that exist."""

import importlib
import inspect
import json
from pathlib import Path

import pytest

from vlmeval_hvs.registry import card_of, model_cards, set_of

FILES = sorted((Path(__file__).parent.parent / "run_configs").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_datasets_exist_and_name_their_own_files(path):
    config = json.loads(path.read_text())
    assert set(config) == {"model", "data"}
    for key, entry in config["data"].items():
        assert entry["dataset"] == key, "the host names files after the key"
        assert entry["class"] == card_of(key).class_name
        assert set_of(key)


@pytest.mark.host
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_options_and_models_exist(host, path):
    config = json.loads(path.read_text())
    datasets, models = importlib.import_module("vlmeval.dataset"), importlib.import_module("vlmeval.vlm")
    apis = importlib.import_module("vlmeval.api")
    for entry in config["data"].values():
        known = inspect.signature(getattr(datasets, entry["class"]).__init__).parameters
        assert set(entry) - {"class"} <= set(known)
    for name, entry in config["model"].items():
        if "class" in entry:
            assert hasattr(models, entry["class"]) or hasattr(apis, entry["class"])
        else:
            assert name in host.config.supported_VLM
        if entry.get("class") == "HVSBaseline":
            assert entry["model"] in model_cards()
