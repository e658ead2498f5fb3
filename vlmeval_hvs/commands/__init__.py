"""One module per command of ``vlmeval-hvs``."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any, NoReturn

from vlmeval_hvs.names import did_you_mean

STANDARD_OUTPUT = Path("-")
"""Stands for standard output wherever a command takes the name of a file to write; messages then go to standard
error."""

SCHEMA = 1
"""Version of the objects that commands print as JSON (`vlmeval_hvs.schema`)."""


class Help(argparse.HelpFormatter):
    """Wraps descriptions, and keeps those of several lines, such as examples, as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """Says which command or value was meant where one is misspelt."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, **options})

    def error(self, message: str) -> NoReturn:
        """Print usage and message, and exit with 2."""
        found = re.search(r"invalid choice: '?(.*?)'? \(choose from (.*)\)$", message)
        if found:
            hint = did_you_mean(found[1], [choice.strip("'\"") for choice in found[2].split(", ")])
            # A list of thirty commands would hide the one that is meant.
            message = f"{message.split(' (choose')[0]}{hint}" if hint else message
        super().error(message)

    def unknown(self, arguments: list[str]) -> NoReturn:
        """Refuse arguments that the command does not have, with the options that are meant."""
        hints = [
            did_you_mean(one.split("=")[0], self._option_string_actions) for one in arguments if one.startswith("-")
        ]
        self.error(f"unrecognized arguments: {' '.join(arguments)}{''.join(hints)}")


def folder(name: str) -> Path:
    """The type of an argument that is a folder for several files, which cannot all be standard output."""
    if name == str(STANDARD_OUTPUT):
        raise argparse.ArgumentTypeError("several files are written, which cannot be printed; give a folder")
    return Path(name)


def whole_number(text: str) -> int:
    """The type of an argument that is 0, 1, 2 ..."""
    number = int(text) if text.strip().isdecimal() else -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 up")
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
        kind: What the object is.
        content: The rest; numbers of numpy are converted, and what is no number is null.
    """
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain

    text = json.dumps(plain({"kind": kind, "schema": SCHEMA, **content}), ensure_ascii=False, indent=1)
    write_atomically(place, f"{text}\n".encode("utf-8", "replace"))
