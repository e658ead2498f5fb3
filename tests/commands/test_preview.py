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


@pytest.mark.long
def test_text_tells_prompts_and_json_the_numbers_only(told):
    assert "--- 16 prompts, 16 of them in several turns" in told("Mixed", "--price-in", "2", "--price-out", "8")
    found = json.loads(told("Zooming", "--json", "--output-tokens", "50", "--options", "limit=8"))
    assert (found["rows"], found["settings"]["limit"]) == (8, 8)
    runs = [(walk["run"]["calls"], walk["run"]["output_tokens"]) for walk in found["walks"]]
    assert runs == [(16, 800), (16, 800)]
