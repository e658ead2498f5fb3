"""``vlmeval-hvs gaze``: the tests of the gaze study on finished answers or on the published response table."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.metrics.characterization.results import ENGINES, MARGIN, as_reference
from vlmeval_hvs.terminal import printable

if TYPE_CHECKING:
    from vlmeval_hvs.results.table_formats import Grid


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze",
        help="test which cue gaze answers follow, head or eyes",
        epilog="examples:\n  vlmeval-hvs gaze tests MODEL_GazeTarget_hvs_items.tsv --engine glmm\n"
        "  vlmeval-hvs gaze tests result_1771518084_....csv --engine paper --human Humans",
        formatter_class=Help,
    )
    tests = parser.add_subparsers(metavar="ACTION", required=True).add_parser(
        "tests",
        help="all scores and tests of finished answers",
        description="Recomputes accuracy, Wrongness and all tests from *_hvs_items.tsv of a GazeTarget run, or from "
        "the response table that the study published (one result per group).",
        formatter_class=Help,
    )
    add = tests.add_argument
    add("responses", type=Path, metavar="FILE", help="*_hvs_items.tsv, or the published CSV")
    which = "only this group of the published table (repeatable); default: all of the main study"
    add("--group", action="append", metavar="NAME", help=which)
    people = "group of the table with people's answers, the reference of Test 1 (not tested)"
    add("--human", metavar="NAME", help=people)
    margin = "largest shortfall of accuracy that still counts as human-level (default %(default)s)"
    add("--margin", type=_margin, metavar="M", default=MARGIN, help=margin)
    add("--engine", choices=ENGINES, default=ENGINES[0], help="statistics of the tests (default: %(default)s)")
    add("--seed", type=int, metavar="N", default=0, help="seed of all resampling (default 0)")
    add("--json", type=Path, metavar="FILE", help="also write everything to this file")
    tests.set_defaults(run=run_tests)


def _margin(text: str) -> float:
    value = float(text)  # argparse names what is no number
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number above 0 and below 1")
    return value


def run_tests(args: argparse.Namespace) -> int:
    """Print one table and two sentences per group."""
    from vlmeval_hvs.benchmarks.gaze.responses import DEMO_OBSERVER, people_of, read_responses
    from vlmeval_hvs.benchmarks.gaze.scoring import chance_of, score_trials
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain
    from vlmeval_hvs.results.table_formats import print_grids

    groups = read_responses(args.responses)
    # The table holds over a hundred models of the pre-pilot, whose photos have no head targets.
    main = [name for name, one in groups.items() if one.study == "main"]
    wanted = args.group or [name for name in main or groups if name != args.human]
    unknown = [name for name in (*wanted, *([args.human] if args.human else [])) if name not in groups]
    if unknown:
        raise UsageError(f"no group {', '.join(unknown)} in {args.responses}; its groups are {', '.join(groups)}")
    reference = people_of(groups[args.human]) if args.human else None
    if reference is not None:
        shares = [f"{n} objects {a:.3f} +- {reference.error[n]:.3f}" for n, a in reference.accuracy.items()]
        print(f"people ({args.human}): {', '.join(shares)}")
    out = {}
    for name in wanted:
        trials, notes = groups[name].trials, []
        compared = reference
        if reference is None and trials["scene_id"].str.contains("|drawn|", regex=False).all():
            compared = as_reference(DEMO_OBSERVER)
            notes.append("drawn demo pictures: Test 1 compares with a simulated observer, not with people")
        scores = score_trials(trials, args.engine, compared, args.seed, args.margin)
        metrics = scores.metrics | {"Chance": chance_of(trials).value}
        notes += [f"warning: {warning}" for warning in (*groups[name].warnings, *scores.warnings)]
        print_grids([_tests_grid(f"{printable(name)}: {_accuracy(metrics)}", scores.details, notes)])
        out[name] = {"metrics": metrics, "intervals": scores.intervals, **scores.details}
    if args.json is not None:
        write_atomically(args.json, json.dumps(plain(out), ensure_ascii=False, indent=1).encode())
    return 0


def _accuracy(metrics: Mapping[str, float]) -> str:
    text = f"accuracy {metrics['Overall']:.3f} (chance {metrics['Chance']:.3f})"
    if "wrongness" in metrics:
        text += f", wrongness {metrics['wrongness']:.3f} (guessing {metrics['wrongness_expected']:.3f})"
    return text


def _tests_grid(title: str, details: Mapping[str, Any], notes: list[str]) -> Grid:
    """The tests of one group, with the verdicts in the notes."""
    from vlmeval_hvs.results.tables import Grid

    rows = []
    for key, test in details["characterization"]["tests"].items():
        cells = ["", "", "", test["note"], "", ""]
        if test["p"] is not None:
            low, high = test["interval"]
            sign = ("positive" if test["positive"] else "negative") + (f" ({test['note']})" if key == "4" else "")
            scale = "log-odds" if test["unit"].startswith("log-odds") else "share"
            bounds = f"{low:+.3f} to {high:+.3f}"
            cells = [f"{test['estimate']:+.3f}", bounds, _p(test["p"]), sign, scale, str(test["n"])]
        rows.append([key, test["name"], *cells])
    chance, cue = details["against_chance"], details.get("cue_model", {})
    p = "" if chance["p"] is None else f", p {_p(chance['p'])}"
    verdicts = [details["explanation"]]
    verdicts.append(f"accuracy minus guessing: {chance['difference']:+.3f}{p} over {chance['scenes']} scenes")
    if "note" in cue:
        verdicts.append(f"cue model: {cue['note']}")
    elif cue:
        shares = ", ".join(f"{category}: {share:.3f}" for category, share in cue["probabilities"].items())
        verdicts += [f"cue model, probability of each category: {shares}", cue["explanation"]]
    return Grid(title, ["test", "what", "estimate", "95 % interval", "p", "", "scale", "n"], rows, [*verdicts, *notes])


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "<0.001"
