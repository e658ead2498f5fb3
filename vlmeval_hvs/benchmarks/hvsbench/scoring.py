"""Scores of HVSBench: replies to typed answers, answers to the numbers of the paper's Tables 3 and 11.

Scanpaths that were not drawn for their image are counted as signs (`SIGNS`), which caution the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import (
    FIELDS,
    POOLS,
    TYPES,
    example_in,
    kinds_of,
    pooled_accuracies,
    repeats,
)
from vlmeval_hvs.benchmarks.hvsbench.replies import questions_of, read_replies
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import (
    ALL_DIMENSIONS,
    DIMENSIONS,
    SHORT,
    People,
    Scanpath,
    ScanpathRules,
    people_of,
    scanpath_scores,
)
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.chance import Chance, null_interval
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.seeding import rng

SIGNS = {
    "outside": "have coordinates outside the image, whose similarities may fall below 0",
    "copies": "repeat the example of the prompt",
    "alike": "are the answer to another image, too",
}
"""What may be odd about a scanpath, and how a warning says it."""
_GUESSES = 3000  # scanpaths of other images in all; their mean estimates the expectation
_LEAST = 2  # guesses per row: fewer would not show how much they vary
_WIDTH = NormalDist().inv_cdf(0.975)
_NOTED = 0.01  # share of rows above which a warning says so; one scanpath outside the image is enough


def score_hvsbench(
    items: pd.DataFrame,
    profile: str = "robust",
    rules: ScanpathRules | None = None,
    seed: int = 0,
    n_resamples: int = 1000,
) -> ScoreReport:
    """Score replies: accuracies and similarities are fractions, MAE and RMSE counts of objects.

    Args:
        items: Rows of a built set (text) with ``reply`` (text) and ``failed`` (bool); ``finished`` (bool or None)
            is whether a reply ended by itself, where that is known.
        profile: Reading of the replies that gives the headline; the other one's metrics carry its name as a suffix.
        rules: Rules of the scanpath metric; the paper's when left out.
        seed: Seed of the bootstrap and of the chance level of scanpaths.
        n_resamples: Bootstrap samples of images; 0 leaves the intervals out.
    """
    rules, other = rules or ScanpathRules(), "paper" if profile == "robust" else "robust"
    items = items.reset_index(drop=True)
    own, second = (_read(items, rules, reading) for reading in (profile, other))
    # Without question types of the other profile the flat table stays readable.
    flat = {f"{name}_{other}": value for name, value in metrics_of(second).items() if name.split("_")[0] not in TYPES}
    guesses = guessing(items, people_of(items), rules, seed)
    signs, cautions, warnings = cautions_of(own, second, other)
    columns = [*READ, "error", *ALL_DIMENSIONS, "durations"]
    return ScoreReport(
        metrics=metrics_of(own) | flat,
        items=own[["question_type", "field", "truth", *columns]].join(second[columns], rsuffix=f"_{other}"),
        chance=guesses.metrics.get("Overall"),
        chances=guesses.metrics,
        intervals=_intervals(own, seed, n_resamples) if n_resamples else {},
        details={"profile": profile, "signs": signs, "random": guesses.expected},
        cautions=cautions,
        differ=differ(own, second),
        warnings=[*_warnings(own, rules, guesses), *warnings],
    )


def _read(items: pd.DataFrame, rules: ScanpathRules, profile: str) -> pd.DataFrame:
    """Answers of one reading with all that is scored of them."""
    replies, truths = items["reply"].tolist(), items["truth"].tolist()
    answers, predictions = read_replies(replies, questions_of(items), truths, profile)
    table = items[["index", "question_type", "image_path", "labels", "truth"]].join(answers)
    table["field"] = items["question_type"].map({name: kind.field for name, kind in TYPES.items()})
    table[list(SIGNS)] = signs_of(items, predictions, rules.crop)
    similar = np.full((len(table), len(ALL_DIMENSIONS)), np.nan)
    similar[(kinds_of(items) == "scanpath").to_numpy()] = scanpath_scores(predictions, people_of(items), rules)
    table[list(ALL_DIMENSIONS)] = similar
    return table


def metrics_of(read: pd.DataFrame) -> dict[str, float]:
    """Metrics of one reading, from ``question_type``, ``field``, ``score``, ``error`` and the similarities of rows."""
    asked = read[read["score"].notna()].groupby("question_type")["score"]
    metrics = pooled_accuracies({str(kind): (int(column.sum()), len(column)) for kind, column in asked})
    for name, values in _means(read).items():
        mean = float(values.mean())
        metrics[name] = mean**0.5 if name.endswith("RMSE") else mean
    return metrics


def _means(read: pd.DataFrame) -> dict[str, pd.Series]:
    """Per-item values of what is not an accuracy (RMSE: squared errors), by field: each has one such type at most."""
    result: dict[str, pd.Series] = {}
    for name in FIELDS:
        rows = read[read["field"] == name]
        errors = rows["error"].dropna()
        result |= {f"{name}_MAE": errors.abs(), f"{name}_RMSE": errors**2}
        result |= {f"{name}_{short}": rows[dimension].dropna() for dimension, short in SHORT.items()}
    return {name: values for name, values in result.items() if len(values)}


def _intervals(read: pd.DataFrame, seed: int, n_resamples: int) -> dict[str, tuple[float, float]]:
    images = np.unique(read["image_path"].to_numpy(dtype=object), return_inverse=True)[1]
    pools = {name: read["score"][read["question_type"].isin(kinds)] for name, kinds in POOLS.items()}
    result = {}
    for name, column in (_means(read) | {name: scores for name, scores in pools.items() if len(scores)}).items():
        share = not name.endswith(("_MAE", "_RMSE"))
        clusters = images[column.index]
        low, high = cluster_bootstrap(column.to_numpy(), clusters, n_resamples=n_resamples, seed=seed, share=share)
        result[name] = (low**0.5, high**0.5) if name.endswith("RMSE") else (low, high)
    return result


def _warnings(own: pd.DataFrame, rules: ScanpathRules, guesses: Guessing) -> list[str]:
    warnings = []
    if own["score"].isna().all():
        warnings.append("no row has a right answer, so there is no Overall accuracy")
    paths = own[kinds_of(own) == "scanpath"]
    unscored, silent = paths["position"].isna(), paths["duration"].isna()
    if unscored.any():
        warnings.append(
            f"{unscored.sum()} of {len(paths)} scanpath rows have no score and are left out of the means: "
            f"short answers under scanpath_short={rules.short}, or no human scanpath to compare with"
        )
    if (silent & ~unscored).any():
        count = (silent & ~unscored).sum()
        warnings.append(f"{count} of {len(paths)} scanpaths give no durations; MDur leaves them out")
    if guesses.unknown:
        warnings.append(f"{guesses.unknown} questions show no options; chance leaves them out")
    return warnings


def signs_of(items: pd.DataFrame, paths: Sequence[Scanpath], crop: int) -> NDArray[np.bool_]:
    """(rows, `SIGNS`): what is odd about the first ``crop`` fixations of the ``paths`` of rows that ask for one."""
    drawn = (kinds_of(items) == "scanpath").to_numpy()
    images_of = items.loc[drawn, "image_path"]
    questions = items.loc[drawn, "question"] if "question" in items else [""] * len(paths)
    kept = [([], []) if path.fallback else (path.x[: crop or None], path.y[: crop or None]) for path in paths]
    looks = [tuple(round(value, 2) for value in (*x, *y)) for x, y in kept]
    images: dict[tuple[float, ...], set[str]] = {}
    for look, image in zip(looks, images_of, strict=True):
        images.setdefault(look, set()).add(image)
    found = np.zeros((len(items), len(SIGNS)), dtype=bool)
    for row, (x, y), look, question in zip(np.flatnonzero(drawn), kept, looks, questions, strict=True):
        if len(x):
            outside = not all(0 <= value <= 1 for value in (*x, *y))
            found[row] = outside, repeats(x, y, example_in(question)), len(images[look]) > 1
    return found


def differ(own: pd.DataFrame, other: pd.DataFrame) -> NDArray[np.bool_]:
    """(rows,) whether two readings give different answers of which either could be right."""
    first, second = (read["answer"].where(_possible(read), "") for read in (own, other))
    return (first != second).to_numpy()


def _possible(read: pd.DataFrame) -> list[bool]:
    """Whether answers were read and are offered by their questions."""
    found = []
    rows = zip(kinds_of(read), read["fallback"], read["answer"], read["labels"], strict=True)
    for kind, fallback, answer, labels in rows:
        offered = {"choice": answer in labels, "order": sorted(answer) == sorted(labels)} if labels else {}
        found.append(not fallback and offered.get(kind, True))
    return found


def cautions_of(
    own: pd.DataFrame, other: pd.DataFrame, suffix: str
) -> tuple[dict[str, dict[str, int]], dict[str, str], list[str]]:
    """Signs by question type and reading; by metric, why it means less than it seems; and warnings."""
    counts: dict[str, dict[str, int]] = {}
    cautions, warnings = dict[str, str](), list[str]()
    for name in (name for name, kind in TYPES.items() if kind.kind == "scanpath"):
        rows = own[own["question_type"] == name]
        for end, read in (("", rows), (f"_{suffix}", other.loc[rows.index])) if len(rows) else ():
            found = {key: int(read[key].sum()) for key in SIGNS}
            counts.setdefault(name, {}).update({f"{key}{end}": number for key, number in found.items()})
            least = {key: 0 if key == "outside" else _NOTED * len(rows) for key in SIGNS}
            texts = [f"{n} of {len(rows)} scanpaths {SIGNS[key]}" for key, n in found.items() if n > least[key]]
            cautions |= {f"{TYPES[name].field}_{short}{end}": "; ".join(texts) for short in SHORT.values() if texts}
            warnings += [f"{name}: {text}" for text in texts if not end]
    return counts, cautions, warnings


class Guessing(NamedTuple):
    """Scores of guessing."""

    metrics: dict[str, Chance]  # mean and central 95 % of a guesser's results; normal for means of similarities
    expected: dict[str, float]  # metric name to the expectation, for MAE and RMSE too: the row of a random guesser
    unknown: int  # rows with a right answer whose chance is unknown, because their options are


def guessing(items: pd.DataFrame, people: Sequence[People], rules: ScanpathRules, seed: int) -> Guessing:
    """Scores of guessing on rows of a built set, as HVSBench defines its random baseline (section 4.1).

    Choice: one over the number of options; order: one over the number of orders. Count: the guess is drawn from the
    counts' own distribution for the accuracy, and is their mean for MAE and RMSE. Scanpath: a human scanpath of another
    image.
    """
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
