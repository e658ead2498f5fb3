"""The folder of a benchmark under ``vlmeval/dataset``: its class, and all readers and metrics that it needs."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pprint import pformat
from types import ModuleType

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.registry import Card, all_cards
from vlmeval_hvs.upstream.merge import merged
from vlmeval_hvs.upstream.reach import Reached, file_of, free_names
from vlmeval_hvs.upstream.table import Table

ENTRIES = "vlmeval_hvs.upstream.entries"
MESSAGES = "vlmeval_hvs.messages"
DRIVER = "vlmeval_hvs.host.generate"
NAMES = "vlmeval_hvs.names"
_CALLED = ("for_model",)
"""Methods that the template of the class calls."""


def entry_of(card: Card) -> ModuleType:
    """The entry of a benchmark, a module of `vlmeval_hvs.upstream.entries`."""
    return import_module(f"{ENTRIES}.{folder_of(card)}")


def turns_of(entry: ModuleType) -> tuple[str, ...]:
    """Endings of the names of datasets that ask in several turns."""
    found: tuple[str, ...] = getattr(entry, "TURNS", ())
    return found


def folder_of(card: Card) -> str:
    """Name of the benchmark's folder in the host, and of its entry here."""
    return card.package.rpartition(".")[2]


def exportable() -> dict[str, Card]:
    """The benchmarks that can be exported, by name."""
    return {card.name: card for card in all_cards() if file_of(f"{ENTRIES}.{folder_of(card)}") is not None}


def sources(card: Card, tables: Sequence[Table], url: str) -> dict[str, str]:
    """The files of the folder before formatting: name to text."""
    entry = entry_of(card)
    turns, reached = turns_of(entry), Reached()
    for name in ("score", *(["pipeline"] if turns else [])):
        reached.reach(entry.__name__, name)
    for name in ("read_record", "reply_text", *(["ModelTraits", "Prompt"] if turns else [])):
        reached.reach(MESSAGES, name, _CALLED)
    if turns:
        reached.reach(DRIVER, "drive")
        if turns != ("",):
            reached.reach(NAMES, "base_name")
    found = merged(reached, ("score", "pipeline"))
    name = folder_of(card)
    texts = {f"{stem}.py": text for stem, text in found.items()}
    texts[f"{name}.py"] = _class_text(card, turns, tables, url, found)
    texts["__init__.py"] = f"from .{name} import {card.class_name}\n\n__all__ = ['{card.class_name}']\n"
    return texts | _data_files(reached, getattr(entry, "DATA", ()))


def _class_text(card: Card, turns: tuple[str, ...], tables: Sequence[Table], url: str, found: dict[str, str]) -> str:
    wanted = ["read_record", "reply_text", "score"]
    wanted += ["pipeline", "drive", "ModelTraits", "Prompt"] if turns else []
    wanted += ["base_name"] if turns not in ((), ("",)) else []
    imports = [f"from .{stem} import {name}" for name in wanted for stem, text in found.items() if _defines(text, name)]
    either = any(table.either for table in tables)
    values = {
        "STANDARD": "" if turns == ("",) else "import json\n",
        "PARTIAL": "from functools import partial\n" if turns else "",
        "ASKING": (_template("in_turns") if turns else "") + (_template("one_image") if either else ""),
        "PROMPT": _prompt(turns, either),
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


def _prompt(turns: tuple[str, ...], either: bool) -> str:
    """The end of ``build_prompt``."""
    always = turns == ("",)
    depth = " " * (8 if always else 12)
    lines = []
    if turns:
        lines = [] if always else [f"        if base_name(self.dataset_name).endswith({turns!r}):"]
        lines += [
            f"{depth}ask = partial(pipeline, dict(row), self.dataset_name, partial(osp.join, self.img_root))",
            f"{depth}first = ask(ModelTraits('', True))",
            f"{depth}return InTurns(next(first), row=dict(row), dataset=self.dataset_name, pipeline=ask)",
        ]
    if always:
        return "\n".join(lines)
    lines.append("        message = self.located(json.loads(row['messages']))")
    if either:
        lines += [
            "        if row['messages_one_image']:",
            "            return EitherMessage(message, self.located(json.loads(row['messages_one_image'])))",
        ]
    return "\n".join([*lines, "        return message"])


def _template(name: str) -> str:
    return (files(__package__) / "templates" / f"{name}.txt").read_text("utf-8")


def _data_files(reached: Reached, only: tuple[str, ...]) -> dict[str, str]:
    """The JSON files in the folders of modules that reached pieces read.

    Raises:
        DataError: Two of them have one name.
    """
    found: dict[str, Path] = {}
    for module in reached.modules.values():
        nodes = [piece.kept for piece in module.taken if "bundled" in free_names(piece.kept)]
        for file in (file for node in nodes for name in _json_names(node) for file in module.path.parent.glob(name)):
            if (not only or file.name in only) and found.setdefault(file.name, file) != file:
                raise DataError(f"two data files have the name {file.name}")
    return {name: file.read_text(encoding="utf-8") for name, file in sorted(found.items())}


def _json_names(node: ast.AST) -> list[str]:
    """Names of JSON files in a piece of code, with a star for each replacement field."""
    found = []
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            found.append("".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in part.values))
        elif isinstance(part, ast.Constant):
            found.append(str(part.value))
    return [name for name in found if name.endswith(".json") and name != ".json"]


def _defines(text: str, name: str) -> bool:
    return f"\ndef {name}(" in text or f"\nclass {name}(" in text or f"\nclass {name}:" in text
