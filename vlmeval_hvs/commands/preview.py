"""``vlmeval-hvs preview``: what a model will be asked, what a run will cost, and which options there are."""

from __future__ import annotations

import argparse
from collections import Counter

from rich.console import Console
from rich.table import Table

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.messages import INTERLEAVED
from vlmeval_hvs.option_arguments import add_options, make_dataset
from vlmeval_hvs.option_tables import option_rows
from vlmeval_hvs.registry import base_name, card_of, dataset_class


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "preview",
        help="show prompts of a dataset, its options, and the size of a run",
        description="Shows the first prompts of every category, exactly as a model gets them. "
        "`--options` without a value lists the options of the dataset.",
        epilog="examples:\n  vlmeval-hvs preview HVSBench_Searching_DEMO\n"
        "  vlmeval-hvs preview HVSBench_Searching_DEMO --options hint=field\n"
        "  vlmeval-hvs preview HVSBench_Searching_DEMO --options",
        formatter_class=Help,
    )
    parser.add_argument("name", metavar="NAME", help="dataset name, for example HVSBench_Searching_DEMO")
    parser.add_argument("--rows", type=int, metavar="N", default=1, help="prompts per category (default 1)")
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print prompts and totals, or the table of options."""
    if args.options == []:
        _print_options(args.name)
        return 0
    dataset = make_dataset(args.name, args.options)
    shown: Counter[str] = Counter()
    images = characters = several = 0
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        images += len(prompt.images)
        characters += len(prompt.text)
        several += prompt.pipeline is not None and prompt.pipeline(INTERLEAVED) is not None
        category = prompt.row.get(dataset.CATEGORY, "")
        shown[category] += 1
        if shown[category] <= args.rows:
            print(f"--- row {prompt.row['index']} {category}")
            for item in prompt:
                print(f"[{item['value']}]" if item["type"] == "image" else item["value"])
    turns = f"{several} of them in several turns, of which the first is shown" if several else "one turn each"
    print(
        f"--- {len(dataset)} prompts, {turns}; all first turns together have {images} images and about "
        f"{characters // 4:,} text tokens"
    )
    return 0


def _print_options(name: str) -> None:
    card = card_of(name)
    if base_name(name) not in card.datasets:
        raise UsageError(f"{name} is a benchmark; name one of its datasets: {', '.join(card.datasets)}")
    table = Table("option", "default", "values", "what it does", box=None, pad_edge=False)
    for row in option_rows(dataset_class(card).OPTIONS, name):
        table.add_row(*row)
    Console().print(table)
