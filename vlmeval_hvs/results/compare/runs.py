"""The runs of a comparison: loading, the scores of their rows, and the differences between them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.options import declared_options
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.collect import Result, collect, items_of, result_at, usable
from vlmeval_hvs.results.compare import Design, design_of
from vlmeval_hvs.results.row_names import NO_MATTER, row_name
from vlmeval_hvs.results.tables import chosen

if TYPE_CHECKING:
    import pandas as pd

Pair = tuple[Any, Any]


@dataclass(frozen=True)
class Run:
    """One scored run with its items, all text, by index."""

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

    @property
    def design(self) -> Design:
        """The design of its benchmark."""
        return design_of(self.result.dataset)

    def named(self, column: str, reading: str) -> str:
        """The name of an item column of a reading."""
        own = reading == self.scores["reading"] or f"{column}_{reading}" not in self.items
        return column if own else f"{column}_{reading}"

    def numbers(self, column: str, reading: str) -> pd.Series:
        """An item column of a reading as numbers by index, without rows that have none."""
        import pandas as pd

        texts = self.items.get(self.named(column, reading), pd.Series(dtype=str))
        values = pd.to_numeric(texts.replace({"True": "1", "False": "0"}), errors="coerce")
        return (values.abs() if column in self.design.absolute else values).dropna()


def load(result: Result) -> Run:
    """A run with its items; a `DataError` where the result is invalid, stale or too old, or has no item table."""
    if result.validity == "invalid":
        raise DataError(f"{result.path}: an invalid result cannot be compared: {result.reason}")
    lacking = [name for name in ("digest", "reading", "settings") if result.scores.get(name) is None]
    if lacking:
        raise DataError(f"{result.path} lacks {', '.join(lacking)}; score the predictions again")
    return Run(result, items_of(result))


def runs_at(places: Sequence[Path], models: Collection[str] = (), datasets: Collection[str] = ()) -> list[Run]:
    """Load the runs that a user names: at least two, each once, in the order given.

    Args:
        places: Score, item or prediction files, or folders, of which all runs are taken that are not invalid.
        models: Of folders, only the runs of these models.
        datasets: Of folders, only the runs on these datasets, in this order.

    Raises:
        UsageError: Fewer than two runs, or several datasets and none is named. DataError: A file cannot be used.
    """
    order = list(datasets)
    found: dict[Path, Result] = {}
    for place in places:
        own = [result_at(place)] if not place.is_dir() else usable(chosen(collect(place), [*models], order))
        if order and place.is_dir():
            own = sorted((one for one in own if one.dataset in order), key=lambda one: order.index(one.dataset))
        found |= {one.path.resolve(): one for one in own}
    results = list(found.values())
    names = list(dict.fromkeys(result.dataset for result in results))
    if len(names) > 1 and not datasets and any(place.is_dir() for place in places):
        raise UsageError(f"name a dataset with --data: the folders have runs on {', '.join(names)}")
    if len(results) < 2:
        found_runs = ", ".join(f"{row_name(result)} on {result.dataset}" for result in results) or "none"
        raise UsageError(f"a comparison needs two runs; found: {found_runs}")
    return [load(result) for result in results]


class Differences(NamedTuple):
    """Differences between two runs, name to both values."""

    asked: dict[str, Pair]  # differences in asking or scoring; such runs are compared only where the user allows it
    harmless: dict[str, Pair]  # differences that change no row; they are shown with the numbers


def differences(first: Run, second: Run) -> Differences:
    """Differences between two runs other than in their data, in the settings that both have."""
    found = Differences({}, {})
    names = base_name(first.result.dataset), base_name(second.result.dataset)
    if names[0] != names[1]:
        found.asked["dataset"] = names
    one, other = first.scores["settings"], second.scores["settings"]
    matters = _mattering(first) | _mattering(second)
    for name in sorted(one.keys() & other.keys()):
        pair, digests = (one[name], other[name]), (one.get(f"{name}_sha256"), other.get(f"{name}_sha256"))
        if None not in digests:  # the option names a file: its content counts, not its path
            pair = tuple(f"{path} ({digest[:8]})" for path, digest in zip(pair, digests, strict=True))  # type: ignore
            if digests[0] == digests[1]:
                continue
        if pair[0] != pair[1] and not name.endswith("_sha256"):
            (found.asked if name in matters else found.harmless)[name] = pair
    wordings = first.scores.get("wording"), second.scores.get("wording")
    if wordings[0] != wordings[1]:
        found.asked["wording"] = str(wordings[0] or "unknown")[:8], str(wordings[1] or "unknown")[:8]
    for name in ("version", "validity", "provenance"):
        if first.scores.get(name) != second.scores.get(name):
            found.harmless[name] = first.scores.get(name), second.scores.get(name)
    return found


def _mattering(run: Run) -> set[str]:
    """The options of a run's dataset that change a row: rows are joined by index, and compared in one reading."""
    name = base_name(run.result.dataset)
    known = declared_options(card_of(run.result.dataset)).of_dataset(name)
    asks = known["profile"][1].asks if "profile" in known else ()
    return (
        known.keys()
        - NO_MATTER
        - {"limit", *run.design.beside}
        - (set() if any(fnmatchcase(name, pattern) for pattern in asks) else {"profile"})
    )


def refuse_unlike(first: Run, second: Run, across: Collection[str] = ()) -> Differences:
    """The differences of two runs, of which those ``across`` (options, ``dataset``, ``wording``) are allowed.

    A `DataError` names both runs and the difference that is not.
    """
    both = f"{first.name} and {second.name}"
    data = [((run.scores.get("data") or {}).get("set", "unknown set"), run.scores["digest"]) for run in (first, second)]
    if data[0] != data[1]:
        shown = "; ".join(f"{name}, {str(digest)[:8]}" for name, digest in data)
        raise DataError(f"{both} are on different data ({shown}): compare runs on the same set")
    found = differences(first, second)
    refused = {name: pair for name, pair in found.asked.items() if name not in across}
    if refused:
        raise DataError(
            f"{both} were asked or scored differently: {differences_in_words(refused)}. To compare them anyway: "
            f"--across {' '.join(refused)}"
        )
    if "truth" in first.items and "truth" in second.items:
        common = first.items.index.intersection(second.items.index)
        one, other = (run.items.loc[common] for run in (first, second))
        if ((one["truth"] != other["truth"]) & (one["score"] != "") & (other["score"] != "")).any():
            raise DataError(f"{both} have different right answers for the same rows")
    return found


def differences_in_words(pairs: Mapping[str, Pair]) -> str:
    """Differences in one line."""
    return "; ".join(f"{name} ({one!r} and {other!r})" for name, (one, other) in pairs.items())
