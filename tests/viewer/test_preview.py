"""The page of a preview: samples of every category with their turns, and nothing from elsewhere."""

import json

import pytest

from vlmeval_hvs.cli import main
from vlmeval_hvs.viewer import preview

ROWS = 2


@pytest.mark.long
def test_the_page_holds_samples_turns_and_no_request(demo, tmp_path):
    demo("ActiView_DEMO")
    place = tmp_path / "p.html"
    for rows, count in ((1, 8), (ROWS, 16)):  # one or two of each category
        assert main(["preview", "ActiView_Mixed_DEMO", "--html", str(place), "--rows", str(rows)]) == 0
        text = place.read_text(encoding="utf-8")
        book = json.loads(text.partition('id="book">')[2].partition("</script>")[0])
        assert len(book["samples"]) == count
    assert "connect-src 'none'" in text.replace("&#39;", "'")
    assert book["estimate"]["dataset"] == "ActiView_Mixed_DEMO"
    assert preview.MOST_SAMPLES > 16
    first = book["samples"][0]
    assert first["category"]
    assert all(first["pictures"])
    fewest, most = first["walks"]
    assert [(len(walk["turns"]), walk["numbers"]["calls"]) for walk in (fewest, most)] == [(2, 2), (3, 3)]
    assert most["turns"][0]["step"] == "mix_init"
    assert {key for turn in most["turns"] for key in turn["images"]} <= book["images"].keys()
    pictures = sum(len(turn["images"]) for turn in most["turns"])
    assert most["numbers"]["images"] == pictures
    assert most["numbers"]["image_tokens"]["openai-tiles"] == 255 * pictures  # 85 + 170 for one tile of 512 x 512
