"""Merges reached pieces of many modules into three files.

Every definition gets one name in the whole folder: its own, or, where that is taken, its own with the name of its
module behind it. No state is moved: what a module does when it is imported, it does in the same order, and files import
each other in one direction only.
"""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Collection
from dataclasses import dataclass
from graphlib import TopologicalSorter

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.edits import Edits
from vlmeval_hvs.upstream.modules import Import, Module, Piece, with_body
from vlmeval_hvs.upstream.names import bound_names, free_nodes, loop_names
from vlmeval_hvs.upstream.reach import Reached

FILES = ("readers", "tools", "scoring")
"""Stems of the files: what reads replies, what all benchmarks share, and what is the benchmark's own."""

Definition = tuple[str, str]
"""Module and name."""


_NAMESPACE = Import("types", "SimpleNamespace", False)
"""What stands for a module of ours that is used as a value."""


@dataclass(frozen=True)
class Use:
    """A place where a module reads a name that is defined outside of it, or an alias of its own.

    Attributes:
        start: Offset in the module's text.
        end: Likewise.
        found: What it stands for.
        shown: The name as written; for a name of a whole module, the one behind the dot.
    """

    start: int
    end: int
    found: Import
    shown: str


def merged(reached: Reached, fixed: Collection[str] = ()) -> dict[str, str]:
    """The files of the closure.

    Args:
        reached: The closure.
        fixed: Names that are not changed, as others import them.

    Returns:
        Stem of each file to its text, not yet formatted.

    Raises:
        DataError: Modules import different things under one name, or depend on each other against the files' order.
    """
    uses = {name: _uses(reached, name) for name in reached.pieces}
    graph = {  # sorted, for the same files in every process
        name: sorted({use.found.module for use in uses[name] if use.found.ours} - {name}) for name in sorted(uses)
    }
    order = list(TopologicalSorter(graph).static_order())
    for name, others in graph.items():
        if any(FILES.index(file_for(other)) > FILES.index(file_for(name)) for other in others):
            raise DataError(f"{name} needs a module of a later file")
    names = _canonical(reached, order, uses, fixed)
    result = {}
    for stem in FILES:
        modules = [name for name in order if file_for(name) == stem]
        if modules:
            result[stem] = _text(reached, modules, uses, names)
    return result


def file_for(module: str) -> str:
    """The stem of the file that a module goes into."""
    if module.startswith("standardizers"):
        return "readers"
    return "scoring" if module.startswith(("vlmeval_hvs.benchmarks", "vlmeval_hvs.upstream")) else "tools"


def _pieces(reached: Reached, module: str) -> list[Piece]:
    return [reached.modules[module].pieces[place] for place in sorted(reached.pieces[module])]


def _own_names(reached: Reached, module: str) -> list[str]:
    return [name for piece in _pieces(reached, module) for name in piece.names]


def _nodes(reached: Reached, module: str) -> list[ast.AST]:
    """The syntax trees of the reached pieces; of a class, without the methods that nobody names."""
    found: list[ast.AST] = []
    for piece in _pieces(reached, module):
        if not piece.methods or not isinstance(piece.node, ast.ClassDef):
            found.append(piece.node)
            continue
        left_out = {id(piece.methods[name][2]) for name in set(piece.methods) - reached.methods[module, piece.names[0]]}
        node = piece.node
        body = [part for part in node.body if id(part) not in left_out]
        found.append(with_body(node, body))
    return found


