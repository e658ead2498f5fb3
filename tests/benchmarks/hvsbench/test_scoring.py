import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.benchmarks.hvsbench.scoring import MEAN_COUNT, pooled_accuracies, score_hvsbench
from vlmeval_hvs.results.contract import MAX_FAILED, ScoreReport, finished

PUBLISHED = json.loads((Path(__file__).parent / "table3.json").read_text())["models"]
HUMANS = [
    {"X": [0.5, 0.3, 0.2, 0.7], "Y": [0.5, 0.4, 0.8, 0.3], "T": [200, 210, 220, 230]},
    {"X": [0.5, 0.6, 0.2, 0.9], "Y": [0.5, 0.1, 0.7, 0.2], "T": [200, 210, 220, 230]},
]
SCANPATH = "X = [0.50, 0.30, 0.25] Y = [0.50, 0.45, 0.80] T = [200, 210, 220]"


def scored(
    items: pd.DataFrame, profile: str = "robust", max_failed: float = MAX_FAILED, **options: object
) -> ScoreReport:
    other = "paper" if profile == "robust" else "robust"
    return finished(score_hvsbench(items, profile, **options), items, profile, other, max_failed)


def item(index: int, kind: str, truth: str, reply: str, **changes: object) -> dict:
    labels = {"order": "ABC", "choice": "ABC"}.get(TYPES[kind].kind, "")
    cells = {"index": str(index), "question_type": kind, "truth": truth, "reply": reply, "labels": labels}
    scanpaths = json.dumps(HUMANS) if TYPES[kind].kind == "scanpath" else ""
    size = {"width": "640", "height": "480"}
    return {**cells, "image_path": f"{index}.jpg", "scanpaths": scanpaths, "failed": False, **size, **changes}


def frame(*items: dict) -> pd.DataFrame:
    return pd.DataFrame(list(items))


@pytest.mark.parametrize("model", PUBLISHED)
def test_published_accuracies_follow_from_right_answers(model: str) -> None:
    """Table 3 is what the pooling gives for the counts behind Table 11, within its printed digits."""
    result = pooled_accuracies({kind: tuple(pair) for kind, pair in PUBLISHED[model]["counts"].items()})
    for name, printed in PUBLISHED[model]["table3"].items():
        assert result[name] == pytest.approx(printed, abs=5.001e-5), name
    assert len(PUBLISHED[model]["table3"]) == 6


def test_published_accuracies_through_the_whole_scoring() -> None:
    """The same from replies: k right ones of N per type, read, compared and pooled."""
    published = PUBLISHED["LLaVA-OneVision"]
    items, index = [], 0
    for kind, (right, asked) in published["counts"].items():
        truth, wrong = {"count": ("4", "5"), "order": ("CAB", "BAC")}.get(TYPES[kind].kind, ("B", "A"))
        for number in range(asked):
            items.append(item(index, kind, truth, truth if number < right else wrong))
            index += 1
    report = scored(frame(*items), n_resamples=0)
    for name, printed in published["table3"].items():
        assert report.metrics[name] == pytest.approx(printed, abs=5.001e-5), name
        assert report.metrics[f"{name}_paper"] == report.metrics[name]
    assert report.details["types"]["Q2"]["correct"] == published["counts"]["Q2"][0]


def test_overall_pools_questions_not_fields() -> None:
    items = frame(*(item(i, "Q2", "3", "3") for i in range(9)), item(9, "Q1", "B", "A"), item(10, "Q9", "", SCANPATH))
    metrics = scored(items).metrics
    assert metrics["Overall"] == pytest.approx(0.9)
    assert (metrics["Subitizing_Acc"], metrics["Prominence_Acc"]) == (1, 0)


def test_one_field_has_its_own_overall() -> None:
    items = frame(item(0, "Q11", "B", "B"), item(1, "Q13", "C", "A"), item(2, "Q12", "", SCANPATH))
    metrics = scored(items).metrics
    assert metrics["Overall"] == metrics["Searching_Acc"] == 0.5
    assert not any(name.startswith("FreeViewing") for name in metrics)


