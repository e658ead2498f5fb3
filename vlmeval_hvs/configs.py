"""Checks what a run is asked for before it begins: names, classes and options of our datasets and models.

These stand in the host's ``--config`` files, behind ``--data``, ``--model`` and ``--data-config``, or behind
``--options`` of our commands. The host finds most mistakes only when a combination is its turn, and some never.
"""

from __future__ import annotations

import argparse
import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError, HVSError, OptionError, UsageError
from vlmeval_hvs.names import base_name, close_name, did_you_mean
from vlmeval_hvs.options import PASSED_BY_HOSTS, declared_options
from vlmeval_hvs.registry import BASELINE, GROUP, Card, all_cards, card_of, dataset_class, model_cards, set_of

if TYPE_CHECKING:
    from vlmeval_hvs.dataset import HVSDataset


ALIKE = 0.85
"""Likeness from which a name is taken for a misspelt one of ours; no name of the tested hosts comes near it."""


def problems(path: Path) -> list[str]:
    """What is wrong with a config file, one sentence each; datasets and models of the host are not looked at.

    Args:
        path: JSON file with the keys ``model`` and ``data``.
    """
    try:
        content = read_config(path)
    except DataError as error:
        return [str(error)]
    models = content.get("model")
    found = data_problems(content["data"])
    found += [_model_problem(key, entry) for key, entry in (models if isinstance(models, dict) else {}).items()]
    return [problem for problem in found if problem]


def read_config(path: Path) -> dict[str, Any]:
    """The content of a config file.

    Raises:
        DataError: It is no JSON object with the key ``data``.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("data"), dict):
        raise DataError(f"{path}: a config is a JSON object with the keys model and data")
    return content


def data_problems(entries: dict[str, Any]) -> list[str]:
    """What is wrong with the datasets of a config, or of upstream's ``--data-config``."""
    return [problem for key, entry in entries.items() if (problem := _data_problem(key, entry))]


def refuse_wrong(path: Path) -> None:
    """Refuse a config file with mistakes.

    Raises:
        OptionError: Lists all of them.
    """
    found = problems(path)
    if found:
        raise OptionError(f"{path}:\n  " + "\n  ".join(found))


def dataset_problem(name: str) -> str:
    """What is wrong with a dataset's name behind ``--data``; "" for one of ours, and for one that is nobody's here.

    A name that is none of ours is a mistake only where it is nearly one: the host has many datasets of its own.
    """
    plain = base_name(name)
    for card in all_cards():
        if plain in card.datasets:
            try:
                set_of(name)
            except HVSError as error:
                return str(error)
            return ""
        if plain == card.name or plain in card.sets:
            return f"{name} is no dataset; those of {card.name} are {', '.join(card.datasets)}"
    close = close_name(plain, [known for card in all_cards() for known in card.dataset_names], ALIKE)
    return f"no dataset {name}, did you mean {close}{name.removeprefix(plain)}?" if close else ""


def model_problem(name: str) -> str:
    """What is wrong with a model's name; "" for one of ours, and for one that the host may know."""
    if name in model_cards():
        return ""
    ours = name.startswith("hvs-")  # no model of the host's own is named so: the nearest of ours is meant
    meant = did_you_mean(name, model_cards(), 0.75 if ours else ALIKE, ";" if ours else "")
    return meant and f"no model {name}{meant} `vlmeval-hvs list --models` lists ours"


def pair_problem(model: str, dataset: str) -> str:
    """What keeps one of our models from answering one of our datasets.

    "" for nothing, for models of the host, and for benchmarks of other packages, which may add answers to our models.
    """
    card, models = card_of(dataset), model_cards()
    asked, answered = card.name, models.get(model, {}).get("benchmarks", [])
    if model not in models or asked in answered or not card.package.startswith(f"{GROUP}."):
        return ""
    others = ", ".join(name for name, other in models.items() if asked in other["benchmarks"])
    return f"{model} answers {' and '.join(answered)} only, not {dataset}; of {asked} answer {others}"


def _data_problem(key: str, entry: Any) -> str:
    classes = {card.class_name for card in all_cards()}
    ours = any(base_name(key) in card.datasets for card in all_cards())
    name = entry.get("class") if isinstance(entry, dict) else None
    if name not in classes:
        meant = did_you_mean(str(name), classes, 0.8, f"; give one of {', '.join(sorted(classes))}" if ours else "")
        return meant and f"{key}: class={name!r} is not allowed{meant}"
    options = {option: value for option, value in entry.items() if option not in ("class", "dataset")}
    dataset = entry.get("dataset")
    if dataset != key:
        return f"{key}: dataset={dataset!r} differs from the key, after which the host names its files; use one name"
    problem = dataset_problem(key)
    if problem:
        return problem
    try:
        card = card_of(key)
        if card.class_name != name:
            return f"{key}: its class is {card.class_name}, not {name}"
        _read_all(declared_options(card), key, options)
    except HVSError as error:
        return str(error)
    return ""


def _read_all(kind: Any, dataset: str, options: dict[str, Any]) -> None:
    """Check options one by one first: all names of a runner's arguments together would hide unknown ones."""
    for name in options.keys() - kind.declared().keys() - PASSED_BY_HOSTS:
        kind.read(dataset, {name: options[name]})
    kind.read(dataset, options)


def _model_problem(key: str, entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"{key}: the entry of a model is an object, {{}} for one that the host knows by its name"
    if "class" not in entry:
        return model_problem(key)
    paths = {card.get("class", BASELINE) for card in model_cards().values()}
    path = next((path for path in paths if path.split(":")[1] == entry["class"]), None)
    if path is None:
        return ""
    module, name = path.split(":")
    parameters = inspect.signature(getattr(import_module(module), name).__init__).parameters
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    unknown = sorted(entry.keys() - parameters.keys() - {"class"})
    if unknown and not open_ended:
        return f"{key}: {name} has no option {unknown[0]}; options: {', '.join([*parameters][1:])}"
    if "model" in parameters and name.startswith("HVS") and entry.get("model", key) not in model_cards():
        meant = model_problem(str(entry.get("model", key)))
        return f"{key}: {meant or 'its model is none of ours; `vlmeval-hvs list --models` lists them'}"
    return ""


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
