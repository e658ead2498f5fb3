"""Modules of this distribution, taken apart into the pieces that a pull request may take or leave."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.edits import Edits, simplified
from vlmeval_hvs.upstream.names import attributes, free_names

ROOT = Path(__file__).resolve().parents[2]
"""Where the packages lie."""

OURS = ("vlmeval_hvs", "standardizers")
_LAZY = "_MODULE_OF"
"""A package whose names are loaded on first use keeps their modules in a table of this name."""


@dataclass(frozen=True)
class Import:
    """What a name of a module stands for, where it was imported.

    Attributes:
        module: Full name of the module it comes from.
        name: Its name there; "" for the module itself.
        ours: Whether the module belongs to this distribution.
    """

    module: str
    name: str
    ours: bool


@dataclass
class Piece:
    """A statement of a module's top level.

    Attributes:
        names: Names that it binds; none for statements that only act on others.
        node: Its syntax tree.
        first: Its first line, comments directly above it and decorators included; 1-based.
        last: Its last line, a docstring of the attribute included.
        methods: Of a class, its methods that may be left out: name to (first line, last line, syntax tree).
        bare: Names that it needs; of a class, without those that only methods need.
        touched: Likewise attributes.
    """

    names: tuple[str, ...]
    node: ast.stmt
    first: int
    last: int
    methods: dict[str, tuple[int, int, ast.stmt]] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)


@dataclass
class Module:
    """A simplified module.

    Attributes:
        name: Its full name.
        pieces: The statements of its top level.
        imports: Where its names come from.
    """

    name: str
    pieces: list[Piece] = field(default_factory=list)
    imports: dict[str, Import] = field(default_factory=dict)

    def __post_init__(self) -> None:
        path = file_of(self.name)
        if path is None:
            raise DataError(f"there is no module {self.name}")
        self.package = self.name if path.name == "__init__.py" else self.name.rpartition(".")[0]
        self.text = self._hoisted(simplified(path.read_text(encoding="utf-8")))
        self.tree = ast.parse(self.text)
        self.words = ast.get_docstring(self.tree) or ""
        lines = self.text.splitlines()
        end = 0
        for place, node in enumerate(self.tree.body):
            if isinstance(node, (ast.Import, ast.ImportFrom)) or (isinstance(node, ast.If) and _only_types(node)):
                self._note_imports(node)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                if self.pieces and place and end == self.pieces[-1].last:
                    self.pieces[-1].last = node.end_lineno or 0
            else:
                self.pieces.append(_piece(node, lines, end))
            end = node.end_lineno or 0

    def _note_imports(self, node: ast.stmt) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.Import):
                for one in part.names:
                    shown = one.asname or one.name.split(".")[0]
                    module = one.name if one.asname else shown
                    self.imports[shown] = Import(module, "", module.split(".")[0] in OURS)
            elif isinstance(part, ast.ImportFrom) and part.module != "__future__":
                for one in part.names:
                    self.imports[one.asname or one.name] = self._from(part, one.name)

    def _from(self, node: ast.ImportFrom, name: str) -> Import:
        module = node.module or ""
        if node.level:
            base = self.package.split(".")
            module = ".".join([*base[: len(base) - node.level + 1], *([module] if module else [])])
        ours = module.split(".")[0] in OURS
        if ours and file_of(f"{module}.{name}") is not None and not _binds(module, name):
            return Import(f"{module}.{name}", "", True)
        return Import(module, name, ours)

    def _hoisted(self, text: str) -> str:
        """Imports of our own modules inside of functions become imports of the module."""
        edits, tree, top = Edits(text), ast.parse(text), []
        for owner in ast.walk(tree):
            if not isinstance(owner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            for node in ast.walk(owner):
                if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] in OURS):
                    edits.drop_lines(node.lineno, node.end_lineno or 0)
                    top.append(ast.unparse(node))
        return edits.applied() + "".join(f"{line}\n" for line in dict.fromkeys(top))

    @cached_property
    def table(self) -> dict[str, str]:
        """Of a package that loads its names on first use: name to module."""
        for piece in self.pieces:
            if piece.names == (_LAZY,) and isinstance(piece.node, ast.Assign):
                found: dict[str, str] = ast.literal_eval(piece.node.value)
                return {name: f"{self.name}.{module}" for name, module in found.items()}
        return {}

    def piece_of(self, name: str) -> list[Piece]:
        """The pieces that bind a name."""
        return [piece for piece in self.pieces if name in piece.names]


def file_of(module: str) -> Path | None:
    """The file of a module of this distribution; None where there is none."""
    path = ROOT.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file
    return None


def _binds(package: str, name: str) -> bool:
    """Whether a package itself binds a name, so that it does not stand for a module of that name."""
    path = file_of(package)
    tree = ast.parse(path.read_text(encoding="utf-8")) if path else ast.Module([], [])
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any((one.asname or one.name) == name for one in node.names):
            return True
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return True
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == _LAZY for target in node.targets):
            return name in ast.literal_eval(node.value)
    return False


def _only_types(node: ast.If) -> bool:
    return getattr(node.test, "id", "") == "TYPE_CHECKING"


def _piece(node: ast.stmt, lines: list[str], end: int) -> Piece:
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    while first - 1 > end and lines[first - 2].startswith("#"):
        first -= 1
    piece = Piece(_bound(node), node, first, node.end_lineno or 0)
    if isinstance(node, ast.ClassDef) and all(isinstance(base, (ast.Name, ast.Subscript)) for base in node.bases):
        piece.methods = _methods(node, lines)
    kept: ast.stmt = node
    if piece.methods and isinstance(node, ast.ClassDef):
        removable = {id(part) for _, _, part in piece.methods.values()}
        body = [part for part in node.body if id(part) not in removable]
        kept = with_body(node, body)
    piece.bare, piece.touched = free_names(kept), attributes(kept)
    return piece


def with_body(node: ast.ClassDef, body: list[ast.stmt]) -> ast.ClassDef:
    """A class with another body."""
    fields: dict[str, Any] = {name: body if name == "body" else getattr(node, name) for name in node._fields}
    return ast.ClassDef(**fields)


def _bound(node: ast.stmt) -> tuple[str, ...]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return tuple(
        part.id for target in targets for part in ast.walk(target)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )  # fmt: skip


def _methods(node: ast.ClassDef, lines: list[str]) -> dict[str, tuple[int, int, ast.stmt]]:
    """Methods that are called by name only, so that they can be left out where nobody names them."""
    found: dict[str, tuple[int, int, ast.stmt]] = {}
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
            first = min([part.lineno, *(one.lineno for one in part.decorator_list)])
            while lines[first - 2].lstrip().startswith("#"):
                first -= 1
            found[part.name] = (first, part.end_lineno or 0, part)
    return found
