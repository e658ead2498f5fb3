"""Scores of HVSBench: published accuracies from counts, numbers worked out by hand, and any replies at all."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, pooled_accuracies
from vlmeval_hvs.benchmarks.hvsbench.replies import MEAN_COUNT
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.benchmarks.hvsbench.scoring import score_hvsbench
from vlmeval_hvs.metrics import cluster_bootstrap, multimatch
from vlmeval_hvs.results.contract import MAX_FAILED, ScoreReport, finished

pytestmark = pytest.mark.long

PUBLISHED = json.loads((Path(__file__).parent / "table3.json").read_text())["models"]
HUMANS = [
    {"X": [0.5, 0.3, 0.2, 0.7], "Y": [0.5, 0.4, 0.8, 0.3], "T": [200, 210, 220, 230]},
    {"X": [0.5, 0.6, 0.2, 0.9], "Y": [0.5, 0.1, 0.7, 0.2], "T": [200, 210, 220, 230]},
]
SCANPATH = "X = [0.50, 0.30, 0.25] Y = [0.50, 0.45, 0.80] T = [200, 210, 220]"
COPY = "X = [0.50, 0.48, 0.44, 0.66, 0.67, 0.50] Y = [0.49, 0.45, 0.37, 0.26, 0.20, 0.50] T = [7, 93, 95, 635, 592, 31]"
EXAMPLE = f"[Requirement] three lists, each containing 6 values. [Example Output for Another Image] {COPY}"
HEIGHTS = "Y = [0.5, 0.4, 0.8] T = [200, 210, 220]"
TRUTH = {"order": "CAB", "count": "3"}


def item(index: int, kind: str, truth: str, reply: str, **changes: object) -> dict:
    form = TYPES[kind].kind
    cells = {"index": str(index), "question_type": kind, "truth": truth, "reply": reply, "failed": False}
    labels, scanpaths = "ABC" if form in ("order", "choice") else "", json.dumps(HUMANS) if form == "scanpath" else ""
    cells |= {"labels": labels, "image_path": f"{index}.jpg", "scanpaths": scanpaths, "width": "640", "height": "480"}
    return {**cells, **changes}


def scored(*items: dict, profile: str = "robust", max_failed: float = MAX_FAILED, **options: object) -> ScoreReport:
    import pandas as pd

    table, other = pd.DataFrame(list(items)), {"robust": "paper", "paper": "robust"}[profile]
    report = score_hvsbench(table, profile, **{"n_resamples": 0, **options})
    return finished(report, table, profile, other, max_failed)


def path(human: dict) -> np.ndarray:
    return np.column_stack([np.array(human["X"]) * 512, np.array(human["Y"]) * 320, human["T"]])


def test_published_accuracies_follow_from_right_answers() -> None:
    """Table 3 is what pooling gives for the counts behind Table 11, by themselves and through the whole scoring."""
    for model, printed in PUBLISHED.items():
        pooled = pooled_accuracies({kind: tuple(pair) for kind, pair in printed["counts"].items()})
        found = {name: pooled[name] for name in printed["table3"]}
        assert found == pytest.approx(printed["table3"], abs=5.001e-5), model
    published, items = PUBLISHED["LLaVA-OneVision"], []
    for kind, (right, asked) in published["counts"].items():
        truth, wrong = {"count": ("4", "5"), "order": ("CAB", "BAC")}.get(TYPES[kind].kind, ("B", "A"))
        items += [item(len(items) + n, kind, truth, truth if n < right else wrong) for n in range(asked)]
    report = scored(*items)
    for end in ("", "_paper"):
        found = {name: report.metrics[f"{name}{end}"] for name in published["table3"]}
        assert found == pytest.approx(published["table3"], abs=5.001e-5)


def test_overall_pools_questions_unreadable_counts_are_the_mean_and_readings_differ_where_it_matters() -> None:
    right = [item(i, "Q2", "3", "3") for i in range(9)]
    metrics = scored(*right, item(9, "Q1", "B", "A"), item(10, "Q9", "", SCANPATH)).metrics
    assert (metrics["Overall"], metrics["Subitizing_Acc"], metrics["Prominence_Acc"]) == (pytest.approx(0.9), 1, 0)
    report = scored(item(0, "Q2", "3", "no idea"), item(1, "Q2", "3", "5"))
    metrics, error = report.metrics, MEAN_COUNT - 3
    assert metrics["Subitizing_MAE"] == pytest.approx((error + 2) / 2)
    assert metrics["Subitizing_RMSE"] == pytest.approx(((error**2 + 4) / 2) ** 0.5)
    assert (metrics["Subitizing_Acc"], metrics["Fallback"]) == (0, 0.5)
    assert scored(item(0, "Q2", "3", "5"), n_resamples=9).intervals["Subitizing_MAE"] == (2, 2)
    errors = [item(n, "Q2", "3", "345"[n % 3], image_path=f"{n // 4}.jpg") for n in range(24)]
    found, squares = scored(*errors, n_resamples=99).intervals, np.array([0, 1, 4] * 8)
    expected = cluster_bootstrap(squares, np.repeat(range(6), 4), n_resamples=99)
    assert found["Subitizing_RMSE"] == pytest.approx([end**0.5 for end in expected])
    truths = scored(item(0, "Q2", "2", "2"), item(1, "Q2", "4", "4"), item(2, "Q1", "A", "A", labels=""))
    half = dict.fromkeys(("Overall", "Q2_Acc", "Subitizing_Acc"), 0.5)
    assert truths.details["random"] == pytest.approx({**half, "Subitizing_MAE": 1, "Subitizing_RMSE": 1})
    assert "1 questions show no options; chance leaves them out" in truths.warnings
    assert scored(item(0, "Q3", "CAB", "CAB")).chances["Q3_Acc"].value == pytest.approx(1 / 6)
    assert (report.details["random"]["Subitizing_RMSE"], report.details["random"]["Q2_Acc"]) == (0, 1)
    # The paper's reading takes the article for an answer, and the I of a refusal, which cannot be right.
    items = item(0, "Q1", "B", "A person is what I see first, hence (B)"), item(1, "Q1", "B", "B")
    robust = scored(*items)  # that both profiles hold the same two readings, tests/benchmarks/test_contract.py asserts
    assert (robust.metrics["Overall"], robust.metrics["Overall_paper"]) == (1, 0.5)
    refusals = (item(n, "Q8", "A", "I cannot see which of them it is.", labels="AB") for n in range(4))
    assert scored(*refusals, item(4, "Q3", "CAB", "AB")).metrics["Differ"] == 0
    percent = "X = [50, 30, 20] Y = [50, 40, 10] T = [200, 200, 200] (in percent)"
    found = scored(item(0, "Q9", "", percent), item(1, "Q8", "A", "A person is seen, so B.", labels="AB"))
    assert found.metrics["Differ"] == 1


def test_scanpath_metrics_are_means_over_people_and_chance_is_that_of_other_images() -> None:
    report = scored(item(0, "Q9", "", SCANPATH))
    own = path({"X": [0.5, 0.3, 0.25], "Y": [0.5, 0.45, 0.8], "T": [200, 210, 220]})
    expected = np.mean([multimatch(own, path(human), (512, 320)) for human in HUMANS], axis=0)
    names = [f"FreeViewing_{name}" for name in ("MShape", "MDir", "MLen", "MPos")]
    assert [report.metrics[name] for name in names] == pytest.approx(list(expected[:4]))
    assert "Overall" not in report.metrics
    assert any("no Overall" in warning for warning in report.warnings)
    silent = item(1, "Q9", "", SCANPATH.partition(" T")[0])
    both = scored(item(0, "Q9", "", SCANPATH), silent, item(2, "Q9", "", "no"), rules=ScanpathRules(short="nan"))
    assert both.metrics["FreeViewing_MDur"] == report.metrics["FreeViewing_MDur"]
    assert any(warning.startswith("1 of 3 scanpath rows have no score") for warning in both.warnings)
    assert "1 of 3 scanpaths give no durations; MDur leaves them out" in both.warnings


def test_intervals_know_images_and_chance_is_exact_for_types_fields_and_all() -> None:
    """Equal chances make it binomial; scipy gives the quantiles."""
    from scipy.stats import binom

    alike = [item(i, "Q4", "A", "AB"[i // 10 % 2], image_path=f"{i // 10}.jpg") for i in range(100)]
    low, high = scored(*alike, n_resamples=400).intervals["Q4_Acc"]  # ten images, all alike: 0.5 -+ 1.96 sqrt(0.025)
    assert (low, high) == (pytest.approx(0.2, abs=0.1), pytest.approx(0.8, abs=0.1))
    report = scored(
        *(item(n, "Q8", "A", "A" if n < 70 else "B", labels="AB") for n in range(100)),
        *(item(100 + n, "Q10", "C", "A", labels="ABCD") for n in range(40)),
    )
    for name, n, p in (("Q8_Acc", 100, 0.5), ("Q10_Acc", 40, 0.25)):
        chance = report.chances[name]
        assert chance.value == pytest.approx(p)
        assert (chance.low * n, chance.high * n) == (binom.ppf(0.025, n, p), binom.isf(0.025, n, p))
    pooled = np.convolve(binom.pmf(np.arange(101), 100, 0.5), binom.pmf(np.arange(41), 40, 0.25)).cumsum()
    for name in ("FreeViewing_Acc", "Overall"):
        chance = report.chances[name]
        ends = np.argmax(pooled >= 0.025), np.argmax(pooled >= 0.975)
        assert np.array(chance[:3]) * 140 == pytest.approx([60, *ends])
    # Of two images, the guess is always a person of the other one; its mean is over all pairs of people.
    other = [{"X": [0.9, 0.8, 0.7], "Y": [0.1, 0.2, 0.9], "T": [100, 90, 80]}]
    found = scored(
        item(0, "Q9", "", SCANPATH, image_path="a.jpg"),
        item(1, "Q9", "", SCANPATH, image_path="b.jpg", scanpaths=json.dumps(other)),
    )
    expected = np.mean([multimatch(path(other[0]), path(human), (512, 320)) for human in HUMANS], axis=0)
    value, low, high = found.chances["FreeViewing_MPos"][:3]
    assert value == pytest.approx(expected[3], abs=0.01)
    assert low <= expected[3] <= high
    assert found.details["random"]["FreeViewing_MPos"] == value
    people = [np.mean([multimatch(path(guess), path(human), (512, 320))[3] for human in humans]) for guess, humans in
              ((other[0], HUMANS), (HUMANS[0], other), (HUMANS[1], other))]  # fmt: skip
    spread = np.var(people[1:]) / 2 / 2  # the first row has one guess only
    assert (high - value, value - low) == pytest.approx([1.96 * spread**0.5] * 2, rel=0.05)
    assert value == pytest.approx(np.mean([people[0], np.mean(people[1:])]), abs=0.003)
    many = [item(n, "Q12", "", SCANPATH, image_path=f"{n // 2}.jpg") for n in range(4)]
    first, second = (scored(*many, seed=seed).chances["Searching_MDir"].value for seed in (0, 1))
    assert first == pytest.approx(second, abs=0.01)


def test_signs_stand_beside_the_metrics_that_they_touch() -> None:
    report = scored(
        *(item(n, "Q12", "", COPY, question=EXAMPLE) for n in range(5)),
        *(item(5 + n, "Q9", "", f"X = [{n / 100}, 0.3, 0.2] {HEIGHTS}", question="") for n in range(99)),
        item(104, "Q9", "", f"X = [0.5, 0.3, 7.5] {HEIGHTS}", question=""), item(105, "Q1", "A", "A", question="")
    )  # fmt: skip
    cautions, signs = report.headline()["cautions"], report.details["signs"]
    copied = "5 of 5 scanpaths repeat the example of the prompt; 5 of 5 scanpaths are the answer to another image, too"
    assert cautions["Searching_MPos"] == cautions["Searching_MPos_paper"] == copied
    outside = "1 of 100 scanpaths have coordinates outside the image, whose similarities may fall below 0"
    assert cautions["FreeViewing_MDir_paper"] == outside
    assert f"Q12: {copied.partition('; ')[0]}" in report.warnings
    assert not any(text.startswith("Q9: ") for text in report.warnings)  # the robust reading has none outside
    assert {name.partition("_")[0] for name in cautions} == {"Searching", "FreeViewing"}
    late = item(0, "Q9", "", f"X = [{'0.5, ' * 6}1.5] Y = [{'0.5, ' * 6}0.5] T = [{'9, ' * 6}9]", question="")
    for crop, outside in ((6, 0), (0, 1), (7, 1)):
        found = scored(late, profile="paper", rules=ScanpathRules(crop=crop)).details["signs"]["Q9"]
        assert (found["outside"], found["alike"]) == (outside, 0), crop
    assert signs == {
        "Q9": {"outside": 0, "copies": 0, "alike": 0, "outside_paper": 1, "copies_paper": 0, "alike_paper": 0},
        "Q12": {"outside": 0, "copies": 5, "alike": 5, "outside_paper": 0, "copies_paper": 5, "alike_paper": 5},
    }


any_text = st.text(max_size=80) | st.text('XYT=[]{}().,:0123456789 eE-ABC"nNaif%', max_size=80)


@given(st.lists(any_text, min_size=13, max_size=13), st.sampled_from(["pad_one", "zero", "nan"]))
@settings(max_examples=6)
def test_any_replies_give_plain_and_finite_scores(texts: list[str], short: str) -> None:
    rows = [item(n, kind, TRUTH.get(TYPES[kind].kind, "A"), texts[n]) for n, kind in enumerate(TYPES)]
    report = scored(*rows, rules=ScanpathRules(short=short))
    assert all(type(value) is float and np.isfinite(value) for value in report.metrics.values())
    assert len(report.items) == len(TYPES)
    assert 0 <= report.metrics.get("Overall", 0) <= 1
