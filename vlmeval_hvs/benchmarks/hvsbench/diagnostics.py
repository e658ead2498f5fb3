"""What a score does not show: results by question type, and scanpaths that were not drawn for their image."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, example_in, kinds_of, repeats
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import SHORT, Scanpath

SIGNS = {
    "outside": "have coordinates outside the image, whose similarities may fall below 0",
    "copies": "repeat the example of the prompt",
    "alike": "are the answer to another image, too",
}
"""What may be odd about a scanpath, and how a warning says it."""

_NOTED = 0.01  # share of rows above which a warning says so; one scanpath outside the image is enough
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

    ``own`` and ``other`` are the rows as the headline's reading has them and as the other, named ``suffix``, has them.
    """
    table = {}
    for name, kind in TYPES.items():
        rows = own[own["question_type"] == name]
        if rows.empty:
            continue
        entry: dict[str, Any] = {"field": kind.field, "questions": len(rows)}
        if rows["score"].notna().any():
            entry |= {"correct": int(rows["score"].sum()), "accuracy": float(rows["score"].mean())}
        for end, read in (("", rows), (f"_{suffix}", other.loc[rows.index])):
            entry[f"fallback{end}"] = float(read["fallback"].mean())
            if kind.kind == "scanpath":
                entry.setdefault("scanpaths", {}).update({f"{key}{end}": int(read[key].sum()) for key in SIGNS})
        table[name] = entry
    return table


def cautions_of(types: Mapping[str, Mapping[str, Any]], other: str) -> tuple[dict[str, str], list[str]]:
    """Signs that are common enough to matter: by metric whose value means less than it seems, and as warnings."""
    cautions: dict[str, str] = {}
    warnings = []
    for name, entry in types.items():
        counts, rows = entry.get("scanpaths", {}), entry["questions"]
        for end in ("", f"_{other}"):
            least = {key: 0 if key == "outside" else _NOTED * rows for key in SIGNS}
            common = {key: number for key in SIGNS if (number := counts.get(key + end, 0)) > least[key]}
            texts = [f"{number} of {rows} scanpaths {SIGNS[key]}" for key, number in common.items()]
            cautions |= {f"{entry['field']}_{short}{end}": "; ".join(texts) for short in SHORT.values() if texts}
            warnings += [f"{name}: {text}" for text in texts if not end]
    return cautions, warnings
