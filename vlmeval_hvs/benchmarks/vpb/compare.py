"""Differences between two runs on the samples that both have, and the best style of a model.

The paper compares averages over different sample sets (its text baseline has 3,460 samples, its random-best prompts
3,395); here only samples of both runs count, each compared with itself.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.collect import Result, collect
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.visual_prompts.styles import all_styles, parse_style

NEEDED = ("index", "score", "vp_style", "vp_shape", "task", "debias", "source_image")
"""Columns that make a table of items one of VP-Bench."""


def paired_difference(first: pd.DataFrame, second: pd.DataFrame) -> dict[str, Any]:
    """Accuracy of ``first`` minus ``second`` on the samples that both have.

    Args:
        first: Item table of one run (``index``, ``task``, ``source_image`` and ``score``), as `read_items` gives it.
        second: Item table of the other run.

    Returns:
        ``difference`` (mean of the tasks' differences, as the headline averages), ``interval``, ``micro`` difference,
        ``n`` in common, ``only_first`` and ``only_second`` counts, and ``tasks``: per task n, both accuracies and the
        difference.

    Raises:
        DataError: The runs share no sample.
    """
    key = "task" if (first.get("task", pd.Series(dtype=str)) != "").any() else "vp_shape"
    both = first.merge(second[["index", "score"]], on="index", suffixes=("", "_second"))
    if both.empty:
        raise DataError("the two runs have no sample in common")
    both[key] = both[key].replace("", "unknown")
    delta = both["score"].astype(float) - both["score_second"].astype(float)
    weights = 1 / both.groupby(key)["index"].transform("size")
    tasks = {}
    for name, part in both.groupby(key):
        a, b = float(part["score"].mean()), float(part["score_second"].mean())
        tasks[str(name)] = {"n": len(part), "first": a, "second": b, "difference": a - b}
    return {
        "difference": float(np.average(delta, weights=weights)),
        "interval": cluster_bootstrap(delta, both["source_image"], weights),
        "micro": float(delta.mean()),
        "n": len(both),
        "only_first": len(first) - len(both),
        "only_second": len(second) - len(both),
        "tasks": tasks,
    }


def find_run(path: Path, model: str | None = None, dataset: str | None = None) -> Result:
    """The result of one run.

    Args:
        path: ``*_hvs_scores.json``, the ``*_hvs_items.tsv`` next to it, or a folder above such files.
        model: Of a folder with several runs, the one of this model.
        dataset: Likewise, the one on this dataset.

    Raises:
        DataError: There is no such run or more than one; the message names them.
    """
    if path.is_dir():
        own = [result for result in collect(path) if result.benchmark == "VPB"]
        found = [r for r in own if model in (None, r.model) and dataset in (None, r.dataset)]
        if len(found) != 1:
            names = ", ".join(f"{r.model} on {r.dataset}" for r in found or own) or "none"
            raise DataError(f"{path}: choose one run of VP-Bench by --model and --dataset; there is {names}")
        return found[0]
    path = path.with_name(path.name.replace(ITEMS, SCORES))
    try:
        scores = json.loads(path.read_text(encoding="utf-8"))
        return Result(scores["model"], scores["dataset"], scores["benchmark"], path, scores)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path}: no score file, so nothing tells what was run ({type(error).__name__})") from error


def check_same_data(first: Result, second: Result) -> None:
    """Refuse to compare runs on different sets or different builds of a set.

    Datasets of one set may differ, such as Stage 2 drawn and in words: they ask about the same samples.

    Raises:
        DataError: Names both runs with their data.
    """
    data = [result.scores.get("data", {}) for result in (first, second)]
    if data[0].get("set") != data[1].get("set") or data[0].get("digest") != data[1].get("digest"):
        names = [
            f"{result.model} on {result.dataset} ({own.get('set', 'unknown set')}, "
            f"digest {str(own.get('digest', 'unknown'))[:12]})"
            for result, own in zip((first, second), data, strict=True)
        ]
        raise DataError(f"{names[0]} and {names[1]} ran on different data, so equal indices are not equal samples")


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
