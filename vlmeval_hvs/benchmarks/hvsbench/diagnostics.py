"""What a score does not show: results by question type, and signs of answering blindly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.chance import Guessing
from vlmeval_hvs.benchmarks.hvsbench.questions import (
    POOLS,
    TYPES,
    asked_length,
    example_in,
    kinds_of,
    repeats,
    stays,
)
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ALL_DIMENSIONS, SHORT, Prediction

ODDITIES = {
    "outside": "have coordinates outside the image",
    "copies": "repeat the example of the prompt",
    "constant": "stay at one point",
    "alike": "are the answer to another image, too",
    "too_short": "end before the last fixation that would count",
}
"""What may be odd about a scanpath, and how a warning says it."""

_NOTED = 0.01  # share of rows above which a warning says so
_LIKED = 0.2  # share of answers with one letter or order, beyond that of the right ones, above which a warning says so
_FEW = 20  # answers below which shares of letters and orders say nothing
_NOISE = 3.0  # standard errors of the difference of the two shares
_DIGITS = 2  # of coordinates by which scanpaths are compared


def oddities(items: pd.DataFrame, paths: Sequence[Prediction], crop: int) -> NDArray[np.bool_]:
    """What is odd about the fixations that count of each predicted scanpath.

    Args:
        items: Rows with ``question_type``, ``image_path`` and, where they are known, ``question``.
        paths: The predictions of the rows that ask for one, in their order.
        crop: Fixations of a prediction that count; 0 counts all.

    Returns:
        (rows, `ODDITIES`): all False for other questions and where nothing was read.
    """
    drawn = (kinds_of(items) == "scanpath").to_numpy()
    images_of = items.loc[drawn, "image_path"]
    questions = items.loc[drawn, "question"] if "question" in items else [""] * len(paths)
    kept = [([], []) if path.fallback else (path.x[: crop or None], path.y[: crop or None]) for path in paths]
    looks = [tuple(round(value, _DIGITS) for value in (*x, *y)) for x, y in kept]
    images: dict[tuple[float, ...], set[str]] = {}
    for look, image in zip(looks, images_of, strict=True):
        images.setdefault(look, set()).add(image)
    found = np.zeros((len(items), len(ODDITIES)), dtype=bool)
    for row, (x, y), look, question in zip(np.flatnonzero(drawn), kept, looks, questions, strict=True):
        if len(x):
            length = asked_length(question)
            found[row] = (
                not all(0 <= value <= 1 for value in (*x, *y)),
                repeats(x, y, example_in(question)),
                stays(x, y),
                len(images[look]) > 1,
                len(x) < min(crop or length, length),
            )
    return found


def differ(own: pd.DataFrame, other: pd.DataFrame) -> NDArray[np.bool_]:
    """(rows,) whether two readings give different answers of which either could be right.

    Unreadable answers, and letters that the question does not offer, are alike, because they cannot be right.
    """
    first, second = (read["answer"].where(_possible(read), "") for read in (own, other))
    return (first != second).to_numpy()


def _possible(read: pd.DataFrame) -> list[bool]:
    rows = zip(kinds_of(read), read["fallback"], read["answer"], read["labels"], strict=True)
    return [not fallback and _offered(kind, answer, labels) for kind, fallback, answer, labels in rows]


def _offered(kind: str, answer: str, labels: str) -> bool:
    """Whether an answer in letters is one that the question offers; True for other answers."""
    if kind not in ("choice", "order") or not labels:
        return True
    return answer in labels if kind == "choice" else sorted(answer) == sorted(labels)


def type_table(
    own: pd.DataFrame, other: pd.DataFrame, suffix: str, guesses: Guessing, differs: NDArray[np.bool_]
) -> dict[str, dict[str, Any]]:
    """Scores, fallbacks, rules, chance and oddities of every question type.

    Args:
        own: The rows as the headline's reading has them.
        other: The rows as the other reading has them.
        suffix: Name of the other reading.
        guesses: What guessing gives.
        differs: (rows,) whether the readings differ.
    """
    table = {}
    for name, kind in TYPES.items():
        rows = own[own["question_type"] == name]
        other_rows = other.loc[rows.index]
        if rows.empty:
            continue
        entry: dict[str, Any] = {
            "field": kind.field,
            "questions": len(rows),
            "images": rows["image_path"].nunique(),
            "failed": int(rows["failed"].sum()),
            "fallback": float(rows["fallback"].mean()),
            f"fallback_{suffix}": float(other_rows["fallback"].mean()),
            "differ": float(differs[rows.index].mean()),
            "rules": rows["rule"].value_counts().to_dict(),
        }
        if rows["score"].notna().any():
            entry |= {"correct": int(rows["score"].sum()), "accuracy": float(rows["score"].mean())}
        if rows["error"].notna().any():
            entry |= {"mae": float(rows["error"].abs().mean()), "rmse": float((rows["error"] ** 2).mean() ** 0.5)}
        entry |= {name: float(rows[name].mean()) for name in ALL_DIMENSIONS if rows[name].notna().any()}
        if kind.kind == "scanpath":
            counts = {key: int(rows[key].sum()) for key in ODDITIES}
            entry["scanpaths"] = counts | {f"{key}_{suffix}": int(other_rows[key].sum()) for key in ODDITIES}
        elif kind.kind in ("choice", "order"):
            answers = rows["answer"][~rows["fallback"].astype(bool) & (rows["answer"] != "")]
            entry |= _letters(rows, answers) if kind.kind == "choice" else _as_listed(rows, answers)
        table[name] = entry | {"chance": dict(guesses.types.get(name, {}))}
    return table


def _letters(rows: pd.DataFrame, answers: pd.Series) -> dict[str, Any]:
    """How often each letter is the answer and the right one, and how often it is found where it is right."""
    truths, table = rows["truth"], {}
    for letter in sorted({*"".join(rows["labels"].unique()), *truths}):
        scores = rows["score"][truths == letter]
        table[letter] = {
            "answers": float((answers == letter).mean()) if len(answers) else None,
            "right": float((truths == letter).mean()),
            "accuracy": float(scores.mean()) if len(scores) else None,
        }
    return {"letters": table}


def _as_listed(rows: pd.DataFrame, answers: pd.Series) -> dict[str, Any]:
    """Share of the orders that repeat the options as they are listed, among the answers and among the right orders."""
    share = float((answers == rows["labels"][answers.index]).mean()) if len(answers) else None
    return {"as_listed": {"answers": share, "right": float((rows["truth"] == rows["labels"]).mean())}}


def warnings_of(types: Mapping[str, Mapping[str, Any]], other: str) -> list[str]:
    """Warnings about signs that are common enough to matter."""
    found = []
    for name, entry in types.items():
        found += [f"{name}: {text}" for key, text in _odd(entry, "").items() if key != "outside"]
        for reading, end in (("", ""), (f" in the {other} reading", f"_{other}")):
            if text := _odd(entry, end).get("outside"):
                found.append(
                    f"{name}{reading}: {text}, whose similarities may fall below 0; "
                    f"{entry['field']}_MPos_clipped{end} and the like take them between 0 and 1"
                )
        found += [f"{name}: {text}" for text in _liking(entry)]
    return found


def cautions_of(types: Mapping[str, Mapping[str, Any]], other: str) -> dict[str, str]:
    """By metric, the signs that make its value mean less than it seems."""
    found: dict[str, str] = {}
    for end in ("", f"_{other}"):
        for entry in types.values():
            if texts := _odd(entry, end).values():
                metrics = (f"{entry['field']}_{short}{part}" for short in SHORT.values() for part in ("", "_clipped"))
                found |= dict.fromkeys((f"{metric}{end}" for metric in metrics), "; ".join(texts))
    for metric, kinds in POOLS.items():
        asked = [kind for kind in kinds if kind in types]
        if len(asked) == 1 and (liked := _liking(types[asked[0]])):
            found |= dict.fromkeys((metric, f"{metric}_{other}"), "; ".join(liked))
    return found


def _odd(entry: Mapping[str, Any], end: str) -> dict[str, str]:
    """Sentences about scanpaths of a type, by what is odd about them; one outside the image is enough for its own."""
    counts, rows = entry.get("scanpaths", {}), entry["questions"]
    return {
        key: f"{counts[key + end]} of {rows} scanpaths {words}"
        for key, words in ODDITIES.items()
        if counts.get(key + end, 0) > (0 if key == "outside" else _NOTED * rows)
    }


def _liking(entry: Mapping[str, Any]) -> list[str]:
    """Sentences about a letter, or the order of the list, that is the answer far more often than it is right."""
    known = {f"are {letter}, which": found for letter, found in entry.get("letters", {}).items()}
    if "as_listed" in entry:
        known["repeat the list of options, which"] = entry["as_listed"]
    answered, sentences = entry["questions"] * (1 - entry["fallback"]), []
    for words, found in known.items() if answered >= _FEW else ():
        share, right = found["answers"] or 0.0, found["right"]
        noise = _NOISE * ((right * (1 - right) + share * (1 - share)) / answered) ** 0.5
        if share - right > max(_LIKED, noise):
            sentences.append(f"{share:.0%} of the answers {words} is right in {right:.0%} of the questions")
    return sentences
