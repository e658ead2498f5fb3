"""The command `preview`: numbers as text, JSON and page."""

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


@pytest.mark.long
def test_the_page_holds_samples_turns_and_no_request(told, tmp_path):
    place = tmp_path / "p.html"
    told("Mixed", "--html", place, "--rows", "1")
    after = place.read_text(encoding="utf-8").partition('id="book">')[2]
    book = json.loads(after.partition("</script>")[0])
    assert book["estimate"]["dataset"] == "ActiView_Mixed_DEMO"
    assert len(book["samples"]) == 8  # one for each category
    first = book["samples"][0]
    assert all(first["pictures"])
    fewest, most = first["walks"]
    assert [(len(walk["turns"]), walk["numbers"]["calls"]) for walk in (fewest, most)] == [(2, 2), (3, 3)]
    assert most["turns"][0]["step"] == "mix_init"
    pictures = sum(len(turn["images"]) for turn in most["turns"])
    assert most["numbers"]["images"] == pictures
    assert most["numbers"]["image_tokens"]["openai-tiles"] == 255 * pictures  # 85 + 170 for one tile of 512 x 512
