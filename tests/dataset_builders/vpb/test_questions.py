"""Questions about drawn prompts are true of the picture, and nothing but the picture answers them."""

from collections import Counter

import numpy as np
import pytest

from dataset_builders.vpb.drawing import NotDrawable, Scene, check_visible, paint
from dataset_builders.vpb.plans import QUESTION_TYPES, Plan, paired_plan, plan
from dataset_builders.vpb.questions import make_item
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style
from vlmeval_hvs.visual_prompts.styles import style_data

GREY = (200, 200, 200)
CORNERS = {"top-left": (20, 20), "top-right": (300, 20), "bottom-left": (20, 220), "bottom-right": (300, 220)}
SIX = [(x, y, 40, 40) for y in (30, 230) for x in (20, 120, 340)]
POINT = parse_style("point(red, round, medium)")


def flat_scene(boxes, labels=(), color=GREY):
    named = [*labels, *[""] * (len(boxes) - len(labels))]
    regions = tuple(Region(box, label=label) for box, label in zip(boxes, named, strict=True))
    return Scene("flat", lambda: np.full((300, 400, 3), color, np.uint8), regions)


def corners(color=GREY):
    """A cat, a cow, a car and a cap in the four corners."""
    return flat_scene([(x, y, 60, 50) for x, y in CORNERS.values()], ("cat", "cow", "car", "cap"), color)


