"""Prompt templates, option order and messages of the gaze questions."""

import json
from collections import Counter

import pytest

from vlmeval_hvs.benchmarks.gaze.wording import STUDIES, ask, asked, option_order, render, templates
from vlmeval_hvs.errors import DataError

PHOTO = {"stimulus_id": 1000, "objects": "cup+red ball+{letters}", "left_to_right": "{letters}+red ball+cup",
         "gaze_pos": 1}  # fmt: skip


def test_printed_prompts_are_as_printed():
    # Table 5, number 6 (here 5), with its three options.
    text = render(templates("pilot")[5].text, ["xxx", "xxx", "xxx"], [])
    assert text == (
        "<image>\nWhich object is she looking at?\nA. xxx\nB. xxx\nC. xxx\nPlease answer with the option’s letter "
        "A, B, C directly. There is no need to reason. You cannot refuse to choose."
    )
    for study in ("pilot", "prepilot"):
        wording = templates(study)
        assert sorted(wording) == list(range(12))
        assert not any(item.reconstructed for item in wording.values())
        assert Counter("in the image" in item.text for item in wording.values()) == {True: 6, False: 6}


def test_main_prompts_are_marked_as_reconstructed_and_follow_the_known_factors():
    wording = templates("main")
    assert sorted(wording) == list(range(16))
    for number, item in wording.items():
        assert item.reconstructed
        assert item.task_hint == (number >= 8)
        assert item.object_order == (number % 4 in (2, 3))
        assert ("{left_to_right}" in item.text) == item.object_order
    assert len({item.text for item in wording.values()}) == 16


@pytest.mark.parametrize("ending", [".json", ".csv"])
def test_templates_can_be_replaced_by_a_file(tmp_path, ending):
    path = tmp_path / f"mine{ending}"
    if ending == ".json":
        entry = {"prompt_id": 3, "template": "Gaze?\n{options}", "task_hint": True}
        path.write_text(json.dumps({"templates": [entry]}))
    else:
        path.write_text('prompt_id,template,task_hint\n3,"Gaze?\n{options}",1\n')
    (item,) = templates("main", path).values()
    assert (item.prompt_id, item.text, item.task_hint, item.reconstructed) == (3, "Gaze?\n{options}", True, False)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "no list of templates"),
        ('[{"template": "{options}"}]', "entry 0: needs a whole number"),
        ('[{"prompt_id": 1, "template": "?"}]', "entry 0: the template has no {options}"),
        ('[{"prompt_id": 1, "template": "{options}"}, {"prompt_id": 1, "template": "{options}"}]', "entry 1: .*twice"),
        ('[{"prompt_id": 99, "template": "{options}"}]', "not within"),
        ('[{"prompt_id": 1, "template": "<image>{options}<image>"}]', "more than once"),
    ],
)
def test_unusable_template_files_are_refused(tmp_path, content, message):
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        templates("main", path)


def test_missing_file_and_unknown_study(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        templates("main", tmp_path / "nothing.json")
    with pytest.raises(DataError, match="unknown study"):
        templates("final")


def test_option_order_is_a_function_of_seed_stimulus_and_prompt():
    assert option_order(4, 1000, 3) == option_order(4, "1000", 3)
    orders = Counter(option_order(3, stimulus, prompt) for stimulus in range(200) for prompt in range(6))
    assert len(orders) == 6
    assert min(orders.values()) > 150  # 200 each on average
    assert any(option_order(4, 1000, p) != option_order(4, 1000, p, seed=1) for p in range(5))


def test_a_question_puts_the_answer_where_the_order_says():
    cells = asked(PHOTO, templates("main")[2])
    names = PHOTO["objects"].split("+")
    shown = [names[int(digit)] for digit in cells["option_order"]]
    assert [cells["A"], cells["B"], cells["C"], cells["D"]] == [*shown, ""]
    assert cells[cells["answer"]] == "red ball"
    # Names with braces or commas are text, not placeholders.
    assert "are: {letters}, red ball, cup." in cells["question"]
    assert "letter A, B, C directly" in cells["question"]
    assert (cells["task_hint"], cells["object_order"], cells["prompt_reconstructed"]) == ("0", "1", "1")


def test_messages_put_the_image_where_it_is_marked():
    assert ask("<image>\nWho?", "p.png") == [
        {"type": "image", "value": "p.png"},
        {"type": "text", "value": "Who?"},
    ]
    assert [item["type"] for item in ask("Look: <image> Who?", "p.png")] == ["text", "image", "text"]
    assert [item["type"] for item in ask("Who?", "p.png")] == ["image", "text"]


@pytest.mark.parametrize("study", STUDIES)
def test_every_template_renders_without_placeholders_left(study):
    for item in templates(study).values():
        text = render(item.text, ["cup", "ball"], ["ball", "cup"])
        assert "{" not in text
        assert "A. cup\nB. ball\n" in text
        assert "A, B " in text
