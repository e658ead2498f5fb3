"""A scripted judge reads what rules leave unread, sense and nonsense alike."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.judging import JUDGE, prompt_of


class Scripted:
    """A judge that looks its replies up by a word of the prompt; errors are raised."""

    model = "scripted"
    workers = 2

    def __init__(self, **script):
        self.script, self.prompts = script, []

    def __call__(self, prompt):
        self.prompts.append(prompt)
        reply = next((reply for word, reply in self.script.items() if word in prompt), "NONE")
        if isinstance(reply, Exception):
            raise reply
        return reply


@pytest.fixture
def scored(demo, tmp_path):
    """Scores replies, the first rows' as given and all others right: ``scored(name, replies, judge)``."""
    demo("HVSBench_DEMO", "GazeTarget_DEMO")

    def run(name, replies, judge):
        dataset = dataset_class(card_of(name))(dataset=name, limit=12)
        truths = dataset.rows["answer"] if "answer" in dataset.rows else ["A"] * len(dataset.rows)
        predictions = [*replies, *truths[len(replies) :]]
        path = tmp_path / f"m_{name}.tsv"
        pd.DataFrame({"index": dataset.rows["index"], "prediction": predictions}).to_csv(path, sep="\t", index=False)
        metrics = dataset.score_file(path, judge)
        items = pd.read_csv(path.with_name(f"{path.stem}_hvs_items.tsv"), sep="\t", dtype=str, keep_default_na=False)
        return metrics, json.loads(path.with_name(f"{path.stem}_hvs_scores.json").read_text()), items, dataset.rows

    return run


def test_only_unread_replies_are_judged_and_counted_apart(scored):
    name = "HVSBench_Subitizing_DEMO"
    _, _, _, rows = scored(name, [], None)
    first = rows["answer"].iloc[0]
    replies = ["quite many, walnuts", "hardly any, figs", "no end of dates", "I'm sorry, I cannot see it."]
    judge = Scripted(walnuts=str(first), figs="banana", dates="NONE")
    metrics, scores, items, _ = scored(name, replies, judge)
    assert len(judge.prompts) == 3
    assert not any("sorry" in prompt for prompt in judge.prompts)
    assert metrics["Judged"] == scores["judged"] == 1
    assert metrics["Overall"] == pytest.approx(8 / 12)
    assert metrics["Overall_judged"] == scores["Overall_judged"] == pytest.approx(9 / 12)
    assert scores["details"]["judge"] == {"model": "scripted", "asked": 3, "read": 1, "failed": 0}
    assert list(items["fallback"][:4]) == ["1"] * 4
    assert list(items["reply_judge"][:4]) == [str(first), "banana", "", ""]


def test_nothing_is_asked_twice_and_a_judge_that_is_down_costs_nothing(scored, tmp_path):
    name, replies = "GazeTarget_DEMO", ["walnuts", "figs"]
    down = Scripted(walnuts=RuntimeError("down"), figs="B")
    metrics, scores, _, _ = scored(name, replies, down)
    assert (metrics["Judged"], scores["details"]["judge"]["failed"]) == (1, 1)
    assert "the judge gave no reply to 1 of 2 prompts" in " ".join(scores["warnings"])
    with (tmp_path / f"m_{name}{JUDGE}").open("a", encoding="utf-8") as file:
        file.write('{"model": "scripted", "prom')  # a kill left a torn line
    again = Scripted(walnuts="A", figs="D")
    metrics, _, items, _ = scored(name, replies, again)
    assert len(again.prompts) == 1
    assert (metrics["Judged"], list(items["reply_judge"][:2])) == (2, ["A", "B"])


def test_without_a_judge_nothing_is_told_of_one(scored):
    metrics, scores, items, _ = scored("GazeTarget_DEMO", ["walnuts"], None)
    assert not {"Overall_judged", "Judged"} & metrics.keys()
    assert "judged" not in scores
    assert "reply_judge" not in items


@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        ({"kind": "choice", "question": "Which? [A] x [B] y"}, "letter of the option"),
        ({"kind": "option", "question": "Which?", "options": ["cup", "jar"]}, "A. cup\nB. jar"),
        ({"kind": "count", "question": "How many?"}, "in digits"),
        ({"kind": "order", "question": "Rank."}, "such as CAB"),
        ({"kind": "scanpath", "question": "Look."}, '{"X": [...]'),
        ({"kind": "fixation", "question": "Look."}, "x, y"),
    ],
)
def test_one_prompt_for_each_kind(case, wanted):
    prompt = prompt_of(case, "walnuts" * 2000)
    assert wanted in prompt
    assert case["question"] in prompt
    assert len(prompt) < 8000
    assert prompt_of({"kind": "views", "question": ""}, "1") is None
