"""What ``--help`` of every command looks like in a narrow terminal."""

import argparse

import pytest

from vlmeval_hvs.cli import build_parser


def parsers(parser):
    """A parser and those of all commands below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


@pytest.mark.parametrize("parser", list(parsers(build_parser())), ids=lambda parser: parser.prog)
def test_help_fits_80_columns(parser, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert [line for line in parser.format_help().splitlines() if len(line) > 80] == []
