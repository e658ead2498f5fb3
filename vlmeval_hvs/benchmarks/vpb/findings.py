"""What the attributes of visual prompts do: accuracy per value, and exact tests of the differences between values.

Ordinary Stage 1 items show every style on other objects; which object a style gets is random, so Fisher's exact test is
a test by that randomization. Paired items show every style on the same objects; there the differences of an object
change their signs together, which gives the exact distribution of their sum under no difference.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import fisher_exact, norm

from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.visual_prompts.styles import StyleError, parse_style


@dataclass(frozen=True)
class Value:
    """Accuracy of one value of an attribute over all shapes that have it, with its 95 % interval."""

    attribute: str
    value: str
    n: int
    accuracy: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """Accuracy of one value minus another's, with its 95 % interval.

    Attributes:
        n: Comparisons: items of both values, or matched pairs of items.
        p: Probability of so large a difference if the values do not differ (exact, two-sided).
        holm: The same, corrected for all tests of the run by Holm's rule.
        paired: Whether equal objects were compared.
        saving: How many times more unpaired questions would give the same interval: the variance of the difference of
            unpaired answers over that of paired ones. 1 for unpaired items.
    """

    attribute: str
    first: str
    second: str
    n: int
    difference: float
    low: float
    high: float
    p: float
    holm: float
    paired: bool
    saving: float = 1.0


def attribute_findings(items: pd.DataFrame) -> dict[str, list[dict[str, Any]]]:
    """Values and differences of all attributes of a Stage 1 run.

    Args:
        items: Item table, as `vlmeval_hvs.benchmarks.vpb.best_style.read_items` gives it; debias items do not count.

    Returns:
        ``values`` and ``differences``: the fields of `Value` and `Difference`.
    """
    table = _with_attributes(items[items["debias"] == ""])
    values, differences = [], []
    for name in table.attrs["names"]:
        part = table[table[name] != ""]
        for value, rows in part.groupby(name, sort=False):
            share, n = float(rows["score"].mean()), len(rows)
            low, high = _wilson(share, _independent(rows["score"], rows["object"]))
            values.append(Value(name, str(value), n, share, low, high))
        for first, second in itertools.combinations(part[name].unique(), 2):
            differences.append(_difference(part, name, str(first), str(second)))
    return {"values": [asdict(v) for v in values], "differences": [asdict(d) for d in _holm(differences)]}


def _with_attributes(items: pd.DataFrame) -> pd.DataFrame:
    """Items with one column per attribute, and ``object``: the paired item, else the image."""
    attributes = [_attributes(row) for row in items.to_dict("records")]
    names = list(dict.fromkeys(name for found in attributes for name in found))
    pair = items["pair"] if "pair" in items else pd.Series("", index=items.index)
    table = items.assign(
        **{name: [found.get(name, "") for found in attributes] for name in names},
        pair=pair,
        object=pair.where(pair != "", items["source_image"]),
    )
    table.attrs["names"] = names
    return table


def _attributes(row: dict[str, Any]) -> dict[str, str]:
    try:
        return parse_style(row["vp_style"]).attributes
    except StyleError:
        return {"color": row["vp_color"]} if row.get("vp_color") else {}


def _difference(table: pd.DataFrame, name: str, first: str, second: str) -> Difference:
    if (table["pair"] != "").all():
        return _paired(table, name, first, second)
    a, b = (table.loc[table[name] == value, "score"].to_numpy(float) for value in (first, second))
    cells = [[int(part.sum()), int(len(part) - part.sum())] for part in (a, b)]
    p = float(fisher_exact(cells).pvalue)
    low, high = _newcombe(cells)
    return Difference(name, first, second, len(a) + len(b), float(a.mean() - b.mean()), low, high, p, p, False)


def _newcombe(cells: list[list[int]]) -> tuple[float, float]:
    """Newcombe's 95 % interval of a difference of two shares, from the Wilson intervals of both."""
    (x, n), (y, m) = ((right / (right + wrong), right + wrong) for right, wrong in cells)
    (lx, ux), (ly, uy) = _wilson(x, n), _wilson(y, m)
    return x - y - np.hypot(x - lx, uy - y), x - y + np.hypot(ux - x, y - ly)


def _wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share of ``n`` independent answers, which need not be a whole number."""
    z = float(norm.ppf(0.975))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    return max(0.0, middle - half), min(1.0, middle + half)


def _independent(scores: pd.Series, objects: pd.Series) -> float:
    """How many independent answers the answers about shared objects are worth (Kish's effective sample size).

    Answers that are all right, or all wrong, do not show how much they depend on their object; they count once per
    object then, which cannot make the interval too narrow.
    """
    share = float(scores.mean())
    spread = float(((scores - share).groupby(objects).sum() ** 2).sum()) / len(scores) ** 2
    if share in (0.0, 1.0):
        return float(objects.nunique())
    return min(float(len(scores)), share * (1 - share) / spread) if spread > 0 else float(len(scores))


def _paired(table: pd.DataFrame, name: str, first: str, second: str) -> Difference:
    """Items that differ in one attribute only, compared on the same object."""
    others = [other for other in table.attrs["names"] if other != name]
    keys = ["pair", "vp_shape", *others]
    sides = [table[table[name] == value][[*keys, "score"]] for value in (first, second)]
    both = sides[0].merge(sides[1], on=keys, suffixes=("", "_second"))
    delta = both["score"] - both["score_second"]
    if both.empty:
        return Difference(name, first, second, 0, float("nan"), float("nan"), float("nan"), 1.0, 1.0, True)
    low, high = cluster_bootstrap(delta, both["pair"])
    p = sign_flip(delta.groupby(both["pair"]).sum())
    apart = both["score"].var() + both["score_second"].var()
    saving = float(apart / delta.var()) if delta.var() > 0 else float("nan")
    return Difference(name, first, second, len(both), float(delta.mean()), low, high, p, p, True, saving)


def sign_flip(sums: Iterable[float]) -> float:
    """Exact two-sided probability that sums with random signs add up to at least so much.

    Args:
        sums: One whole number per object.

    Example:
        >>> sign_flip([1, 1, 1, 1])
        0.125
    """
    whole = [round(abs(value)) for value in sums if round(value)]
    observed = abs(sum(round(value) for value in sums))
    total = sum(whole)
    mass = np.zeros(2 * total + 1)
    mass[total] = 1.0
    for size in whole:
        mass = (np.roll(mass, size) + np.roll(mass, -size)) / 2  # nothing reaches the ends before the last one
    away = np.abs(np.arange(-total, total + 1))
    return min(1.0, float(mass[away >= observed].sum()))


def _holm(found: list[Difference]) -> list[Difference]:
    """With probabilities corrected for their number, the smallest first."""
    ordered = sorted(found, key=lambda d: d.p)
    corrected, largest = [], 0.0
    for place, difference in enumerate(ordered):
        largest = max(largest, min(1.0, (len(ordered) - place) * difference.p))
        corrected.append(Difference(**{**asdict(difference), "holm": largest}))
    return corrected
