"""Combines score files of several ActiView pipelines of one model."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vlmeval_hvs.names import model_of
from vlmeval_hvs.registry import base_name
from vlmeval_hvs.results.collect import Result, read_result
from vlmeval_hvs.results.differences import differing as settings_that_differ
from vlmeval_hvs.results.files import SCORES

logger = logging.getLogger("vlmeval_hvs")

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
    """AVG from the score files next to a prediction file, for the same model and the same variant of the set.

    Args:
        eval_file: Prediction file of one of the five, which has been scored.
        dataset: Its dataset name.

    Returns:
        The mean; None when one of the five has no score yet, or, with a logged warning, when the five were run with
        different settings or on different data, or when rows of one of them failed.
    """
    plain = base_name(dataset)
    variant = dataset.removeprefix(plain)
    model = model_of(eval_file.stem, dataset)
    found: dict[str, Result] = {}
    for name in AVERAGED:
        path = eval_file.parent / f"{model}_{name}{variant}{SCORES}"
        try:
            found[name] = read_result(path, json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None
    why = no_average(list(found.values()))
    if why:
        logger.warning("%s: no AVG, because %s", dataset, why)
        return None
    return mean_of_five({name: result.metrics["Overall"] for name, result in found.items()})


def no_average(results: Sequence[Result]) -> str:
    """Why results cannot go into one average; "" where they can."""
    for result in results:
        plain = base_name(result.dataset)
        if result.validity != "valid":
            return f"{plain} is {result.validity} ({result.reason or 'no headline'})"
        if not isinstance(result.metrics.get("Overall"), (int, float)):
            return f"{plain} has no headline"
    names = differing([result.scores for result in results])
    return f"the datasets differ in {', '.join(names)}" if names else ""


def differing(scores: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names of the settings in which score files differ, and ``data``, ``number of rows`` and so on where these do."""
    known = {"data": "digest", "number of rows": "n", "version": "version", "provenance": "provenance"}
    unlike = [word for word, key in known.items() if len({found.get(key) for found in scores}) > 1]
    return settings_that_differ(scores) + unlike
