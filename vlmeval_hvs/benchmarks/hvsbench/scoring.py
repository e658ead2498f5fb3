"""Scores of HVSBench: replies to typed answers, answers to the numbers of the paper's Tables 3 and 11.

Accuracies are micro averages: a field pools its question types, ``Overall`` pools all questions that have a right
answer (Q9 and Q12, scored by MultiMatch, do not enter). The published tables follow this rule: for ten of
thirteen models all cells and the overall score agree with it to the last printed digit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from standardizers import choice, count, order, scanpath
from vlmeval_hvs.benchmarks.hvsbench.chance import chance_of_items, chance_of_types
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, MOST_OPTIONS, TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import DIMENSIONS, Prediction, ScanpathRules, scanpath_scores
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.results.contract import READ, ScoreReport

MEAN_COUNT = 3.2116
"""Stands in for an unreadable count (section 3.3): the mean of the 1,886 true counts, as a fraction."""

_SHORT = dict(zip(DIMENSIONS, ("MShape", "MDir", "MLen", "MPos"), strict=True))
_PROFILES = ("robust", "paper")
_PREFIXES = {kind[:2] for kind in TYPES}


def score_hvsbench(
    items: pd.DataFrame,
    profile: str = "robust",
    rules: ScanpathRules | None = None,
    seed: int = 0,
    n_resamples: int = 1000,
) -> ScoreReport:
    """Score replies.

    Args:
        items: Rows of a built set (text) with ``reply`` (text) and ``failed`` (bool).
        profile: Reading of the replies that gives the headline; the other one's metrics carry its name as a suffix.
        rules: Rules of the scanpath metric; the paper's when left out.
        seed: Seed of the bootstrap and of the chance level of scanpaths.
        n_resamples: Bootstrap samples of images; 0 leaves the intervals out.

    Returns:
        Metrics named as the columns of Table 3 (``Prominence_Acc``, ``FreeViewing_MDir`` ...) and, by question type,
        of Table 11 (``Q1_Acc`` ...). Accuracies and similarities are fractions, MAE and RMSE counts of objects.
    """
    rules = rules or ScanpathRules()
    items = items.reset_index(drop=True)
    other = _PROFILES[1 - _PROFILES.index(profile)]
    read, paths = {}, {}
    for name in _PROFILES:
        read[name], paths[name] = _standardize(items, name, rules)
    own = read[profile]
    metrics = _metrics(own)
    # Question types of the other profile are in the details: the flat table stays readable.
    metrics |= {f"{name}_{other}": value for name, value in _metrics(read[other]).items() if name[:2] not in _PREFIXES}
    columns = [*READ, "error", *DIMENSIONS]
    table = own[["question_type", "field", "truth", *columns]].join(read[other][columns], rsuffix=f"_{other}")
    guesses = chance_of_items(items)
    return ScoreReport(
        metrics=metrics,
        items=table,
        chance=null_interval(guesses[guesses.notna()]) if guesses.notna().any() else None,
        intervals=_intervals(own, seed, n_resamples) if n_resamples else {},
        details={
            "profile": profile,
            "types": _by_type(own, read[other], other, chance_of_types(items, rules, seed)),
            "scanpath_rules": _rule_table(items, own, paths[profile], rules),
            "interval": {"level": 0.95, "clusters": "image", "resamples": n_resamples, "seed": seed},
        },
        warnings=_warnings(own, rules),
    )


def pooled_accuracies(correct: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """Accuracies from right answers and questions per type.

    Args:
        correct: Question type to (right answers, questions); types without questions may be absent.

    Returns:
        ``Overall``, ``<Field>_Acc`` and ``<Type>_Acc``; those without questions are left out.
    """
    pools = {"Overall": list(correct), **{f"{kind}_Acc": [kind] for kind in TYPES}}
    pools |= {f"{field}_Acc": [kind for kind in TYPES if TYPES[kind].field == field] for field in FIELDS}
    result = {}
    for name, kinds in pools.items():
        right, asked = (sum(correct.get(kind, (0, 0))[part] for kind in kinds) for part in (0, 1))
        if asked:
            result[name] = right / asked
    return result


def _standardize(items: pd.DataFrame, profile: str, rules: ScanpathRules) -> tuple[pd.DataFrame, list[Prediction]]:
    """Items with typed answers and their scores under one profile, and the scanpaths among the answers."""
    rows, paths = [], []
    for row in items.to_dict("records"):
        kind = TYPES[row["question_type"]].kind
        reply = row["reply"]
        labels = row["labels"] or MOST_OPTIONS
        correct = error = np.nan
        if kind == "scanpath":
            answer: Any = scanpath(reply, profile=profile, size=(int(row["width"]), int(row["height"])))
            paths.append(Prediction(answer.value.x, answer.value.y, answer.fallback))
            text = json.dumps([list(answer.value.x), list(answer.value.y), list(answer.value.t)])
        elif kind == "count":
            answer = count(reply, default=MEAN_COUNT, profile=profile)
            error = float(answer.value) - float(row["truth"])
            correct = float(error == 0 and not answer.fallback)
            text = str(answer.value)
        else:
            standardize = order if kind == "order" else choice
            answer = standardize(reply, labels=labels, profile=profile)
            correct = float(answer.value == row["truth"] and not answer.fallback)
            text = str(answer.value)
        rows.append((text, answer.rule, bool(answer.fallback), correct, error))
    result = pd.DataFrame(rows, columns=["answer", "rule", "fallback", "score", "error"])
    result = items[["index", "question_type", "image_path", "truth", "failed"]].join(result)
    result["field"] = result["question_type"].map(lambda name: TYPES[name].field)
    drawn = result["question_type"].map(lambda name: TYPES[name].kind) == "scanpath"
    result[list(DIMENSIONS)] = np.nan
    if drawn.any():
        result.loc[drawn, list(DIMENSIONS)] = _scanpath_scores(items[drawn], paths, rules)
    return result, paths


def _scanpath_scores(rows: pd.DataFrame, paths: list[Prediction], rules: ScanpathRules) -> np.ndarray:
    humans = [json.loads(cell) for cell in rows["scanpaths"]]
    sizes = list(zip(rows["width"].astype(int), rows["height"].astype(int), strict=True))
    return scanpath_scores(paths, humans, sizes, rules)


def _metrics(read: pd.DataFrame) -> dict[str, float]:
    asked = read[read["score"].notna()].groupby("question_type")["score"]
    metrics = pooled_accuracies({str(kind): (int(column.sum()), len(column)) for kind, column in asked})
    for name, values in _means(read).items():
        mean = float(values.mean())
        metrics[name] = mean**0.5 if name.endswith("RMSE") else mean
    return metrics


def _means(read: pd.DataFrame) -> dict[str, pd.Series]:
    """Per-item values of everything that is not an accuracy; RMSE as squared errors.

    By field only: each field has one type at most that is counted or drawn.
    """
    result: dict[str, pd.Series] = {}
    for name in FIELDS:
        rows = read[read["field"] == name]
        errors = rows["error"].dropna()
        if len(errors):
            result |= {f"{name}_MAE": errors.abs(), f"{name}_RMSE": errors**2}
        for dimension, short in _SHORT.items():
            similar = rows[dimension].dropna()
            if len(similar):
                result[f"{name}_{short}"] = similar
    return result


def _intervals(read: pd.DataFrame, seed: int, n_resamples: int) -> dict[str, tuple[float, float]]:
    values = _means(read)
    answered = read[read["score"].notna()]
    values |= {"Overall": answered["score"]}
    for column, names in (("field", FIELDS), ("question_type", tuple(TYPES))):
        values |= {f"{name}_Acc": answered.loc[answered[column] == name, "score"] for name in names}
    result = {}
    for name, column in values.items():
        if len(column):
            images = read.loc[column.index, "image_path"]
            low, high = cluster_bootstrap(column, images, n_resamples=n_resamples, seed=seed)
            result[name] = (low**0.5, high**0.5) if name.endswith("RMSE") else (low, high)
    return result


def _by_type(
    own: pd.DataFrame, other: pd.DataFrame, suffix: str, chance: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = {}
    for kind in TYPES:
        rows = own[own["question_type"] == kind]
        if rows.empty:
            continue
        entry: dict[str, Any] = {
            "field": TYPES[kind].field,
            "questions": len(rows),
            "images": rows["image_path"].nunique(),
            "failed": int(rows["failed"].sum()),
            "fallback": float(rows["fallback"].mean()),
            f"fallback_{suffix}": float(other.loc[rows.index, "fallback"].mean()),
            "differ": float((rows["answer"] != other.loc[rows.index, "answer"]).mean()),
            "rules": rows["rule"].value_counts().to_dict(),
            "chance": dict(chance.get(kind, {})),
        }
        if rows["score"].notna().any():
            entry["correct"] = int(rows["score"].sum())
            entry["accuracy"] = float(rows["score"].mean())
        if rows["error"].notna().any():
            entry |= {"mae": float(rows["error"].abs().mean()), "rmse": float((rows["error"] ** 2).mean() ** 0.5)}
        entry |= {name: float(rows[name].mean()) for name in DIMENSIONS if rows[name].notna().any()}
        table[kind] = entry
    return table


def _rule_table(
    items: pd.DataFrame, own: pd.DataFrame, paths: list[Prediction], rules: ScanpathRules
) -> dict[str, Any]:
    """Scanpath scores of the same answers under other rules, one change at a time."""
    drawn = own["question_type"].map(lambda name: TYPES[name].kind) == "scanpath"
    if not drawn.any():
        return {}
    table: dict[str, Any] = {"used": vars(rules)}
    alternatives: list[dict[str, Any]] = [
        {"short": "nan"},
        {"short": "zero"},
        {"crop_human": True},
        {"crop": 0},
        {"screen": "image"},
        {"humans": "all"},
    ]
    for change in [{}, *alternatives]:
        changed = ScanpathRules(**{**vars(rules), **change})
        scores = pd.DataFrame(_scanpath_scores(items[drawn], paths, changed), columns=list(DIMENSIONS))
        by_type = {}
        for kind, rows in scores.groupby(own.loc[drawn, "question_type"].to_numpy()):
            scored = rows.dropna()
            by_type[kind] = {"items": len(scored), **{name: scored[name].mean() for name in DIMENSIONS if len(scored)}}
        table[", ".join(f"{key}={value}" for key, value in change.items()) or "as used"] = by_type
    return table


def _warnings(own: pd.DataFrame, rules: ScanpathRules) -> list[str]:
    warnings = []
    if own["score"].isna().all():
        warnings.append("no question with a right answer among these rows, so there is no Overall accuracy")
    drawn = own["question_type"].map(lambda name: TYPES[name].kind) == "scanpath"
    unscored = int(own.loc[drawn, "position"].isna().sum())
    if unscored:
        warnings.append(
            f"{unscored} of {int(drawn.sum())} scanpath rows have no score and are left out of the means: "
            f"short answers under scanpath_short={rules.short}, or no human scanpath to compare with"
        )
    return warnings
