"""Replies that point: one scale for a run, then the nearest object."""

import json

import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.gaze.answers import match
from vlmeval_hvs.benchmarks.gaze.pointing import Scale
from vlmeval_hvs.errors import DataError

SHAPES = {"a.png": (448, 448)}


def items(*replies, failed=(), **cells):
    """Rows over three objects at x .2, .5 and .8 of a photo of 448 x 448 px."""
    return pd.DataFrame(
        {
            "index": [str(i) for i in range(len(replies))],
            "reply": list(replies),
            "failed": [i in failed for i in range(len(replies))],
            "objects": "bottle+bunny+kettle",
            "option_order": "201",
            "image_path": "a.png",
            "points": json.dumps([[0.2, 0.8], [0.5, 0.8], [0.8, 0.8]]),
        }
    ).assign(**cells)


def chosen(*replies, by="point-l2", frame="auto", shapes=SHAPES, **cells):
    found = match(items(*replies, **cells), answers=by, scale=Scale(frame, shapes))
    return [answer.position for answer in found.by_reading["robust"]], found


def test_fractions_choose_the_nearest_object():
    places, found = chosen('{"x": 0.55, "y": 0.7}', "(0.1, 0.9)", "no idea", "0.9, 0.8", failed=(3,))
    assert places == [1, 0, -1, -1]
    assert found.by_reading["paper"] == found.by_reading["robust"]
    assert found.by_reading["robust"][3].rule == "failed"
    assert found.scale.frame == "unit"


def test_the_middle_of_the_photo_in_pixels_is_the_middle_object():
    # Read as thousandths, (224, 313) would be the left object.
    corners = ["(430, 440)", "(12, 301)", "(401, 380)", "(90, 350)"]
    places, found = chosen('{"x": 224, "y": 358}', *corners)
    assert places[0] == 1
    assert found.scale.details()["frame"] == "pixels"
    assert found.by_reading["robust"][0].rule.endswith("_pixels")


def test_thousandths_are_told_from_pixels_by_the_other_replies():
    places, found = chosen("(500, 800)", "(930, 810)", "(120, 300)", "(720, 910)")
    assert places[:2] == [1, 2]
    assert found.scale.details()["frame"] == "thousand"


def test_a_single_reply_may_be_too_little_and_that_is_said():
    _, found = chosen("(224, 358)")
    assert any("is not certain" in text or "though the prompts asked for" in text for text in found.scale.warnings())


def test_a_named_scale_is_followed():
    assert chosen("(224, 358)", frame="thousand")[0] == [0]
    assert chosen("(224, 358)", frame="pixels")[0] == [1]
    assert chosen("(448, 716)", frame="896x896")[0] == [1]


def test_distances_are_taken_in_pixels_of_the_photo():
    # In a photo four times as wide as high, .1 across is as far as .4 down.
    points = json.dumps([[0.4, 0.5], [0.55, 0.8]])
    wide = {"points": points, "objects": "cup+ball", "option_order": "01", "shapes": {"a.png": (100, 400)}}
    assert chosen("(0.5, 0.5)", **wide)[0] == [1]
    square = wide | {"shapes": {"a.png": (400, 400)}}
    assert chosen("(0.5, 0.5)", **square)[0] == [0]


def test_points_outside_the_photo_choose_nothing():
    places, found = chosen("(900, 100)", frame="pixels")
    assert places == [-1]
    assert found.by_reading["robust"][0].rule == "outside_pixels"


def test_photos_without_coordinates_or_size_are_errors_that_name_the_row():
    with pytest.raises(DataError, match="row 0: its objects have no coordinates"):
        chosen("(0.1, 0.9)", by="point-dx", points="")
    with pytest.raises(DataError, match=r"row 0: the size of a\.png is not known"):
        chosen("(0.1, 0.9)", shapes={})
