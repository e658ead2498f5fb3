"""The measuring scripts still find what they measure."""

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import speed

SCRIPTS = sorted(path for path in Path(speed.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.long
def test_names_that_scripts_import_of_ours_exist():
    lost = []
    for path in SCRIPTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            ours = isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "vlmeval_hvs"
            for alias in node.names if ours and not node.module.startswith("vlmeval_hvs.host.models") else ():
                if not hasattr(import_module(node.module), alias.name) and not find_spec(f"{node.module}.{alias.name}"):
                    lost.append(f"{path.name}: {node.module}.{alias.name}")
    assert lost == []


@pytest.mark.nightly
def test_scripts_can_be_imported():
    for path in SCRIPTS:
        assert callable(getattr(import_module(f"speed.{path.stem}"), "main", print)), path.name
