"""Merges the reached pieces of many modules into three files.

Every definition gets a name that is unique in the folder: its own or, if that is taken, its own followed by that of its
module. Statements of a module keep their order, and files import each other in one direction only.
"""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Collection, Iterable, Mapping
from graphlib import TopologicalSorter
from typing import NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.edits import Edits
from vlmeval_hvs.upstream.reach import Import, Module, Piece, Reached, free_names, stored, targets_of

FILES = ("readers", "tools", "scoring")
"""Stems of the files: readers of replies, code that benchmarks share, and the benchmark's own code."""


class Use(NamedTuple):
    """A place (offsets in a module's text) that reads a name which the statement does not bind itself."""

    start: int
    end: int
    found: Import
    shown: str


Uses = Mapping[str, list[Use]]
Names = Mapping[Import, str]


def merged(reached: Reached, fixed: Collection[str] = ()) -> dict[str, str]:
    """The files of the closure.

    Args:
        reached: The closure.
        fixed: Names that stay, because other files import them.

    Returns:
        Stem of each file to its text, not yet formatted.

    Raises:
        DataError: Modules import different things under one name, or import from a later file.
    """
    modules = {name: module for name, module in sorted(reached.modules.items()) if module.taken}
    uses = {name: _uses(reached, module) for name, module in modules.items()}
    graph = {name: sorted({use.found.module for use in uses[name] if use.found.ours} - {name}) for name in modules}
    order = [modules[name] for name in TopologicalSorter(graph).static_order()]
    for name, others in graph.items():
        if any(FILES.index(file_for(other)) > FILES.index(file_for(name)) for other in others):
            raise DataError(f"{name} needs a module of a later file")
    names = _names(order, uses, fixed)
    files = {stem: [module for module in order if file_for(module.name) == stem] for stem in FILES}
    return {stem: _text(stem, some, uses, names) for stem, some in files.items() if some}


def file_for(module: str) -> str:
    """The stem of the file that a module goes into."""
    if module.startswith("standardizers"):
        return "readers"
    return "scoring" if module.startswith(("vlmeval_hvs.benchmarks", "vlmeval_hvs.upstream")) else "tools"


def _uses(reached: Reached, module: Module) -> list[Use]:
    edits, result = Edits(module.text), []
    for node in (piece.kept for piece in module.taken):
        free = free_names(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in free:
                found = reached.source_of(module.name, part.id) or Import("", part.id)
                result.append(Use(edits.start(part), edits.end(part), found, part.id))
    return result


def _names(order: Iterable[Module], uses: Uses, fixed: Collection[str]) -> Names:
    """The name of every definition in the folder; the benchmark's own names stay what they are."""
    foreign: dict[str, Import] = {}
    for use in (use for module in order for use in uses[module.name] if not use.found.ours):
        if foreign.setdefault(use.shown, use.found) != use.found:
            raise DataError(f"the name {use.shown} is imported from {use.found} and from {foreign[use.shown]}")
    parts = [part for module in order for piece in module.taken for part in ast.walk(piece.kept)]
    # A linter takes an import of a name that a loop binds for one that is lost.
    loops = {name for part in parts if isinstance(part, ast.For) for name in stored(part.target)}
    local = {part.arg for part in parts if isinstance(part, ast.arg)}
    local |= {name for module in order for piece in module.taken for name in stored(piece.kept)}
    taken = {*foreign, *dir(builtins), *loops}
    names: dict[Import, str] = {}
    for module in reversed(list(order)):
        for name in (name for piece in module.taken for name in piece.names):
            chosen = name
            if name in taken and not (name in fixed and file_for(module.name) == FILES[-1]):
                chosen = f"{name}_{module.name.rpartition('.')[2]}"
                while chosen in taken or chosen in local:
                    chosen += "_"
            taken.add(chosen)
            names[Import(module.name, name)] = chosen
    return names


def _text(stem: str, modules: list[Module], uses: Uses, names: Names) -> str:
    lines, parts = set(), []
    for module in modules:
        for _, _, found, shown in uses[module.name]:
            if found.ours and file_for(found.module) != stem:
                lines.add(f"from .{file_for(found.module)} import {names[found]}")
            elif not found.ours and found.module:
                renamed = "" if shown == (found.name or found.module) else f" as {shown}"
                first = f"from {found.module} import {found.name}" if found.name else f"import {found.module}"
                lines.add(first + renamed)
        words = " ".join(module.words.split("\n\n")[0].split())
        parts += ["\n", *(f"# {line}" for line in textwrap.wrap(words, 117)), *_sources(module, uses, names)]
    return "\n".join(["from __future__ import annotations", "", *sorted(lines), "", *parts]) + "\n"


def _sources(module: Module, uses: Uses, names: Names) -> list[str]:
    """The text of the reached pieces with the folder's names, without unused methods."""
    edits = Edits(module.text)
    functions = [part for piece in module.taken for part in ast.walk(piece.kept) if isinstance(part, ast.FunctionDef)]
    local = {name for part in functions for name in [*stored(part), *(one.arg for one in part.args.args)]}
    for start, end, found, shown in uses[module.name]:
        if found.ours and names[found] != shown:
            if shown in local:
                raise DataError(f"{module.name} uses {shown} for a variable and for {names[found]}")
            edits.replace(start, end, names[found])
    for piece in module.taken:
        for name in piece.names:
            for start in _bindings(edits, piece, name):
                edits.replace(start, start + len(name), names[Import(module.name, name)])
        for name in set(piece.methods) - piece.named:
            first, last, _ = piece.methods[name]
            edits.drop_lines(first, last)
    return [edits.part(piece.first, piece.last) for piece in module.taken]


def _bindings(edits: Edits, piece: Piece, name: str) -> list[int]:
    """Where a piece binds a name of the module."""
    node = piece.node
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [edits.text.index(name, edits.start(node) + len("def "))]
    parts = [part for target in targets_of(node) for part in ast.walk(target)]
    return [edits.start(part) for part in parts if isinstance(part, ast.Name) and part.id == name]
