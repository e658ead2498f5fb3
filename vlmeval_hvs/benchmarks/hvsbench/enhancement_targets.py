"""The objects that a crop is to make prominent: those with a box that people do not find the most salient.

Boxes are those of the questions Q1, Q3, Q4 and Q6. An object has a name where Q7 asks for the rank of a name and Q6 for
the same rank of a box in the same image: a rank belongs to one object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

import pandas as pd

from vlmeval_hvs.benchmarks.hvsbench.questions import box_in, options_of

Box = tuple[float, float, float, float]
"""x1, y1, x2, y2 relative to the image."""

COLUMNS = ("target", "target_name", "others")
"""Columns that rows get: the object's box, its name or "", and the other known boxes of the image; boxes as JSON."""

_LISTING = ("Q1", "Q3", "Q4")
_NAMED = re.compile(r"saliency rank of (?P<name>.{1,80}?),? among all salient objects", re.IGNORECASE)
_SAME = 0.9
"""Overlap (intersection over union) from which two boxes are one object's."""


def enhancement_rows(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with an object to make prominent, each object once, with the columns `COLUMNS`.

    Of a list of options the object is the first that is not the most salient one (of an order the last), of Q6 the one
    asked about unless it has the first rank. Images with no other known box are left out: nothing is to be outshone.

    Args:
        rows: The rows of a set, all text.
    """
    by_image: dict[str, list[dict[str, str]]] = {}
    for row in rows.to_dict("records"):
        if row["question_type"] in (*_LISTING, "Q6", "Q7"):
            by_image.setdefault(row["image_path"], []).append(row)
    found: dict[str, tuple[str, str, str]] = {}
    for asked in by_image.values():
        for index, target, name, others in _of_image(asked):
            found[index] = json.dumps(target), name, json.dumps(others)
    chosen = rows[rows["index"].isin(found)]
    columns = zip(*(found[index] for index in chosen["index"]), strict=True) if len(chosen) else ((), (), ())
    return chosen.assign(**{name: list(column) for name, column in zip(COLUMNS, columns, strict=True)})


def _of_image(asked: Sequence[Mapping[str, str]]) -> list[tuple[str, Box, str, list[Box]]]:
    known: list[Box] = []
    for row in asked:
        for box in _boxes(row).values():
            if not any(overlap(box, other) >= _SAME for other in known):
                known.append(box)
    names = _names(asked)
    taken: list[Box] = []
    found: list[tuple[str, Box, str, list[Box]]] = []
    for row in asked:
        target = _target(row)
        if target is None or any(overlap(target, other) >= _SAME for other in taken):
            continue
        others = [box for box in known if overlap(box, target) < _SAME]
        if others:
            taken.append(target)
            name = next((name for box, name in names if overlap(box, target) >= _SAME), "")
            found.append((row["index"], target, name, others))
    return found


def _target(row: Mapping[str, str]) -> Box | None:
    boxes, truth = _boxes(row), row["truth"]
    if row["question_type"] == "Q6":
        return boxes.get("") if truth != "A" else None
    if row["question_type"] == "Q3":
        return boxes.get(truth[-1:]) if len(truth) > 1 else None
    return next((box for label, box in boxes.items() if label != truth), None) if truth in boxes else None


def _boxes(row: Mapping[str, str]) -> dict[str, Box]:
    """Boxes of a question by the label of the option; that of Q6 under ""."""
    if row["question_type"] == "Q6":
        texts = {"": row["question"]}
    else:
        texts = options_of(row["question"]) if row["question_type"] in _LISTING else {}
    read = {label: box_in(text) for label, text in texts.items()}
    return {label: box for label, box in read.items() if box is not None and _is_inside(box)}


def _is_inside(box: Box) -> bool:
    x1, y1, x2, y2 = box
    return 0 <= x1 < x2 <= 1 and 0 <= y1 < y2 <= 1


def _names(asked: Sequence[Mapping[str, str]]) -> list[tuple[Box, str]]:
    """Boxes with their names, of ranks that have one box and one name."""
    boxes: dict[str, set[Box]] = {}
    names: dict[str, set[str]] = {}
    for row in asked:
        if row["question_type"] == "Q6":
            boxes.setdefault(row["truth"], set()).update(_boxes(row).values())
        match = _NAMED.search(row["question"]) if row["question_type"] == "Q7" else None
        if match:
            names.setdefault(row["truth"], set()).add(match["name"])
    return [
        (*boxes[rank], *names[rank])  # type: ignore[misc]
        for rank in boxes.keys() & names.keys()
        if len(boxes[rank]) == len(names[rank]) == 1
    ]


def overlap(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    shared = _area_of_both(one, other)
    return shared / (area(one) + area(other) - shared)


def kept(box: Box, crop: Box) -> float:
    """The share of a box that is inside a crop."""
    return _area_of_both(box, crop) / area(box)


def area(box: Box) -> float:
    """Share of the image."""
    return (box[2] - box[0]) * (box[3] - box[1])


def within(box: Box, crop: Box) -> Box | None:
    """A box in the coordinates of a crop, cut at its border; None where nothing of it is left."""
    if kept(box, crop) <= 0:
        return None
    width, height = crop[2] - crop[0], crop[3] - crop[1]
    x1, x2 = (min(max((x - crop[0]) / width, 0.0), 1.0) for x in (box[0], box[2]))
    y1, y2 = (min(max((y - crop[1]) / height, 0.0), 1.0) for y in (box[1], box[3]))
    found = (x1, y1, x2, y2)
    return found if area(found) > 0 else None


def _area_of_both(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)
