"""``vlmeval-hvs actiview``: the paper's tables of ActiView, and the texts of its released code."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.tables import add_action, show


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "actiview",
        help="print ActiView's tables; install its official wording",
        formatter_class=Help,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    tables = add_action(
        actions,
        "ActiView",
        help="print ActiView's results of all models in a folder as the paper's tables",
        description="Prints Tables 2, 3, 5 and 7 to 15 of the ActiView paper for all models found, AVG included.",
        epilog="example:\n  vlmeval-hvs actiview tables outputs --paper",
    )
    tables.set_defaults(run=_tables)
    wording = actions.add_parser(
        "wording",
        help="take the prompt texts of ActiView's released code from a checkout, for profile=official",
        description="Reads the templates of toolkit/prompts_config.py in a checkout of THUNLP-MT/ActiView, without "
        "running it, checks that they are the released ones, and stores them next to the built sets.",
        epilog="example:\n  git clone https://github.com/THUNLP-MT/ActiView\n  vlmeval-hvs actiview wording ActiView",
        formatter_class=Help,
    )
    wording.add_argument("checkout", type=Path, metavar="CHECKOUT", help="the checkout, or the file prompts_config.py")
    wording.set_defaults(run=_wording)


def _tables(args: argparse.Namespace) -> int:
    from vlmeval_hvs.benchmarks.actiview.presentation import summary
    from vlmeval_hvs.results.collect import collect

    return show(args, summary(collect(args.work_dir), args.paper))


def _wording(args: argparse.Namespace) -> int:
    from vlmeval_hvs.benchmarks.actiview.official_texts import declared, install

    path = install(args.checkout)
    print(f"{len(declared()['templates'])} templates, equal to the released ones, are now in {path}")
    return 0
