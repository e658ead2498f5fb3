"""Whether replies write y first, told by the places that they were to be near."""

import numpy as np
import pytest

from vlmeval_hvs import answer_frames as frames
from vlmeval_hvs.answer_frames import Written, as_written, decide_frame

SHAPE = (600, 800)


def swapped(reply, n=40, axes="xy", noise=0.1, pictures=None):
    """What is found for replies ``reply(x, y)`` about targets at (x, y), as shares of the image."""
    rng, aims = np.random.default_rng(0), []
    for number, target in enumerate(rng.random((n, 2))):
        x, y = np.clip(target + rng.normal(0, noise, 2), 0, 1)
        written = as_written(str([*reply(x, y)]), "fixation", axes=axes)
        aims.append(frames.Aim(written, SHAPE, tuple(target), f"{number % (pictures or n)}.png"))
    return frames.seem_swapped(aims, decide_frame([(aim.written, SHAPE) for aim in aims], "unit"))


def test_replies_that_write_y_first_are_told_and_other_faults_not_taken_for_it():
    for size, digits in (((1, 1), 3), ((1000, 1000), None), ((800, 600), None)):

        def numbers(x, y, size=size, digits=digits):
            return [round(value, digits) for value in np.multiply((x, y), size).tolist()]

        assert swapped(lambda x, y: numbers(x, y)[::-1])
        assert not swapped(numbers)
        assert swapped(numbers, axes="yx")  # the option where it is wrong
    for fault in (
        lambda x, y: [0.2, 0.9],  # always one place
        lambda x, y: [round(1 - x, 3), round(y, 3)],  # left for right
        lambda x, y: [round((x * 997) % 1, 3), round((y * 991) % 1, 3)],  # anywhere
        lambda x, y: [],
    ):
        assert not swapped(fault)
    assert not swapped(lambda x, y: [y, x], n=9)  # too few
    assert not swapped(lambda x, y: [y, x], pictures=4)  # a few pictures, asked about again and again


def test_the_frame_of_all_replies_is_the_one_that_they_fill_and_do_not_leave():
    def decided(points, asked="thousand", shape=SHAPE, forced="auto"):
        return decide_frame([(Written(tuple((x, y, 1.0) for x, y in one)), shape) for one in points], asked, forced)

    thousands = [[(950, 980), (20, 700)], [(810, 930)], [(120, 990)]]
    assert (decided(thousands, "unit").frame, decided(thousands, "pixels").frame) == ("thousand", "thousand")
    pixels = [[(1500, 700), (1900, 1000)], [(1200, 900)]]
    found = decided(pixels, "thousand", (1080, 1920))
    assert (found.frame, found.sure, found.common, found.replies["bare"]) == ("pixels", True, "pixels", 2)
    assert found.warnings() == [
        "answers are read in the frame pixels, though the prompts asked for thousand (0 fractions, 0 stated, 2 bare, "
        "0 none); the option answer_frame names another"
    ]
    assert decided([[(30, 70)], [(99, 2)]], "unit").frame == "percent"
    assert decided([[(600, 500)]], "thousand").frame == "thousand", "the frame that was asked for needs less"
    alone = decided([[(600, 500)]], "unit")
    assert (alone.frame, alone.sure) == ("pixels", False)
    assert "the frame of 1 replies with bare numbers is not certain: pixels fits them" in alone.warnings()[-1]
    assert decided([[(0, 1)], []], "pixels").frame == "pixels", "0 and 1 say nothing"
    both = decided([[(0.2, 0.5)], [(0.5, 0.1)], [(400, 500)]], "unit")
    small, large = Written(((0.2, 0.5, 1.0),)), Written(((500, 400, 1.0), (200, 300, 1.0)))
    assert (both.common, both.of(small), both.of(large)) == ("unit", "unit", both.frame)
    named = decided(thousands, "unit", forced="640x480")
    assert (named.forced, named.sure, named.common, named.of(small)) == (True, True, "640x480", "640x480")
    assert named.of(Written(((1, 2, 1.0),), "percent")) == "percent", "what a reply says itself"
    none = dict.fromkeys(("fractions", "stated", "bare", "none"), 0)
    assert decided([], "unit") == frames.FrameDecision("unit", "unit", False, none)
    read = {"asked": "unit", "frame": "640x480", "bare_numbers_read_as": "640x480"}
    assert named.details() == {**read, "forced": True, "replies": named.replies}


def test_positions_are_placed_in_px_and_slightly_outside_ones_at_the_border():
    points = ((1000, 0, 2.0), (1040, -0.0, 1.0), (1060, 5, 1.0), (250, 500, 1.0))
    found = frames.place(Written(points), "thousand", SHAPE)
    assert found.points == ((799.0, 0.0, 2.0), (799.0, 0.0, 1.0), (200.0, 300.0, 1.0))
    assert (found.outside, found.frame) == (2, "thousand")
    assert [frames.frame_size(name, SHAPE) for name in ("unit", "percent", "pixels", "40x30")] == [
        (1, 1), (100, 100), (800, 600), (40, 30)
    ]  # fmt: skip
    for name in ("", "auto", "0x3", "3x", "thousands"):
        with pytest.raises(ValueError, match="unknown frame"):
            frames.frame_size(name, SHAPE)
    right = ["auto", "unit", "percent", "thousand", "pixels", "1288x966"]
    assert [name for name in [*right, "0x3", "", None, 5, "px"] if frames.is_answer_frame(name)] == right


def test_what_a_reply_says_of_its_frame_named_numbers_and_boxes():
    for text, points, stated, kind in (
        ("[[50%, 25%]]", (50, 25), "percent", "stated"), ("x: 300, y: 20 of 1000", (300, 20), "thousand", "stated"),
        ("[0.5, 0.25]", (0.5, 0.25), "", "fractions"), ("[1000, 20]", (1000, 20), "", "bare"),
    ):  # fmt: skip
        written = as_written(text, "fixation")
        assert (written.points[0][:2], written.stated, written.kind) == (pytest.approx(points), stated, kind), text
    assert as_written("nothing", "fixation").kind == "none"
    for text, points in (
        ('[{"box_2d": [100, 300, 300, 500]}]', [(400, 200)]), ('[{"point": [200, 400]}]', [(400, 200)]),
        ('{"x": 400, "y": 200}', [(400, 200)]), ("x = 400, y = 200", [(400, 200)]),
    ):  # fmt: skip
        assert [point[:2] for point in as_written(text, "scanpath", axes="yx").points] == [
            pytest.approx(point) for point in points
        ], text
    assert frames.axes_warning("xy", "0.1 and 0.9") == (
        "answers seem to be written as [y, x], and are read as [x, y]: 0.1 and 0.9; if the model answers so, give "
        "answer_axes=yx"
    )
    assert frames.axes_warning("yx", "?", again=True).endswith("give answer_axes=xy, and run it again")
