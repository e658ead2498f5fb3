"""The gaze study's figures and tables: answers made by hand in, shares, published rows and verdicts out."""

import json

import pytest

from vlmeval_hvs.benchmarks.gaze import presentation as charting
from vlmeval_hvs.benchmarks.gaze.presentation import tables
from vlmeval_hvs.metrics.characterization.results import CATEGORIES
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.paper_tables import Style

TESTS = {
    "1": {"name": "gap", "estimate": -0.3, "interval": [-0.4, -0.2], "p": 0.001, "positive": True, "n": 9},
    "3": {"name": "eyes", "estimate": None, "interval": [None, None], "p": None, "positive": False, "n": 0},
}
VERDICT = {"category": 3, "counts": {"scenes": 2}, "tests": TESTS}


@pytest.fixture
def items():
    """Items of two scenes of three objects: the head's object is named unless the eyes look at the last one."""
    import pandas as pd

    rows = []
    for scene in ("s0", "s1"):
        for head in (-1, 0, 1, 2):
            for gaze in range(3):
                choice = gaze if head < 0 or gaze == 2 else head
                rows.append((str(len(rows)), len(rows), scene, gaze, head, choice, "abc"[choice]))
    names = ["index", "stimulus_id", "scene_id", "gaze_pos", "head_pos", "choice_pos", "answer"]
    table = pd.DataFrame(rows, columns=names)
    return table.assign(view="front", n_objects=3, score=(table["choice_pos"] == table["gaze_pos"]).astype(float))


@pytest.fixture
def run(items, tmp_path):
    """Makes a result whose answers are the items."""

    def make(dataset="GazeTarget", human=None, **more):
        items.to_csv(tmp_path / f"M_{dataset}_hvs_items.tsv", sep="\t", index=False)
        details = {"characterization": VERDICT, **more}
        scores = {"metrics": {"Overall": 0.5}, "settings": {"human": human}, "digest": "d", "details": details}
        return Result("M", dataset, "GazeTarget", tmp_path / f"M_{dataset}_hvs_scores.json", scores)

    return make


def by_name(results):
    return {chart.name: chart for chart in charting.charts(results)}


def marks(chart):
    return {one.name: [(mark.x, mark.y, mark.n) for mark in one.marks] for one in chart.series}


def test_shares_of_answers(run):
    found = by_name([run()])
    heads = found["gazetarget-head-share-3"]
    # Distance 0: all three at the head. Distance 1: (0,1) (1,0) (1,2) at the head, (2,1) not. Distance 2: (0,2) only.
    assert marks(heads)["M"] == [(0, 1.0, 6), (1, 0.75, 8), (2, 0.5, 4)]
    assert all(mark.low <= mark.y <= mark.high for mark in heads.series[0].marks)


def test_accuracy_stands_beside_people_and_published_models_on_the_same_photos_only(run):
    chart = by_name([run()])["gazetarget-accuracy"]
    found = marks(chart)
    assert found["M"] == [(1.0, "3 objects", 6)]
    assert found[charting.PEOPLE] == [(0.88, "3 objects", None)]  # Table 1
    assert found["GPT-5.2"] == [(0.46, "3 objects", None)]
    assert chart.bands[0].middle == pytest.approx(1 / 3)
    for other in (run("GazeTarget_DEMO"), run(human={"3": 1})):
        (chart,) = [chart for name, chart in by_name([other]).items() if name.endswith("accuracy")]
        assert [one.standing for one in chart.series] == ["run"]


def test_tables(run):
    one, two = tables([run()])
    assert (one.rows[0].name, one.rows[0].cells[0].value) == ("M", 1.0)
    rows = one.grid(Style(3)).rows
    assert ["GPT-5.2 (published)", "0.460"] in rows
    place = rows.index(["People (published)", "0.880"])
    assert rows[place + 1] == ["95 % interval", "[0.845, 0.915]"]
    rows = two.grid(Style(2)).rows
    assert rows[:2] == [["M", "-0.30 +", "not run", "3", "2"], ["95 % interval", "[-0.40, -0.20]", "", "", ""]]


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
