"""``vlmeval-hvs report``: the results of all runs in a folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.results.collect import Result, collect
from vlmeval_hvs.results.grid import Grid
from vlmeval_hvs.results.published import published_grids
from vlmeval_hvs.results.tables import as_csv, as_markdown, leaderboards, metric_grid, print_grids


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "report",
        help="print all results in a folder as tables; also as Markdown, CSV or a web page",
        description="Prints one leaderboard per benchmark over all models and datasets found below the folder.",
        epilog="examples:\n  vlmeval-hvs report outputs --html report.html\n"
        "  vlmeval-hvs report outputs --dataset HVSBench_Searching",
        formatter_class=Help,
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    parser.add_argument("--dataset", metavar="NAME", help="all metrics of this dataset instead of the leaderboards")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every metric as CSV")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write one self-contained web page")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables and write what was asked for."""
    results = collect(args.work_dir)
    grids = _one_dataset(results, args.dataset) if args.dataset else leaderboards(results)
    console = print_grids(grids)
    if args.markdown:
        write_atomically(args.markdown, "\n".join(as_markdown(grid) for grid in grids).encode("utf-8", "replace"))
    if args.csv:
        write_atomically(args.csv, as_csv(results).encode("utf-8", "replace"))
    if args.html:
        from vlmeval_hvs.results.page import html_page

        write_atomically(args.html, html_page(results).encode("utf-8", "replace"))
        console.print(f"page: {args.html}")
    return 0


def _one_dataset(results: list[Result], dataset: str) -> list[Grid]:
    known = sorted({result.dataset for result in results})
    if dataset not in known:
        raise DataError(f"no results for {dataset}; there are results for {', '.join(known)}")
    return [metric_grid(results, dataset), *published_grids(results, dataset)]
