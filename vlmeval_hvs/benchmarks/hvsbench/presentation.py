"""How HVSBench is shown: marks on its pictures, and guessing on the published test set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.questions import POOLS, TYPES, box_in, options_of, points_in
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics.chance import Chance, null_interval
from vlmeval_hvs.pictures import Box, Mark, Path, Picture, Point
from vlmeval_hvs.presentation import Presentation

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset

_RANKS = ("1st", "2nd", "3rd")
_PRINTED = 4  # digits of the published accuracies


def question_marks(row: Mapping[str, str]) -> list[Mark]:
    """Marks of a question's options, the right one by its role, or of the people's scanpaths."""
    truth, options, kind = row["truth"], options_of(row["question"]), TYPES[row["question_type"]].kind
    if kind == "scanpath":
        people = json.loads(row["scanpaths"] or "[]")
        return [_path(person, "human", f"person {number}") for number, person in enumerate(people, 1)]
    found: list[Mark] = []
    for label, text in options.items():
        role = "truth" if label == truth or (kind == "order" and label in truth) else "option"
        rank = f" {_rank(truth.index(label))}" if kind == "order" and label in truth else ""
        found += _option_marks(text, role, f"{label}{rank}")
    region = box_in(row["question"]) if options and not found else None
    return [Box.between(region, "region", "the object asked about")] if region else found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[Mark]:
    """Marks of what was read from a reply: the option that it chose, the rank it gave to each, or its scanpath."""
    answer, kind = item.get("answer") or "", TYPES[row["question_type"]].kind
    if kind == "scanpath":
        if not answer:
            return []
        x, y = json.loads(answer)
        return [_path({"X": x, "Y": y, "T": json.loads(item.get("durations") or "[]")}, "answer", "model")]
    if kind == "order":
        labels = {label: f"model: {_rank(place)}" for place, label in enumerate(answer)}
    else:
        labels = {answer: answer}
    options = [(label, text) for label, text in options_of(row["question"]).items() if label in labels]
    return [mark for label, text in options for mark in _option_marks(text, "answer", labels[label])]


def _option_marks(text: str, role: str, label: str) -> list[Mark]:
    if box := box_in(text):
        return [Box.between(box, role, label)]
    points = points_in(text)
    if len(points) > 1:
        return [Path(tuple(points), role, label)]
    return [Point(x, y, role, label) for x, y in points]


def _path(scanpath: Mapping[str, list[float]], role: str, label: str) -> Path:
    points = tuple(zip(scanpath["X"], scanpath["Y"], strict=False))
    return Path(points, role, label, tuple(scanpath.get("T") or ()))


def _rank(place: int) -> str:
    return _RANKS[place] if place < len(_RANKS) else f"{place + 1}th"


class HVSBenchPresentation(Presentation):
    """Options and scanpaths on the image; tables next to the published models."""

    MEASURES: ClassVar = {
        name: f"MultiMatch {name}" for name in ("shape", "direction", "length", "position", "duration")
    }

    def pictures(self, dataset: HVSBenchDataset, row: Mapping[str, str]) -> list[Picture]:
        """The image with boxes, points and scanpaths of the options and of the people."""
        marks = tuple(question_marks(row))
        return [Picture(dataset.image(row["image_path"]), marks=marks)]

    def answered(self, dataset: HVSBenchDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The option that was chosen, or the model's scanpath."""
        marks = tuple(answer_marks(row, item))
        return [Picture(dataset.image(row["image_path"]), marks=marks)]

    def published_chances(self) -> dict[str, Chance]:
        """What guessing gives on the 7,574 questions behind Tables 3 and 11.

        The numbers of questions are those that the printed accuracies amount to, the chances are the paper's Random row
        (of Q1, Q2 and Q3 it is the mean of chances that differ, which makes the ranges a little wider). Limits are
        rounded to four digits as the accuracies are, so that equal numbers of right answers compare equal.
        """
        reference = bundled(__package__, "published.json")
        chance, questions = reference["rows"]["Random guess"], reference["questions"]
        found = {}
        for name, kinds in POOLS.items():
            shares = np.repeat([chance[f"{kind}_Acc"] for kind in kinds], [questions[kind] for kind in kinds])
            found[name] = Chance(*(round(value, _PRINTED) for value in null_interval(shares)))
        return found
