"""Interactive search turn by turn, and prompts that are asked several times."""

import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search.answers import Reading, read_samples, single_replies
from vlmeval_hvs.benchmarks.visual_search.pipeline import SAID, interactive_search, sampled_answers
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.benchmarks.visual_search.wording import Asking
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, Prompt, declined, image, read_record, text

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


@pytest.fixture
def search(pictures):
    """Gives replies until the search ends; returns the turns and the record."""

    def give(replies, profile="robust", **asking):
        pipeline = interactive_search(TRIAL, *pictures, Asking(**asking), profile)
        turns = [next(pipeline)]
        for reply in replies:
            try:
                turns.append(pipeline.send(reply))
            except StopIteration as stop:
                return turns, stop.value
        raise AssertionError("the search did not end")

    return give


def test_search_ends_on_the_target_or_at_the_cap(search):
    turns, record = search(["[0.1, 0.1]", "The target is at [0.867, 0.8]", "never asked"])
    assert record["found"]
    assert np.allclose(json.loads(record["answer"]), [[0.1, 0.1], [0.867, 0.8]])
    assert [turn.step for turn in turns] == ["fixate"] * 2
    assert turns[1].context["history"] == [[150, 100], [30, 20]]
    turns, record = search(["[0.1, 0.1]", "nothing", "[0.3, 0.3]", "[0.1, 0.9]"])
    assert (len(turns), record["found"], record["unreadable"]) == (4, False, 1)
    assert "4 fixations left" in turns[0].text
    assert "1 fixations left" in turns[3].text
    assert "(0.100, 0.100), (0.300, 0.300)" in turns[3].text


def test_the_literal_reading_knows_no_other_frame_than_the_one_asked_for(search):
    # Numbers that a robust reading takes for thousandths.
    _, record = search(["[500, 900]", "so: [0.1, 0.1]", "[900, 100]", "[0.3, 0.3]"], "paper")
    assert [one["read_as"] for one in record[SAID]] == ["unit"] * 4
    assert record["unreadable"] == 1  # not the list alone


def test_a_stop_ends_the_search_where_it_is_offered_and_declining_everywhere(search):
    replies = ["[0.1, 0.1]", "The target is not in the scene.", "[0.867, 0.8]"]
    turns, record = search(replies, stop=True)
    assert (len(turns), record["stopped"], record["found"], len(record["fixations"])) == (2, True, False, 1)
    _, record = search(replies)
    assert (record["stopped"], record["found"], record["unreadable"]) == (False, True, 1)
    turns, record = search([declined("it cannot")])
    assert (len(turns), record["declined"]) == (1, "it cannot")


SAMPLED = Trial("a.png", (600, 800), (0, 0, 10, 10), (32, 32), (400, 300), 6)
MESSAGE = [image("scene.png"), text("Where next?")]


def asked_several_times(*replies):
    prompt = Prompt(MESSAGE, row={"index": "1"}, pipeline=lambda traits: sampled_answers(MESSAGE, len(replies)))
    seen, left = [], iter(replies)
    prediction, _ = drive(prompt, lambda turn: seen.append(turn) or next(left), INTERLEAVED)
    assert [list(turn) for turn in seen] == [MESSAGE] * len(replies)
    assert len({turn.step for turn in seen}) == len(replies)
    return read_record(prediction)["answer"]


def test_replies_count_alike_however_many_points_they_give():
    said = asked_several_times("[0.5, 0.5]", "[[0.1, 0.1, 3], [0.2, 0.2, 1]]", "I cannot tell.")
    assert len(single_replies(said)) == 3
    for profile in ("robust", "paper"):
        answer = read_samples(said, SAMPLED, Reading("unit", profile))
        assert (answer.kind, [point[2] for point in answer.points]) == ("points", [1, 0.75, 0.25])
        assert answer.points[0][:2] == (400, 300)
