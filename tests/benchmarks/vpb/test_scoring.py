import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.vpb.compare import paired_difference, rank_styles, wilson
from vlmeval_hvs.benchmarks.vpb.scoring import by_attribute, official_letter, score, score_items
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.visual_prompts import all_styles

TYPES = ("existence", "enumeration", "location", "reference")


def stage1(n: int = 510, seed: int = 0) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    rows = []
    for i in range(n):
        style = all_styles()[i % 255]
        answer = "ABCD"[random.integers(4)]
        reply = answer if random.random() < 0.7 else "ABCD"[random.integers(4)]
        rows.append({
            "index": str(i), "A": "cat", "B": "dog", "C": "bus", "D": "cup", "answer": answer, "prediction": reply,
            "failed": False, "question_type": TYPES[(i + i // 255) % 4], "vp_shape": style.shape,
            "vp_style": str(style), "debias": "absent" if i % 50 == 7 else "", "source_image": str(i % 90),
        })  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("reply", "official", "strict"),
    [
        ("D", "D", "D"), ("The answer is D.", "A", "D"), ("The correct answer is D", "C", "D"),
        ("Based on the image, D", "B", "D"), ("**D**", "D", "D"), ("D. cup", "D", "D"), ("cup", "C", "D"),
        ("", "", ""), ("I cannot tell.", "C", ""),
    ],
)  # fmt: skip
def test_official_and_strict_reading(reply, official, strict):
    row = pd.DataFrame([{"index": "1", "A": "cat", "B": "dog", "C": "bus", "D": "cup", "answer": "D",
                         "prediction": reply, "failed": False}])  # fmt: skip
    assert official_letter(reply) == official
    assert score_items(row)["prediction"].tolist() == [strict]


def test_averages_equal_a_plain_computation():
    items = stage1()
    report = score(items, 1)
    plain = items[items["debias"] == ""].assign(hit=lambda t: t["prediction"] == t["answer"])
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
        "micro_with_debias": (items["prediction"] == items["answer"]).mean(),
    }
    for name, value in expected.items():
        assert report.metrics[name] == pytest.approx(value), name
    low, high = report.intervals["Overall"]
    assert low < report.metrics["Overall"] < high
    assert report.details["debias"]["absent"]["n"] == (items["debias"] == "absent").sum()


def test_attributes_count_every_style_once():
    items = stage1()
    found = by_attribute(score_items(items))
    assert sum(cell["n"] for cell in found["color"].values()) == len(items)
    assert sum(cell["n"] for cell in found["vertex"].values()) == (items["vp_shape"] == "bbox").sum()
    assert set(found["filling"]) == {"contour_fill", "fill"}


def test_failed_and_unknown_rows():
    items = stage1(300)
    items.loc[0, "failed"] = True
    items.loc[1, ["vp_shape", "vp_style", "question_type"]] = ""
    report = score(items, 1)
    assert report.items.loc[0, ["prediction", "rule"]].tolist() == ["", "failed"]
    assert any("no known question type" in warning for warning in report.warnings)
    assert score(items.iloc[[7]], 1).warnings  # a debias item only: no headline, and it says so
    assert "Overall" not in score(items.iloc[[7]], 1).metrics


def test_paper_profile_swaps_the_headline():
    items = stage1(255)
    items["prediction"] = "The answer is " + items["answer"] + "."
    robust, paper = score(items, 1), score(items, 1, "paper")
    assert robust.metrics["Overall"] == paper.metrics["Overall_robust"] == 1.0
    assert paper.metrics["Overall"] == robust.metrics["Overall_paper"] < 0.5
    assert robust.metrics["Differ"] == pytest.approx((items["answer"] != "A").mean())


def stage2(hits: dict[str, list[int]]) -> pd.DataFrame:
    rows = [
        {"index": f"{task}{i}", "task": task, "vp_shape": "", "source_image": f"{task}{i // 2}", "correct": bool(hit)}
        for task, values in hits.items()
        for i, hit in enumerate(values)
        if hit is not None
    ]
    return pd.DataFrame(rows)


def test_differences_use_common_samples_only():
    first = stage2({"MIA": [1, 1, 0, 1], "SGG": [1, 0, None, 1]})
    second = stage2({"MIA": [0, 1, 0, None], "SGG": [1, 1, 1, 0]})
    found = paired_difference(first, second)
    assert (found["n"], found["only_first"], found["only_second"]) == (6, 1, 1)
    assert found["tasks"]["MIA"]["n"] == 3
    assert [found["tasks"]["MIA"][k] for k in ("first", "second", "difference")] == pytest.approx([2 / 3, 1 / 3, 1 / 3])
    assert found["difference"] == pytest.approx((1 / 3 + 0) / 2)
    assert found["micro"] == pytest.approx(1 / 6)
    with pytest.raises(DataError, match="no sample in common"):
        paired_difference(first, second.assign(index="x"))


def test_best_style_and_ties():
    rows = [("oval(red, thin)", 1), ("oval(red, thin)", 1), ("oval(blue, thin)", 0), ("bbox(red, none, thin)", 1),
            ("bbox(red, none, thin)", 1), ("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1)]  # fmt: skip
    items = pd.DataFrame([{"vp_style": s, "correct": bool(c), "debias": ""} for s, c in rows])
    ranking = [(s.style, s.n) for s in rank_styles(items)]
    # equal accuracy: bbox and mask (shape accuracy 1) before oval; two items before one; then Table 18
    assert ranking[0] == ("bbox(red, none, thin)", 2)
    assert ranking[1:3] == [("bbox(red, none, thick)", 1), ("mask(red, fill, thin)", 1)]
    assert ranking[3] == ("oval(red, thin)", 2)
    with pytest.raises(DataError, match="no item says"):
        rank_styles(items.assign(vp_style=""))


def test_wilson_interval():
    from statsmodels.stats.proportion import proportion_confint

    for hits, n in ((0, 5), (5, 5), (52, 58)):
        assert wilson(hits, n) == pytest.approx(proportion_confint(hits, n, method="wilson"), abs=1e-6)
