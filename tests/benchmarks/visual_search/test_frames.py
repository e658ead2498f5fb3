"""The frame of a model's answers, decided over all of its replies: simulated models whose frame is known."""

import json

import numpy as np
import pytest

from vlmeval_hvs.answer_frames import (
    FrameDecision,
    Written,
    as_written,
    decide_frame,
    frame_size,
    is_answer_frame,
    place,
)
from vlmeval_hvs.benchmarks.visual_search.answers import decide_answers, read_path, read_priority
from vlmeval_hvs.benchmarks.visual_search.frame_fit import target_fit
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import score_scanpaths
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trials
from vlmeval_hvs.benchmarks.visual_search.turn_frames import SAID, TurnFrames, decide_searches
from vlmeval_hvs.sets import read_set

SHAPES = {"Interiors": (768, 1024), "Unrestricted": (1024, 1280), "MCS": (508, 564), "COCOSearch18": (1050, 1680)}
SIZES = {"percent": (100, 100), "thousand": (1000, 1000)}


def simulated(shape, frame, n, seed=0, spread=0.22):
    """Replies of a model that looks around the centre, as people do, and answers in whole numbers of a frame."""
    rng = np.random.default_rng(seed)
    across, down = SIZES.get(frame, (shape[1], shape[0]))
    replies = []
    for _ in range(n):
        places = np.clip(rng.normal(0.5, spread, (rng.integers(3, 9), 2)), 0, 1) * (across, down)
        replies.append(json.dumps(places.round().astype(int).tolist()))
    return replies


def decided(replies, shape, asked="unit", kind="scanpath", forced="auto"):
    trial = Trial("a.png", shape, (1, 1, 5, 5), (32, 32), (shape[1] / 2, shape[0] / 2), 10)
    return decide_answers([(text, trial) for text in replies], kind, asked, forced)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("frame", ["percent", "thousand", "pixels"])
@pytest.mark.parametrize("asked", ["unit", "thousand", "pixels"])
@pytest.mark.parametrize("seed", range(3))
def test_the_frame_of_forty_replies_is_found(shape, frame, asked, seed):
    decision = decided(simulated(shape, frame, 40, seed), shape, asked)
    assert decision.frame == decision.common == frame
    assert decision.sure or asked not in ("unit", frame)  # another frame that was asked for needs more replies
    assert decision.replies == {"fractions": 0, "stated": 0, "bare": 40, "none": 0}
    assert bool(decision.warnings()) == (asked != frame)


