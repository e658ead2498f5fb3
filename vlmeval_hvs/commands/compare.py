"""``vlmeval-hvs compare``: runs on the same data, row by row."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import add_json, write_json
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
        "  vlmeval-hvs compare outputs --model M --across hint --data HVSBench@h HVSBench",
    )
    add, several = parser.add_argument, {"nargs": "+", "default": [], "metavar": "NAME"}
    about = "score, item or prediction file, or a folder, of which all runs are compared that are not invalid"
    add("runs", type=Path, nargs="+", metavar="RUN", help=about)
    add("--data", dest="datasets", type=with_colon, **several, help="from folders, only runs on these datasets")
    add("--model", **several, help="from folders, only runs of these models")
    about = "allowed differences: names of options, dataset (on the same set), wording"
    add("--across", nargs="+", default=[], metavar="WHAT", help=about)
    about = "reading of the scores (default: that of the first run's headline)"
    add("--reading", choices=("robust", "paper"), help=about)
    about = "list at most N rows with different scores (default: 10)"
    add("--changed", type=int, default=10, metavar="N", help=about)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the differences; 2 when a run is partial."""
    from vlmeval_hvs.results.collect import exit_status
    from vlmeval_hvs.results.compare.output import about_tests, as_json, grids
    from vlmeval_hvs.results.compare.pairs import compare
    from vlmeval_hvs.results.compare.runs import runs_at
    from vlmeval_hvs.results.table_formats import print_grids

    runs = runs_at(args.runs, args.model, args.datasets)
    pairs = compare(runs, args.reading, args.across)
    console = print_grids(grids(pairs, args.changed))
    for sentence in about_tests(pairs):
        console.print(sentence)
    if args.json is not None:
        write_json(args.json, "comparison", as_json(pairs))
    return exit_status(one.result.validity for one in runs)
