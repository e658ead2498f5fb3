"""How HVSBench is shown: marks on its pictures, charts of its tables, and guessing on the published test set."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from vlmeval_hvs.benchmarks.hvsbench.options import CAPTIONS
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, POOLS, TYPES, box_in, options_of, points_in
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics.chance import Chance, null_interval
from vlmeval_hvs.names import base_name, data_name
from vlmeval_hvs.pictures import Box, Mark, Path, Picture, Point
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.results.charts import Axis, Band, Chart, Series
from vlmeval_hvs.results.charts import Mark as ChartMark
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.row_names import distinct_names

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset

_RANKS = ("1st", "2nd", "3rd")
_PRINTED = 4  # digits of the published accuracies
_GUESSER, _PROPRIETARY = "Random guess", ("GPT4-o", "Gemini-1.5-Flash")

_WORDS = {name: "Free-viewing" if name == "FreeViewing" else name for name in FIELDS}
_ACCURACY = "Accuracy with 95 % intervals over images. Grey: the 95 % range of random guessing."
_FIGURES = {
    "fields": ("Accuracy by field", _ACCURACY, {f"{name}_Acc": words for name, words in _WORDS.items()}),
    "types": (
        "Accuracy by question type",
        _ACCURACY,
        {f"{name}_Acc": f"{name} {_WORDS[TYPES[name].field]}" for name in POOLS["Overall"]},
    ),
    "scanpaths": (
        "Scanpaths against people's",
        "Mean MultiMatch similarity to people's scanpaths (Q9, Q12), with 95 % intervals over images. Grey: scanpaths "
        "of people on other images, because guessing is far from 0 here.",
        {
            f"{field}_{short}": f"{_WORDS[field]}, {words}"
            for field in ("FreeViewing", "Searching")
            for short, words in (("MDir", "direction"), ("MPos", "position"))
        },
    ),
}
"""Name of a figure to its title, what it shows, and its metrics with their words."""


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


def published_chances() -> dict[str, Chance]:
    """Mean and central 95 % of a guesser's accuracies on the 7,574 questions behind Tables 3 and 11.

    The numbers of questions are those that the printed accuracies amount to, the chances are the paper's Random row.
    The limits are rounded to four digits as the accuracies are, so that equal numbers of right answers compare equal.
    Of Q1, Q2 and Q3 that row gives the mean of chances that differ from question to question; taking them as equal
    makes the ranges a little wider, never narrower.
    """
    reference = bundled(__package__, "published.json")
    chance, questions = reference["rows"][_GUESSER], reference["questions"]
    exact = {
        name: null_interval(np.repeat([chance[f"{kind}_Acc"] for kind in kinds], [questions[kind] for kind in kinds]))
        for name, kinds in POOLS.items()
    }
    return {name: Chance(*(round(value, _PRINTED) for value in found)) for name, found in exact.items()}


def charts(results: Sequence[Result]) -> list[Chart]:
    """The figures of runs on HVSBench, whole or one field; runs on demo sets and own data have figures of their own."""
    by_data: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if result.validity != "invalid":
            by_data[data_name(result.dataset)].append(result)
    found = [_chart(name, data, runs) for data, runs in by_data.items() for name in _FIGURES]
    return [chart for chart in found if chart.series]


def _chart(name: str, data: str, results: Sequence[Result]) -> Chart:
    """A figure of runs on one release of the data: published rows only with the official one."""
    title, about, words = _FIGURES[name]
    rows: dict[str, dict[str, Result]] = {}  # by row, the result of each metric: that of the dataset with the most rows
    for row, result in sorted(zip(distinct_names(results), results, strict=True), key=lambda found: found[1].rows):
        rows.setdefault(row, {}).update({metric: result for metric in words if metric in result.metrics})
    shown = [metric for metric in words if any(metric in own for own in rows.values())]
    series = [
        Series(row, "run", tuple(_mark(own[metric], metric, words[metric]) for metric in shown if metric in own))
        for row, own in sorted(rows.items())
    ]
    published = {} if data else bundled(__package__, "published.json")["rows"]
    if published:
        others = published.keys() - {*_PROPRIETARY, _GUESSER}
        for row in (*_PROPRIETARY, max(others, key=lambda other: published[other]["Overall"])):
            marks = tuple(ChartMark(published[row].get(metric), words[metric]) for metric in shown)
            series.append(Series(f"{row} (published)", "published", marks))
        about += " Published rows are of the paper's Tables 3 and 11; their intervals are not known."
    # Where the chance on the published test set is not known, that on the rows of the widest run is shown.
    chances = published_chances() if published else {}
    bands = []
    for metric in shown:
        widest = max((own[metric] for own in rows.values() if metric in own), key=lambda result: result.rows)
        if chance := chances.get(metric) or widest.chances.get(metric):
            bands.append(Band(chance.low, chance.high, words[metric], chance.value))
    axis = Axis("similarity to people's scanpaths", None, 1.0) if name == "scanpaths" else Axis("accuracy", 0.0, 1.0)
    names = Axis("", names=tuple(words[metric] for metric in shown))
    end, of_data = (f"-{data}", f", {data} questions") if data else ("", "")
    known = tuple(one for one in series if one.marks)
    return Chart(f"{name}{end}", "dots", f"{title}{of_data}", about, axis, names, known, tuple(bands))


def _mark(result: Result, metric: str, words: str) -> ChartMark:
    low, high = result.interval(metric) or (None, None)
    types = result.scores.get("details", {}).get("types") or {}
    drawn = [name for name, kind in TYPES.items() if (kind.field, kind.kind) == (metric.split("_")[0], "scanpath")]
    kinds = POOLS.get(metric, drawn)
    number = sum(types[name]["questions"] for name in kinds if isinstance(types.get(name), dict))
    return ChartMark(result.metrics[metric], words, low, high, number or None)


class HVSBenchPresentation(Presentation):
    """Options and scanpaths on the image; accuracy by field and type next to the published models."""

    MEASURES: ClassVar = {
        name: f"MultiMatch {name}" for name in ("shape", "direction", "length", "position", "duration")
    }

    def pictures(self, dataset: HVSBenchDataset, row: Mapping[str, str]) -> list[Picture]:
        """The image with boxes, points and scanpaths of the options and of the people."""
        marks = () if base_name(dataset.dataset_name) == CAPTIONS else tuple(question_marks(row))
        return [Picture(dataset.image(row["image_path"]), marks=marks)]

    def answered(self, dataset: HVSBenchDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The option that was chosen, or the model's scanpath."""
        marks = () if base_name(dataset.dataset_name) == CAPTIONS else tuple(answer_marks(row, item))
        return [Picture(dataset.image(row["image_path"]), marks=marks)]

    def published_chances(self) -> dict[str, Chance]:
        """What guessing gives on the test set behind Tables 3 and 11."""
        return published_chances()

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Accuracy by field and by question type, and similarity of scanpaths."""
        return charts(results)