def test_unreadable_counts_enter_as_the_mean_fraction_and_are_wrong() -> None:
    report = scored(frame(item(0, "Q2", "3", "no idea"), item(1, "Q2", "3", "5")))
    assert report.metrics["Subitizing_MAE"] == pytest.approx((MEAN_COUNT - 3 + 2) / 2)
    assert report.metrics["Subitizing_RMSE"] == pytest.approx((((MEAN_COUNT - 3) ** 2 + 4) / 2) ** 0.5)
    assert report.metrics["Subitizing_Acc"] == 0
    assert report.metrics["Fallback"] == 0.5


def test_failed_samples_are_unanswered() -> None:
    items = frame(item(0, "Q1", "A", "", failed=True), item(1, "Q1", "A", "A"))
    report = scored(items, max_failed=0.5)
    assert (report.metrics["Overall"], report.validity) == (0.5, "partial")
    assert report.details["types"]["Q1"]["failed"] == 1
    assert list(report.items["fallback"]) == [True, False]
    unusable = scored(items)
    assert (unusable.validity, "Overall" in unusable.metrics) == ("invalid", False)
    assert unusable.metrics["Q1_Acc"] == 0.5


def test_readings_stand_next_to_each_other() -> None:
    """The paper's reading takes the article for an answer; the careful one does not."""
    items = frame(item(0, "Q1", "B", "A person is what I see first, hence (B)"), item(1, "Q1", "B", "B"))
    robust, paper = (scored(items, profile) for profile in ("robust", "paper"))
    assert robust.metrics["Overall"] == paper.metrics["Overall_robust"]
    assert robust.metrics["Overall_paper"] == paper.metrics["Overall"] == 0.5
    assert robust.metrics["Differ"] == paper.metrics["Differ"]
    assert robust.items["answer_paper"].tolist() == paper.items["answer"].tolist()


def test_scanpath_metrics_are_means_over_people() -> None:
    from vlmeval_hvs.metrics import multimatch

    def path(x: list[float], y: list[float]) -> np.ndarray:
        return np.column_stack([np.array(x) * 512, np.array(y) * 320, np.ones(len(x))])

    report = scored(frame(item(0, "Q9", "", SCANPATH)))
    own = path([0.5, 0.3, 0.25], [0.5, 0.45, 0.8])
    expected = np.mean([multimatch(own, path(h["X"], h["Y"]), (512, 320)) for h in HUMANS], axis=0)
    names = ("MShape", "MDir", "MLen", "MPos")
    assert [report.metrics[f"FreeViewing_{n}"] for n in names] == pytest.approx(list(expected[:4]))
    assert "Overall" not in report.metrics
    assert any("no Overall" in warning for warning in report.warnings)


def test_values_are_plain_and_finite() -> None:
    report = scored(frame(item(0, "Q1", "A", "A"), item(1, "Q2", "2", ""), item(2, "Q12", "", "")))
    for name, value in report.metrics.items():
        assert type(value) is float, name
        assert np.isfinite(value), name


def test_intervals_hold_the_value_and_know_images() -> None:
    rng = np.random.default_rng(0)
    rows = [item(i, "Q4", "A", "A" if rng.random() < 0.6 else "B", image_path=f"{i // 10}.jpg") for i in range(200)]
    rows += [item(200 + i, "Q2", "3", str(rng.integers(1, 6)), image_path=f"{i // 10}.jpg") for i in range(100)]
    report = scored(frame(*rows), seed=3)
    for name, (low, high) in report.intervals.items():
        assert low <= report.metrics[name] <= high, name
    assert set(report.intervals) >= {"Overall", "Q4_Acc", "Subitizing_MAE", "Subitizing_RMSE"}
    assert report.intervals == scored(frame(*rows), seed=3).intervals
    assert scored(frame(*rows), n_resamples=0).intervals == {}


