"""The figures of the gaze study: accuracy beside people, whom the answers follow, the tests, and the categories."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.followed import BY_CATEGORY, IDEALS, controlled, ideal, items_of
from vlmeval_hvs.benchmarks.gaze.psychometric import CUES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.metrics.characterization.reference import STUDY
from vlmeval_hvs.metrics.characterization.results import CATEGORIES
from vlmeval_hvs.names import is_official
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, Standing
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.same_data import on_the_same_data, row_names, slug

logger = logging.getLogger("vlmeval_hvs")

TESTS = {
    "1": "Test 1: accuracy minus people's",
    "2.1": "Test 2.1: head minus gaze answers",
    "2.3": "Test 2.3: accuracy, head and eyes apart minus together",
    "2.4": "Test 2.4: error per object of distance",
    "3": "Test 3: from the head, per object of distance",
}
"""Tests with an estimate on a scale of shares, and what they are called in figures."""
PEOPLE = "People"
GENERATED = "Generated pictures, not photos."

Run = tuple[str, Result, pd.DataFrame]
"""Name of the row, result, item table."""


def charts(results: Sequence[Result]) -> list[Chart]:
    """All figures of runs of the benchmark, dataset by dataset."""
    found: list[Chart] = []
    for dataset, own in on_the_same_data(results).items():
        runs = [
            (name, result, items)
            for name, result in zip(row_names(own), own, strict=True)
            if (items := _items(result)) is not None
        ]
        if not runs:
            continue
        drawn = any("not photos" in text or "demo data" in text for text in own[0].scores.get("warnings", []))
        about = f"{dataset}.{f' {GENERATED}' if drawn else ''}"
        turned = [run for run in runs if "curves" in run[1].scores.get("details", {})]
        if turned:
            found += _psychometric(slug(dataset), turned, about)
        else:
            found += [
                *_accuracy(dataset, runs, about),
                *_head_shares(slug(dataset), runs, about),
                *_cues(slug(dataset), runs, about),
                *_tests(slug(dataset), runs, about),
                *_categories(slug(dataset), runs, about),
            ]
    return found


def _items(result: Result) -> pd.DataFrame | None:
    """The item table of a run; None, with a logged warning, where it cannot be read."""
    try:
        return items_of(result)
    except DataError as error:
        logger.warning("%s on %s is in no figure: %s", result.model, result.dataset, error)
        return None


def _mean(y: str, rows: pd.DataFrame, column: str = "score") -> Mark:
    """A share with its interval over scenes, at a name."""
    low, high = cluster_bootstrap(rows[column].to_numpy(float), rows["scene_id"].to_numpy(str), share=True)
    return Mark(float(rows[column].mean()), y, low, high, len(rows))


def _accuracy(dataset: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Accuracy with natural poses by number of objects, beside people and published models (Table 1)."""
    natural = {name: items[items["head_pos"] < 0] for name, _, items in runs}
    numbers = sorted({int(n) for items in natural.values() for n in items["n_objects"].unique()})
    if not numbers:
        return []
    names = {n: f"{n} objects" for n in numbers}
    series = [
        Series(name, "run", tuple(_mean(names[int(n)], part) for n, part in items.groupby("n_objects")))
        for name, items in natural.items()
        if len(items)
    ]
    series += _published(dataset, runs, names)
    widest = max(natural.values(), key=len)
    counts = widest["n_objects"].value_counts()
    guesses = {n: null_interval([1 / n] * int(counts[n])) for n in numbers if n in counts}
    bands = tuple(Band(chance.low, chance.high, names[n], chance.value) for n, chance in guesses.items())
    text = f"{about} Photos with a natural pose of the head, by number of objects; intervals over scenes."
    if any(one.standing == "human" for one in series):
        text += " People: 59, on photos of the pilot, their intervals from the published model of their answers."
    x = Axis("accuracy", 0, 1)
    title = "Accuracy with natural poses"
    return [
        Chart(
            f"{slug(dataset)}-accuracy",
            "dots",
            title,
            text,
            x,
            Axis("", names=tuple(names.values())),
            tuple(series),
            bands,
        )
    ]


