"""A repository in the host's form, small enough to be made for every test."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from repositories import commit, git, identify

LIST = """from .hipho import HiPhODataset
from .image_base import ImageBaseDataset
from .zerobench import ZEROBench

# Add new supported dataset class here
IMAGE_DATASET = [
    HiPhODataset,
    ZEROBench,
]

DATASET_CLASSES = IMAGE_DATASET
"""
DOCS = """# Develop

| Dataset Name \\ Fields | index | image | image_path | question | answer |
| ------------- | ----- | ----- | ---------- | -------- | ------ |
| MMVet | x | x | | x | x |

<div>Table 1.</div>
"""
MODEL = "class BaseModel:\n    def generate(self, message):\n        return message.answer(self.generate, self)\n"


@pytest.fixture
def repository(tmp_path):
    """Folder of the repository; everything is committed."""
    root = tmp_path / "VLMEvalKit"
    for path, text in {
        "vlmeval/dataset/__init__.py": LIST,
        "vlmeval/vlm/base.py": MODEL,
        "docs/en/Development.md": DOCS,
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "init", "--quiet")
    identify(root)
    commit(root)
    return root


@pytest.fixture
def upstream(tmp_path):
    """A clone of the first checkout that VLMEVAL_HVS_UPSTREAM names."""
    named = os.environ.get("VLMEVAL_HVS_UPSTREAM", "").split(os.pathsep)[0]
    if not named:
        pytest.skip("VLMEVAL_HVS_UPSTREAM names no checkout of VLMEvalKit")
    root = tmp_path / "upstream"
    git(Path(named), "clone", "--quiet", "--no-hardlinks", named, str(root))
    identify(root)
    return root
