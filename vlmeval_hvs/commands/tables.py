"""``vlmeval-hvs tables``: tables for papers as LaTeX, Markdown and CSV; and the action of the benchmarks' commands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help, folder, whole_number
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically

if TYPE_CHECKING:
    from vlmeval_hvs.results.paper_tables import Table


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "tables",
        help="write tables for a paper: LaTeX, Markdown, CSV",
        description="Writes tables with models in rows: the overall scores of each benchmark and the tables of its "
        "papers, with the published rows set apart. The best value of the models in a column is bold, as are all that "
        "tie; `vlmeval-hvs compare` shows which differences are reliable. In a folder, tables.md and tables.csv (every "
        "number on a line of its own) hold all tables and the settings of all runs, latex/ has a file for each table, "
        "and tables.tex shows them. LaTeX needs booktabs.",
        epilog="examples:\n  vlmeval-hvs tables outputs --to tables --digits 1 --percent\n"
        "  vlmeval-hvs tables outputs --model A B --to table.tex",
    )
    add = parser.add_argument
    add("work_dir", type=Path, metavar="RUN", help="the host's --work-dir, or a folder with results")
    add("--model", nargs="+", metavar="NAME", help="only these models")
    add("--data", nargs="+", metavar="NAME", help="only these datasets")
    add("--digits", type=whole_number, metavar="N", help="digits after the point (default: 4, for percent 2)")
    add("--percent", action="store_true", help="write shares as percent")
    about = "folder, or one file FILE.tex, FILE.md or FILE.csv (default: the folder tables)"
    add("--to", type=folder, metavar="PLACE", default=Path("tables"), help=about)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the tables; prints the files; 1 when a result is invalid, 2 when one is partial."""
    from vlmeval_hvs.results.collect import collect, exit_status
    from vlmeval_hvs.results.paper_tables import PACKAGES, Style, document, long_csv
    from vlmeval_hvs.results.tables import all_tables, chosen

    results = chosen(collect(args.work_dir), args.model, args.data)
    tables = all_tables(results)
    style = Style(args.digits, args.percent)
    latex = {table.name: table.latex(style) for table in tables[:-1]}
    files = {
        ".tex": "\n".join([f"% {PACKAGES}", *latex.values()]),
        ".md": "\n".join(table.markdown(style) for table in tables),
        ".csv": long_csv(tables, style),
    }
    if args.to.suffix in files:
        written = {args.to: files[args.to.suffix]}
    else:
        written = {args.to / f"tables{ending}": text for ending, text in files.items()}
        written[args.to / "tables.tex"] = document([f"latex/{name}" for name in latex])
        written |= {args.to / "latex" / f"{name}.tex": text for name, text in latex.items()}
    for path, text in written.items():
        write_atomically(path, text.encode("utf-8", "replace"))
        print(path)
    return exit_status(result.validity for result in results)


def add_action(
    actions: argparse._SubParsersAction, benchmark: str, nargs: str | None = None, **texts: Any
) -> argparse.ArgumentParser:
    """Add the action ``tables`` to the command of a benchmark, whose folder can be left out where ``nargs`` is "?"."""
    parser = actions.add_parser("tables", formatter_class=Help, **texts)
    parser.add_argument("work_dir", nargs=nargs, type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--paper", action="store_true", help="add the published rows of the paper")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--json", "--output", type=Path, metavar="FILE", help="write the tables as JSON")
    parser.set_defaults(benchmark=benchmark)
    return parser


def show(args: argparse.Namespace, tables: Sequence[Table], digits: int = 2, **record: Any) -> int:
    """Print the tables of an action, shares as percent, and write what was asked for; ``record`` goes into the JSON.

    Raises:
        DataError: There are no tables.
    """
    from vlmeval_hvs.results.files import plain
    from vlmeval_hvs.results.paper_tables import Style
    from vlmeval_hvs.results.table_formats import print_grids

    if not tables:
        raise DataError(f"{args.work_dir}: it holds no result of a dataset of {args.benchmark}")
    style = Style(digits, percent=True)
    print_grids([table.grid(style) for table in tables])
    if args.markdown:
        texts = "\n".join(table.markdown(style) for table in tables)
        write_atomically(args.markdown, texts.encode("utf-8", "replace"))
    if args.json:
        content = {"tables": {table.name: table.record(style) for table in tables}, **record}
        write_atomically(args.json, json.dumps(plain(content), ensure_ascii=False, indent=1).encode())
    return 0
