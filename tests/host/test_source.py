"""A host that cannot have our datasets is left alone, and one sentence says why."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vlmeval_hvs.host import source
from vlmeval_hvs.host.source import LEAST

# As in releases of ms-vlmeval: which lists `build_dataset` looks into, and what `infer_data_job` takes.
NEW = "DATASET_CLASSES, SUPPORTED_DATASETS = [], []\ndef build_dataset(name):\n    for cls in DATASET_CLASSES: pass"
OLD = NEW.replace("DATASET_CLASSES", "IMAGE") + "\nDATASET_CLASSES = IMAGE"
HOST = {
    "__init__": "from .vlm import *\nfrom . import dataset, config, inference",
    "vlm/__init__": "from .base import BaseModel",
    "vlm/base": "class BaseModel:\n    def generate(self, message, dataset=None): return 'reply'",
    "dataset/image_base": "class ImageBaseDataset: pass", "config": "supported_VLM = {}",
    "inference": "def infer_data_job(model, work_dir, model_name, dataset, verbose=False): return 'asked'"
}  # fmt: skip
LOOK = """
import vlmeval_hvs, vlmeval, vlmeval.inference
functions = (vlmeval.BaseModel.generate, vlmeval.inference.infer_data_job)
touched = [hasattr(function, "__wrapped__") for function in functions]
print(len(vlmeval.dataset.SUPPORTED_DATASETS) > 50, len(vlmeval.config.supported_VLM) > 3, *touched)
"""


@pytest.mark.long
@pytest.mark.parametrize("dataset", [NEW, OLD])
def test_a_host_is_extended_or_left_as_it_is_and_one_line_says_why(dataset, tmp_path):
    for name, text in {**HOST, "dataset/__init__": dataset}.items():
        path = tmp_path / "vlmeval" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])}
    how = {"cwd": tmp_path, "capture_output": True, "text": True}
    done = subprocess.run([sys.executable, "-c", LOOK], env=environment, check=True, **how)
    touched, said = done.stdout.split(), done.stderr
    if dataset == NEW:
        assert (touched, said) == (["True"] * 4, "")
        return
    assert (touched, said.count("\n")) == (["False"] * 4, 1)
    assert said.startswith("vlmeval_hvs: VLMEvalKit is left unchanged: its build_dataset does not build what is in")
    assert said.rstrip().endswith(LEAST)


def test_what_the_source_of_a_host_says(tmp_path, monkeypatch):
    for name, text in (("__init__", "import os\n__version__ = '0.2'"), ("dataset/__init__", NEW), ("inference", "")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(text)
    for place in ([str(tmp_path)], []):
        monkeypatch.setitem(sys.modules, "vlmeval", type("Host", (), {"__path__": place}))
        assert source.host_folder() == (tmp_path if place else None)
    monkeypatch.setattr(source, "host_folder", lambda: tmp_path)
    source.refuse_unfit.cache_clear()
    assert (source.host_version(), source.unfitness(), source.refuse_unfit()) == (("VLMEvalKit", "0.2"), "", None)
    (tmp_path / "inference.py").write_text("def infer_data_job(model, work_dir, dataset): pass")
    said = "its infer_data_job does not take dataset, model, model_name, work_dir"
    assert source.unfitness() == said
    source.refuse_unfit.cache_clear()
    with pytest.raises(source.HostUnfit, match=f"VLMEvalKit 0.2 is left unchanged: {said}; the benchmarks need "):
        source.refuse_unfit()
    (tmp_path / "inference.py").write_text("def infer_data_job(model, work_dir, *, model_name, dataset, more=1): pass")
    (tmp_path / "__init__.py").write_text("broken (")
    assert (source.unfitness(), source.host_version()) == ("", ("VLMEvalKit", ""))
    (tmp_path / "config.py").write_text('groups = {"a": {"m1": partial(A), "x": 3, **more}}\ntable = {"m2": B()}')
    assert source.known_models() == source.known_models(tmp_path) == {"m1", "m2"}
    fork = type("Fork", (), {"version": "9", "locate_file": lambda self, name: tmp_path})()
    monkeypatch.setattr(source, "distribution", lambda name: fork)
    assert source.host_version() == ("ms-vlmeval", "9")
    monkeypatch.setattr(source, "host_folder", lambda: None)
    assert (source.host_version(), source.known_models(), source.unfitness()) == (("", ""), set(), "")
    source.refuse_unfit.cache_clear()
