"""Interactive search turn by turn, prompts that are asked several times, foveated views, and prompts word by word."""

import json

import numpy as np
import pytest
from PIL import Image
from scipy.ndimage import gaussian_filter

from vlmeval_hvs.benchmarks.visual_search import pipeline
from vlmeval_hvs.benchmarks.visual_search.answers import Reading, read_samples, single_replies
from vlmeval_hvs.benchmarks.visual_search.pictures import blur_levels, foveate, foveated_view
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.benchmarks.visual_search.wording import Asking, search_message, search_text
from vlmeval_hvs.host.generate import drive
from vlmeval_hvs.messages import INTERLEAVED, Prompt, declined, image, read_record, text

TRIAL = Trial("a.png", (200, 300), (150, 250, 170, 270), (10, 10), (150.0, 100.0), 5, target_object="potted_plant")


@pytest.fixture
def search(pictures):
    """Gives replies until the search ends; returns the turns and the record."""

    def give(replies, profile="robust", **asking):
        search = pipeline.interactive_search(TRIAL, *pictures, Asking(**asking), profile)
        turns = [next(search)]
        for reply in replies:
            try:
                turns.append(search.send(reply))
            except StopIteration as stop:
                return turns, stop.value
        raise AssertionError("the search did not end")

    return give


def test_search_ends_on_the_target_or_at_the_cap(search):
    turns, record = search(["[0.1, 0.1]", "The target is at [0.867, 0.8]", "never asked"])
    assert (record["found"], json.loads(record["answer"])) == (True, [[0.1, 0.1], [0.867, 0.8]])
    assert [turn.step for turn in turns] == ["fixate"] * 2
    assert turns[1].context["history"] == [[150, 100], [30, 20]]
    turns, record = search(["[0.1, 0.1]", "nothing", "[0.3, 0.3]", "[0.1, 0.9]"])
    assert (len(turns), record["found"], record["unreadable"]) == (4, False, 1)
    assert ("4 fixations left" in turns[0].text, "1 fixations left" in turns[3].text) == (True, True)
    assert "(0.100, 0.100), (0.300, 0.300)" in turns[3].text
    # The literal reading knows no other frame than the one asked for: a robust one takes these for thousandths.
    _, record = search(["[500, 900]", "so: [0.1, 0.1]", "[900, 100]", "[0.3, 0.3]"], "paper")
    assert [one["read_as"] for one in record[pipeline.SAID]] == ["unit"] * 4
    assert record["unreadable"] == 1  # not the list alone


def test_a_stop_ends_the_search_where_it_is_offered_and_declining_everywhere(search):
    replies = ["[0.1, 0.1]", "The target is not in the scene.", "[0.867, 0.8]"]
    turns, record = search(replies, stop=True)
    assert (len(turns), record["stopped"], record["found"], len(record["fixations"])) == (2, True, False, 1)
    _, record = search(replies)
    assert (record["stopped"], record["found"], record["unreadable"]) == (False, True, 1)
    turns, record = search([declined("it cannot")])
    assert (len(turns), record["declined"]) == (1, "it cannot")


def test_scripted_answers_make_the_shortest_and_the_longest_run(cells):
    def asked(box):
        return [Prompt([text("?")], row=cells(7, {}, bbox=box), step=step) for step in ("", "fixate")]

    for script, box, point in (
        (pipeline.shortest, "[400, 600, 440, 640]", [0.775, 0.7]), (pipeline.longest, "[400, 600, 440, 640]", [0, 0]),
        (pipeline.longest, "[0, 0, 40, 40]", [0.99875, 0.99833]),
    ):  # fmt: skip
        assert [json.loads(script(prompt)) for prompt in asked(box)] == [[point], point]
    prompts = asked("")
    assert [pipeline.shortest(prompt) for prompt in prompts] == ['[[0.5, 0.5], "absent"]', "absent"]
    assert json.loads(pipeline.longest(prompts[1])) == [0.99875, 0.99833]
    single = pipeline.one_turn([text("?")])
    assert next(single).text == "?"
    with pytest.raises(StopIteration) as end:
        single.send("[[0.1, 0.2]]")
    assert end.value.value == {"answer": "[[0.1, 0.2]]", "one_turn": True}