_STUDIED = ("GazeTarget", "GazeTarget_Pilot")
"""Datasets of the photos that people and models of the study were asked about."""


def _published(dataset: str, runs: Sequence[Run], names: dict[int, str]) -> list[Series]:
    """People and published models; demo sets and people that were given as an option have none."""
    asked = {str(run[1].scores.get("settings", {}).get("human")) for run in runs}
    if not is_official(dataset) or base_name(dataset.split()[0]) not in _STUDIED or asked != {"None"}:
        return []
    known = {n: (STUDY.accuracy[n], 1.96 * STUDY.error[n]) for n in names if n in STUDY.accuracy}
    people = tuple(Mark(value, names[n], value - half, value + half) for n, (value, half) in known.items())
    found = [Series(PEOPLE, "human", people)] if people else []
    if base_name(dataset.split()[0]) != "GazeTarget":
        return found
    rows: dict[str, list[Mark]] = {}
    for n, name in names.items():
        for model, value in card_of("GazeTarget").reference.get(f"accuracy, natural poses, {n} objects", {}).items():
            if not model.startswith(("Humans", "Guessing")):
                rows.setdefault(model, []).append(Mark(float(value), name))
    return found + [Series(model, "published", tuple(marks)) for model, marks in rows.items()]


def _head_shares(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Share of answers at the head target by the distance between the two targets, beside ideal observers."""
    tables = [(name, controlled(items)) for name, _, items in runs]
    numbers = sorted({int(n) for _, rows in tables for n in rows["n_objects"].unique() if n > 2})
    found = []
    for n in numbers:
        series = []
        for name, rows in tables:
            part = rows[rows["n_objects"] == n]
            marks = [_mean("", group, "at_head") for _, group in part.groupby("distance")]
            steps = [float(step) for step in sorted(part["distance"].unique())]
            placed = [Mark(step, m.x, m.low, m.high, m.n) for step, m in zip(steps, marks, strict=True)]
            series += [Series(name, "run", tuple(placed))] if placed else []
        for name in IDEALS:
            marks = [Mark(float(step), value) for step, value in enumerate(ideal(n)[name])]
            series.append(Series(f"category {BY_CATEGORY[name]}, simulated", "reference", tuple(marks)))
        text = (
            f"{about} Photos with {n} objects in which the pose of the head was controlled: share of answers that name "
            "the object that the head points at, by how many objects lie between it and the one that the eyes look at. "
            "Intervals over scenes. Dashed: simulated observers of the five categories."
        )
        x, y = Axis("distance between eyes and head, objects", 0, n - 1), Axis("answers at the head target", 0, 1)
        title = f"Answers at the head target, {n} objects"
        found.append(Chart(f"{place}-head-share-{n}", "lines", title, text, x, y, tuple(series)))
    return found


def _cues(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Answers at the gaze target, at the head target and elsewhere, where the two are different objects."""
    shares: dict[str, tuple[float, float, float, int]] = {}
    for name, _, items in runs:
        rows = controlled(items)
        for n, part in rows[rows["distance"] > 0].groupby("n_objects"):
            gaze, head = float(part["at_gaze"].mean()), float(part["at_head"].mean())
            shares[f"{name}, {n} objects"] = (gaze, head, max(0.0, 1 - gaze - head), len(part))
    if not shares:
        return []
    parts: tuple[tuple[str, Standing], ...] = (
        ("at the gaze target", "run"),
        ("at the head target", "run"),
        ("other or none", "reference"),
    )
    series = tuple(
        Series(word, standing, tuple(Mark(share[k], name, n=share[3]) for name, share in shares.items()))
        for k, (word, standing) in enumerate(parts)
    )
    text = f"{about} Matched answers to photos in which head and eyes point at different objects."
    y = Axis("", names=tuple(shares))
    x = Axis("share of answers", 0, 1)
    return [Chart(f"{place}-cues", "bars", "Which cue is followed", text, x, y, series, stacked=True)]


def _tests(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Estimates of the tests that lead to a category."""
    series, said = [], []
    for name, result, _ in runs:
        verdict = result.scores.get("details", {}).get("characterization", {})
        tests = verdict.get("tests", {})
        marks = tuple(_test(TESTS[key], tests[key]) for key in TESTS if tests.get(key, {}).get("estimate") is not None)
        if marks:
            series.append(Series(name, "run", marks))
            said.append(f"{name}: {verdict.get('reason', '')}")
    if not series:
        return []
    names = tuple(TESTS[key] for key in TESTS if any(mark.y == TESTS[key] for one in series for mark in one.marks))
    nothing = Series("no difference", "reference", tuple(Mark(0.0, name) for name in names))
    text = f"{about} Estimates on the scale of shares; n counts photos or groups of them. {'; '.join(said)}."
    chart = Chart(
        f"{place}-tests", "dots", "The tests behind the category", text, Axis("estimate"), Axis("", names=names),
        (*series, nothing),
    )  # fmt: skip
    return [chart]


def _test(name: str, test: dict[str, Any]) -> Mark:
    low, high = test.get("interval") or (None, None)
    p = test.get("p")
    note = "" if p is None else f"{'positive' if test.get('positive') else 'negative'}, p {p:.2g}"
    return Mark(test["estimate"], name, low, high, test.get("n"), note=note)


def _categories(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """How certain the category is: by the tests over resampled scenes, and by the cue model."""
    shares: dict[str, dict[str, float]] = {}
    for name, result, _ in runs:
        details = result.scores.get("details", {})
        shares[f"{name}, tests"] = details.get("characterization", {}).get("stability") or {}
        shares[f"{name}, cue model"] = details.get("cue_model", {}).get("probabilities") or {}
    shares = {name: share for name, share in shares.items() if share}
    known = [str(key) for key in (*CATEGORIES, "unclear")]
    used = [key for key in dict.fromkeys(known) if any(share.get(key) for share in shares.values())]
    if not used:
        return []
    series = tuple(
        Series(
            _category(key),
            "reference" if key == "unclear" else "run",
            tuple(Mark(float(share.get(key, 0.0)), name) for name, share in shares.items()),
        )
        for key in used
    )
    text = (
        f"{about} Tests: share of resampled scenes that lead to a category; cue model: probability of a category given "
        "the answers."
    )
    y = Axis("", names=tuple(shares))
    x = Axis("share or probability", 0, 1)
    return [Chart(f"{place}-categories", "bars", "Categories with their evidence", text, x, y, series, stacked=True)]


def _category(key: str) -> str:
    return key if key == "unclear" else f"{key} {CATEGORIES[int(key)][0]}"


def _pair(interval: Sequence[float | None]) -> tuple[float | None, float | None]:
    low, high = interval
    return low, high


def _psychometric(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Accuracy by the degrees between neighbouring objects, for each cue."""
    found = []
    for cue, word in CUES.items():
        series, middle = [], None
        for name, result, _ in runs:
            curve = result.scores["details"]["curves"].get(cue)
            if curve:
                middle = curve["chance"]
                marks = [
                    Mark(level["separation"], level["accuracy"], *_pair(level["interval"]), level["trials"])
                    for level in curve["levels"]
                ]
                series.append(Series(name, "run", tuple(marks)))
        if series and middle is not None:
            x, y = Axis("degrees between neighbouring objects", logarithmic=True), Axis("right answers", 0, 1)
            text = (
                f"{about} Answers at the gaze target where there are {word}; intervals over scenes. Dashed: guessing."
            )
            line = Series("guessing", "chance", tuple(Mark(mark.x, middle) for mark in series[0].marks))
            title = f"Psychometric curve, {word}"
            found.append(Chart(f"{place}-curve-{cue}", "lines", title, text, x, y, (*series, line)))
    return found
