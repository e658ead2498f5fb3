"""What the arguments of the host's runner ask for, and what became of each model on each dataset."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vlmeval_hvs.configs import read_config
from vlmeval_hvs.host.runner import Outcome
from vlmeval_hvs.names import DatasetName, base_name
from vlmeval_hvs.registry import all_cards
from vlmeval_hvs.results.files import SCORES


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


VALID, PARTIAL, INVALID = "valid", "partial", "invalid"

Mark = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """One dataset of ours that a run was asked for, with the options that it gets."""

    dataset: str
    options: Mapping[str, Any]


def asked_datasets(arguments: Sequence[str]) -> list[Asked]:
    """Our datasets among those that the host's arguments name, by ``--data`` or in a config file.

    Raises:
        DataError: A config file cannot be read.
    """
    entries = _entries(arguments)
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


def _entries(arguments: Sequence[str]) -> dict[str, dict[str, Any]]:
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


def score_marks(arguments: Sequence[str]) -> dict[Path, Mark]:
    """Every score file in the working folder with its size and time of change."""
    found = {}
    for path in work_folder(arguments).rglob(f"*{SCORES}"):
        try:
            status = path.stat()
        except OSError:  # a link whose file is gone
            continue
        found[path] = (status.st_size, status.st_mtime_ns)
    return found


def judged(arguments: Sequence[str], reported: Iterable[Outcome], before: Mapping[Path, Mark]) -> list[Outcome]:
    """What became of every combination: the host's report, and the score files of our own datasets.

    Args:
        arguments: The host's arguments.
        reported: What the host reported.
        before: `score_marks` from before the run.

    Returns:
        Outcomes; where the host saw no problem, the validity of the score file counts.
    """
    # The host's report keeps what earlier runs in the folder were asked for.
    names = {DatasetName.of(name) for name in _entries(arguments)}
    told = {
        (_plain(outcome.model), name): outcome
        for outcome in reported
        if (name := DatasetName.of(outcome.dataset)) in names or not names
    }
    if asks_only(arguments):
        return list(told.values())
    scores = _scores(path for path, mark in score_marks(arguments).items() if before.get(path) != mark)
    for asked in asked_datasets(arguments):
        name = DatasetName.of(asked.dataset)
        for model in asked_models(arguments):
            key = (_plain(model), name)
            if key not in told or not told[key].problem:
                short = (model.rpartition("/")[2], name)  # of "org/m" local mode makes a folder and a name
                told[key] = _judged(model, asked.dataset, scores.get(key) or scores.get(short))
    return list(told.values())


def _scores(paths: Iterable[Path]) -> dict[tuple[str, DatasetName], dict[str, Any]]:
    found = {}
    for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns):
        try:
            scores = json.loads(path.read_text(encoding="utf-8"))
            found[_plain(str(scores["model"])), DatasetName.of(str(scores["dataset"]))] = scores
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def _judged(model: str, dataset: str, scores: Mapping[str, Any] | None) -> Outcome:
    if scores is None:
        return Outcome(model, dataset, "no score file was written")
    validity = str(scores.get("validity", VALID))
    if validity == VALID:
        return Outcome(model, dataset, "")
    reason = str(scores.get("validity_reason") or "rows failed")
    return Outcome(model, dataset, f"the result is {validity}: {reason}", partial=validity == PARTIAL)


def _plain(model: str) -> str:
    """A model's name as the host writes it into names of files."""
    return model.replace("/", "--")
