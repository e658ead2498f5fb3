"""A scripted judge reads what rules leave unread, sense and nonsense alike."""

import json
from types import SimpleNamespace

import pytest

from vlmeval_hvs.registry import card_of, dataset_class


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
