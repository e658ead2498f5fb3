"""Whether this host can have our datasets at all, told by its source text before anything of it is changed.

A host that is too old is left alone as a whole: half a registration would list datasets that nothing can build.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
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
    build = _function("dataset/__init__.py", "build_dataset")
    job = _function("inference.py", "infer_data_job")
    if build is not None and "DATASET_CLASSES" not in {getattr(node, "id", "") for node in ast.walk(build)}:
        return "its build_dataset does not build what is in DATASET_CLASSES"
    if job is not None and not {part.arg for part in ast.walk(job.args) if isinstance(part, ast.arg)} >= _PARAMETERS:
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
    for node in parsed(place / "__init__.py").body:
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


def parsed(path: Path) -> ast.Module:
    """The source of a file; empty where it cannot be read."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _function(file: str, name: str) -> ast.FunctionDef | None:
    tree = parsed((host_folder() or Path()) / file)
    return next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)
