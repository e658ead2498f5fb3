"""What a score does not show: copies of the prompt's example, degenerate scanpaths, a liking for a letter or order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.degenerate import repeats, stays
from vlmeval_hvs.benchmarks.hvsbench.people import Prediction
from vlmeval_hvs.benchmarks.hvsbench.pools import POOLS, kinds_of
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, example_in
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import SHORT

_NOTED = 0.01  # share of rows above which a warning says so
_LIKED = 0.2  # share of answers with one letter or order, beyond that of the right ones, above which a warning says so
_FEW = 20  # answers below which shares of letters and orders say nothing
_NOISE = 3.0  # standard errors of the difference of the two shares
_DIGITS = 2  # of coordinates by which scanpaths are told apart
ODDITIES = {
    "outside": "have coordinates outside the image",
    "copies": "repeat the example of the prompt",
    "constant": "stay at one point",
    "alike": "are the answer to another image, too",
    "too_short": "end before the last fixation that would count",
}
"""What may be odd about a scanpath, and how a warning says it."""


def oddities(paths: Sequence[Prediction], questions: Sequence[str], images: Sequence[str], crop: int) -> pd.DataFrame:
    """What is odd about each predicted scanpath; columns `ODDITIES`, all False where nothing was read.

    Only the fixations that count are looked at.

    Args:
        paths: The predictions.
        questions: The text of each question.
        images: The image of each question.
        crop: Fixations of a prediction that count; 0 counts all.
    """
    seen: dict[tuple[float, ...], set[str]] = {}
    looks = [_look(path, crop) for path in paths]
    for look, image in zip(looks, images, strict=True):
        seen.setdefault(look, set()).add(image)
    alike = [bool(look) and len(seen[look]) > 1 for look in looks]
    found = pd.DataFrame(
        [_odd(path, question, crop) for path, question in zip(paths, questions, strict=True)],
        columns=["outside", "copies", "constant", "too_short"],
        dtype=bool,
    )
    return found.assign(alike=np.array(alike, dtype=bool))[list(ODDITIES)]


def _look(path: Prediction, crop: int) -> tuple[float, ...]:
    """What tells a scanpath from others; () where nothing was read."""
    if path.fallback:
        return ()
    return tuple(round(value, _DIGITS) for axis in (path.x, path.y) for value in axis[: crop or None])


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


def as_listed(answers: pd.Series, truths: pd.Series, labels: pd.Series) -> dict[str, float | None]:
    """Share of the orders that repeat the options as they are listed, among the answers and among the right orders."""
    answered = answers != ""
    share = float((answers[answered] == labels[answered]).mean()) if answered.any() else None
    return {"answers": share, "right": float((truths == labels).mean())}


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
        found += [f"{name}: {text}" for text in _liking(entry)]
    return found


def cautions_of(types: Mapping[str, Mapping[str, Any]], other: str) -> dict[str, str]:
    """By metric, what makes its value mean less than it seems.

    Args:
        types: The tables of the types.
        other: The other reading.
    """
    found: dict[str, str] = {}
    for end in ("", f"_{other}"):
        for name, entry in types.items():
            rows, counts = entry["questions"], entry.get("scanpaths", {})
            texts = [
                f"{counts[key + end]} of {rows} scanpaths {words}"
                for key, words in ODDITIES.items()
                if counts.get(key + end, 0) > (0 if key == "outside" else _NOTED * rows)
            ]
            if texts:
                field = TYPES[name].field
                shown = [f"{field}_{short}{part}{end}" for short in SHORT.values() for part in ("", "_clipped")]
                found |= dict.fromkeys(shown, "; ".join(texts))
    for metric, kinds in POOLS.items():
        asked = [kind for kind in kinds if kind in types]
        if len(asked) == 1 and (texts := _liking(types[asked[0]])):
            found |= dict.fromkeys((metric, f"{metric}_{other}"), "; ".join(texts))
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


def _liking(entry: Mapping[str, Any]) -> list[str]:
    """Sentences about a letter, or the order of the list, that is the answer far more often than it is right."""
    known = {f"are {letter}, which": found for letter, found in entry.get("letters", {}).items()}
    if "as_listed" in entry:
        known["repeat the list of options, which"] = entry["as_listed"]
    answered = entry["questions"] * (1 - entry["fallback"])
    if answered < _FEW:
        return []
    sentences = []
    for words, found in known.items():
        share, right = found["answers"] or 0.0, found["right"]
        noise = _NOISE * ((right * (1 - right) + share * (1 - share)) / answered) ** 0.5
        if share - right > max(_LIKED, noise):
            sentences.append(f"{share:.0%} of the answers {words} is right in {right:.0%} of the questions")
    return sentences


def differ(own: pd.DataFrame, other: pd.DataFrame) -> np.ndarray:
    """Rows on which two readings give different answers of which either could be right.

    Unreadable answers, and letters that the question does not offer, are alike: none of them can be right.
    """
    one, two = (read["answer"].where(_possible(read), "") for read in (own, other))
    return (one != two).to_numpy()


def _possible(read: pd.DataFrame) -> np.ndarray:
    kinds, fallback = kinds_of(read).tolist(), read["fallback"].astype(bool).tolist()
    rows = zip(fallback, kinds, read["answer"].tolist(), read["labels"].tolist(), strict=True)
    return np.array([not unread and _offered(*row) for unread, *row in rows], dtype=bool)


def _offered(kind: str, answer: str, labels: str) -> bool:
    """Whether an answer in letters is one that the question offers; True for other answers."""
    if kind not in ("choice", "order") or not labels:
        return True
    return answer in labels if kind == "choice" else sorted(answer) == sorted(labels)
