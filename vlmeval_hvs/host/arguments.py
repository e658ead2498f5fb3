"""Arguments of the host's runner: the datasets and models they name, and misspelt names."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from vlmeval_hvs.configs import read_config
from vlmeval_hvs.host.source import known_models, option_names, runner_file
from vlmeval_hvs.names import DatasetName, base_name, close_name
from vlmeval_hvs.registry import all_cards


def values_of(arguments: Sequence[str], option: str) -> list[str]:
    """The values of an option, written as separate arguments or with an equals sign.

    Example:
        >>> values_of(["--data", "A", "B", "--model=m"], "--data")
        ['A', 'B']
    """
    values, inside = [], False
    for argument in arguments:
        if argument.startswith(f"{option}="):
            values.append(argument.split("=", 1)[1])
        inside = argument == option or (inside and not argument.startswith("--"))
        if inside and argument != option:
            values.append(argument)
    return values


def scores_only(arguments: Sequence[str]) -> bool:
    """Whether existing replies are scored and the model is not asked."""
    return values_of(arguments, "--mode")[-1:] == ["eval"]


def asks_only(arguments: Sequence[str]) -> bool:
    """Whether replies are collected and not scored."""
    return values_of(arguments, "--mode")[-1:] == ["infer"]


def is_runner(arguments: Sequence[str]) -> bool:
    """Whether these are arguments of a host's runner."""
    return bool(values_of(arguments, "--data") or values_of(arguments, "--config"))


def work_folder(arguments: Sequence[str]) -> Path:
    """Where the host writes: ``--work-dir``; in local mode ``MMEVAL_ROOT`` has precedence."""
    preferred = "" if "--api-mode" in arguments else os.environ.get("MMEVAL_ROOT", "")
    return Path(preferred or ["./outputs", *values_of(arguments, "--work-dir")][-1])


def for_files(arguments: Sequence[str]) -> list[str]:
    """The arguments with names of own data spelt as in file names, because the host uses them there."""
    found, inside = [], False
    for argument in arguments:
        inside = argument == "--data" or (inside and not argument.startswith("-"))
        option, sign, name = argument.partition("=")
        if option == "--data" and sign:
            found.append(f"--data={DatasetName.of(name).in_files}")
        else:
            found.append(DatasetName.of(argument).in_files if inside else argument)
    return found


class Asked(NamedTuple):
    """One of our datasets in a run, with its options."""

    dataset: str
    options: Mapping[str, Any]


def asked_datasets(arguments: Sequence[str]) -> list[Asked]:
    """Our datasets among those named by ``--data`` or in a config file.

    Raises:
        DataError: A config file cannot be read.
    """
    entries = entries_of(arguments)
    limits = [int(text) for text in values_of(arguments, "--limit") if text.isdigit()]
    found = []
    for name, entry in entries.items():
        if base_name(name) in {plain for card in all_cards() for plain in card.datasets}:
            options = {key: value for key, value in entry.items() if key not in ("class", "dataset")}
            found.append(Asked(name, options if entry else {"limit": limits[-1]} if limits else {}))
    return found


def data_config(arguments: Sequence[str]) -> dict[str, Any]:
    """Upstream's ``--data-config``: JSON with entries for some datasets of ``--data``."""
    try:
        content = json.loads((values_of(arguments, "--data-config") or ["{}"])[-1])
    except ValueError:  # the host has a message of its own
        return {}
    return content if isinstance(content, dict) else {}


def entries_of(arguments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Every named dataset with its entry in a config; an empty entry if there is none."""
    more = data_config(arguments)
    entries = {name: more.get(name, {}) for name in values_of(arguments, "--data")}
    for path in _configs(arguments):
        entries |= read_config(path)["data"]
    return {name: entry if isinstance(entry, dict) else {} for name, entry in entries.items()}


def _configs(arguments: Sequence[str]) -> list[Path]:
    return [Path(path) for path in values_of(arguments, "--config") if Path(path).is_file()]


def asked_models(arguments: Sequence[str]) -> list[str]:
    """Names of models given by ``--model`` or in a config file."""
    models = values_of(arguments, "--model")
    for path in _configs(arguments):
        models += read_config(path).get("model") or {}
    return models


ALIKE = 0.8
"""Likeness from which a name counts as misspelt."""

OPEN = ("--base-url", "--api-mode")
"""Options with which a model may have any name, because a server knows it."""


def misspelt(arguments: Sequence[str], runner: Sequence[str]) -> list[str]:
    """Misspelt names among the host's arguments, one sentence each.

    A name counts as misspelt if the host's source lacks it and has a very similar one. Other unknown names pass: other
    packages may add models, and the host may be newer.
    """
    found = []
    options = option_names(runner)
    for argument in arguments:
        name = argument.split("=", 1)[0]
        if name.startswith("--") and options and not any(known.startswith(name) for known in options):
            close = close_name(name, options, ALIKE)
            found += [f"no option {name}, did you mean {close}?"] if close else []
    if not any(argument.split("=", 1)[0] in OPEN for argument in arguments):
        folder = runner_file(runner).parent
        # The table is in the folder of the package's runner, or below that of a checkout's.
        models = {**known_models(folder), **known_models(folder / "vlmeval")}
        for name in values_of(arguments, "--model"):
            close = "" if name in models else close_name(name, models, ALIKE)
            found += [f"no model {name}, did you mean {close}?"] if close else []
    return found
