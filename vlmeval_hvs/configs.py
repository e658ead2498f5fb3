"""Checks a run before it begins: names, classes and options of this package's datasets and models.

They come from the host's ``--config`` files, from ``--data``, ``--model`` and ``--data-config``, and from ``--options``
of the commands. The host finds most mistakes only when it reaches the combination, and some never.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError, HVSError, OptionError, UsageError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.names import base_name, close_name, did_you_mean
from vlmeval_hvs.options import PASSED_BY_HOSTS, declared_options
from vlmeval_hvs.registry import BASELINE, all_cards, card_of, dataset_class, model_cards, set_of

if TYPE_CHECKING:
    from vlmeval_hvs.dataset import HVSDataset

ALIKE = 0.85  # similarity from which a name counts as misspelt; no name of the tested hosts comes near it
_ALL_MODELS = "`vlmeval-hvs list --models` shows all names"


def read_config(path: Path) -> dict[str, Any]:
    """The content of a config file, a JSON object with the key ``data`` and perhaps ``model``; else a `DataError`."""
    content = read_json(path)
    known = isinstance(content, dict) and isinstance(content.get("data"), dict)
    if not known or not isinstance(content.get("model", {}), dict):
        raise DataError(f"{path}: a config must be a JSON object with the keys model and data")
    return dict(content)


def problems(path: Path) -> list[str]:
    """Mistakes in a config file, one sentence each; datasets and models of the host are not checked."""
    content = read_config(path)
    found = [_model_problem(key, entry) for key, entry in content.get("model", {}).items()]
    return [*data_problems(content["data"]), *filter(None, found)]


def refuse_wrong(path: Path) -> None:
    """Refuse a config file with mistakes; the `OptionError` lists all of them."""
    if found := problems(path):
        raise OptionError("\n  ".join([f"{path}:", *found]))


def data_problems(entries: dict[str, Any]) -> list[str]:
    """Mistakes in the datasets of a config, or of upstream's ``--data-config``."""
    return [problem for key, entry in entries.items() if (problem := _data_problem(key, entry))]


def dataset_problem(name: str) -> str:
    """The mistake in a dataset's name after ``--data``; "" for a right one, and for one that the host may know.

    An unknown name is a mistake only where it is similar to a known one: the host has many datasets of its own.
    """
    plain = base_name(name)
    if any(plain == card.name or plain in card.sets or plain in card.datasets for card in all_cards()):
        try:
            set_of(name)
        except HVSError as error:
            return str(error)
        return ""
    close = close_name(plain, [known for card in all_cards() for known in card.dataset_names], ALIKE)
    return f"no dataset {name}, did you mean {close}{name.removeprefix(plain)}?" if close else ""


def model_problem(name: str) -> str:
    """The mistake in a model's name; "" for a right one, and for one that the host may know."""
    if name in model_cards():
        return ""
    ours = name.startswith("hvs-")  # no model of the host starts so
    suggestion = did_you_mean(name, model_cards(), 0.75 if ours else ALIKE, ";" if ours else "")
    return suggestion and f"no model {name}{suggestion} {_ALL_MODELS}"


def _data_problem(key: str, entry: Any) -> str:
    classes = {card.class_name for card in all_cards()}
    name = entry.get("class") if isinstance(entry, dict) else None
    if name not in classes:
        own = any(base_name(key) in card.datasets for card in all_cards())
        suggestion = did_you_mean(str(name), classes, 0.8, f"; give one of {', '.join(sorted(classes))}" if own else "")
        return suggestion and f"{key}: class={name!r} is not allowed{suggestion}"
    if entry.get("dataset") != key:
        return f"{key}: dataset={entry.get('dataset')!r} differs from the key, by which the host names its files"
    if problem := dataset_problem(key):
        return problem
    try:
        card = card_of(key)
        if card.class_name != name:
            return f"{key}: class={name!r} is not allowed; the class of this dataset is {card.class_name}"
        kind = declared_options(card)
        options = {option: value for option, value in entry.items() if option not in ("class", "dataset")}
        for option in options.keys() - kind.declared().keys() - PASSED_BY_HOSTS:
            kind.read(key, {option: options[option]})  # among all arguments of a runner an unknown one would pass
        kind.read(key, options)
    except HVSError as error:
        return str(error)
    return ""


def _model_problem(key: str, entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"{key}: the entry of a model must be an object; use {{}} for a model that the host knows by name"
    if "class" not in entry:
        return model_problem(key)
    ours = {card.get("class", BASELINE).partition(":")[2] for card in model_cards().values()}
    model = str(entry.get("model", key))
    if entry["class"] not in ours or model in model_cards():
        return ""
    return f"{key}: {model_problem(model) or f'no model {model}; {_ALL_MODELS}'}"


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options from the command line, NAME=VALUE or a JSON object; values are JSON where they parse, else text."""
    options: dict[str, Any] = {}
    for argument in given or ():
        name, sign, value = argument.partition("=")
        if argument.lstrip().startswith("{"):
            try:
                options |= json.loads(argument)
            except ValueError as error:
                raise UsageError(f"--options {argument}: not a JSON object ({error})") from error
        elif not sign or not name:
            raise UsageError(f"--options {argument}: give NAME=VALUE, or one JSON object")
        else:
            options[name] = value
            with suppress(ValueError):
                options[name] = json.loads(value)
    return options


def make_dataset(name: str, given: list[str] | None) -> HVSDataset[Any]:
    """A dataset by its name, with options from the command line; without the host."""
    set_of(name)  # refuses the name of a benchmark or set
    card, options = card_of(name), read_options(given)
    declared_options(card).read(name, options)  # refuses a misspelt option at once, not after a demo set was built
    dataset: HVSDataset[Any] = dataset_class(card)(dataset=name, **options)
    return dataset