def test_details_compare_types_rules_and_chance() -> None:
    items = frame(
        item(0, "Q9", "", SCANPATH), item(1, "Q9", "", "no"), item(2, "Q3", "CAB", "CAB"), item(3, "Q2", "2", "2")
    )
    report = scored(items, rules=ScanpathRules(short="nan"))
    assert report.details["scanpath_rules"]["used"]["short"] == "nan"
    assert report.details["scanpath_rules"]["as used"]["Q9"]["items"] == 1
    assert report.details["scanpath_rules"]["short=zero"]["Q9"]["items"] == 2
    assert report.details["types"]["Q3"]["chance"]["accuracy"] == pytest.approx(1 / 6)
    assert report.details["types"]["Q2"]["chance"] == {"accuracy": 1.0, "mae": 0.0, "rmse": 0.0}
    assert any("1 of 2 scanpath rows" in warning for warning in report.warnings)
    json.dumps(report.details, default=float)


def test_chance_is_exact_for_types_fields_and_all() -> None:
    """Equal chances make it binomial; scipy gives the quantiles."""
    from scipy.stats import binom

    items = frame(
        *(item(n, "Q8", "A", "A" if n < 70 else "B", labels="AB") for n in range(100)),
        *(item(100 + n, "Q10", "C", "A", labels="ABCD") for n in range(40)),
        *(item(140 + n, "Q9", "", SCANPATH) for n in range(2)),
    )
    report = scored(items, n_resamples=0)
    for name, n, p in (("Q8_Acc", 100, 0.5), ("Q10_Acc", 40, 0.25)):
        chance = report.chances[name]
        assert chance.value == pytest.approx(p)
        assert (chance.low * n, chance.high * n) == (binom.ppf(0.025, n, p), binom.isf(0.025, n, p))
    pooled = np.convolve(binom.pmf(np.arange(101), 100, 0.5), binom.pmf(np.arange(41), 40, 0.25)).cumsum()
    for name in ("FreeViewing_Acc", "Overall"):
        chance = report.chances[name]
        assert chance.value == pytest.approx(60 / 140)
        assert chance.low * 140 == pytest.approx(np.argmax(pooled >= 0.025))
        assert chance.high * 140 == pytest.approx(np.argmax(pooled >= 0.975))
    marks = {name: found["mark"] for name, found in report.headline()["chances"].items()}
    assert (marks["Q8_Acc"], marks["Q10_Acc"], marks["Overall"]) == ("above", "below", "inside")
    assert marks["Overall_paper"] == "inside"
    assert report.details["random"]["Overall"] == pytest.approx(60 / 140)


def test_chance_of_scanpaths_is_that_of_other_images() -> None:
    """Two images: the guess is always a person of the other one; its mean is over all pairs of people."""
    other = [{"X": [0.9, 0.8, 0.7], "Y": [0.1, 0.2, 0.9], "T": [100, 90, 80]}]
    items = frame(
        item(0, "Q9", "", SCANPATH, image_path="a.jpg"),
        item(1, "Q9", "", SCANPATH, image_path="b.jpg", scanpaths=json.dumps(other)),
    )
    found = scored(items, n_resamples=0)
    from vlmeval_hvs.metrics import multimatch

    def pixels(path: dict) -> np.ndarray:
        return np.column_stack([np.array(path["X"]) * 512, np.array(path["Y"]) * 320, path["T"]])

    expected = np.mean([multimatch(pixels(other[0]), pixels(human), (512, 320)) for human in HUMANS], axis=0)
    assert found.details["types"]["Q9"]["chance"]["position"] == pytest.approx(expected[3], abs=0.01)
    low, high = found.chances["FreeViewing_MPos"][1:]
    assert low <= expected[3] <= high
    assert found.details["random"]["FreeViewing_MPos"] == found.chances["FreeViewing_MPos"].value


def test_coordinates_outside_the_image_are_counted_and_clipped_beside_the_literal_value() -> None:
    pixels = "X = [320, 200, 100] Y = [240, 100, 50] T = [200, 200, 200]"
    items = frame(*(item(n, "Q9", "", pixels if n == 0 else SCANPATH) for n in range(20)))
    report = scored(items, n_resamples=0)
    literal, clipped = (report.metrics[f"FreeViewing_MPos{end}_paper"] for end in ("", "_clipped"))
    one = report.items["position_paper"][0]
    assert one < -10
    assert literal == pytest.approx(report.items["position_paper"].mean())
    assert clipped == pytest.approx(report.items["position_paper"].clip(0, 1).mean())
    assert "FreeViewing_MPos_clipped" not in report.metrics
    entry = report.details["types"]["Q9"]["scanpaths"]
    assert (entry["outside"], entry["outside_paper"]) == (0, 1)
    (warning,) = (text for text in report.warnings if "outside the image" in text)
    assert "Q9 in the paper reading: 1 of 20 scanpaths" in warning
    assert "FreeViewing_MPos_clipped_paper" in warning


