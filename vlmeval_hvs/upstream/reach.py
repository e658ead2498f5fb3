"""Which pieces of which modules a function needs: static reachability over names.

A name that a reached piece reads is reached, through imports and through packages that pass names on; of a class only
the methods are that some reached piece names. A statement that binds nothing, as ``TABLE.update(...)``, goes along with
the names it acts on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.upstream.modules import Import, Module, Piece
from vlmeval_hvs.upstream.names import attributes, free_names


@dataclass
class Reached:
    """The closure of some names of one module.

    Attributes:
        modules: Module by name, those that only pass names on included.
        pieces: Name of the module to the reached pieces, by position.
        methods: (module, class) to its reached methods.
        outside: Name of the module to the names of imports that reached pieces use.
    """

    modules: dict[str, Module] = field(default_factory=dict)
    pieces: dict[str, set[int]] = field(default_factory=dict)
    methods: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    outside: dict[str, set[str]] = field(default_factory=dict)
    _touched: set[str] = field(default_factory=set)

    def module(self, name: str) -> Module:
        """A module, read once."""
        if name not in self.modules:
            self.modules[name] = Module(name)
        return self.modules[name]

    def source_of(self, module: str, name: str) -> Import | None:
        """Where a name of one of our modules is defined, followed through all imports; None for a builtin.

        Raises:
            DataError: A module of ours is used as a value.
        """
        owner = self.module(module)
        if owner.piece_of(name):
            return Import(module, name, True)
        found = owner.imports.get(name)
        if found is None and name in owner.table:
            found = Import(owner.table[name], name, True)
        if found is None or not found.ours or not found.name:
            return found
        return self.source_of(found.module, found.name) or self._missing(found)

    def _missing(self, found: Import) -> Import:
        raise DataError(f"{found.module} has no {found.name}")

    def reach(self, module: str, name: str, methods: Iterable[str] = ()) -> None:
        """Add a name with everything it needs.

        Args:
            module: Where the name is.
            name: The name.
            methods: Names of methods that are called from elsewhere.
        """
        self._touched |= set(methods)
        todo = [(module, name)]
        while todo:
            where, what = todo.pop()
            found = self.source_of(where, what)
            if found is None or not found.ours or not found.name:
                continue
            owner = self.module(found.module)
            for place, piece in enumerate(owner.pieces):
                acts = not piece.names and found.name in _acted_on(piece)
                if found.name in piece.names or acts:
                    todo += self._take(owner, place)
            todo += self._methods_named()

    def _take(self, owner: Module, place: int) -> list[tuple[str, str]]:
        taken = self.pieces.setdefault(owner.name, set())
        if place in taken:
            return []
        taken.add(place)
        piece = owner.pieces[place]
        if piece.methods:
            self.methods[owner.name, piece.names[0]] = set()
        return self._needs(owner, piece.node, piece.bare, piece.touched)

    def _needs(self, owner: Module, node: ast.AST, bare: set[str], touched: set[str]) -> list[tuple[str, str]]:
        self._touched |= touched
        needed = []
        for name in bare:
            found = self.source_of(owner.name, name)
            if found is None:
                continue
            if name in owner.imports:
                self.outside.setdefault(owner.name, set()).add(name)
            if found.ours and not found.name:  # a module: what of it is used stands behind a dot
                parts = [part for part in ast.walk(node) if isinstance(part, ast.Attribute)]
                needed += [(found.module, part.attr) for part in parts if getattr(part.value, "id", "") == name]
                # Where it is a value, as in getattr(module, name), what is named as a text is used, too.
                if sum(getattr(part.value, "id", "") == name for part in parts) < sum(
                    getattr(part, "id", "") == name for part in ast.walk(node)
                ):
                    known = self.module(found.module)
                    needed += [(found.module, word) for word in sorted(touched) if known.piece_of(word)]
            else:
                needed.append((owner.name, name))
        return needed

    def _methods_named(self) -> list[tuple[str, str]]:
        """Methods whose name some reached piece holds, with what they need."""
        needed = []
        for (module, name), taken in self.methods.items():
            (piece,) = self.module(module).piece_of(name)
            for method in set(piece.methods) & self._touched - taken:
                taken.add(method)
                node = piece.methods[method][2]
                needed += self._needs(self.module(module), node, free_names(node), attributes(node))
        return needed


def _acted_on(piece: Piece) -> set[str]:
    return {part.id for part in ast.walk(piece.node) if isinstance(part, ast.Name)}


def closure(module: str, names: list[str]) -> Reached:
    """Everything that some names of a module need.

    Args:
        module: Full name of the module.
        names: The names.
    """
    reached = Reached()
    for name in names:
        reached.reach(module, name)
    return reached
