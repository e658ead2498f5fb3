"""``vlmeval-hvs visual-search tables``: the ViSioNS table, from score files or from published scanpaths and maps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.commands.tables import add_action, show
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.sets import records

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias
    from vlmeval_hvs.benchmarks.visual_search.result_table import Table
    from vlmeval_hvs.benchmarks.visual_search.trials import Trial

EPILOG = """\
examples:
  vlmeval-hvs visual-search tables outputs
  vlmeval-hvs visual-search tables --model IRL --scanpaths Interiors=IRL.json
  vlmeval-hvs visual-search tables --model IRL --maps Interiors=IRL/maps
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
        help="print the visual-search table with the compound score, also of published scanpaths and maps",
        description="Prints the metrics of every set with 95 % intervals and numbers of images, next to the published "
        "rows of the set; their averages; and the compound score by the seven-term and the six-term rule. A star marks "
        "values from fewer than 10 images, or from less than 80 % of a set: they do not count. Rows that lack a term "
        "have no score.",
        epilog=EPILOG,
    )
    parser.add_argument("--model", default="model", metavar="NAME", help="name of the row for --scanpaths and --maps")
    parser.add_argument(
        "--scanpaths", action="append", default=[], metavar="SET=FILE", help="Scanpaths.json of a set (repeatable)"
    )
    parser.add_argument(
        "--maps", action="append", default=[], metavar="SET=DIR", help="saved priority maps of a set (repeatable)"
    )
    parser.add_argument("--baselines", action="store_true", help="with --maps: add gold standard, centre bias, uniform")
    parser.add_argument("--center-bias", type=Path, metavar="FILE", help="JSON of fixations: X, Y, height, width")
    parser.add_argument(
        "--receptive", type=int, metavar="N", default=1, help="with --maps: fixation window in cells of the maps"
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the random rows (default 0)")
    parser.set_defaults(run=run, paper=True)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias
    from vlmeval_hvs.benchmarks.visual_search.presentation import as_json, summary_tables
    from vlmeval_hvs.benchmarks.visual_search.result_table import (
        add_published,
        search_results,
        summarise,
        table_of,
        unlike_rows,
    )

    if args.work_dir is None and not (args.scanpaths or args.maps):
        raise UsageError("give a folder with results, or --scanpaths or --maps")
    if args.work_dir is not None and not args.work_dir.is_dir():
        raise UsageError(f"{args.work_dir} is not a folder")
    bias = CentreBias.read(args.center_bias) if args.center_bias else CentreBias()
    results = search_results(args.work_dir) if args.work_dir is not None else []
    table = table_of(results)
    curves: dict[str, object] = {}
    for name, path in map(_assignment, args.scanpaths):
        _score_scanpaths(name, path, args, table, curves)
    for name, path in map(_assignment, args.maps):
        _score_maps(name, path, args, bias, table)
    for name in {name for sets in table.values() for name in sets}:
        add_published(table, name)
    summary = summarise(table, unlike_rows(results))
    if args.maps:
        print(f"centre bias: {bias.label}")
    record: dict[str, Any] = {
        "sets": {name: as_json(rows) for name, rows in summary.sets.items()},
        "mean": as_json(summary.mean),
        "terms": summary.terms,
        "left_out": summary.left_out,
        "curves": curves,
        "center_bias": bias.label,
    }
    return show(args, summary_tables(summary, results), digits=3, **record)


def _assignment(text: str) -> tuple[str, Path]:
    name, sign, path = text.partition("=")
    if not sign or not name or not path:
        raise UsageError(f"{text!r}: give SET=PATH, for example Interiors=Scanpaths.json")
    return name, Path(path)


def _trials(name: str) -> dict[str, Trial]:
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
    from vlmeval_hvs.registry import load_set

    rows, _ = load_set(name if name.startswith("VisualSearch_") else f"VisualSearch_{name}")
    return read_trials(records(rows[rows["family"] == "search"]))


def _score_scanpaths(name: str, path: Path, args: argparse.Namespace, table: Table, curves: dict[str, object]) -> None:
    from vlmeval_hvs.benchmarks.visual_search.result_table import add_scores
    from vlmeval_hvs.benchmarks.visual_search.scanpath_files import read_scanpath_file
    from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import score_paths
    from vlmeval_hvs.benchmarks.visual_search.scoring import HUMANS, RANDOM, TITLES
    from vlmeval_hvs.metrics.search import MIN_COVERAGE

    trials = _trials(name)
    paths, left_out = read_scanpath_file(path, trials)
    for text in left_out[:10]:
        print(f"left out: {text}", file=sys.stderr)
    scores, coverage = score_paths(trials, paths, args.seed), len(paths) / len(trials)
    metrics = {key: value for key, value in scores.metrics.items() if key != "AUCperf" or coverage >= MIN_COVERAGE}
    found = {"metrics": metrics, "intervals": scores.intervals, "details": scores.details}
    add_scores(table, args.model, name, found, coverage)
    drawn = scores.details["curves"]
    curves[name] = {
        args.model: drawn["model"],
        TITLES[HUMANS]: drawn["humans"],
        TITLES[RANDOM]: drawn["random"],
        "hmMM_whMM": scores.details["multimatch"]["hmMM_whMM"],
    }


def _score_maps(name: str, path: Path, args: argparse.Namespace, bias: CentreBias, table: Table) -> None:
    from vlmeval_hvs.benchmarks.visual_search.next_fixation import score_saved_maps
    from vlmeval_hvs.benchmarks.visual_search.reference_rows import baseline_tables
    from vlmeval_hvs.benchmarks.visual_search.result_table import mean_cell, put
    from vlmeval_hvs.benchmarks.visual_search.scoring import TITLES

    trials = _trials(name)
    window = args.receptive, args.receptive
    scored = {args.model: score_saved_maps(trials.values(), path, bias, window, f"{name}: {args.model}")}
    if args.baselines:
        scored |= {TITLES[row]: scores for row, scores in baseline_tables(trials, bias).items()}
    for row, scores in scored.items():
        coverage = len(scores.images) / len(trials) if row == args.model else None
        by_image = scores.metric_by_image() if len(scores) else {}
        put(
            table,
            row,
            name,
            {metric: mean_cell(metric, images, args.seed, coverage) for metric, images in by_image.items()},
        )
