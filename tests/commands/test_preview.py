"""The command `preview`: numbers as text and JSON."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.fixture
def told(demo, capsys):
    def run(name, *arguments):
        demo("ActiView_DEMO")
        assert main(["preview", f"ActiView_{name}_DEMO", *map(str, arguments)]) == 0
        return capsys.readouterr().out

    return run


TOLD = """\
--- 4 prompts, 4 of them in several turns, of which the first is shown
a run takes   calls each  calls  pictures  text tokens  reply tokens
fewest calls  2           8      8         1,079        20
most calls    3           12     36        2,373        88
picture tokens  fewest calls  most calls
openai-tiles    2,040 (0.01)  9,180 (0.02)
qwen2-vl        750 (0.00)    3,375 (0.01)
internvl        8,208 (0.02)  36,936 (0.08)
In brackets: the price of the whole run, text and replies included.
fewest calls: scripted, not a model: No view is zoomed into, and none is shifted to.
"""


@pytest.mark.long
def test_text_tells_prompts_and_json_the_numbers_only(told):
    shown = told("Mixed", "--price-in", "2", "--price-out", "8", "--rows", "0", "--options", "limit=4")
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines[: TOLD.count("\n")] == TOLD.splitlines()
    assert "text: a token for every 4 characters" in lines[-4]
    assert told("Mixed").count("--- row ") == 8, "one for each category"
    found = json.loads(told("Zooming", "--json", "--output-tokens", "50", "--options", "limit=8", "--one-image"))
    assert (found["rows"], found["settings"]["limit"], found["one_image"]) == (8, 8, True)
    runs = [(walk["run"]["calls"], walk["run"]["output_tokens"]) for walk in found["walks"]]
    assert runs == [(16, 800), (40, 2000)]
    assert found["rules"][0].endswith("every reply counts 50 tokens")
