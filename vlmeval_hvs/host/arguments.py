"""What the arguments of the host's runner ask for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vlmeval_hvs.names import DatasetName


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
