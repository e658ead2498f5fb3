"""The weight-free models on the demo set, through the scoring, without a host."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.hvsbench.chance import chance_of_items, chance_of_types
from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES
from vlmeval_hvs.benchmarks.hvsbench.scanpaths import ScanpathRules
from vlmeval_hvs.benchmarks.hvsbench.scoring import score_hvsbench
from vlmeval_hvs.messages import Prompt, read_record
from vlmeval_hvs.registry import load_set
from vlmeval_hvs.responders import respond
from vlmeval_hvs.results.contract import ScoreReport, finished

DEMO = "HVSBench_DEMO"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LMUData", str(tmp_path_factory.mktemp("LMUData")))
        yield load_set(DEMO)[0]


def answers(model: str, rows: pd.DataFrame, seed: int = 0) -> list[str]:
    prompts = [
        Prompt([{"type": "text", "value": row["question"]}], row=row, benchmark="HVSBench", dataset=DEMO)
        for row in rows.to_dict("records")
    ]
    return [respond(model, prompt, seed) for prompt in prompts]


def report(model: str, rows: pd.DataFrame, seed: int = 0) -> ScoreReport:
    replies = pd.Series(answers(model, rows, seed), index=rows.index)
    rows = rows[~replies.map(is_declined)]
    items = rows.assign(reply=replies[rows.index], failed=False)
    return finished(score_hvsbench(items, n_resamples=0), items, "robust", "paper")


def is_declined(reply: str) -> bool:
    return "declined" in (read_record(reply) or {})


def chance_interval(probabilities: np.ndarray, tail: float) -> tuple[int, int]:
    """Numbers of right guesses outside which no more than ``tail`` of the probability lies on either side."""
    distribution = np.array([1.0])
    for p in probabilities:
        distribution = np.convolve(distribution, [1 - p, p])
    cumulated = distribution.cumsum()
    return int((cumulated < tail).sum()), int((cumulated <= 1 - tail).sum())


def test_the_chance_interval_is_the_binomial_one() -> None:
    from scipy.stats import binom

    low, high = chance_interval(np.full(50, 0.25), 0.01)
    assert (low, high) == (binom.ppf(0.01, 50, 0.25), binom.ppf(0.99, 50, 0.25))


@pytest.mark.parametrize("seed", range(5))
def test_random_lies_in_its_exact_chance_interval(rows: pd.DataFrame, seed: int) -> None:
    result = report("hvs-random", rows, seed)
    chance = chance_of_items(rows)
    asked = chance.notna()
    low, high = chance_interval(chance[asked].to_numpy(), 0.0005)
    assert low <= result.items["score"].sum() <= high
    for kind, group in rows[asked].groupby("question_type"):
        low, high = chance_interval(chance[group.index].to_numpy(), 0.0001)
        assert low <= result.items.loc[group.index, "score"].sum() <= high, kind
    assert result.metrics["Fallback"] == 0


def test_random_scanpaths_score_what_chance_says(rows: pd.DataFrame) -> None:
    chance = chance_of_types(rows, ScanpathRules(), seed=1)
    rows = rows[rows["scanpaths"] != ""]
    many = pd.DataFrame([report("hvs-random", rows, seed).metrics for seed in range(3)])
    for kind, field in (("Q9", "FreeViewing"), ("Q12", "Searching")):
        assert many[f"{field}_MDir"].mean() == pytest.approx(chance[kind]["direction"], abs=0.06)
        assert many[f"{field}_MPos"].mean() == pytest.approx(chance[kind]["position"], abs=0.06)


def test_random_counts_follow_the_counts_of_the_set(rows: pd.DataFrame) -> None:
    counts = rows[rows["question_type"] == "Q2"]
    drawn = [int(answer) for seed in range(20) for answer in answers("hvs-random", counts, seed)]
    truth = counts["truth"].astype(int)
    assert np.mean(drawn) == pytest.approx(truth.mean(), abs=0.15)
    assert set(drawn) == set(truth)
    frequency = truth.value_counts(normalize=True)
    assert chance_of_types(counts, ScanpathRules(), 0)["Q2"]["accuracy"] == pytest.approx((frequency**2).sum())
    assert chance_of_types(counts, ScanpathRules(), 0)["Q2"]["rmse"] == pytest.approx(truth.std(ddof=0))


def test_oracle_is_right_everywhere(rows: pd.DataFrame) -> None:
    metrics = report("hvs-oracle", rows).metrics
    assert {name: value for name, value in metrics.items() if name.endswith(("_Acc", "_Acc_paper"))} == {
        name: 1.0 for name in metrics if name.endswith(("_Acc", "_Acc_paper"))
    }
    assert metrics["Overall"] == metrics["Overall_paper"] == 1.0
    assert metrics["Subitizing_MAE"] == 0


def test_scanpaths_rank_oracle_human_random(rows: pd.DataFrame) -> None:
    by_model = {model: report(model, rows).metrics for model in ("hvs-oracle", "hvs-human", "hvs-random")}
    for metric in ("Searching_MDir", "Searching_MPos", "FreeViewing_MDir"):
        oracle, human, guess = (by_model[model][metric] for model in ("hvs-oracle", "hvs-human", "hvs-random"))
        assert oracle > human > guess, metric


def test_a_human_is_one_participant_compared_with_the_others(rows: pd.DataFrame) -> None:
    drawn = rows[rows["scanpaths"] != ""]
    result = report("hvs-human", drawn)
    assert result.items["position"].max() < 1  # never compared with oneself
    everybody = score_hvsbench(
        drawn.assign(reply=answers("hvs-human", drawn), failed=False), rules=ScanpathRules(humans="all")
    )
    assert everybody.metrics["FreeViewing_MPos"] > result.metrics["FreeViewing_MPos"]
    assert everybody.metrics["Searching_MPos"] > result.metrics["Searching_MPos"]


def test_a_human_answers_as_a_participant_did_or_not_at_all(rows: pd.DataFrame) -> None:
    declines = set()
    for answer, row in zip(answers("hvs-human", rows), rows.to_dict("records"), strict=True):
        if is_declined(answer):
            declines.add(row["question_type"])
            assert not json.loads(row["human_answers"])
        elif TYPES[row["question_type"]].kind != "scanpath":
            assert answer in json.loads(row["human_answers"])
    assert declines == {"Q2", "Q8", "Q10", "Q11", "Q13"}
    without = rows.drop(columns="human_answers")
    assert all(map(is_declined, answers("hvs-human", without[without["scanpaths"] == ""])))


def test_what_a_human_declines_is_in_no_number(rows: pd.DataFrame, tmp_path: Path) -> None:
    """Through a prediction file: neither failed, nor wrong, nor right; scored are the rest, and only they."""
    dataset = HVSBenchDataset(dataset=DEMO, n_resamples=50)
    file = tmp_path / f"hvs-human_{DEMO}.tsv"
    replies = answers("hvs-human", dataset.rows)
    pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(file, sep="\t", index=False)
    metrics = dataset.score_file(file)
    scores = json.loads((tmp_path / f"hvs-human_{DEMO}_hvs_scores.json").read_text())
    items = pd.read_csv(tmp_path / f"hvs-human_{DEMO}_hvs_items.tsv", sep="\t", na_filter=False, dtype=str)
    left_out = items["rule"] == "left_out"
    assert (scores["n"], scores["left_out"], scores["counts"]["failed"]) == (160, 100, 0)
    assert scores["validity"] == "valid"
    assert metrics["LeftOut"] == 100 / 260
    assert set(items.loc[left_out, ["answer", "fallback", "score", "score_paper"]].to_numpy().ravel()) == {""}
    assert set(items["failed"]) == {"0"}
    assert metrics["Overall"] == pytest.approx(items.loc[items["score"] != "", "score"].astype(float).mean())
    assert metrics["Fallback"] == 0
    assert set(scores["details"]["types"]) == {"Q1", "Q3", "Q4", "Q5", "Q6", "Q7", "Q9", "Q12"}
    assert "Subitizing_Acc" not in metrics
    low, high = scores["intervals"]["Overall"]
    assert low <= metrics["Overall"] <= high < 1
    assert any("100 of 260 rows are left out" in warning for warning in scores["warnings"])


def test_a_human_with_nothing_to_say_has_no_score(tmp_path: Path, rows: pd.DataFrame) -> None:
    dataset = HVSBenchDataset(dataset="HVSBench_Subitizing_DEMO")
    file = tmp_path / "hvs-human_HVSBench_Subitizing_DEMO.tsv"
    replies = answers("hvs-human", dataset.rows)
    pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(file, sep="\t", index=False)
    assert dataset.score_file(file) == {"LeftOut": 1.0}
    scores = json.loads((tmp_path / "hvs-human_HVSBench_Subitizing_DEMO_hvs_scores.json").read_text())
    assert (scores["n"], scores["left_out"], scores["Overall"], scores["validity"]) == (0, 20, None, "invalid")


def test_center_bias_prefers_the_centre(rows: pd.DataFrame) -> None:
    boxes = (
        rows[rows["question_type"] == "Q4"]
        .head(1)
        .assign(question="Choose one answer from A, B\n[A] 0.00,0.00,0.20,0.20\n[B] 0.40,0.40,0.60,0.60")
    )
    assert answers("hvs-center-bias", boxes) == ["B"]
    points = boxes.assign(question_type="Q10", question="... from A, B\n[A](0.10, 0.90)\n[B](0.52, 0.48)")
    assert answers("hvs-center-bias", points) == ["B"]
    rank = boxes.assign(
        question_type="Q6", question="the bounding box 0.00,0.00,0.10,0.10\n[A] first\n[B] second\n[C] 3rd"
    )
    assert answers("hvs-center-bias", rank) == ["C"]
    order = boxes.assign(question_type="Q3", question="[A] 0.0,0.0,0.1,0.1\n[B] 0.4,0.4,0.6,0.6\n[C] 0.3,0.3,0.5,0.5")
    assert answers("hvs-center-bias", order) == ["BCA"]
    metrics = report("hvs-center-bias", rows).metrics
    assert metrics["Fallback"] == 0
    assert metrics["FreeViewing_MPos"] > 0.75


@pytest.mark.parametrize("model", ["hvs-random", "hvs-oracle", "hvs-human", "hvs-center-bias"])
def test_answers_depend_on_seed_and_row_only(rows: pd.DataFrame, model: str) -> None:
    some = rows.iloc[::13]
    assert answers(model, some, 4) == [text for n, text in enumerate(answers(model, rows, 4)) if n % 13 == 0]


def test_questions_without_letters_are_still_answered(rows: pd.DataFrame, tmp_path: Path) -> None:
    bare = rows[rows["question_type"] == "Q1"].head(5).assign(labels="", question="Which one?")
    for model in ("hvs-random", "hvs-center-bias"):
        assert all(len(answer) == 1 for answer in answers(model, bare))
