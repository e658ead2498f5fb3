"""Scores of VP-Bench against plain computations, by both readings; best styles, intervals against statsmodels."""

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.vpb import scoring
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import null_interval
from vlmeval_hvs.visual_prompts import all_styles, parse_style

TYPES = ("existence", "enumeration", "location", "reference")


def stage1(n=510, seed=0):
    import pandas as pd

    random, rows = np.random.default_rng(seed), []
    for i in range(n):
        style, answer = all_styles()[i % 255], "ABCD"[random.integers(4)]
        reply = answer if random.random() < 0.7 else "ABCD"[random.integers(4)]
        rows.append((str(i), answer, reply, TYPES[(i + i // 255) % 4], style.shape, str(style), str(i % 90)))
    names = ["index", "answer", "reply", "question_type", "vp_shape", "vp_style", "source_image"]
    debias = ["absent" if i % 50 == 7 else "" for i in range(n)]
    made = pd.DataFrame(rows, columns=names).assign(debias=debias, question="What is marked?", failed=False)
    return made.assign(A="cat", B="dog", C="bus", D="cup")


def test_official_and_strict_reading():
    replies = {
        "D": ("D", "D"), "The answer is D.": ("A", "D"), "The correct answer is D": ("C", "D"), "**D**": ("D", "D"),
        "D. cup": ("D", "D"), "cup": ("C", "D"), "": ("", ""), "I cannot tell.": ("C", ""),
    }  # fmt: skip
    found = scoring.score_items(stage1(len(replies)).assign(reply=list(replies), answer="D"))
    assert list(zip(found["answer_paper"], found["answer"], strict=True)) == list(replies.values())
    for end in ("", "_paper"):
        assert (found[f"fallback{end}"] == (found[f"answer{end}"] == "")).all()
        assert (found[f"score{end}"] == (found[f"answer{end}"] == found["truth"])).all()


@pytest.mark.long
def test_averages_and_intervals_equal_a_plain_computation():
    items = stage1()
    report = scoring.score(items, 1)
    plain = items[items["debias"] == ""].assign(hit=lambda t: t["reply"] == t["answer"])
    shapes = plain.groupby("vp_shape")["hit"].mean()
    contents = plain[plain["vp_shape"] == "tag"].assign(c=lambda t: t["vp_style"].str[4]).groupby("c")["hit"].mean()
    kinds, micro = plain.groupby("question_type")["hit"].mean(), plain["hit"].mean()
    expected = {
        "Overall": shapes.mean(), "macro_8_shapes": shapes.mean(), "micro": micro, "micro_paper": micro,
        "macro_9_columns": (contents.sum() + shapes.drop("tag").sum()) / 9, "macro_question_types": kinds.mean(),
        "shape/bbox": shapes["bbox"], "question/location": kinds["location"],
        "micro_with_debias": (items["reply"] == items["answer"]).mean(),
    }  # fmt: skip
    assert {name: report.metrics[name] for name in expected} == pytest.approx(expected)
    assert set(report.intervals) == {"micro", "Overall", *(f"shape/{shape}" for shape in shapes.index)}
    for name, (low, high) in report.intervals.items():
        assert low < report.metrics[name] < high, name
    assert report.details["debias"]["absent"]["n"] == (items["debias"] == "absent").sum()
    assert report.details["by_shape"]["bbox"] == {"n": (plain["vp_shape"] == "bbox").sum(), "accuracy": shapes["bbox"]}
    tasks = items.assign(task=["MIA", "SGG", ""] * 170)
    for table, column, stage in ((items, "vp_shape", 1), (items.assign(task=""), "vp_shape", 1), (tasks, "task", 2)):
        weights, counted = scoring.headline_weights(table), (table["debias"] == "") & (table[column] != "")
        assert ((weights > 0) == counted).all()
        found = weights.sum(), np.average(items["reply"] == items["answer"], weights=weights)
        assert found == pytest.approx((counted.sum(), scoring.score(table, stage).metrics["Overall"]))


@pytest.mark.long
def test_chance_gives_every_group_the_same_weight():
    items = stage1(300)
    items.loc[::5, ["C", "D"]] = ""
    report, plain = scoring.score(items, 1), items[items["debias"] == ""]
    guess = np.where(plain["C"] == "", 1 / 2, 1 / 4)
    weights = 1 / (8 * plain.groupby("vp_shape")["index"].transform("size"))
    assert report.chance == pytest.approx(null_interval(guess, weights), abs=1e-12)
    assert report.chance.low < report.metrics["Overall_paper"]
    tasks = stage1(60).assign(task=["MIA"] * 50 + ["SGG"] * 10, debias="")
    tasks.loc[50:, ["C", "D"]] = ""
    second = scoring.score(tasks, 2)
    assert second.chance.value == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert {name for name in second.intervals if "/" in name} == {"task/MIA", "task/SGG"}
    without = scoring.score(items.assign(vp_shape=""), 1)  # Overall never is another average
    assert ("Overall" in without.metrics, "micro" in without.metrics) == (False, True)
    assert any("no Overall" in warning for warning in without.warnings)
    debias = scoring.score(items.assign(debias="absent"), 1)
    assert ("Overall" in debias.metrics, debias.chance, debias.intervals) == (False, None, {})
    assert "only debias items" in debias.warnings[0]
    thin = scoring.score(items[items["vp_shape"] != "oval"].assign(question_type=""), 1)
    untyped = f"{(plain['vp_shape'] != 'oval').sum()} items have no known question type"
    assert thin.warnings == ["the headline averages the 7 of 8 shapes that have items", untyped]
    without = scoring.score(tasks.assign(task=""), 2)
    assert without.chance is None
    assert without.metrics.keys().isdisjoint({"Overall", "macro_6_tasks"})


SCORES = {
    "oval(red, thin)": [1, 1], "oval(blue, thin)": [0], "bbox(red, none, thin)": [1, 1], "bbox(red, none, thick)": [1],
    "mask(red, fill, thin)": [1],
}  # fmt: skip


def details(scores):
    import pandas as pd

    rows = [(style, parse_style(style).shape, float(one)) for style, own in scores.items() for one in own]
    items = pd.DataFrame(rows, columns=["vp_style", "vp_shape", "score"])
    tables = {f"by_{name}": scoring.groups_of(items, f"vp_{name}").items() for name in ("style", "shape")}
    return {name: {value: scoring.summary(rows) for value, rows in groups} for name, groups in tables.items()}


def test_best_style_and_ties():
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert [(found.style, found.n) for found in scoring.rank_styles(details(SCORES))] == [
        ("bbox(red, none, thin)", 2), ("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1),
        ("oval(red, thin)", 2), ("oval(blue, thin)", 1),
    ]  # fmt: skip
    with pytest.raises(DataError, match="no item says"):
        scoring.rank_styles({"by_style": {}})


def test_intervals_are_those_of_wilson():
    from statsmodels.stats.proportion import proportion_confint

    for hits, n in ((0, 5), (5, 5), (52, 58)):
        (found,) = scoring.rank_styles(details({"oval(red, thin)": [1] * hits + [0] * (n - hits)}))
        ends = proportion_confint(hits, n, method="wilson")
        assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)
