"""What two runs may differ in: what makes their rows other questions, what a user compares on purpose, and the rest."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.options import Options
from vlmeval_hvs.registry import base_name, card_of, dataset_class
from vlmeval_hvs.results.compare.runs import Run
from vlmeval_hvs.results.differences import NO_MATTER

DATASET, WORDING = "dataset", "wording"
"""Names of differences that are no options."""

HARMLESS = NO_MATTER | {"limit"}
"""Options that change no row: rows are joined by index."""

READING = "profile"
"""The option that chooses the headline's reading; where it changes no turn it changes no row, for one reading is taken
of both runs."""

FACTS = ("version", "validity", "provenance")
"""Keys of score files that are told where they differ."""

Pair = tuple[Any, Any]


@dataclass(frozen=True)
class Differences:
    """What two runs differ in, name to both values.

    Attributes:
        asked: What was asked or how it was scored; runs are compared across it only where a user says so.
        told: What changes no row; it is told beside the numbers.
    """

    asked: dict[str, Pair]
    told: dict[str, Pair]


def differences(first: Run, second: Run) -> Differences:
    """What two runs differ in, apart from their data."""
    asked: dict[str, Pair] = {}
    names = [base_name(run.result.dataset) for run in (first, second)]
    if names[0] != names[1]:
        asked[DATASET] = names[0], names[1]
    ours, theirs = (run.scores["settings"] for run in (first, second))
    usual = _usual(first, second)
    harmless = HARMLESS | set(first.design.beside)
    told: dict[str, Pair] = {}
    for name in sorted({*ours, *theirs}):
        default, asks = usual.get(name, (None, False))
        pair = ours.get(name, default), theirs.get(name, default)
        works = name in usual and name not in harmless and (asks or name != READING)
        if pair[0] != pair[1] and not _same_file(name, ours, theirs):
            # On two datasets an option that only one of them has is a part of what the dataset is.
            shared = name in ours and name in theirs
            (asked if works and (shared or DATASET not in asked) else told)[name] = pair
    if first.scores.get("wording") != second.scores.get("wording"):
        shown = [str(run.scores.get("wording") or "unknown")[:8] for run in (first, second)]
        asked[WORDING] = shown[0], shown[1]
    for name in FACTS:
        if first.scores.get(name) != second.scores.get(name):
            told[name] = first.scores.get(name), second.scores.get(name)
    return Differences(asked, told)


def refuse_unlike(first: Run, second: Run, across: Collection[str] = ()) -> Differences:
    """Refuse two runs whose rows are not the same questions, or were not asked and scored alike.

    Args:
        first: The first run.
        second: The second run.
        across: Names of differences that are meant: options, ``dataset``, ``wording``.

    Returns:
        What they differ in.

    Raises:
        DataError: The message names both runs and what differs.
    """
    data = [run.scores.get("data") or {} for run in (first, second)]
    digests = [str(run.scores["digest"]) for run in (first, second)]
    if digests[0] != digests[1] or data[0].get("set") != data[1].get("set"):
        shown = [f"{own.get('set', 'unknown set')}, {digest[:8]}" for own, digest in zip(data, digests, strict=True)]
        raise DataError(
            f"{first.name} and {second.name} are on different data ({shown[0]}; {shown[1]}): "
            "rows of one are not rows of the other"
        )
    found = differences(first, second)
    meant = {name: pair for name, pair in found.asked.items() if name not in across}
    if meant:
        raise DataError(
            f"{first.name} and {second.name} were not asked or scored alike: {in_words(meant)}. "
            f"To compare them all the same: --across {' '.join(meant)}"
        )
    both = first.items.index.intersection(second.items.index)
    if "truth" in first.items and "truth" in second.items:
        ours, theirs = (run.items.loc[both] for run in (first, second))
        scored = (ours["score"] != "") & (theirs["score"] != "")
        if (ours["truth"] != theirs["truth"])[scored].any():
            raise DataError(f"{first.name} and {second.name} have other right answers for rows of the same index")
    return found


def check_across(names: Collection[str], runs: Collection[Run]) -> None:
    """Refuse a misspelt name.

    Raises:
        UsageError: No run has such an option.
    """
    known = {DATASET, WORDING, *(name for run in runs for name in (*run.scores["settings"], *_options(run).declared()))}
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.5)
            meant = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"--across {name}: these runs have no such option{meant}")


def in_words(pairs: Mapping[str, Pair]) -> str:
    """Differences in one line."""
    return "; ".join(f"{name} ({ours!r} and {theirs!r})" for name, (ours, theirs) in pairs.items())


def _options(run: Run) -> type[Options]:
    options: type[Options] = dataset_class(card_of(run.result.dataset)).OPTIONS
    return options


def _usual(first: Run, second: Run) -> dict[str, tuple[Any, bool]]:
    """Options that work on a run's dataset: the default, which older results were made with, and whether it asks."""
    found: dict[str, tuple[Any, bool]] = {}
    for run in (first, second):
        name = base_name(run.result.dataset)
        for option, (default, declared) in _options(run).of_dataset(name).items():
            asks = any(fnmatchcase(name, pattern) for pattern in declared.asks)
            found[option] = default, asks or found.get(option, (None, False))[1]
    return found


def _same_file(name: str, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether an option names files of the same content."""
    digests = [settings.get(f"{name}_sha256") for settings in (ours, theirs)]
    return digests[0] is not None and digests[0] == digests[1]
