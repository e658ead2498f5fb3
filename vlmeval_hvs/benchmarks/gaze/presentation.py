"""What people see of gaze results: marks on photos, charts, and Tables 1 and 2 of the study with its published rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.people import natural_level
from vlmeval_hvs.benchmarks.gaze.psychometric import CUES
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.metrics.characterization.agents import AGENTS, full_design, simulate
from vlmeval_hvs.metrics.characterization.results import STUDY
from vlmeval_hvs.names import is_official
from vlmeval_hvs.pictures import Box, Path, Picture, Point
from vlmeval_hvs.pictures import Mark as PictureMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.charts import Axis, Band, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value, kind_of
from vlmeval_hvs.results.published import HumanLevel
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

logger = logging.getLogger("vlmeval_hvs")

PEOPLE = "People"
OBSERVERS = {
    "human": "1 human-level", "random": "2 guessing", "head-only": "3 head-only", "head-dominant": "4 head-dominant",
    "coin-flip": "5 coin flip",
}  # fmt: skip
"""Simulated observers of the five categories, and what they are called in figures."""
_COMBINATIONS = 24  # of objects that the simulated observers see; with three views and three proximities each
_WHOLE = ("gaze_pos", "head_pos", "choice_pos", "n_objects")


class Run(NamedTuple):
    """A run in figures."""

    name: str  # of its row
    result: Result
    items: pd.DataFrame

    @property
    def curves(self) -> Mapping[str, Any]:
        """Psychometric curves by cue; {} in the studies of photos."""
        return self.result.scores.get("details", {}).get("curves", {})


class Group(NamedTuple):
    """Runs on the same data."""

    dataset: str
    about: str  # begins the text of every figure
    runs: list[Run]


def _groups(results: Sequence[Result]) -> Iterator[Group]:
    for dataset, own in on_the_same_data(results).items():
        named = zip(row_names(own), own, strict=True)
        runs = [Run(name, result, items) for name, result in named if (items := _items(result)) is not None]
        generated = any("not photos" in text or "demo data" in text for text in own[0].scores.get("warnings", []))
        if runs:
            yield Group(dataset, f"{dataset}.{' Generated pictures, not photos.' if generated else ''}", runs)


def _items(result: Result) -> pd.DataFrame | None:
    """The item table of a run, positions as whole numbers; None, with a logged warning, where it cannot be read."""
    table = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        items = pd.read_csv(table, sep="\t", dtype={"index": str, "answer": str}, keep_default_na=False)
        missing = [name for name in (*_WHOLE, "scene_id", "score") if name not in items]
        if missing:
            raise DataError(f"{table}: there is no column {missing[0]}; score the run again")
    except (OSError, ValueError, DataError) as error:
        logger.warning("%s on %s is in no figure: %s", result.model, result.dataset, error)
        return None
    rows = items[pd.to_numeric(items["choice_pos"], errors="coerce").notna()]  # rows that are left out have none
    numbers = {name: pd.to_numeric(rows[name]).astype(int) for name in _WHOLE}
    return rows.assign(**numbers, score=pd.to_numeric(rows["score"])).reset_index(drop=True)


def charts(results: Sequence[Result]) -> list[Chart]:
    """All figures of runs of the benchmark, dataset by dataset."""
    found: list[Chart] = []
    for group in _groups(results):
        turned = any(run.curves for run in group.runs)
        found += _curves(group) if turned else [*_accuracy(group), *_head_shares(group)]
    return found


def _interval(rows: pd.DataFrame, column: str) -> tuple[float, tuple[float, float], int]:
    """A share with its interval over scenes, and the number of rows."""
    low, high = cluster_bootstrap(rows[column].to_numpy(float), rows["scene_id"].to_numpy(str), share=True)
    return float(rows[column].mean()), (low, high), len(rows)


def _accuracy(group: Group) -> list[Chart]:
    """Accuracy with natural poses by number of objects, next to people and published models (Table 1)."""
    natural = {run.name: run.items[run.items["head_pos"] < 0] for run in group.runs}
    names = {int(n): f"{n} objects" for n in sorted({n for items in natural.values() for n in items["n_objects"]})}
    if not names or any(run.curves for run in group.runs):
        return []
    series = []
    for name, items in natural.items():
        shares = {names[int(n)]: _interval(part, "score") for n, part in items.groupby("n_objects")}
        marks = tuple(Mark(share, at, *ends, count) for at, (share, ends, count) in shares.items())
        series += [Series(name, "run", marks)] if marks else []
    series += _published(group, names)
    counts = max(natural.values(), key=len)["n_objects"].value_counts()
    guesses = {n: null_interval([1 / n] * int(counts[n])) for n in names if n in counts}
    bands = tuple(Band(chance.low, chance.high, names[n], chance.value) for n, chance in guesses.items())
    text = f"{group.about} Photos with a natural pose of the head, by number of objects; intervals over scenes."
    if any(one.standing == "human" for one in series):
        text += " People: 59, on photos of the pilot, their intervals from the published model of their answers."
    name, y = f"{slug(group.dataset)}-accuracy", Axis("", names=tuple(names.values()))
    return [Chart(name, "dots", "Accuracy with natural poses", text, Axis("accuracy", 0, 1), y, tuple(series), bands)]


def _published(group: Group, names: Mapping[int, str]) -> list[Series]:
    """People and published models; demo sets and people that were given as an option have none."""
    study = base_name(group.dataset.split()[0])
    own_people = any(run.result.scores.get("settings", {}).get("human") is not None for run in group.runs)
    if not is_official(group.dataset) or study not in ("GazeTarget", "GazeTarget_Pilot") or own_people:
        return []
    known = {n: (STUDY.accuracy[n], 1.96 * STUDY.error[n]) for n in names if n in STUDY.accuracy}
    people = tuple(Mark(value, names[n], value - half, value + half) for n, (value, half) in known.items())
    found = [Series(PEOPLE, "human", people)] if people else []
    rows: dict[str, list[Mark]] = {}
    for n, name in names.items() if study == "GazeTarget" else ():
        for model, value in card_of("GazeTarget").reference.get(f"accuracy, natural poses, {n} objects", {}).items():
            if not model.startswith(("Humans", "Guessing")):
                rows.setdefault(model, []).append(Mark(float(value), name))
    return found + [Series(model, "published", tuple(marks)) for model, marks in rows.items()]


@lru_cache(maxsize=4)
def _simulated(n: int) -> dict[str, tuple[float, ...]]:
    """Share of head answers by distance 0 .. n-1 of each simulated observer."""
    found = {}
    for number, name in enumerate(OBSERVERS):
        photos = simulate(AGENTS[name], full_design({n: _COMBINATIONS}), np.random.default_rng([26, number]), prompts=4)
        rows = photos.condition > 0
        distance, share = np.abs(photos.gaze - photos.head)[rows], (photos.at_head / photos.matched)[rows]
        found[name] = tuple(float(share[distance == step].mean()) for step in range(n))
    return found


def _head_shares(group: Group) -> list[Chart]:
    """Share of answers at the head target by the distance between the two targets, next to simulated observers."""
    tables = {}
    for run in group.runs:
        rows = run.items[(run.items["head_pos"] >= 0) & (run.items["choice_pos"] >= 0)]
        at_head = (rows["choice_pos"] == rows["head_pos"]).astype(float)
        tables[run.name] = rows.assign(distance=(rows["gaze_pos"] - rows["head_pos"]).abs(), at_head=at_head)
    found = []
    for n in sorted({int(n) for rows in tables.values() for n in rows["n_objects"].unique() if n > 2}):
        series = []
        for name, rows in tables.items():
            steps = rows[rows["n_objects"] == n].groupby("distance")
            shares = [(float(step), _interval(part, "at_head")) for step, part in steps]
            marks = tuple(Mark(step, share, *ends, count) for step, (share, ends, count) in shares)
            series += [Series(name, "run", marks)] if marks else []
        for name, values in _simulated(n).items():
            marks = tuple(Mark(float(step), value) for step, value in enumerate(values))
            series.append(Series(f"category {OBSERVERS[name]}, simulated", "reference", marks))
        text = (
            f"{group.about} Photos with {n} objects in which the pose of the head was controlled: share of answers "
            "that name the object that the head points at, by how many objects lie between it and the one that the "
            "eyes look at. Intervals over scenes. Dashed: simulated observers of the five categories."
        )
        x, y = Axis("distance between eyes and head, objects", 0, n - 1), Axis("answers at the head target", 0, 1)
        name, title = f"{slug(group.dataset)}-head-share-{n}", f"Answers at the head target, {n} objects"
        found.append(Chart(name, "lines", title, text, x, y, tuple(series)))
    return found


def _curves(group: Group) -> list[Chart]:
    """Accuracy by the degrees between neighbouring objects, for each cue."""
    found = []
    for cue, word in CUES.items():
        series, guessing = [], 0.0
        for run in group.runs:
            if curve := run.curves.get(cue):
                guessing = curve["chance"]
                marks = tuple(
                    Mark(level["separation"], level["accuracy"], low, high, level["trials"])
                    for level in curve["levels"]
                    for low, high in [level["interval"]]
                )
                series.append(Series(run.name, "run", marks))
        if series:
            series.append(Series("guessing", "chance", tuple(Mark(mark.x, guessing) for mark in series[0].marks)))
            text = f"{group.about} Answers at the gaze target where there are {word}; intervals over scenes."
            x, y = Axis("degrees between neighbouring objects", logarithmic=True), Axis("right answers", 0, 1)
            name, title = f"{slug(group.dataset)}-curve-{cue}", f"Psychometric curve, {word}"
            found.append(Chart(name, "lines", title, f"{text} Dashed: guessing.", x, y, tuple(series)))
    return found


def tables(results: Sequence[Result]) -> list[Table]:
    """Accuracy with natural poses by number of objects (Table 1), and the tests with their categories (Table 2)."""
    accuracy = [_accuracy_table(chart, group) for group in _groups(results) for chart in _accuracy(group)]
    tests = [_tests_table(name, runs) for name, runs in on_the_same_data(results).items()]
    return accuracy + [table for table in tests if table is not None]


def _accuracy_table(chart: Chart, group: Group) -> Table:
    kinds = {run.name: kind_of(run.result) for run in group.runs}
    names, rows = chart.y.names, []
    for one in chart.series:
        marks = {mark.y: Value(float(mark.x), mark.low, mark.high, mark.n) for mark in one.marks if mark.x is not None}
        name = f"{one.name} (published)" if one.standing == "human" else one.name
        rows.append(Row(name, [marks.get(head) for head in names], kinds.get(one.name, one.standing)))
    guessing = {band.at: Value(band.middle or band.low, band.low, band.high) for band in chart.bands}
    rows.append(Row("guessing", [guessing.get(name) for name in names], "chance"))
    title, own = f"{group.dataset}: accuracy with natural poses (Table 1)", [run.result for run in group.runs]
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
        """The photo with the candidates by name, and lines from the face to the targets of head and eyes."""
        places = _places(row)
        marks: list[PictureMark] = [Point(x, y, "option", name) for name, (x, y) in places.items()]
        if face := json.loads(row.get("face") or "null"):
            x1, y1, x2, y2 = face
            ways = (("head", row["head_target"]), ("eyes", row["gaze_target"]))
            middle = ((x1 + x2) / 2, (y1 + y2) / 2)
            marks += [Path((middle, places[target]), role) for role, target in ways if target in places]
        return [Picture(dataset.image(row["image_path"]), marks=tuple(marks))]

    def answered(self, dataset: GazeTargetDataset, row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
        """The object that was named, where its place is known."""
        name = str(item.get("answer") or "")
        place = _places(row).get(name)
        marks = () if place is None else (Box(place[0] - 0.04, place[1] - 0.055, 0.08, 0.11, "answer", name),)
        return [Picture(dataset.image(row["image_path"]), marks=marks)]

    def human_level(self, result: Result) -> HumanLevel | None:
        """The study's people, for the numbers of objects that were asked."""
        return natural_level(result)

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Accuracy next to people, whom the answers follow, and psychometric curves."""
        return charts(results)

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 1 and 2 of the study: accuracy with natural poses, and the tests with their categories."""
        return tables(results)


def _places(row: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Object name to its point, a fraction of the photo."""
    points = json.loads(row.get("points") or "[]")
    names = row["left_to_right"].split("+")
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, points, strict=False)}
