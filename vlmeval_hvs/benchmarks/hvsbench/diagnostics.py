"""What a score does not show: copies of the prompt's example, degenerate scanpaths, and a liking for one letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.degenerate import repeats, stays
from vlmeval_hvs.benchmarks.hvsbench.people import Prediction
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, example_in

_NOTED = 0.01  # share of rows above which a warning says so
_ONE_LETTER = 0.9  # share of answers with one letter above which a warning says so
_FEW = 20  # answers below which shares of letters say nothing
ODDITIES = {
    "outside": "have coordinates outside the image",
    "copies": "repeat the example of the prompt",
    "constant": "stay at one point",
    "too_short": "end before the last fixation that would count",
}
"""What may be odd about a scanpath, and how a warning says it."""


def oddities(paths: Sequence[Prediction], questions: Sequence[str], crop: int) -> pd.DataFrame:
    """What is odd about each predicted scanpath; columns `ODDITIES`, all False where nothing was read.

    Only the fixations that count are looked at.

    Args:
        paths: The predictions.
        questions: The text of each question.
        crop: Fixations of a prediction that count; 0 counts all.
    """
    return pd.DataFrame(
        [_odd(path, question, crop) for path, question in zip(paths, questions, strict=True)],
        columns=list(ODDITIES),
        dtype=bool,
    )


def _odd(path: Prediction, question: str, crop: int) -> tuple[bool, bool, bool, bool]:
    if path.fallback or not len(path.x):
        return False, False, False, False
    x, y = (list(axis[: crop or None]) for axis in (path.x, path.y))
    outside = not all(0 <= value <= 1 for value in (*x, *y))
    asked, example = _asked(question)
    wanted = min(crop or asked, asked)
    return outside, repeats(x, y, example), stays(x, y), len(x) < wanted


@lru_cache(maxsize=4096)
def _asked(question: str) -> tuple[int, tuple[tuple[float, ...], tuple[float, ...]]]:
    return asked_length(question), example_in(question)


def letters(answers: pd.Series, truths: pd.Series, scores: pd.Series, labels: pd.Series) -> dict[str, dict[str, Any]]:
    """How often each letter is the answer and the right one, and how often it is found where it is right.

    Args:
        answers: Letters; "" where nothing was read.
        truths: The right letters.
        scores: 1 right, 0 wrong.
        labels: The letters that each question offers.
    """
    answered = answers[answers != ""]
    offered = sorted({*"".join(labels.unique()), *truths})
    return {
        letter: {
            "answers": float((answered == letter).mean()) if len(answered) else None,
            "right": float((truths == letter).mean()),
            "accuracy": float(scores[truths == letter].mean()) if (truths == letter).any() else None,
        }
        for letter in offered
    }


def as_listed(answers: pd.Series, labels: pd.Series) -> float | None:
    """Share of the orders that repeat the options as they are listed."""
    answered = answers != ""
    return float((answers[answered] == labels[answered]).mean()) if answered.any() else None


def warnings_of(types: Mapping[str, Mapping[str, Any]], other: str) -> list[str]:
    """Sentences about what is common enough to matter.

    Args:
        types: The tables of the types.
        other: The other reading.
    """
    found = []
    for name, entry in types.items():
        rows = entry["questions"]
        for key, words in ODDITIES.items():
            count = entry.get("scanpaths", {}).get(key, 0)
            if key != "outside" and count > _NOTED * rows:
                found.append(f"{name}: {count} of {rows} scanpaths {words}")
        found += _outside(name, entry, other)
        found += _one_letter(name, entry)
    return found


def _outside(name: str, entry: Mapping[str, Any], other: str) -> list[str]:
    sentences = []
    for reading, key in (("", "outside"), (f" in the {other} reading", f"outside_{other}")):
        count = entry.get("scanpaths", {}).get(key, 0)
        if count:
            field = TYPES[name].field
            end = f"_{other}" if reading else ""
            sentences.append(
                f"{name}{reading}: {count} of {entry['questions']} scanpaths have coordinates outside the image, whose "
                f"similarities may fall below 0; {field}_MPos_clipped{end} and the like take them between 0 and 1"
            )
    return sentences


def _one_letter(name: str, entry: Mapping[str, Any]) -> list[str]:
    shares = {letter: found["answers"] or 0.0 for letter, found in entry.get("letters", {}).items()}
    if not shares or entry["questions"] * (1 - entry["fallback"]) < _FEW:
        return []
    letter = max(shares, key=lambda one: shares[one])
    right = entry["letters"][letter]["right"]
    if shares[letter] < _ONE_LETTER or right >= _ONE_LETTER:
        return []
    return [f"{name}: {shares[letter]:.0%} of the answers are {letter}, which is right in {right:.0%} of the questions"]


def differ(own: pd.DataFrame, other: pd.DataFrame) -> np.ndarray:
    """Rows on which two readings give different answers; two unreadable ones do not differ."""
    one, two = (read["answer"].where(~read["fallback"].astype(bool), "") for read in (own, other))
    return (one != two).to_numpy()
