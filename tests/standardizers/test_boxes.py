"""Boxes in replies; sizes and expected values are worked out by hand from what each notation's makers document."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standardizers.boxes import box

SIZE = (640, 480)
ASKED = (0.1, 0.2, 0.9, 0.8)


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("CROP: 0.10,0.20,0.90,0.80", "corners"),
        ("**CROP: 0.1, 0.2, 0.9, 0.8**", "corners"),
        ('```json\n{"crop": [0.1, 0.2, 0.9, 0.8]}\n```', "corners"),
        ("<think>0.3,0.3,0.4,0.4?</think>CROP: .1,.2,.9,.8", "corners"),
        ("The photo is at 0.3,0.3,0.4,0.4, so CROP: 0.1,0.2,0.9,0.8", "corners"),
        ("CROP: 0.1,0.2,0.9,0.8. It keeps the photo, which is at (0.3, 0.3), (0.4, 0.4).", "corners"),
        ("Crop from (0.9, 0.8) to (0.1, 0.2).", "corners"),
        ("The top-left corner is (0.1, 0.2) and the bottom-right corner is (0.9, 0.8).", "corners"),
        ("Top left: (0.1, 0.2)\nBottom right: (0.9, 0.8)", "corners"),
        ("10%, 20%, 90%, 80%", "corners_percent"),
        ("[64, 96, 576, 384] in pixels", "corners_pixels"),
        ("(64px, 96px) to (576px, 384px)", "corners_pixels"),
        ("[64, 96, 576, 384]", "corners_pixels"),
        ("[100, 200, 900, 800]", "corners_thousand"),
        ("CROP: 10, 20, 90, 80", "corners_percent"),
        ('{"x1": 0.1, "y1": 0.2, "x2": 0.9, "y2": 0.8}', "sides"),
        ('{"left": 64, "top": 96, "right": 576, "bottom": 384}', "sides_pixels"),
        ("xmin=0.1, ymin=0.2, xmax=0.9, ymax=0.8", "sides"),
        ('{"x": 0.1, "y": 0.2, "width": 0.8, "height": 0.6}', "sides"),
        ("x from 0.1 to 0.9, y from 0.2 to 0.8", "ranges"),
        ("horizontally 10% to 90% and vertically 20% to 80%", "ranges_percent"),
        ("<|box_start|>(100,200),(900,800)<|box_end|>", "tags"),  # Qwen2-VL: thousandths
        ("<box>[[100, 200, 900, 800]]</box>", "tags"),  # InternVL: thousandths
        ('[{"box_2d": [200, 100, 800, 900], "label": "crop"}]', "tags"),  # Gemini: rows first, thousandths
    ],
)
def test_every_notation_gives_the_same_box(reply, rule):
    found = box(reply, size=SIZE)
    assert found.value == pytest.approx(ASKED, abs=1e-9)
    assert (found.rule, found.fallback) == (rule, False)


def test_places_of_paligemma_are_rows_first_in_1024ths():
    assert box("<loc0256><loc0512><loc0768><loc1023> crop").value == pytest.approx((0.5, 0.25, 1023 / 1024, 0.75))


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("", "empty"),
        (None, "empty"),
        ("I would keep it as it is.", "no_answer"),
        ("1", "no_answer"),
        ("Crop to 80% of the picture", "no_answer"),
        ("a picture of 640x480 with 3 people and 2 dogs", "no_answer"),
        ("CROP: 0.5,0.2,0.5,0.8", "no_area"),
        ("CROP: -0.5,0.2,0.5,0.8", "outside_image"),
        ("CROP: 3000, 200, 9000, 800", "unknown_frame"),
        ("<think>CROP: 0.1,0.2,0.9,0.8", "unclosed_reasoning"),
    ],
)
def test_what_is_no_box(reply, rule):
    assert box(reply, size=SIZE) == (None, rule, True)


def test_the_paper_profile_takes_the_first_four_numbers_as_they_are():
    assert box("0.3,0.3,0.4,0.4 or CROP: 0.1,0.2,0.9,0.8", "paper").value == (0.3, 0.3, 0.4, 0.4)
    assert box("[64, 96, 576, 384]", "paper", SIZE) == (None, "outside_image", True)
    assert box("from (0.1, 0.2) to (0.9, 0.8)", "paper").fallback
    with pytest.raises(ValueError, match="profile"):
        box("", "strict")


def test_a_box_that_sticks_out_a_little_is_cut():
    assert box("CROP: -0.02,0.2,1.03,0.8").value == (0.0, 0.2, 1.0, 0.8)


@given(st.text(alphabet="0123456789., ()[]{}:%xywidthleftcrop<>|_\"'\n-", max_size=300))
def test_any_text_gives_a_box_inside_the_image_or_none(reply):
    for profile in ("robust", "paper"):
        value, rule, fallback = box(reply, profile, SIZE)
        assert re.fullmatch(r"[a-z_]+", rule)
        assert (value is None) == fallback
        if value is not None:
            assert 0 <= value[0] < value[2] <= 1
            assert 0 <= value[1] < value[3] <= 1
