"""Replies to positions, by both readings."""

import json

import pytest

from vlmeval_hvs.benchmarks.gaze import answers
from vlmeval_hvs.benchmarks.gaze.answers import Scale, match
from vlmeval_hvs.errors import DataError

CASES = (  # reply, position by the robust and by the literal reading
    ("A", 2, 2), ("b", 0, -1), ("A bunny", 1, 2),  # the article, not the letter
    ("He is looking at the kettle.", 2, -1), ("The answer is (B).", 0, 0), ("the bunny, not the kettle", 1, -1),
    ("He looks at the camera.", -1, -1), ("His head is turned toward the bottle", -1, -1),
    ("The head faces the bottle, but the eyes look at the kettle.", 2, -1),
    ("Her head is turned to the bottle. Answer: C", 1, 1), ("I cannot determine that.", -1, -1), ("", -1, -1),
    ("A", -1, -1),  # this one failed
)  # fmt: skip


def test_replies():
    """They are about bottle, bunny, kettle (table order), offered as A kettle, B bottle, C bunny."""
    import pandas as pd

    rows = pd.DataFrame({"index": range(len(CASES)), "reply": [reply for reply, *_ in CASES]})
    rows["failed"] = [*[False] * (len(CASES) - 1), True]
    found = answers.match(rows.assign(objects="bottle+bunny+kettle", option_order="201")).by_reading
    for place, (reply, *positions) in enumerate(CASES):
        assert [found[reading][place].position for reading in ("robust", "paper")] == positions, reply
    rules = [answer.rule for answer in found["robust"]]
    assert [rules[7], *rules[-3:]] == ["head", "refusal", "empty", "failed"]
    assert [answer.rule for answer in found["paper"]][-3:] == ["no_answer", "no_answer", "failed"]


def chosen(*replies, by="point-l2", frame="auto", shape=(448, 448), failed=(), **cells):
    """Positions of replies about three objects at x .2, .5 and .8 of a photo of 448 x 448 px, and all that is found."""
    import pandas as pd

    rows = pd.DataFrame({"index": [str(i) for i in range(len(replies))], "reply": list(replies)})
    given = {
        "objects": "bottle+bunny+kettle", "option_order": "201", "image_path": "a.png", "gaze_pos": "0",
        "points": json.dumps([[0.2, 0.8], [0.5, 0.8], [0.8, 0.8]]), "failed": rows.index.isin(failed),
    }  # fmt: skip
    found = match(rows.assign(**{**given, **cells}), answers=by, scale=Scale(frame, {"a.png": shape} if shape else {}))
    assert found.by_reading["paper"] == found.by_reading["robust"]
    return [answer.position for answer in found.by_reading["robust"]], found


def test_the_nearest_object_is_chosen_in_the_frame_of_all_replies_or_a_named_one():
    places, found = chosen('{"x": 0.55, "y": 0.7}', "(0.1, 0.9)", "no idea", "0.9, 0.8", failed=(3,))
    assert (places, found.scale.frame) == ([1, 0, -1, -1], "unit")
    assert found.by_reading["robust"][3].rule == "failed"
    # The middle of the photo in pixels: read as thousandths, (224, 358) would be the left object.
    places, found = chosen('{"x": 224, "y": 358}', "(430, 440)", "(12, 301)", "(401, 380)", "(90, 350)")
    assert (places[0], found.scale.details()["frame"]) == (1, "pixels")
    assert found.by_reading["robust"][0].rule.endswith("_pixels")
    places, found = chosen("(500, 800)", "(930, 810)", "(120, 300)", "(720, 910)")
    assert (places[:2], found.scale.details()["frame"]) == ([1, 2], "thousand")
    two = {"points": json.dumps([[0.4, 0.5], [0.55, 0.8]]), "objects": "cup+ball", "option_order": "01"}
    for reply, place, cells in (
        ("(224, 358)", 0, {"frame": "thousand"}), ("(224, 358)", 1, {"frame": "pixels"}),
        ("(900, 100)", -1, {"frame": "pixels"}),  # outside the photo
        ("(0.5, 0.5)", 1, {"shape": (100, 400), **two}),  # four times as wide as high: .1 across is as far as .4 down
        ("(0.5, 0.5)", 0, {"shape": (400, 400), **two}), ("(0.5, 0.1)", 1, {"by": "point-dx", **two}),
    ):  # fmt: skip
        assert chosen(reply, **cells)[0] == [place], (reply, cells)
    with pytest.raises(DataError, match="row 0: its objects have no coordinates"):
        chosen("(0.1, 0.9)", by="point-dx", points="")
    with pytest.raises(DataError, match=r"row 0: the size of a\.png is not known"):
        chosen("(0.1, 0.9)", shape=None)
