"""Combines score files of several ActiView pipelines of one model."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vlmeval_hvs.registry import base_name
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

_NO_MATTER = ("n_resamples",)
"""Settings that do not change ``Overall``."""


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
        different settings or on different data.
    """
    plain = base_name(dataset)
    variant = dataset.removeprefix(plain)
    model = eval_file.stem.removesuffix(f"_{dataset}")
    scores: dict[str, dict[str, Any]] = {}
    for name in AVERAGED:
        path = eval_file.parent / f"{model}_{name}{variant}{SCORES}"
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(found["metrics"]["Overall"], (int, float)):
                scores[name] = found
        except (OSError, ValueError, KeyError, TypeError):
            continue
    mean = mean_of_five({name: float(found["metrics"]["Overall"]) for name, found in scores.items()})
    unlike = [] if mean is None else differing(list(scores.values()))
    if unlike:
        logger.warning("%s: no AVG, because the five datasets differ in %s", dataset, ", ".join(unlike))
        return None
    return mean


def differing(scores: list[dict[str, Any]]) -> list[str]:
    """Names of the settings in which score files differ, ``data`` and ``number of rows`` where these do."""
    settings = [found.get("settings") or {} for found in scores]
    names = sorted({name for own in settings for name in own} - set(_NO_MATTER))
    differing = [name for name in names if any(own.get(name) != settings[0].get(name) for own in settings)]
    known = {"data": "digest", "number of rows": "n"}
    return differing + [word for word, key in known.items() if len({found.get(key) for found in scores}) > 1]
