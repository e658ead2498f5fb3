"""What people see of gaze results: marks on photos, charts, and Tables 1 and 2 of the study with its published rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.people import natural_level
from vlmeval_hvs.benchmarks.gaze.psychometric import CUES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.metrics.characterization.agents import AGENTS, full_design, simulate
from vlmeval_hvs.metrics.characterization.results import CATEGORIES, STUDY
from vlmeval_hvs.names import is_official
from vlmeval_hvs.pictures import Box, Path, Picture, Point
from vlmeval_hvs.pictures import Mark as PictureMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series, Standing
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value, kind_of
from vlmeval_hvs.results.published import HumanLevel
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

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
OBSERVERS = {
    "human": "1 human-level",
    "random": "2 guessing",
    "head-only": "3 head-only",
    "head-dominant": "4 head-dominant",
    "coin-flip": "5 coin flip",
}
"""Simulated observers of the five categories, and what they are called in figures."""
_COMBINATIONS = 24
"""Combinations of objects that the simulated observers see; with three views and three proximities each."""
_STUDIED = ("GazeTarget", "GazeTarget_Pilot")
"""Datasets of the photos that people and models of the study were asked about."""

Run = tuple[str, Result, pd.DataFrame]
"""Name of the row, result, item table."""


# Marks on photos


def asked_marks(row: Mapping[str, str]) -> list[PictureMark]:
    """The candidates by name, and lines from the face to the targets of head and eyes, as far as the set knows them."""
    places = _places(row)
    found: list[PictureMark] = [Point(x, y, "option", name) for name, (x, y) in places.items()]
    face = json.loads(row.get("face") or "null")
    if face:
        x1, y1, x2, y2 = face
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        for role, target in (("head", row["head_target"]), ("eyes", row["gaze_target"])):
            if target in places:
                found.append(Path((middle, places[target]), role))
    return found


def answer_marks(row: Mapping[str, str], item: Mapping[str, Any]) -> list[PictureMark]:
    """The object that was read from a reply, where it is known to be."""
    place = _places(row).get(item.get("answer") or "")
    if place is None:
        return []
    x, y = place
    return [Box(x - 0.04, y - 0.055, 0.08, 0.11, "answer", str(item["answer"]))]


def _places(row: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Object name to its point, a fraction of the photo."""
    points = json.loads(row.get("points") or "[]")
    names = row["left_to_right"].split("+")
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, points, strict=False)}


# Charts


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
        generated = any("not photos" in text or "demo data" in text for text in own[0].scores.get("warnings", []))
        about = f"{dataset}.{' Generated pictures, not photos.' if generated else ''}"
        turned = [run for run in runs if "curves" in run[1].scores.get("details", {})]
        if turned:
            found += _psychometric(slug(dataset), turned, about)
            continue
        found += _accuracy(dataset, runs, about)
        for build in (_head_shares, _cues, _tests, _categories):
            found += build(slug(dataset), runs, about)
    return found


def _items(result: Result) -> pd.DataFrame | None:
    """The item table of a run, positions as whole numbers; None, with a logged warning, where it cannot be read."""
    table = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    wanted = ("gaze_pos", "head_pos", "choice_pos", "n_objects")
    try:
        items = pd.read_csv(table, sep="\t", dtype={"index": str, "answer": str}, keep_default_na=False)
        missing = [name for name in (*wanted, "scene_id", "score") if name not in items]
        if missing:
            raise DataError(f"{table}: there is no column {missing[0]}; score the run again")
    except (OSError, ValueError, DataError) as error:
        logger.warning("%s on %s is in no figure: %s", result.model, result.dataset, error)
        return None
    rows = items[pd.to_numeric(items["choice_pos"], errors="coerce").notna()]  # rows that are left out have none
    numbers = {name: pd.to_numeric(rows[name]).astype(int) for name in wanted}
    return rows.assign(**numbers, score=pd.to_numeric(rows["score"])).reset_index(drop=True)


def _mean(y: str, rows: pd.DataFrame, column: str = "score") -> Mark:
    """A share with its interval over scenes, at a name."""
    low, high = cluster_bootstrap(rows[column].to_numpy(float), rows["scene_id"].to_numpy(str), share=True)
    return Mark(float(rows[column].mean()), y, low, high, len(rows))


