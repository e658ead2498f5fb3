"""The best style of a model, from the items of its Stage 1 run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from scipy.stats import binomtest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.visual_prompts.styles import all_styles, parse_style

NEEDED = ("index", "score", "vp_style", "vp_shape", "task", "debias", "source_image")
"""Columns that make a table of items one of VP-Bench."""


@dataclass(frozen=True)
class StyleScore:
    """Stage 1 accuracy of one style, with its 95 % Wilson interval."""

    style: str
    n: int
    accuracy: float
    low: float
    high: float


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
    hits = known.assign(shape=[parse_style(s).shape for s in known["vp_style"]])
    of_shape = hits.groupby("shape")["score"].mean()
    scores = []
    for name, part in hits.groupby("vp_style"):
        right = int(part["score"].sum())
        interval = binomtest(right, len(part)).proportion_ci(method="wilson")
        scores.append(StyleScore(str(name), len(part), right / len(part), float(interval.low), float(interval.high)))
    return sorted(scores, key=lambda s: (-s.accuracy, -of_shape[parse_style(s.style).shape], -s.n, order[s.style]))


def read_items(path: Path, reading: str = "robust") -> pd.DataFrame:
    """The item table of a run, from its ``*_hvs_items.tsv`` or the ``*_hvs_scores.json`` next to it.

    Args:
        path: The file.
        reading: The reading whose scores are taken, whichever one made the run's headline.

    Returns:
        The table, all text, but ``score`` as a number from 0 to 1.

    Raises:
        DataError: No such file, or it is no item table of VP-Bench.
    """
    path = path.with_name(path.name.replace(SCORES, ITEMS))
    try:
        items = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    missing = set(NEEDED) - set(items)
    if missing:
        raise DataError(f"{path}: no item table of VP-Bench (lacks {', '.join(sorted(missing))})")
    column = f"score_{reading}"
    return items.assign(score=items[column if column in items else "score"].astype(float))