def test_searches_are_placed_again_in_the_frame_of_all_answers():
    def record(*places, read_as="pixels", stated=""):
        return {pipeline.SAID: [{"points": [[x, y, 1.0]], "stated": stated, "read_as": read_as} for x, y in places]}

    shape = (600, 800)
    told = [record((900, 950), (700, 150), (550, 980)), record((10, 10), read_as="thousand")]
    decision, warnings = pipeline.decide_searches([(one, shape) for one in told], "unit", "thousand")
    assert decision.frame == "thousand"
    assert "in 1 of 2 searches answers were placed" in warnings[-1]
    assert "(thousand): run again with answer_frame=thousand" in warnings[-1]
    assert not any("searches" in text for text in pipeline.decide_searches([(told[1], shape)], "unit", "thousand")[1])
    outside = [pipeline.placed_outside(one, shape) for one in (told[0], record((0.5, 0.5), read_as="unit"))]
    assert outside == [2, 0]
    broken = [{"points": [[1, 2, float("nan")]], "stated": "", "read_as": "pixels"}, {"points": [[1, 2]]}, 5,
              *record((1, 2), read_as="miles")["said"], *record((1, 2), stated="feet")["said"]]  # fmt: skip
    kept = pipeline.said_in({"said": [*broken, *record((3, 4), stated="unit")["said"]]}, shape)
    assert [(written.points, written.stated, frame) for written, frame in kept] == [(((3, 4, 1),), "unit", "pixels")]
    assert pipeline.said_in({pipeline.SAID: 7}, shape) == pipeline.said_in({}, shape) == []


def test_replies_count_alike_however_many_points_they_give():
    message, replies = [image("a.png"), text("?")], ["[0.5, 0.5]", "[[0.1, 0.1, 3], [0.2, 0.2, 1]]", "I cannot tell."]
    prompt = Prompt(message, row={"index": "1"}, pipeline=lambda traits: pipeline.sampled_answers(message, 3))
    seen, left = [], iter(replies)
    prediction, _ = drive(prompt, lambda turn: seen.append(turn) or next(left), INTERLEAVED)
    assert ([list(turn) for turn in seen], len({turn.step for turn in seen})) == ([message] * 3, 3)
    said = read_record(prediction)["answer"]
    assert single_replies(said) == replies
    for profile in ("robust", "paper"):
        answer = read_samples(said, TRIAL, Reading("unit", profile))
        assert (answer.kind, [point[2] for point in answer.points]) == ("points", [1, 0.75, 0.25])
        assert answer.points[0][:2] == (150, 100)
    unread = read_samples('{"samples": ["no idea", "?"]}', TRIAL), read_samples('{"samples": []}', TRIAL)
    assert [(answer.kind, answer.rule == "samples") for answer in unread] == [("none", False), ("none", True)]
    assert single_replies('{"samples": [') == ['{"samples": [']


def test_a_view_is_drawn_in_the_pictures_own_pixels(pictures):
    scene = np.asarray(Image.open(pictures[0]))  # twice as wide as its frame, and twice as high
    drawn = np.asarray(Image.open(foveated_view(pictures[0], (40.0, 70.0), (100, 150), (9, 5))))
    assert np.array_equal(drawn, foveate(blur_levels(scene), (80.0, 140.0), 18))


