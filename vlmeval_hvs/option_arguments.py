"""Options of datasets on the command line: ``--options NAME=VALUE ...`` or ``--options '{"name": value}'``."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.configs import declared_options
from vlmeval_hvs.errors import UsageError
from vlmeval_hvs.registry import Card, base_name, card_of, dataset_class

if TYPE_CHECKING:
    from vlmeval_hvs.dataset import HVSDataset


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--options``; its value is None when it is not given, and [] when it has no value."""
    parser.add_argument(
        "--options",
        nargs="*",
        metavar="NAME=VALUE",
        help="options of the dataset, for example hint=field limit=10, or one JSON object; "
        "`vlmeval-hvs preview NAME --options` lists all",
    )


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options from the command line; values are JSON where they can be read as such, else text.

    Raises:
        UsageError: An argument is neither NAME=VALUE nor a JSON object.
    """
    options: dict[str, Any] = {}
    for argument in given or ():
        if argument.lstrip().startswith("{"):
            try:
                options |= json.loads(argument)
            except ValueError as error:
                raise UsageError(f"--options {argument}: this is no JSON object ({error})") from error
            continue
        name, sign, value = argument.partition("=")
        if not sign or not name:
            raise UsageError(f"--options {argument}: give NAME=VALUE, or one JSON object")
        options[name] = _value(value)
    return options


def card_with(name: str) -> Card:
    """The card of the benchmark that has a dataset.

    Raises:
        UsageError: The name is that of a benchmark or set.
    """
    card = card_of(name)
    if base_name(name) not in card.datasets:
        raise UsageError(f"{name} is a benchmark; name one of its datasets: {', '.join(card.datasets)}")
    return card


def make_dataset(name: str, given: list[str] | None) -> HVSDataset[Any]:
    """A dataset by its name, with options from the command line; without the host.

    Raises:
        UsageError: The name is that of a benchmark or set.
    """
    card, options = card_with(name), read_options(given)
    # A misspelt option is told at once, not after a demo set was built.
    declared_options(card).read(name, options)
    dataset: HVSDataset[Any] = dataset_class(card)(dataset=name, **options)
    return dataset


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
