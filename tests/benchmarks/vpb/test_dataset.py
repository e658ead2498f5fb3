"""VP-Bench's datasets: prompts, turns, scored files."""

import json
from collections import Counter
from pathlib import Path

import pytest

from vlmeval_hvs.choices import options_of
from vlmeval_hvs.responders import respond

pytestmark = pytest.mark.long


def test_oracle_reaches_the_ceiling(make, replies, score):
    for name in ("VPB_Stage1", "VPB_Stage2", "VPB_Stage2_TextPrompt"):
        dataset = make(f"{name}_DEMO", limit=48)
        assert name in dataset.supported_datasets()
        best = score(dataset, replies(dataset, lambda turn: respond("hvs-oracle", turn, 0)))
        assert best.metrics["Overall"] == best.metrics["Overall_paper"] == 1.0
        assert 0.3 < best.scores["intervals"]["Overall"][0] < 0.9, "few images do not show that all would be right"


def test_prompts(make):
    first = make("VPB_Stage1_DEMO"), make("VPB_Stage1_NoDescription_DEMO")
    for a, b in ([dataset.build_prompt(number) for dataset in first] for number in range(6)):
        assert a.text.startswith("Context: A")
        assert (a.text.split("\n", 1)[1], a.images) == (b.text, b.images)
    ours, other = make("VPB_Stage2_DEMO"), make("VPB_Stage2_DEMO@oval", visual_prompt="oval(red, thin)")
    words, hidden = make("VPB_Stage2_TextPrompt_DEMO"), 0
    for own, drawn, plain in ([one.build_prompt(i) for one in (ours, other, words)] for i in range(len(ours))):
        assert "red oval" in drawn.text
        assert "region [" in plain.text
        assert len(drawn.images) == len(plain.images) == (2 if drawn.row["task"] == "SD-100" else 1)
        assert "<" not in drawn.text + plain.text + own.text
        regions = json.loads(drawn.row["regions"])
        hidden += len(regions) - plain.text.count("region [")  # the answers of scene graphs
        assert plain.text.count("region [") == sum(region.get("shown", True) for region in regions)
    assert hidden == 2


def test_models_without_weights_answer_among_the_options(make):
    dataset, asked, letters = make("VPB_Stage1_DEMO"), Counter(), set()
    for prompt in map(dataset.build_prompt, range(0, 255, 5)):
        options, agreed = options_of(prompt.row), respond("hvs-vpb-agree", prompt, 0)
        said = options["ABCD".index(agreed)]
        asked[options[0] == "Yes"] += 1
        assert said == "Yes" or (options[0] != "Yes" and not said.startswith(("There is", "None")))
        letters |= {respond("hvs-random", prompt, seed) for seed in range(4)} if len(options) == 2 else set()
    assert min(asked.values()) > 5
    assert letters == {"A", "B"}


def test_space_is_asked_for_what_is_still_drawn(make):
    dataset, words = make("VPB_Stage2_DEMO"), make("VPB_Stage2_TextPrompt_DEMO")
    (drawn, before), (joined, _) = dataset.cache_folders()
    assert before == 3_200_000 * (len(dataset) + 2)  # two rows have two views
    assert words.cache_folders() == [(joined, 0)]
    assert make("VPB_Stage1_DEMO").cache_folders() == []
    assert drawn in Path(dataset.build_prompt(0).images[0]).parents
    assert dataset.cache_folders()[0] == (drawn, before - 3_200_000)


def test_a_row_that_cannot_be_drawn_fails_alone(make, monkeypatch):
    dataset = make("VPB_Stage2_DEMO")
    outside = json.dumps([{"image": 0, "role": "default", "bbox": [9000, 0, 5, 5]}])
    row = dataset.row
    monkeypatch.setattr(dataset, "row", lambda i: {**row(i), **({"regions": outside} if i == 0 else {})})
    assert ["cannot be shown" in dataset.build_prompt(i).text for i in (0, 1)] == [True, False]
