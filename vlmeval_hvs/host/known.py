"""Names that the host knows, from its source text: importing it takes many seconds, and a misspelt name none."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path

from vlmeval_hvs.host.arguments import given
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