EXAMPLE = (
    "[Requirement] three lists, each containing 6 values. [Example Output for Another Image] "
    "X = [0.50, 0.48, 0.44, 0.66, 0.67, 0.50] Y = [0.49, 0.45, 0.37, 0.26, 0.20, 0.50] T = [73, 193, 95, 635, 592, 312]"
)


def test_copies_constant_and_short_scanpaths_are_counted() -> None:
    copy = EXAMPLE.partition("Image] ")[2]
    still = "X = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5] Y = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5] T = [1, 1, 1, 1, 1, 1]"
    own = "X = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] Y = [0.5, 0.4, 0.5, 0.3, 0.5, 0.2] T = [9, 9, 9, 9, 9, 9]"
    replies = [copy, copy, still, SCANPATH, own, "no idea"]
    report = scored(frame(*(item(n, "Q12", "", text, question=EXAMPLE) for n, text in enumerate(replies))))
    found = report.details["types"]["Q12"]["scanpaths"]
    assert (found["copies"], found["constant"], found["too_short"], found["outside"]) == (2, 1, 1, 0)
    words = " ".join(report.warnings)
    assert "Q12: 2 of 6 scanpaths repeat the example of the prompt" in words
    assert "Q12: 1 of 6 scanpaths stay at one point" in words
    assert "Q12: 1 of 6 scanpaths end before the last fixation that would count" in words


def test_what_is_rare_is_no_warning() -> None:
    still = "X = [0.5, 0.5, 0.5] Y = [0.5, 0.5, 0.5] T = [1, 1, 1]"
    items = frame(*(item(n, "Q12", "", still if n == 0 else SCANPATH) for n in range(200)))
    report = scored(items, n_resamples=0)
    assert report.details["types"]["Q12"]["scanpaths"]["constant"] == 1
    assert not any("stay at one point" in text for text in report.warnings)


def test_a_liking_for_one_letter_is_seen() -> None:
    truths = ["A", "B"] * 20
    items = frame(*(item(n, "Q8", truth, "A" if n else "B", labels="AB") for n, truth in enumerate(truths)))
    report = scored(items, n_resamples=0)
    found = report.details["types"]["Q8"]["letters"]
    assert found["A"] == {"answers": 39 / 40, "right": 0.5, "accuracy": 19 / 20}
    assert found["B"]["accuracy"] == 0
    assert "Q8: 98% of the answers are A, which is right in 50% of the questions" in report.warnings
    listed = frame(*(item(n, "Q3", "CAB", text) for n, text in enumerate(["ABC", "ABC", "CAB", "no idea"])))
    assert scored(listed).details["types"]["Q3"]["as_listed"] == {
        "answers": pytest.approx(2 / 3),
        "right": 0.0,
    }


def test_readings_differ_only_in_what_can_matter() -> None:
    seconds = "X = [0.5, 0.3, 0.2] Y = [0.5, 0.4, 0.1] T = [0.2, 0.3, 0.25]"
    report = scored(
        frame(item(0, "Q9", "", seconds), item(1, "Q9", "", "I cannot."), item(2, "Q12", "", "X=[] Y=[] T=[]"))
    )
    assert report.metrics["Differ"] == 0
    assert {entry["differ"] for entry in report.details["types"].values()} == {0.0}
    assert (report.items["durations"][0], report.items["durations_paper"][0]) == (
        "[200.0, 300.0, 250.0]",
        "[0.2, 0.3, 0.25]",
    )
    percent = scored(frame(item(0, "Q9", "", "X = [50, 30, 20] Y = [50, 40, 10] T = [200, 200, 200] (in percent)")))
    assert percent.metrics["Differ"] == 1


