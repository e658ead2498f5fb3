"""What guessing gives on the rows at hand, as HVSBench defines its random baseline (section 4.1).

Choice: one over the number of options; order: one over the number of orders. Count: the guess is drawn from the
counts' own distribution for the accuracy, and is their mean for MAE and RMSE. Scanpath: a human scanpath of another
image.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial
from statistics import NormalDist

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.people import Floats, Indices, People
from vlmeval_hvs.benchmarks.hvsbench.pools import kinds_of, people_of, pools_of
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ALL_DIMENSIONS, SHORT, Comparison, ScanpathRules
from vlmeval_hvs.metrics.chance import Chance, null_interval
from vlmeval_hvs.seeding import rng

_GUESSES = 3000  # scanpaths of other images in all; their mean stands for the expectation
_LEAST = 2  # guesses per row: fewer would not show how much they vary
_WIDTH = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Guessing:
    """What guessing gives.

    Attributes:
        types: Question type to its metrics: ``accuracy``, ``mae``, ``rmse`` or the dimensions of scanpaths.
        metrics: Metric name (``Overall``, ``Q1_Acc``, ``FreeViewing_MPos`` ...) to the mean and the central 95 % of
            the result of a guesser: exact for accuracies, normal for means of scanpath similarities.
        expected: Metric name to the expectation, for MAE and RMSE too: the row of a random guesser.
        unknown: Rows with a right answer whose chance is not known, because their options are not.
    """

    types: dict[str, dict[str, float]]
    metrics: dict[str, Chance]
    expected: dict[str, float]
    unknown: int


def guessing(items: pd.DataFrame, people: People, rules: ScanpathRules, seed: int) -> Guessing:
    """What guessing gives on rows of a built set.

    Args:
        items: The rows.
        people: The human scanpaths of those that ask for one, in their order.
        rules: Rules of the scanpath metric.
        seed: Seed of the scanpaths drawn from other images.
    """
    items = items[["index", "question_type", "image_path", "labels", "truth"]]  # the groups below are copies
    chance = chance_of_items(items)
    metrics = {
        name: null_interval(chance[rows].dropna())
        for name, rows in pools_of(items["question_type"]).items()
        if chance[rows].notna().any()
    }
    types = {name: _of_counts_and_choices(rows, chance) for name, rows in items.groupby("question_type")}
    drawn = kinds_of(items) == "scanpath"
    number = np.cumsum(drawn.to_numpy()) - 1
    for name, rows in items[drawn].groupby("question_type"):
        means = _guessed_scanpaths(rows, people, number[rows.index], rules, seed)
        types[name] = {dimension: found.value for dimension, found in means.items()}
        field = TYPES[str(name)].field
        metrics |= {f"{field}_{SHORT[dimension]}": found for dimension, found in means.items()}
    expected = {name: found.value for name, found in metrics.items()}
    for name, found in types.items():
        expected |= {f"{TYPES[name].field}_{key.upper()}": found[key] for key in ("mae", "rmse") if key in found}
    unknown = int((chance.isna() & ~drawn).sum())
    return Guessing({name: types[name] for name in TYPES if types.get(name)}, metrics, expected, unknown)


def chance_of_items(items: pd.DataFrame) -> pd.Series:
    """Probability that a guess is right, per row; NaN for scanpath rows.

    Args:
        items: Rows with ``question_type``, ``labels`` and ``truth``.
    """
    kinds = kinds_of(items)
    options = items["labels"].str.len()
    chance = pd.Series(np.nan, index=items.index)
    choice, order, count = (kinds == name for name in ("choice", "order", "count"))
    chance[choice] = 1 / options[choice].where(options[choice] > 0)
    chance[order] = [1 / factorial(n) if n else np.nan for n in options[order]]
    frequency = items.loc[count, "truth"].value_counts(normalize=True)
    # The guess and the truth come from one distribution: sum of p^2 over all rows, p of its own truth per row.
    chance[count] = items.loc[count, "truth"].map(frequency).astype(float)
    return chance


def chance_of_types(items: pd.DataFrame, rules: ScanpathRules, seed: int) -> dict[str, dict[str, float]]:
    """Chance level of every metric, by question type; see `guessing`."""
    items = items.reset_index(drop=True)
    return guessing(items, people_of(items), rules, seed).types


def _of_counts_and_choices(rows: pd.DataFrame, chance: pd.Series) -> dict[str, float]:
    own = chance[rows.index]
    found = {"accuracy": float(own.mean())} if own.notna().all() else {}
    if TYPES[rows["question_type"].iloc[0]].kind == "count":
        truth = rows["truth"].astype(float)
        deviation = truth - truth.mean()
        found |= {"mae": float(deviation.abs().mean()), "rmse": float((deviation**2).mean() ** 0.5)}
    return found


def _guessed_scanpaths(
    rows: pd.DataFrame, people: People, number: Indices, rules: ScanpathRules, seed: int
) -> dict[str, Chance]:
    """Mean and central 95 % of each dimension when every row of a type gets a scanpath of another image."""
    item, path = _drawn_from_others(rows, people, number, seed)
    scores = Comparison(people.paths.take(path), number[item], people).scores(rules)
    usable = np.isfinite(scores[:, :4]).all(axis=1)
    found = {}
    for dimension, values in zip(ALL_DIMENSIONS, scores.T, strict=True):
        counted = usable & np.isfinite(values)
        if counted.any():
            found[dimension] = _of_means(values[counted], item[counted])
    return found


def _of_means(values: Floats, item: Indices) -> Chance:
    """The mean over items of one guess each, from several guesses per item."""
    mean = float(values.mean())
    rows = pd.Series(values).groupby(item)
    spread = rows.var()  # unbiased; NaN where an item has a single guess
    deviation = (float(spread.mean()) / len(spread)) ** 0.5 if spread.notna().any() else 0.0
    return Chance(mean, mean - _WIDTH * deviation, mean + _WIDTH * deviation)


def _drawn_from_others(rows: pd.DataFrame, people: People, number: Indices, seed: int) -> tuple[Indices, Indices]:
    """Guesses for the rows of a type: the place of the row, and the number of a scanpath of another image."""
    image = pd.factorize(rows["image_path"])[0]
    by_image = np.argsort(image, kind="stable")
    ends = np.cumsum(np.bincount(image))
    size = max(_LEAST, _GUESSES // len(rows))
    items, paths = [], []
    for place, index in enumerate(rows["index"].tolist()):
        code = image[place]
        same = by_image[ends[code - 1] if code else 0 : ends[code]]
        if len(same) == len(rows):
            continue
        draw = rng(seed, "chance", index)
        other = draw.integers(0, len(rows) - len(same), size)
        # The n-th row of another image: every row of the same image that comes before moves it on by one.
        other = other + np.searchsorted(same - np.arange(len(same)), other, side="right")
        for row in number[other]:
            items.append(place)
            paths.append(people.first[row] + int(draw.integers(people.count[row])))
    return np.array(items, dtype=np.intp), np.array(paths, dtype=np.intp)
