"""Questions about drawn prompts are true of the picture, and nothing but the picture answers them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy import ndimage

from dataset_builders.vpb.questions import NotDrawable, Plan, make_item, plan
from tests.dataset_builders.vpb.small import GREY, THINGS, right, scene
from vlmeval_hvs.visual_prompts import all_styles, parse_style
from vlmeval_hvs.visual_prompts.styles import style_data

POINT = parse_style("point(red, round, medium)")


def inked(item, color) -> np.ndarray:
    return (item.pixels == np.array(style_data()["colors"][color], np.uint8)).all(axis=2)


def test_places_numbers_and_references_are_those_of_the_picture_and_what_cannot_be_seen_is_not_asked_about():
    red = scene(color=(255, 0, 0))
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        make_item(Plan(0, POINT, "reference"), red, 0)
    assert make_item(Plan(0, parse_style("bbox(contrast, none, thin)"), "reference"), red, 0).color != "red"
    places, amounts, offered = set(), set(), set()
    for number, style in enumerate(all_styles()[::12]):
        item = make_item(Plan(number, style, "location"), scene(), 0)
        rows, columns = np.nonzero((item.pixels != GREY).any(axis=2))
        y, x = (rows.min() + rows.max()) / 2, (columns.min() + columns.max()) / 2
        place = f"{'top' if y < 150 else 'bottom'}-{'left' if x < 200 else 'right'}"
        assert [text for text in item.options if place in text] == [right(item)]
        places.add(place)
    for item in (make_item(Plan(number, POINT, "enumeration"), scene(), 0) for number in range(60)):
        assert int(right(item)) == item.amount == ndimage.label(inked(item, "red"))[1]
        amounts.add(item.amount)
        offered.add(tuple(sorted(item.options)))
    assert (len(places), amounts, len(offered)) == (4, set(range(1, 7)), 15)  # any four of the six numbers
    for item in (make_item(Plan(number, POINT, "reference"), scene(), 0) for number in range(10)):
        assert (set(item.options) < THINGS.keys(), right(item)) == (True, item.label)
        middle = np.argwhere(inked(item, "red")).mean(axis=0)[::-1]
        assert middle - THINGS[item.label] == pytest.approx([20, 20], abs=1)


def test_existence_needs_colour_and_shape_together():
    for style in map(parse_style, ("oval(red, thick)", "tag(digit, contrast, round, large)", "mask(blue, fill, thin)")):
        answers, decoys = Counter(), set()
        for number in range(24):
            item = make_item(Plan(number, style, "existence"), scene(), 0)
            marks = [parse_style(text) for text in item.marks]
            yes = any(mark.shape == style.shape and mark.color == item.color for mark in marks)
            assert (right(item), item.amount) == ("Yes" if yes else "No", yes)
            # What is in the picture by itself tells nothing: the asked colour once, the asked shape once, others new.
            for aspect, asked in (("color", item.color), ("shape", style.shape)):
                shown = Counter(getattr(mark, aspect) for mark in marks)
                assert (asked in shown, set(shown.values())) == (True, {1})
            assert all(mark.shape == "mask" or inked(item, mark.color).sum() > 10 for mark in marks)
            answers[yes, len(marks)] += 1
            gone = make_item(Plan(number, style, "existence", "absent"), scene(), 0)
            assert (right(gone), gone.amount) == ("No", 0)
            marks = [parse_style(text) for text in gone.marks]
            decoys.add(tuple((mark.color == gone.color, mark.shape == style.shape) for mark in marks))
        assert answers.keys() == {(True, 2), (True, 3), (False, 2), (False, 3)}
        assert min(answers.values()) > 1
        assert decoys == {(), ((True, False),), ((False, True),), ((False, False),)}


def test_controls_offer_the_same_options_as_debias_items():
    names = ("", "absent", "absent_control", "none_correct", "none_correct_control")
    for kind, number in product(("enumeration", "location", "reference"), range(5)):
        plain, *items = (make_item(Plan(number, POINT, kind, name), scene(), 0) for name in names)
        absent, absent_control, none, none_control = items
        assert right(absent).startswith("There is no red point")
        assert any(text.startswith("There is no") for text in absent_control.options)
        assert right(none) == none.options[3] == none_control.options[3] == "None of the above"
        assert right(plain) not in none.options
        for control in (absent_control, none_control):
            assert (right(control), control.pixels.tobytes()) == (right(plain), plain.pixels.tobytes())
        for item in items:
            assert (len(set(item.options)), len(set(item.options) - set(plain.options))) == (4, 1)


def test_plans_have_the_shares_of_the_paper():
    steps = plan(14790, 0)
    kinds = Counter(step.debias for step in steps[:14790])
    assert kinds == {"": 14790 - 666 - 1183, "absent": 666, "none_correct": 1183}  # Table 2: 4.5 % and 8 %
    assert [step.number for step in steps] == list(range(len(steps)))
    offering = Counter((step.style, step.question_type, step.debias) for step in steps)
    for (style, kind, debias), count in offering.items():
        if debias in ("absent", "none_correct"):
            assert offering[style, kind, f"{debias}_control"] == (3 * count if kind != "existence" else 0)
    tested = sum(bool(step.debias) and step.question_type != "existence" for step in steps[:14790])
    assert len(steps) - 14790 == sum(step.debias.endswith("_control") for step in steps) == 3 * tested
