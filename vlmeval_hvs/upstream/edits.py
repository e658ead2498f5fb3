"""Edits of a source text by position, and simplification of the modules that an export contains."""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from itertools import accumulate
from typing import Any

_TOOL_COMMENT = re.compile(r"#\s*(?:type:\s*ignore|noqa|fmt:)")
READING = "paper"
"""The only reading of replies in an export: the rules of the benchmark's paper or official code."""

_CHECKS = ("checked_profile", "_checked")


class Edits:
    """Replacements in one text, applied together; lines are 1-based, and node positions those of syntax trees."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = list(accumulate(map(len, self._lines), initial=0))
        self._found: list[tuple[int, int, str]] = []

    def start(self, node: Any) -> int:
        """Offset of the start of a node."""
        return self._place(node.lineno, node.col_offset)

    def end(self, node: Any) -> int:
        """Offset of the end of a node."""
        return self._place(node.end_lineno, node.end_col_offset)

    def _place(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def line_start(self, line: int) -> int:
        """Offset of the start of a line; the end of the text after the last one."""
        return self._starts[min(line - 1, len(self._lines))]

    def replace(self, start: int, end: int, new: str) -> None:
        """Put ``new`` in place of the text from ``start`` to ``end``."""
        self._found.append((start, end, new))

    def drop_lines(self, first: int, last: int) -> None:
        """Remove whole lines, both ends included."""
        self.replace(self.line_start(first), self.line_start(last + 1), "")

    def applied(self) -> str:
        """The edited text; an edit inside another one is ignored."""
        return self._between(0, len(self.text))

    def part(self, first: int, last: int) -> str:
        """The edited text of some whole lines, both ends included; without the last line break."""
        return self._between(self.line_start(first), self.line_start(last + 1)).rstrip("\n")

    def _between(self, position: int, stop: int) -> str:
        result = []
        for start, end, new in sorted(self._found, key=lambda edit: (edit[0], -edit[1])):
            if start >= position and end <= stop:
                result += [self.text[position:start], new]
                position = end
        return "".join([*result, self.text[position:stop]])


def simplified(source: str) -> str:
    """A module as a pull request needs it: one reading of replies, short docstrings, no annotations of functions."""
    for step in (_one_reading, _without_unused, _without_annotations, _short_docstrings, _plain_comments):
        source = step(source)
    return source


def _one_reading(source: str) -> str:
    """Replace every test of the reading by its outcome, and remove code that cannot be reached then."""
    while True:
        edits = Edits(source)
        if not any(_decide(edits, body) for body in _bodies(ast.parse(source))):
            return source
        source = edits.applied()


def _bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    found = [getattr(node, name, None) for node in ast.walk(tree) for name in ("body", "orelse", "finalbody")]
    return [body for body in found if isinstance(body, list) and body]


def _decide(edits: Edits, body: list[ast.stmt]) -> bool:
    """Replace the first test of the reading in a body by its outcome; False if there is none."""
    for place, node in enumerate(body):
        if isinstance(node, ast.If) and (value := _value(node.test)) is not None:
            kept = node.body if value else node.orelse
            _put(edits, node, kept)
            if kept and isinstance(kept[-1], (ast.Return, ast.Raise)) and place + 1 < len(body):
                edits.drop_lines(body[place + 1].lineno, body[-1].end_lineno or 0)
            return True
        for part in ast.walk(node):
            if isinstance(part, ast.IfExp) and (value := _value(part.test)) is not None:
                chosen = part.body if value else part.orelse
                edits.replace(
                    edits.start(part), edits.end(part), f"({edits.text[edits.start(chosen) : edits.end(chosen)]})"
                )
                return True
    return False


def _put(edits: Edits, node: ast.If, kept: list[ast.stmt]) -> None:
    """Put statements in place of the ``if`` around them, at its depth."""
    first, last = edits.line_start(node.lineno), edits.line_start((node.end_lineno or 0) + 1)
    if not kept:
        edits.replace(first, last, "")
        return
    top = edits.line_start(kept[0].lineno)
    lines = edits.text[top : edits.line_start((kept[-1].end_lineno or 0) + 1)].splitlines(keepends=True)
    depth = kept[0].col_offset - node.col_offset
    edits.replace(first, last, "".join(line[depth:] if line[:depth].isspace() else line for line in lines))


def _value(test: ast.expr) -> bool | None:
    """The outcome of a test of the reading; None for any other test."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        found = [_value(part) for part in test.values]
        return False if False in found else True if all(found) else None
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.NotEq))):
        return None
    left, right = test.left, test.comparators[0]
    if isinstance(left, ast.Call) and getattr(left.func, "id", "") in _CHECKS:
        left = left.args[0]
    named = getattr(left, "id", getattr(left, "attr", ""))
    if named not in ("profile", "reading") or not isinstance(right, ast.Constant):
        return None
    return (right.value == READING) == isinstance(test.ops[0], ast.Eq)


def _without_unused(source: str) -> str:
    """The source without variables of functions that nothing reads; calls that gave their values are kept."""
    edits = Edits(source)
    for owner in ast.walk(ast.parse(source)):
        if not isinstance(owner, ast.FunctionDef):
            continue
        read = {part.id for part in ast.walk(owner) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        for node in ast.walk(owner):
            target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
            if isinstance(node, ast.Assign) and isinstance(target, ast.Name) and target.id not in read:
                if any(isinstance(part, (ast.Call, ast.Subscript)) for part in ast.walk(node.value)):
                    edits.replace(edits.start(node), edits.start(node.value), "")
                else:
                    edits.drop_lines(node.lineno, node.end_lineno or 0)
    return edits.applied()


def _without_annotations(source: str) -> str:
    """Functions without the annotations of their parameters, results and variables; fields of classes keep theirs."""
    edits, tree = Edits(source), ast.parse(source)
    fields = {id(node) for owner in ast.walk(tree) if isinstance(owner, ast.ClassDef) for node in owner.body}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            given = node.args
            for one in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]:
                if one is not None and one.annotation is not None:
                    start = edits.start(one)
                    edits.replace(start + len(one.arg), edits.end(one.annotation), "")
            if node.returns is not None:
                arrow = source.rindex("->", 0, edits.start(node.returns))
                edits.replace(len(source[:arrow].rstrip()), edits.end(node.returns), "")
        elif isinstance(node, ast.AnnAssign) and id(node) not in fields:
            if node.value is None:
                edits.drop_lines(node.lineno, node.end_lineno or 0)
            else:
                edits.replace(edits.end(node.target), edits.end(node.annotation), "")
    return edits.applied()


def _short_docstrings(source: str) -> str:
    """Docstrings, those of attributes too, cut to their first paragraph."""
    edits = Edits(source)
    for body in _bodies(ast.parse(source)):
        for node in body:
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                continue
            if isinstance(node.value.value, str):
                first = inspect.cleandoc(node.value.value).split("\n\n")[0]
                words = f"\n{' ' * node.col_offset}".join(first.splitlines())
                escaped = words.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
                edits.replace(edits.start(node), edits.end(node), f'"""{escaped}"""')
    return edits.applied()


def _plain_comments(source: str) -> str:
    """The source without comments for our own tools."""
    edits = Edits(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (found := _TOOL_COMMENT.search(token.string)):
            place = edits.line_start(token.start[0]) + token.start[1]
            before = source[: place + found.start()].rstrip(" ")
            edits.replace(len(before), place + len(token.string), "")
    return edits.applied()
