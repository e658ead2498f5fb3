"""The command `preview`: numbers as text and JSON."""

import json

import pytest

TOLD = """\
--- 4 prompts, 4 of them in several turns, of which the first is shown
a run takes   calls each  calls  pictures  text tokens  reply tokens
fewest calls  2           8      8         1,079        20
most calls    3           12     36        2,373        88
picture tokens  fewest calls  most calls
openai-tiles    2,040         9,180
qwen2-vl        750           3,375
internvl        8,208         36,936
fewest calls: scripted, not a model: No view is zoomed into, and none is shifted to.
"""


@pytest.mark.long
def test_text_tells_prompts_options_and_json_the_numbers_only(told, demo):
    demo("ActiView_DEMO")
    mixed, zooming = ["preview", "ActiView_Mixed_DEMO"], ["preview", "ActiView_Zooming_DEMO"]
    shown = told(*mixed, "--rows", "0", "--options", "limit=4").out
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines[: TOLD.count("\n")] == TOLD.splitlines()
    assert "text: a token for every 4 characters" in lines[-4]
    assert told(*mixed).out.count("--- row ") == 8, "one for each category"
    found = json.loads(told(*zooming, "--json", "--output-tokens", "50", "--options", "limit=8", "--one-image").out)
    assert (found["rows"], found["settings"]["limit"], found["one_image"]) == (8, 8, True)
    runs = [(walk["run"]["calls"], walk["run"]["output_tokens"]) for walk in found["walks"]]
    assert runs == [(16, 800), (40, 2000)]
    assert found["rules"][0].endswith("every reply counts 50 tokens")
    names = [line.split(" ")[0] for line in told(*zooming, "--options").out.splitlines()]
    assert {"option", "seed", "limit", "n_splits"} <= set(names)
