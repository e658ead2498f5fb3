"""What a score does not show: results by question type, and signs of answering blindly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import POOLS, TYPES, example_in, kinds_of, repeats
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import SHORT, Scanpath

SIGNS = {
    "outside": "have coordinates outside the image, whose similarities may fall below 0",
    "copies": "repeat the example of the prompt",
    "alike": "are the answer to another image, too",
}
"""What may be odd about a scanpath, and how a warning says it."""

_NOTED = 0.01  # share of rows above which a warning says so; one scanpath outside the image is enough
_LIKED = 0.2  # share of answers with one letter or order, beyond that of the right ones, above which a warning says so
_FEW = 20  # answers below which shares of letters and orders say nothing
_NOISE = 3.0  # standard errors of the difference of the two shares
_DIGITS = 2  # of coordinates by which scanpaths are compared


def signs_of(items: pd.DataFrame, paths: Sequence[Scanpath], crop: int) -> NDArray[np.bool_]:
    """What is odd about the fixations that count of each predicted scanpath.

    Args:
        items: Rows with ``question_type``, ``image_path`` and, where they are known, ``question``.
        paths: The predictions of the rows that ask for one, in their order.
        crop: Fixations of a prediction that count; 0 counts all.

    Returns:
        (rows, `SIGNS`): all False for other questions and where nothing was read.
    """
    drawn = (kinds_of(items) == "scanpath").to_numpy()
    images_of = items.loc[drawn, "image_path"]
    questions = items.loc[drawn, "question"] if "question" in items else [""] * len(paths)
    kept = [([], []) if path.fallback else (path.x[: crop or None], path.y[: crop or None]) for path in paths]
    looks = [tuple(round(value, _DIGITS) for value in (*x, *y)) for x, y in kept]
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
    """(rows,) whether two readings give different answers of which either could be right.

    Unreadable answers, and letters that the question does not offer, are alike, because they cannot be right.
    """
    first, second = (read["answer"].where(_possible(read), "") for read in (own, other))
    return (first != second).to_numpy()


def _possible(read: pd.DataFrame) -> list[bool]:
    found = []
    rows = zip(kinds_of(read), read["fallback"], read["answer"], read["labels"], strict=True)
    for kind, fallback, answer, labels in rows:
        offered = {"choice": answer in labels, "order": sorted(answer) == sorted(labels)} if labels else {}
        found.append(not fallback and offered.get(kind, True))
    return found


def type_table(own: pd.DataFrame, other: pd.DataFrame, suffix: str) -> dict[str, dict[str, Any]]:
    """Right answers, fallbacks and signs of every question type; errors and similarities are metrics of its field.

    Args:
        own: The rows as the headline's reading has them.
        other: The rows as the other reading has them.
        suffix: Name of the other reading.
    """
    table = {}
    for name, kind in TYPES.items():
        rows = own[own["question_type"] == name]
        if rows.empty:
            continue
        other_rows = other.loc[rows.index]
        entry: dict[str, Any] = {
            "field": kind.field,
            "questions": len(rows),
            "fallback": float(rows["fallback"].mean()),
            f"fallback_{suffix}": float(other_rows["fallback"].mean()),
        }
        if rows["score"].notna().any():
            entry |= {"correct": int(rows["score"].sum()), "accuracy": float(rows["score"].mean())}
        if kind.kind == "scanpath":
            counts = {key: int(rows[key].sum()) for key in SIGNS}
            entry["scanpaths"] = counts | {f"{key}_{suffix}": int(other_rows[key].sum()) for key in SIGNS}
        elif kind.kind in ("choice", "order"):
            entry |= _answers(rows, kind.kind)
        table[name] = entry
    return table


def _answers(rows: pd.DataFrame, kind: str) -> dict[str, Any]:
    """How often each letter, or the order in which options are listed, is the answer, and how often it is right."""
    read = rows[~rows["fallback"].astype(bool) & (rows["answer"] != "")]
    if kind == "order":
        answers, right = read["answer"] == read["labels"], rows["truth"] == rows["labels"]
        return {"as_listed": _shares(answers, right)}
    letters = sorted({*"".join(rows["labels"].unique()), *rows["truth"]})
    return {"letters": {one: _shares(read["answer"] == one, rows["truth"] == one) for one in letters}}


def _shares(answers: pd.Series, right: pd.Series) -> dict[str, float | None]:
    return {"answers": float(answers.mean()) if len(answers) else None, "right": float(right.mean())}


def told(types: Mapping[str, Mapping[str, Any]], other: str) -> tuple[dict[str, str], list[str]]:
    """What a reader has to know of the signs that are common enough to matter.

    Returns:
        By metric, the signs that make its value mean less than it seems; and warnings about the headline's reading.
    """
    cautions: dict[str, str] = {}
    warnings = []
    for name, entry in types.items():
        drawn = [f"{entry['field']}_{short}" for short in SHORT.values()]
        alone = [metric for metric, kinds in POOLS.items() if [kind for kind in kinds if kind in types] == [name]]
        liked = list(_liking(entry))
        for end in ("", f"_{other}"):
            for metrics, texts in ((drawn, list(_odd(entry, end))), (alone, liked)):
                if texts:
                    cautions |= {f"{metric}{end}": "; ".join(texts) for metric in metrics}
        warnings += [f"{name}: {text}" for text in (*_odd(entry, ""), *liked)]
    return cautions, warnings


def _odd(entry: Mapping[str, Any], end: str) -> Iterator[str]:
    """Sentences about scanpaths of a type."""
    counts, rows = entry.get("scanpaths", {}), entry["questions"]
    for key, words in SIGNS.items():
        if counts.get(key + end, 0) > (0 if key == "outside" else _NOTED * rows):
            yield f"{counts[key + end]} of {rows} scanpaths {words}"


def _liking(entry: Mapping[str, Any]) -> Iterator[str]:
    """Sentences about a letter, or the order of the list, that is the answer far more often than it is right."""
    known = {f"are {letter}, which": found for letter, found in entry.get("letters", {}).items()}
    if "as_listed" in entry:
        known["repeat the list of options, which"] = entry["as_listed"]
    answered = entry["questions"] * (1 - entry["fallback"])
    for words, found in known.items() if answered >= _FEW else ():
        share, right = found["answers"] or 0.0, found["right"]
        noise = _NOISE * ((right * (1 - right) + share * (1 - share)) / answered) ** 0.5
        if share - right > max(_LIKED, noise):
            yield f"{share:.0%} of the answers {words} is right in {right:.0%} of the questions"