def _uses(reached: Reached, module: str) -> list[Use]:
    owner = reached.modules[module]
    edits = Edits(owner.text)
    result = []
    for tree in _nodes(reached, module):
        behind = {id(part.value): part for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
        for node in free_nodes(tree):
            found = reached.source_of(module, node.id)
            if found is None:
                found = Import("", node.id, False)
            shown = node.id
            place: ast.Name | ast.Attribute = node
            if found.ours and not found.name and id(node) in behind:
                place, shown = behind[id(node)], behind[id(node)].attr
                found = reached.source_of(found.module, shown) or found
            result.append(Use(edits.start(place), edits.end(place), found, shown))
            if found.ours and not found.name:
                result.append(Use(0, 0, _NAMESPACE, _NAMESPACE.name))
    return result


def _canonical(
    reached: Reached, order: list[str], uses: dict[str, list[Use]], fixed: Collection[str]
) -> dict[Definition, str]:
    """The name of every definition in the folder."""
    foreign: dict[str, tuple[str, str]] = {}
    for found in (use for name in order for use in uses[name] if not use.found.ours):
        meaning = (found.found.module, found.found.name)
        if foreign.setdefault(found.shown, meaning) != meaning:
            raise DataError(f"{found.shown} stands for {meaning} and for {foreign[found.shown]}")
    taken = {*foreign, *dir(builtins)}
    names: dict[Definition, str] = {}
    loops = {name for module in order for tree in _nodes(reached, module) for name in loop_names(tree)}
    taken |= loops
    local = set().union(*(bound_names(tree) for module in order for tree in _nodes(reached, module)))
    for module in reversed(order):  # the benchmark's own names stay what they are
        for name in _own_names(reached, module):
            chosen = name
            if name in taken and not (name in fixed and file_for(module) == FILES[-1]):
                chosen = f"{name}_{module.rpartition('.')[2]}"
                while chosen in taken or chosen in local:
                    chosen += "_"
            taken.add(chosen)
            names[module, name] = chosen
    return names


def _text(reached: Reached, modules: list[str], uses: dict[str, list[Use]], names: dict[Definition, str]) -> str:
    stem = file_for(modules[0])
    lines = set()
    for module in modules:
        for use in uses[module]:
            found = use.found
            if found.ours and file_for(found.module) != stem:
                if not found.name:
                    raise DataError(f"{module} uses a module of another file as a value: {found.module}")
                lines.add(f"from .{file_for(found.module)} import {names[found.module, found.name]}")
            elif not found.ours and found.module:
                renamed = "" if use.shown == (found.name or found.module) else f" as {use.shown}"
                first = f"from {found.module} import {found.name}" if found.name else f"import {found.module}"
                lines.add(first + renamed)
    parts = ["from __future__ import annotations", "", *sorted(lines), ""]
    for module in modules:
        pieces = _sources(reached, module, uses[module], names)
        parts += ["\n", _banner(reached.modules[module]), *pieces]
    return "\n".join(parts) + "\n"


def _banner(module: Module) -> str:
    first = " ".join(module.words.split("\n\n")[0].split())
    return "\n".join(f"# {line}" for line in textwrap.wrap(first, 117))


def _sources(reached: Reached, module: str, uses: list[Use], names: dict[Definition, str]) -> list[str]:
    """The text of the reached pieces under the names of the folder, without methods that nobody names."""
    owner = reached.modules[module]
    edits = Edits(owner.text)
    for use in uses:
        if use.found.ours and use.found.name:
            edits.replace(use.start, use.end, names[use.found.module, use.found.name])
        elif use.found.ours:
            module_names = _own_names(reached, use.found.module)
            words = ", ".join(f"{name}={names[use.found.module, name]}" for name in module_names)
            edits.replace(use.start, use.end, f"{_NAMESPACE.name}({words})")
    for piece in _pieces(reached, module):
        for name in piece.names:
            if names[module, name] != name:
                for start in _bindings(edits, piece, name):
                    edits.replace(start, start + len(name), names[module, name])
        if piece.methods:
            for name in set(piece.methods) - reached.methods[module, piece.names[0]]:
                first, last, _ = piece.methods[name]
                edits.drop_lines(first, last)
    return [edits.part(piece.first, piece.last) for piece in _pieces(reached, module)]


def _bindings(edits: Edits, piece: Piece, name: str) -> list[int]:
    """Where a piece binds a name of the module."""
    node = piece.node
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [edits.text.index(name, edits.start(node) + len("def "))]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    found = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name) and part.id == name]
    return [edits.start(part) for part in found]
