"""Gaze scores against plain loops, and what bad runs lead to."""

import json

import numpy as np
import pandas as pd
import pytest

from dataset_builders.gaze.build import photo_rows
from dataset_builders.gaze.demo import COMBINATIONS
from vlmeval_hvs.benchmarks.gaze.scoring import score
from vlmeval_hvs.benchmarks.gaze.trials import DESIGN
from vlmeval_hvs.benchmarks.gaze.wording import asked, templates
from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.metrics.characterization.photos import CONDITIONS, VIEWS
from vlmeval_hvs.results.contract import finished
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
    return pd.DataFrame([row | asked(row, wording[row["prompt_id"]]) for row in out]).astype(str)


def answered(rows, choose):
    """Rows with the letter of the position `choose(row)` as reply; None leaves the reply empty."""
    letters = []
    for row in rows.to_dict("records"):
        position = choose(row)
        letters.append("" if position is None else LETTERS[row["option_order"].index(str(position))])
    return rows.assign(reply=letters, failed=False)


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
        letter = row["reply"]
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
    assert report.chance.value == pytest.approx(np.mean(chance))
    assert 0 < report.chance.low < report.chance.value < report.chance.high < 1
    assert values["head_share"] == pytest.approx(np.mean(heads))
    assert values["head_share"] + values["gaze_share"] + values["other_share"] == pytest.approx(1)
    assert report.items["fallback"].mean() == pytest.approx((mixed["reply"] == "").mean())
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
    assert report.details["against_chance"]["chance"] == pytest.approx(report.chance.value)


def test_item_table_holds_what_the_tests_need(mixed):
    report = score(mixed)
    assert len(report.items) == len(mixed)
    assert {"truth", "wrongness", "at_head", *DESIGN, "choice_pos"} <= set(report.items.columns)
    named = report.items["answer"] != ""
    assert (report.items.loc[~named, "choice_pos"] == -1).all()


def test_a_run_without_any_usable_reply(rows):
    report = score(rows.assign(reply="He looks at the camera.", failed=False))
    assert report.metrics["Overall"] == 0
    assert report.items["fallback"].mean() == 1
    assert "wrongness" not in report.metrics  # left out, not NaN
    assert "category" not in report.metrics
    assert any("named no option" in text for text in report.warnings)
    json.dumps(plain([report.metrics, report.details]), allow_nan=False)


def test_failed_samples_count_as_wrong_and_unmatched(rows):
    report = score(answered(rows, lambda row: int(row["gaze_pos"])).assign(reply="", failed=True))
    assert report.metrics["Overall"] == 0
    assert report.details["answers"]["rules"] == {"failed": 900}
    assert set(report.items["rule_paper"]) == {"failed"}


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


@pytest.fixture(scope="module")
def lower_case(rows):
    """Right answers that the literal rule cannot read: it knows capital letters only."""
    items = answered(rows, lambda row: int(row["gaze_pos"]))
    return items.assign(reply=items["reply"].str.lower())


def test_both_readings_are_reported(lower_case):
    robust, paper = (score(lower_case, reading=name) for name in ("robust", "paper"))
    assert robust.metrics["Overall"] == paper.metrics["Overall_robust"] == 1
    assert robust.metrics["Overall_paper"] == paper.metrics["Overall"] == 0
    assert "Overall_paper" not in paper.metrics


@pytest.mark.parametrize(("reading", "other"), [("robust", "paper"), ("paper", "robust")])
def test_items_and_metrics_follow_the_contract(mixed, reading, other):
    # Sentences are read by one reading, small letters by the other one only.
    replies = [f"Not C, but {letter}!" if letter and at % 3 else letter for at, letter in enumerate(mixed["reply"])]
    items = mixed.assign(reply=replies)
    items.loc[items.index[5], ["reply", "failed"]] = ["", True]
    report = finished(score(items, reading=reading), items, reading, other)
    table, metrics = report.items, report.metrics
    assert list(table["index"]) == list(items["index"])
    assert table["score"].mean() == pytest.approx(metrics["Overall"], abs=1e-15)
    assert table[f"score_{other}"].mean() == pytest.approx(metrics[f"Overall_{other}"], abs=1e-15)
    assert metrics["Fallback"] == table["fallback"].mean()
    assert metrics["Differ"] == (table["answer"] != table[f"answer_{other}"]).mean() > 0.1
    for end in ("", f"_{other}"):
        assert ((table[f"answer{end}"] == "") == (table[f"fallback{end}"] == 1)).all()
        assert ((table[f"answer{end}"] == table["truth"]) == (table[f"score{end}"] == 1)).all()
    assert report.details["answers"]["rules"] == table["rule"].value_counts().to_dict()
    assert table.loc[5, ["rule", f"rule_{other}", "failed"]].tolist() == ["failed", "failed", 1]
    robust = score(items)
    swapped = "" if other == "paper" else "_robust"
    assert table[f"rule{swapped}"].tolist() == robust.items["rule"].tolist()
    assert {"unmatched", "chance"}.isdisjoint(metrics)


def test_the_explanation_is_told_to_the_user(lower_case):
    report = score(lower_case)
    assert report.summary == [report.details["explanation"], report.details["cue_model"]["explanation"]]
    assert "category 1" in report.summary[0]


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


def test_the_margin_is_an_option(rows):
    items = answered(rows, lambda row: int(row["gaze_pos"]))
    assert score(items, margin=0.2).details["characterization"]["tests"]["1"]["details"]["margin"] == 0.2


def test_contradicting_rows_are_refused(rows):
    items = answered(rows, lambda row: 0)
    items.loc[items.index[20], "gaze_pos"] = "1" if items.loc[items.index[20], "gaze_pos"] == "0" else "0"
    with pytest.raises(DataError, match="photo"):
        score(items)
