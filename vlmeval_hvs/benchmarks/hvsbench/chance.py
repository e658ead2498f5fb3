"""What guessing gives on the rows at hand, as HVSBench defines its random baseline (section 4.1).

Choice: one over the number of options; order: one over the number of orders. Count: the guess is drawn from the
counts' own distribution for the accuracy, and is their mean for MAE and RMSE. Scanpath: a human scanpath of another
image.
"""

from __future__ import annotations

import json
from math import factorial

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import DIMENSIONS, Prediction, ScanpathRules, scanpath_scores
from vlmeval_hvs.seeding import rng

_GUESSES = 3000  # scanpaths of other images in all, 5 per row at least; their mean stands for the expectation


def chance_of_items(items: pd.DataFrame) -> pd.Series:
    """Probability that a guess is right, per row; NaN for scanpath rows.

    Args:
        items: Rows with ``question_type``, ``labels`` and ``truth``.
    """
    kinds = items["question_type"].map(lambda name: TYPES[name].kind)
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
    """Chance level of every metric, by question type.

    Args:
        items: Rows of a built set.
        rules: Rules of the scanpath metric.
        seed: Seed of the scanpaths drawn from other images.
    """
    result: dict[str, dict[str, float]] = {}
    probability = chance_of_items(items)
    for name, rows in items.groupby("question_type"):
        kind = TYPES[str(name)].kind
        if kind == "scanpath":
            guessed = _other_scanpaths(rows, rules, seed)
            if np.isfinite(guessed).all():
                result[str(name)] = dict(zip(DIMENSIONS, guessed.tolist(), strict=True))
            continue
        if probability[rows.index].notna().all():
            result[str(name)] = {"accuracy": float(probability[rows.index].mean())}
        if kind == "count":
            truth = rows["truth"].astype(float)
            deviation = truth - truth.mean()
            result[str(name)] |= {"mae": float(deviation.abs().mean()), "rmse": float((deviation**2).mean() ** 0.5)}
    return result


def _other_scanpaths(rows: pd.DataFrame, rules: ScanpathRules, seed: int) -> np.ndarray:
    humans = [json.loads(cell) for cell in rows["scanpaths"]]
    images = rows["image_path"].to_numpy()
    guesses, references, sizes = [], [], []
    for number, index in enumerate(rows["index"]):
        others = np.flatnonzero(images != images[number])
        draw = rng(seed, "chance", index)
        for other in draw.choice(others, max(5, _GUESSES // len(rows))) if len(others) else []:
            path = humans[other][int(draw.integers(len(humans[other])))]
            guesses.append(Prediction(path["X"], path["Y"]))
            references.append(humans[number])
            sizes.append((int(rows["width"].iloc[number]), int(rows["height"].iloc[number])))
    if not guesses:
        return np.full(len(DIMENSIONS), np.nan)
    scores = scanpath_scores(guesses, references, sizes, rules)
    usable = scores[np.isfinite(scores).all(axis=1)]
    return usable.mean(axis=0) if len(usable) else np.full(len(DIMENSIONS), np.nan)
