"""Checks the host's ``--config`` files before a run: names, classes and options of our datasets and models.

The host finds most mistakes only when a combination is its turn, and some never.
"""

from __future__ import annotations

import difflib
import inspect
import json
from importlib import import_module
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import HVSError, OptionError
from vlmeval_hvs.names import base_name
from vlmeval_hvs.registry import BASELINE, all_cards, card_of, dataset_class, model_cards, set_of


def problems(path: Path) -> list[str]:
    """What is wrong with a config file, one sentence each; datasets and models of the host are not looked at.

    Args:
        path: JSON file with the keys ``model`` and ``data``.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        return [f"{path} cannot be read: {error}"]
    if not isinstance(content, dict) or not isinstance(content.get("data"), dict):
        return [f"{path}: a config is a JSON object with the keys model and data"]
    models = content.get("model")
    found = [_data_problem(key, entry) for key, entry in content["data"].items()]
    found += [_model_problem(key, entry) for key, entry in (models if isinstance(models, dict) else {}).items()]
    return [problem for problem in found if problem]


def refuse_wrong(path: Path) -> None:
    """Refuse a config file with mistakes.

    Raises:
        OptionError: Lists all of them.
    """
    found = problems(path)
    if found:
        raise OptionError(f"{path}:\n  " + "\n  ".join(found))


def _data_problem(key: str, entry: Any) -> str:
    classes = {card.class_name for card in all_cards()}
    ours = any(base_name(key) in card.datasets for card in all_cards())
    name = entry.get("class") if isinstance(entry, dict) else None
    if name not in classes:
        close = difflib.get_close_matches(str(name), classes, n=1, cutoff=0.8)
        if ours or close:
            meant = f", did you mean {close[0]}?" if close else f"; give one of {', '.join(sorted(classes))}"
            return f"{key}: class={name!r} is not allowed{meant}"
        return ""
    options = {option: value for option, value in entry.items() if option not in ("class", "dataset")}
    dataset = entry.get("dataset")
    if dataset != key:
        return f"{key}: dataset={dataset!r} differs from the key, after which the host names its files; use one name"
    try:
        card = card_of(key)
        set_of(key)
        if card.class_name != name:
            return f"{key}: its class is {card.class_name}, not {name}"
        dataset_class(card).OPTIONS.read(key, options)
    except HVSError as error:
        return str(error)
    return ""


def _model_problem(key: str, entry: Any) -> str:
    if not isinstance(entry, dict):
        return f"{key}: the entry of a model is an object, {{}} for one that the host knows by its name"
    if "class" not in entry:
        missing = key.startswith("hvs-") and key not in model_cards()
        return f"{key}: no such model; `vlmeval-hvs list --models` lists ours" if missing else ""
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
        return f"{key}: no model {entry.get('model')!r}; `vlmeval-hvs list --models` lists them"
    return ""
