"""Interactive search, turn by turn."""

import json

import numpy as np
import pytest
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.pipeline import interactive_search
from vlmeval_hvs.benchmarks.visual_search.trials import Trial

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


@pytest.fixture
def pictures(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "scene.png")
    Image.fromarray(pixels[150:170, 250:270]).save(tmp_path / "target.png")
    return str(tmp_path / "scene.png"), str(tmp_path / "target.png")


def search(replies, pictures, **options):
    pipeline = interactive_search(TRIAL, *pictures, **options)
    turns = [next(pipeline)]
    for reply in replies:
        try:
            turns.append(pipeline.send(reply))
        except StopIteration as stop:
            return turns, stop.value
    raise AssertionError("the search did not end")


def test_search_ends_on_the_target(pictures):
    turns, record = search(["[0.1, 0.1]", "The target is at [0.867, 0.8]", "never asked"], pictures)
    assert len(turns) == 2
    assert record["found"]
    assert np.allclose(json.loads(record["answer"]), [[0.1, 0.1], [0.867, 0.8]])
    assert turns[1].context["history"] == [[150, 100], [30, 20]]
    assert turns[0].step == "fixate"


def test_search_ends_at_the_cap(pictures):
    turns, record = search(["[0.1, 0.1]", "nothing", "[0.3, 0.3]", "[0.1, 0.9]"], pictures)
    assert len(turns) == 4
    assert not record["found"]
    assert record["unreadable"] == 1
    assert "4 fixations left" in turns[0].text
    assert "1 fixations left" in turns[3].text
    assert "(0.100, 0.100), (0.300, 0.300)" in turns[3].text


@pytest.mark.parametrize(("frame", "reply"), [("thousand", "[867, 800]"), ("pixels", "[260, 160]")])
def test_other_frames(pictures, frame, reply):
    _, record = search([reply], pictures, frame=frame)
    assert record["found"]


def test_one_image_and_foveated_views_combine(pictures):
    turns, _ = search(["[0.867, 0.8]"], pictures, one_image=True, foveated=True)
    assert len(turns[0].images) == 1
    assert "grey band" in turns[0].text
    assert "blurred" in turns[0].text
