"""``vlmeval-hvs list``: list datasets and models, and which sets are built."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.commands import add_json, write_json
from vlmeval_hvs.errors import HVSError, UsageError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.names import DEMO, base_name, did_you_mean, own_name
from vlmeval_hvs.registry import Card, all_cards, model_cards, set_of, set_state
from vlmeval_hvs.sets import file_sizes, read_manifest
from vlmeval_hvs.terminal import console, literal, print_table


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "list",
        help="list datasets and models, and what is built",
        description="Lists the names for --data with what is built of them, or the names for --model that need no "
        "weights.",
    )
    parser.add_argument("benchmark", nargs="?", default="", help="only this benchmark, for example VPB")
    parser.add_argument("--models", action="store_true", help="list the models that need no weights")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    cards = [card for card in all_cards() if args.benchmark.lower() in card.name.lower()]
    if not cards:
        known = [card.name for card in all_cards()]
        hint = did_you_mean(args.benchmark, known, other=";")
        raise UsageError(f"no benchmark is called {args.benchmark}{hint} there are {', '.join(known)}")
    out = console()
    if args.models:
        models = [
            {"name": name, "about": card["about"], "benchmarks": card["benchmarks"]}
            for name, card in model_cards().items()
            if {one.name for one in cards} & set(card["benchmarks"])
        ]
        if args.json:
            write_json(args.json, "models", {"models": models})
        rows = [[one["name"], one["about"], ", ".join(one["benchmarks"])] for one in models]
        print_table(out, ["model (--model)", "what", "answers"], rows)
        return 0
    listed = {card.name: _datasets(card) for card in cards}
    if args.json:
        datasets = [one for datasets in listed.values() for one in datasets]
        write_json(args.json, "datasets", {"folder": str(data_root()), "datasets": datasets})
    for datasets in listed.values():  # in a table each, as wide as its own names
        rows = [[one["name"], one["about"], _state(one)] for one in datasets]
        print_table(out, ["dataset (--data)", "what", "data"], rows)
        for name, source in {one["set"]: one["source"] for one in datasets if "source" in one}.items():
            out.print(literal(f"{name} is {source}"))
        out.print()
    out.print(literal(f"Data folder: {data_root()}"))
    out.print(f"Every name also exists with the suffix {DEMO}: a small set, built offline at first use.")
    return 0


def _datasets(card: Card) -> list[dict[str, str]]:
    found = []
    for name in [*card.datasets, *card.own_dataset_names]:
        set_name, dataset = set_of(name), card.datasets[base_name(name)]
        more = _own(dataset, set_name) if own_name(name) else {"demo": set_state(set_name + DEMO)}
        entry = {"name": name, "benchmark": card.name, "about": dataset["about"], "set": set_name}
        found.append({**entry, "full": set_state(set_name), **more})
    return found


def _own(dataset: Mapping[str, Any], set_name: str) -> dict[str, str]:
    """The description of a dataset of own data, with the number of its rows and pictures, and their source."""
    about = str(dataset.get("own_about", dataset["about"])).rstrip(".")
    try:
        manifest = read_manifest(set_name)
        pictures = sum(path.startswith("images/") for path in file_sizes(manifest))
    except HVSError:  # the set is damaged, which the state shows
        return {"about": about}
    return {"about": f"{about} (own data: {manifest.rows} rows, {pictures} pictures)", "source": manifest.source}


def _state(dataset: dict[str, str]) -> str:
    full, demo = dataset["full"], dataset.get("demo")
    present = "built" if full == "built" else "demo only" if demo == "built" else ""
    damaged = [words for state, words in ((full, "damaged"), (demo, "demo damaged")) if state == "damaged"]
    return "; ".join(filter(None, [present, *damaged])) or "not built"
