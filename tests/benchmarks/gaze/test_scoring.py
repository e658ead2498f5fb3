"""Gaze scores against plain loops, and what bad runs lead to."""

import json

import numpy as np
import pytest
from later import later

from vlmeval_hvs.choices import LETTERS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import wrongness
from vlmeval_hvs.metrics.characterization import agents
from vlmeval_hvs.results.contract import finished
from vlmeval_hvs.results.files import plain

with later():
    import pandas as pd

    from dataset_builders.gaze import build, demo
    from vlmeval_hvs.benchmarks.gaze import wording
    from vlmeval_hvs.benchmarks.gaze.scoring import score
    from vlmeval_hvs.metrics.characterization import photos


@pytest.fixture(scope="module")
def rows():
    """Rows of a fully crossed set of 36 scenes with two prompts, without pictures."""
    design, out = agents.full_design({2: 1, 3: 2, 4: 1}), []
    templates = {number: wording.templates("main")[number] for number in (0, 11)}
    for place, names in enumerate(demo.COMBINATIONS):
        for number in np.flatnonzero(design.scene // 9 == place):
            photo = {
                "stimulus_id": 1000 + int(number), "objects": list(names), "gaze_pos": int(design.gaze[number]),
                "head_pos": int(design.head[number]), "condition": photos.CONDITIONS[design.condition[number]],
                "view": photos.VIEWS[design.view[number]], "proximity": int(design.proximity[number]),
                "dist_eye_head": "", "site": "", "actor": "", "list_id": "", "points": [], "face": [],
            }  # fmt: skip
            out += build.photo_rows(photo, "x.png", "main", templates)
    return pd.DataFrame([row | wording.asked(row, templates[row["prompt_id"]]) for row in out]).astype(str)


def answered(rows, choose):
    """Rows with the letter of the position `choose(row)` as reply; None leaves the reply empty."""
    chosen = [(row, choose(row)) for row in rows.to_dict("records")]
    letters = ["" if at is None else LETTERS[row["option_order"].index(str(at))] for row, at in chosen]
    return rows.assign(reply=letters, failed=False)


@pytest.fixture(scope="module")
def mixed(rows):
    """Random choices, some of them missing."""
    rng = np.random.default_rng(0)
    return answered(rows, lambda row: None if rng.random() < 0.1 else int(rng.integers(int(row["n_objects"]))))


def test_metrics_equal_a_loop_and_splits_average_to_the_whole(mixed):
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
    found, loops = report.metrics, {"Overall": correct, "wrongness": distance, "head_share": heads}
    for name, values in (loops | {"wrongness_expected": expected}).items():
        assert found[name] == pytest.approx(np.mean(values)), name
    assert report.chance.value == pytest.approx(np.mean(chance))
    assert 0 < report.chance.low < report.chance.value < report.chance.high < 1
    assert found["head_share"] + found["gaze_share"] + found["other_share"] == pytest.approx(1)
    low, high = report.intervals["Overall"]
    assert low < found["Overall"] < high
    for label, column in (("objects", "n_objects"), ("view", "view"), ("proximity", "proximity")):
        sizes = mixed[column].value_counts()
        mean = sum(found[f"{label}_{value}"] * size for value, size in sizes.items()) / len(mixed)
        assert mean == pytest.approx(found["Overall"])
    assert set(report.details["by_prompt"]) == {"0", "11"}
    assert report.details["prompt_factors"]["task_hint"]["photos"] == 450
    table = report.details["by_condition_and_objects"]
    for n in (2, 3, 4):
        assert table[f"natural, {n} objects"]["chance"] == pytest.approx(1 / n)
    assert report.details["against_chance"]["chance"] == pytest.approx(report.chance.value)


def test_runs_without_usable_replies_are_scored_and_told(rows):
    report = score(rows.assign(reply="He looks at the camera.", failed=False))
    assert (report.metrics["Overall"], report.items["fallback"].mean()) == (0, 1)
    assert {"wrongness", "category"}.isdisjoint(report.metrics)  # left out, not NaN
    assert any("named no option" in text for text in report.warnings)
    json.dumps(plain([report.metrics, report.details]), allow_nan=False)
    report = score(rows.assign(reply="", failed=True))
    assert report.metrics["Overall"] == 0
    assert report.details["answers"]["rules"] == {"failed": 900}
    assert set(report.items["rule_paper"]) == {"failed"}
    part = rows[rows["scene_id"] == rows["scene_id"].iloc[-1]]
    report = score(answered(part, lambda row: int(row["gaze_pos"])))
    assert report.metrics["Overall"] == 1
    assert any("only 1 scene:" in text for text in report.warnings)
    assert all(np.isfinite(value) for value in report.metrics.values())
    report = score(answered(rows[rows["condition"] == "natural"], lambda row: 0))
    assert "category" not in report.metrics
    assert "no category" in report.details["explanation"]
    assert set(report.details["characterization"]["tests"]) == {"1", "proximity", "view"}
    assert report.warnings == []


def test_items_and_metrics_follow_the_contract(mixed):
    # Sentences are read by one reading, small letters by the other one only.
    said = [f"Not C, but {letter}!" if letter and at % 3 else letter for at, letter in enumerate(mixed["reply"])]
    items = mixed.assign(reply=said)
    items.loc[items.index[5], ["reply", "failed"]] = ["", True]
    rules = {}
    for reading, other in (("robust", "paper"), ("paper", "robust")):
        report = finished(score(items, reading=reading), items, reading, other)
        table, metrics = report.items, report.metrics
        assert list(table["index"]) == list(items["index"])
        assert metrics["Differ"] == (table["answer"] != table[f"answer_{other}"]).mean() > 0.1
        for end in ("", f"_{other}"):
            assert table[f"score{end}"].mean() == pytest.approx(metrics[f"Overall{end}"], abs=1e-15)
            assert ((table[f"answer{end}"] == "") == (table[f"fallback{end}"] == 1)).all()
            assert ((table[f"answer{end}"] == table["truth"]) == (table[f"score{end}"] == 1)).all()
        assert report.details["answers"]["rules"] == table["rule"].value_counts().to_dict()
        assert table.loc[5, ["rule", f"rule_{other}", "failed"]].tolist() == ["failed", "failed", 1]
        rules[reading] = table["rule"].tolist(), table[f"rule_{other}"].tolist()
    assert rules["robust"] == rules["paper"][::-1]


def test_engines_human_reference_and_margin_are_options(rows):
    heads = answered(rows, lambda row: int(row["head_pos"]) if row["head_pos"] != "-1" else 0)
    for engine in ("fixed-effects", "glmm", "paper"):
        assert score(heads, engine=engine).details["characterization"]["engine"] == engine
    report = score(answered(rows, lambda row: int(row["gaze_pos"])), human=dict.fromkeys("234", 0.0), margin=0.2)
    assert report.metrics["category"] == 1
    assert report.details["characterization"]["tests"]["1"]["details"]["margin"] == 0.2
    assert report.summary == [report.details["explanation"], report.details["cue_model"]["explanation"]]
    assert "category 1" in report.summary[0]
    with pytest.raises(DataError, match="no accuracy for 3"):
        score(heads, human={"2": 0.9, "4": 0.9})
    heads.loc[heads.index[20], "gaze_pos"] = "1" if heads.loc[heads.index[20], "gaze_pos"] == "0" else "0"
    with pytest.raises(DataError, match="photo"):
        score(heads)
