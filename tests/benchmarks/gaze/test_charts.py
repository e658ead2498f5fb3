"""The gaze study's figures: answers made by hand in, shares, published rows and verdicts out."""

import pytest
from later import later

from vlmeval_hvs.results.collect import Result

with later():
    import pandas as pd

    from vlmeval_hvs.benchmarks.gaze import charts as charting
    from vlmeval_hvs.benchmarks.gaze.tables import tables


VERDICT = {
    "category": 3,
    "reason": "because",
    "stability": {"3": 0.9, "unclear": 0.1},
    "counts": {"scenes": 2},
    "tests": {
        "1": {"name": "gap", "estimate": -0.3, "interval": [-0.4, -0.2], "p": 0.001, "positive": True, "n": 9},
        "3": {"name": "eyes", "estimate": None, "interval": [None, None], "p": None, "positive": False, "n": 0},
    },
}
CUE = {"probabilities": {"1": 0.0, "3": 0.75, "4": 0.25}}


def mix(gaze, head):
    """The head's object unless the eyes look at the last one."""
    return 2 if gaze == 2 else head


def run(folder, dataset="GazeTarget", model="M", choice=mix, **more):
    rows = []
    for scene in range(2):
        for head in (-1, 0, 1, 2):
            for gaze in range(3):
                picked = gaze if head < 0 and gaze else choice(gaze, max(head, 0))
                rows.append((str(len(rows)), f"s{scene}", "front", len(rows), 3, gaze, head, picked))
    columns = ["index", "scene_id", "view", "stimulus_id", "n_objects", "gaze_pos", "head_pos", "choice_pos"]
    items = pd.DataFrame(rows, columns=columns)
    items = items.assign(answer="", score=(items["choice_pos"] == items["gaze_pos"]).astype(float))
    items.to_csv(folder / f"{model}_{dataset}_hvs_items.tsv", sep="\t", index=False)
    scores = {
        "metrics": {"Overall": 0.5},
        "settings": {"human": None},
        "digest": "d",
        "details": {"characterization": VERDICT, "cue_model": CUE},
        **more,
    }
    return Result(model, dataset, "GazeTarget", folder / f"{model}_{dataset}_hvs_scores.json", scores)


def by_name(results):
    return {chart.name: chart for chart in charting.charts(results)}


def series(chart):
    return {one.name: one for one in chart.series}


def test_head_shares_by_distance(tmp_path):
    chart = by_name([run(tmp_path)])["gazetarget-head-share-3"]
    # Distance 0: all three at the head. Distance 1: (0,1) (1,0) (1,2) at the head, (2,1) not. Distance 2: (0,2) only.
    own = series(chart)["M"].marks
    assert [(mark.x, mark.y, mark.n) for mark in own] == [(0, 1.0, 6), (1, 0.75, 8), (2, 0.5, 4)]
    assert all(mark.low <= mark.y <= mark.high for mark in own)
    assert sum(one.standing == "reference" for one in chart.series) == 5


def test_which_cue_is_followed(tmp_path):
    chart = by_name([run(tmp_path)])["gazetarget-cues"]
    # Of six conflicts: (0,1) (0,2) (1,0) (1,2) at the head, (2,0) (2,1) at the eyes.
    assert [one.marks[0].x for one in chart.series] == pytest.approx([1 / 3, 2 / 3, 0])
    assert [one.marks[0].n for one in chart.series] == [12, 12, 12]
    assert chart.stacked


def test_accuracy_stands_beside_people_and_published_models(tmp_path):
    chart = by_name([run(tmp_path)])["gazetarget-accuracy"]
    found = series(chart)
    assert [(mark.x, mark.n) for mark in found["M"].marks] == [(1.0, 6)]
    assert [(mark.y, mark.x) for mark in found[charting.PEOPLE].marks] == [("3 objects", 0.88)]  # Table 1
    assert found["GPT-5.2"].standing == "published"
    assert found["GPT-5.2"].marks[0].x == 0.46
    assert chart.bands[0].middle == pytest.approx(1 / 3)


def test_other_people_or_pictures_are_not_compared_with_the_study(tmp_path):
    for dataset, settings in [("GazeTarget_DEMO", {"human": None}), ("GazeTarget", {"human": {"3": 1}})]:
        results = [run(tmp_path, dataset, settings=settings)]
        chart = next(chart for chart in charting.charts(results) if chart.name.endswith("accuracy"))
        assert [one.standing for one in chart.series] == ["run"]


def test_the_tests_have_their_estimates(tmp_path):
    chart = by_name([run(tmp_path)])["gazetarget-tests"]
    (mark,) = series(chart)["M"].marks
    assert (mark.y, mark.x, mark.low, mark.high, mark.n) == (charting.TESTS["1"], -0.3, -0.4, -0.2, 9)
    assert chart.y.names == (charting.TESTS["1"],)
    assert "M: because" in chart.about


def test_tables_have_the_study_rows_below_the_runs(tmp_path):
    one, two = tables([run(tmp_path)])
    assert one.rows[0][0] == "M"
    assert one.rows[0][1].startswith("1.000 [")
    assert ["GPT-5.2 (published)", "0.460"] in one.rows
    assert ["People (published)", "0.880 [0.845, 0.915]"] in one.rows
    assert two.head == ["row", "Test 1", "Test 3", "category", "scenes"]
    assert two.rows[0] == ["M", "(+) -0.30 [-0.40, -0.20]", "not run", "3", "2"]
    assert ["GPT-4o-2024-08-06 (published)", "", "", "4", ""] in two.rows
