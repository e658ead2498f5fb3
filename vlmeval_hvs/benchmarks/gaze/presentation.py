"""What people see of gaze results: marks on photos, charts, and Tables 1 and 2 of the study with its published rows."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.scoring import CUES
from vlmeval_hvs.metrics import cluster_bootstrap, null_interval
from vlmeval_hvs.metrics.characterization.results import STUDY
from vlmeval_hvs.names import is_official
from vlmeval_hvs.pictures import Box, Path, Picture, Point
from vlmeval_hvs.pictures import Mark as PictureMark
from vlmeval_hvs.presentation import Presentation
from vlmeval_hvs.registry import base_name, card_of
from vlmeval_hvs.results.charts import Axis, Chart, Mark, Series
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import ITEMS, SCORES
from vlmeval_hvs.results.paper_tables import COUNT, OTHER, Column, Row, Table, Value, kind_of
from vlmeval_hvs.results.published import HumanLevel
from vlmeval_hvs.results.row_names import on_the_same_data, row_names, slug

if TYPE_CHECKING:
    from vlmeval_hvs.benchmarks.gaze.dataset import GazeTargetDataset

logger = logging.getLogger("vlmeval_hvs")

_WHOLE = ("gaze_pos", "head_pos", "choice_pos", "n_objects")


class Run(NamedTuple):
    """A run in figures and tables: the name of its row, its result, and its item table."""

    name: str
    result: Result
    items: pd.DataFrame


def _groups(results: Sequence[Result]) -> Iterator[tuple[str, str, list[Run]]]:
    """Runs on the same data: the dataset, what begins every text about it, and the runs whose items can be read."""
    for dataset, own in on_the_same_data(results).items():
        named = zip(row_names(own), own, strict=True)
        runs = [Run(name, result, items) for name, result in named if (items := _items(result)) is not None]
        generated = any("not photos" in text or "demo data" in text for text in own[0].scores.get("warnings", []))
        if runs:
            yield dataset, f"{dataset}.{' Generated pictures, not photos.' if generated else ''}", runs


def _items(result: Result) -> pd.DataFrame | None:
    """The item table of a run with numbers; None, with a logged warning, where it cannot be used."""
    path = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        items = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
        items = items[items["choice_pos"] != ""].astype(dict.fromkeys((*_WHOLE, "score"), float))
        return items.astype(dict.fromkeys(_WHOLE, int)).reset_index(drop=True)
    except (OSError, ValueError, KeyError) as error:
        logger.warning("%s is left out, score the run again: %s: %s", path, type(error).__name__, error)
        return None


def _share(rows: pd.DataFrame, column: str) -> Value | None:
    """A share with its interval over scenes and the number of rows; None where there are none."""
    if rows.empty:
        return None
    values = rows[column].to_numpy(float)
    low, high = cluster_bootstrap(values, rows["scene_id"].to_numpy(str), share=True)
    return Value(float(values.mean()), low, high, len(rows))


def _head_shares(dataset: str, about: str, runs: Sequence[Run]) -> list[Chart]:
    """Share of answers at the head target by the distance between the two targets, for each number of objects."""
    tables = {}
    for run in runs:
        rows = run.items[(run.items["head_pos"] >= 0) & (run.items["choice_pos"] >= 0)]
        at_head, distance = rows["choice_pos"] == rows["head_pos"], (rows["gaze_pos"] - rows["head_pos"]).abs()
        tables[run.name] = rows.assign(distance=distance, at_head=at_head.astype(float))
    found = []
    for n in sorted({int(n) for rows in tables.values() for n in rows["n_objects"].unique() if n > 2}):
        series = []
        for name, rows in tables.items():
            steps = rows[rows["n_objects"] == n].groupby("distance")
            shares = [(float(step), share) for step, part in steps if (share := _share(part, "at_head"))]
            marks = tuple(Mark(step, share.value, share.low, share.high, share.n) for step, share in shares)
            series += [Series(name, "run", marks)] if marks else []
        text = (
            f"{about} Photos with {n} objects in which the pose of the head was controlled: share of answers "
            "that name the object that the head points at, by how many objects lie between it and the one that the "
            "eyes look at. Intervals over scenes."
        )
        x, y = Axis("distance between eyes and head, objects", 0, n - 1), Axis("answers at the head target", 0, 1)
        name, title = f"{slug(dataset)}-head-share-{n}", f"Answers at the head target, {n} objects"
        found.append(Chart(name, "lines", title, text, x, y, tuple(series)))
    return found


def _curves(dataset: str, about: str, runs: Sequence[Run]) -> list[Chart]:
    """Accuracy by the degrees between neighbouring objects, for each cue."""
    found = []
    for cue, word in CUES.items():
        series, guessing = [], 0.0
        for run in runs:
            if curve := run.result.scores.get("details", {}).get("curves", {}).get(cue):
                guessing = curve["chance"]
                marks = tuple(
                    Mark(level["separation"], level["accuracy"], low, high, level["trials"])
                    for level in curve["levels"]
                    for low, high in [level["interval"]]
                )
                series.append(Series(run.name, "run", marks))
        if series:
            series.append(Series("guessing", "chance", tuple(Mark(mark.x, guessing) for mark in series[0].marks)))
            text = f"{about} Answers at the gaze target where there are {word}; intervals over scenes."
            x, y = Axis("degrees between neighbouring objects", logarithmic=True), Axis("right answers", 0, 1)
            name, title = f"{slug(dataset)}-curve-{cue}", f"Psychometric curve, {word}"
            found.append(Chart(name, "lines", title, f"{text} Dashed: guessing.", x, y, tuple(series)))
    return found


def _accuracy_table(dataset: str, about: str, runs: Sequence[Run]) -> Table | None:
    """Table 1: accuracy with natural poses by number of objects, next to people and published models."""
    natural = {run.name: run.items[run.items["head_pos"] < 0] for run in runs}
    numbers = sorted({int(n) for items in natural.values() for n in items["n_objects"].unique()})
    if not numbers or "separation" in runs[0].items:
        return None
    rows = []
    for run in runs:
        cells = [_share(natural[run.name].query("n_objects == @n"), "score") for n in numbers]
        rows += [Row(run.name, cells, kind_of(run.result))] if any(cells) else []
    text = f"{about} Photos with a natural pose of the head, by number of objects; intervals over scenes."
    own_people = any(run.result.scores.get("settings", {}).get("human") is not None for run in runs)
    if is_official(dataset) and not own_people:
        published = _published(base_name(dataset.split()[0]), numbers)
        rows += published
        if published:
            text += " People: 59, on photos of the pilot, their intervals from the published model of their answers."
    asked = max(natural.values(), key=len)["n_objects"].value_counts()
    guesses = [null_interval([1 / n] * int(asked[n])) if n in asked else None for n in numbers]
    cells = [guess and Value(guess.value, guess.low, guess.high) for guess in guesses]
    columns, used = [Column(f"{n} objects") for n in numbers], [run.result for run in runs]
    title = f"{dataset}: accuracy with natural poses (Table 1)"
    return Table(f"{slug(dataset)}-accuracy", title, columns, [*rows, Row("guessing", cells, "chance")], [text], used)


def _published(study: str, numbers: Sequence[int]) -> list[Row]:
    """Rows of people, on photos of the study or its pilot, and of the published models, on the study's own."""
    if study not in ("GazeTarget", "GazeTarget_Pilot"):
        return []
    halves = {n: 1.96 * error for n, error in STUDY.error.items()}
    ends = {n: Value(share, share - halves[n], share + halves[n]) for n, share in STUDY.accuracy.items()}
    rows = [Row("People (published)", [ends.get(n) for n in numbers], "human")]
    reference = card_of("GazeTarget").reference if study == "GazeTarget" else {}
    printed = [reference.get(f"accuracy, natural poses, {n} objects", {}) for n in numbers]
    for model in dict.fromkeys(model for values in printed for model in values):
        if not model.startswith(("Humans", "Guessing")):
            cells = [Value(float(values[model])) if model in values else None for values in printed]
            rows.append(Row(model, cells, "published"))
    return rows


