"""Gaze scores against plain loops, and what bad runs lead to."""

import json

import numpy as np
import pandas as pd
import pytest

from dataset_builders.gaze.build import photo_rows
from dataset_builders.gaze.demo import COMBINATIONS
from vlmeval_hvs.benchmarks.gaze.scoring import score
from vlmeval_hvs.benchmarks.gaze.wording import LETTERS, templates
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS
from vlmeval_hvs.results.files import plain


@pytest.fixture(scope="module")
def rows():
    """Rows of a fully crossed set of 36 scenes with two prompts, without pictures."""
    design = agents.full_design({2: 1, 3: 2, 4: 1})
    wording = {number: templates("main")[number] for number in (0, 11)}
    out = []
    first_scene = 0
    for names in COMBINATIONS:
        members = np.flatnonzero((design.scene >= first_scene) & (design.scene < first_scene + 9))
        first_scene += 9
        for number in members:
            photo = {
                "stimulus_id": 1000 + int(number), "objects": list(names), "gaze_pos": int(design.gaze[number]),
                "head_pos": int(design.head[number]), "condition": CONDITIONS[design.condition[number]],
                "view": VIEWS[design.view[number]], "proximity": int(design.proximity[number]),
                "dist_eye_head": "", "site": "", "actor": "", "list_id": "", "points": [], "face": [],
            }  # fmt: skip
            out += photo_rows(photo, "x.png", "main", wording)
    return pd.DataFrame(out).astype(str)


def answered(rows, choose):
    """Rows with the letter of the position `choose(row)` as prediction; None leaves the prediction empty."""
    letters = []
    for row in rows.to_dict("records"):
        position = choose(row)
        letters.append("" if position is None else LETTERS[row["option_order"].index(str(position))])
    return rows.assign(prediction=letters, failed=False)


@pytest.fixture(scope="module")
def mixed(rows):
    """Random choices, some of them missing."""
    rng = np.random.default_rng(0)
    return answered(rows, lambda row: None if rng.random() < 0.1 else int(rng.integers(int(row["n_objects"]))))


def test_metrics_equal_a_loop(mixed):
    report = score(mixed)
    correct, distance, expected, chance, heads = [], [], [], [], []
    for row in mixed.to_dict("records"):
        n, gaze, head = (int(row[name]) for name in ("n_objects", "gaze_pos", "head_pos"))
        chance.append(1 / n)
        letter = row["prediction"]
        correct.append(letter == row["answer"])
        if letter:
            position = int(row["option_order"][LETTERS.index(letter)])
            distance.append(wrongness(position, gaze, n))
            expected.append(np.mean([wrongness(other, gaze, n) for other in range(n)]))
            if row["condition"] == "incongruent":
                heads.append(position == head)
    values = report.metrics
    assert values["Overall"] == pytest.approx(np.mean(correct))
    assert values["wrongness"] == pytest.approx(np.mean(distance))
    assert values["wrongness_expected"] == pytest.approx(np.mean(expected))
    assert values["chance"] == pytest.approx(np.mean(chance))
    assert values["head_share"] == pytest.approx(np.mean(heads))
    assert values["head_share"] + values["gaze_share"] + values["other_share"] == pytest.approx(1)
    assert values["unmatched"] == pytest.approx((mixed["prediction"] == "").mean())
    low, high = report.intervals["Overall"]
    assert low < values["Overall"] < high


def test_splits_average_to_the_whole(mixed):
    report = score(mixed)
    for label, column in (("objects", "n_objects"), ("view", "view"), ("proximity", "proximity")):
        sizes = mixed[column].value_counts()
        mean = sum(report.metrics[f"{label}_{value}"] * size for value, size in sizes.items()) / len(mixed)
        assert mean == pytest.approx(report.metrics["Overall"])
    assert set(report.details["by_prompt"]) == {"0", "11"}
    assert report.details["prompt_factors"]["task_hint"]["photos"] == 450


def test_exact_chance_levels(rows):
    report = score(answered(rows, lambda row: 0))
    table = report.details["by_condition_and_objects"]
    assert {key: value["chance"] for key, value in table.items() if key.startswith("natural")} == pytest.approx(
        {"natural, 2 objects": 1 / 2, "natural, 3 objects": 1 / 3, "natural, 4 objects": 1 / 4}
    )
    assert report.details["against_chance"]["chance"] == pytest.approx(report.metrics["chance"])


def test_item_table_holds_what_the_tests_need(mixed):
    report = score(mixed)
    assert len(report.items) == len(mixed)
    assert {"index", "prediction", "rule", "fallback", "correct", "wrongness", "scene_id", "choice_pos"} <= set(
        report.items.columns
    )
    named = report.items["prediction"] != ""
    assert (report.items.loc[~named, "choice_pos"] == -1).all()


def test_a_run_without_any_usable_reply(rows):
    report = score(rows.assign(prediction="He looks at the camera.", failed=False))
    assert report.metrics["Overall"] == 0
    assert report.metrics["unmatched"] == 1
    assert "wrongness" not in report.metrics  # left out, not NaN
    assert "category" not in report.metrics
    assert any("named no option" in text for text in report.warnings)
    json.dumps(plain([report.metrics, report.details]), allow_nan=False)


def test_failed_samples_count_as_wrong_and_unmatched(rows):
    report = score(answered(rows, lambda row: int(row["gaze_pos"])).assign(failed=True))
    assert report.metrics["Overall"] == 0
    assert report.details["answers"]["rules"] == {"failed": 900}


def test_one_scene_is_scored_with_warnings(rows):
    part = rows[rows["scene_id"] == rows["scene_id"].iloc[-1]]
    report = score(answered(part, lambda row: int(row["gaze_pos"])))
    assert report.metrics["Overall"] == 1
    assert any("only 1 scene:" in text for text in report.warnings)
    assert all(np.isfinite(value) for value in report.metrics.values())


def test_natural_photos_alone_get_no_category_and_no_alarm(rows):
    part = rows[rows["condition"] == "natural"]
    report = score(answered(part, lambda row: 0))
    assert "category" not in report.metrics
    assert "no category" in report.details["explanation"]
    assert set(report.details["characterization"]["tests"]) == {"1", "proximity", "view"}
    assert report.warnings == []


def test_both_profiles_are_reported(rows):
    items = answered(rows, lambda row: int(row["gaze_pos"]))
    items["prediction"] = items["prediction"].str.lower()  # the literal rule knows capital letters only
    robust, paper = (score(items, profile=name) for name in ("robust", "paper"))
    assert robust.metrics["Overall"] == 1
    assert robust.metrics["Overall_paper"] == paper.metrics["Overall"] == 0
    assert robust.metrics["Differ"] == 1


@pytest.mark.parametrize("engine", ["fixed-effects", "glmm", "paper"])
def test_engines(rows, engine):
    items = answered(rows, lambda row: int(row["head_pos"]) if row["head_pos"] != "-1" else 0)
    assert score(items, engine=engine).details["characterization"]["engine"] == engine


def test_human_reference_is_an_option(rows):
    items = answered(rows, lambda row: 0)
    easy = score(items, human={"2": 0.0, "3": 0.0, "4": 0.0})
    assert easy.metrics["category"] == 1
    with pytest.raises(DataError, match="no accuracy for 3"):
        score(items, human={"2": 0.9, "4": 0.9})


def test_contradicting_rows_are_refused(rows):
    items = answered(rows, lambda row: 0)
    items.loc[items.index[20], "gaze_pos"] = "1" if items.loc[items.index[20], "gaze_pos"] == "0" else "0"
    with pytest.raises(DataError, match="photo"):
        score(items)
