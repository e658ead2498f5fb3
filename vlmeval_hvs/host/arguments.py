"""What the arguments of the host's runner ask for, and which names in them are misspelt, by the host's source."""

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


def given(arguments: Sequence[str], option: str) -> list[str]:
    """The values of an option, written as separate arguments or with an equals sign.

    Example:
        >>> given(["--data", "A", "B", "--model=m"], "--data")
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
    """Whether nothing is asked, and replies that are there are scored."""
    return given(arguments, "--mode")[-1:] == ["eval"]


def asks_only(arguments: Sequence[str]) -> bool:
    """Whether replies are collected and not scored."""
    return given(arguments, "--mode")[-1:] == ["infer"]


def is_runner(arguments: Sequence[str]) -> bool:
    """Whether these are arguments of a host's runner."""
    return bool(given(arguments, "--data") or given(arguments, "--config"))


def work_folder(arguments: Sequence[str]) -> Path:
    """Where the host writes: ``--work-dir``; in local mode ``MMEVAL_ROOT`` has precedence."""
    preferred = "" if "--api-mode" in arguments else os.environ.get("MMEVAL_ROOT", "")
    return Path(preferred or ["./outputs", *given(arguments, "--work-dir")][-1])


def for_files(arguments: Sequence[str]) -> list[str]:
    """The arguments with names of own sets as they can stand in names of files: the host's files have them."""
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
    """One dataset of ours that a run was asked for, with the options that it gets."""

    dataset: str
    options: Mapping[str, Any]


def asked_datasets(arguments: Sequence[str]) -> list[Asked]:
    """Our datasets among those that the host's arguments name, by ``--data`` or in a config file.

    Raises:
        DataError: A config file cannot be read.
    """
    entries = entries_of(arguments)
    limits = [int(text) for text in given(arguments, "--limit") if text.isdigit()]
    found = []
    for name, entry in entries.items():
        if base_name(name) in {plain for card in all_cards() for plain in card.datasets}:
            options = {key: value for key, value in entry.items() if key not in ("class", "dataset")}
            found.append(Asked(name, options if entry else {"limit": limits[-1]} if limits else {}))
    return found


def data_config(arguments: Sequence[str]) -> dict[str, Any]:
    """Upstream's ``--data-config``: JSON with the entries of some of the datasets behind ``--data``."""
    try:
        content = json.loads((given(arguments, "--data-config") or ["{}"])[-1])
    except ValueError:  # the host has a message of its own
        return {}
    return content if isinstance(content, dict) else {}


def entries_of(arguments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Every dataset that is asked for, with its entry in a config; empty where it has none."""
    more = data_config(arguments)
    entries = {name: more.get(name, {}) for name in given(arguments, "--data")}
    for path in _configs(arguments):
        entries |= read_config(path)["data"]
    return {name: entry if isinstance(entry, dict) else {} for name, entry in entries.items()}


def _configs(arguments: Sequence[str]) -> list[Path]:
    return [Path(path) for path in given(arguments, "--config") if Path(path).is_file()]


def asked_models(arguments: Sequence[str]) -> list[str]:
    """Names of the models that the host's arguments name."""
    models = given(arguments, "--model")
    for path in _configs(arguments):
        models += read_config(path).get("model") or {}
    return models


ALIKE = 0.8
"""Likeness from which a name is taken for a misspelt one."""

OPEN = ("--base-url", "--api-mode")
"""Options with which a model may have any name: it is that of a server."""


def misspelt(arguments: Sequence[str], runner: Sequence[str]) -> list[str]:
    """What is misspelt among the host's arguments, one sentence each.

    A name is misspelt where the host's source does not have it, but one that is nearly the same. Nothing else is
    judged: other packages may add models, and the host may be newer.
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
        # The table lies beside the package's runner, or below a checkout's.
        models = {**known_models(folder), **known_models(folder / "vlmeval")}
        for name in given(arguments, "--model"):
            close = "" if name in models else close_name(name, models, ALIKE)
            found += [f"no model {name}, did you mean {close}?"] if close else []
    return found
