"""``vlmeval-hvs compare``: runs on the same data, row by row."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import STANDARD_OUTPUT, add_json, write_json
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.names import with_colon


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "compare",
        help="compare runs on the same data, row by row",
        description="Compares runs pairwise on shared rows: differences with intervals and corrected tests, clustered "
        "by image or scene, overall and by field, type or task; lists the rows that changed. Runs on different data "
        "are refused; so are runs that were not asked alike, unless --across names what differs.",
        epilog="examples:\n  vlmeval-hvs compare outputs --data HVSBench_Searching\n"
        "  vlmeval-hvs compare outputs/A/A_VPB_Stage2_hvs_scores.json outputs/B\n"
        "  vlmeval-hvs compare outputs --model M --across hint \\\n"
        "      --data HVSBench@hint HVSBench",
    )
    parser.add_argument(
        "runs",
        type=Path,
        nargs="+",
        metavar="RUN",
        help="score, item or prediction file, or a folder, of which all runs are compared that are not invalid",
    )
    parser.add_argument(
        "--data",
        dest="datasets",
        type=with_colon,
        nargs="+",
        default=[],
        metavar="NAME",
        help="from folders, only runs on these datasets",
    )
    parser.add_argument(
        "--model", nargs="+", default=[], metavar="NAME", help="from folders, only runs of these models"
    )
    parser.add_argument(
        "--across",
        nargs="+",
        default=[],
        metavar="WHAT",
        help="allowed differences: names of options, dataset (on the same set), wording",
    )
    parser.add_argument(
        "--reading",
        choices=("robust", "paper"),
        help="reading of the scores (default: that of the first run's headline)",
    )
    parser.add_argument("--slice", nargs="+", metavar="COLUMN", help="split by these item columns; none turns it off")
    parser.add_argument(
        "--metric", nargs="+", metavar="NAME", help="only these besides the score; none turns others off"
    )
    parser.add_argument(
        "--changed", type=int, default=10, metavar="N", help="list at most N rows with different scores (default: 10)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of intervals and drawn tests")
    add_json(parser)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a CSV line per difference; - prints it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the differences; 2 when a run is partial."""
    from vlmeval_hvs.results.collect import exit_status
    from vlmeval_hvs.results.compare.output import about_tests, as_csv, as_json, grids
    from vlmeval_hvs.results.compare.pairs import How, compare
    from vlmeval_hvs.results.compare.runs import runs_at
    from vlmeval_hvs.results.table_formats import print_grids

    if args.json == args.csv == STANDARD_OUTPUT:
        raise UsageError("--json and --csv cannot both print")
    runs = runs_at(args.runs, args.model, args.datasets)
    pairs = compare(runs, How(args.reading, args.across, args.slice, args.metric, args.seed))
    console = print_grids(grids(pairs, args.changed))
    for sentence in about_tests(pairs):
        console.print(sentence)
    if args.json is not None:
        write_json(args.json, "comparison", as_json(pairs))
    if args.csv is not None:
        write_atomically(args.csv, as_csv(pairs).encode("utf-8", "replace"))
    return exit_status(one.result.validity for one in runs)
