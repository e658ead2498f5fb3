"""The measuring scripts still find what they measure."""

import importlib
from pathlib import Path

import pytest

import speed

SCRIPTS = sorted(path.stem for path in Path(speed.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_can_be_imported(name: str) -> None:
    assert callable(getattr(importlib.import_module(f"speed.{name}"), "main", print))
