"""``vlmeval-hvs preview``: what a model will be asked, and what a run will cost."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.registry import base_name, card_of


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "preview",
        help="show prompts of a dataset and the size of a run (imports the host, about 15 s)",
        description="Shows the first prompts of every category, exactly as a model gets them.",
    )
    parser.add_argument("name", metavar="DATASET", help="dataset name, for example HVSBench_Searching_DEMO")
    parser.add_argument("--rows", type=int, default=1, help="prompts per category (default 1)")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON", help='e.g. \'{"hint": "field"}\'')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print prompts and totals."""
    card = card_of(args.name)
    if base_name(args.name) not in card.datasets:
        raise UsageError(f"{args.name} is a benchmark; name one of its datasets: {', '.join(card.datasets)}")
    try:
        import vlmeval.dataset as host
    except ImportError as error:
        raise UsageError(
            f"a preview needs a VLMEvalKit host ({error}); pip install 'vlmeval-hvs[host]' brings one"
        ) from error
    dataset = getattr(host, card.class_name)(dataset=args.name, **args.options)
    shown: Counter[str] = Counter()
    images = characters = 0
    for position in range(len(dataset)):
        prompt = dataset.build_prompt(position)
        images += len(prompt.images)
        characters += len(prompt.text)
        category = prompt.row.get(dataset.CATEGORY, "")
        shown[category] += 1
        if shown[category] <= args.rows:
            print(f"--- row {prompt.row['index']} {category}")
            for item in prompt:
                print(f"[{item['value']}]" if item["type"] == "image" else item["value"])
    turns = "several turns each: the first message is shown" if dataset.has_pipelines else "one turn each"
    print(
        f"--- {len(dataset)} prompts, {turns}; {images} images and about {characters // 4:,} text tokens in the "
        "messages shown or counted here"
    )
    return 0
