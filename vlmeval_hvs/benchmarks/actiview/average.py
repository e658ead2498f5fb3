"""Combines score files of several ActiView pipelines of one model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.files import SCORES

AVERAGED = (
    "ActiView_Zooming",
    "ActiView_ShiftingR",
    "ActiView_ShiftingE",
    "ActiView_ShiftingM",
    "ActiView_ShiftingH",
)
"""Columns behind the paper's AVG. All rows of Tables 2 and 7 are the mean of these five; the caption of Table 7, which
leaves out Shifting-E, is wrong."""


def mean_of_five(overall: Mapping[str, float]) -> float | None:
    """The paper's AVG from ``Overall`` by plain dataset name, or None when one of the five is missing."""
    if any(name not in overall for name in AVERAGED):
        return None
    return sum(overall[name] for name in AVERAGED) / len(AVERAGED)


def average(eval_file: Path, dataset: str) -> float | None:
    """AVG from the score files beside a prediction file, for the same model and the same variant of the set."""
    plain = base_name(dataset)
    variant = dataset.removeprefix(plain)
    stem = eval_file.name.removesuffix(eval_file.suffix)
    model = stem.removesuffix(f"_{dataset}")
    overall: dict[str, float] = {}
    for name in AVERAGED:
        path = eval_file.parent / f"{model}_{name}{variant}{SCORES}"
        try:
            value = json.loads(path.read_text(encoding="utf-8"))["metrics"]["Overall"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(value, (int, float)):
            overall[name] = float(value)
    return mean_of_five(overall)
