"""The frame of a model's answers, decided over all of its replies: simulated models whose frame is known."""

import json

import numpy as np
import pytest
from later import Later

from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trials
from vlmeval_hvs.sets import read_set

answer_frames = Later("vlmeval_hvs.answer_frames")
answers = Later("vlmeval_hvs.benchmarks.visual_search.answers")
target_fit = Later("vlmeval_hvs.benchmarks.visual_search.frame_fit", "target_fit")
score_scanpaths = Later("vlmeval_hvs.benchmarks.visual_search.scanpath_scoring", "score_scanpaths")
SearchScoring = Later("vlmeval_hvs.benchmarks.visual_search.scoring", "SearchScoring")
turn_frames = Later("vlmeval_hvs.benchmarks.visual_search.turn_frames")

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
    return answers.decide_answers([(text, trial) for text in replies], kind, asked, forced)


def test_the_frame_of_forty_replies_is_found():
    for shape in SHAPES.values():
        for frame in ["percent", "thousand", "pixels"]:
            for asked in ["unit", "thousand", "pixels"]:
                for seed in range(2):
                    decision = decided(simulated(shape, frame, 40, seed), shape, asked)
                    assert decision.frame == decision.common == frame
                    assert decision.sure or asked not in (
                        "unit",
                        frame,
                    )  # another frame that was asked for needs more replies
                    assert decision.replies == {"fractions": 0, "stated": 0, "bare": 40, "none": 0}
                    assert bool(decision.warnings()) == (asked != frame)


def test_thousandths_under_frame_unit_are_not_read_as_pixels():
    """1680 x 1050: read as pixels, thousandths would be squeezed into the left 60 %."""
    trial = Trial("a.png", (1050, 1680), (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)
    replies = simulated((1050, 1680), "thousand", 30)
    decision = answers.decide_answers([(text, trial) for text in [*replies, "[[500, 400], [200, 300]]"]], "scanpath")
    assert answers.read_path("[[500, 400], [200, 300]]", trial, "unit", "robust", decision).points == (
        (840, 420),
        (336, 315),
    )
    assert "thousand, though the prompts asked for unit" in decision.warnings()[0]
    points = decision.details()["bare_positions_outside"]
    assert points["thousand"] == 0
    assert points["percent"] > 0
    answer = answers.read_priority("[[500, 400, 0.7], [200, 300, 0.3]]", trial, "unit", "robust", decision)
    assert answer.points == ((840, 420, 0.7), (336, 315, 0.3))


def test_few_replies_keep_the_frame_that_was_asked_for():
    shape = SHAPES["Interiors"]
    assert decided(["[[500, 400]]"], shape, "thousand").frame == "thousand"
    assert decided(["[[500, 400]]"], shape, "pixels").frame == "pixels"
    alone = decided(["[[500, 400]]"], shape)
    assert not alone.sure
    assert "not certain" in alone.warnings()[-1]


def test_the_user_may_name_the_frame():
    shape = SHAPES["COCOSearch18"]
    replies = simulated(shape, "thousand", 20)
    decision = decided(replies, shape, forced="840x525")
    assert decision.forced
    trial = Trial("a.png", shape, (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)
    read = answers.read_path("[[210, 105], [1200, 3]]", trial, "unit", "robust", decision)
    assert read.points == ((420, 210),)
    assert (read.outside, read.rule) == (1, "json_840x525")
    assert answer_frames.frame_size("840x525", shape) == (840, 525)
    with pytest.raises(ValueError, match="no frame"):
        answer_frames.frame_size("840", shape)
    allowed = ("auto", "unit", "percent", "thousand", "pixels", "1x1", "1288x966")
    assert all(answer_frames.is_answer_frame(value) for value in allowed)
    assert not any(
        answer_frames.is_answer_frame(value) for value in ("", "0x5", "5x", "Pixels", "5x5x5", 5, None, ["unit"])
    )


def test_positions_come_back_as_written():
    for kind in ["scanpath", "fixation"]:
        for text, points, told in [
            ("[[500, 400], [200, 30], [7, 8]]", [(500, 400), (200, 30), (7, 8)], ""),
            ("[[50, 40], [20, 30], [7, 8]]", [(50, 40), (20, 30), (7, 8)], ""),
            ("[[50%, 40%], [20%, 30%], [7%, 8%]]", [(50, 40), (20, 30), (7, 8)], "percent"),
            ("[[0, 1000], [200, 30]]", [(0, 1000), (200, 30)], ""),
            ("From 0 to 1000: [[0, 999], [200, 30]]", [(0, 999), (200, 30)], "thousand"),
            ("[[0.5, 0.4], [0.2, 0.3]]", [(0.5, 0.4), (0.2, 0.3)], "unit"),
            ("[[1e999, 3]]", [], ""),
            ("nothing", [], ""),
        ]:
            written = answer_frames.as_written(text, kind)
            assert np.allclose([point[:2] for point in written.points], points) or not points
            assert len(written.points) == len(points)
            assert written.told == told


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
        replies.append((answer_frames.as_written(json.dumps((points * scale).round().tolist()), "scanpath"), trial))
    return replies


def test_pixels_of_a_resized_picture_are_reported_not_taken():
    for scale in [0.4, 0.61, 1.3]:
        replies = looks_at_targets(scale)
        decision = answer_frames.decide_frame([(written, trial.shape) for written, trial in replies], "pixels")
        fit = target_fit(replies, decision)
        assert fit.size[0] == pytest.approx(1680 * scale, rel=0.06)
        assert fit.size[1] == pytest.approx(1050 * scale, rel=0.06)
        assert fit.hits >= fit.on_target[decision.frame] + 10
        assert f"answer_frame={fit.size[0]}x{fit.size[1]}" in fit.warnings(decision)[0]
        assert decision.frame in ("pixels", "thousand")


def test_chance_gives_no_hint():
    for seed in range(10):
        replies = looks_at_targets(1.0, n=200, share=0.0, seed=seed)
        decision = answer_frames.decide_frame([(written, trial.shape) for written, trial in replies], "pixels")
        assert target_fit(replies, decision).size is None


def said(turns, reply):
    decision = turns.decide(reply)
    turns.add(answer_frames.as_written(reply, "fixation"), decision)
    return decision


def test_a_search_keeps_one_frame_and_scoring_compares_it_with_all():
    shape = SHAPES["Interiors"]
    turns = turn_frames.TurnFrames("unit", shape)
    assert said(turns, "[500, 400]").frame == "pixels"
    assert said(turns, "[500, 900]").frame == "thousand"
    assert [one["read_as"] for one in turns.record()] == ["pixels", "thousand"]
    records = [({turn_frames.SAID: turns.record()}, shape)]
    decision, warnings = turn_frames.decide_searches(records, "unit")
    assert decision.frame == "thousand"
    assert "in 1 of 1 searches" in warnings[-1]
    forced = turn_frames.TurnFrames("unit", shape, "thousand")
    said(forced, "[500, 400]")
    assert turn_frames.decide_searches([({turn_frames.SAID: forced.record()}, shape)], "unit", "thousand")[1] == [
        "answers are read in the frame thousand, though the prompts asked for unit (0 fractions, 0 stated, 1 bare, "
        "0 none; of 1 positions in bare numbers lie outside: 1 of percent, 0 of thousand, 0 of pixels); the option "
        "answer_frame names another"
    ]


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
