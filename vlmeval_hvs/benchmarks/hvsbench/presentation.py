"""HVSBench's figures: the fields and the question types of its tables, and scanpaths against people's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vlmeval_hvs.benchmarks.hvsbench.published import published_chances
from vlmeval_hvs.benchmarks.hvsbench.questions import FIELDS, TYPES
from vlmeval_hvs.files import bundled
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.names import data_name
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.same_data import distinct_names

FIELD_WORDS = {name: "Free-viewing" if name == "FreeViewing" else name for name in FIELDS}
ASKED = {kind: f"{kind} {FIELD_WORDS[found.field]}" for kind, found in TYPES.items() if found.kind != "scanpath"}
"""Question types with right answers: Table 11's columns."""

SIMILARITIES = {
    f"{field}_{short}": f"{words}, {told}"
    for field, words in FIELD_WORDS.items()
    if field in ("FreeViewing", "Searching")
    for short, told in (("MDir", "direction"), ("MPos", "position"))
}
"""Table 3's columns of scanpath similarity."""

ACCURACY = Axis("accuracy", 0.0, 1.0)
SIMILARITY = Axis("similarity to people's scanpaths", None, 1.0)

PROPRIETARY = ("GPT4-o", "Gemini-1.5-Flash")
RANDOM = "Random guess"


def charts(results: Sequence[Result]) -> list[Chart]:
    """The figures of runs on HVSBench, whole or one field; runs on demo sets and own data have figures of their own."""
    found = []
    valid = [result for result in results if result.validity != "invalid"]
    for data in dict.fromkeys(data_name(result.dataset) for result in valid):
        found += _figures([result for result in valid if data_name(result.dataset) == data], data)
    return [chart for chart in found if any(mark.x is not None for one in chart.series for mark in one.marks)]


def _figures(results: Sequence[Result], data: str) -> list[Chart]:
    merged = _merged(results)
    fields = {f"{field}_Acc": words for field, words in FIELD_WORDS.items()}
    types = {f"{kind}_Acc": words for kind, words in ASKED.items()}
    end, words = (f"-{data}", f", {data} questions") if data else ("", "")
    best = {} if data else _best()
    bands = {} if data else published_chances()
    rows = "" if data else " Published rows are of the paper's Tables 3 and 11; their intervals are not known."
    about = "Share of questions answered rightly, with 95 % intervals over images." + rows
    about += " The grey area holds 95 % of all guessers."
    by_field = Chart(f"fields{end}", "dots", f"Accuracy by field{words}", about, ACCURACY, Axis(""), ())
    by_type = Chart(f"types{end}", "dots", f"Accuracy by question type{words}", about, ACCURACY, Axis(""), ())
    alike = (
        "Mean MultiMatch similarity to people's scanpaths (Q9, Q12), with 95 % intervals over images. The grey bands "
        "are what scanpaths of people on other images reach: guessing is far from 0 here." + rows
    )
    title = f"Scanpaths against people's{words}"
    scanpaths = Chart(f"scanpaths{end}", "dots", title, alike, SIMILARITY, Axis(""), ())
    return [
        _chart(by_field, merged, fields, best, bands),
        _chart(by_type, merged, types, best, bands),
        _chart(scanpaths, merged, SIMILARITIES, best, {}),
    ]


def _best() -> dict[str, dict[str, float]]:
    """The published rows that a figure with few lines shows: the two proprietary models and the best open one."""
    rows: dict[str, dict[str, float]] = bundled(__package__, "published.json")["rows"]
    first = max((name for name in rows if name not in (*PROPRIETARY, RANDOM)), key=lambda name: rows[name]["Overall"])
    return {f"{name} (published)": rows[name] for name in (*PROPRIETARY, first)}


def _merged(results: Sequence[Result]) -> dict[str, dict[str, Result]]:
    """By row name, the result of each metric: of several datasets the one with the most rows."""
    rows: dict[str, dict[str, Result]] = {}
    named = zip(distinct_names(results), results, strict=True)
    for name, result in sorted(named, key=lambda found: found[1].rows):
        rows.setdefault(name, {}).update(dict.fromkeys(result.metrics, result))
    return dict(sorted(rows.items()))


def _chart(
    frame: Chart,
    merged: Mapping[str, Mapping[str, Result]],
    words: Mapping[str, str],
    published: Mapping[str, Mapping[str, float]],
    printed: Mapping[str, Chance],
) -> Chart:
    """A figure with its values.

    Args:
        frame: The figure without them.
        merged: Results by row and metric.
        words: Metrics that the figure shows, with their names on it.
        published: Rows from the paper.
        printed: Guessing on the published test set; where there is none, guessing on the widest run's rows is shown.
    """
    asked = {metric: told for metric, told in words.items() if any(metric in own for own in merged.values())}
    series = [
        Series(row, "run", tuple(_mark(own[metric], metric, told) for metric, told in asked.items() if metric in own))
        for row, own in merged.items()
    ]
    series += [
        Series(row, "published", tuple(Mark(values.get(metric), told) for metric, told in asked.items()))
        for row, values in published.items()
    ]
    bands = []
    for metric, told in asked.items():
        widest = max((own[metric] for own in merged.values() if metric in own), key=lambda one: one.rows)
        if chance := printed.get(metric) or widest.chances.get(metric):
            bands.append(Band(chance.low, chance.high, told, chance.value))
    shown = tuple(one for one in series if any(mark.x is not None for mark in one.marks))
    return replace(frame, y=Axis("", names=tuple(asked.values())), series=shown, bands=tuple(bands))


def _mark(result: Result, metric: str, words: str) -> Mark:
    low, high = result.interval(metric) or (None, None)
    return Mark(result.metrics[metric], words, low, high, _questions(result, metric))


def _questions(result: Result, metric: str) -> int | None:
    """Number of questions behind a metric, from the score file's table of question types."""
    types = result.scores.get("details", {}).get("types") or {}
    group, _, measure = metric.rpartition("_")
    kinds = [kind for kind, found in TYPES.items() if group in (kind, found.field)]
    wanted = [kind for kind in kinds if (TYPES[kind].kind != "scanpath") == (measure == "Acc")]
    counts = [types[kind]["questions"] for kind in wanted if isinstance(types.get(kind), dict)]
    return sum(counts) or None
