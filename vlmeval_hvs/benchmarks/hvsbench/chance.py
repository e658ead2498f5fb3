"""Scores of guessing on given rows, as HVSBench defines its random baseline (section 4.1).

Choice: one over the number of options; order: one over the number of orders. Count: the guess is drawn from the
counts' own distribution for the accuracy, and is their mean for MAE and RMSE. Scanpath: a human scanpath of another
image.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.questions import POOLS, TYPES, kinds_of
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import (
    ALL_DIMENSIONS,
    DIMENSIONS,
    SHORT,
    People,
    ScanpathRules,
    scanpath_scores,
)
from vlmeval_hvs.metrics.chance import Chance, null_interval
from vlmeval_hvs.seeding import rng

_GUESSES = 3000  # scanpaths of other images in all; their mean estimates the expectation
_LEAST = 2  # guesses per row: fewer would not show how much they vary
_WIDTH = NormalDist().inv_cdf(0.975)


class Guessing(NamedTuple):
    """Scores of guessing."""

    metrics: dict[str, Chance]  # mean and central 95 % of a guesser's results; normal for means of similarities
    expected: dict[str, float]  # metric name to the expectation, for MAE and RMSE too: the row of a random guesser
    unknown: int  # rows with a right answer whose chance is unknown, because their options are


def guessing(items: pd.DataFrame, people: Sequence[People], rules: ScanpathRules, seed: int) -> Guessing:
    """Scores of guessing on rows of a built set."""
    chance, drawn = chance_of_items(items), kinds_of(items) == "scanpath"
    pools = {name: chance[items["question_type"].isin(kinds)].dropna() for name, kinds in POOLS.items()}
    metrics = {name: null_interval(known) for name, known in pools.items() if len(known)}
    errors: dict[str, float] = {}
    number = pd.Series(range(drawn.sum()), index=items.index[drawn])
    for name, rows in items[["index", "question_type", "image_path", "truth"]].groupby("question_type"):
        field, kind, _ = TYPES[str(name)]
        if kind == "scanpath":
            found = _scanpath_chances(rows, [people[place] for place in number[rows.index]], rules, seed)
            metrics |= {f"{field}_{SHORT[dimension]}": value for dimension, value in found.items()}
        elif kind == "count":
            deviation = rows["truth"].astype(float) - rows["truth"].astype(float).mean()
            errors |= {f"{field}_MAE": float(deviation.abs().mean())}
            errors |= {f"{field}_RMSE": float((deviation**2).mean() ** 0.5)}
    expected = {name: found.value for name, found in metrics.items()} | errors
    return Guessing(metrics, expected, int((chance.isna() & ~drawn).sum()))


def chance_of_items(items: pd.DataFrame) -> pd.Series:
    """Probability that a guess is right, per row (``question_type``, ``labels``, ``truth``); NaN for scanpaths."""
    kinds, options = kinds_of(items), items["labels"].str.len()
    chance = pd.Series(np.nan, index=items.index)
    choice, order, count = (kinds == name for name in ("choice", "order", "count"))
    chance[choice] = 1 / options[choice].where(options[choice] > 0)
    chance[order] = [1 / factorial(n) if n else np.nan for n in options[order]]
    frequency = items.loc[count, "truth"].value_counts(normalize=True)
    # The guess and the truth come from one distribution: sum of p^2 over all rows, p of its own truth per row.
    chance[count] = items.loc[count, "truth"].map(frequency).astype(float)
    return chance


def _scanpath_chances(
    rows: pd.DataFrame, people: Sequence[People], rules: ScanpathRules, seed: int
) -> dict[str, Chance]:
    """Mean and central 95 % of each dimension when every row of a type gets a scanpath of another image."""
    images, guesses = pd.factorize(rows["image_path"])[0], max(_LEAST, _GUESSES // len(rows))
    guessed, paths = [], []
    for place, index in enumerate(rows["index"].tolist()):
        others = np.flatnonzero(images != images[place])
        if len(others):
            draw = rng(seed, "chance", index)
            for other in others[draw.integers(0, len(others), guesses)]:
                guessed.append(place)
                paths.append(people[other].paths[int(draw.integers(len(people[other].paths)))])
    item = np.array(guessed, dtype=np.intp)
    scores = scanpath_scores(paths, [people[place] for place in guessed], rules)
    usable = np.isfinite(scores[:, : len(DIMENSIONS)]).all(axis=1)
    found = {}
    for dimension, values in zip(ALL_DIMENSIONS, scores.T, strict=True):
        counted = usable & np.isfinite(values)
        if counted.any():
            mean = float(values[counted].mean())
            # The mean over rows of one guess each; unbiased, NaN where a row has a single guess.
            spread = pd.Series(values[counted]).groupby(item[counted]).var()
            half = _WIDTH * (float(spread.mean()) / len(spread)) ** 0.5 if spread.notna().any() else 0.0
            found[dimension] = Chance(mean, mean - half, mean + half)
    return found
