"""The lines that a benchmark adds to files of the host."""

from __future__ import annotations

import ast

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import Card

LIST_FILE = "vlmeval/dataset/__init__.py"
DOCS_FILE = "docs/en/Development.md"
_LIST = "IMAGE_DATASET"
_TABLE = "| Dataset Name \\ Fields"


def with_class(text: str, folder: str, class_name: str) -> str:
    """The host's list of datasets with a class imported, among the other imports, and at the end of the list.

    Raises:
        DataError: The file has no such list.
    """
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    listed = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == _LIST
        if isinstance(node.value, ast.List)
    ]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1]
    if not listed or not imports:
        raise DataError(f"{LIST_FILE} has no list {_LIST}")
    lines.insert((listed[0].end_lineno or 0) - 1, f"    {class_name},\n")
    later = (node.lineno for node in imports if (node.module or "").lower() > folder)
    lines.insert(next(later, (imports[-1].end_lineno or 0) + 1) - 1, f"from .{folder} import {class_name}\n")
    return "".join(lines)


def with_docs_row(text: str, card: Card, names: list[str]) -> str:
    """The host's table of datasets with a row for the benchmark.

    Raises:
        DataError: There is no such table.
    """
    lines = text.splitlines(keepends=True)
    head = next((place for place, line in enumerate(lines) if line.startswith(_TABLE)), None)
    if head is None:
        raise DataError(f"{DOCS_FILE} has no table of datasets")
    columns = [column.strip() for column in lines[head].strip().strip("|").split("|")]
    has = {"index", "image", "image_path", "question"}
    shown = f"{card.name} ({', '.join(names)})" if names != [card.name] else card.name
    cells = [shown, *("✅" if column in has else "" for column in columns[1:])]
    end = head
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    lines.insert(end, f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def added(before: str, after: str) -> list[str]:
    """The lines that one text has beyond another one, in their order.

    Raises:
        DataError: Other lines were changed, too.
    """
    left = before.splitlines(keepends=True)
    found = []
    for line in after.splitlines(keepends=True):
        if left and left[0] == line:
            left.pop(0)
        else:
            found.append(line)
    if left:
        raise DataError(f"a line of the host would change: {left[0].strip()}")
    return found
