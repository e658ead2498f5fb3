"""``vlmeval-hvs report``: the results of all runs in a folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from vlmeval_hvs.commands import STANDARD_OUTPUT, add_json, write_json
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.names import with_colon


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "report",
        help="print all results in a folder; also as a web page",
        description="Prints one leaderboard per benchmark over all models and datasets found below the folder. "
        "For a paper, `vlmeval-hvs tables` and `figures` write files, and `compare` shows reliable differences.",
        epilog="example:\n  vlmeval-hvs report outputs --html report.html",
    )
    parser.add_argument("work_dir", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
    about = "all metrics of this dataset instead of the leaderboards"
    parser.add_argument("--data", dest="dataset", type=with_colon, metavar="NAME", help=about)
    parser.add_argument("--brief", action="store_true", help="one table with a line for every run")
    about = "write the results viewer: NAME.html for one file with a draw of the samples, else a folder with all"
    parser.add_argument("--html", type=Path, metavar="PLACE", help=about)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables and write what was asked for; 1 when a result is invalid, 2 when one is partial."""
    from vlmeval_hvs.results.collect import collect, exit_status
    from vlmeval_hvs.results.published import published_tables
    from vlmeval_hvs.results.table_formats import print_grids
    from vlmeval_hvs.results.tables import as_record, brief_grid, check_known, leaderboards, metric_grid

    results = collect(args.work_dir)
    shown = results
    if args.dataset:
        check_known(f"no results for {args.dataset}", args.dataset, {result.dataset for result in results})
        shown = [result for result in results if result.dataset == args.dataset]
    if args.brief:
        grids = [brief_grid(shown)]
    elif args.dataset:
        grids = [metric_grid(shown, args.dataset), *(table.grid() for table in published_tables(shown))]
    else:
        grids = leaderboards(results)
    console = print_grids(grids)
    if args.json:
        write_json(args.json, "report", {"runs": [as_record(result) for result in shown]})
    if args.html:
        from vlmeval_hvs.viewer.page import write_page  # it draws samples, which needs the datasets

        title = args.work_dir.resolve().name
        if args.html == STANDARD_OUTPUT:
            with TemporaryDirectory() as folder:
                write_atomically(args.html, write_page(results, Path(folder) / "report.html", title).read_bytes())
        else:
            console.print(f"page: {write_page(results, args.html, title)}")
    return exit_status(result.validity for result in shown)
