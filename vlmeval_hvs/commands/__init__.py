"""The commands of ``vlmeval-hvs``: how one is declared, and what several of them share.

A command is a function that takes the parsed arguments and returns the exit status; its docstring is its description.
"""

import argparse
import inspect
import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from vlmeval_hvs.errors import install
from vlmeval_hvs.names import did_you_mean

STANDARD_OUTPUT = Path("-")  # as the name of a file to write: standard output; messages then go to standard error
SCHEMA = 1  # version of the objects that commands print as JSON
NO_HOST = (
    f"needs VLMEvalKit, which is not installed here: {install('host')}, or run this in the folder of a VLMEvalKit "
    "checkout with its run.py; only models of `vlmeval-hvs list --models` do without"
)

Argument = tuple[tuple[str, ...], dict[str, Any]]
Run = Callable[[argparse.Namespace], int]

DECLARED: dict[str, tuple[Run, str, tuple[Argument, ...], dict[str, Any]]] = {}
"""Commands of the imported modules by name (``vpb best-prompt``): function, help, arguments, parser's settings."""


def arg(names: str, about: str, group: tuple[str, str | None] | None = None, **settings: Any) -> Argument:
    """An argument: its spellings, what it is, title and description of its group, and settings of ``add_argument``."""
    return tuple(names.split()), {"help": about, "group": group, **settings}


def flag(name: str, about: str, group: tuple[str, str | None] | None = None) -> Argument:
    """An argument without a value."""
    return arg(name, about, group, action="store_true")


JSON = arg("--json", "everything as JSON; - prints it", nargs="?", type=Path, const=STANDARD_OUTPUT, metavar="FILE")
OPTIONS = arg(
    "--options",
    "options of the dataset, for example hint=field limit=10, or one JSON object; `preview NAME --options` lists all",
    nargs="*",
    metavar="NAME=VALUE",
)
SEED = arg("--seed", "seed of everything that is drawn (default 0)", type=int, metavar="N", default=0)
DATASET = arg("name", "dataset name, for example HVSBench_Searching_DEMO", metavar="NAME")
RESULTS = arg("work_dir", "the host's --work-dir, or a folder with results", type=Path, metavar="WORK_DIR")
RUNS = arg("--work-dir", "folder for results (outputs)", type=Path, default=Path("outputs"), metavar="DIR")
ONE_IMAGE = flag("--one-image", "for models that take one image per message")


def command(
    name: str, about: str, *arguments: Argument, examples: tuple[str, ...] = (), **settings: Any
) -> Callable[[Run], Run]:
    """Declare the decorated function as a command."""

    def declare(run: Run) -> Run:
        description = textwrap.fill(" ".join((inspect.getdoc(run) or "").split()), 78, break_on_hyphens=False)
        epilog = "\n  vlmeval-hvs ".join(["examples:", *examples]) if examples else None
        DECLARED[name] = run, about, arguments, {"description": description, "epilog": epilog, **settings}
        return run

    return declare


def add_parser(subparsers: argparse._SubParsersAction, name: str) -> None:
    """Add the parser of a declared command."""
    run, about, arguments, settings = DECLARED[name]
    parser = subparsers.add_parser(name.split()[-1], help=about, **settings)
    groups: dict[Any, Any] = {None: parser}
    for names, given in arguments:
        group = given["group"]
        if group not in groups:
            groups[group] = parser.add_argument_group(*group)
        groups[group].add_argument(*names, **{key: value for key, value in given.items() if key != "group"})
    parser.set_defaults(run=run, parser=parser)


class Parser(argparse.ArgumentParser):
    """Suggests the right spelling of misspelt commands and values."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"formatter_class": argparse.RawDescriptionHelpFormatter, **options})

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
        known = self._option_string_actions
        hints = [did_you_mean(one.split("=")[0], known) for one in arguments if one.startswith("-")]
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


def write_json(place: Path | None, kind: str, content: dict[str, Any]) -> None:
    """Write ``{"kind": kind, "schema": SCHEMA, **content}`` to a file or `STANDARD_OUTPUT`, if any is named.

    Numbers of numpy are converted, and NaN becomes null.
    """
    if place is not None:
        from vlmeval_hvs.files import write_atomically
        from vlmeval_hvs.results.files import plain

        text = json.dumps(plain({"kind": kind, "schema": SCHEMA, **content}), ensure_ascii=False, indent=1)
        write_atomically(place, f"{text}\n".encode("utf-8", "replace"))
