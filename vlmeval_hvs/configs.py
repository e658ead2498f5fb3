"""Checks a run before it begins: names, classes and options of this package's datasets and models.

They come from the host's ``--config`` files, from ``--data``, ``--model`` and ``--data-config``, and from ``--options``
of the commands. The host finds most mistakes only when it reaches the combination, and some never.
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
"""Similarity from which a name counts as misspelt; no name of the tested hosts comes near it."""


def problems(path: Path) -> list[str]:
    """Mistakes in a config file, one sentence each; datasets and models of the host are not checked.

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
        DataError: It is not a JSON object with the key ``data``.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} cannot be read: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("data"), dict):
        raise DataError(f"{path}: a config must be a JSON object with the keys model and data")
    return content


def data_problems(entries: dict[str, Any]) -> list[str]:
    """Mistakes in the datasets of a config, or of upstream's ``--data-config``."""
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
    """The mistake in a dataset's name after ``--data``; "" for a right one, and for one that the host may know.

    An unknown name is a mistake only where it is similar to a known one: the host has many datasets of its own.
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
            return f"{name} is not a dataset; datasets of {card.name}: {', '.join(card.datasets)}"
    close = close_name(plain, [known for card in all_cards() for known in card.dataset_names], ALIKE)
    return f"no dataset {name}, did you mean {close}{name.removeprefix(plain)}?" if close else ""


def model_problem(name: str) -> str:
    """The mistake in a model's name; "" for a right one, and for one that the host may know."""
    if name in model_cards():
        return ""
    own = name.startswith("hvs-")  # no model of the host starts so
    suggestion = did_you_mean(name, model_cards(), 0.75 if own else ALIKE, ";" if own else "")
    return suggestion and f"no model {name}{suggestion} `vlmeval-hvs list --models` shows all names"


def pair_problem(model: str, dataset: str) -> str:
    """Why a model of this package cannot answer a dataset of this package; "" where it can.

    Also "" for models of the host, and for benchmarks of other packages, which may add answers to these models.
    """
    card, models = card_of(dataset), model_cards()
    asked, answered = card.name, models.get(model, {}).get("benchmarks", [])
    if model not in models or asked in answered or not card.package.startswith(f"{GROUP}."):
        return ""
    others = ", ".join(name for name, other in models.items() if asked in other["benchmarks"])
    return f"{model} answers {' and '.join(answered)} only, not {dataset}; models for {asked}: {others}"


def _data_problem(key: str, entry: Any) -> str:
    classes = {card.class_name for card in all_cards()}
    own = any(base_name(key) in card.datasets for card in all_cards())
    name = entry.get("class") if isinstance(entry, dict) else None
    if name not in classes:
        known = f"; give one of {', '.join(sorted(classes))}" if own else ""
        suggestion = did_you_mean(str(name), classes, 0.8, known)
        return suggestion and f"{key}: class={name!r} is not allowed{suggestion}"
    options = {option: value for option, value in entry.items() if option not in ("class", "dataset")}
    dataset = entry.get("dataset")
    if dataset != key:
        return f"{key}: dataset={dataset!r} differs from the key, by which the host names its files; use one name"
    problem = dataset_problem(key)
    if problem:
        return problem
    try:
        card = card_of(key)
        if card.class_name != name:
            return f"{key}: class={name!r} is not allowed; the class of this dataset is {card.class_name}"
        _read_all(declared_options(card), key, options)
    except HVSError as error:
        return str(error)
    return ""


def _read_all(kind: Any, dataset: str, options: dict[str, Any]) -> None:
    """Check each option alone first: among all arguments of a runner an unknown one would pass."""
    for name in options.keys() - kind.declared().keys() - PASSED_BY_HOSTS:
        kind.read(dataset, {name: options[name]})
    kind.read(dataset, options)


def _model_problem(key: str, entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"{key}: the entry of a model must be an object; use {{}} for a model that the host knows by name"
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
        return f"{key}: {name} has no option {unknown[0]}; give one of {', '.join([*parameters][1:])}"
    if "model" in parameters and name.startswith("HVS") and entry.get("model", key) not in model_cards():
        known = f"no model {entry.get('model', key)}; `vlmeval-hvs list --models` shows all names"
        return f"{key}: {model_problem(str(entry.get('model', key))) or known}"
    return ""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--options``, whose value is None without it and [] when it is empty."""
    parser.add_argument(
        "--options",
        nargs="*",
        metavar="NAME=VALUE",
        help="options of the dataset, for example hint=field limit=10, or one JSON object; "
        "`vlmeval-hvs preview NAME --options` lists all",
    )


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options from the command line; values are JSON where they parse as JSON, else text.

    Raises:
        UsageError: An argument is neither NAME=VALUE nor a JSON object.
    """
    options: dict[str, Any] = {}
    for argument in given or ():
        if argument.lstrip().startswith("{"):
            try:
                options |= json.loads(argument)
            except ValueError as error:
                raise UsageError(f"--options {argument}: not a JSON object ({error})") from error
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
        raise UsageError(f"{name} is not a dataset; give one of {', '.join(card.datasets)}")
    return card


def make_dataset(name: str, given: list[str] | None) -> HVSDataset[Any]:
    """A dataset by its name, with options from the command line; without the host.

    Raises:
        UsageError: The name is that of a benchmark or set.
    """
    card, options = card_with(name), read_options(given)
    # A misspelt option is refused at once, not after a demo set was built.
    declared_options(card).read(name, options)
    dataset: HVSDataset[Any] = dataset_class(card)(dataset=name, **options)
    return dataset


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
