"""Extraction by a judge: what it is asked, what becomes of failed calls, and the third reading in the results."""

import json
import threading

import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

from vlmeval_hvs.benchmarks.hvsbench.dataset import HVSBenchDataset
from vlmeval_hvs.benchmarks.hvsbench.judge_extraction import extract, extraction_prompt

NAME = "HVSBench_DEMO"


def test_the_printed_instruction_follows_question_and_reply() -> None:
    prompt = extraction_prompt("Which one {is} it?", "The {first} one.")
    assert prompt.endswith("Please extract the prediction with the correct format.")  # section 3.3
    assert prompt.index("Which one {is} it?") < prompt.index("The {first} one.")


def test_equal_pairs_are_asked_once_empty_replies_never_and_failures_are_counted() -> None:
    def judge(prompt: str) -> str:
        if "broken" in prompt:
            raise TimeoutError
        return prompt.split('Prediction: "')[1][:1]

    found = extract(judge, [("q", "A it is"), ("q", "A it is"), ("q", "  "), ("q", "broken"), ("other", "A it is")])
    assert found.texts == ["A", "A", "", None, "A"]
    assert (found.calls, found.failed) == (3, 1)


def test_as_many_calls_run_at_a_time_as_the_judge_takes() -> None:
    together = threading.Barrier(3, timeout=30)

    def judge(prompt: str) -> str:
        together.wait()  # three calls have to be under way at once
        return "A"

    judge.workers = 3
    assert extract(judge, [("q", str(number)) for number in range(3)]).failed == 0


@pytest.fixture
def scored(demo, tmp_path):
    """Scores replies that only a judge understands; gives metrics, scores and items."""
    demo(NAME)

    def run(judge, **options):
        dataset = HVSBenchDataset(dataset=NAME, **options)
        replies = [f"riddle {row['index']}" for row in dataset.rows.to_dict("records")]
        file = tmp_path / f"M_{NAME}.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": replies}).to_csv(file, sep="\t", index=False)
        metrics = dataset.score_file(file, judge)
        scores = json.loads((tmp_path / f"M_{NAME}_hvs_scores.json").read_text())
        items = pd.read_csv(tmp_path / f"M_{NAME}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
        return dataset, metrics, scores, items

    return run


def solving(dataset_rows, failing=()):
    truths = dict(zip("riddle " + dataset_rows["index"], dataset_rows["truth"], strict=True))

    def judge(prompt: str) -> str:
        riddle = prompt.split('Prediction: "')[1].split('" Please')[0]
        if riddle in failing:
            raise RuntimeError
        return truths[riddle]

    return judge


def test_the_judge_is_a_third_reading_and_the_headline_stays(scored) -> None:
    rows = HVSBenchDataset(dataset=NAME).rows
    _, plain, _, _ = scored(None)
    _, metrics, scores, items = scored(solving(rows))
    assert metrics["Overall"] == plain["Overall"] == scores["Overall"]
    assert metrics["Overall_judge"] == metrics["Subitizing_Acc_judge"] == 1.0
    assert metrics["Judge_failed"] == 0
    assert not [name for name in metrics if name.endswith("_paper_judge") or name.startswith("Q1_Acc_")]
    assert {"answer_judge", "rule_judge", "fallback_judge", "score_judge", "reply_judge"} <= set(items)
    assert (items["reply_judge"] == rows["truth"]).all()
    details = scores["details"]["judge"]
    assert details["calls"] == len(rows)
    for reading, end in (("robust", ""), ("paper", "_paper")):
        lettered = ~items["question_type"].isin(["Q9", "Q12"])
        ours, judges = items.loc[lettered, f"answer{end}"], items.loc[lettered, "answer_judge"]
        table = details["agreement"][reading]
        assert table["all"]["kappa"] == pytest.approx(cohen_kappa_score(ours, judges))
        assert metrics[f"Judge_agree_{reading}"] == table["all"]["agree"]
        assert table["scanpath"]["kappa"] is None
        assert sum(part["n"] for kind, part in table.items() if kind != "all") == len(rows)


def test_the_robust_reading_stands_in_for_failed_calls(scored) -> None:
    rows = HVSBenchDataset(dataset=NAME).rows
    failing = {f"riddle {index}" for index in rows["index"][::4]}
    _, metrics, scores, items = scored(solving(rows, failing), profile="paper")
    stood_in = items["reply"].isin(failing)
    assert (items.loc[stood_in, "reply_judge"] == items.loc[stood_in, "reply"]).all()
    assert (items.loc[stood_in, "answer_judge"] == items.loc[stood_in, "answer_robust"]).all()
    assert metrics["Judge_failed"] == pytest.approx(len(failing) / len(rows))
    assert any(f"{len(failing)} of {len(rows)} calls of the judge failed" in text for text in scores["warnings"])
    assert metrics["Overall_judge"] < 1
