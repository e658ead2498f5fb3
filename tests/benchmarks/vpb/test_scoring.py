"""Scores of VP-Bench against plain computations, by both readings."""

import numpy as np
import pytest
from later import Later

from vlmeval_hvs.metrics import null_interval
from vlmeval_hvs.results.contract import finished

pd = Later("pandas")
scoring = Later("vlmeval_hvs.benchmarks.vpb.scoring")
all_styles = Later("vlmeval_hvs.visual_prompts", "all_styles")

TYPES = ("existence", "enumeration", "location", "reference")


def stage1(n: int = 510, seed: int = 0) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    rows = []
    for i in range(n):
        style = all_styles()[i % 255]
        answer = "ABCD"[random.integers(4)]
        reply = answer if random.random() < 0.7 else "ABCD"[random.integers(4)]
        rows.append({
            "index": str(i), "question": "What is marked?",
            "A": "cat", "B": "dog", "C": "bus", "D": "cup", "answer": answer, "reply": reply,
            "failed": False, "question_type": TYPES[(i + i // 255) % 4], "vp_shape": style.shape,
            "vp_style": str(style), "debias": "absent" if i % 50 == 7 else "", "source_image": str(i % 90),
        })  # fmt: skip
    return pd.DataFrame(rows)


def test_official_and_strict_reading():
    for reply, official, strict in [
        ("D", "D", "D"),
        ("The answer is D.", "A", "D"),
        ("The correct answer is D", "C", "D"),
        ("Based on the image, D", "B", "D"),
        ("**D**", "D", "D"),
        ("D. cup", "D", "D"),
        ("cup", "C", "D"),
        ("", "", ""),
        ("I cannot tell.", "C", ""),
    ]:
        row = pd.DataFrame([{"index": "1", "question": "What is it?", "A": "cat", "B": "dog", "C": "bus", "D": "cup",
                             "answer": "D", "reply": reply, "failed": False}])  # fmt: skip
        assert scoring.official_letter(reply) == official
        table = scoring.score_items(row)
        assert table["answer"].tolist() == [strict]
        assert table["answer_paper"].tolist() == [official]
        assert table["fallback"].tolist() == [strict == ""]
        assert table["fallback_paper"].tolist() == [official == ""]
        assert table["truth"].tolist() == ["D"]


def test_averages_equal_a_plain_computation():
    items = stage1()
    report = scoring.score(items, 1)
    plain = items[items["debias"] == ""].assign(hit=lambda t: t["reply"] == t["answer"])
    shapes = plain.groupby("vp_shape")["hit"].mean()
    contents = plain[plain["vp_shape"] == "tag"].assign(c=lambda t: t["vp_style"].str[4]).groupby("c")["hit"].mean()
    expected = {
        "Overall": shapes.mean(),
        "macro_8_shapes": shapes.mean(),
        "micro": plain["hit"].mean(),
        "macro_9_columns": (contents.sum() + shapes.drop("tag").sum()) / 9,
        "macro_question_types": plain.groupby("question_type")["hit"].mean().mean(),
        "shape/bbox": shapes["bbox"],
        "question/location": plain[plain["question_type"] == "location"]["hit"].mean(),
        "micro_with_debias": (items["reply"] == items["answer"]).mean(),
    }
    for name, value in expected.items():
        assert report.metrics[name] == pytest.approx(value), name
    low, high = report.intervals["Overall"]
    assert low < report.metrics["Overall"] < high
    assert {name for name in report.intervals if "/" in name} == {f"shape/{shape}" for shape in shapes.index}
    for shape in shapes.index:
        low, high = report.intervals[f"shape/{shape}"]
        assert low <= shapes[shape] <= high
    assert report.details["debias"]["absent"]["n"] == (items["debias"] == "absent").sum()


def test_failed_and_unknown_rows():
    items = stage1(300)
    items.loc[0, ["reply", "failed"]] = ["", True]
    items.loc[1, ["vp_shape", "vp_style", "question_type"]] = ""
    report = scoring.score(items, 1)
    assert report.items.loc[0, ["answer", "rule", "answer_paper", "rule_paper"]].tolist() == ["", "failed"] * 2
    assert any("no known question type" in warning for warning in report.warnings)
    assert scoring.score(items.iloc[[7]], 1).warnings  # a debias item only: no headline, and it says so
    assert "Overall" not in scoring.score(items.iloc[[7]], 1).metrics
    assert scoring.score(items.iloc[[7]], 1).chance is None


def test_paper_profile_swaps_the_headline():
    items = stage1(255)
    items["reply"] = "The answer is " + items["answer"] + "."
    robust, paper = scoring.score(items, 1), scoring.score(items, 1, "paper")
    assert robust.metrics["Overall"] == paper.metrics["Overall_robust"] == 1.0
    assert paper.metrics["Overall"] == robust.metrics["Overall_paper"] < 0.5
    differ = finished(robust, items, "robust", "paper").metrics["Differ"]
    assert differ == pytest.approx((items["answer"] != "A").mean())


def test_items_and_metrics_follow_the_contract():
    for reading, other in [("robust", "paper"), ("paper", "robust")]:
        items = stage1()
        items.loc[::3, "reply"] = "The answer is " + items.loc[::3, "reply"]
        items.loc[::7, "reply"] = "no."
        items.loc[5, ["reply", "failed"]] = ["", True]
        report = finished(scoring.score(items, 1, reading), items, reading, other)
        table, metrics = report.items, report.metrics
        ordinary = table[table["debias"] == ""]
        for end in ("", f"_{other}"):
            shapes = ordinary.groupby("vp_shape")[f"score{end}"].mean()
            assert shapes.mean() == pytest.approx(metrics[f"Overall{end}"], abs=1e-15)
            assert ordinary[f"score{end}"].mean() == pytest.approx(metrics[f"micro{end}"], abs=1e-15)
            assert ((table[f"answer{end}"] == table["truth"]) == (table[f"score{end}"] == 1)).all()
            assert ((table[f"answer{end}"] == "") == (table[f"fallback{end}"] == 1)).all()
        assert metrics["Fallback"] == table["fallback"].mean()
        assert metrics["Differ"] == (table["answer"] != table[f"answer_{other}"]).mean() > 0.2
        assert table.loc[5, ["rule", f"rule_{other}", "failed"]].tolist() == ["failed", "failed", 1]
        official = "_paper" if other == "paper" else ""
        assert set(table[f"rule{official}"]) == {"first_letter", "no_answer", "failed"}
        assert {"prediction", "correct", "correct_paper"}.isdisjoint(table)


def test_chance_gives_every_shape_the_same_weight():
    items = stage1(300)
    items.loc[::5, ["C", "D"]] = ""
    report = scoring.score(items, 1)
    plain = items[items["debias"] == ""]
    guess = np.where(plain["C"] == "", 1 / 2, 1 / 4)
    weights = 1 / (8 * plain.groupby("vp_shape")["index"].transform("size"))
    expected = null_interval(guess, weights)
    assert report.chance.value == pytest.approx(pd.Series(guess).groupby(plain["vp_shape"].to_numpy()).mean().mean())
    assert report.chance == pytest.approx(expected, abs=1e-12)
    assert report.chance.low < report.metrics["Overall_paper"]


def test_chance_of_stage_2_goes_by_task():
    items = stage1(60).assign(task=["MIA"] * 50 + ["SGG"] * 10, debias="")
    items.loc[50:, ["C", "D"]] = ""
    assert scoring.score(items, 2).chance.value == pytest.approx((1 / 4 + 1 / 2) / 2)
    assert {name for name in scoring.score(items, 2).intervals if "/" in name} == {"task/MIA", "task/SGG"}
    assert scoring.score(items.assign(task=""), 2).chance is None


def test_overall_never_is_another_average():
    for reading in ["robust", "paper"]:
        items = stage1(300)
        plain = scoring.score(items, 1, reading)
        none = scoring.score(items.assign(vp_shape="", vp_style=""), 1, reading)
        assert {name for name in none.metrics if "Overall" in name or "macro_8" in name} == set()
        assert none.metrics["micro"] == plain.metrics["micro"]
        assert any("no Overall" in warning for warning in none.warnings)
        assert "Overall" not in none.intervals
        some = items.assign(vp_shape=items["vp_shape"].where(items.index % 3 > 0, ""))
        report = scoring.score(some, 1, reading)
        assert any("have no known shape: they do not count in Overall" in warning for warning in report.warnings)
        assert scoring.score(items.assign(task=""), 2, reading).metrics.keys().isdisjoint({"Overall", "macro_6_tasks"})
