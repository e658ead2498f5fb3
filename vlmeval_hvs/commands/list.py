"""``vlmeval-hvs list``: what there is, and what is built."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.files import data_root
from vlmeval_hvs.names import DEMO, base_name, own_name
from vlmeval_hvs.registry import all_cards, is_built, model_cards, set_of


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "list",
        help="list the names of datasets and models, and what is built",
        description="Lists the names for --data with what is built of them, or the names for --model that need no "
        "weights.",
    )
    parser.add_argument("benchmark", nargs="?", metavar="BENCHMARK", help="only this benchmark, for example VPB")
    parser.add_argument(
        "--models", action="store_true", help="list the models that need no weights, instead of datasets"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    known = [card.name for card in all_cards()]
    if args.benchmark and not any(args.benchmark.lower() in name.lower() for name in known):
        raise UsageError(f"no benchmark is called {args.benchmark}; there are {', '.join(known)}")
    console = Console(soft_wrap=False)
    console.print(_models() if args.models else _datasets(args.benchmark))
    if not args.models:
        console.print(
            f"Data folder: {data_root()}\n"
            f"Every name also exists with the suffix {DEMO}: a small set, built offline at first use."
        )
    return 0


def _datasets(benchmark: str | None) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("dataset (--data)", no_wrap=True)
    table.add_column("what")
    table.add_column("data", no_wrap=True)
    for card in all_cards():
        if benchmark and benchmark.lower() not in card.name.lower():
            continue
        for name, info in card.datasets.items():
            table.add_row(name, info["about"], _state(info["set"]))
        for name in card.own_dataset_names:
            table.add_row(name, card.datasets[base_name(name)]["about"], _state(set_of(name)))
    return table


def _state(set_name: str) -> str:
    kinds = {"full": set_name} if own_name(set_name) else {"full": set_name, "demo": set_name + DEMO}
    built = [kind for kind, name in kinds.items() if is_built(name)]
    return " and ".join(built) + " built" if built else "not built"


def _models() -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("model (--model)", no_wrap=True)
    table.add_column("what")
    for name, card in model_cards().items():
        table.add_row(name, card["about"])
    return table
