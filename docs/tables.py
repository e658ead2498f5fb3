"""The generated parts of the pages: options, columns of own data, and commands, made from their declarations.

Usage: python docs/tables.py

What stands between ``<!-- options: HVSBench -->`` and ``<!-- /options -->`` is written anew; so are ``own`` and
``commands``.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from dataset_builders.own.layout import markdown
from dataset_builders.own.template import LAYOUTS
from vlmeval_hvs.cli import GROUPS, PROGRAM, build_parser
from vlmeval_hvs.options import Options, option_rows
from vlmeval_hvs.registry import Card, card_of, dataset_class

PAGES = Path(__file__).parent
BLOCK = re.compile(r"<!-- (options|own|commands): (.+?) -->\n.*?<!-- /\1 -->", re.DOTALL)
EVERY = "every dataset"
"""Name of the table of the options that all datasets have."""
COMMON = {"--help", "--json", "--options"}
"""Options of many commands, which the page of commands explains once."""
NAMES = re.compile(r"Only ((?:\w+, ){3,}\w+)\.")


def fresh(page: str) -> str:
    """A page with its generated parts as they are declared now."""
    return BLOCK.sub(_block, page)


def _block(match: re.Match[str]) -> str:
    kind, name = match.groups()
    make = {"options": _options, "own": lambda name: markdown(LAYOUTS[name]), "commands": _commands}[kind]
    return f"<!-- {kind}: {name} -->\n\n{make(name)}\n\n<!-- /{kind} -->"


def _options(name: str) -> str:
    """The options of a benchmark without those of every dataset, or the latter."""
    every = option_rows(Options)
    if name == EVERY:
        rows = every
    else:
        card = card_of(name)
        rows = [row for row in option_rows(dataset_class(card).OPTIONS) if row not in every]
        rows = [(*row[:3], NAMES.sub(lambda found: _scope(found, card), row[3])) for row in rows]
    lines = ["| option | default | values | what it does |", "| --- | --- | --- | --- |"]
    for option, default, allowed, meaning in rows:
        cells = (f"`{option}`", f"`{default}`", allowed, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _scope(found: re.Match[str], card: Card) -> str:
    """Many names of datasets as those that are missing, where these are fewer."""
    named = found[1].split(", ")
    missing = [name for name in card.datasets if name not in named]
    return f"Not on {', '.join(missing)}." if 0 < len(missing) < len(named) else found[0]


def _commands(group: str) -> str:
    """The commands of a group, each with what it does and its arguments."""
    parsers = _children(build_parser())
    return "\n\n".join(text for name in GROUPS[group] for text in _command(name, parsers[name]))


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    children = _children(parser)
    for child, its_parser in children.items():
        yield from _command(f"{name} {child}", its_parser)
    if not children:
        shown = [one for one in parser._actions if one.help and not COMMON.intersection(one.option_strings)]
        usage = " ".join([PROGRAM, name, *(_shown(one) for one in shown if not one.option_strings)])
        about = " ".join((parser.description or "").split()).split(". ")[0].rstrip(".")
        words = argparse.HelpFormatter(PROGRAM)
        arguments = [f"- `{_shown(one)}`: {' '.join(words._expand_help(one).split())}" for one in shown]
        yield "\n\n".join([f"### {name}", f"`{usage}`", f"{about}.", *(["\n".join(arguments)] if arguments else [])])


def _shown(action: argparse.Action) -> str:
    """An argument with its value, as in ``--source PATH``."""
    value = action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    if not action.option_strings:
        return {"?": f"[{value}]", "+": f"{value} ..."}.get(str(action.nargs), str(value))
    return ", ".join(action.option_strings) + ("" if action.nargs == 0 else f" {value}")


def _children(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0]) if found else {}


if __name__ == "__main__":
    for path in PAGES.rglob("*.md"):
        path.write_text(fresh(path.read_text(encoding="utf-8")), encoding="utf-8")
