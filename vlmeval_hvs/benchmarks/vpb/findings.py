"""Which styles and which attributes of visual prompts a model perceives best, from the items of its Stage 1 run.

Ordinary Stage 1 items show every style on other objects; which object a style gets is random, so Fisher's exact test is
a test by that randomization. Paired items show every style on the same objects; there the differences of an object
change their signs together, which gives the exact distribution of their sum under no difference.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import fisher_exact, norm

from vlmeval_hvs.benchmarks.vpb.scoring import attributes_of
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.paired_tests import holm, sign_flips
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value
from vlmeval_hvs.sets import records
from vlmeval_hvs.visual_prompts.styles import all_styles, parse_style

_NEEDED = {"index", "score", "vp_style", "vp_shape", "task", "debias", "source_image"}


class StyleScore(NamedTuple):
    """Stage 1 accuracy of one style, with its 95 % Wilson interval."""

    style: str
    n: int
    accuracy: float
    low: float
    high: float


def read_items(path: Path) -> pd.DataFrame:
    """The item table of a run, from its ``*_hvs_items.tsv`` or the ``*_hvs_scores.json`` next to it.

    Returns:
        The table, all text, but ``score`` as a number from 0 to 1, that of the robust reading.

    Raises:
        DataError: No such file, or it is no item table of VP-Bench.
    """
    path = path.with_name(path.name.replace(SCORES, ITEMS))
    try:
        items = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    if missing := _NEEDED - set(items):
        raise DataError(f"{path}: no item table of VP-Bench (lacks {', '.join(sorted(missing))})")
    return items.assign(score=items["score_robust" if "score_robust" in items else "score"].astype(float))


def rank_styles(items: pd.DataFrame) -> list[StyleScore]:
    """All styles of a Stage 1 run, the best first.

    Tie rule: of styles with the same accuracy, the one of the shape with the higher accuracy over all its items comes
    first, then the one with more items, then the order of Table 18. Debias items do not count.

    Raises:
        DataError: No item says which style it shows.
    """
    known = items[(items["debias"] == "") & (items["vp_style"] != "")]
    if known.empty:
        raise DataError("no item says which exact style it shows, so there is no best style")
    order = {str(style): place for place, style in enumerate(all_styles())}
    of_shape = known.groupby([parse_style(style).shape for style in known["vp_style"]])["score"].mean()
    scores = []
    for name, part in known.groupby("vp_style"):
        accuracy = part["score"].sum() / len(part)
        scores.append(StyleScore(str(name), len(part), accuracy, *_wilson(accuracy, len(part))))
    return sorted(scores, key=lambda s: (-s.accuracy, -of_shape[parse_style(s.style).shape], -s.n, order[s.style]))


def attribute_findings(items: pd.DataFrame) -> dict[str, list[dict[str, Any]]]:
    """Values and differences of all attributes of a Stage 1 run.

    Returns:
        ``values``: accuracy of each value of an ``attribute`` over all shapes that have it, with ``n`` items and its
        95 % interval (``low``, ``high``). ``differences``: accuracy of the ``first`` value minus that of the
        ``second``, with its 95 % interval; ``n`` counts the items of both or, where they are ``paired``, the pairs;
        ``p`` is the exact two-sided probability of so large a difference if the values do not differ, ``holm`` the
        same corrected for all tests of the run by Holm's rule. ``saving`` says how many times more unpaired questions
        would give the same interval: the variance of the difference of unpaired answers over that of paired ones.
    """
    items = items[items["debias"] == ""]
    pair = items["pair"] if "pair" in items else pd.Series("", index=items.index)
    attributes = pd.DataFrame([attributes_of(row) for row in records(items)], index=items.index).fillna("")
    table = items.assign(pair=pair, object=pair.where(pair != "", items["source_image"])).join(attributes)
    values, differences = [], []
    for name in attributes:
        part = table[table[name] != ""]
        for value, rows in part.groupby(name, sort=False):
            share = float(rows["score"].mean())
            low, high = _wilson(share, _independent(rows["score"], rows["object"]))
            values.append(
                {"attribute": name, "value": value, "n": len(rows), "accuracy": share, "low": low, "high": high}
            )
        for first, second in itertools.combinations(part[name].unique(), 2):
            both = (part[part[name] == first], part[part[name] == second])
            if (part["pair"] != "").all():
                found = _paired(*both, ["pair", "vp_shape", *attributes.columns.drop(name)])
            else:
                found = _unpaired(*(rows["score"] for rows in both))
            differences.append({"attribute": name, "first": first, "second": second, **found})
    corrected = holm([found["p"] for found in differences])
    differences = [found | {"holm": p} for found, p in zip(differences, corrected, strict=True)]
    return {"values": values, "differences": sorted(differences, key=lambda found: float(found["p"]))}


def findings_tables(label: str, found: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[Table]:
    """`attribute_findings` of one row as tables: accuracy of each value, and the differences between values."""
    values = [
        Row(f"{one['attribute']} {one['value']}", [Value(one["n"]), Value(one["accuracy"], one["low"], one["high"])])
        for one in found["values"]
    ]
    differences = [
        Row(
            f"{one['attribute']}: {one['first']} - {one['second']}",
            [Value(one["n"]), Value(one["difference"], one["low"], one["high"]), f"{one['p']:.2g}",
             f"{one['holm']:.2g}", f"{one['saving']:.2f}" if one["paired"] else ""],
        )
        for one in found["differences"]
    ]  # fmt: skip
    paired = any(one["paired"] for one in found["differences"])
    how = "exact sign flips of paired items" if paired else "Fisher's exact test"
    note = f"p: {how}; corrected: by Holm's rule over all rows; unpaired / paired: variance of the difference."
    n, texts = Column("n", COUNT, 0), [Column(head, OTHER, 0) for head in ("p", "corrected", "unpaired / paired")]
    return [
        Table("vpb-attributes", f"{label}: accuracy per attribute", [n, Column("accuracy", better=0)], values),
        Table(
            "vpb-differences", f"{label}: differences", [n, Column("difference", better=0), *texts], differences, [note]
        ),
    ]


def _unpaired(first: pd.Series, second: pd.Series) -> dict[str, Any]:
    """Fisher's exact test of two accuracies, and Newcombe's interval of their difference from the Wilson intervals."""
    cells = [[int(scores.sum()), int(len(scores) - scores.sum())] for scores in (first, second)]
    p = float(fisher_exact(cells).pvalue)
    x, y = float(first.mean()), float(second.mean())
    (low_x, high_x), (low_y, high_y) = _wilson(x, len(first)), _wilson(y, len(second))
    low, high = x - y - np.hypot(x - low_x, high_y - y), x - y + np.hypot(high_x - x, y - low_y)
    return _difference(len(first) + len(second), x - y, low, high, p, False, 1.0)


def _paired(first: pd.DataFrame, second: pd.DataFrame, keys: list[str]) -> dict[str, Any]:
    """Items that differ in one attribute only, compared on the same object."""
    both = first[[*keys, "score"]].merge(second[[*keys, "score"]], on=keys, suffixes=("", "_second"))
    if both.empty:
        return _difference(0, np.nan, np.nan, np.nan, 1.0, True, 1.0)
    delta = both["score"] - both["score_second"]
    low, high = cluster_bootstrap(delta, both["pair"])
    apart = both["score"].var() + both["score_second"].var()
    saving = float(apart / delta.var()) if delta.var() > 0 else np.nan
    p = sign_flips(delta, both["pair"]).p
    return _difference(len(both), float(delta.mean()), low, high, p, True, saving)


def _difference(
    n: int, difference: float, low: float, high: float, p: float, paired: bool, saving: float
) -> dict[str, Any]:
    found = {"n": n, "difference": difference, "low": low, "high": high, "p": p, "holm": p}
    return found | {"paired": paired, "saving": saving}


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
