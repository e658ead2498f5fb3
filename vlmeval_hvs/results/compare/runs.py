"""The runs that are compared: where they come from, and what each of their rows scored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.names import close_name
from vlmeval_hvs.results.collect import Result, collect, result_at, usable
from vlmeval_hvs.results.compare.design import Design, design_of
from vlmeval_hvs.results.items import items_of
from vlmeval_hvs.results.variants import row_name

if TYPE_CHECKING:
    import pandas as pd


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
        """What its benchmark says about its items."""
        return design_of(self.result.dataset)

    def has(self, reading: str) -> bool:
        """Whether the items tell the scores of a reading."""
        return reading == self.scores.get("reading") or f"score_{reading}" in self.items

    def column(self, name: str, reading: str) -> pd.Series | None:
        """An item column as numbers by index, as a reading has it; None where there is none.

        Truth values count as 0 and 1; rows without a number are left out.
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
        raise DataError(f"{result.path}: this result is invalid and is compared with nothing: {result.reason}")
    lacking = [name for name in ("digest", "reading", "settings") if result.scores.get(name) is None]
    if lacking:
        raise DataError(f"{result.path} lacks {', '.join(lacking)}; score the predictions again")
    return Run(result, items_of(result))


def runs_at(places: Sequence[Path], models: Collection[str] = (), datasets: Collection[str] = ()) -> list[Run]:
    """The runs that a user names.

    Args:
        places: Score, item or prediction files, or folders above such files. A folder stands for its runs that are not
            invalid.
        models: Of folders, only the runs of these models.
        datasets: Of folders, only the runs on these datasets.

    Returns:
        At least two runs, each once, in the order given.

    Raises:
        UsageError: There are fewer than two; or folders have runs on several datasets, and none is named.
        DataError: A file is missing, cannot be read or has changed since the scoring, or a result is invalid.
    """
    found: dict[Path, Result] = {}
    for place in places:
        own = _in_folder(place, models, datasets) if place.is_dir() else [result_at(place)]
        found |= {result.path.resolve(): result for result in own}
    results = list(found.values())
    names = list(dict.fromkeys(result.dataset for result in results))
    if len(names) > 1 and not datasets and any(place.is_dir() for place in places):
        raise UsageError(f"name the dataset with --dataset; there are runs on {', '.join(names)}")
    if len(results) < 2:
        had = ", ".join(f"{row_name(result)} on {result.dataset}" for result in results) or "none"
        raise UsageError(f"it takes two runs to compare; there is {had}")
    return [load(result) for result in results]


def _in_folder(folder: Path, models: Collection[str], datasets: Collection[str]) -> list[Result]:
    results = collect(folder)
    for option, wanted, known in (
        ("--model", models, {result.model for result in results}),
        ("--dataset", datasets, {result.dataset for result in results}),
    ):
        missing = [name for name in wanted if name not in known]
        if missing:
            close = close_name(missing[0], sorted(known), 0.6)
            meant = f", did you mean {close}?" if close else ""
            raise UsageError(
                f"{folder}: no run for {option} {missing[0]}{meant or ';'} there are {', '.join(sorted(known))}"
            )
    order = {name: place for place, name in enumerate(datasets)}
    chosen = [r for r in results if (not models or r.model in models) and (not datasets or r.dataset in datasets)]
    return usable(sorted(chosen, key=lambda result: order.get(result.dataset, 0)))
