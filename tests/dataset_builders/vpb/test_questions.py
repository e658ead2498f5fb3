"""Questions about drawn prompts are true of the picture, and nothing but the picture answers them."""

from collections import Counter

import numpy as np
import pytest
from scipy import ndimage

from dataset_builders.vpb.drawing import NotDrawable, Scene, check_visible, paint
from dataset_builders.vpb.plans import QUESTION_TYPES, Plan, paired_plan, plan
from dataset_builders.vpb.questions import make_item
from vlmeval_hvs.visual_prompts import Region, all_styles, parse_style
from vlmeval_hvs.visual_prompts.styles import style_data

GREY = (200, 200, 200)
CORNERS = {"top-left": (20, 20), "top-right": (300, 20), "bottom-left": (20, 220), "bottom-right": (300, 220)}


def flat_scene(color, regions):
    return Scene("flat", lambda: np.full((300, 400, 3), color, np.uint8), regions)


def corners(color=GREY):
    """A cat, a cow, a car and a cap in the four corners."""
    boxes = zip(CORNERS.values(), ("cat", "cow", "car", "cap"), strict=True)
    return flat_scene(color, tuple(Region((x, y, 60, 50), label=label) for (x, y), label in boxes))


def crowd():
    """Six equal objects."""
    return flat_scene(GREY, tuple(Region((40 + 120 * (i % 3), 60 + 120 * (i // 3), 40, 40)) for i in range(6)))


def right(item) -> str:
    return item.options["ABCD".index(item.answer)]


def inked(item, color) -> np.ndarray:
    """Pixels in the pure colour of a prompt."""
    return (item.pixels == np.array(style_data()["colors"][color], np.uint8)).all(axis=2)


def test_drawings_that_cannot_be_seen_are_not_asked_about():
    scene = corners((255, 0, 0))
    step = Plan(0, parse_style("bbox(red, none, thin)"), "reference")
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        make_item(step, scene, 0)
    assert make_item(Plan(0, parse_style("bbox(contrast, none, thin)"), "reference"), scene, 0).color != "red"


def test_a_mark_that_another_one_covers_is_not_asked_about():
    image = np.full((200, 200, 3), 200, np.uint8)
    region = [Region((60, 60, 80, 80))]
    marks = [
        (parse_style("point(red, round, small)"), region),
        (parse_style("tag(digit, blue, square, large)"), region),
    ]
    with pytest.raises(NotDrawable, match="covers another"):
        paint(image, marks, "scaled", 0)
    with pytest.raises(NotDrawable, match="changes almost nothing"):
        check_visible(image, image)


def test_places_are_where_the_drawing_is():
    found = Counter()
    for number, style in enumerate(all_styles()[::3]):
        item = make_item(Plan(number, style, "location"), corners(), 0)
        rows, columns = np.nonzero((item.pixels != GREY).any(axis=2))
        y, x = (rows.min() + rows.max()) / 2, (columns.min() + columns.max()) / 2
        place = f"{'top' if y < 150 else 'bottom'}-{'left' if x < 200 else 'right'}"
        assert place in right(item)
        assert [text for text in item.options if place in text] == [right(item)]
        found[place] += 1
    assert set(found) == set(CORNERS)
    middle = flat_scene(GREY, tuple(Region((x, y, 60, 50)) for x in (135, 205) for y in (98, 152)))
    with pytest.raises(NotDrawable, match="fewer than 1 objects"):
        make_item(Plan(3, parse_style("bbox(red, none, thin)"), "location"), middle, 0)


def test_numbers_are_those_of_the_picture_and_go_from_1_to_6():
    amounts, sets = Counter(), Counter()
    for number in range(240):
        item = make_item(Plan(number, parse_style("point(red, round, medium)"), "enumeration"), crowd(), 0)
        assert int(right(item)) == item.amount == ndimage.label(inked(item, "red"))[1]
        amounts[item.amount] += 1
        sets[tuple(sorted(item.options))] += 1
        assert max(map(int, item.options)) <= 6
    assert set(amounts) == set(range(1, 7))
    assert len(sets) == 15  # any four of the six numbers
    few = flat_scene(GREY, crowd().regions[:3])
    with pytest.raises(NotDrawable, match="fewer than"):
        make_item(Plan(0, parse_style("point(red, round, medium)"), "enumeration"), few, 0)


def test_references_offer_what_is_in_the_picture_only():
    for number in range(20):
        item = make_item(Plan(number, parse_style("point(red, round, medium)"), "reference"), corners(), 0)
        assert sorted(item.options) == ["cap", "car", "cat", "cow"]
        assert right(item) == item.label
        (y, x) = np.argwhere(inked(item, "red")).mean(axis=0)
        region = next(region for region in corners().regions if region.label == item.label)
        assert region.mask(300, 400)[int(y), int(x)]


@pytest.mark.parametrize("style", ["oval(red, thick)", "tag(digit, contrast, round, large)", "mask(blue, fill, thin)"])
def test_existence_needs_colour_and_shape_together(style):
    style = parse_style(style)
    answers = Counter()
    for number in range(60):
        item = make_item(Plan(number, style, "existence"), crowd(), 0)
        marks = [parse_style(text) for text in item.marks]
        yes = any(mark.shape == style.shape and mark.color == item.color for mark in marks)
        assert right(item) == ("Yes" if yes else "No")
        assert item.amount == yes
        # What is in the picture by itself tells nothing: the asked colour once, the asked shape once, all others new.
        assert sorted(Counter(mark.color for mark in marks).values()) == [1] * len(marks)
        assert sorted(Counter(mark.shape for mark in marks).values()) == [1] * len(marks)
        assert item.color in {mark.color for mark in marks}
        assert style.shape in {mark.shape for mark in marks}
        for mark in marks:
            assert mark.shape == "mask" or inked(item, mark.color).sum() > 10
        answers[yes, len(marks)] += 1
    assert set(answers) == {(True, 2), (True, 3), (False, 2), (False, 3)}
    assert min(answers.values()) > 5


def test_the_decoys_of_absent_prompts_are_balanced():
    style, kinds = parse_style("oval(red, thick)"), Counter()
    for number in range(120):
        gone = make_item(Plan(number, style, "existence", "absent"), crowd(), 0)
        assert right(gone) == "No"
        assert gone.amount == 0
        marks = [parse_style(text) for text in gone.marks]
        kinds[tuple((mark.color == "red", mark.shape == "oval") for mark in marks)] += 1
    assert set(kinds) == {(), ((True, False),), ((False, True),), ((False, False),)}
    assert kinds[()] == pytest.approx(60, abs=20)
    assert min(kinds.values()) >= 10


@pytest.mark.parametrize("kind", ["enumeration", "location", "reference"])
def test_controls_offer_the_same_options_as_debias_items(kind):
    style = parse_style("point(red, round, medium)")
    boxes = [(x, y, 40, 40) for y in (30, 230) for x in (20, 120, 340)]
    labels = ("cat", "cow", "car", "cap", "can", "cot")
    scene = flat_scene(GREY, tuple(Region(box, label=label) for box, label in zip(boxes, labels, strict=True)))
    for number in range(30):
        items = {name: make_item(Plan(number, style, kind, name), scene, 0)
                 for name in ("", "absent", "absent_control", "none_correct", "none_correct_control")}  # fmt: skip
        plain = items.pop("")
        assert right(items["absent"]).startswith("There is no red point")
        assert right(items["none_correct"]) == "None of the above" == items["none_correct"].options[3]
        assert "None of the above" == items["none_correct_control"].options[3] != right(items["none_correct_control"])
        assert any(text.startswith("There is no") for text in items["absent_control"].options)
        for name in ("absent_control", "none_correct_control"):
            assert right(items[name]) == right(plain)
            assert (items[name].pixels == plain.pixels).all()
        assert right(plain) not in items["none_correct"].options
        for item in items.values():
            assert len(set(item.options)) == 4
            assert len(set(item.options) - set(plain.options)) == 1


def test_three_controls_of_every_debias_item_share_its_style_and_question_type():
    steps = plan(14790, 0)
    kinds = Counter(step.debias for step in steps[:14790])
    assert kinds["absent"] / 14790 == pytest.approx(0.045, abs=1e-4)
    assert kinds["none_correct"] / 14790 == pytest.approx(0.08, abs=1e-4)
    assert set(kinds) == {"", "absent", "none_correct"}
    assert [step.number for step in steps] == list(range(len(steps)))
    offering = Counter((str(s.style), s.question_type, s.debias) for s in steps if s.question_type != "existence")
    for (style, question_type, debias), count in offering.items():
        if debias in ("absent", "none_correct"):
            assert offering[style, question_type, f"{debias}_control"] == 3 * count
    assert sum(bool(step.debias) for step in steps[14790:]) == len(steps) - 14790
    assert len(steps) - 14790 == 3 * sum(bool(s.debias) and s.question_type != "existence" for s in steps[:14790])


def test_paired_items_differ_in_style_only():
    styles = [parse_style(text) for text in ("oval(red, thin)", "oval(red, thick)", "bbox(red, none, thin)")]
    blocks = paired_plan(4, styles)
    assert Counter(block[0].question_type for block in blocks) == {
        "existence": 2, "enumeration": 4, "location": 4, "reference": 4,
    }  # fmt: skip
    numbers = [step.number for block in blocks for step in block]
    assert numbers == list(range(len(numbers)))
    boxes = [(x, y, 40, 40) for y in (30, 230) for x in (20, 120, 340)]
    labels = ("cat", "cow", "car", "cap", "can", "cot")
    scene = flat_scene(GREY, tuple(Region(box, label=label) for box, label in zip(boxes, labels, strict=True)))
    for block in blocks:
        items = [make_item(step, scene, 0) for step in block]
        if block[0].question_type == "existence":
            continue
        assert len({item.answer for item in items}) == 1
        assert len({item.label for item in items}) == 1
        if block[0].question_type != "location":  # its options name the shape
            assert len({tuple(item.options) for item in items}) == 1
        assert len({step.pair for step in block}) == 1
    assert set(QUESTION_TYPES) == {block[0].question_type for block in blocks}


@pytest.mark.parametrize(
    "style", ["oval(red, thin)", "tag(digit, blue, round, small)", "point(contrast, round, large)"]
)
def test_twins_differ_in_shape_only(style):
    style = parse_style(style)
    for block in range(12):
        yes, no = sorted(
            (
                make_item(Plan(i, style, "existence", "", block, flip), crowd(), 0)
                for i, flip in enumerate((False, True))
            ),
            key=lambda item: right(item) == "No",
        )
        assert (right(yes), right(no)) == ("Yes", "No")
        assert yes.question == no.question
        first, second = ([parse_style(text) for text in item.marks] for item in (yes, no))
        assert [mark.color for mark in first] == [mark.color for mark in second]
        assert sorted(mark.shape for mark in first) == sorted(mark.shape for mark in second)
        assert [mark.shape for mark in first[2:]] == [mark.shape for mark in second[2:]]
