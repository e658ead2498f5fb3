"""Wrong options and rephrased questions from a language model."""

import pytest

from dataset_builders.vpb.language import LanguageModel, distractors, rephrase
from dataset_builders.vpb.plans import Plan
from dataset_builders.vpb.questions import make_item
from tests.dataset_builders.vpb.small import right, scene
from vlmeval_hvs.visual_prompts import parse_style

REPLY = 'Sure!\n```json\n{"distractor_options": ["lynx", "fox", "cat", "dog"]}\n```'
QUESTION = "What is the red oval referring to in the image?"


def test_replies_are_used_or_refused():
    asked = []
    assert distractors(lambda prompt: asked.append(prompt) or REPLY, QUESTION, "cat") == ["lynx", "fox", "dog"]
    assert f"question ’{QUESTION}’ and its correct answer ’cat’" in asked[0]
    for reply in ("no json", "{}", '{"distractor_options": "x"}', '{"distractor_options": ["cat", "a", 3]}'):
        with pytest.raises(ValueError, match="distractor_options"):
            distractors(lambda _, reply=reply: reply, QUESTION, "cat")
    assert rephrase(lambda _: "Which thing is in the red oval?", QUESTION, ("red", "oval")).startswith("Which")
    for reply in ("", "Which thing?", "a red oval\nand more", "red oval " * 100):
        with pytest.raises(ValueError, match="reply|lost"):
            rephrase(lambda _, reply=reply: reply, QUESTION, ("red", "oval"))


def test_items_take_what_can_be_used_and_failures_are_counted():
    class Notes(dict):
        note = dict.__setitem__

    notes, plan = Notes(), Plan(5, parse_style("oval(red, thin)"), "reference")
    rules, better, same = (make_item(plan, scene(), 0) for _ in range(3))
    replies = lambda prompt: REPLY if "distractor" in prompt else "Say, which thing has the red oval?"  # noqa: E731
    LanguageModel(replies, reword=True).improve(better, notes)
    assert (right(better), better.question) == (right(rules), "Say, which thing has the red oval?")
    assert set(better.options) - {right(rules)} < {"lynx", "fox", "cat", "dog"}
    LanguageModel(lambda prompt: "?", reword=True).improve(same, notes)
    assert (same.options, same.question, notes) == (rules.options, rules.question, {"language_model_failures": 2})


@pytest.mark.host
def test_a_judge_of_the_host_makes_wrong_options(host, monkeypatch):
    """The same function that evaluation gets asks for distractors while building."""
    import vlmeval.dataset.utils as utils

    from vlmeval_hvs.host.judge import make_judge

    class Judge:
        def generate(self, prompt):
            return REPLY

    assert make_judge({"model": "exact_matching"}) is None
    monkeypatch.setattr(utils, "build_judge", lambda **_: Judge())
    assert distractors(make_judge({"model": "some-model"}), "What?", "cat") == ["lynx", "fox", "dog"]
