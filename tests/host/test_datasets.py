"""Classes for the host, with a make-believe host: judges, headlines, models by name, prompts that answer themselves."""

import sys
import types

import pytest

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.host import datasets, entry_point
from vlmeval_hvs.messages import FAIL_MARKER, Prompt, Turn, read_record, system, text
from vlmeval_hvs.registry import all_cards, model_cards


@pytest.fixture
def host(monkeypatch):
    """A host with nothing but base classes and a maker of judges, which keeps what it was asked to make."""
    made = []

    class Judge:
        def __init__(self, **given):
            made.append(given)

        def generate(self, prompt):
            return {"empty": "", "failed": FAIL_MARKER}.get(prompt, f"verdict on {prompt}")

    base, model = type("ImageBaseDataset", (), {}), type("BaseModel", (), {})
    for name, content in (
        ("vlmeval", {}), ("vlmeval.dataset", {}), ("vlmeval.dataset.image_base", {"ImageBaseDataset": base}),
        ("vlmeval.dataset.utils", {"build_judge": Judge}), ("vlmeval.vlm", {}),
        ("vlmeval.vlm.base", {"BaseModel": model}),
    ):  # fmt: skip
        monkeypatch.setitem(sys.modules, name, module := types.ModuleType(name))
        vars(module).update(content)
    monkeypatch.setattr(datasets, "_MADE", {})
    return types.SimpleNamespace(judges=made, dataset=base, model=model)


def test_a_judge_is_made_at_its_first_call_and_what_it_does_not_say_is_an_error(host):
    assert [datasets.make_judge(given) for given in ({}, {"model": ""}, {"model": "exact_matching"})] == [None] * 3
    judge = datasets.make_judge({"model": "gpt", "nproc": 3, "retry": 2})
    assert (judge.model, judge.workers, host.judges) == ("gpt", 3, [])
    assert (judge("x"), judge("y")) == ("verdict on x", "verdict on y")
    assert host.judges == [{"model": "gpt", "retry": 2}]
    assert datasets.make_judge({"model": "gpt"}).workers == 1
    for prompt in ("empty", "failed"):
        with pytest.raises(RuntimeError, match="the judge gpt gave no reply"):
            judge(prompt)


def test_classes_are_ours_first_then_the_hosts_and_made_once(host, monkeypatch, tmp_path):
    for card in all_cards():
        cls = getattr(datasets, card.class_name)
        assert cls is datasets.host_class(card) is getattr(datasets, card.class_name)
        assert (cls.__module__, cls.BENCHMARK, cls.__mro__[-2]) == (datasets.__name__, card.name, host.dataset)
        assert cls.started is datasets.before_the_first_question
    with pytest.raises(AttributeError, match="no attribute 'OtherDataset'"):
        _ = datasets.OtherDataset
    assert cls.report_primary_metric({"Overall": 0.5, "acc": 1}) == {"Overall": 0.5}
    assert cls.report_primary_metric(None) == cls.report_primary_metric({"acc": 1}) == {}
    assert cls.get_judge_file("x_hvs_items.tsv") is None
    monkeypatch.setattr(cls, "score_file", lambda self, path, judge: {"path": path, "judge": judge})
    assert cls.evaluate(object.__new__(cls), "a.xlsx") == {"path": datasets.Path("a.xlsx"), "judge": None}
    with pytest.raises(DataError, match="the class name HostDataset is taken"):
        datasets.host_class(types.SimpleNamespace(class_name="HostDataset"))


def test_models_are_made_by_their_names_with_the_settings_of_their_cards(host):
    made = datasets.build_model("hvs-oracle", seed=3)
    assert (type(made), made.model, made.seed) == (datasets.HVSBaseline, "hvs-oracle", 3)
    assert issubclass(datasets.HVSBaseline, host.model)
    assert datasets.HVSBaseline.__module__ == datasets.__name__
    assert not isinstance(datasets.build_model("hvs-random", datasets.resolve_name), host.model)
    searcher = next(name for name, card in model_cards().items() if "kwargs" in card and "HVSSearcher" in card["class"])
    asked = []
    datasets.build_model(searcher, lambda path: lambda **given: asked.append((path, given)), x=1)
    card = model_cards()[searcher]
    assert asked == [(card["class"], {**card["kwargs"], "x": 1})]
    with pytest.raises(AttributeError, match="no attribute 'Other'"):
        _ = datasets.Other


def test_a_prompt_answers_itself_in_all_its_turns_with_hints_as_text(host):
    def turns(traits):
        first = yield Turn([system("hint"), text("one")])
        second = yield Turn([text(f"two after {first}")])
        return {"answer": second, "interleave": traits.interleave}

    class Own:
        def build_prompt(self, line):
            return Prompt([text("x")], row={"index": str(line)}, dataset="D", pipeline=turns)

    prompt = entry_point._answering(Own.build_prompt)(Own(), 7)
    assert (prompt.row, prompt.dataset, list(prompt)) == ({"index": "7"}, "D", [text("x")])
    asked = []

    def ask(turn):
        assert not hasattr(turn, "answer")
        asked.append(list(turn))
        return f"r{len(asked)}"

    model = type("Model", (), {"INTERLEAVE": True})()
    assert read_record(prompt.answer(ask, model)) == {"answer": "r2", "interleave": True, "calls": 2}
    assert asked == [[text("hint"), text("one")], [text("two after r1")]]
    assert not hasattr(prompt.for_model(), "answer")
    first, again = entry_point.datasets(), entry_point.datasets()
    assert first == again == [datasets.host_class(card) for card in all_cards()]
    assert all(cls.answering for cls in first)
