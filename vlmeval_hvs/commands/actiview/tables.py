"""``vlmeval-hvs actiview tables``: ActiView's results as the paper's tables."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "tables",
        help="print ActiView's results of all models in a folder as the paper's tables",
        description="Prints Tables 2, 3, 5 and 7 to 15 of the ActiView paper for all models found, AVG included.",
        epilog="example:\n  vlmeval-hvs actiview tables outputs --paper",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--paper", action="store_true", help="add the printed rows of the paper")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables."""
    from vlmeval_hvs.benchmarks.actiview.tables import summary
    from vlmeval_hvs.results.collect import collect
    from vlmeval_hvs.results.table_formats import as_markdown, print_grids

    grids = summary(collect(args.work_dir), args.paper)
    if not grids:
        raise DataError(f"{args.work_dir}: no result of an ActiView dataset in it")
    print_grids(grids)
    if args.markdown:
        write_atomically(args.markdown, "\n".join(as_markdown(grid) for grid in grids).encode("utf-8", "replace"))
    return 0
