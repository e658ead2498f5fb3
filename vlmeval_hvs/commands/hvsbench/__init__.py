"""``vlmeval-hvs hvsbench``: new questions of HVSBench, what they are made of, and training data."""

from __future__ import annotations

import argparse

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.hvsbench import check, export, generate


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "hvsbench",
        help="make, check and export new questions of HVSBench",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for module in (generate, check, export):
        module.register(actions)
