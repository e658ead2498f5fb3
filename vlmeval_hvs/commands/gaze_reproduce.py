"""``vlmeval-hvs gaze-reproduce``: the gaze study's tables and figures from its published responses."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.metrics.characterization.engines import ENGINES

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.gaze.reproduction.rows import Measured, Row
    from vlmeval_hvs.benchmarks.gaze.reproduction.run import Sources

HEAD = ["group", "what", "paper", "ours", "95 % interval", "n", "result", "note"]


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-reproduce",
        help="compute the gaze study's tables and figures from its published files, beside the printed numbers",
        description="Prints every number of the study that follows from its published files beside ours, with pass or "
        "fail: Tables 1 and 2, Figs. 5, 9 and 11 to 14, the rates of appendix A.7, and Moondream2's rows from its gaze "
        "points. A number passes when it rounds to the printed one. What a file is missing for is not run.",
        epilog="examples:\n  vlmeval-hvs gaze-reproduce result_1771518084_....csv \\\n"
        "      --dates model_metadata.json\n"
        "  vlmeval-hvs gaze-reproduce --points MoondreamEval.json \\\n      --sheet stimuli_1766691418.csv",
        formatter_class=Help,
    )
    parser.add_argument("responses", type=Path, nargs="?", metavar="CSV", help="the published response table")
    parser.add_argument("--points", type=Path, metavar="FILE", help="Moondream2's published gaze points")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="the published stimulus sheet; --points needs it")
    parser.add_argument("--dates", type=Path, metavar="FILE", help="release dates of models, for Fig. 12")
    parser.add_argument("--sizes", type=Path, metavar="FILE", help="sizes of models, for Fig. 13")
    parser.add_argument(
        "--engine", choices=ENGINES, default="paper", help="statistics of Table 2 (default: %(default)s)"
    )
    parser.add_argument("--failed", action="store_true", help="print only what fails or is not run")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of all resampling (default 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything to this file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the tables and how many numbers pass."""
    from vlmeval_hvs.benchmarks.gaze.reproduction.rows import FAIL, NOT_RUN, PASS
    from vlmeval_hvs.benchmarks.gaze.reproduction.run import reproduce
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain
    from vlmeval_hvs.results.tables import Grid, print_grids

    sources, warnings = _sources(args)
    rows = reproduce(sources, args.engine, args.seed)
    counts = Counter(row.outcome for row in rows)
    shown = [row for row in rows if not args.failed or row.outcome in (FAIL, NOT_RUN)]
    grids = []
    for where in dict.fromkeys(row.where for row in shown):
        grids.append(Grid(where, HEAD, [_cells(row) for row in shown if row.where == where], []))
    print_grids(grids)
    for warning in warnings:
        print(f"warning: {warning}")
    compared = counts[PASS] + counts[FAIL]
    print(f"{counts[PASS]} of {compared} numbers agree, {counts[FAIL]} do not, {counts[NOT_RUN]} not run")
    if args.json:
        write_atomically(
            args.json, json.dumps(plain([asdict(row) for row in rows]), ensure_ascii=False, indent=1).encode()
        )
    return 0


def _sources(args: argparse.Namespace) -> tuple[Sources, list[str]]:
    """What the files hold, and what is odd about them."""
    from vlmeval_hvs.benchmarks.gaze.reproduction.prepilot import release_days, sizes
    from vlmeval_hvs.benchmarks.gaze.reproduction.run import Sources
    from vlmeval_hvs.benchmarks.gaze.responses import read_responses
    from vlmeval_hvs.metrics.point_choice import RULES

    if args.responses is None and args.points is None:
        raise UsageError("give the published response table, or --points with --sheet")
    if (args.points is None) != (args.sheet is None):
        raise UsageError("--points and --sheet need each other")
    warnings: list[str] = []
    groups = points = None
    if args.responses is not None:
        groups = read_responses(args.responses)
        warnings += [f"{name}: {text}" for name, one in groups.items() for text in one.warnings]
    if args.points is not None:
        from dataset_builders.gaze.points import point_answers, read_points

        answers = {rule: point_answers(read_points(args.points), args.sheet, rule) for rule in RULES}
        points = {rule: found.trials for rule, found in answers.items()}
        warnings += answers[RULES[0]].warnings
    days = None if args.dates is None else release_days(args.dates)
    billions = None if args.sizes is None else sizes(args.sizes)
    return Sources(groups, points, days, billions), warnings


def _cells(row: Row) -> list[str]:
    ours = row.ours
    cells = ["", "", ""] if ours is None else [_value(ours, row.paper), _interval(ours, row.paper), str(ours.n)]
    return [row.group, row.what, row.paper, *cells, row.outcome, row.note]


def _digits(paper: str) -> int:
    """Digits behind the point: one more than printed."""
    return min(len(paper.partition(".")[2]) + 1, 8) if "." in paper else 0 if paper else 3


def _value(ours: Measured, paper: str) -> str:
    return ours.value if isinstance(ours.value, str) else f"{ours.value:.{_digits(paper)}f}"


def _interval(ours: Measured, paper: str) -> str:
    digits = _digits(paper)
    return "" if ours.interval is None else f"{ours.interval[0]:.{digits}f} to {ours.interval[1]:.{digits}f}"
