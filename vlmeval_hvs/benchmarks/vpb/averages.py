"""The averages of VP-Bench's item tables, each under a name of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.visual_prompts.styles import StyleError, parse_style

QUESTION_TYPES = ("existence", "enumeration", "location", "reference")
"""Question types of Stage 1."""


def groups_of(table: pd.DataFrame, column: str) -> dict[str, pd.DataFrame]:
    """Rows by the values of a column; rows whose value is "" are in no group."""
    return {str(name): rows for name, rows in table.groupby(column) if name}


def averages(ordinary: pd.DataFrame, groups: Mapping[str, pd.DataFrame], column: str, stage: int) -> dict[str, float]:
    """All averages of one reading.

    Args:
        ordinary: Items that are not there against biases.
        groups: The groups that the headline averages.
        column: Column with the scores (0-1).
        stage: 1 or 2.

    Returns:
        ``Overall``, ``micro`` and the averages of the stage; names with ``/`` are those of single groups. Without a
        known group there is no ``Overall``: it is never another average under the same name.
    """
    if ordinary.empty:
        return {}
    per_group = {name: float(rows[column].mean()) for name, rows in groups.items()}
    micro = float(ordinary[column].mean())
    values = {"micro": micro}
    if per_group:
        overall = float(np.mean(list(per_group.values())))
        values = {"Overall": overall, **values, "macro_8_shapes" if stage == 1 else "macro_6_tasks": overall}
    if stage == 1:
        return values | _stage1(ordinary, per_group, column)
    return values | {f"task/{name}": value for name, value in per_group.items()}


def _stage1(ordinary: pd.DataFrame, per_shape: Mapping[str, float], column: str) -> dict[str, float]:
    kinds = {name: float(rows[column].mean()) for name, rows in groups_of(ordinary, "question_type").items()}
    values: dict[str, float] = {}
    contents = _tag_contents(ordinary, column)
    if len(contents) == 2 and len(per_shape) > 1:
        others = [value for name, value in per_shape.items() if name != "tag"]
        values["macro_9_columns"] = float(np.mean([*contents.values(), *others]))
    if kinds:
        values["macro_question_types"] = float(np.mean(list(kinds.values())))
    values |= {f"shape/{name}": value for name, value in per_shape.items()}
    return values | {f"question/{name}": kinds[name] for name in QUESTION_TYPES if name in kinds}


def _tag_contents(table: pd.DataFrame, column: str) -> dict[str, float]:
    """Averages of tags with digits and of tags with letters."""
    tags = table[table["vp_style"].str.startswith("tag(")]
    content = tags["vp_style"].str.extract(r"\((\w+)", expand=False)
    return {str(name): float(rows[column].mean()) for name, rows in tags.groupby(content)}


def by_attribute(table: pd.DataFrame, column: str = "score") -> dict[str, dict[str, dict[str, Any]]]:
    """Accuracy per value of every attribute, over all shapes that have it: ``{attribute: {value: summary}}``."""
    cells: dict[str, dict[str, list[bool]]] = {}
    colors = table["vp_color"] if "vp_color" in table else [""] * len(table)
    for style, color, correct in zip(table["vp_style"], colors, table[column], strict=True):
        try:
            attributes = parse_style(style).attributes if style else {"color": color} if color else {}
        except StyleError:
            continue
        for name, value in attributes.items():
            cells.setdefault(name, {}).setdefault(value, []).append(bool(correct))
    return {
        name: {value: {"n": len(hits), "accuracy": float(np.mean(hits))} for value, hits in values.items()}
        for name, values in cells.items()
    }


def summary(rows: pd.DataFrame, column: str = "score") -> dict[str, Any]:
    """Number and accuracy of some rows."""
    return {"n": len(rows), "accuracy": float(rows[column].mean())}
