"""Which statements of which modules a function needs: static reachability over names.

A name that a reached statement reads is reached, through imports and re-exporting packages; of a class, only methods
whose names occur in reached statements. A statement that binds nothing, such as ``TABLE.update(...)``, is reached with
the names it uses.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, NamedTuple

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.edits import simplified

ROOT = Path(__file__).resolve().parents[2]
"""Folder of the packages."""

OURS = ("vlmeval_hvs", "standardizers")
_LAZY = "_MODULE_OF"
"""Name of the table of modules in packages that load names on first use."""


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
    """A statement of a module's top level.

    Attributes:
        names: Names that it binds; none for statements that only act on others.
        node: Its syntax tree.
        first: Its first line, comments directly above it and decorators included; 1-based.
        last: Its last line, a docstring of the attribute included.
        methods: Methods of a class that may be left out: name to (first line, last line, syntax tree).
        reached: Whether it is needed.
        named: Methods that are needed.
    """

    names: tuple[str, ...]
    node: ast.stmt
    first: int
    last: int
    methods: dict[str, tuple[int, int, ast.stmt]] = field(default_factory=dict)
    reached: bool = False
    named: set[str] = field(default_factory=set)

    @property
    def kept(self) -> ast.stmt:
        """Its syntax tree; of a class, without unused methods."""
        if not isinstance(self.node, ast.ClassDef) or not self.methods:
            return self.node
        left_out = [self.methods[name][2] for name in set(self.methods) - self.named]
        body = [part for part in self.node.body if part not in left_out]
        fields: dict[str, Any] = {name: getattr(self.node, name) for name in self.node._fields}
        return ast.ClassDef(**{**fields, "body": body})


class Module:
    """A simplified module, taken apart.

    Raises:
        DataError: There is no such module.
    """

    def __init__(self, name: str) -> None:
        path = file_of(name)
        if path is None:
            raise DataError(f"there is no module {name}")
        self.name, self.path = name, path
        self.text = simplified(path.read_text(encoding="utf-8"))
        self.pieces: list[Piece] = []
        self.imports: dict[str, Import] = {}
        """Meanings of names that are imported, or loaded on first use."""
        tree = ast.parse(self.text)
        self.words = ast.get_docstring(tree) or ""
        lines, end = self.text.splitlines(), 0
        for node in tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)) or (
                isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
            ):
                self.imports |= dict(self._imported(node))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                if self.pieces and end == self.pieces[-1].last:
                    self.pieces[-1].last = node.end_lineno or 0
            else:
                self.pieces.append(_piece(node, lines))
            end = node.end_lineno or 0
        for piece in self.pieces:
            if piece.names == (_LAZY,) and isinstance(piece.node, ast.Assign):
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
        """Where a name of one of our modules is defined, followed through all imports; None for a builtin.

        Raises:
            DataError: It is not defined, or one of our modules is used as a value.
        """
        owner = self.modules.setdefault(module, self.modules.get(module) or Module(module))
        if any(name in piece.names for piece in owner.pieces):
            return Import(module, name)
        found = owner.imports.get(name)
        if found is None or not found.ours:
            return found
        defined = self.source_of(*found)
        if defined is None:
            raise DataError(f"{found.module} has no {found.name}")
        return defined

    def reach(self, module: str, name: str, methods: Iterable[str] = ()) -> None:
        """Add a name with everything it needs."""
        self._touched |= set(methods)
        todo = [(module, name)]
        while todo:
            found = self.source_of(*todo.pop())
            if found is None or not found.ours:
                continue
            for piece in self.modules[found.module].pieces:
                if not piece.reached and found.name in (piece.names or _words(piece.node)):
                    piece.reached = True
                    todo += self._needs(found.module, piece.kept)
            todo += self._methods_named()

    def _needs(self, module: str, node: ast.AST) -> list[tuple[str, str]]:
        self._touched |= attributes(node)
        return [(module, name) for name in free_names(node)]

    def _methods_named(self) -> list[tuple[str, str]]:
        """Needs of methods whose names occur in reached pieces."""
        needed = []
        for module in self.modules.values():
            for piece in module.taken:
                for method in set(piece.methods) & self._touched - piece.named:
                    piece.named.add(method)
                    needed += self._needs(module.name, piece.methods[method][2])
        return needed


def file_of(module: str) -> Path | None:
    """The file of a module of this distribution; None if there is none."""
    path = ROOT.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _piece(node: ast.stmt, lines: list[str]) -> Piece:
    names: tuple[str, ...] = ()
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        names = (node.name,)
    else:
        names = tuple(name for target in targets_of(node) for name in stored(target))
    piece = Piece(names, node, _first_line(node, lines), node.end_lineno or 0)
    if isinstance(node, ast.ClassDef) and all(isinstance(base, (ast.Name, ast.Subscript)) for base in node.bases):
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                piece.methods[part.name] = (_first_line(part, lines), part.end_lineno or 0, part)
    return piece


def _first_line(node: ast.stmt, lines: list[str]) -> int:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return first


def targets_of(node: ast.stmt) -> list[ast.expr]:
    """Targets of an assignment; none for other statements."""
    return node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []


def free_names(node: ast.AST) -> set[str]:
    """Names that a piece of code reads and does not bind itself."""
    tables, found = [symtable.symtable(ast.unparse(node), "piece", "exec")], set()
    for table in tables:
        tables += table.get_children()
        found |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    return found


def stored(node: ast.AST) -> list[str]:
    """Names that the assignments in a piece of code bind."""
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def attributes(node: ast.AST) -> set[str]:
    """Names of attributes that a piece of code may use: as attributes, or as strings."""
    texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)} | set(
        filter(str.isidentifier, texts)
    )


def _words(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
