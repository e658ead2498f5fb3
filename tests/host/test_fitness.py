"""A host that cannot have our datasets is left alone, and one sentence says why."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from vlmeval_hvs.host.fitness import LEAST, TESTED, version_key

ROOT = Path(__file__).parents[2]

# As in releases of ms-vlmeval: which lists `build_dataset` looks into, and what `infer_data_job` takes.
NEW = "DATASET_CLASSES, SUPPORTED_DATASETS = [], []\ndef build_dataset(name):\n    for cls in DATASET_CLASSES: pass"
OLD = (
    "IMAGE, SUPPORTED_DATASETS = [], []\nDATASET_CLASSES = IMAGE\ndef build_dataset(name):\n    for cls in IMAGE: pass"
)
JOB = "def infer_data_job(model, work_dir, model_name, dataset, verbose=False): return 'asked'"
HOST = {
    "__init__": "from .vlm import *\nfrom . import dataset, config, inference",
    "vlm/__init__": "from .base import BaseModel",
    "vlm/base": "class BaseModel:\n    def generate(self, message, dataset=None): return 'reply'",
    "dataset/__init__": NEW,
    "dataset/image_base": "class ImageBaseDataset: pass",
    "config": "supported_VLM = {}",
    "inference": JOB,
}
LOOK = """
import vlmeval_hvs, vlmeval, vlmeval.inference
functions = (vlmeval.BaseModel.generate, vlmeval.inference.infer_data_job)
touched = [hasattr(function, "__wrapped__") for function in functions]
print(len(vlmeval.dataset.SUPPORTED_DATASETS) > 50, len(vlmeval.config.supported_VLM) > 3, *touched)
"""


@pytest.fixture
def look(tmp_path):
    """Imports a make-believe host with the plugin: (what is registered and wrapped, what is said)."""

    def imported(code=LOOK, **changes):
        for name, text in {**HOST, **changes}.items():
            path = tmp_path / "vlmeval" / f"{name}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.split(), done.stderr

    return imported


def test_a_host_that_fits_is_extended(look):
    told, said = look()
    assert told == ["True"] * 4
    assert said == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"dataset/__init__": OLD}, "its build_dataset does not build what is in DATASET_CLASSES"),
        ({"inference": "def infer_data_job(name, work_dir, dataset): pass"}, "its infer_data_job does not take"),
    ],
)
def test_nothing_of_one_that_does_not_is_changed_and_one_line_says_so(look, changes, reason):
    told, said = look(**changes)
    assert told == ["False"] * 4
    assert said.count("\n") == 1
    assert said.startswith("vlmeval_hvs: VLMEvalKit is left as it is, for ")
    assert reason in said
    assert said.rstrip().endswith(LEAST)


def test_a_fork_that_defines_its_functions_elsewhere_is_extended(look):
    names = ("dataset/__init__", "inference")
    elsewhere = {f"{Path(name).parent / 'elsewhere'}": HOST[name] for name in names}
    told, said = look(**{name: "from .elsewhere import *" for name in names}, **elsewhere)
    assert told == ["True"] * 4
    assert said == ""


def test_a_function_that_is_only_wanted_in_one_mode_goes_without(look):
    files = "def get_infer_aux_file_names(name, *others): return {name}\ndef prepare_reuse_files(): pass"
    code = LOOK + "import vlmeval.smp.file\nprint(vlmeval.smp.file.get_infer_aux_file_names('x'))"
    told, said = look(code, **{"smp/__init__": "", "smp/file": files})
    assert told == ["True"] * 4 + ["{'x'}"]
    assert said.count("\n") == 1
    assert "--reuse takes no ledger along" in said


def test_versions_are_compared_as_numbers():
    assert version_key("0.0.9") < version_key("0.0.10") < version_key("0.0.20")
    assert version_key(TESTED[0]) <= version_key(TESTED[1])
    assert TESTED[0] in LEAST


def test_the_tested_versions_are_those_of_the_record():
    record = json.loads((ROOT / "docs" / "measured" / "hosts.json").read_text(encoding="utf-8"))
    rows = {row["name"]: row for row in record["figures"]["hosts"]}
    works = [
        name.split()[1] for name, row in rows.items() if row.get("registered") and re.fullmatch(r"ms-\S+ \S+", name)
    ]
    assert (min(works, key=version_key), max(works, key=version_key)) == TESTED
    assert [name for name, row in rows.items() if not row["expected"]] == []
