"""``vlmeval-hvs actiview wording``: the texts of ActiView's released code, for ``profile=official``."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "wording",
        help="take the prompt texts of ActiView's released code from a checkout, for profile=official",
        description="Reads the templates of toolkit/prompts_config.py in a checkout of THUNLP-MT/ActiView, without "
        "running it, checks that they are the released ones, and keeps them beside the built sets.",
        epilog="example:\n  git clone https://github.com/THUNLP-MT/ActiView\n  vlmeval-hvs actiview wording ActiView",
        formatter_class=Help,
    )
    parser.add_argument("checkout", type=Path, metavar="CHECKOUT", help="the checkout, or the file prompts_config.py")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Install the texts."""
    from vlmeval_hvs.benchmarks.actiview.official_texts import declared, install

    path = install(args.checkout)
    print(f"{len(declared()['templates'])} templates, equal to the released ones, are now in {path}")
    return 0
