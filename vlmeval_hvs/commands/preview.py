"""``vlmeval-hvs preview`` and ``prompts``: what a model is asked, what a run takes, and the options."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.commands import DATASET, JSON, ONE_IMAGE, OPTIONS, arg, command, whole_number, write_json
from vlmeval_hvs.configs import make_dataset
from vlmeval_hvs.messages import INTERLEAVED, ModelTraits
from vlmeval_hvs.options import declared_options, option_rows
from vlmeval_hvs.registry import card_of, set_of
from vlmeval_hvs.terminal import console, print_table

if TYPE_CHECKING:
    from vlmeval_hvs.dataset import HVSDataset

WALKED = 40  # rows from which a run is estimated where questions have several turns


@command(
    "preview",
    "show prompts, options, calls and tokens of a dataset",
    DATASET,
    arg("--rows", "prompts per category (default 1)", type=whole_number, metavar="N", default=1),
    ONE_IMAGE,
    arg("--output-tokens", "tokens per reply", type=whole_number, metavar="N"),
    JSON,
    OPTIONS,
    examples=(
        "preview HVSBench_Searching_DEMO --options hint=field",
        "preview HVSBench_Searching_DEMO --options",
    ),
)
def preview(args: argparse.Namespace) -> int:
    """Shows the first prompts of every category, exactly as a model gets them, and what a run takes.

    Where replies decide what is asked next, scripted replies give the fewest and the most calls. `--options` without a
    value lists the options of the dataset. No model is called.
    """
    if args.options == []:
        from rich.console import Console  # breaks lines in a pipe, too

        set_of(args.name)  # refuses the name of a benchmark or set
        rows = option_rows(declared_options(card_of(args.name)), args.name)
        print_table(Console(markup=False, emoji=False), ["option", "default", "values", "what it does"], rows)
        return 0
    dataset = make_dataset(args.name, args.options)

    from vlmeval_hvs.estimates import estimates, rules  # imports pandas; a misspelt name is told before

    traits = ModelTraits("", interleave=not args.one_image)
    estimate = {
        "dataset": dataset.dataset_name,
        "rows": len(dataset),
        "settings": dataset.settings,
        "one_image": args.one_image,
        "walks": estimates(dataset, traits, WALKED, args.output_tokens),
        "rules": rules(args.output_tokens),
    }
    _print_prompts(dataset, args.rows)
    _print_estimate(estimate)
    write_json(args.json, "preview", estimate)
    return 0


def _print_prompts(dataset: HVSDataset[Any], rows: int) -> None:
    shown: Counter[str] = Counter()
    several = 0
    for position in range(len(dataset)):
        row = dataset.row(position)
        several += dataset.pipeline(row, INTERLEAVED) is not None
        category = row.get(dataset.CATEGORY, "")
        shown[category] += 1
        if shown[category] <= rows:
            print(f"--- row {row['index']} {category}")
            for item in dataset.build_prompt(position):
                print(f"[{item['value']}]" if item["type"] == "image" else item["value"])
    turns = f"{several} of them in several turns, of which the first is shown" if several else "one turn each"
    print(f"--- {len(dataset)} prompts, {turns}")


def _print_estimate(estimate: dict[str, Any]) -> None:
    out, walks, rows = console(), estimate["walks"], []
    for walk in walks:
        each, run = walk["per_sample"]["calls"], walk["run"]
        span = f"{each['least']}" if each["least"] == each["most"] else f"{each['least']}-{each['most']}"
        numbers = (f"{run[name]:,}" for name in ("calls", "images", "text_tokens", "output_tokens"))
        rows.append([walk["name"], span, *numbers])
    print_table(out, ["a run takes", "calls each", "calls", "pictures", "text tokens", "reply tokens"], rows)
    rows = []
    for family in walks[0]["run"]["image_tokens"]:
        rows.append([family, *(f"{walk['run']['image_tokens'][family]:,}" for walk in walks)])
    print_table(out, ["picture tokens", *(walk["name"] for walk in walks)], rows)
    for walk in walks:
        part = "" if walk["walked"] == walk["rows"] else f"; from {walk['walked']} of {walk['rows']} rows, scaled"
        print(f"{walk['name']}: {walk['about']}{part}")
    print(*estimate["rules"], sep="\n")


@command("prompts", "print the prompts of a dataset as JSON lines", DATASET, ONE_IMAGE, OPTIONS)
def prompts(args: argparse.Namespace) -> int:
    """Prints one JSON object per row: index, messages (text, and images as absolute paths) and turns.

    For a row with `turns: several`, the line holds the first message.
    """
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
