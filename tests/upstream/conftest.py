"""A repository in the host's form, small enough to be made for every test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
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
def git(monkeypatch):
    """Runs git with an author, which a fresh machine lacks: ``git(root, "status")`` gives what it prints."""
    for person in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{person}_NAME", "test")
        monkeypatch.setenv(f"GIT_{person}_EMAIL", "test@test")

    def run(root, *arguments):
        command = ["git", "-c", "core.autocrlf=false", "-C", root, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture
def repository(tmp_path, git):
    """Folder of the repository; everything is committed."""
    root = tmp_path / "VLMEvalKit"
    files = {"vlmeval/dataset/__init__.py": LIST, "vlmeval/vlm/base.py": MODEL, "docs/en/Development.md": DOCS}
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for arguments in (["init"], ["add", "--all"], ["commit", "--message", "all"]):
        git(root, *arguments)
    return root


@pytest.fixture
def upstream(tmp_path, git):
    """A clone of the first checkout that VLMEVAL_HVS_UPSTREAM names."""
    named = os.environ.get("VLMEVAL_HVS_UPSTREAM", "").split(os.pathsep)[0]
    if not named:
        pytest.skip("VLMEVAL_HVS_UPSTREAM names no checkout of VLMEvalKit")
    root = tmp_path / "upstream"
    git(Path(named), "clone", "--quiet", "--no-hardlinks", named, str(root))
    return root
