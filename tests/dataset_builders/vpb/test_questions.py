"""Questions about drawn prompts are true of the picture."""

from collections import Counter

import numpy as np
import pytest

from dataset_builders.vpb.questions import NotDrawable, Plan, Scene, make_item
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style


def flat_scene(color, regions):
    return Scene("flat", lambda: np.full((300, 400, 3), color, np.uint8), regions, ("a", "b", "c", "d"))


def test_drawings_that_cannot_be_seen_are_not_asked_about():
    scene = flat_scene((255, 0, 0), (Region((50, 50, 80, 60), label="wall"),))
    step = Plan(0, parse_style("bbox(red, none, thin)"), "reference", "")
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        make_item(step, scene, 0)
    assert make_item(Plan(0, parse_style("bbox(contrast, none, thin)"), "reference", ""), scene, 0).color != "red"


@pytest.mark.parametrize(("x", "y", "place"), [(20, 20, "top-left"), (300, 20, "top-right"), (20, 220, "bottom-left")])
def test_places_are_where_the_drawing_is(x, y, place):
    scene = flat_scene((200, 200, 200), (Region((x, y, 60, 50), label="thing"),))
    for style in all_styles()[::9]:
        item = make_item(Plan(3, style, "location", ""), scene, 0)
        assert place in item.options["ABCD".index(item.answer)]
    middle = flat_scene((200, 200, 200), (Region((180, 120, 60, 50), label="thing"),))
    with pytest.raises(NotDrawable, match="centre line"):
        make_item(Plan(3, parse_style("bbox(red, none, thin)"), "location", ""), middle, 0)


def test_existence_is_true_of_the_picture():
    scene = flat_scene((200, 200, 200), (Region((30, 30, 80, 60), label="thing"),))
    answers = Counter()
    for number in range(60):
        item = make_item(Plan(number, parse_style("oval(red, thick)"), "existence", ""), scene, 0)
        red = ((item.pixels[:, :, 0] > 240) & (item.pixels[:, :, 1] < 20)).sum()
        yes = item.options["ABCD".index(item.answer)] == "Yes"
        assert not yes or red > 100
        answers[yes] += 1
    assert min(answers.values()) > 15
    for number in range(20):
        gone = make_item(Plan(number, parse_style("oval(red, thick)"), "existence", "absent"), scene, 0)
        assert gone.options["ABCD".index(gone.answer)] == "No"
