"""The folder of a benchmark under ``vlmeval/dataset``: its class, and the closure of its readers and metrics."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from pprint import pformat

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import Card, all_cards
from vlmeval_hvs.upstream.merge import merged
from vlmeval_hvs.upstream.modules import Module, file_of
from vlmeval_hvs.upstream.reach import Reached, closure
from vlmeval_hvs.upstream.table import Table

ENTRIES = "vlmeval_hvs.upstream.entries"
MESSAGES = "vlmeval_hvs.messages"
DRIVER = "vlmeval_hvs.host.generate"
NAMES = "vlmeval_hvs.names"
_CALLED = ("for_model",)
"""Methods that the template of the class calls."""


@dataclass(frozen=True)
class Entry:
    """What the generator reads in the entry of a benchmark.

    Attributes:
        module: Full name of the module.
        names: Its datasets, without those of demo sets.
        turns: Endings of the names of datasets that ask in several turns.
        data: The only data files that it needs; () for all that reached code may read.
    """

    module: str
    names: tuple[str, ...]
    turns: tuple[str, ...]
    data: tuple[str, ...]


def entry_of(card: Card) -> Entry:
    """The entry of a benchmark."""
    module = f"{ENTRIES}.{folder_of(card)}"
    constants = {
        piece.names[0]: piece.node.value for piece in Module(module).pieces if isinstance(piece.node, ast.Assign)
    }
    found = {name: ast.literal_eval(constants[name]) for name in ("NAMES", "TURNS", "DATA") if name in constants}
    return Entry(module, found["NAMES"], found.get("TURNS", ()), found.get("DATA", ()))


def folder_of(card: Card) -> str:
    """Name of the benchmark's folder in the host, and of its entry here."""
    return card.package.rpartition(".")[2]


def exportable() -> dict[str, Card]:
    """The benchmarks that can be exported, by name."""
    return {card.name: card for card in all_cards() if file_of(f"{ENTRIES}.{folder_of(card)}") is not None}


def sources(card: Card, tables: Sequence[Table], url: str) -> dict[str, str]:
    """The files of the folder, not yet formatted: name to text.

    Args:
        card: The benchmark.
        tables: Its tables.
        url: Where they can be downloaded: the address of a folder.
    """
    entry = entry_of(card)
    reached = closure(entry.module, ["score", *(["pipeline"] if entry.turns else [])])
    wanted = ["read_record", "reply_text", *(["ModelTraits", "Prompt"] if entry.turns else [])]
    for name in wanted:
        reached.reach(MESSAGES, name, _CALLED)
    if entry.turns:
        reached.reach(DRIVER, "drive")
        if entry.turns != ("",):
            reached.reach(NAMES, "base_name")
    found = merged(reached, ("score", "pipeline"))
    name = folder_of(card)
    texts = {f"{stem}.py": text for stem, text in found.items()}
    texts[f"{name}.py"] = _class_text(card, entry, tables, url, found)
    texts["__init__.py"] = f"from .{name} import {card.class_name}\n\n__all__ = ['{card.class_name}']\n"
    return texts | _data_files(reached, entry.data)


def _class_text(card: Card, entry: Entry, tables: Sequence[Table], url: str, found: dict[str, str]) -> str:
    wanted = ["read_record", "reply_text", "score"]
    wanted += ["pipeline", "drive", "ModelTraits", "Prompt"] if entry.turns else []
    wanted += ["base_name"] if entry.turns not in ((), ("",)) else []
    imports = [f"from .{stem} import {name}" for name in wanted for stem, text in found.items() if _defines(text, name)]
    either = any(table.either for table in tables)
    asking = _template("in_turns") if entry.turns else ""
    values = {
        "STANDARD": "" if entry.turns == ("",) else "import json\n",
        "PARTIAL": "from functools import partial\n" if entry.turns else "",
        "ASKING": asking + (_template("one_image") if either else ""),
        "PROMPT": _prompt(entry, either),
        "IMPORTS": "\n".join(imports),
        "CLASS": card.class_name,
        "SUMMARY": f"{card.title}.\n\n    {card.paper['venue']}: {card.paper['url']}\n    ",
        "URLS": pformat({table.name: f"{url}/{table.name}.tsv" for table in tables}, width=100),
        "MD5S": pformat({table.name: table.md5 for table in tables}, width=100),
        "FILES": pformat({name: table.name for table in tables for name in table.datasets}, width=100),
    }
    text = _template("dataset")
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _prompt(entry: Entry, either: bool) -> str:
    """The end of ``build_prompt``."""
    lines = []
    if entry.turns:
        if entry.turns != ("",):
            lines.append(f"        if base_name(self.dataset_name).endswith({entry.turns!r}):")
        depth = " " * (8 if entry.turns == ("",) else 12)
        lines += [
            f"{depth}ask = partial(pipeline, dict(row), self.dataset_name, partial(osp.join, self.img_root))",
            f"{depth}first = ask(ModelTraits('', True))",
            f"{depth}return InTurns(next(first), row=dict(row), dataset=self.dataset_name, pipeline=ask)",
        ]
    if entry.turns != ("",):
        lines.append("        message = self.located(json.loads(row['messages']))")
    if entry.turns != ("",) and either:
        lines += [
            "        if row['messages_one_image']:",
            "            return EitherMessage(message, self.located(json.loads(row['messages_one_image'])))",
        ]
    return "\n".join([*lines, *([] if entry.turns == ("",) else ["        return message"])])


def _template(name: str) -> str:
    return (files(__package__) / "templates" / f"{name}.txt").read_text("utf-8")


def _data_files(reached: Reached, only: tuple[str, ...]) -> dict[str, str]:
    """The JSON files that reached pieces read beside their modules.

    Raises:
        DataError: Two of them have one name.
    """
    found: dict[str, Path] = {}
    for module, places in reached.pieces.items():
        path = file_of(module)
        owner = reached.modules[module]
        for place in places:
            node = owner.pieces[place].node
            if path is None or "bundled" not in owner.pieces[place].bare:
                continue
            for pattern in _json_names(node):
                for file in sorted(path.parent.glob(pattern)):
                    if (not only or file.name in only) and found.setdefault(file.name, file) != file:
                        raise DataError(f"two data files are called {file.name}")
    return {name: file.read_text(encoding="utf-8") for name, file in found.items()}


def _json_names(node: ast.AST) -> list[str]:
    """Names of JSON files in a piece of code; what is filled in is a star."""
    found = []
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            pieces = [str(one.value) if isinstance(one, ast.Constant) else "*" for one in part.values]
            found.append("".join(pieces))
        elif isinstance(part, ast.Constant) and isinstance(part.value, str):
            found.append(part.value)
    return [name for name in found if name.endswith(".json") and name != ".json"]


def _defines(text: str, name: str) -> bool:
    return f"\ndef {name}(" in text or f"\nclass {name}(" in text or f"\nclass {name}:" in text
