"""Whether a model of the host takes several images in one question, from the host's source text.

The host's classes say so by their attribute ``INTERLEAVE``. Importing them takes many seconds and some need packages
of their own; reading the few files in question takes none of that.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from vlmeval_hvs.host.fitness import host_folder, parsed
from vlmeval_hvs.registry import BASELINE, model_cards

ATTRIBUTE = "INTERLEAVE"
_CLASS = re.compile(r"^class (\w+)\b", re.MULTILINE)


def interleaves(name: str) -> bool | None:
    """Whether a model takes several images in one question; None where the source does not tell.

    Args:
        name: The model's name in the host's table, or one of ours.
    """
    if name in model_cards():
        module, _, cls = model_cards()[name].get("class", BASELINE).partition(":")
        return bool(getattr(getattr(import_module(module), cls), ATTRIBUTE, False))
    found = {_of_class(cls, frozenset()) for cls in _table().get(name, ())}
    return found.pop() if len(found) == 1 else None


def known_models() -> list[str]:
    """The names in the host's table of models; none where there is no host, or its source does not tell."""
    return sorted(_table())


@cache
def _table() -> dict[str, set[str]]:
    """The classes that the host's table of models names for each model."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(parsed("vlmeval.config")):
        pairs = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
        for key, value in pairs:
            if isinstance(key, ast.Constant) and isinstance(value, ast.Call):
                made = value.args[0] if _identifier(value.func) == "partial" and value.args else value.func
                found.setdefault(str(key.value), set()).add(_identifier(made))
    return found


@cache
def _of_class(name: str, above: frozenset[str]) -> bool | None:
    """What a class, or else the first of its bases that says so, has as the attribute."""
    found = set()
    for path in _files().get(name, ()) if name not in above else ():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.ClassDef) and node.name == name:
                own = next(_assigned(node), None)
                bases = (_of_class(_identifier(base), above | {name}) for base in node.bases)
                found.add(own if own is not None else next((one for one in bases if one is not None), None))
    return found.pop() if len(found) == 1 else None


def _assigned(node: ast.ClassDef) -> Iterator[bool]:
    for statement in node.body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if ATTRIBUTE in map(_identifier, targets):
                yield bool(getattr(statement.value, "value", False))


def _identifier(node: ast.AST) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


@cache
def _files() -> dict[str, list[Path]]:
    """The files of the host's models that define a class of a name."""
    found: dict[str, list[Path]] = {}
    place = host_folder()
    for path in [path for part in ("vlm", "api") for path in sorted((place / part).rglob("*.py"))] if place else []:
        try:
            names = set(_CLASS.findall(path.read_text(encoding="utf-8", errors="replace")))
        except OSError:
            continue
        for name in names:
            found.setdefault(name, []).append(path)
    return found


@cache
def _tree(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])
