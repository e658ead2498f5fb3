"""Whether this host can have our datasets at all, told by its source text before anything of it is changed.

A host that is too old is left alone as a whole: half a registration would list datasets that nothing can build.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

LEAST = "ms-vlmeval 0.0.7 or later, or a VLMEvalKit of 2025 or later"
"""The oldest hosts in which the tests of the host matrix hold."""

TESTED = ("0.0.7", "0.0.20")
"""The first and the last version of ms-vlmeval of which the host matrix was run with success."""

_PARAMETERS = frozenset(("model", "work_dir", "model_name", "dataset"))


class HostUnfit(Exception):
    """The host cannot have our datasets; the message is one sentence."""


@cache
def refuse_unfit() -> None:
    """Look at the host once.

    Raises:
        HostUnfit: It lacks something without which our datasets cannot be built or asked.
    """
    reason = unfitness()
    if reason:
        raise HostUnfit(f"{host_words()} is left as it is, for {reason}; the benchmarks need {LEAST}")


def unfitness() -> str:
    """What the host lacks; "" where nothing, or where its source does not tell."""
    build = _functions("vlmeval.dataset").get("build_dataset")
    job = _functions("vlmeval.inference").get("infer_data_job")
    if build is not None and "DATASET_CLASSES" not in _names(build):
        return "its build_dataset does not build what is in DATASET_CLASSES"
    if job is not None and not {argument.arg for argument in _arguments(job)} >= _PARAMETERS:
        return f"its infer_data_job does not take {', '.join(sorted(_PARAMETERS))}"
    return ""


def host_version() -> tuple[str, str]:
    """Name and version of the host that would be imported, without importing it; empty where there is none."""
    place = host_folder()
    if place is None:
        return "", ""
    try:
        fork = distribution("ms-vlmeval")
        if Path(str(fork.locate_file("vlmeval"))).resolve() == place.resolve():
            return "ms-vlmeval", fork.version
    except PackageNotFoundError:
        pass
    for node in ast.walk(parsed("vlmeval")):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__version__":
            return "VLMEvalKit", str(getattr(node.value, "value", ""))
    return "VLMEvalKit", ""


def version_key(text: str) -> tuple[int, ...]:
    """A version as numbers that can be compared."""
    return tuple(int(part) for part in re.findall(r"\d+", text))


def host_words() -> str:
    """Name and version of the host in words."""
    return " ".join(filter(None, host_version())) or "this host"


def host_folder() -> Path | None:
    """Folder of the host's package, which need not be imported; None where there is no host."""
    module = sys.modules.get("vlmeval")
    found: Any = getattr(module, "__path__", None)
    if found is None:
        spec = importlib.util.find_spec("vlmeval")
        found = getattr(spec, "submodule_search_locations", None)
    return Path(next(iter(found))) if found else None


def _functions(module: str) -> Mapping[str, ast.FunctionDef]:
    return {node.name: node for node in parsed(module).body if isinstance(node, ast.FunctionDef)}


@cache
def parsed(module: str) -> ast.Module:
    """The source of a module of the host; empty where it cannot be read."""
    place = host_folder()
    folder = place.joinpath(*module.split(".")[1:]) if place else Path()
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _names(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]
