"""The runs of a comparison: loading, the scores of their rows, and the differences between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.names import did_you_mean
from vlmeval_hvs.options import declared_options
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.collect import Result, collect, items_of, result_at, usable
from vlmeval_hvs.results.compare import Design, design_of
from vlmeval_hvs.results.row_names import NO_MATTER, row_name

if TYPE_CHECKING:
    import pandas as pd

DATASET, WORDING = "dataset", "wording"
"""Names of differences other than options."""

HARMLESS = NO_MATTER | {"limit"}
"""Options that change no row: rows are joined by index."""

READING = "profile"
"""The option for the headline's reading; where it changes no turn it changes no row, because both runs are compared in
one reading."""

FACTS = ("version", "validity", "provenance")
"""Keys of score files that are shown where they differ."""

Pair = tuple[Any, Any]


@dataclass(frozen=True)
class Run:
    """One scored run with its items.

    Attributes:
        result: The run.
        items: Its item table, all text, by index.
    """

    result: Result
    items: pd.DataFrame

    @property
    def scores(self) -> dict[str, Any]:
        """Content of the score file."""
        return self.result.scores

    @property
    def name(self) -> str:
        """Model and dataset."""
        return f"{row_name(self.result)} on {self.result.dataset}"

    @cached_property
    def design(self) -> Design:
        """The design of its benchmark."""
        return design_of(self.result.dataset)

    def has(self, reading: str) -> bool:
        """Whether the items have the scores of a reading."""
        return reading == self.scores.get("reading") or f"score_{reading}" in self.items

    def column(self, name: str, reading: str) -> pd.Series | None:
        """An item column of a reading as numbers by index, without rows that have none; None where it is missing.

        Truth values count as 0 and 1.
        """
        import pandas as pd

        own = reading == self.scores.get("reading")
        known = name if own or f"{name}_{reading}" not in self.items else f"{name}_{reading}"
        if known not in self.items:
            return None
        values = pd.to_numeric(self.items[known].replace({"True": "1", "False": "0"}), errors="coerce")
        return (values.abs() if name in self.design.absolute else values).dropna()


def load(result: Result) -> Run:
    """A run with its items.

    Raises:
        DataError: The result is invalid or stale, too old, or has no item table.
    """
    if result.validity == "invalid":
        raise DataError(f"{result.path}: an invalid result cannot be compared: {result.reason}")
    lacking = [name for name in ("digest", "reading", "settings") if result.scores.get(name) is None]
    if lacking:
        raise DataError(f"{result.path} lacks {', '.join(lacking)}; score the predictions again")
    return Run(result, items_of(result))


def runs_at(places: Sequence[Path], models: Collection[str] = (), datasets: Collection[str] = ()) -> list[Run]:
    """Load the runs that a user names.

    Args:
        places: Score, item or prediction files, or folders, of which all runs are taken that are not invalid.
        models: Of folders, only the runs of these models.
        datasets: Of folders, only the runs on these datasets.

    Returns:
        At least two runs, each once, in the order given.

    Raises:
        UsageError: There are fewer than two runs, or folders have runs on several datasets and none is named.
        DataError: A file is missing, cannot be read or has changed since the scoring, or a result is invalid.
    """
    found: dict[Path, Result] = {}
    for place in places:
        own = _in_folder(place, models, datasets) if place.is_dir() else [result_at(place)]
        found |= {result.path.resolve(): result for result in own}
    results = list(found.values())
    names = list(dict.fromkeys(result.dataset for result in results))
    if len(names) > 1 and not datasets and any(place.is_dir() for place in places):
        raise UsageError(f"name a dataset with --data: the folders have runs on {', '.join(names)}")
    if len(results) < 2:
        found_runs = ", ".join(f"{row_name(result)} on {result.dataset}" for result in results) or "none"
        raise UsageError(f"a comparison needs two runs; found: {found_runs}")
    return [load(result) for result in results]


def _in_folder(folder: Path, models: Collection[str], datasets: Collection[str]) -> list[Result]:
    results = collect(folder)
    for option, wanted, known in (
        ("--model", models, {result.model for result in results}),
        ("--data", datasets, {result.dataset for result in results}),
    ):
        missing = [name for name in wanted if name not in known]
        if missing:
            suggestion = did_you_mean(missing[0], sorted(known), other=";")
            names = ", ".join(sorted(known))
            raise UsageError(f"{folder}: no run for {option} {missing[0]}{suggestion} give one of {names}")
    order = {name: place for place, name in enumerate(datasets)}
    chosen = [r for r in results if (not models or r.model in models) and (not datasets or r.dataset in datasets)]
    return usable(sorted(chosen, key=lambda result: order.get(result.dataset, 0)))


@dataclass(frozen=True)
class Differences:
    """Differences between two runs, name to both values.

    Attributes:
        asked: Differences in asking or scoring; such runs are compared only where the user allows it.
        harmless: Differences that change no row; they are shown with the numbers.
    """

    asked: dict[str, Pair]
    harmless: dict[str, Pair]


def differences(first: Run, second: Run) -> Differences:
    """Differences between two runs other than in their data."""
    asked: dict[str, Pair] = {}
    names = [base_name(run.result.dataset) for run in (first, second)]
    if names[0] != names[1]:
        asked[DATASET] = names[0], names[1]
    one, other = (run.scores["settings"] for run in (first, second))
    known = _options(first, second)
    no_effect = HARMLESS | set(first.design.beside)
    harmless: dict[str, Pair] = {}
    for name in sorted({*one, *other}):
        default, asks = known.get(name, (None, False))
        pair = one.get(name, default), other.get(name, default)
        digests = one.get(f"{name}_sha256"), other.get(f"{name}_sha256")
        works = name in known and name not in no_effect and (asks or name != READING)
        if None not in digests:  # the option names a file: its content counts, not its path
            if digests[0] == digests[1]:
                continue
            if pair[0] == pair[1]:
                pair = f"{pair[0]} ({digests[0][:8]})", f"{pair[1]} ({digests[1][:8]})"
        if pair[0] != pair[1]:
            # Between two datasets, an option of only one of them belongs to the difference of the datasets.
            shared = name in one and name in other
            (asked if works and (shared or DATASET not in asked) else harmless)[name] = pair
    if first.scores.get("wording") != second.scores.get("wording"):
        shown = [str(run.scores.get("wording") or "unknown")[:8] for run in (first, second)]
        asked[WORDING] = shown[0], shown[1]
    for name in FACTS:
        if first.scores.get(name) != second.scores.get(name):
            harmless[name] = first.scores.get(name), second.scores.get(name)
    return Differences(asked, harmless)


def refuse_unlike(first: Run, second: Run, across: Collection[str] = ()) -> Differences:
    """Refuse two runs with different questions, or that were asked or scored differently.

    Args:
        first: The first run.
        second: The second run.
        across: Names of allowed differences: options, ``dataset``, ``wording``.

    Returns:
        Their differences.

    Raises:
        DataError: The message names both runs and the difference.
    """
    data = [run.scores.get("data") or {} for run in (first, second)]
    digests = [str(run.scores["digest"]) for run in (first, second)]
    if digests[0] != digests[1] or data[0].get("set") != data[1].get("set"):
        shown = [f"{own.get('set', 'unknown set')}, {digest[:8]}" for own, digest in zip(data, digests, strict=True)]
        raise DataError(
            f"{first.name} and {second.name} are on different data ({shown[0]}; {shown[1]}): "
            "compare runs on the same set"
        )
    found = differences(first, second)
    refused = {name: pair for name, pair in found.asked.items() if name not in across}
    if refused:
        raise DataError(
            f"{first.name} and {second.name} were asked or scored differently: {differences_in_words(refused)}. "
            f"To compare them anyway: --across {' '.join(refused)}"
        )
    both = first.items.index.intersection(second.items.index)
    if "truth" in first.items and "truth" in second.items:
        one, other = (run.items.loc[both] for run in (first, second))
        scored = (one["score"] != "") & (other["score"] != "")
        if (one["truth"] != other["truth"])[scored].any():
            raise DataError(f"{first.name} and {second.name} have different right answers for the same rows")
    return found


def check_across(names: Collection[str], runs: Collection[Run]) -> None:
    """Refuse a name that is no difference between runs.

    Raises:
        UsageError: No run has such an option.
    """
    known = {DATASET, WORDING}
    for run in runs:
        known |= {*run.scores["settings"], *declared_options(card_of(run.result.dataset)).declared()}
    for name in names:
        if name not in known:
            raise UsageError(f"--across {name}: these runs have no such option{did_you_mean(name, sorted(known), 0.5)}")


def differences_in_words(pairs: Mapping[str, Pair]) -> str:
    """Differences in one line."""
    return "; ".join(f"{name} ({one!r} and {other!r})" for name, (one, other) in pairs.items())


def _options(first: Run, second: Run) -> dict[str, tuple[Any, bool]]:
    """Options with an effect on a run's dataset: the default, which older results used, and whether it asks."""
    found: dict[str, tuple[Any, bool]] = {}
    for run in (first, second):
        name = base_name(run.result.dataset)
        for option, (default, declared) in declared_options(card_of(run.result.dataset)).of_dataset(name).items():
            asks = any(fnmatchcase(name, pattern) for pattern in declared.asks)
            found[option] = default, asks or found.get(option, (None, False))[1]
    return found
