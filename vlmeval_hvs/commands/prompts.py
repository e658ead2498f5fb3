"""``vlmeval-hvs prompts``: the prompts of a dataset as JSON lines, without the host."""

from __future__ import annotations

import argparse
import json

from vlmeval_hvs.configs import add_options, make_dataset
from vlmeval_hvs.messages import ModelTraits


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "prompts",
        help="print the prompts of a dataset as JSON lines",
        description="Prints one JSON object per row: index, messages (text, and images as absolute paths) and turns. "
        "For a row with `turns: several`, the line holds the first message.",
        epilog="example:\n  vlmeval-hvs prompts HVSBench_Searching_DEMO > prompts.jsonl",
    )
    parser.add_argument("name", metavar="NAME", help="dataset name, for example HVSBench_Searching_DEMO")
    parser.add_argument("--one-image", action="store_true", help="prompts for a model that takes one image per message")
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the lines."""
    dataset = make_dataset(args.name, args.options)
    traits = ModelTraits("", interleave=not args.one_image)
    for position in range(len(dataset)):
        row = dataset.row(position)
        several = dataset.pipeline(row, traits) is not None
        line = {
            "index": int(row["index"]),
            "dataset": dataset.dataset_name,
            "turns": "several" if several else "one",
            "messages": dataset.first_turn(row, traits),
        }
        print(json.dumps(line, ensure_ascii=False))
    return 0
