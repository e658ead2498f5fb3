"""The command `preview`: numbers as text, JSON and page."""

import json

import pytest

from vlmeval_hvs.cli import main


@pytest.fixture
def told(demo, capsys):
    def run(name, *arguments):
        demo(f"{name.split('_')[0]}_DEMO")
        assert main(["preview", name, *arguments]) == 0
        return capsys.readouterr().out

    return run


def test_text_tells_prompts_and_numbers(told):
    text = told("ActiView_Mixed_DEMO", "--walk", "hvs-oracle", "--price-in", "2", "--price-out", "8")
    assert "--- 16 prompts, 16 of them in several turns" in text
    assert "fewest calls" in text
    assert "scripted, not a model" in text
    assert "(0." in text
    assert "https://" in text


def test_json_tells_the_numbers_only_and_scaled_ones_say_so(told, tmp_path):
    found = json.loads(told("ActiView_Zooming_DEMO", "--json", "--limit", "8", "--output-tokens", "50"))
    assert (found["rows"], found["settings"]["limit"]) == (8, 8)
    assert [walk["run"]["calls"] for walk in found["walks"]] == [16, 16]
    assert [walk["run"]["output_tokens"] for walk in found["walks"]] == [800, 800]
    assert "from 8 of 16 rows, scaled" in told("ActiView_Zooming_DEMO", "--walked", "8")
    told("ActiView_Zooming_DEMO", "--walked", "8", "--json", str(tmp_path / "n.json"), "--one-image")
    found = json.loads((tmp_path / "n.json").read_text())
    assert (found["one_image"], found["walks"][0]["run"]["calls"]) == (True, 32)


def test_what_cannot_be_is_refused(demo, capsys):
    demo("ActiView_DEMO")
    for arguments, message in (
        (["--price-in", "1"], "go together"),
        (["--walk", "hvs-nobody"], "--walk"),
        (["--walked", "-1"], "at least 0"),
        (["--tokenizer", "nowhere"], "--tokenizer nowhere"),
        (["--price-in", "-1", "--price-out", "1"], "at least 0"),
    ):
        assert main(["preview", "ActiView_Zooming_DEMO", *arguments]) == 1
        assert message in capsys.readouterr().err


def test_the_page_holds_samples_turns_and_no_request(told, tmp_path):
    place = tmp_path / "p.html"
    told("ActiView_Mixed_DEMO", "--html", str(place), "--rows", "1")
    text = place.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert "d3" not in text.partition('id="book"')[0]
    book = json.loads(text.partition('id="book">')[2].partition("</script>")[0])
    assert book["estimate"]["dataset"] == "ActiView_Mixed_DEMO"
    assert len(book["samples"]) == 8  # one for each category
    first = book["samples"][0]
    assert [len(walk["turns"]) for walk in first["walks"]] == [2, 3]
    assert first["walks"][1]["turns"][0]["step"] == "mix_init"
    assert all(first["pictures"])
    fewest, most = (walk["numbers"] for walk in first["walks"])
    assert (fewest["calls"], most["calls"]) == (2, 3)
    pictures = [image for turn in first["walks"][1]["turns"] for image in turn["images"]]
    assert most["images"] == len(pictures)
    assert most["image_tokens"]["openai-tiles"] == 255 * len(pictures)  # 85 + 170 for one tile of 512 x 512
    sizes = {(image["width"], image["height"]) for image in book["images"]}
    assert (256, 256) in sizes