def _tests_table(dataset: str, runs: Sequence[Result]) -> Table | None:
    """Table 2: sign, estimate and interval of every test, and the category."""
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
        published, blank = card_of("GazeTarget").reference["category"], [None] * len(names)
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
        """The study's people on a run's mix of numbers of objects, natural poses; None for other photos than theirs."""
        cells = result.scores.get("details", {}).get("by_condition_and_objects") or {}
        trials = {n: cells.get(f"natural, {n} objects", {}).get("trials", 0) for n in STUDY.accuracy}
        total = sum(trials.values())
        if not is_official(result.dataset) or not total:
            return None
        shares = {n: count / total for n, count in trials.items()}
        value = sum(share * STUDY.accuracy[n] for n, share in shares.items())
        half = 1.96 * STUDY.error_of(shares)
        about = "59 people on photos of the pilot, natural poses (paper, Table 1)"
        return HumanLevel(value, value - half, value + half, True, about, "natural")

    def charts(self, results: Sequence[Result]) -> list[Chart]:
        """Psychometric curves, or whom the answers follow."""
        return [chart for group in _groups(results) for chart in _curves(*group) or _head_shares(*group)]

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 1 and 2 of the study: accuracy with natural poses, and the tests with their categories."""
        found = [_accuracy_table(*group) for group in _groups(results)]
        found += [_tests_table(name, runs) for name, runs in on_the_same_data(results).items()]
        return [table for table in found if table is not None]


def _places(row: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Object name to its point, a fraction of the photo."""
    points = json.loads(row.get("points") or "[]")
    names = row["left_to_right"].split("+")
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, points, strict=False)}
