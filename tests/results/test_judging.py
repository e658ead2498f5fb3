"""A scripted judge reads what rules leave unread, sense and nonsense alike."""

import json
from types import SimpleNamespace

import pytest

from vlmeval_hvs.registry import card_of, dataset_class
from vlmeval_hvs.results.judging import JUDGE, prompt_of


class Scripted:
    """A judge that looks its replies up by a word of the prompt; errors are raised."""

    model, workers = "scripted", 2

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
    import pandas as pd

    demo("HVSBench_DEMO")

    def run(name, replies, judge):
        dataset = dataset_class(card_of(name))(dataset=name, limit=12)
        truths, path = dataset.rows["answer"], tmp_path / f"m_{name}.tsv"
        table = pd.DataFrame({"index": dataset.rows["index"], "prediction": [*replies, *truths[len(replies) :]]})
        table.to_csv(path, sep="\t", index=False)
        metrics = dataset.score_file(path, judge)
        items = pd.read_csv(tmp_path / f"{path.stem}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
        scores = json.loads((tmp_path / f"{path.stem}_hvs_scores.json").read_text())
        return SimpleNamespace(metrics=metrics, scores=scores, items=items, first=str(truths.iloc[0]))

    return run


@pytest.mark.long
def test_only_unread_replies_are_judged_and_counted_apart(scored):
    name = "HVSBench_Subitizing_DEMO"
    plain = scored(name, [], None)
    assert not {"Overall_judged", "Judged", "judged", "reply_judge"} & {*plain.metrics, *plain.scores, *plain.items}
    judge = Scripted(walnuts=plain.first, figs="banana", dates="NONE")
    replies = ["quite many, walnuts", "hardly any, figs", "no end of dates", "I'm sorry, I cannot see it."]
    found = scored(name, replies, judge)
    assert [len(judge.prompts), *("sorry" in prompt for prompt in judge.prompts)] == [3, False, False, False]
    expected = {"Judged": 1, "Overall": pytest.approx(8 / 12), "Overall_judged": pytest.approx(9 / 12)}
    assert {name: found.metrics[name] for name in expected} == expected
    assert (found.scores["judged"], found.scores["Overall_judged"]) == (1, pytest.approx(9 / 12))
    assert found.scores["details"]["judge"] == {"model": "scripted", "asked": 3, "read": 1, "failed": 0}
    assert list(found.items["fallback"][:4]) == ["1"] * 4
    assert list(found.items["reply_judge"][:4]) == [plain.first, "banana", "", ""]


@pytest.mark.long
def test_nothing_is_asked_twice_and_a_judge_that_is_down_costs_nothing(scored, tmp_path):
    name, replies = "HVSBench_Prominence_DEMO", ["walnuts", "figs"]
    found = scored(name, replies, Scripted(walnuts=RuntimeError("down"), figs="B"))
    assert (found.metrics["Judged"], found.scores["details"]["judge"]["failed"]) == (1, 1)
    assert "the judge gave no reply to 1 of 2 prompts" in " ".join(found.scores["warnings"])
    with (tmp_path / f"m_{name}{JUDGE}").open("a", encoding="utf-8") as file:
        file.write('{"model": "scripted", "prom')  # a kill left a torn line
    again = Scripted(walnuts="A", figs="D")
    found = scored(name, replies, again)
    assert (len(again.prompts), found.metrics["Judged"], list(found.items["reply_judge"][:2])) == (1, 2, ["A", "B"])


def test_one_prompt_for_each_kind():
    for kind, question, more, wanted in (
        ("choice", "Which? [A] x [B] y", {}, "letter of the option"), ("count", "How many?", {}, "in digits"),
        ("option", "Which?", {"options": ["cup", "jar"]}, "A. cup\nB. jar"), ("order", "Rank.", {}, "such as CAB"),
        ("scanpath", "Look.", {}, '{"X": [...]'), ("fixation", "Look.", {}, "x, y"),
    ):  # fmt: skip
        prompt = prompt_of({"kind": kind, "question": question, **more}, "walnuts" * 2000)
        assert (wanted in prompt, question in prompt, len(prompt) < 8000) == (True, True, True), kind
    assert prompt_of({"kind": "views", "question": ""}, "1") is None
