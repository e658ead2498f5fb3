"""Gaze results in the form of the study's Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vlmeval_hvs.benchmarks.gaze.charts import charts
from vlmeval_hvs.names import is_official
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.charts import Chart, Mark
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.grid import Grid
from vlmeval_hvs.results.same_data import on_the_same_data, row_names

ENDINGS = {"published": " (published)", "human": " (published)"}


def tables(results: Sequence[Result]) -> list[Grid]:
    """Accuracy with natural poses by number of objects (Table 1), and the tests with their categories (Table 2)."""
    accuracy = [_accuracy(chart) for chart in charts(results) if chart.name.endswith("-accuracy")]
    return accuracy + [grid for name, runs in on_the_same_data(results).items() for grid in _tests(name, runs)]


def _accuracy(chart: Chart) -> Grid:
    rows = []
    for one in chart.series:
        marks = {mark.y: mark for mark in one.marks}
        rows.append([f"{one.name}{ENDINGS.get(one.standing, '')}", *(_cell(marks.get(name)) for name in chart.y.names)])
    guessing = {band.at: f"{band.low:.3f} to {band.high:.3f}" for band in chart.bands}
    rows.append(["guessing, 95 %", *(guessing.get(name, "") for name in chart.y.names)])
    return Grid(f"{chart.title} (Table 1)", ["row", *chart.y.names], rows, [chart.about, "In parentheses: answers."])


def _cell(mark: Mark | None) -> str:
    if mark is None:
        return ""
    bounds = "" if mark.low is None or mark.high is None else f" [{mark.low:.3f}, {mark.high:.3f}]"
    return f"{mark.x:.3f}{bounds}{f' ({mark.n})' if mark.n else ''}"


def _tests(dataset: str, runs: Sequence[Result]) -> list[Grid]:
    """A row for every run: sign, estimate and interval of every test, and the category."""
    found = {
        name: result.scores["details"]["characterization"]
        for name, result in zip(row_names(runs), runs, strict=True)
        if "tests" in result.scores.get("details", {}).get("characterization", {})
    }
    keys = list(dict.fromkeys(key for verdict in found.values() for key in verdict["tests"]))
    if not keys:
        return []
    rows = [
        [
            name,
            *(_test(verdict["tests"].get(key)) for key in keys),
            str(verdict.get("category", "not told")),
            _scenes(verdict),
        ]
        for name, verdict in found.items()
    ]
    if is_official(dataset) and base_name(dataset.split()[0]) == "GazeTarget":
        published = card_of("GazeTarget").reference["category"]
        rows += [
            [f"{model} (published)", *[""] * len(keys), str(category), ""] for model, category in published.items()
        ]
    heads = [f"Test {key}" if key[0].isdigit() else key for key in keys]
    first = next(iter(found.values()))["tests"]
    notes = [f"{head}: {first[key]['name']}" for head, key in zip(heads, keys, strict=True) if key in first]
    notes.append(
        "(+) positive: p < .05 in the direction that the test asks for; (-) negative; in brackets 95 % intervals"
    )
    return [Grid(f"Tests on {dataset} (Table 2)", ["row", *heads, "category", "scenes"], rows, notes)]


def _test(test: Mapping[str, Any] | None) -> str:
    if test is None or test.get("estimate") is None:
        return "not run"
    low, high = test.get("interval") or (None, None)
    bounds = "" if low is None or high is None else f" [{low:.2f}, {high:.2f}]"
    return f"({'+' if test['positive'] else '-'}) {test['estimate']:.2f}{bounds}"


def _scenes(verdict: Mapping[str, Any]) -> str:
    return str(verdict.get("counts", {}).get("scenes", ""))
