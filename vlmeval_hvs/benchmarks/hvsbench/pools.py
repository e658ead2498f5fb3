"""Which rows make which number: types, fields, and all questions that have a right answer.

Accuracies are micro averages: a field pools its question types, ``Overall`` pools all questions that have a right
answer (Q9 and Q12, scored by MultiMatch, do not enter). The published tables follow this rule: for ten of
thirteen models all cells and the overall score agree with it to the last printed digit.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.people import People
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, TYPES

_ANSWERED = [name for name, kind in TYPES.items() if kind.kind != "scanpath"]
POOLS: dict[str, list[str]] = {
    "Overall": _ANSWERED,
    **{f"{name}_Acc": [name] for name in _ANSWERED},
    **{f"{field}_Acc": [name for name in _ANSWERED if TYPES[name].field == field] for field in FIELDS},
}
"""Accuracy to the question types whose questions it pools."""


def pooled_accuracies(correct: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """Accuracies from right answers and questions per type.

    Args:
        correct: Question type to (right answers, questions); types without questions may be absent.

    Returns:
        ``Overall``, ``<Field>_Acc`` and ``<Type>_Acc``; those without questions are left out.
    """
    result = {}
    for name, kinds in POOLS.items():
        right, asked = (sum(correct.get(kind, (0, 0))[part] for kind in kinds) for part in (0, 1))
        if asked:
            result[name] = right / asked
    return result


def pools_of(types: pd.Series) -> dict[str, NDArray[np.bool_]]:
    """Rows of every accuracy that has any.

    Args:
        types: Question type of each row.
    """
    codes = types.map({name: code for code, name in enumerate(TYPES)}).to_numpy()
    found = {name: np.isin(codes, [list(TYPES).index(kind) for kind in kinds]) for name, kinds in POOLS.items()}
    return {name: rows for name, rows in found.items() if rows.any()}


def kinds_of(items: pd.DataFrame) -> pd.Series:
    """Kind of each row's answer."""
    return items["question_type"].map({name: kind.kind for name, kind in TYPES.items()})


def people_of(items: pd.DataFrame) -> People:
    """The human scanpaths of the rows that ask for one, in their order."""
    rows = items.loc[kinds_of(items) == "scanpath", ["scanpaths", "width", "height"]]
    sizes = zip(rows["width"].astype(int).tolist(), rows["height"].astype(int).tolist(), strict=True)
    return People.of(rows["scanpaths"].tolist(), list(sizes))