def test_a_letter_that_is_no_option_is_no_other_answer() -> None:
    """The paper's reading takes the I of a refusal; it cannot be right, as no answer cannot."""
    reply = "I cannot see which of them it is."
    report = scored(frame(*(item(n, "Q8", "A", reply, labels="AB") for n in range(4)), item(4, "Q3", "CAB", "AB")))
    assert report.items["answer_paper"].tolist()[:4] == ["I"] * 4
    assert report.metrics["Differ"] == 0
    assert report.details["types"]["Q8"]["differ"] == 0
    assert scored(frame(item(0, "Q8", "A", "A person is seen, so B.", labels="AB"))).metrics["Differ"] == 1


def test_signs_stand_beside_the_metrics_that_they_touch() -> None:
    copy = EXAMPLE.partition("Image] ")[2]
    same = "X = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] Y = [0.5, 0.4, 0.5, 0.3, 0.5, 0.2] T = [9, 9, 9, 9, 9, 9]"
    still = [item(n, "Q12", "", copy, question=EXAMPLE) for n in range(5)]
    alike = [item(10 + n, "Q9", "", same if n else same.replace("0.6]", "0.9]")) for n in range(6)]
    letters = [item(20 + n, "Q8", "AB"[n % 2], "A", labels="AB") for n in range(40)]
    listed = [item(60 + n, "Q3", "CAB", "ABC") for n in range(20)]
    report = scored(frame(*still, *alike, *letters, *listed).fillna({"question": ""}))
    cautions = report.headline()["cautions"]
    assert cautions["Searching_MPos"] == (
        "5 of 5 scanpaths repeat the example of the prompt; 5 of 5 scanpaths are the answer to another image, too"
    )
    assert cautions["FreeViewing_MDir"] == "5 of 6 scanpaths are the answer to another image, too"
    assert cautions["FreeViewing_MDir_paper"] == cautions["FreeViewing_MDir"]
    assert cautions["Q8_Acc"] == "100% of the answers are A, which is right in 50% of the questions"
    assert cautions["Q3_Acc"] == (
        "100% of the answers repeat the list of options, which is right in 0% of the questions"
    )
    assert "Overall" not in cautions
    assert f"Q8: {cautions['Q8_Acc']}" in report.warnings
    fair = scored(frame(*(item(n, "Q8", "AB"[n % 2], "AB"[n % 3 == 0], labels="AB") for n in range(40))))
    assert not fair.cautions


def test_paths_without_durations_have_none_to_compare() -> None:
    bare = SCANPATH.partition(" T")[0]
    report = scored(frame(item(0, "Q9", "", SCANPATH), item(1, "Q9", "", bare)))
    alone = scored(frame(item(0, "Q9", "", SCANPATH)))
    assert report.metrics["FreeViewing_MDur"] == alone.metrics["FreeViewing_MDur"]
    assert report.metrics["FreeViewing_MPos"] == pytest.approx(alone.metrics["FreeViewing_MPos"])
    assert "1 of 2 scanpaths give no durations; MDur leaves them out" in report.warnings


def test_durations_are_an_extra_and_change_no_other_number() -> None:
    slow = SCANPATH.replace("[200, 210, 220]", "[2000, 2100, 2200]")
    given, other = (scored(frame(item(0, "Q9", "", text))).metrics for text in (SCANPATH, slow))
    assert other["FreeViewing_MDur"] < 0.2 < 0.9 < given["FreeViewing_MDur"]
    without = [name for name in given if "MDur" not in name]
    assert [given[name] for name in without] == [other[name] for name in without]


@pytest.mark.parametrize(("kind", "reader"), [("Q5", "choice"), ("Q3", "order"), ("Q2", "count"), ("Q12", "scanpath")])
def test_readers_know_the_question_and_how_the_reply_ended(monkeypatch, kind: str, reader: str) -> None:
    from vlmeval_hvs.benchmarks.hvsbench import replies

    seen: list[dict] = []
    original = getattr(replies, reader)
    monkeypatch.setattr(replies, reader, lambda text, **given: (seen.append(given), original(text, **given))[1])
    question = "Rank: [A] the dog [B] the cat [C] the bird — please answer."
    row = item(0, kind, TRUTH.get(TYPES[kind].kind, "A"), "It is B.", question=question)
    scored(frame({**row, "finished": False}), n_resamples=0)
    assert [given["finished"] for given in seen] == [False, False]
    if kind in ("Q5", "Q3"):
        assert {given["options"] for given in seen} == {("the dog", "the cat", "the bird")}
        assert {given["labels"] for given in seen} == {"ABC"}
    seen.clear()
    scored(frame({**row, "finished": None}), n_resamples=0)
    assert [given["finished"] for given in seen] == [None, None]