def test_thousandths_under_frame_unit_are_not_read_as_pixels():
    """1680 x 1050: read as pixels, thousandths would be squeezed into the left 60 %."""
    trial = Trial("a.png", (1050, 1680), (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)
    replies = simulated((1050, 1680), "thousand", 30)
    decision = decide_answers([(text, trial) for text in [*replies, "[[500, 400], [200, 300]]"]], "scanpath")
    assert read_path("[[500, 400], [200, 300]]", trial, "unit", "robust", decision).points == ((840, 420), (336, 315))
    assert "thousand, though the prompts asked for unit" in decision.warnings()[0]
    points = decision.details()["bare_positions_outside"]
    assert points["thousand"] == 0
    assert points["percent"] > 0
    answer = read_priority("[[500, 400, 0.7], [200, 300, 0.3]]", trial, "unit", "robust", decision)
    assert answer.points == ((840, 420, 0.7), (336, 315, 0.3))


def test_the_order_of_the_replies_does_not_matter():
    shape = SHAPES["Interiors"]
    replies = [*simulated(shape, "thousand", 9), *simulated(shape, "pixels", 3), "[[0.4, 0.2]]", "I do not know"]
    first = decided(replies, shape)
    second = decided(replies[::-1], shape)
    assert (first.frame, first.replies, first.outside) == (second.frame, second.replies, second.outside)
    assert first.odds == pytest.approx(second.odds)


def test_replies_that_tell_their_frame_are_read_as_they_say():
    shape = SHAPES["COCOSearch18"]
    decision = decided([*simulated(shape, "thousand", 20), "[[0.25, 0.5]]", "(25%, 50%)"], shape)
    assert decision.replies == {"fractions": 1, "stated": 1, "bare": 20, "none": 0}
    trial = Trial("a.png", shape, (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)
    for text in ("[[0.25, 0.5]]", "(25%, 50%)", "On a scale of 0 to 1000: (250, 500)"):
        assert np.allclose(read_path(text, trial, "pixels", "robust", decision).points, [(420, 525)])


def test_few_replies_keep_the_frame_that_was_asked_for():
    shape = SHAPES["Interiors"]
    assert decided(["[[500, 400]]"], shape, "thousand").frame == "thousand"
    assert decided(["[[500, 400]]"], shape, "pixels").frame == "pixels"
    alone = decided(["[[500, 400]]"], shape)
    assert not alone.sure
    assert "not certain" in alone.warnings()[-1]


def test_without_positions_nothing_is_decided():
    decision = decided(["", "no idea", '{"density": "center_bias"}'], SHAPES["MCS"], "thousand")
    assert decision.frame == decision.common == "thousand"
    assert decision.sure
    assert not decision.warnings()
    assert decision.replies["none"] == 2


def test_zeros_and_ones_tell_nothing():
    assert decided(["[[0, 1]]", "[[0.4, 0.7]]"], SHAPES["MCS"]).of(as_written("[[0, 1]]", "scanpath")) == "unit"
    replies = simulated(SHAPES["MCS"], "pixels", 20)
    assert decided(replies, SHAPES["MCS"]).of(as_written("[[0, 1]]", "scanpath")) == "pixels"


def test_the_user_may_name_the_frame():
    shape = SHAPES["COCOSearch18"]
    replies = simulated(shape, "thousand", 20)
    decision = decided(replies, shape, forced="840x525")
    assert decision.forced
    trial = Trial("a.png", shape, (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)
    read = read_path("[[210, 105], [1200, 3]]", trial, "unit", "robust", decision)
    assert read.points == ((420, 210),)
    assert (read.outside, read.rule) == (1, "json_840x525")
    assert frame_size("840x525", shape) == (840, 525)
    with pytest.raises(ValueError, match="no frame"):
        frame_size("840", shape)
    allowed = ("auto", "unit", "percent", "thousand", "pixels", "1x1", "1288x966")
    assert all(is_answer_frame(value) for value in allowed)
    assert not any(is_answer_frame(value) for value in ("", "0x5", "5x", "Pixels", "5x5x5", 5, None, ["unit"]))


@pytest.mark.parametrize("kind", ["scanpath", "fixation"])
@pytest.mark.parametrize(
    ("text", "points", "told"),
    [
        ("[[500, 400], [200, 30], [7, 8]]", [(500, 400), (200, 30), (7, 8)], ""),
        ("[[50, 40], [20, 30], [7, 8]]", [(50, 40), (20, 30), (7, 8)], ""),
        ("[[50%, 40%], [20%, 30%], [7%, 8%]]", [(50, 40), (20, 30), (7, 8)], "percent"),
        ("[[0, 1000], [200, 30]]", [(0, 1000), (200, 30)], ""),
        ("From 0 to 1000: [[0, 999], [200, 30]]", [(0, 999), (200, 30)], "thousand"),
        ("[[0.5, 0.4], [0.2, 0.3]]", [(0.5, 0.4), (0.2, 0.3)], "unit"),
        ("[[1e999, 3]]", [], ""),
        ("nothing", [], ""),
    ],
)
def test_positions_come_back_as_written(kind, text, points, told):
    written = as_written(text, kind)
    assert np.allclose([point[:2] for point in written.points], points) or not points
    assert len(written.points) == len(points)
    assert written.told == told


def test_slips_do_not_decide():
    shape = SHAPES["MCS"]
    replies = [*simulated(shape, "pixels", 60), "[[900, 300]]"]
    decision = decided(replies, shape)
    assert decision.frame == "pixels"
    assert decision.outside["pixels"] == 1
    assert place(as_written("[[900, 300]]", "scanpath"), "pixels", shape) == place(
        Written(((900.0, 300.0, 1.0),)), "pixels", shape
    )


def looks_at_targets(scale, n=134, share=0.5, seed=3):
    """A model that sees the image resized, and has found the target in half of its replies."""
    rng = np.random.default_rng(seed)
    shape, replies = (1050, 1680), []
    for number in range(n):
        row, column = rng.integers(0, 900), rng.integers(0, 1500)
        trial = Trial(f"{number}.png", shape, (row, column, row + 90, column + 90), (52, 52), (816.0, 509.0), 10)
        points = rng.random((4, 2)) * (1680, 1050)
        if rng.random() < share:
            points[-1] = column + 45, row + 45
        replies.append((as_written(json.dumps((points * scale).round().tolist()), "scanpath"), trial))
    return replies


@pytest.mark.parametrize("scale", [0.4, 0.61, 1.3])
def test_pixels_of_a_resized_picture_are_reported_not_taken(scale):
    replies = looks_at_targets(scale)
    decision = decide_frame([(written, trial.shape) for written, trial in replies], "pixels")
    fit = target_fit(replies, decision)
    assert fit.size[0] == pytest.approx(1680 * scale, rel=0.06)
    assert fit.size[1] == pytest.approx(1050 * scale, rel=0.06)
    assert fit.hits >= fit.on_target[decision.frame] + 10
    assert f"answer_frame={fit.size[0]}x{fit.size[1]}" in fit.warnings(decision)[0]
    assert decision.frame in ("pixels", "thousand")


def test_models_that_see_the_image_as_it_is_get_no_hint():
    replies = looks_at_targets(1.0)
    decision = decide_frame([(written, trial.shape) for written, trial in replies], "pixels")
    fit = target_fit(replies, decision)
    assert fit.size is None
    assert not fit.warnings(decision)
    assert fit.on_target["pixels"] >= 60


@pytest.mark.parametrize("seed", range(20))
def test_chance_gives_no_hint(seed):
    replies = looks_at_targets(1.0, n=200, share=0.0, seed=seed)
    decision = decide_frame([(written, trial.shape) for written, trial in replies], "pixels")
    assert target_fit(replies, decision).size is None


def said(turns, reply):
    decision = turns.decide(reply)
    turns.add(as_written(reply, "fixation"), decision)
    return decision


def test_a_search_keeps_one_frame_and_scoring_compares_it_with_all():
    shape = SHAPES["Interiors"]
    turns = TurnFrames("unit", shape)
    assert said(turns, "[500, 400]").frame == "pixels"
    assert said(turns, "[500, 900]").frame == "thousand"
    assert [one["read_as"] for one in turns.record()] == ["pixels", "thousand"]
    records = [({SAID: turns.record()}, shape)]
    decision, warnings = decide_searches(records, "unit")
    assert decision.frame == "thousand"
    assert "in 1 of 1 searches" in warnings[-1]
    forced = TurnFrames("unit", shape, "thousand")
    said(forced, "[500, 400]")
    assert decide_searches([({SAID: forced.record()}, shape)], "unit", "thousand")[1] == [
        "answers are read in the frame thousand, though the prompts asked for unit (0 fractions, 0 stated, 1 bare, "
        "0 none; of 1 positions in bare numbers lie outside: 1 of percent, 0 of thousand, 0 of pixels); the option "
        "answer_frame names another"
    ]


def test_records_without_their_answers_decide_nothing():
    assert decide_searches([({}, SHAPES["MCS"])], "unit")[0] == FrameDecision(
        "unit", "unit", replies={"fractions": 0, "stated": 0, "bare": 0, "none": 0}
    )


def test_answers_on_the_real_set_score_alike_in_every_frame(real_interiors):
    """One participant's path on each of the 134 scenes, in numbers of three frames."""
    rows, _ = read_set("VisualSearch_Interiors", real_interiors)
    items = rows[rows["family"] == "search"].assign(record=None, failed=False).reset_index(drop=True)
    trials = read_trials(items.to_dict("records"))
    scores, frames = {}, {"unit": (1, 1), "thousand": (1000, 1000), "pixels": (1024, 768)}
    for frame, size in frames.items():
        replies = []
        for name, trial in trials.items():
            human = trial.humans[sorted(trial.humans)[len(name) % len(trial.humans)]]
            places = np.array([human.x[1:], human.y[1:]]).T / (1024, 768) * size
            replies.append(json.dumps((places.round(4) if frame == "unit" else places.round().astype(int)).tolist()))
        report, _ = score_scanpaths(items.assign(reply=replies), SearchScoring())
        scores[frame] = report.metrics["AUCperf"]
        assert report.details["answer_frame"]["frame"] == frame
        assert report.details["answer_frame"].get("on_target", {}).get("resized_picture") is None
    assert scores["thousand"] == pytest.approx(scores["unit"], abs=0.01)
    assert scores["pixels"] == pytest.approx(scores["unit"], abs=0.01)
