"""Paired comparison of two runs: every row is compared with itself.

Works for every benchmark whose items follow the result contract. Rows are joined by their index on the same data, and
intervals resample images or scenes, because questions about one picture are not independent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from vlmeval_hvs.errors import DataError, UsageError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.files import ITEMS, SCORES

if TYPE_CHECKING:
    import pandas as pd

CLUSTERS = ("scene_id", "image_path", "source_image", "image_name", "image")
"""Item columns that name what rows share, the coarsest first."""

GROUPS = ("field", "question_type", "task", "vp_shape", "type", "sub_class", "condition")
"""Item columns by which the difference is split."""


@dataclass(frozen=True)
class Run:
    """One scored run: its score file and the table of its items, all text."""

    path: Path
    scores: dict[str, Any]
    items: pd.DataFrame

    @property
    def name(self) -> str:
        """Model and dataset."""
        return f"{self.scores['model']} on {self.scores['dataset']}"

    def score(self, reading: str) -> pd.Series:
        """Score of every row by a reading, by index; rows without a right answer are left out."""
        import pandas as pd

        column = "score" if self.scores["reading"] == reading else f"score_{reading}"
        if column not in self.items:
            raise UsageError(f"{self.path}: there is no reading {reading!r}")
        values: pd.Series = pd.to_numeric(self.items.set_index("index")[column], errors="coerce").dropna()
        return values


class Cell(NamedTuple):
    """A paired difference on some rows.

    Attributes:
        n: Rows.
        first: Mean score of the first run.
        second: Mean score of the second run.
        difference: First minus second.
        low: Lower end of the 95 % interval of the difference; None with fewer than two images.
        high: Upper end.
        better: Rows on which the first run scores higher.
        worse: Rows on which it scores lower.
        p: Exact McNemar test; None where scores are not all 0 or 1. It takes rows as independent.
        p_holm: ``p`` corrected by Holm over the groups of one split; None for the total.
    """

    n: int
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    better: int
    worse: int
    p: float | None
    p_holm: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side.

    Attributes:
        first: The first run.
        second: The second run.
        reading: The reading whose scores are compared.
        cluster: The item column whose values were resampled, or "index" where rows share nothing.
        only_first: Scored rows that only the first run has.
        only_second: Scored rows that only the second run has.
        total: Over all common rows.
        groups: Item column to group to cell.
        settings: Settings that differ: name to both values.
    """

    first: Run
    second: Run
    reading: str
    cluster: str
    only_first: int
    only_second: int
    total: Cell
    groups: dict[str, dict[str, Cell]]
    settings: dict[str, tuple[Any, Any]]


def load_run(place: Path) -> Run:
    """A run, given as its score file, its item file, its prediction file, or a folder with one score file.

    Raises:
        UsageError: The folder has several runs, or none.
        DataError: A file is missing or cannot be read.
    """
    import pandas as pd

    if place.is_dir():
        found = list({path.resolve(): path for path in sorted(place.rglob(f"*{SCORES}"))}.values())
        if len(found) != 1:
            names = ", ".join(path.name.removesuffix(SCORES) for path in found) or "none"
            raise UsageError(f"{place}: name the score file of one run; there are: {names}")
        place = found[0]
    ending = next((known for known in (SCORES, ITEMS) if place.name.endswith(known)), place.suffix)
    stem = place.name.removesuffix(ending)
    path = place.with_name(stem + SCORES)
    try:
        scores = json.loads(path.read_text(encoding="utf-8"))
        items = pd.read_csv(place.with_name(stem + ITEMS), sep="\t", dtype=str, keep_default_na=False)
        lacking = [name for name in ("model", "dataset", "digest", "reading", "settings") if name not in scores]
    except (OSError, ValueError) as error:
        raise DataError(f"{place}: no scored run ({error})") from error
    if lacking or "index" not in items:
        raise DataError(f"{path} lacks {', '.join(lacking) or 'rows'}; score the predictions again")
    return Run(path, scores, items)


