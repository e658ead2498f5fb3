"""``vlmeval-hvs tables``: the papers' tables of results, as LaTeX, Markdown and CSV."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import folder

FORMATS = ("latex", "markdown", "csv")


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "tables",
        help="write the papers' tables from results: LaTeX, Markdown, CSV",
        description="Writes a file for every table: all runs with n, intervals and settings, a leaderboard per "
        "benchmark, and the papers' tables with the published rows, which are marked. LaTeX needs booktabs, graphicx "
        "for wide tables and longtable for long ones; tables.tex shows them all. No value is bold: `vlmeval-hvs "
        "compare` tells what is better.",
        epilog="example:\n  vlmeval-hvs tables outputs --to tables --format latex",
    )
    parser.add_argument("work_dir", type=Path, metavar="RUN", help="the host's --work-dir, or a folder with results")
    parser.add_argument("--to", type=folder, metavar="DIR", default=Path("tables"), help="folder (default: tables)")
    parser.add_argument(
        "--format", action="append", choices=FORMATS, help="file format, repeatable (default: all three)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the tables; prints the files; 1 when a result is invalid, 2 when one is partial."""
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.collect import collect, exit_status
    from vlmeval_hvs.results.table_formats import FORMATS as ENDINGS
    from vlmeval_hvs.results.table_formats import document, formatted
    from vlmeval_hvs.results.tables import paper_tables

    results = collect(args.work_dir)
    forms = list(dict.fromkeys(args.format or FORMATS))
    names = []
    for name, grid in paper_tables(results):
        names.append(name)
        for form in forms:
            path = args.to / f"{name}.{ENDINGS[form]}"
            write_atomically(path, formatted(grid, form, name).encode("utf-8", "replace"))
            print(path)
    if "latex" in forms:
        write_atomically(args.to / "tables.tex", document(names).encode())
        print(args.to / "tables.tex")
    return exit_status(result.validity for result in results)
