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

FRAME: dict[str, tuple[Any, str]] = {
    "units": (
        "px",
        "units of places: px, fraction (of width and height), percent, norm (-1 to 1 from the middle), or how many px "
        "one unit has, for degrees of visual angle",
    ),
    "origin": ("top left", "where they count from: top left, bottom left, `center, y up` or `center, y down`"),
    "boxes": (
        "left top width height",
        "what the four numbers of a box are; else `middle width height` (YOLO) or `left top right bottom`",
    ),
    "screen": (
        None,
        "[width, height] (px) of the screen in whose middle pictures stood in their own size, if places are on it",
    ),
    "duration": ("ms", "unit of durations: ms, s, us"),
}
"""Keys of ``about.json`` for places and times that are not in px and ms; each a value, or one by table."""
_OF_FIXATIONS = ("screen", "duration")

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

    @property
    def frame(self) -> dict[str, tuple[Any, str]]:
        """Those keys of `FRAME` that the tables have a use for."""
        timed = any(column.name == "duration" for columns in self.tables.values() for column in columns)
        return {name: one for name, one in FRAME.items() if timed or name not in _OF_FIXATIONS}


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
        "",
        "Places are px of the picture from its upper left corner, durations ms. Anything else is declared in",
        f'{ABOUT}, for all tables or by table, such as {{{json.dumps(layout.main)}: "fraction"}}:',
        *(f"    {name:10} {text} (default {json.dumps(value)})" for name, (value, text) in layout.frame.items()),
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
