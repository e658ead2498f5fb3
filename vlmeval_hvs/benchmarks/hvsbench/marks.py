"""What a question of HVSBench speaks of, drawn on its image: boxes, points and scanpaths of options and of people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, options_of, points_in
from vlmeval_hvs.pictures import Box, Mark, Path, Point

_RANKS = ("1st", "2nd", "3rd")


def asked_marks(row: Mapping[str, str]) -> list[Mark]:
    """Marks of the options, the right one told by its role, and of the people's scanpaths."""
    truth, options = row["truth"], options_of(row["question"])
    if TYPES[row["question_type"]].kind == "scanpath":
        people = json.loads(row["scanpaths"] or "[]")
        return [_path(one, "human", f"person {number}") for number, one in enumerate(people, 1)]
    if not options:
        return []
    ranked = TYPES[row["question_type"]].kind == "order"
    found: list[Mark] = []
    for label, text in options.items():
        role = "truth" if label == truth else "option"
        rank = f" {_rank(truth.index(label))}" if ranked and label in truth else ""
        found += _option_marks(text, role, f"{label}{rank}")
    region = box_in(row["question"]) if not found else None
    return [Box.between(region, "region", "the object asked about")] if region else found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """Marks of what was read from a reply: the option that it chose, the rank it gave to each, or its scanpath.

    Args:
        row: The row.
        item: Its line of the item file, all text.
    """
    answer = item.get("answer") or ""
    if TYPES[row["question_type"]].kind == "scanpath":
        if not answer:
            return []
        x, y = json.loads(answer)
        return [_path({"X": x, "Y": y, "T": json.loads(item.get("durations") or "[]")}, "answer", "model")]
    options = options_of(row["question"])
    if TYPES[row["question_type"]].kind == "order":
        ranks = {label: _rank(place) for place, label in enumerate(answer)}
        named = [(label, text) for label, text in options.items() if label in ranks]
        return [mark for label, text in named for mark in _option_marks(text, "answer", f"model: {ranks[label]}")]
    text = options.get(answer)
    return _option_marks(text, "answer", answer) if text else []


def _option_marks(text: str, role: str, label: str) -> list[Mark]:
    box = box_in(text)
    if box:
        return [Box.between(box, role, label)]
    points = points_in(text)
    if len(points) > 1:
        return [Path(tuple(points), role, label)]
    return [Point(x, y, role, label) for x, y in points]


def _path(one: Mapping[str, list[float]], role: str, label: str) -> Path:
    points = tuple(zip(one["X"], one["Y"], strict=False))
    return Path(points, role, label, tuple(one.get("T") or ()))


def _rank(place: int) -> str:
    return _RANKS[place] if place < len(_RANKS) else f"{place + 1}th"