def test_levels_of_blur_are_mixed_by_the_logarithm_of_the_distance():
    pixels = np.random.default_rng(0).integers(0, 255, (120, 200, 3), dtype=np.uint8)
    x, y, fovea = 60.0, 50.0, 10
    rows, columns = np.mgrid[:120, :200]
    level = np.clip(np.log2(np.maximum(np.hypot(rows - y, columns - x) / fovea, 1)), 0, 5)[:, :, None]
    sharp = pixels.astype(float)
    soft = [sharp, *(gaussian_filter(sharp, (0.5 * 2**n, 0.5 * 2**n, 0), mode="mirror") for n in range(1, 6))]
    expected = sum(np.maximum(1 - np.abs(level - n), 0) * one for n, one in enumerate(soft))
    view = foveate(blur_levels(pixels), (x, y), fovea)
    assert np.abs(view - expected).max() < 2.5
    assert np.array_equal(view[45:55, 55:65], pixels[45:55, 55:65])


GOLDEN = {
    "whole": (
        {},
        "Image 1 is a scene. Image 2 shows the target (a potted plant): the scene contains this object, or one like "
        "it, exactly once as the target.\nA person searches the scene for the target by moving the eyes. Their gaze "
        "starts at (0.500, 0.500). Give positions as x, y between 0 and 1: x = 0 is the left edge of image 1 and x = 1 "
        "its right edge; y = 0 is its top edge and y = 1 its bottom edge.\nPredict where the gaze goes: list the next "
        "fixations in order, up to and including the one that lands on the target, at most 4 of them. Do not repeat "
        "the starting position.\nAnswer with a JSON list only: [[x1, y1], [x2, y2], ...]"),
    "interactive": (
        {"frame": "pixels", "one_image": True, "foveated": True, "stop": True},
        "The image shows a scene and, in the grey band below it, the target (a potted plant). The scene may contain "
        "this object, or one like it, or it may not.\nYou search the scene for the target by choosing one fixation "
        "after the other. Your gaze started at (150, 100). Give positions as x, y in pixels of the scene (the image "
        "without the grey band), which is 300 pixels wide and 200 pixels high; (0, 0) is its top left corner.\nYou "
        "have already looked at these positions, in this order: (1, 2). The target was not found at any of them.\nThe "
        "scene is sharp where you look now and blurred elsewhere.\nYou have 3 fixations left. Choose the next position "
        "to look at, so that you find the target with few fixations.\nAnswer with the position only: [x, y]\nIf you "
        'are sure that the target is not in the scene, end the search: answer "absent" instead of a position.'),
    "hsp": (
        {"frame": "thousand", "picture": False},
        "The image shows a scene. The target is a potted plant: the scene contains this object, or one like "
        "it, exactly once as the target.\nA person searches the scene for the target by moving the eyes. Give "
        "positions as whole numbers x, y between 0 and 1000: x = 0 is the left edge of the image and x = 1000 "
        "its right edge; y = 0 is its top edge and y = 1000 its bottom edge.\nSo far the gaze was at these "
        "positions, in this order: (3, 10).\nPredict the next fixation of this person, which need not be on "
        "the target. Give one to five candidate positions with weights that add up to 1.\nAnswer with a JSON "
        "list only: [[x1, y1, weight1], [x2, y2, weight2], ...]"),
}  # fmt: skip


def test_the_prompts_word_by_word():
    for kind, (asking, words) in GOLDEN.items():
        assert search_text(kind, TRIAL, Asking(**asking), [(1, 2)], left=3) == words
    asked = search_text("whole", TRIAL, Asking(frame="thousand", durations=True, stop=True), [])
    assert "starts at (500, 500)" in asked
    assert "[[x1, y1, ms1], [x2, y2, ms2], ...], where ms is" in asked
    assert asked.endswith('put "absent" at the end of the list: [..., "absent"]')
    assert "You have not looked anywhere else yet.\nYou have 2" in search_text("interactive", TRIAL, left=2)
    assert search_message("a", "b", "c") == [image("a"), image("b"), text("c")]
    assert search_message("a", None, "c", one_image=True) == [image("a"), text("c")]
