"""The code that some functions need, taken from all of our modules and written into three files.

A name that a needed statement reads is needed, through imports and re-exporting packages; of a class, only methods
whose names occur in needed statements. A statement that binds nothing, such as ``TABLE.update(...)``, is needed with
the names it uses. In the files every definition has a name of its own: that in its module or, if another has it, the
name followed by that of the module. Statements keep their order, and files import each other in one direction only.
"""

import ast
import builtins
import symtable
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.simplify import simplified, source_of_node

ROOT = Path(__file__).resolve().parents[2]  # folder of the packages
OURS = ("vlmeval_hvs", "standardizers")
FILES = ("readers", "tools", "scoring")
"""Stems of the files: readers of replies, code that benchmarks share, and the benchmark's own code."""

_LAZY = "_MODULE_OF"  # name of the table of modules in packages that load names on first use


class Import(NamedTuple):
    """The meaning of a name: a name of a module, or with the name "" the module itself."""

    module: str
    name: str

    @property
    def ours(self) -> bool:
        """Whether it belongs to this distribution."""
        return self.module.split(".")[0] in OURS


@dataclass
class Piece:
    """A statement of a module's top level."""

    names: list[str]  # that it binds; none for statements that only act on others
    node: ast.stmt
    about: str = ""  # the docstring below it
    reached: bool = False  # whether it is needed
    named: set[str] = field(default_factory=set)  # methods that are needed

    @property
    def methods(self) -> dict[str, ast.FunctionDef]:
        """Methods of a class that may be left out."""
        if not isinstance(self.node, ast.ClassDef):
            return {}
        functions = [part for part in self.node.body if isinstance(part, ast.FunctionDef)]
        return {part.name: part for part in functions if not part.name.startswith("__")}

    @property
    def kept(self) -> ast.stmt:
        """Its syntax tree; of a class, without unused methods."""
        left_out = [method for name, method in self.methods.items() if name not in self.named]
        kept = copy(self.node)
        if isinstance(kept, ast.ClassDef):
            kept.body = [part for part in kept.body if part not in left_out]
        return kept


class Module:
    """A simplified module, taken apart; a `DataError` if there is none of that name."""

    def __init__(self, name: str) -> None:
        path = file_of(name)
        if path is None:
            raise DataError(f"there is no module {name}")
        self.name, self.path = name, path
        self.pieces: list[Piece] = []
        self.imports: dict[str, Import] = {}  # meanings of names that are imported, or loaded on first use
        tree = simplified(path.read_text(encoding="utf-8"))
        self.words = ast.get_docstring(tree) or ""
        for node in tree.body:
            guard = isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
            if guard or isinstance(node, (ast.Import, ast.ImportFrom)):
                self.imports |= dict(self._imported(node))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                if self.pieces:
                    self.pieces[-1].about = str(node.value.value)
            else:
                self.pieces.append(Piece(_bound(node), node))
        for piece in self.pieces:
            if piece.names == [_LAZY] and isinstance(piece.node, ast.Assign):
                table = ast.literal_eval(piece.node.value)
                self.imports = {one: Import(f"{name}.{module}", one) for one, module in table.items()} | self.imports

    def _imported(self, node: ast.stmt) -> Iterator[tuple[str, Import]]:
        package = self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]
        for part in ast.walk(node):
            if isinstance(part, ast.Import):
                for one in part.names:
                    shown = one.asname or one.name.split(".")[0]
                    yield shown, Import(one.name if one.asname else shown, "")
            elif isinstance(part, ast.ImportFrom) and part.module != "__future__":
                module = resolve_name("." * part.level + (part.module or ""), package)
                yield from ((one.asname or one.name, Import(module, one.name)) for one in part.names)

    @property
    def taken(self) -> list[Piece]:
        """The pieces that are needed."""
        return [piece for piece in self.pieces if piece.reached]


class Reached:
    """Everything that some names need: modules by name, re-exporting ones included."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        self._touched: set[str] = set()

    def source_of(self, module: str, name: str) -> Import | None:
        """Where a name of one of our modules is defined, followed through all imports; None for a builtin."""
        if module not in self.modules:
            self.modules[module] = Module(module)
        owner = self.modules[module]
        if any(name in piece.names for piece in owner.pieces):
            return Import(module, name)
        found = owner.imports.get(name)
        if found is None or not found.ours:
            return found
        if defined := self.source_of(*found):
            return defined
        raise DataError(f"{found.module} has no {found.name}")

    def reach(self, module: str, name: str, methods: Iterable[str] = ()) -> None:
        """Add a name with everything it needs."""
        self._touched |= set(methods)
        todo = [(module, name)]
        while todo:
            found = self.source_of(*todo.pop())
            if found is None or not found.ours:
                continue
            for piece in self.modules[found.module].pieces:
                if not piece.reached and found.name in (piece.names or _names_in(piece.node)):
                    piece.reached = True
                    todo += self._needs(found.module, piece.kept)
            for owner in self.modules.values():
                for piece in owner.taken:
                    for method in piece.methods.keys() & self._touched - piece.named:
                        piece.named.add(method)
                        todo += self._needs(owner.name, piece.methods[method])

    def _needs(self, module: str, node: ast.AST) -> list[tuple[str, str]]:
        parts = list(ast.walk(node))
        texts = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
        self._touched |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
        self._touched |= set(filter(str.isidentifier, texts))  # names of attributes may be strings
        return [(module, name) for name in free_names(node)]


def file_of(module: str) -> Path | None:
    """The file of a module of this distribution; None if there is none."""
    path = ROOT.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def free_names(node: ast.AST) -> set[str]:
    """Names that a piece of code reads and does not bind itself."""
    tables, found = [symtable.symtable(ast.unparse(node), "piece", "exec")], set()
    for table in tables:
        tables += table.get_children()
        found |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    return found


def _names_in(node: ast.AST, *contexts: type[ast.expr_context]) -> set[str]:
    """Names in a piece of code, or only those that are read or bound."""
    names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
    return {part.id for part in names if not contexts or isinstance(part.ctx, contexts)}


def _bound(node: ast.stmt) -> list[str]:
    """Names that a statement of the top level binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


