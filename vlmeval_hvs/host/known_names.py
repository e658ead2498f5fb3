"""Names that the host knows: from its source text, which needs no import, or from the host itself."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import vlmeval_hvs
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host.arguments import given
from vlmeval_hvs.host.compatibility import host_folder
from vlmeval_hvs.names import close_name

ALIKE = 0.8
"""Likeness from which a name is taken for a misspelt one."""

OPEN = ("--base-url", "--api-mode")
"""Options with which a model may have any name: it is that of a server."""


def misspelt(arguments: Sequence[str], runner: Sequence[str]) -> list[str]:
    """What is misspelt among the host's arguments, one sentence each.

    A name is misspelt where the host's source does not have it, but one that is nearly the same. Nothing else is
    judged: other packages may add models, and the host may be newer.

    Args:
        arguments: What the host's runner gets.
        runner: The command that starts it (`vlmeval_hvs.host.runner.find_runner`).
    """
    found = []
    options = option_names(runner)
    for argument in arguments:
        name = argument.split("=", 1)[0]
        if name.startswith("--") and options and not any(known.startswith(name) for known in options):
            close = close_name(name, options, ALIKE)
            found += [f"no option {name}, did you mean {close}?"] if close else []
    if not any(argument.split("=", 1)[0] in OPEN for argument in arguments):
        models = model_names(runner)
        for name in given(arguments, "--model"):
            close = "" if name in models else close_name(name, models, ALIKE)
            found += [f"no model {name}, did you mean {close}?"] if close else []
    return found


def option_names(runner: Sequence[str]) -> list[str]:
    """The options of the host's runner; empty where its source cannot be read."""
    return [
        str(argument.value)
        for path in _sources(runner)
        for node in ast.walk(_parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument"
        for argument in node.args
        if isinstance(argument, ast.Constant) and str(argument.value).startswith("--")
    ]


def model_names(runner: Sequence[str]) -> list[str]:
    """The names of models in the host's table; empty where its source cannot be read."""
    return [
        name
        for path in _sources(runner)
        for place in (path.parent, path.parent / "vlmeval")  # beside the package's runner, or below a checkout's
        for node in ast.walk(_parsed(place / "config.py"))
        for name in _keys(node)
    ]


def _keys(node: ast.AST) -> list[str]:
    """The keys of a mapping from names to calls, as the host's tables of models are."""
    if not isinstance(node, ast.Dict):
        return []
    pairs = zip(node.keys, node.values, strict=True)
    return [
        key.value
        for key, value in pairs
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(value, ast.Call)
    ]


def _sources(runner: Sequence[str]) -> Iterator[Path]:
    """The runner's own file and the one in the host's package."""
    if runner and runner[-1].endswith(".py"):
        yield Path(runner[-1])
    else:
        spec = importlib.util.find_spec("vlmeval")  # does not import it
        if spec is not None and spec.origin is not None:
            yield Path(spec.origin).parent / "run.py"


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


_SECONDS = 600
_MARK = "vlmeval_hvs registered: "
_CODE = f"""
import json, os, sys
for place in (sys.argv[2], sys.argv[1]):
    if place and place not in sys.path:
        sys.path.insert(0, place)
import vlmeval_hvs
from vlmeval.config import supported_VLM
from vlmeval.dataset import SUPPORTED_DATASETS
print({_MARK!r} + json.dumps([list(map(str, SUPPORTED_DATASETS)), list(map(str, supported_VLM))]), flush=True)
os._exit(0)
"""


class Registered(NamedTuple):
    """Names that the host knows: of datasets and of models."""

    datasets: frozenset[str]
    models: frozenset[str]


def registered() -> Registered:
    """Import the host, which takes a quarter of a minute, and read its lists.

    Raises:
        DataError: The host cannot be imported; the message ends with the last line of its traceback.
    """
    folder = host_folder()
    places = [str(Path(vlmeval_hvs.__file__).parents[1]), str(folder.parent) if folder else ""]
    try:
        done = subprocess.run(
            [sys.executable, "-c", _CODE, *places], capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise DataError(f"the host was not imported within {_SECONDS} s") from None
    told = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    if not told:
        last = (done.stderr.strip().splitlines() or ["it ended without a word"])[-1]
        raise DataError(f"the host cannot be imported: {last[:300]}")
    datasets, models = json.loads(told[-1].removeprefix(_MARK))
    return Registered(frozenset(datasets), frozenset(models))
