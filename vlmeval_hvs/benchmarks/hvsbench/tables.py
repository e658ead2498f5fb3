"""The nested results of a score file: one entry per question type, and scanpath scores under other rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.chance import Guessing
from vlmeval_hvs.benchmarks.hvsbench.diagnostics import ODDITIES, as_listed, letters
from vlmeval_hvs.benchmarks.hvsbench.pools import kinds_of
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ALL_DIMENSIONS, DIMENSIONS, Comparison, ScanpathRules

_OTHER_RULES: list[dict[str, Any]] = [
    {"short": "nan"},
    {"short": "zero"},
    {"crop_human": True},
    {"crop": 0},
    {"screen": "image"},
    {"humans": "all"},
]


def type_table(
    own: pd.DataFrame, other: pd.DataFrame, suffix: str, guesses: Guessing, differs: NDArray[np.bool_]
) -> dict[str, dict[str, Any]]:
    """Scores, fallbacks, rules, chance and oddities of every question type.

    Args:
        own: The rows as the headline's reading has them.
        other: The rows as the other reading has them.
        suffix: Name of the other reading.
        guesses: What guessing gives.
        differs: (rows,) whether the readings differ.
    """
    table: dict[str, dict[str, Any]] = {}
    for kind in TYPES:
        rows = own[own["question_type"] == kind]
        if len(rows):
            share = float(differs[rows.index].mean())
            table[kind] = _entry(kind, rows, other.loc[rows.index], suffix, share)
            table[kind]["chance"] = dict(guesses.types.get(kind, {}))
    return table


def _entry(kind: str, rows: pd.DataFrame, other: pd.DataFrame, suffix: str, differ: float) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "field": TYPES[kind].field,
        "questions": len(rows),
        "images": rows["image_path"].nunique(),
        "failed": int(rows["failed"].sum()),
        "fallback": float(rows["fallback"].mean()),
        f"fallback_{suffix}": float(other["fallback"].mean()),
        "differ": differ,
        "rules": rows["rule"].value_counts().to_dict(),
    }
    if rows["score"].notna().any():
        entry["correct"] = int(rows["score"].sum())
        entry["accuracy"] = float(rows["score"].mean())
    if rows["error"].notna().any():
        entry |= {"mae": float(rows["error"].abs().mean()), "rmse": float((rows["error"] ** 2).mean() ** 0.5)}
    entry |= {name: float(rows[name].mean()) for name in ALL_DIMENSIONS if rows[name].notna().any()}
    return entry | _habits(TYPES[kind].kind, rows, other, suffix)


def _habits(kind: str, rows: pd.DataFrame, other: pd.DataFrame, suffix: str) -> dict[str, Any]:
    """Odd scanpaths; shares of letters; orders that repeat the list of options."""
    if kind == "scanpath":
        counts = {name: int(rows[name].sum()) for name in ODDITIES}
        return {"scanpaths": counts | {f"{name}_{suffix}": int(other[name].sum()) for name in ODDITIES}}
    answers = rows["answer"].where(~rows["fallback"].astype(bool), "")
    if kind == "choice":
        return {"letters": letters(answers, rows["truth"], rows["score"], rows["labels"])}
    return {"as_listed": as_listed(answers, rows["truth"], rows["labels"])} if kind == "order" else {}


def rule_table(own: pd.DataFrame, comparison: Comparison, rules: ScanpathRules) -> dict[str, Any]:
    """Scanpath scores of the same answers under other rules, one change at a time.

    Args:
        own: The rows.
        comparison: Their scanpaths, next to those of people.
        rules: The rules that give the headline.
    """
    drawn = kinds_of(own) == "scanpath"
    if not drawn.any():
        return {}
    types = own.loc[drawn, "question_type"].to_numpy()
    table: dict[str, Any] = {"used": vars(rules)}
    for change in [{}, *_OTHER_RULES]:
        scores = comparison.scores(ScanpathRules(**{**vars(rules), **change}))
        by_type = {}
        for kind, rows in pd.DataFrame(scores, columns=list(ALL_DIMENSIONS)).groupby(types):
            scored = rows.dropna(subset=list(DIMENSIONS))
            means = {name: scored[name].mean() for name in ALL_DIMENSIONS if scored[name].notna().any()}
            by_type[kind] = {"items": len(scored), **means}
        table[", ".join(f"{key}={value}" for key, value in change.items()) or "as used"] = by_type
    return table
