"""``vlmeval-hvs gaze-tests``: which cue do these responses follow?"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.metrics.characterization.engines import ENGINES
from vlmeval_hvs.metrics.characterization.reference import MARGIN
from vlmeval_hvs.terminal import printable


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "gaze-tests",
        help="test which cue gaze answers follow, head or eyes, from a run's item file or the study's response table",
        description="Recomputes accuracy, Wrongness and all tests from *_hvs_items.tsv of a GazeTarget run, or from "
        "the response table that the study published (one result per group).",
        epilog="example:\n  vlmeval-hvs gaze-tests MODEL_GazeTarget_hvs_items.tsv --engine glmm",
        formatter_class=Help,
    )
    parser.add_argument("responses", type=Path, metavar="FILE", help="*_hvs_items.tsv, or the published CSV")
    parser.add_argument(
        "--group",
        action="append",
        metavar="NAME",
        help="only this group of the published table (repeatable); default: all of the main study",
    )
    parser.add_argument(
        "--human", metavar="NAME", help="group of the table with people's answers, the reference of Test 1 (not tested)"
    )
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="statistics (default: %(default)s)")
    parser.add_argument(
        "--margin",
        type=_margin,
        metavar="M",
        default=MARGIN,
        help="how far below people an accuracy may lie and still be human-level (default %(default)s)",
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of all resampling (default 0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything to this file")
    parser.set_defaults(run=run)


def _margin(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0 and below 1")
    return value


def run(args: argparse.Namespace) -> int:
    """Print one table and two sentences per group."""
    from vlmeval_hvs.benchmarks.gaze.people import DEMO_OBSERVER
    from vlmeval_hvs.benchmarks.gaze.people import reference as human_reference
    from vlmeval_hvs.benchmarks.gaze.responses import people_of, read_responses
    from vlmeval_hvs.benchmarks.gaze.trials import chance_of, score_trials
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain

    groups = read_responses(args.responses)
    # The table holds over a hundred models of the pre-pilot, whose photos have no head targets.
    main = [name for name, one in groups.items() if one.study == "main"]
    wanted = args.group or [name for name in main or groups if name != args.human]
    asked = [*wanted, *([args.human] if args.human else [])]
    unknown = [name for name in asked if name not in groups]
    if unknown:
        raise UsageError(f"no group {', '.join(unknown)} in {args.responses}; there are {', '.join(groups)}")
    people = people_of(groups[args.human]) if args.human else None
    reference = None if people is None else human_reference(people.accuracy, people.error)
    console, out = Console(soft_wrap=True, markup=False, emoji=False), {}
    console.width = max(console.width, 140)  # the table must stay one line per test in pipes and logs
    if people is not None:
        shares = [
            f"{n} objects {a:.3f} +- {people.error[n]:.3f} (n={people.answers[n]})" for n, a in people.accuracy.items()
        ]
        console.print(f"people ({args.human}): {', '.join(shares)}")
    for name in wanted:
        responses = groups[name]
        drawn = reference is None and responses.trials["scene_id"].str.contains("|drawn|", regex=False).all()
        compared = human_reference(DEMO_OBSERVER) if drawn else reference
        scores = score_trials(responses.trials, args.engine, compared, args.seed, args.margin)
        metrics = scores.metrics | {"Chance": chance_of(responses.trials).value}
        console.print(Text.assemble("\n", (printable(name), "bold"), f": {_accuracy(metrics)}"))
        console.print(_table(scores.details["characterization"]["tests"]))
        console.print(scores.details["explanation"])
        console.print(_against_chance(scores.details["against_chance"]))
        if "cue_model" in scores.details:
            _print_cue_model(console, scores.details["cue_model"])
        notes = ("drawn demo pictures: Test 1 compares with a simulated observer, not with people",) if drawn else ()
        for warning in (*notes, *responses.warnings, *scores.warnings):
            console.print(f"  warning: {warning}")
        for metric, (ours, theirs) in responses.recomputed.items():
            console.print(f"  {metric}: recomputed {ours:.4f}, in the table {theirs:.4f}")
        out[name] = {"metrics": metrics, "intervals": scores.intervals, **scores.details}
    if args.json:
        write_atomically(args.json, json.dumps(plain(out), ensure_ascii=False, indent=1).encode())
    return 0


def _accuracy(metrics: dict[str, float]) -> str:
    text = f"accuracy {metrics['Overall']:.3f} (chance {metrics['Chance']:.3f})"
    if "wrongness" in metrics:
        text += f", wrongness {metrics['wrongness']:.3f} (guessing {metrics['wrongness_expected']:.3f})"
    return text


def _against_chance(found: dict[str, Any]) -> str:
    """Accuracy against guessing, clustered by scene."""
    if found["p"] is None:
        return f"accuracy against guessing: not tested, too few scenes ({found['scenes']})"
    return f"accuracy minus guessing: {found['difference']:+.3f}, p {_p(found['p'])} over {found['scenes']} scenes"


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "<0.001"


def _print_cue_model(console: Console, cue: dict[str, Any]) -> None:
    """The cue model: probabilities of the categories, then its numbers over all photos and by view and proximity."""
    if "note" in cue:
        console.print(f"cue model: {cue['note']}")
        return
    shares = ", ".join(f"{category}: {share:.3f}" for category, share in cue["probabilities"].items())
    console.print(f"\ncue model, probability of each category: {shares}")
    table = Table("cue model", "estimate", "95 % interval", "what", box=None, pad_edge=False)
    groups = {"": cue["quantities"]}
    groups |= {f", {view} view": row for view, row in cue["by_view"].items()}
    groups |= {f", proximity {step}": row for step, row in cue["by_proximity"].items()}
    for group, row in groups.items():
        for name, value in row.items():
            low, high = value["interval"]
            what = "" if group else value["what"]
            table.add_row(f"{name}{group}", f"{value['estimate']:.3f}", f"{low:.3f} to {high:.3f}", what)
    console.print(table)
    console.print(cue["explanation"])


def _table(tests: dict[str, Any]) -> Table:
    table = Table("test", "what", "estimate", "95 % interval", "p", "", "scale", "n", box=None, pad_edge=False)
    for key, test in tests.items():
        if test["p"] is None:
            table.add_row(key, test["name"], "", "", "", test["note"], "", "")
            continue
        low, high = test["interval"]
        bounds = f"{low:+.3f} to {high:+.3f}" if low is not None and high is not None else ""
        sign = "positive" if test["positive"] else "negative"
        extra = f" ({test['note']})" if key == "4" and test["note"] else ""
        row = (key, test["name"], f"{test['estimate']:+.3f}", bounds, _p(test["p"]), sign + extra)
        table.add_row(*row, "log-odds" if test["unit"].startswith("log-odds") else "share", str(test["n"]))
    return table
