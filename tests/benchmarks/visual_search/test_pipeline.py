"""Interactive search, turn by turn."""

import json

import numpy as np
import pytest
from later import later
from PIL import Image

from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.messages import declined

with later():
    from vlmeval_hvs.answer_frames import FrameDecision
    from vlmeval_hvs.benchmarks.visual_search import turn_frames
    from vlmeval_hvs.benchmarks.visual_search.pipeline import interactive_search
    from vlmeval_hvs.benchmarks.visual_search.wording import Asking


TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


@pytest.fixture
def pictures(tmp_path):
    pixels = np.random.default_rng(0).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(tmp_path / "scene.png")
    Image.fromarray(pixels[150:170, 250:270]).save(tmp_path / "target.png")
    return str(tmp_path / "scene.png"), str(tmp_path / "target.png")


def search(replies, pictures, **asking):
    pipeline = interactive_search(TRIAL, *pictures, Asking(**asking))
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


def test_the_literal_reading_knows_no_other_frame_than_the_one_asked_for(pictures):
    # Numbers that a robust reading takes for thousandths.
    replies = ["[500, 900]", "so: [0.1, 0.1]", "[900, 100]", "[0.3, 0.3]"]
    pipeline = interactive_search(TRIAL, *pictures, Asking(), "paper")
    next(pipeline)
    with pytest.raises(StopIteration) as stop:
        for reply in replies:
            pipeline.send(reply)
    record = stop.value.value
    assert [one["read_as"] for one in record[turn_frames.SAID]] == ["unit"] * 4
    assert record["unreadable"] == 1  # not the list alone
    assert turn_frames.decide_searches([(record, TRIAL.shape)], "unit") == (
        FrameDecision("unit", "unit", replies={"fractions": 0, "stated": 3, "bare": 0, "none": 1}),
        [],
    )


def test_search_ends_at_the_cap(pictures):
    turns, record = search(["[0.1, 0.1]", "nothing", "[0.3, 0.3]", "[0.1, 0.9]"], pictures)
    assert len(turns) == 4
    assert not record["found"]
    assert record["unreadable"] == 1
    assert "4 fixations left" in turns[0].text
    assert "1 fixations left" in turns[3].text
    assert "(0.100, 0.100), (0.300, 0.300)" in turns[3].text


def test_other_frames(pictures):
    for frame, reply in [("thousand", "[867, 800]"), ("pixels", "[260, 160]")]:
        _, record = search([reply], pictures, frame=frame)
        assert record["found"]


def test_a_stop_ends_the_search_where_it_is_offered(pictures):
    replies = ["[0.1, 0.1]", "The target is not in the scene.", "[0.867, 0.8]"]
    turns, record = search(replies, pictures, stop=True)
    assert len(turns) == 2
    assert record["stopped"]
    assert not record["found"]
    assert len(record["fixations"]) == 1
    turns, record = search(replies, pictures)
    assert record["found"]
    assert not record["stopped"]
    assert record["unreadable"] == 1


def test_a_model_that_declines_is_not_asked_on(pictures):
    turns, record = search([declined("it cannot")], pictures)
    assert len(turns) == 1
    assert record["declined"] == "it cannot"
