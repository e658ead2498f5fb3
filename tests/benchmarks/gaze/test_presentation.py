"""The gaze study's figures and tables: answers made by hand in, shares, published rows and verdicts out."""

import itertools
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from vlmeval_hvs.benchmarks.gaze.presentation import GazeTargetPresentation
from vlmeval_hvs.metrics.characterization.results import CATEGORIES
from vlmeval_hvs.pictures import Box
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.charts import Mark
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Style, Value

TESTS = {
    "1": {"name": "gap", "estimate": -0.3, "interval": [-0.4, -0.2], "p": 0.001, "positive": True, "n": 9},
    "3": {"name": "eyes", "estimate": None, "interval": [None, None], "p": None, "positive": False, "n": 0},
}
VERDICT = {"category": 3, "counts": {"scenes": 2}, "tests": TESTS}
SHOW = GazeTargetPresentation()


@pytest.fixture
def run(tmp_path):
    """Makes a result on two scenes of three objects: the head's object is named unless the eyes look at the last."""
    import pandas as pd

    rows = []
    for scene, head, gaze in itertools.product(("s0", "s1"), (-1, 0, 1, 2), range(3)):
        choice = gaze if head < 0 or gaze == 2 else head
        rows.append((str(len(rows)), len(rows), scene, gaze, head, choice, "abc"[choice], float(choice == gaze)))
    names = ["index", "stimulus_id", "scene_id", "gaze_pos", "head_pos", "choice_pos", "answer", "score"]
    items = pd.DataFrame(rows, columns=names).assign(view="front", n_objects=3)

    def make(dataset="GazeTarget", human=None, **more):
        items.to_csv(tmp_path / f"M_{dataset}_hvs_items.tsv", sep="\t", index=False)
        details = {"characterization": VERDICT, **more}
        scores = {"metrics": {"Overall": 0.5}, "settings": {"human": human}, "digest": "d", "details": details}
        return Result("M", dataset, "GazeTarget", tmp_path / f"M_{dataset}_hvs_scores.json", scores)

    return make


def test_psychometric_curves_and_tests_that_a_run_lacks(run):
    level = {"separation": 6.0, "accuracy": 0.5, "interval": [0.4, 0.6], "trials": 12, "scenes": 3}
    made = run("GazeTarget_Psychometric", curves={"eyes": {"levels": [level], "chance": 1 / 3}})
    made.scores["warnings"] = ["drawn, not photos"]
    assert not SHOW.charts([replace(made, scores={**made.scores, "validity": "invalid"})])
    assert not SHOW.tables([made])[:-1], "no accuracy of natural photos"
    (chart,) = SHOW.charts([made])
    assert chart.about.startswith("GazeTarget_Psychometric. Generated pictures, not photos. Answers at the gaze target")
    assert [one.marks for one in chart.series] == [(Mark(6.0, 0.5, 0.4, 0.6, 12),), (Mark(6.0, 1 / 3),)]
    verdict = {"tests": {**TESTS, "view": {**TESTS["1"], "name": "view", "positive": False, "interval": None}}}
    one, other = run("GazeTarget_DEMO"), run("GazeTarget_DEMO", characterization=verdict)
    other = replace(other, model="N", scores={**other.scores, "settings": {"engine": "paper"}})
    (table,) = [table for table in SHOW.tables([one, other]) if table.name.endswith("tests")]
    assert [column.name for column in table.columns] == ["Test 1", "Test 3", "view", "category", "scenes"]
    assert [list(row.cells[2:]) for row in table.rows] == [
        ["not run", "3", Value(2)], [Value(-0.3, sign="-"), "unknown", None]
    ]  # fmt: skip
    assert table.notes[2] == "view: view"
    assert [row.kind for row in table.rows] == ["run", "run"], "no published categories beside demo data"
    assert SHOW.tables([run("GazeTarget_DEMO", characterization={})])[1:] == []


