"""Every shipped `--config` file names classes, datasets, models and options that exist."""

import importlib
import json
from pathlib import Path

import pytest

from vlmeval_hvs.configs import problems

FILES = sorted((Path(__file__).parent.parent / "run_configs").glob("*.json"))


def test_names_classes_and_options_are_right():
    assert FILES
    for path in FILES:
        assert problems(path) == []
        assert set(json.loads(path.read_text())) == {"model", "data"}


@pytest.mark.host
def test_models_exist(host):
    models, apis = importlib.import_module("vlmeval.vlm"), importlib.import_module("vlmeval.api")
    for name, entry in [pair for path in FILES for pair in json.loads(path.read_text())["model"].items()]:
        if "class" in entry:
            assert hasattr(models, entry["class"]) or hasattr(apis, entry["class"])
        else:
            assert name in host.config.supported_VLM
