"""One module per command of ``vlmeval-hvs``."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any, NoReturn

from vlmeval_hvs.names import did_you_mean

STANDARD_OUTPUT = Path("-")
"""As the name of a file to write: standard output; messages then go to standard error."""

SCHEMA = 1
"""Version of the objects that commands print as JSON."""


class Help(argparse.HelpFormatter):
    """Wraps descriptions of one line and keeps others, such as examples, unchanged."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """Suggests the right spelling of misspelt commands and values."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, **options})

    def error(self, message: str) -> NoReturn:
        """Print usage and message, and exit with 2."""
        found = re.search(r"invalid choice: '?(.*?)'? \(choose from (.*)\)$", message)
        if found:
            hint = did_you_mean(found[1], [choice.strip("'\"") for choice in found[2].split(", ")])
            # A list of all commands would hide the suggestion.
            message = f"{message.split(' (choose')[0]}{hint}" if hint else message
        super().error(message)

    def unknown(self, arguments: list[str]) -> NoReturn:
        """Refuse unknown arguments, with suggestions."""
        hints = [
            did_you_mean(one.split("=")[0], self._option_string_actions) for one in arguments if one.startswith("-")
        ]
        self.error(f"unrecognized arguments: {' '.join(arguments)}{''.join(hints)}")


def folder(name: str) -> Path:
    """The type of an argument that is a folder; standard output cannot hold several files."""
    if name == str(STANDARD_OUTPUT):
        raise argparse.ArgumentTypeError("this writes several files; give a folder")
    return Path(name)


def whole_number(text: str) -> int:
    """The type of an argument that is a non-negative integer."""
    number = int(text) if text.strip().isdecimal() else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a non-negative integer")
    return number


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json [FILE]``; without a name it is `STANDARD_OUTPUT`."""
    parser.add_argument(
        "--json", nargs="?", type=Path, const=STANDARD_OUTPUT, metavar="FILE", help="everything as JSON; - prints it"
    )


def write_json(place: Path, kind: str, content: dict[str, Any]) -> None:
    """Write ``{"kind": kind, "schema": SCHEMA, **content}``.

    Args:
        place: A file, or `STANDARD_OUTPUT`.
        kind: Kind of the object.
        content: The other fields; numbers of numpy are converted, and NaN becomes null.
    """
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain

    text = json.dumps(plain({"kind": kind, "schema": SCHEMA, **content}), ensure_ascii=False, indent=1)
    write_atomically(place, f"{text}\n".encode("utf-8", "replace"))
