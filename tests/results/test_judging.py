"""A scripted judge reads what rules leave unread, sense and nonsense alike."""

import json
from types import SimpleNamespace

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
    import pandas as pd

    demo("HVSBench_DEMO")

    def run(name, replies, judge):
        dataset = dataset_class(card_of(name))(dataset=name, limit=12)
        truths = dataset.rows["answer"]
        path = tmp_path / f"m_{name}.tsv"
        table = pd.DataFrame({"index": dataset.rows["index"], "prediction": [*replies, *truths[len(replies) :]]})
        table.to_csv(path, sep="\t", index=False)
        metrics = dataset.score_file(path, judge)
        items = pd.read_csv(tmp_path / f"{path.stem}_hvs_items.tsv", sep="\t", dtype=str, keep_default_na=False)
        scores = json.loads((tmp_path / f"{path.stem}_hvs_scores.json").read_text())
        return SimpleNamespace(metrics=metrics, scores=scores, items=items, rows=dataset.rows)

    return run


@pytest.mark.long
def test_only_unread_replies_are_judged_and_counted_apart(scored):
    name = "HVSBench_Subitizing_DEMO"
    plain = scored(name, [], None)
    assert not {"Overall_judged", "Judged", "judged", "reply_judge"} & {*plain.metrics, *plain.scores, *plain.items}
    first = str(plain.rows["answer"].iloc[0])
    replies = ["quite many, walnuts", "hardly any, figs", "no end of dates", "I'm sorry, I cannot see it."]
    judge = Scripted(walnuts=first, figs="banana", dates="NONE")
    found = scored(name, replies, judge)
    assert len(judge.prompts) == 3
    assert not any("sorry" in prompt for prompt in judge.prompts)
    expected = {"Judged": 1, "Overall": pytest.approx(8 / 12), "Overall_judged": pytest.approx(9 / 12)}
    assert {name: found.metrics[name] for name in expected} == expected
    assert (found.scores["judged"], found.scores["Overall_judged"]) == (1, pytest.approx(9 / 12))
    assert found.scores["details"]["judge"] == {"model": "scripted", "asked": 3, "read": 1, "failed": 0}
    assert list(found.items["fallback"][:4]) == ["1"] * 4
    assert list(found.items["reply_judge"][:4]) == [first, "banana", "", ""]


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
    assert len(again.prompts) == 1
    assert (found.metrics["Judged"], list(found.items["reply_judge"][:2])) == (2, ["A", "B"])


def test_one_prompt_for_each_kind():
    for kind, question, options, wanted in (
        ("choice", "Which? [A] x [B] y", None, "letter of the option"),
        ("option", "Which?", ["cup", "jar"], "A. cup\nB. jar"), ("count", "How many?", None, "in digits"),
        ("order", "Rank.", None, "such as CAB"), ("scanpath", "Look.", None, '{"X": [...]'),
        ("fixation", "Look.", None, "x, y"),
    ):  # fmt: skip
        case = {"kind": kind, "question": question, **({"options": options} if options else {})}
        prompt = prompt_of(case, "walnuts" * 2000)
        assert [words for words in (wanted, question) if words not in prompt] == []
        assert len(prompt) < 8000
    assert prompt_of({"kind": "views", "question": ""}, "1") is None
