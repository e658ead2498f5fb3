"""``vlmeval-hvs actiview``: the paper's tables of ActiView, and the texts of its released code."""

from __future__ import annotations

import argparse

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.actiview import tables, wording


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "actiview",
        help="print ActiView's tables; install its official wording",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for module in (tables, wording):
        module.register(actions)