# For each module, the names that its needed statements read and do not bind, and what they mean.
Uses = Mapping[str, Mapping[str, Import]]


def merged(reached: Reached, fixed: Collection[str] = ()) -> dict[str, str]:
    """The files of the closure, whose syntax trees are changed: stem to text, not yet formatted.

    Names in ``fixed`` stay, because other files import them. A `DataError` says which modules import different things
    under one name.
    """
    modules = {name: module for name, module in sorted(reached.modules.items()) if module.taken}
    uses: dict[str, dict[str, Import]] = {}
    for name, module in modules.items():
        read = sorted({one for piece in module.taken for one in free_names(piece.kept)})
        uses[name] = {one: reached.source_of(name, one) or Import("", one) for one in read}
    graph = {name: sorted({use.module for use in uses[name].values() if use.ours} - {name}) for name in modules}
    order = [modules[name] for name in TopologicalSorter(graph).static_order()]
    names = _names(order, uses, fixed)
    files = {stem: [module for module in order if file_for(module.name) == stem] for stem in FILES}
    return {stem: _text(stem, some, uses, names) for stem, some in files.items() if some}


def file_for(module: str) -> str:
    """The stem of the file that a module goes into."""
    if module.startswith("standardizers"):
        return "readers"
    return "scoring" if module.startswith(("vlmeval_hvs.benchmarks", "vlmeval_hvs.upstream")) else "tools"


def _names(order: list[Module], uses: Uses, fixed: Collection[str]) -> dict[Import, str]:
    """The name of every definition in the folder; the benchmark's own names stay what they are."""
    foreign: dict[str, Import] = {}
    for shown, found in (use for module in order for use in uses[module.name].items() if not use[1].ours):
        if foreign.setdefault(shown, found) != found:
            raise DataError(f"the name {shown} is imported from {found} and from {foreign[shown]}")
    kept = [piece.kept for module in order for piece in module.taken]
    parts = [part for node in kept for part in ast.walk(node)]
    # A linter takes an import of a name that a loop binds for one that is lost.
    loops = {name for part in parts if isinstance(part, ast.For) for name in _names_in(part.target)}
    local = {part.arg for part in parts if isinstance(part, ast.arg)}
    local |= {name for node in kept for name in _names_in(node, ast.Store)}
    taken = {*foreign, *dir(builtins), *loops}
    names: dict[Import, str] = {}
    for module in reversed(order):
        for name in (name for piece in module.taken for name in piece.names):
            chosen = name
            if name in taken and not (name in fixed and file_for(module.name) == FILES[-1]):
                chosen = f"{name}_{module.name.rpartition('.')[2]}"
                while chosen in taken or chosen in local:
                    chosen += "_"
            taken.add(chosen)
            names[Import(module.name, name)] = chosen
    return names


def _text(stem: str, modules: list[Module], uses: Uses, names: Mapping[Import, str]) -> str:
    lines, parts = set(), []
    for module in modules:
        for shown, found in uses[module.name].items():
            if found.ours and file_for(found.module) != stem:
                lines.add(f"from .{file_for(found.module)} import {names[found]}")
            elif not found.ours and found.module:
                renamed = "" if shown == (found.name or found.module) else f" as {shown}"
                first = f"from {found.module} import {found.name}" if found.name else f"import {found.module}"
                lines.add(first + renamed)
        parts += ["\n", *_comment(module.words.split("\n\n")[0])]
        new = {shown: names[found] for shown, found in uses[module.name].items() if found.ours}
        new |= {name: names[Import(module.name, name)] for piece in module.taken for name in piece.names}
        for piece in module.taken:
            parts += [*_comment(piece.about), source_of_node(_renamed(piece.kept, piece.names, new, module.name))]
    return "\n".join(["from __future__ import annotations", "", *sorted(lines), "", *parts]) + "\n"


def _comment(words: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(" ".join(words.split()), 117)]


def _renamed(node: ast.stmt, bound: list[str], new: Mapping[str, str], module: str) -> ast.stmt:
    """A piece with the folder's names, for what it reads of others and for what it binds itself."""
    free = free_names(node) | set(bound)
    functions = [part for part in ast.walk(node) if isinstance(part, ast.FunctionDef)]
    local = {name for part in functions for name in _names_in(part, ast.Store)}
    local |= {one.arg for part in functions for one in part.args.args}
    if clash := {name for name in free & local if new.get(name, name) != name}:
        raise DataError(f"{module} uses {', '.join(sorted(clash))} for a variable and for a definition")
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in free:
            part.id = new.get(part.id, part.id)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        node.name = new[node.name]
    return node
