"""The frame of a model's answers, decided over all of its replies: simulated models whose frame is known."""

import itertools
import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search import answers
from vlmeval_hvs.benchmarks.visual_search.trials import Trial

SHAPE, SIZES = (1050, 1680), {"percent": (100, 100), "thousand": (1000, 1000), "pixels": (1680, 1050)}
COCO = Trial("a.png", SHAPE, (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)


def simulated(frame, n):
    """Replies of a model that looks around the centre, as people do, and answers in whole numbers of a frame."""
    rng = np.random.default_rng(0)
    looks = [np.clip(rng.normal(0.5, 0.22, (rng.integers(3, 9), 2)), 0, 1) * SIZES[frame] for _ in range(n)]
    return [json.dumps(places.round().astype(int).tolist()) for places in looks]


def decided(replies, asked="unit", forced="auto"):
    return answers.decide_answers([(text, COCO) for text in replies], "scanpath", asked, forced)


@pytest.mark.long
def test_the_frame_of_forty_replies_is_found():
    for frame, asked in itertools.product(SIZES, ("unit", "thousand", "pixels")):
        decision = decided(simulated(frame, 40), asked)
        assert decision.frame == decision.common == frame
        assert decision.sure or asked not in ("unit", frame)  # another frame that was asked for needs more replies
        assert bool(decision.warnings()) == (asked != frame)


def test_thousandths_under_frame_unit_are_not_read_as_pixels():
    """1680 x 1050: read as pixels, thousandths would be squeezed into the left 60 %."""
    replies = [*simulated("thousand", 30), "[[0.25, 0.5]]", "(25%, 50%)", "I do not know"]
    decision = decided(replies)
    assert decision.replies == {"fractions": 1, "stated": 1, "bare": 30, "none": 1}
    points = answers.read_path("[[500, 400], [200, 300]]", COCO, answers.Reading("unit", "robust", decision)).places
    assert points == ((840, 420), (336, 315))
    assert "thousand, though the prompts asked for unit" in decision.warnings()[0]


def test_few_replies_keep_the_frame_that_was_asked_for_and_the_user_may_name_it():
    alone = decided(["[[500, 400]]"])
    assert not alone.sure
    assert "not certain" in alone.warnings()[-1]
    decision = decided(simulated("thousand", 20), forced="840x525")
    read = answers.read_path("[[210, 105], [1200, 3]]", COCO, answers.Reading("unit", "robust", decision))
    assert (decision.forced, read.places, read.outside, read.rule) == (True, ((420, 210),), 1, "json_840x525")