def compare(first: Run, second: Run, reading: str | None = None, seed: int = 0, n_resamples: int = 2000) -> Comparison:
    """Compare two runs on the rows that both have.

    Args:
        first: The first run.
        second: The second run.
        reading: ``robust`` or ``paper``; the first run's headline when left out.
        seed: Seed of the bootstrap.
        n_resamples: Bootstrap samples.

    Raises:
        DataError: The runs are on different data, or have no scored row in common; the message names both.
    """
    digests = [run.scores["digest"] for run in (first, second)]
    if digests[0] != digests[1]:
        raise DataError(
            f"{first.name} and {second.name} are on different data ({digests[0][:8]} and {digests[1][:8]}): "
            "rows of one are not rows of the other"
        )
    reading = reading or first.scores["reading"]
    a, b = first.score(reading), second.score(reading)
    common = a.index.intersection(b.index)
    if common.empty:
        raise DataError(f"{first.name} and {second.name} have no scored row in common")
    items = first.items.set_index("index").loc[common]
    _refuse_other_rows(first, second, items)
    table = items.assign(first=a[common], second=b[common], index_=common)
    cluster = next((name for name in CLUSTERS if name in table and (table[name] != "").all()), "index_")
    options = {"cluster": cluster, "seed": seed, "n_resamples": n_resamples}
    groups = {name: _split(table, name, options) for name in GROUPS if name in table and table[name].nunique() > 1}
    return Comparison(
        first,
        second,
        reading,
        cluster.rstrip("_"),
        len(a) - len(common),
        len(b) - len(common),
        _cell(table, options),
        groups,
        differing_settings(first.scores, second.scores),
    )


def differing_settings(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Settings of two score files that differ, and the package's version where it does."""
    ours, theirs = ({**scores["settings"], "version": scores.get("version")} for scores in (first, second))
    names = sorted({*ours, *theirs})
    return {name: (ours.get(name), theirs.get(name)) for name in names if ours.get(name) != theirs.get(name)}


def holm(values: Sequence[float]) -> list[float]:
    """P values corrected for their number (Holm 1979), in the same order."""
    order = sorted(range(len(values)), key=values.__getitem__)
    corrected, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected


def _refuse_other_rows(first: Run, second: Run, items: pd.DataFrame) -> None:
    """Two datasets of one set may number different questions alike; their right answers tell."""
    if "truth" in items and "truth" in second.items:
        theirs = second.items.set_index("index").loc[items.index, "truth"]
        if (theirs != items["truth"]).any():
            raise DataError(f"{first.name} and {second.name} have other right answers for rows of the same index")


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort key by which Q2 comes before Q10: the pieces of a name, numbers by their value."""
    return [(int(digits or 0), other) for digits, other in re.findall(r"([0-9]+)|([^0-9]+)", name)]


def _split(table: pd.DataFrame, column: str, options: Mapping[str, Any]) -> dict[str, Cell]:
    parts = sorted(((str(name), part) for name, part in table.groupby(column)), key=lambda group: _natural(group[0]))
    cells = {name or "none": _cell(part, options) for name, part in parts}
    tested = {name: cell.p for name, cell in cells.items() if cell.p is not None}
    corrected = dict(zip(tested, holm(list(tested.values())), strict=True))
    return {name: cell._replace(p_holm=corrected.get(name)) for name, cell in cells.items()}


def _cell(table: pd.DataFrame, options: Mapping[str, Any]) -> Cell:
    from scipy.stats import binomtest

    first, second = table["first"], table["second"]
    delta, clusters = first - second, table[options["cluster"]]
    better, worse = int((delta > 0).sum()), int((delta < 0).sum())
    low, high = None, None
    if clusters.nunique() > 1:
        low, high = cluster_bootstrap(delta, clusters, n_resamples=options["n_resamples"], seed=options["seed"])
    binary = first.isin([0, 1]).all() and second.isin([0, 1]).all()
    p = float(binomtest(better, better + worse).pvalue) if better + worse else 1.0
    means = float(first.mean()), float(second.mean())
    return Cell(len(table), *means, float(delta.mean()), low, high, better, worse, p if binary else None)