def test_accuracy_stands_beside_people_and_published_models_on_the_same_photos_only(run, caplog):
    one, two = SHOW.tables([run()])
    assert (one.rows[0].cells[0][0], one.rows[0].cells[0].n) == (1.0, 6)
    assert [row.kind for row in one.rows[:3]] == ["run", "human", "chance"]
    rows = one.grid(Style(3)).rows
    assert ["GPT-5.2 (published)", "0.460"] in rows
    place = rows.index(["People (published)", "0.880"])
    assert rows[place + 1] == ["95 % interval", "[0.845, 0.915]"]
    assert rows[rows.index(["guessing", "0.333"]) + 1] == ["95 % interval", "[0.000, 0.667]"]
    rows = two.grid(Style(2)).rows
    assert rows[:2] == [["M", "-0.30 +", "not run", "3", "2"], ["95 % interval", "[-0.40, -0.20]", "", "", ""]]
    for name, human, kinds in (
        ("GazeTarget_Pilot", None, ["run", "human", "chance"]), ("GazeTarget_DEMO", None, ["run", "chance"]),
        ("GazeTarget_PrePilot", None, ["run", "chance"]), ("GazeTarget", {"3": 1}, ["run", "chance"])
    ):  # fmt: skip
        table = SHOW.tables([run(name, human)])[0]
        assert [row.kind for row in table.rows] == kinds, name
        assert ("People: 59" in table.notes[0]) == ("human" in kinds)
    made = run()
    items = made.path.with_name("M_GazeTarget_hvs_items.tsv")
    items.write_text(items.read_text().replace("head_pos", "head"))
    assert [table.name for table in SHOW.tables([made])] == ["gazetarget-tests"]
    assert "M_GazeTarget_hvs_items.tsv is left out, score the run again: KeyError" in caplog.text
    # On the same mix of numbers of objects:
    cells = {"natural, 2 objects": 30, "natural, 4 objects": 10, "congruent, 3 objects": 9}
    cells = {name: {"trials": count} for name, count in cells.items()}
    level = SHOW.human_level(run(by_condition_and_objects=cells))
    assert (level.value, level.of, level.published) == (pytest.approx(0.75 * 0.94 + 0.25 * 0.76), "natural", True)
    half = 1.96 * ((0.75 * 0.007) ** 2 + (0.25 * 0.025) ** 2) ** 0.5
    assert (level.low, level.high) == pytest.approx((level.value - half, level.value + half))
    assert SHOW.human_level(run("GazeTarget_DEMO", by_condition_and_objects=cells)) is None
    assert SHOW.human_level(run(by_condition_and_objects={})) is None


def test_the_published_rows_are_those_of_the_study(shared):
    def name(row):
        return row.casefold().replace("-", "").split("(")[0].rstrip("* ")

    printed = json.loads((shared / "tables" / "gaze_tables.json").read_text())
    reference = card_of("GazeTarget").reference
    main = {name(row): values for row, values in printed["table1"]["rows"].items() if row[-1] != "*" or "Human" in row}
    for column, n in enumerate((2, 3, 4)):
        found = {name(row): value for row, value in reference[f"accuracy, natural poses, {n} objects"].items()}
        assert found.pop("guessing") == pytest.approx(1 / n, abs=1e-4)
        assert found == {row: values[column] for row, values in main.items() if row != "guessing baseline"}
    types = {name(row): values[-1].lower() for row, values in printed["table2"]["rows"].items()}
    found = {name(row): CATEGORIES[value][0] for row, value in reference["category"].items()}
    assert {next(short for short in types if row.startswith(short)): kind for row, kind in found.items()} == types


def test_marks_are_the_objects_the_lines_to_the_targets_and_the_answer():
    dataset, middle = SimpleNamespace(image=lambda path: f"/set/{path}"), (0.5, 0.2)
    row = {
        "image_path": "a.png", "left_to_right": "cup+ball", "points": "[[0.2, 0.8], [0.6, 0.7]]",
        "face": "[0.4, 0.1, 0.6, 0.3]", "head_target": "cup", "gaze_target": "ball",
    }  # fmt: skip
    (picture,) = SHOW.pictures(dataset, row)
    *objects, head, eyes = picture.marks
    told = ("/set/a.png", [("option", "cup"), ("option", "ball")])
    assert (picture.image, [(mark.role, mark.label) for mark in objects]) == told
    told = [("head", (middle, (0.2, 0.8))), ("eyes", (middle, (0.6, 0.7)))]
    assert [(mark.role, mark.points) for mark in (head, eyes)] == told
    assert SHOW.pictures(dataset, {**row, "head_target": "", "points": ""})[0].marks == ()
    (picture,) = SHOW.answered(dataset, row, {"answer": "ball"})
    assert picture.marks == (Box(0.6 - 0.04, 0.7 - 0.055, 0.08, 0.11, "answer", "ball"),)
    assert SHOW.answered(dataset, row, {"answer": None})[0].marks == ()
