"""``vlmeval-hvs visions-score``: the ViSioNS table, from score files or from published scanpaths and maps."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.visual_search.compound import Table
    from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
    from vlmeval_hvs.benchmarks.visual_search.trials import Trial

EPILOG = """\
examples:
  vlmeval-hvs visions-score outputs
  vlmeval-hvs visions-score --model IRL --scanpaths Interiors=IRL/Scanpaths.json
  vlmeval-hvs visions-score --model IRL --maps Interiors=IRL/maps
"""


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "visions-score",
        help="print the visual-search table with the compound score, also of published scanpaths and maps",
        description="Prints the metrics of every set, their averages, and the compound score by the seven-term and "
        "the six-term rule.",
        epilog=EPILOG,
        formatter_class=Help,
    )
    parser.add_argument("results", nargs="?", type=Path, metavar="WORK_DIR", help="the host's --work-dir")
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
    parser.add_argument("--output", type=Path, metavar="FILE", help="also write everything as JSON, curves included")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    from vlmeval_hvs.benchmarks.visual_search.compound import averaged, collect_results, format_table, unusable_terms
    from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
    from vlmeval_hvs.files import write_atomically
    from vlmeval_hvs.results.files import plain

    if args.results is None and not args.scanpaths and not args.maps:
        raise UsageError("give a folder with results, or --scanpaths or --maps")
    if args.results is not None and not args.results.is_dir():
        raise UsageError(f"{args.results} is not a folder")
    bias = CentreBias.read(args.center_bias) if args.center_bias else CentreBias()
    table = collect_results(args.results) if args.results is not None else {}
    curves: dict[str, object] = {}
    for name, path in map(_assignment, args.scanpaths):
        _score_scanpaths(name, path, args, table, curves)
    for name, path in map(_assignment, args.maps):
        _score_maps(name, path, args, bias, table)
    rows = averaged(table)
    for data_set in sorted({name for sets in table.values() for name in sets}):
        print(f"\n{data_set}")
        print(format_table({row: sets[data_set] for row, sets in table.items() if data_set in sets}))
    print("\nMean over sets")
    print(format_table(rows))
    dropped = unusable_terms(rows)
    if dropped:
        print(f"the score leaves out {', '.join(dropped)}: the reference row is missing or not positive")
    if args.maps:
        print(f"\ncentre bias: {bias.label}")
    if args.output:
        record = {"sets": table, "mean": rows, "curves": curves, "center_bias": bias.label}
        write_atomically(args.output, json.dumps(plain(record), indent=1).encode())
    return 0


def _assignment(text: str) -> tuple[str, Path]:
    name, sign, path = text.partition("=")
    if not sign or not name or not path:
        raise UsageError(f"{text!r}: give SET=PATH, for example Interiors=Scanpaths.json")
    return name, Path(path)


def _trials(name: str) -> dict[str, Trial]:
    from vlmeval_hvs.benchmarks.visual_search.trials import read_trials
    from vlmeval_hvs.registry import load_set

    rows, _ = load_set(name if name.startswith("VisualSearch_") else f"VisualSearch_{name}")
    return read_trials(rows[rows["family"] == "search"].to_dict("records"))


def _score_scanpaths(name: str, path: Path, args: argparse.Namespace, table: Table, curves: dict[str, object]) -> None:
    from vlmeval_hvs.benchmarks.visual_search.compound import FLOOR, HUMANS, read_scanpath_file
    from vlmeval_hvs.benchmarks.visual_search.scanpaths import model_agreement, model_area, model_curve, references

    trials = _trials(name)
    paths, left_out = read_scanpath_file(path, trials)
    for text in left_out[:10]:
        print(f"left out: {text}", file=sys.stderr)
    agreement = model_agreement(trials, paths)
    reference = references(trials, args.seed)
    _put(
        table, args.model, name, AUCperf=model_area(trials, paths), AvgMM=agreement.average, Corr=agreement.correlation
    )
    _put(table, HUMANS, name, AUCperf=reference.human_area, AvgMM=reference.human_similarity)
    _put(table, FLOOR, name, AUCperf=reference.floor_area, AvgMM=reference.floor_similarity)
    curves[name] = {
        args.model: model_curve(trials, paths),
        HUMANS: reference.human_curve,
        FLOOR: reference.floor_curve,
        "hmMM_whMM": {
            image: [agreement.human_model[image], agreement.within_human[image]] for image in agreement.images
        },
    }


def _score_maps(name: str, path: Path, args: argparse.Namespace, bias: CentreBias, table: Table) -> None:
    from vlmeval_hvs.benchmarks.visual_search.compound import CENTER, GOLD, UNIFORM
    from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
        PublishedMaps,
        score_trials,
    )
    from vlmeval_hvs.benchmarks.visual_search.next_fixation_references import baseline_tables

    trials = _trials(name)
    model = PublishedMaps(path, (args.receptive, args.receptive))
    scores = score_trials(trials.values(), model, bias, progress=f"{name}: {args.model}")
    _put(table, args.model, name, **scores.means())
    if args.baselines:
        baselines = baseline_tables(trials, bias)
        for row, key in ((GOLD, "gold_standard"), (CENTER, "center_bias"), (UNIFORM, "uniform")):
            _put(table, row, name, **baselines[key].means())


def _put(table: Table, row: str, data_set: str, **values: float) -> None:
    finite = {metric: value for metric, value in values.items() if value == value}
    if finite:
        table.setdefault(row, {}).setdefault(data_set, {}).update(finite)
