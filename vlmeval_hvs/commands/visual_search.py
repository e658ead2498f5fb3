"""``vlmeval-hvs visual-search tables``: the ViSioNS table, from score files or from published scanpaths."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.tables import add_action, show
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.sets import records

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.result_table import Table

EPILOG = """\
examples:
  vlmeval-hvs visual-search tables outputs
  vlmeval-hvs visual-search tables --model IRL --scanpaths Interiors=IRL.json
"""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    command = subparsers.add_parser(
        "visual-search", help="print the ViSioNS table with its compound score", formatter_class=Help
    )
    parser = add_action(
        command.add_subparsers(metavar="ACTION", required=True),
        "visual search",
        "?",
        help="print the visual-search table with the compound score, also of published scanpaths",
        description="Prints the metrics of every set with 95 % intervals and numbers of images, next to the published "
        "rows of the set; their averages; and the compound score by the seven-term and the six-term rule. A star marks "
        "values from fewer than 10 images, or from less than 80 % of a set: they do not count. Rows that lack a term "
        "have no score.",
        epilog=EPILOG,
    )
    parser.add_argument("--model", default="model", metavar="NAME", help="name of the row for --scanpaths")
    parser.add_argument(
        "--scanpaths", action="append", default=[], metavar="SET=FILE", help="Scanpaths.json of a set (repeatable)"
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the random rows (default 0)")
    parser.set_defaults(run=run, paper=True)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    from vlmeval_hvs.benchmarks.visual_search.result_table import paper_tables, search_results, table_of

    if args.work_dir is None and not args.scanpaths:
        raise UsageError("give a folder with results, or --scanpaths")
    if args.work_dir is not None and not args.work_dir.is_dir():
        raise UsageError(f"{args.work_dir} is not a folder")
    results = search_results(args.work_dir) if args.work_dir is not None else []
    table = table_of(results)
    for text in args.scanpaths:
        name, _, path = text.partition("=")
        if not name or not path:
            raise UsageError(f"{text!r}: give SET=PATH, for example Interiors=Scanpaths.json")
        _score_scanpaths(name, Path(path), args, table)
    tables, cells = paper_tables(table, results)
    sets = {
        name: {row: {metric: cell._asdict() for metric, cell in own.items()} for row, own in rows.items()}
        for name, rows in cells.items()
    }
    return show(args, tables, digits=3, sets=sets)


def _score_scanpaths(name: str, path: Path, args: argparse.Namespace, table: Table) -> None:
    from vlmeval_hvs.benchmarks.visual_search.result_table import add_scores
    from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import read_scanpath_file, score_paths
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
    from vlmeval_hvs.metrics.search import MIN_COVERAGE
    from vlmeval_hvs.registry import load_set

    rows, _ = load_set(name if name.startswith("VisualSearch_") else f"VisualSearch_{name}")
    trials = read_trials(records(rows[rows["family"] == "search"]))
    paths, left_out = read_scanpath_file(path, trials)
    for text in left_out[:10]:
        print(f"left out: {text}", file=sys.stderr)
    scores, coverage = score_paths(trials, paths, args.seed), len(paths) / len(trials)
    metrics = {key: value for key, value in scores.metrics.items() if key != "AUCperf" or coverage >= MIN_COVERAGE}
    found = {"metrics": metrics, "intervals": scores.intervals, "details": scores.details}
    add_scores(table.setdefault(name.removeprefix("VisualSearch_"), {}), args.model, found, coverage)
