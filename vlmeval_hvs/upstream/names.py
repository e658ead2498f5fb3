"""Which names of its module a piece of code needs from outside of itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def free_names(node: ast.AST) -> set[str]:
    """Names that a piece of code reads and does not bind itself."""
    return {part.id for part in free_nodes(node)}


def free_nodes(node: ast.AST) -> list[ast.Name]:
    """The places where a piece of code reads names that it does not bind itself."""
    return _free(node, frozenset())


def bound_names(node: ast.AST) -> set[str]:
    """All names that a piece of code binds anywhere in itself, parameters included."""
    found = {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return found | {
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def loop_names(node: ast.AST) -> set[str]:
    """Names that loops bind: a linter takes an import of such a name for one that is lost."""
    targets = [part.target for part in ast.walk(node) if isinstance(part, ast.For)]
    return {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}


def attributes(node: ast.AST) -> set[str]:
    """Names of attributes that a piece of code may touch: written as such, as a keyword, or as a text."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            found.add(part.attr)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
            found.add(part.value)
    return found


def _free(node: ast.AST, bound: frozenset[str]) -> list[ast.Name]:
    if isinstance(node, ast.Name):
        return [node] if isinstance(node.ctx, ast.Load) and node.id not in bound else []
    if isinstance(node, _FUNCTIONS):
        given = node.args
        outer: list[ast.AST] = [*given.defaults, *(one for one in given.kw_defaults if one)]
        outer += [] if isinstance(node, ast.Lambda) else node.decorator_list
        every = [
            *given.posonlyargs,
            *given.args,
            *given.kwonlyargs,
            *(one for one in (given.vararg, given.kwarg) if one),
        ]
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        inner = (bound | {one.arg for one in every} | _stored(body)) - _declared_global(body)
        return _all(outer, bound) + _all(body, inner)
    if isinstance(node, ast.ClassDef):
        outer = [*node.bases, *(word.value for word in node.keywords), *node.decorator_list]
        own = frozenset(_stored(node.body))
        found = _all(outer, bound)
        for part in node.body:  # functions of a class do not see the names of its body
            found += _free(part, bound) if isinstance(part, _FUNCTIONS) else _free(part, bound | own)
        return found
    if isinstance(node, _COMPREHENSIONS):
        targets = frozenset(name for part in node.generators for name in _stored([part.target]))
        return _all(ast.iter_child_nodes(node), bound | targets)
    return _all(ast.iter_child_nodes(node), bound)


def _all(nodes: Iterable[ast.AST], bound: frozenset[str]) -> list[ast.Name]:
    return [found for node in nodes for found in _free(node, bound)]


def _stored(body: Iterable[ast.AST]) -> set[str]:
    """Names that a body binds, those of functions inside it left aside."""
    found: set[str] = set()
    todo = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
            continue
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(one.asname or one.name).split(".")[0] for one in node.names}
        elif (isinstance(node, ast.ExceptHandler) and node.name) or (
            isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name
        ):
            found.add(node.name)
        if not isinstance(node, (ast.Lambda, *_COMPREHENSIONS)):
            todo += ast.iter_child_nodes(node)
        else:  # a walrus in a comprehension binds outside of it
            todo += [part for part in ast.walk(node) if isinstance(part, ast.NamedExpr)]
    return found


def _declared_global(body: Iterable[ast.AST]) -> set[str]:
    return {name for node in body for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}
