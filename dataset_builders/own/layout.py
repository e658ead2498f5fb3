"""What a folder with own data holds: its tables with their columns, and what ``about.json`` says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vlmeval_hvs.registry import OWN_DATA

ABOUT = OWN_DATA
"""The file that says what the data are, whose they are, and on which terms."""

FACTS = {
    "title": "what the data are, in a few words",
    "who": "who made them",
    "when": "when, for example 2026-11-22",
    "licence": "terms of the pictures and of the annotations",
    "source": "where the pictures come from",
}
"""What ``about.json`` has to say; all of it goes into the manifest of the set."""

EXAMPLE = "example"
"""Set in the ``about.json`` of a template; a set that is built with it says so in a warning."""

PICTURES = "images"
"""The folder of the pictures."""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        name: Its heading.
        about: What its cells hold.
        needed: Whether every row has to fill it.
    """

    name: str
    about: str
    needed: bool = False


@dataclass(frozen=True)
class Layout:
    """The plain format of one kind of data.

    Attributes:
        set_name: The set that is built from it, without its own name.
        tables: Columns by the name of the file; the first table is needed.
        settings: Further keys of ``about.json``: their default and what they are.
    """

    set_name: str
    tables: Mapping[str, tuple[Column, ...]]
    settings: Mapping[str, tuple[Any, str]] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The table that has to be there."""
        return next(iter(self.tables))


@dataclass(frozen=True)
class Example:
    """What a template holds besides what its layout says.

    Attributes:
        about: The facts about the example.
        rows: Rows of each table.
        pictures: Encoded pictures by the names of their files.
    """

    about: Mapping[str, Any]
    rows: Mapping[str, list[Mapping[str, object]]]
    pictures: Mapping[str, bytes]


def explained(layout: Layout) -> str:
    """The format in plain words, for the ``README.txt`` of a template."""
    lines = [
        f"Own data for {layout.set_name}.",
        "",
        f"Replace the example: put your pictures into {PICTURES}/, one row per question into the table, and the facts",
        f'into {ABOUT}; take "{EXAMPLE}" out of it. Then, with a name of your choice:',
        "",
        f"    vlmeval-hvs build {layout.set_name}:NAME --source THIS_FOLDER",
        "",
        f"{ABOUT} (JSON):",
        *(f"    {name:10} {text}" for name, text in FACTS.items()),
        *(f"    {name:10} {text} (default {json.dumps(value)})" for name, (value, text) in layout.settings.items()),
    ]
    for name, columns in layout.tables.items():
        lines += [
            "",
            f"{name} (CSV, UTF-8){'' if name == layout.main else ', may be absent'}; columns with * are needed:",
        ]
        lines += [f"    {column.name + ('*' if column.needed else ''):14} {column.about}" for column in columns]
    return "\n".join(lines) + "\n"


def markdown(layout: Layout) -> str:
    """The tables of a format and its settings, for the documentation."""
    lines = []
    for file, columns in layout.tables.items():
        lines += [f"| `{file}`{'' if file == layout.main else ' (may be absent)'} | needed | what its cells hold |"]
        lines += ["| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {'yes' if one.needed else ''} | {_cell(one.about)} |" for one in columns]
        lines += [""]
    if layout.settings:
        lines += ["| further key of `about.json` | default | what it is |", "| --- | --- | --- |"]
        settings = layout.settings.items()
        lines += [f"| `{name}` | `{json.dumps(value)}` | {_cell(about)} |" for name, (value, about) in settings]
    return "\n".join(lines).rstrip()


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
