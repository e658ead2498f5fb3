"""Prompt templates, option order and messages of the gaze questions."""

import json
from collections import Counter

import pytest
from later import later

from vlmeval_hvs.errors import DataError

with later():
    from vlmeval_hvs.benchmarks.gaze import wording


def test_prompts_are_those_that_are_printed_or_marked_as_reconstructed():
    # Table 5, number 6 (here 5), with its three options.
    assert wording.render(wording.templates("pilot")[5].text, ["xxx", "xxx", "xxx"], []) == (
        "<image>\nWhich object is she looking at?\nA. xxx\nB. xxx\nC. xxx\nPlease answer with the option’s letter "
        "A, B, C directly. There is no need to reason. You cannot refuse to choose."
    )
    for study in ("pilot", "prepilot"):
        found = wording.templates(study)
        assert sorted(found) == list(range(12))
        assert not any(item.reconstructed for item in found.values())
        assert Counter("in the image" in item.text for item in found.values()) == {True: 6, False: 6}
    found = wording.templates("main")
    assert sorted(found) == list(range(16))
    assert len({item.text for item in found.values()}) == 16
    for number, item in found.items():
        assert (item.reconstructed, item.task_hint, item.object_order) == (True, number >= 8, number % 4 in (2, 3))
        assert ("{left_to_right}" in item.text) == item.object_order
    for study in wording.STUDIES:
        for item in wording.templates(study).values():
            text = wording.render(item.text, ["cup", "ball"], ["ball", "cup"])
            assert "{" not in text
            assert "A. cup\nB. ball\n" in text
            assert "A, B " in text


def test_templates_can_be_replaced_by_a_file(tmp_path):
    entry = {"prompt_id": 3, "template": "Gaze?\n{options}", "task_hint": True}
    (tmp_path / "mine.json").write_text(json.dumps({"templates": [entry]}))
    (tmp_path / "mine.csv").write_text('prompt_id,template,task_hint\n3,"Gaze?\n{options}",1\n')
    for name in ("mine.json", "mine.csv"):
        (item,) = wording.templates("main", tmp_path / name).values()
        assert (item.prompt_id, item.text, item.task_hint, item.reconstructed) == (3, "Gaze?\n{options}", True, False)
    for content, message in (
        ("{", "cannot be read"),
        ("[]", "no list of templates"),
        ('[{"template": "{options}"}]', "entry 0: needs a whole number"),
        ('[{"prompt_id": 1, "template": "?"}]', "entry 0: the template has no {options}"),
        ('[{"prompt_id": 1, "template": "{options}"}, {"prompt_id": 1, "template": "{options}"}]', "entry 1: .*twice"),
        ('[{"prompt_id": 99, "template": "{options}"}]', "not within"),
        ('[{"prompt_id": 1, "template": "<image>{options}<image>"}]', "more than once"),
    ):
        (tmp_path / "mine.json").write_text(content)
        with pytest.raises(DataError, match=message):
            wording.templates("main", tmp_path / "mine.json")
    with pytest.raises(DataError, match="cannot be read"):
        wording.templates("main", tmp_path / "nothing.json")
    with pytest.raises(DataError, match="unknown study"):
        wording.templates("final")


def test_option_order_is_a_function_of_seed_stimulus_and_prompt():
    order = wording.option_order
    assert order(4, 1000, 3) == order(4, "1000", 3)
    orders = Counter(order(3, stimulus, prompt) for stimulus in range(200) for prompt in range(6))
    assert len(orders) == 6
    assert min(orders.values()) > 150  # 200 each on average
    assert any(order(4, 1000, p) != order(4, 1000, p, seed=1) for p in range(5))


def test_a_question_puts_the_answer_where_the_order_says():
    names = ["cup", "red ball", "{letters}"]
    photo = {"stimulus_id": 1000, "objects": "+".join(names), "left_to_right": "{letters}+red ball+cup", "gaze_pos": 1}
    cells = wording.asked(photo, wording.templates("main")[2])
    shown = [names[int(digit)] for digit in cells["option_order"]]
    assert [cells["A"], cells["B"], cells["C"], cells["D"]] == [*shown, ""]
    assert cells[cells["answer"]] == "red ball"
    # Names with braces or commas are text, not placeholders.
    assert "are: {letters}, red ball, cup." in cells["question"]
    assert "letter A, B, C directly" in cells["question"]
    assert (cells["task_hint"], cells["object_order"], cells["prompt_reconstructed"]) == ("0", "1", "1")


def test_messages_put_the_image_where_it_is_marked():
    picture = {"type": "image", "value": "p.png"}
    for text, parts in (
        ("<image>\nWho?", [picture, {"type": "text", "value": "Who?"}]),
        ("Who?", [picture, {"type": "text", "value": "Who?"}]),
    ):
        assert wording.ask(text, "p.png") == parts
    assert [item["type"] for item in wording.ask("Look: <image> Who?", "p.png")] == ["text", "image", "text"]
