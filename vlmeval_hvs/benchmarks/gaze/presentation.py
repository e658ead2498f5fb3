"""What people see of gaze results: marks on photos, charts, and Tables 1 and 2 of the study with its published rows."""

import json
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

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


def _about(dataset: str, runs: Sequence[Result]) -> str:
    """What begins every text about runs on a dataset."""
    generated = any("not photos" in text or "demo data" in text for text in runs[0].scores.get("warnings", []))
    return f"{dataset}.{' Generated pictures, not photos.' if generated else ''}"


def _natural(result: Result) -> pd.DataFrame | None:
    """Rows of the item table with natural poses; None, with a logged warning, where the table cannot be used."""
    path = result.path.with_name(result.path.name.removesuffix(SCORES) + ITEMS)
    try:
        items = pd.read_csv(path, sep="\t", dtype=str, keep_default_na=False)
        items = items[items["choice_pos"] != ""].astype({"head_pos": float, "n_objects": int, "score": float})
        return items.loc[items["head_pos"] < 0, ["scene_id", "n_objects", "score"]]
    except (OSError, ValueError, KeyError) as error:
        logger.warning("%s is left out, score the run again: %s: %s", path, type(error).__name__, error)
        return None


def _share(rows: pd.DataFrame) -> Value | None:
    """A share of right answers with its interval over scenes and the number of rows; None where there are none."""
    if rows.empty:
        return None
    values = rows["score"].to_numpy(float)
    low, high = cluster_bootstrap(values, rows["scene_id"].to_numpy(str), share=True)
    return Value(float(values.mean()), low, high, len(rows))


def _curves(dataset: str, runs: Sequence[Result]) -> list[Chart]:
    """Accuracy by the degrees between neighbouring objects, for each cue."""
    found = []
    for cue, word in CUES.items():
        series, guessing = [], 0.0
        for name, run in zip(row_names(runs), runs, strict=True):
            if curve := run.scores.get("details", {}).get("curves", {}).get(cue):
                guessing = curve["chance"]
                marks = tuple(
                    Mark(level["separation"], level["accuracy"], low, high, level["trials"])
                    for level in curve["levels"]
                    for low, high in [level["interval"]]
                )
                series.append(Series(name, "run", marks))
        if series:
            series.append(Series("guessing", "chance", tuple(Mark(mark.x, guessing) for mark in series[0].marks)))
            text = f"{_about(dataset, runs)} Answers at the gaze target where there are {word}; intervals over scenes."
            x, y = Axis("degrees between neighbouring objects", logarithmic=True), Axis("right answers", 0, 1)
            name, title = f"{slug(dataset)}-curve-{cue}", f"Psychometric curve, {word}"
            found.append(Chart(name, "lines", title, f"{text} Dashed: guessing.", x, y, tuple(series)))
    return found


def _accuracy_table(dataset: str, runs: Sequence[Result]) -> Table | None:
    """Table 1: accuracy with natural poses by number of objects, next to people and published models."""
    if any("curves" in run.scores.get("details", {}) for run in runs):
        return None
    named = [(name, run, _natural(run)) for name, run in zip(row_names(runs), runs, strict=True)]
    natural = [(name, run, items) for name, run, items in named if items is not None and len(items)]
    numbers = sorted({int(n) for *_, items in natural for n in items["n_objects"].unique()})
    if not numbers:
        return None
    rows = []
    for name, run, items in natural:
        rows.append(Row(name, [_share(items[items["n_objects"] == n]) for n in numbers], kind_of(run)))
    text = (
        f"{_about(dataset, runs)} Photos with a natural pose of the head, by number of objects; intervals over scenes."
    )
    if is_official(dataset) and all(run.scores.get("settings", {}).get("human") is None for run in runs):
        published = _published(base_name(dataset.split()[0]), numbers)
        rows += published
        if published:
            text += " People: 59, on photos of the pilot, their intervals from the published model of their answers."
    asked = max((items for *_, items in natural), key=len)["n_objects"].value_counts()
    guesses = [null_interval([1 / n] * int(asked[n])) if n in asked else None for n in numbers]
    rows.append(Row("guessing", [guess and Value(guess.value, guess.low, guess.high) for guess in guesses], "chance"))
    columns, title = [Column(f"{n} objects") for n in numbers], f"{dataset}: accuracy with natural poses (Table 1)"
    return Table(f"{slug(dataset)}-accuracy", title, columns, rows, [text], [run for _, run, _ in natural])


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

    def pictures(self, dataset: "GazeTargetDataset", row: Mapping[str, str]) -> list[Picture]:
        """The photo with the candidates by name, and lines from the face to the targets of head and eyes."""
        places = _places(row)
        marks: list[PictureMark] = [Point(x, y, "option", name) for name, (x, y) in places.items()]
        if face := json.loads(row.get("face") or "null"):
            x1, y1, x2, y2 = face
            ways = (("head", row["head_target"]), ("eyes", row["gaze_target"]))
            middle = ((x1 + x2) / 2, (y1 + y2) / 2)
            marks += [Path((middle, places[target]), role) for role, target in ways if target in places]
        return [Picture(dataset.image(row["image_path"]), marks=tuple(marks))]

    def answered(self, dataset: "GazeTargetDataset", row: Mapping[str, str], item: Mapping[str, Any]) -> list[Picture]:
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
        """Psychometric curves."""
        return [chart for name, runs in on_the_same_data(results).items() for chart in _curves(name, runs)]

    def tables(self, results: Sequence[Result]) -> list[Table]:
        """Tables 1 and 2 of the study: accuracy with natural poses, and the tests with their categories."""
        groups = on_the_same_data(results).items()
        found = [make(name, runs) for make in (_accuracy_table, _tests_table) for name, runs in groups]
        return [table for table in found if table is not None]


def _places(row: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """Object name to its point, a fraction of the photo."""
    points = json.loads(row.get("points") or "[]")
    names = row["left_to_right"].split("+")
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, points, strict=False)}
