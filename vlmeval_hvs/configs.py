"""Checks the host's ``--config`` files before a run: names, classes and options of our datasets and models.

The host finds most mistakes only when a combination is its turn, and some never.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vlmeval_hvs.errors import HVSError, OptionError
from vlmeval_hvs.registry import all_cards, card_of, dataset_class, model_cards, set_of


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
    ours = {card.class_name for card in all_cards()}
    if not isinstance(entry, dict) or entry.get("class") not in ours:
        return ""
    options = {name: value for name, value in entry.items() if name not in ("class", "dataset")}
    dataset = entry.get("dataset", key)
    if dataset != key:
        return f"{key}: dataset={dataset!r} differs from the key, after which the host names its files; use one name"
    try:
        card = card_of(key)
        set_of(key)
        if card.class_name != entry["class"]:
            return f"{key}: its class is {card.class_name}, not {entry['class']}"
        dataset_class(card).OPTIONS.read(key, options)
    except HVSError as error:
        return str(error)
    return ""


def _model_problem(key: str, entry: Any) -> str:
    if not isinstance(entry, dict) or entry.get("class") != "HVSBaseline" or entry.get("model") in model_cards():
        return ""
    return f"{key}: no model {entry.get('model')!r}; `vlmeval-hvs list --models` lists them"
