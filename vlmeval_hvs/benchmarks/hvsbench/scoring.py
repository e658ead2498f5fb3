"""Scores of HVSBench: replies to typed answers, answers to the numbers of the paper's Tables 3 and 11."""

from __future__ import annotations

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.chance import Guessing, guessing
from vlmeval_hvs.benchmarks.hvsbench.diagnostics import ODDITIES, cautions_of, differ, oddities, warnings_of
from vlmeval_hvs.benchmarks.hvsbench.people import Floats, Paths, People, Prediction
from vlmeval_hvs.benchmarks.hvsbench.pools import kinds_of, people_of, pooled_accuracies, pools_of
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, TYPES
from vlmeval_hvs.benchmarks.hvsbench.replies import MEAN_COUNT, questions_of, read_replies
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ALL_DIMENSIONS, DIMENSIONS, SHORT, Comparison, ScanpathRules
from vlmeval_hvs.benchmarks.hvsbench.tables import rule_table, type_table
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.results.contract import READ, ScoreReport

__all__ = ["MEAN_COUNT", "pooled_accuracies", "score_hvsbench"]

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
        items: Rows of a built set (text) with ``reply`` (text) and ``failed`` (bool); ``finished`` (bool or None)
            tells whether a reply ended by itself, where that is known.
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
    people = people_of(items)
    read, paths = {}, {}
    questions, replies, truths = questions_of(items), items["reply"].tolist(), items["truth"].tolist()
    for name in (profile, other):
        answers, paths[name] = read_replies(replies, questions, truths, name)
        read[name] = items[["index", "question_type", "image_path", "labels", "truth", "failed"]].join(answers)
        read[name]["field"] = items["question_type"].map({kind: TYPES[kind].field for kind in TYPES})
        read[name][list(ODDITIES)] = _oddities(items, paths[name], rules)
    comparison = _compared(read, paths, people, rules, profile, other)
    own = read[profile]
    metrics = _metrics(own)
    # Question types of the other profile are in the details: the flat table stays readable.
    metrics |= {f"{name}_{other}": value for name, value in _metrics(read[other]).items() if name[:2] not in _PREFIXES}
    guesses = guessing(items, people, rules, seed)
    differs = differ(own, read[other])
    types = type_table(own, read[other], other, guesses, differs)
    columns = [*READ, "error", *ALL_DIMENSIONS, "durations"]
    return ScoreReport(
        metrics=metrics,
        items=own[["question_type", "field", "truth", *columns]].join(read[other][columns], rsuffix=f"_{other}"),
        chance=guesses.metrics.get("Overall"),
        chances=guesses.metrics,
        intervals=_intervals(own, seed, n_resamples) if n_resamples else {},
        details={
            "profile": profile,
            "types": types,
            "random": guesses.expected,
            "scanpath_rules": rule_table(own, comparison, rules),
            "interval": {"level": 0.95, "clusters": "image", "resamples": n_resamples, "seed": seed},
        },
        cautions=cautions_of(types, other),
        differ=differs,
        warnings=[*_warnings(own, rules, guesses), *warnings_of(types, other)],
    )


def _compared(
    read: dict[str, pd.DataFrame],
    paths: dict[str, list[Prediction]],
    people: People,
    rules: ScanpathRules,
    profile: str,
    other: str,
) -> Comparison:
    """Put the similarities of both readings into their tables; scanpaths that both read alike are compared once."""
    drawn = (kinds_of(read[profile]) == "scanpath").to_numpy()
    comparison = Comparison(Paths.of(paths[profile]), np.arange(len(people.first)), people)
    found = {profile: comparison.scores(rules)}
    changed = np.array([one != two for one, two in zip(paths[profile], paths[other], strict=True)], dtype=bool)
    rows = np.flatnonzero(changed)
    found[other] = found[profile].copy()
    found[other][rows] = Comparison(Paths.of([paths[other][row] for row in rows]), rows, people).scores(rules)
    for name, table in read.items():
        scores: Floats = np.full((len(table), len(ALL_DIMENSIONS)), np.nan)
        scores[drawn] = found[name]
        table[list(ALL_DIMENSIONS)] = scores
    return comparison


def _oddities(items: pd.DataFrame, paths: list[Prediction], rules: ScanpathRules) -> np.ndarray:
    """(rows, oddities): all False but for scanpaths."""
    drawn = (kinds_of(items) == "scanpath").to_numpy()
    texts = items.loc[drawn, "question"].tolist() if "question" in items else [""] * len(paths)
    found = np.zeros((len(items), len(ODDITIES)), dtype=bool)
    found[drawn] = oddities(paths, texts, items.loc[drawn, "image_path"].tolist(), rules.crop)
    return found


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
        for dimension, short in SHORT.items():
            similar = rows[dimension].dropna()
            if len(similar):
                result[f"{name}_{short}"] = similar
            if len(similar) and dimension in DIMENSIONS and rows["outside"].any():
                result[f"{name}_{short}_clipped"] = similar.clip(0, 1)
    return result


def _intervals(read: pd.DataFrame, seed: int, n_resamples: int) -> dict[str, tuple[float, float]]:
    images = np.unique(read["image_path"].to_numpy(dtype=object), return_inverse=True)[1]
    means = _means(read)
    values = {name: (column.to_numpy(), images[column.index]) for name, column in means.items()}
    scores = read["score"].to_numpy()
    for name, rows in pools_of(read["question_type"]).items():
        values[name] = (scores[rows], images[rows])
    result: dict[str, tuple[float, float]] = {}
    known: dict[tuple[bool, bytes, bytes], tuple[float, float]] = {}
    for name, (column, clusters) in values.items():
        share = not name.endswith(("_MAE", "_RMSE")) and f"{name}_clipped" not in means
        same = share, column.tobytes(), clusters.tobytes()  # a field of one type has that type's interval
        if same not in known:
            known[same] = cluster_bootstrap(column, clusters, n_resamples=n_resamples, seed=seed, share=share)
        low, high = known[same]
        result[name] = (low**0.5, high**0.5) if name.endswith("RMSE") else (low, high)
    return result


def _warnings(own: pd.DataFrame, rules: ScanpathRules, guesses: Guessing) -> list[str]:
    warnings = []
    if own["score"].isna().all():
        warnings.append("no question with a right answer among these rows, so there is no Overall accuracy")
    drawn = kinds_of(own) == "scanpath"
    unscored = int(own.loc[drawn, "position"].isna().sum())
    if unscored:
        warnings.append(
            f"{unscored} of {int(drawn.sum())} scanpath rows have no score and are left out of the means: "
            f"short answers under scanpath_short={rules.short}, or no human scanpath to compare with"
        )
    silent = int((own.loc[drawn, "position"].notna() & own.loc[drawn, "duration"].isna()).sum())
    if silent:
        warnings.append(f"{silent} of {int(drawn.sum())} scanpaths give no durations; MDur leaves them out")
    if guesses.unknown:
        warnings.append(f"{guesses.unknown} questions show no options; chance leaves them out")
    return warnings
