"""Modules as a pull request needs them: one reading of replies, short docstrings, no annotations of functions."""

import ast
import inspect
from collections.abc import Iterable, Iterator

READING = "paper"  # the only reading of replies in an export: the rules of the benchmark's paper or official code
WIDTH = 80  # characters of a string from which it is divided into several
LINE = 100  # characters of a call from which every argument has a line of its own
_CHECKS = ("checked_profile", "_checked")


def simplified(source: str) -> ast.Module:
    """The syntax tree of a module, simplified."""
    tree: ast.Module = _Simplifier().visit(ast.parse(source))
    return ast.fix_missing_locations(tree)


class _Simplifier(ast.NodeTransformer):
    """Replaces every test of the reading by its outcome, and removes what is not needed then."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(body := getattr(node, "body", None), list):
            ends = [place for place, part in enumerate(body) if isinstance(part, (ast.Return, ast.Raise))]
            body[:] = body[: ends[0] + 1] if ends else body or [ast.Pass()]  # what follows cannot be reached
        return node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        value = _outcome(node.test)
        if value is None:
            return self.generic_visit(node)
        chosen = ast.Module(node.body if value else node.orelse, [])
        super().generic_visit(chosen)
        return list(chosen.body)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        value = _outcome(node.test)
        chosen: ast.AST = self.generic_visit(node) if value is None else self.visit(node.body if value else node.orelse)
        return chosen

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        # Fields keep their annotations.
        node.body = [part if isinstance(part, ast.AnnAssign) else self.visit(part) for part in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        return None if node.value is None else ast.Assign([node.target], node.value, lineno=node.lineno)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for part in ast.walk(node.args):
            if isinstance(part, ast.arg):
                part.annotation = None
        node.returns = None
        read = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        return _Unused(read).visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            return self.generic_visit(node)
        first = inspect.cleandoc(node.value.value).split("\n\n")[0]
        node.value.value = f"\n{' ' * node.col_offset}".join(first.splitlines())
        return node


class _Unused(ast.NodeTransformer):
    """Removes variables that nothing reads; calls that gave their values are kept."""

    def __init__(self, read: set[str]) -> None:
        self._read = read

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or target.id in self._read:
            return node
        acts = any(isinstance(part, (ast.Call, ast.Subscript)) for part in ast.walk(node.value))
        return ast.Expr(node.value) if acts else None


def _outcome(test: ast.expr) -> bool | None:
    """The outcome of a test of the reading; None for any other test."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        found = [_outcome(part) for part in test.values]
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


def source_of_node(node: ast.AST) -> str:
    """The source of a syntax tree: patterns as raw strings, and long strings as several."""
    writer = _Writer()
    text = ast.unparse(ast.fix_missing_locations(writer.visit(node)))
    for name, written in reversed(writer.written.items()):
        text = text.replace(name, written)
    return text


class _Writer(ast.NodeTransformer):
    """Puts names in place of expressions that `ast.unparse` would write badly; ``written`` has the text of each."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def _named(self, text: str) -> ast.Name:
        name = f"_WRITTEN_{len(self.written)}_"
        self.written[name] = text
        return ast.Name(name, ast.Load())

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)  # a docstring stays

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        text = node.value
        well = not isinstance(text, str) or (len(text) <= WIDTH and "\\" not in text)
        return node if well else self._named(_divided([node]))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node if len(ast.unparse(node)) <= WIDTH else self._named(_divided(node.values))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        text = ast.unparse(node)
        if [type(one) for one in node.args] == [ast.GeneratorExp] and not node.keywords:
            node.args = [self._named(ast.unparse(node.args[0])[1:-1])]  # without parentheses of its own
        elif len(text) > LINE and node.keywords:
            return self._named(f"{text[:-1]},)")  # the comma puts every argument on a line of its own
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.value, (ast.Yield, ast.YieldFrom)):
            node.value = self._named(ast.unparse(node.value)[1:-1])
        return node


def _divided(values: Iterable[ast.expr]) -> str:
    """A string, given by the parts of its f-string, as strings next to each other, each about `WIDTH` characters."""
    lines: list[list[ast.expr]] = [[]]
    for part in (part for value in values for part in _short(value)):
        if lines[-1] and len(ast.unparse(ast.JoinedStr([*lines[-1], part]))) > WIDTH:
            lines.append([])
        lines[-1].append(part)
    texts = []
    for line in lines:
        texts.append(ast.unparse(ast.JoinedStr(line)))
        if all(isinstance(part, ast.Constant) for part in line):
            plain = "".join(str(part.value) for part in line if isinstance(part, ast.Constant))
            raw = "\\" in plain and plain.isprintable() and "'" not in plain and not plain.endswith("\\")
            texts[-1] = f"r'{plain}'" if raw else repr(plain)
    return texts[0] if len(texts) == 1 else "(" + "\n".join(texts) + ")"


def _short(value: ast.expr) -> Iterator[ast.expr]:
    """A part of a string as several, divided after spaces where there are any."""
    text = str(value.value) if isinstance(value, ast.Constant) else ""
    if not text:
        yield value
    while text:
        cut = len(text) if len(text) <= WIDTH else text.rfind(" ", 0, WIDTH) + 1 or WIDTH
        cut = len(text[:cut].rstrip("\\")) or cut  # so that it can be written as a raw string
        yield ast.Constant(text[:cut])
        text = text[cut:]