def _controlled(items: pd.DataFrame) -> pd.DataFrame:
    """Matched answers to photos in which the head pose was controlled, with ``distance``, ``at_head``, ``at_gaze``."""
    rows = items[(items["head_pos"] >= 0) & (items["choice_pos"] >= 0)]
    return rows.assign(
        distance=(rows["gaze_pos"] - rows["head_pos"]).abs(),
        at_head=(rows["choice_pos"] == rows["head_pos"]).astype(float),
        at_gaze=(rows["choice_pos"] == rows["gaze_pos"]).astype(float),
    )


@lru_cache(maxsize=4)
def _simulated(n: int) -> dict[str, tuple[float, ...]]:
    """Share of head answers by distance 0 .. n-1 of each simulated observer."""
    found = {}
    for number, name in enumerate(OBSERVERS):
        photos = simulate(AGENTS[name], full_design({n: _COMBINATIONS}), np.random.default_rng([26, number]), prompts=4)
        rows = (photos.condition > 0) & (photos.matched > 0)
        distance = np.abs(photos.gaze - photos.head)[rows]
        share = (photos.at_head / np.maximum(photos.matched, 1))[rows]
        found[name] = tuple(float(share[distance == step].mean()) for step in range(n))
    return found


def _accuracy(dataset: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Accuracy with natural poses by number of objects, next to people and published models (Table 1)."""
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
    counts = max(natural.values(), key=len)["n_objects"].value_counts()
    guesses = {n: null_interval([1 / n] * int(counts[n])) for n in numbers if n in counts}
    bands = tuple(Band(chance.low, chance.high, names[n], chance.value) for n, chance in guesses.items())
    text = f"{about} Photos with a natural pose of the head, by number of objects; intervals over scenes."
    if any(one.standing == "human" for one in series):
        text += " People: 59, on photos of the pilot, their intervals from the published model of their answers."
    name, y = f"{slug(dataset)}-accuracy", Axis("", names=tuple(names.values()))
    return [Chart(name, "dots", "Accuracy with natural poses", text, Axis("accuracy", 0, 1), y, tuple(series), bands)]


def _published(dataset: str, runs: Sequence[Run], names: Mapping[int, str]) -> list[Series]:
    """People and published models; demo sets and people that were given as an option have none."""
    study = base_name(dataset.split()[0])
    asked = {str(run[1].scores.get("settings", {}).get("human")) for run in runs}
    if not is_official(dataset) or study not in _STUDIED or asked != {"None"}:
        return []
    known = {n: (STUDY.accuracy[n], 1.96 * STUDY.error[n]) for n in names if n in STUDY.accuracy}
    people = tuple(Mark(value, names[n], value - half, value + half) for n, (value, half) in known.items())
    found = [Series(PEOPLE, "human", people)] if people else []
    if study != "GazeTarget":
        return found
    rows: dict[str, list[Mark]] = {}
    for n, name in names.items():
        for model, value in card_of("GazeTarget").reference.get(f"accuracy, natural poses, {n} objects", {}).items():
            if not model.startswith(("Humans", "Guessing")):
                rows.setdefault(model, []).append(Mark(float(value), name))
    return found + [Series(model, "published", tuple(marks)) for model, marks in rows.items()]


def _head_shares(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Share of answers at the head target by the distance between the two targets, next to simulated observers."""
    tables = [(name, _controlled(items)) for name, _, items in runs]
    found = []
    for n in sorted({int(n) for _, rows in tables for n in rows["n_objects"].unique() if n > 2}):
        series = []
        for name, rows in tables:
            steps = rows[rows["n_objects"] == n].groupby("distance")
            means = [(float(step), _mean("", group, "at_head")) for step, group in steps]
            placed = tuple(Mark(step, mean.x, mean.low, mean.high, mean.n) for step, mean in means)
            series += [Series(name, "run", placed)] if placed else []
        for name, shares in _simulated(n).items():
            placed = tuple(Mark(float(step), value) for step, value in enumerate(shares))
            series.append(Series(f"category {OBSERVERS[name]}, simulated", "reference", placed))
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
        rows = _controlled(items)
        for n, part in rows[rows["distance"] > 0].groupby("n_objects"):
            gaze, head = float(part["at_gaze"].mean()), float(part["at_head"].mean())
            shares[f"{name}, {n} objects"] = (gaze, head, max(0.0, 1 - gaze - head), len(part))
    parts: tuple[tuple[str, Standing], ...] = (
        ("at the gaze target", "run"),
        ("at the head target", "run"),
        ("other or none", "reference"),
    )
    series = [
        Series(word, standing, tuple(Mark(share[k], name, n=share[3]) for name, share in shares.items()))
        for k, (word, standing) in enumerate(parts)
    ]
    text = f"{about} Matched answers to photos in which head and eyes point at different objects."
    return _stacked(f"{place}-cues", "Which cue is followed", text, "share of answers", series, list(shares))


def _stacked(name: str, title: str, text: str, unit: str, series: list[Series], rows: list[str]) -> list[Chart]:
    """Bars of shares; none without rows."""
    if not rows:
        return []
    x, y = Axis(unit, 0, 1), Axis("", names=tuple(rows))
    return [Chart(name, "bars", title, text, x, y, tuple(series))]


def _tests(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Estimates of the tests that lead to a category."""
    series = []
    for name, result, _ in runs:
        verdict = result.scores.get("details", {}).get("characterization", {})
        tests = verdict.get("tests", {})
        marks = tuple(_test(TESTS[key], tests[key]) for key in TESTS if tests.get(key, {}).get("estimate") is not None)
        if marks:
            series.append(Series(name, "run", marks))
    if not series:
        return []
    names = tuple(name for name in TESTS.values() if any(mark.y == name for one in series for mark in one.marks))
    text = f"{about} Estimates on the scale of shares; n counts photos or groups of them."
    x, y = Axis("estimate"), Axis("", names=names)
    return [Chart(f"{place}-tests", "dots", "The tests behind the category", text, x, y, tuple(series))]


def _test(name: str, test: Mapping[str, Any]) -> Mark:
    low, high = test.get("interval") or (None, None)
    p = test.get("p")
    note = "" if p is None else f"{'positive' if test.get('positive') else 'negative'}, p {p:.2g}"
    return Mark(test["estimate"], name, low, high, test.get("n"), note=note)


def _categories(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """How certain the category is: by the tests over resampled scenes, and by the cue model."""
    shares: dict[str, Mapping[str, float]] = {}
    for name, result, _ in runs:
        details = result.scores.get("details", {})
        shares[f"{name}, tests"] = details.get("characterization", {}).get("stability") or {}
        shares[f"{name}, cue model"] = details.get("cue_model", {}).get("probabilities") or {}
    shares = {name: share for name, share in shares.items() if share}
    series = []
    for key, (name, _) in CATEGORIES.items():
        if any(share.get(str(key)) for share in shares.values()):
            marks = tuple(Mark(float(share.get(str(key), 0.0)), row) for row, share in shares.items())
            unclear = key == "unclear"
            series.append(Series(str(key) if unclear else f"{key} {name}", "reference" if unclear else "run", marks))
    text = (
        f"{about} Tests: share of resampled scenes that lead to a category; cue model: probability of a category given "
        "the answers."
    )
    unit, rows = "share or probability", list(shares) if series else []
    return _stacked(f"{place}-categories", "Categories with their evidence", text, unit, series, rows)


def _psychometric(place: str, runs: Sequence[Run], about: str) -> list[Chart]:
    """Accuracy by the degrees between neighbouring objects, for each cue."""
    found = []
    for cue, word in CUES.items():
        series, guessing = [], 0.0
        for name, result, _ in runs:
            curve = result.scores["details"]["curves"].get(cue)
            if curve:
                guessing = curve["chance"]
                marks = [
                    Mark(level["separation"], level["accuracy"], low, high, level["trials"])
                    for level in curve["levels"]
                    for low, high in [level["interval"]]
                ]
                series.append(Series(name, "run", tuple(marks)))
        if series:
            series.append(Series("guessing", "chance", tuple(Mark(mark.x, guessing) for mark in series[0].marks)))
            text = (
                f"{about} Answers at the gaze target where there are {word}; intervals over scenes. Dashed: guessing."
            )
            x, y = Axis("degrees between neighbouring objects", logarithmic=True), Axis("right answers", 0, 1)
            title = f"Psychometric curve, {word}"
            found.append(Chart(f"{place}-curve-{cue}", "lines", title, text, x, y, tuple(series)))
    return found


# Tables


def tables(results: Sequence[Result]) -> list[Table]:
    """Accuracy with natural poses by number of objects (Table 1), and the tests with their categories (Table 2)."""
    data = on_the_same_data(results)
    accuracy = [_accuracy_table(chart, data) for chart in charts(results) if chart.name.endswith("-accuracy")]
    tests = [_tests_table(name, runs) for name, runs in data.items()]
    return accuracy + [table for table in tests if table is not None]


def _accuracy_table(chart: Chart, data: Mapping[str, list[Result]]) -> Table:
    (own,) = (runs for name, runs in data.items() if chart.name == f"{slug(name)}-accuracy")
    kinds = dict(zip(row_names(own), map(kind_of, own), strict=True))
    names, rows = chart.y.names, []
    for one in chart.series:
        marks = {mark.y: Value(float(mark.x), mark.low, mark.high, mark.n) for mark in one.marks if mark.x is not None}
        name = f"{one.name} (published)" if one.standing == "human" else one.name
        rows.append(Row(name, [marks.get(head) for head in names], kinds.get(one.name, one.standing)))
    guessing = {
        band.at: Value(band.low if band.middle is None else band.middle, band.low, band.high) for band in chart.bands
    }
    rows.append(Row("guessing", [guessing.get(name) for name in names], "chance"))
    title = f"{own[0].dataset}: accuracy with natural poses (Table 1)"
    return Table(chart.name, title, [Column(name) for name in names], rows, [chart.about], own)


def _tests_table(dataset: str, runs: Sequence[Result]) -> Table | None:
    """A row for every run: sign, estimate and interval of every test, and the category."""
    found = [
        (name, result, result.scores["details"]["characterization"])
        for name, result in zip(row_names(runs), runs, strict=True)
        if "tests" in result.scores.get("details", {}).get("characterization", {})
    ]
    names = {key: test["name"] for _, _, verdict in found for key, test in verdict["tests"].items()}
    if not names:
        return None
    rows = []
    for name, result, verdict in found:
        scenes = verdict.get("counts", {}).get("scenes")
        tests = [_test_cell(verdict["tests"].get(key)) for key in names]
        cells = [*tests, str(verdict.get("category", "unknown")), None if scenes is None else Value(scenes)]
        rows.append(Row(name, cells, kind_of(result)))
    if is_official(dataset) and base_name(dataset.split()[0]) == "GazeTarget":
        published = card_of("GazeTarget").reference["category"]
        blank = [None] * len(names)
        rows += [Row(model, [*blank, str(category), None], "published") for model, category in published.items()]
    heads = [f"Test {key}" if key[0].isdigit() else key for key in names]
    notes = [f"{head}: {name}" for head, name in zip(heads, names.values(), strict=True)]
    notes.append("+ positive: p < .05 in the direction that the test asks for; - negative")
    columns = [Column(head, OTHER, 0) for head in (*heads, "category")] + [Column("scenes", COUNT, 0)]
    used = [result for _, result, _ in found]
    return Table(f"{slug(dataset)}-tests", f"{dataset}: tests (Table 2)", columns, rows, notes, used)


def _test_cell(test: Mapping[str, Any] | None) -> Value | str:
    if test is None or test.get("estimate") is None:
        return "not run"
    low, high = test.get("interval") or (None, None)
    return Value(test["estimate"], low, high, None, "+" if test["positive"] else "-")


class GazeTargetPresentation(Presentation):
    """The people and objects of a photo; accuracy, tests and categories next to people."""

    def pictures(self, dataset: GazeTargetDataset, row: Mapping[str, str]) -> list[Picture]:
        """The photo with the candidates and the targets of head and eyes."""
        return [Picture(dataset.image(row["image_path"]), marks=tuple(asked_marks(row)))]

    def answered(self, dataset: GazeTargetDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The object that was named."""
        return [Picture(dataset.image(row["image_path"]), marks=tuple(answer_marks(row, item)))]

    def human_level(self, result: Result) -> HumanLevel | None:
        """The study's people, for the numbers of objects that were asked."""
        return natural_level(result)

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Accuracy next to people, whom the answers follow, the tests, and the categories."""
        return charts(results)

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 1 and 2 of the study: accuracy with natural poses, and the tests with their categories."""
        return tables(results)