def test_equal_replies_to_equal_questions_are_read_once(monkeypatch) -> None:
    from vlmeval_hvs.benchmarks.hvsbench import replies

    seen: list[str] = []
    original = replies.choice
    monkeypatch.setattr(replies, "choice", lambda text, **given: (seen.append(text), original(text, **given))[1])
    texts = ["A", "A", "B", "A"]
    labels = ["AB", "AB", "AB", "ABC"]
    rows = [item(n, "Q8", "A", text, labels=own) for n, (text, own) in enumerate(zip(texts, labels, strict=True))]
    report = scored(frame(*rows), n_resamples=0)
    assert seen == ["A", "B", "A"] * 2
    assert report.items["answer"].tolist() == texts


@pytest.mark.parametrize("reply", ["", "I am sorry, I cannot help with this."])
def test_no_answers_at_all(reply: str) -> None:
    """Nothing right is a score; nothing said is a fault, which has none."""
    items = frame(
        *(
            item(n, kind, {"order": "CAB", "count": "3"}.get(TYPES[kind].kind, "A"), reply)
            for n, kind in enumerate(TYPES)
        )
    )
    report = scored(items)
    metrics = report.metrics
    assert metrics.get("Overall") == (0 if reply else None)
    assert report.validity == ("valid" if reply else "invalid")
    assert metrics["Subitizing_Acc"] == metrics["Prominence_Acc"] == metrics["FreeViewing_Acc"] == 0
    assert metrics["Fallback"] == 1
    assert metrics["FreeViewing_MDir"] == pytest.approx(metrics["FreeViewing_MDir_paper"])


TRUTH = {"order": "CAB", "count": "3"}
replies = st.text(max_size=80) | st.text('XYT=[]{}().,:0123456789 eE-ABC"nNaif%', max_size=80)


@given(st.lists(replies, min_size=len(TYPES), max_size=len(TYPES)), st.sampled_from(["pad_one", "zero", "nan"]))
@settings(max_examples=40, deadline=None)
def test_any_replies_give_finite_scores(texts: list[str], short: str) -> None:
    rows = [item(n, kind, TRUTH.get(TYPES[kind].kind, "A"), texts[n]) for n, kind in enumerate(TYPES)]
    report = scored(frame(*rows), rules=ScanpathRules(short=short), n_resamples=0)
    assert all(np.isfinite(value) for value in report.metrics.values())
    assert len(report.items) == len(TYPES)
    assert ("Overall" in report.metrics) == any(texts)
    assert 0 <= report.metrics.get("Overall", 0) <= 1


@pytest.mark.parametrize(
    "reply",
    [
        "A",
        "[B]",
        "(C).",
        " A ",
        "B.",
        "[A].",
        "CAB",
        "[ABC]",
        "B C A",
        "D",
        "AB",
        "[]",
        ".",
        "**B**",
        "The answer is B.",
        "Option c",
        "option: [A]",
    ],
)
@pytest.mark.parametrize("kind", ["Q1", "Q3"])
def test_letters_are_read_alike_whatever_the_options_are(reply: str, kind: str) -> None:
    from vlmeval_hvs.benchmarks.hvsbench import replies

    question = "Which one? [A] the dog [B] the cat [C] the bird"
    row = item(0, kind, "CAB" if kind == "Q3" else "A", reply, question=question)
    with pytest.MonkeyPatch.context() as patch:
        known = scored(frame(row), n_resamples=0).items
        patch.setattr(replies, "_is_letters", lambda *_: False)
        assert scored(frame(row), n_resamples=0).items.equals(known)
