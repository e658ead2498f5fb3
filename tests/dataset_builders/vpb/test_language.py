"""Wrong options and rephrased questions from a language model."""

import numpy as np
import pytest

from dataset_builders.vpb.drawing import Scene
from dataset_builders.vpb.language import LanguageModel, distractors, rephrase
from dataset_builders.vpb.plans import Plan
from dataset_builders.vpb.questions import make_item
from vlmeval_hvs.visual_prompts import Region, parse_style


def flat_scene(labels=("cat", "cow", "car", "cap")):
    """Four objects in the corners of a grey picture."""
    boxes = [(50, 50, 80, 60), (270, 50, 80, 60), (50, 200, 80, 60), (270, 200, 80, 60)]
    regions = tuple(Region(box, label=label) for box, label in zip(boxes, labels, strict=True))
    return Scene("flat", lambda: np.full((300, 400, 3), 200, np.uint8), regions)


REPLY = 'Sure!\n```json\n{"distractor_options": ["lynx", "fox", "cat", "dog"]}\n```'


def test_distractors_come_from_the_judge():
    asked = []
    assert distractors(lambda p: asked.append(p) or REPLY, "What is it?", "cat") == ["lynx", "fox", "dog"]
    assert "question ’What is it?’ and its correct answer ’cat’" in asked[0]
    assert '"distractor_options"' in asked[0]
    for reply in ("", "no json", "{}", '{"distractor_options": "x"}', '{"distractor_options": ["cat", "a", 3]}'):
        with pytest.raises(ValueError, match="distractor_options"):
            distractors(lambda _, reply=reply: reply, "What is it?", "cat")


def test_rephrasing_keeps_what_matters():
    text = "What is the red oval referring to in the image?"
    assert rephrase(lambda _: "Which thing does the red oval mark?", text, ("red", "oval")).startswith("Which")
    for reply in ("", "Which thing?", "a red oval\nand more", "red oval " * 100):
        with pytest.raises(ValueError, match="reply|lost"):
            rephrase(lambda _, reply=reply: reply, text, ("red", "oval"))


def test_language_model_improves_items_or_leaves_them(tmp_path):
    scene = flat_scene()

    class Notes:
        notes: dict = {}

        def note(self, key, value):
            self.notes[key] = value

    step = Plan(5, parse_style("oval(red, thin)"), "reference", "")
    item, notes = make_item(step, scene, 0), Notes()
    before = list(item.options)
    LanguageModel(lambda p: REPLY if "distractor" in p else "Say, which thing has the red oval?", reword=True).improve(
        item, notes
    )
    assert item.options["ABCD".index(item.answer)] == before["ABCD".index(item.answer)] == item.label
    assert item.options != before
    assert item.question.startswith("Say")
    item = make_item(step, scene, 0)
    LanguageModel(lambda p: "?", reword=True).improve(item, notes)
    assert item.options == before
    assert notes.notes["language_model_failures"] == 2


@pytest.mark.host
def test_a_judge_of_the_host_makes_wrong_options(host, monkeypatch):
    """The same function that evaluation gets asks for distractors while building."""
    import vlmeval.dataset.utils as utils

    from vlmeval_hvs.host.judge import make_judge

    assert make_judge({"model": "exact_matching"}) is None

    class Judge:
        def generate(self, prompt):
            assert "distractor_options" in prompt
            return '{"distractor_options": ["a", "b", "c"]}'

    monkeypatch.setattr(utils, "build_judge", lambda **_: Judge())
    assert distractors(make_judge({"model": "some-model"}), "What?", "cat") == ["a", "b", "c"]
