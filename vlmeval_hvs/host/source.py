"""What the host's source text says, read without importing the host: versions, models, and what it lacks."""

import ast
import importlib.util
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

LEAST = "ms-vlmeval 0.0.7 or later, or a VLMEvalKit of 2025 or later"
"""The oldest hosts that pass the tests of the host matrix."""

_PARAMETERS = {"model", "work_dir", "model_name", "dataset"}


class HostUnfit(Exception):
    """The host cannot have our datasets; the message is one sentence."""


@cache
def refuse_unfit() -> None:
    """Check the host once, because half a registration would list datasets that nothing can build (`HostUnfit`)."""
    if reason := unfitness():
        name = " ".join(filter(None, host_version())) or "this host"
        raise HostUnfit(f"{name} is left unchanged: {reason}; the benchmarks need {LEAST}")


def unfitness() -> str:
    """What the host lacks; "" where it lacks nothing, or its source does not show it."""
    build = _function("dataset/__init__.py", "build_dataset")
    job = _function("inference.py", "infer_data_job")
    if build is not None and "DATASET_CLASSES" not in {getattr(node, "id", "") for node in ast.walk(build)}:
        return "its build_dataset does not build what is in DATASET_CLASSES"
    if job is not None and not {part.arg for part in ast.walk(job.args) if isinstance(part, ast.arg)} >= _PARAMETERS:
        return f"its infer_data_job does not take {', '.join(sorted(_PARAMETERS))}"
    return ""


def host_version() -> tuple[str, str]:
    """Name and version of the host that would be imported; empty where there is none."""
    place = host_folder()
    if place is None:
        return "", ""
    with suppress(PackageNotFoundError):
        fork = distribution("ms-vlmeval")
        if Path(str(fork.locate_file("vlmeval"))).resolve() == place.resolve():
            return "ms-vlmeval", fork.version
    for node in parsed(place / "__init__.py").body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return "VLMEvalKit", str(getattr(node.value, "value", ""))
    return "VLMEvalKit", ""


def host_folder() -> Path | None:
    """Folder of the host's package, which need not be imported; None where there is no host."""
    found: Any = getattr(sys.modules.get("vlmeval"), "__path__", None)
    if found is None:
        found = getattr(importlib.util.find_spec("vlmeval"), "submodule_search_locations", None)
    return Path(next(iter(found))) if found else None


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file; empty where it cannot be read."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _function(file: str, name: str) -> ast.FunctionDef | None:
    tree = parsed((host_folder() or Path()) / file)
    return next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)


def known_models(folder: Path | None = None) -> set[str]:
    """The names in the table of models of a host (in this folder, else the one that would be imported)."""
    place = folder or host_folder()
    tables = [node for node in ast.walk(parsed(place / "config.py")) if isinstance(node, ast.Dict)] if place else []
    return {
        str(key.value)
        for table in tables
        for key, value in zip(table.keys, table.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Call)
    }
