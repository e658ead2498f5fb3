"""Figs. 11 to 13: the models of the pre-pilot against guessing, their release date and their size."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import linregress

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import SHOWN, Measured, Row, compared
from vlmeval_hvs.benchmarks.gaze.responses import Responses
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.characterization.results import ALPHA

LARGEST = 100.0
"""Larger models (billions of parameters) are left out of Fig. 13, as in the paper."""
ALL = "models of the pre-pilot"


def accuracies(groups: Mapping[str, Responses]) -> dict[str, tuple[float, float, int]]:
    """Accuracy, chance and number of answers of every model of the pre-pilot, by its name."""
    found = {}
    for responses in groups.values():
        if responses.study == "prepilot" and not responses.kind.casefold().startswith("human"):
            trials = responses.trials
            right = (trials["choice_pos"] == trials["gaze_pos"]).mean()
            found[responses.group] = float(right), float((1.0 / trials["n_objects"]).mean()), len(trials)
    return found


def above_chance(accuracy: float, chance: float, n: int) -> bool:
    """Whether a two-sided z-test for a proportion puts an accuracy above chance (section 3.1)."""
    z = (accuracy - chance) / np.sqrt(chance * (1 - chance) / n)
    return bool(z > 0 and 2 * ndtr(-z) < ALPHA)


def release_days(path: Path) -> dict[str, float]:
    """Days of release by model in small letters, from the authors' ``model_metadata.json``.

    Raises:
        DataError: It is not such a file; the message names the model.
    """
    raw = read_json(path)
    if not isinstance(raw, dict):
        raise DataError(f"{path}: not an object with model names")
    found = {}
    for name, entry in raw.items():
        text = entry.get("last_modified", entry.get("created_at")) if isinstance(entry, dict) else None
        try:
            found[str(name).casefold()] = float(date.fromisoformat(str(text)).toordinal())
        except ValueError as error:
            raise DataError(f"{path}, model {name}: no date YYYY-MM-DD in last_modified or created_at") from error
    return found


def sizes(path: Path) -> dict[str, float]:
    """Billions of parameters by model in small letters, from the authors' ``parameter_size.csv``.

    Models of unknown size and larger ones than `LARGEST` are left out.

    Raises:
        DataError: It lacks a column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read ({error})") from error
    columns = ("model_name", "parameters_in_billions")
    if not rows or not set(columns) <= set(rows[0]):
        raise DataError(f"{path}: no rows with the columns {', '.join(columns)}")
    found = {}
    for row in rows:
        try:
            size = float(row[columns[1]])
        except (TypeError, ValueError):
            continue
        if size <= LARGEST:
            found[row[columns[0]].casefold()] = size
    return found


def _line(where: str, word: str, known: Mapping[str, float] | None, models: Mapping[str, Any], paper: Any) -> list[Row]:
    names = {"n": "models", "slope": f"slope per {word}", "r2": "R²", "p": "p of the slope"}
    common = [name for name in models if known is not None and name.casefold() in known]
    x = [known[name.casefold()] for name in common] if known is not None else []
    if len(set(x)) < 2:
        note = "no file with what it needs" if known is None else "too few models in the file"
        return [compared(where, ALL, names[key], paper.get(key, ""), None, note) for key in ("n", "r2", "p")]
    fit = linregress(x, [models[name][0] for name in common])
    values = {"n": float(len(common)), "slope": fit.slope, "r2": fit.rvalue**2, "p": fit.pvalue}
    rows = [
        compared(where, ALL, names[key], paper.get(key, ""), Measured(float(value), len(common)))
        for key, value in values.items()
    ]
    verdict = Measured("yes" if fit.pvalue < ALPHA else "no", len(common))
    return [*rows, compared(where, ALL, "predicts accuracy", paper["predicts"], verdict)]


def prepilot_rows(
    groups: Mapping[str, Responses],
    published: Mapping[str, Any],
    days: Mapping[str, float] | None = None,
    billions: Mapping[str, float] | None = None,
) -> list[Row]:
    """The rows of Figs. 11, 12 and 13.

    Args:
        groups: All responses.
        published: The published numbers.
        days: As `release_days` gives them; None leaves Fig. 12 out.
        billions: As `sizes` gives them; None leaves Fig. 13 out.
    """
    models, paper = accuracies(groups), published["fig11"]
    if not models:
        note = "the table has no pre-pilot answers"
        return [compared("Fig. 11", ALL, what, paper[key], None, note) for key, what in _COUNTS.items()]
    level = {name: above_chance(*values) for name, values in models.items()}
    counts = {"models": len(level), "not_above": sum(not above for above in level.values())}
    rows = [compared("Fig. 11", ALL, what, paper[key], Measured(float(counts[key]), len(models)))
            for key, what in _COUNTS.items()]  # fmt: skip
    for name, (accuracy, chance, n) in sorted(models.items(), key=lambda item: -item[1][0]):
        spread = 1.96 * np.sqrt(accuracy * (1 - accuracy) / n)
        ours = Measured(accuracy, n, (accuracy - spread, accuracy + spread))
        words = f"guessing {chance:.3f}; {'above' if level[name] else 'not above'} it"
        rows.append(Row("Fig. 11", name, "accuracy", "", ours, SHOWN, words))
    rows += _line("Fig. 12", "day", days, models, published["fig12"])
    return rows + _line("Fig. 13", "billion parameters", billions, models, published["fig13"])


_COUNTS = {"models": "models", "not_above": "models not above guessing (z-test)"}
