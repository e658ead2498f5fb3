"""Wrong options and rephrased questions from a language model."""

import pytest

from dataset_builders.vpb.language import LanguageModel, distractors, rephrase
from dataset_builders.vpb.plans import Plan
from dataset_builders.vpb.questions import make_item
from tests.dataset_builders.vpb.test_questions import corners
from vlmeval_hvs.visual_prompts import parse_style

REPLY = 'Sure!\n```json\n{"distractor_options": ["lynx", "fox", "cat", "dog"]}\n```'


def test_what_a_model_proposes_keeps_what_matters_or_is_left():
    asked = []
    assert distractors(lambda p: asked.append(p) or REPLY, "What is it?", "cat") == ["lynx", "fox", "dog"]
    assert "question ’What is it?’ and its correct answer ’cat’" in asked[0]
    assert '"distractor_options"' in asked[0]
    for reply in ("", "no json", "{}", '{"distractor_options": "x"}', '{"distractor_options": ["cat", "a", 3]}'):
        with pytest.raises(ValueError, match="distractor_options"):
            distractors(lambda _, reply=reply: reply, "What is it?", "cat")
    text = "What is the red oval referring to in the image?"
    assert rephrase(lambda _: "Which thing does the red oval mark?", text, ("red", "oval")).startswith("Which")
    for reply in ("", "Which thing?", "a red oval\nand more", "red oval " * 100):
        with pytest.raises(ValueError, match="reply|lost"):
            rephrase(lambda _, reply=reply: reply, text, ("red", "oval"))

    class Notes(dict):
        note = dict.__setitem__

    step, notes = Plan(5, parse_style("oval(red, thin)"), "reference", ""), Notes()
    item = make_item(step, corners(), 0)
    before = list(item.options)
    model = LanguageModel(lambda p: REPLY if "distractor" in p else "Say, which thing has the red oval?", reword=True)
    model.improve(item, notes)
    assert item.options["ABCD".index(item.answer)] == before["ABCD".index(item.answer)] == item.label
    assert item.options != before
    assert item.question.startswith("Say")
    item = make_item(step, corners(), 0)
    LanguageModel(lambda p: "?", reword=True).improve(item, notes)
    assert item.options == before
    assert notes["language_model_failures"] == 2


@pytest.mark.host
def test_a_judge_of_the_host_makes_wrong_options(host, monkeypatch):
    """The same function that evaluation gets asks for distractors while building."""
    import vlmeval.dataset.utils as utils

    from vlmeval_hvs.host.judge import make_judge

    class Judge:
        def generate(self, prompt):
            assert "distractor_options" in prompt
            return '{"distractor_options": ["a", "b", "c"]}'

    assert make_judge({"model": "exact_matching"}) is None
    monkeypatch.setattr(utils, "build_judge", lambda **_: Judge())
    assert distractors(make_judge({"model": "some-model"}), "What?", "cat") == ["a", "b", "c"]
