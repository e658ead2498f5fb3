"""``vlmeval-hvs score``: score a prediction file without the host."""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import add_json, write_json
from vlmeval_hvs.configs import add_options, make_dataset


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "score",
        help="score a prediction file without the host",
        description="Scores a prediction file of the host or of any program: xlsx, tsv, csv, json or jsonl with the "
        "columns index and prediction, samples of lmms-eval, logs of Inspect (.eval, json) or output of batch services "
        "(jsonl). Writes *_hvs_scores.json and *_hvs_items.tsv next to the file.",
        epilog="example:\n  vlmeval-hvs score mine_HVSBench_Searching.tsv --data HVSBench_Searching",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="prediction file")
    parser.add_argument("--data", required=True, metavar="NAME", help="dataset name, for example HVSBench_Searching")
    add_json(parser)
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Score and print the metrics; 1 when the result is invalid, 2 when it is partial."""
    from vlmeval_hvs.results.collect import exit_status, result_at, shares

    metrics = make_dataset(args.data, args.options).score_file(args.file)
    result = result_at(args.file)
    scores, status = result.scores, exit_status([result.validity])
    width = max(map(len, metrics), default=0)
    for name, value in metrics.items():
        chance = scores["chances"].get(name)
        mark = f"  {chance['mark']} chance ({chance['low']:.4f} to {chance['high']:.4f})" if chance else ""
        rests = "".join(f"  {words}" for words in (f"n {result.n}", *shares(result))) if name == "Overall" else ""
        print(f"{name:<{width}}  {value:.4f}{mark}{rests}")
    if status:
        print(f"{scores['validity']}: {scores['validity_reason']}")
    if args.json is not None:
        write_json(args.json, "score", {"run": scores})
    return status