def crowd(number=6):
    """Equal objects."""
    return flat_scene([(40 + 120 * (i % 3), 60 + 120 * (i // 3), 40, 40) for i in range(number)])


def right(item) -> str:
    return item.options["ABCD".index(item.answer)]


def inked(item, color) -> np.ndarray:
    """Pixels in the pure colour of a prompt."""
    return (item.pixels == np.array(style_data()["colors"][color], np.uint8)).all(axis=2)


def test_what_cannot_be_seen_is_not_asked_about():
    red = corners((255, 0, 0))
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        make_item(Plan(0, parse_style("bbox(red, none, thin)"), "reference"), red, 0)
    assert make_item(Plan(0, parse_style("bbox(contrast, none, thin)"), "reference"), red, 0).color != "red"
    image, region = np.full((200, 200, 3), 200, np.uint8), [Region((60, 60, 80, 80))]
    marks = [parse_style("point(red, round, small)"), parse_style("tag(digit, blue, square, large)")]
    with pytest.raises(NotDrawable, match="covers another"):
        paint(image, [(mark, region) for mark in marks], "scaled", 0)
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        check_visible(image, image)
    middle = flat_scene([(x, y, 60, 50) for x in (135, 205) for y in (98, 152)])
    for kind, scene in (("location", middle), ("enumeration", crowd(3))):
        with pytest.raises(NotDrawable, match="fewer than"):
            make_item(Plan(3, POINT, kind), scene, 0)


def test_places_numbers_and_references_are_those_of_the_picture():
    from scipy import ndimage

    found = Counter()
    for number, style in enumerate(all_styles()[::6]):
        item = make_item(Plan(number, style, "location"), corners(), 0)
        rows, columns = np.nonzero((item.pixels != GREY).any(axis=2))
        y, x = (rows.min() + rows.max()) / 2, (columns.min() + columns.max()) / 2
        place = f"{'top' if y < 150 else 'bottom'}-{'left' if x < 200 else 'right'}"
        assert [text for text in item.options if place in text] == [right(item)]
        found[place] += 1
    assert set(found) == set(CORNERS)
    amounts, sets = Counter(), Counter()
    for number in range(120):
        item = make_item(Plan(number, POINT, "enumeration"), crowd(), 0)
        assert int(right(item)) == item.amount == ndimage.label(inked(item, "red"))[1]
        amounts[item.amount] += 1
        sets[tuple(sorted(item.options))] += 1
    assert set(amounts) == set(range(1, 7))
    assert len(sets) == 15  # any four of the six numbers
    for number in range(20):
        item = make_item(Plan(number, POINT, "reference"), corners(), 0)
        assert sorted(item.options) == ["cap", "car", "cat", "cow"]
        (y, x) = np.argwhere(inked(item, "red")).mean(axis=0)
        region = next(region for region in corners().regions if region.label == item.label == right(item))
        assert region.mask(300, 400)[int(y), int(x)]


def test_existence_needs_colour_and_shape_together():
    for style in map(parse_style, ("oval(red, thick)", "tag(digit, contrast, round, large)", "mask(blue, fill, thin)")):
        answers, kinds = Counter(), Counter()
        for number in range(40):
            item = make_item(Plan(number, style, "existence"), crowd(), 0)
            marks = [parse_style(text) for text in item.marks]
            yes = any(mark.shape == style.shape and mark.color == item.color for mark in marks)
            assert (right(item), item.amount) == ("Yes" if yes else "No", yes)
            # What is in the picture by itself tells nothing: the asked colour once, the asked shape once, others new.
            for aspect, asked in (("color", item.color), ("shape", style.shape)):
                shown = Counter(getattr(mark, aspect) for mark in marks)
                assert (asked in shown, set(shown.values())) == (True, {1})
            assert all(mark.shape == "mask" or inked(item, mark.color).sum() > 10 for mark in marks)
            answers[yes, len(marks)] += 1
            gone = make_item(Plan(number, style, "existence", "absent"), crowd(), 0)
            assert (right(gone), gone.amount) == ("No", 0)
            marks = [parse_style(text) for text in gone.marks]
            kinds[tuple((mark.color == gone.color, mark.shape == style.shape) for mark in marks)] += 1
        assert set(answers) == {(True, 2), (True, 3), (False, 2), (False, 3)}
        assert min(answers.values()) > 3
        assert set(kinds) == {(), ((True, False),), ((False, True),), ((False, False),)}


def test_twins_differ_in_shape_only():
    for text in ("oval(red, thin)", "tag(digit, blue, round, small)", "point(contrast, round, large)"):
        for block in range(6):
            steps = [Plan(i, parse_style(text), "existence", "", block, flip) for i, flip in enumerate((False, True))]
            yes, no = sorted((make_item(step, crowd(), 0) for step in steps), key=lambda item: right(item) == "No")
            assert (right(yes), right(no), yes.question) == ("Yes", "No", no.question)
            first, second = ([parse_style(text) for text in item.marks] for item in (yes, no))
            assert [mark.color for mark in first] == [mark.color for mark in second]
            assert sorted(mark.shape for mark in first) == sorted(mark.shape for mark in second)
            assert [mark.shape for mark in first[2:]] == [mark.shape for mark in second[2:]]


def test_controls_offer_the_same_options_as_debias_items():
    scene, none = flat_scene(SIX, ("cat", "cow", "car", "cap", "can", "cot")), "None of the above"
    for kind in ("enumeration", "location", "reference"):
        for number in range(12):
            names = ("", "absent", "absent_control", "none_correct", "none_correct_control")
            items = {name: make_item(Plan(number, POINT, kind, name), scene, 0) for name in names}
            plain = items.pop("")
            assert right(items["absent"]).startswith("There is no red point")
            assert right(items["none_correct"]) == none == items["none_correct"].options[3]
            assert none == items["none_correct_control"].options[3] != right(items["none_correct_control"])
            assert any(text.startswith("There is no") for text in items["absent_control"].options)
            for name in ("absent_control", "none_correct_control"):
                assert right(items[name]) == right(plain)
                assert (items[name].pixels == plain.pixels).all()
            assert right(plain) not in items["none_correct"].options
            for item in items.values():
                assert (len(set(item.options)), len(set(item.options) - set(plain.options))) == (4, 1)


def test_plans_have_the_stated_shares_and_paired_items_differ_in_style_only():
    steps = plan(14790, 0)
    kinds = Counter(step.debias for step in steps[:14790])
    assert (kinds["absent"] / 14790, kinds["none_correct"] / 14790) == pytest.approx((0.045, 0.08), abs=1e-4)
    assert set(kinds) == {"", "absent", "none_correct"}
    assert [step.number for step in steps] == list(range(len(steps)))
    offering = Counter((str(s.style), s.question_type, s.debias) for s in steps if s.question_type != "existence")
    for (style, question_type, debias), count in offering.items():
        if debias in ("absent", "none_correct"):
            assert offering[style, question_type, f"{debias}_control"] == 3 * count
    assert len(steps) - 14790 == 3 * sum(bool(s.debias) and s.question_type != "existence" for s in steps[:14790])
    styles = [parse_style(text) for text in ("oval(red, thin)", "oval(red, thick)", "bbox(red, none, thin)")]
    blocks = paired_plan(4, styles)
    counts = Counter(block[0].question_type for block in blocks)
    assert counts == {"existence": 2, "enumeration": 4, "location": 4, "reference": 4}
    assert set(QUESTION_TYPES) == set(counts)
    assert [step.number for block in blocks for step in block] == list(range(sum(map(len, blocks))))
    scene = flat_scene(SIX, ("cat", "cow", "car", "cap", "can", "cot"))
    for block in blocks:
        if block[0].question_type != "existence":
            items = [make_item(step, scene, 0) for step in block]
            assert len({(item.answer, item.label, step.pair) for item, step in zip(items, block, strict=True)}) == 1
            if block[0].question_type != "location":  # its options name the shape
                assert len({tuple(item.options) for item in items}) == 1
