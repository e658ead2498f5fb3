"""Replies of visual search as scanpaths, fixations, maps and stops, and the frame that is decided over all replies."""

import itertools
import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.visual_search import answers, densities
from vlmeval_hvs.benchmarks.visual_search.next_fixation import score_answer
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, SearchPath, Trial, finish_path
from vlmeval_hvs.benchmarks.visual_search.wording import search_text
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.kde import gaussian_kde_map, select_bandwidth
from vlmeval_hvs.metrics.maps import MapScorer

FRAME = (600, 800), (500, 700, 540, 740), (32, 32)
HUMANS = {
    "01": SearchPath((400, 100, 710), (300, 100, 510), *FRAME, True),
    "02": SearchPath((400, 300), (300, 50), *FRAME, False),
}
TRIAL = Trial("a.jpg", *FRAME, (400.0, 300.0), 6, HUMANS)
NARROW = Trial("a.jpg", (600, 800), (290, 500, 310, 572), (32, 32), (100.0, 300.0), 6)


def test_paths_are_read_in_every_form_and_frame():
    for text in (
        "[[0.25, 0.5], [0.75, 0.5]]", "```json\n[[0.25, 0.5], [0.75, 0.5]]\n```", "[[25%, 50%], [75%, 50%]]",
        '{"x": [0.25, 0.75], "y": [0.5, 0.5]}', "(0.25, 0.5), (0.75, 0.5)",
    ):  # fmt: skip
        assert np.allclose(answers.read_path(text, TRIAL).places, [(200, 300), (600, 300)]), text
    for profile in ("robust", "paper"):
        for frame, text in (("thousand", "[[250, 500], [750, 500]]"), ("pixels", "[[200, 300], [600, 300]]")):
            places = answers.read_path(text, TRIAL, answers.Reading(frame, profile)).places
            assert np.allclose(places, [(200, 300), (600, 300)])
        for text in ("", "I cannot see the target.", "[[]]", "[[1e999, 0.5]]", "nan, nan"):
            assert answers.read_path(text, TRIAL, answers.Reading("unit", profile)).points == (), text
    assert answers.read_path("[[0.5, 0.5]]", TRIAL, answers.Reading("unit", "paper")).places == ((400, 300),)
    assert answers.read_path("Answer: [[0.5, 0.5]]", TRIAL, answers.Reading("unit", "paper")).places == ()


def test_positions_outside_the_image_are_moved_to_its_border_or_left_out():
    answer = answers.read_path("[[-50, 300], [2000, 300]]", TRIAL, answers.Reading("pixels", "paper"))
    assert (answer.places, answer.outside) == (((0, 300), (799, 300)), 2)
    answer = answers.read_path("[[250, 500], [760, 1600], [500, -3], [1020, 500]]", TRIAL, answers.Reading("thousand"))
    assert np.allclose(answer.places, [(200, 300), (400, 0), (799, 300)])
    assert answer.outside == 2  # a negative number counts as 0


def test_found_is_geometry_and_the_rest_is_cut():
    for trial, points, found, x in (
        (TRIAL, [(100.0, 100.0), (690.0, 490.0), (50.0, 50.0)], True, (400, 100, 690)),
        (TRIAL, [*((x, 50.0) for x in (50.0, 150.0, 250.0, 350.0, 450.0)), (710.0, 510.0)], False, None),
        # The window of 32 px around x = 485 meets the box from 500 on; 470 lies less than half a window before it.
        (NARROW, [(470.0, 300.0), (485.0, 300.0), (700.0, 100.0)], True, (100, 470, 485)),
    ):
        path = finish_path(points, trial)
        assert path.found == found
        assert len(path.x) == 6 if x is None else path.x == x
    outside = finish_path([(-5.0, 610.0), (805.0, -7.0)], TRIAL)
    assert (outside.x, outside.y) == ((400, 0, 799), (300, 599, 0))
    assert finish_path([(400.2, 300.0), (100.0, 100.0)], TRIAL).x == (400, 100)  # the start, again
    assert finish_path([(400.2, 300.0), (100.0, 100.0)], TRIAL, repeats_start=False).x == (400, 400.2, 100)


def test_one_turn_takes_the_point_with_the_highest_weight_and_no_place_that_the_prompt_named():
    read = answers.read_fixation
    assert read("[0.5, 0.25]", TRIAL).places == ((400, 150),)
    assert read("[[0.1, 0.1, 0.2], [0.5, 0.25, 0.7]]", TRIAL).places == ((400, 150),)
    assert read("no idea", TRIAL).places == ()
    past = "So far the gaze was at (0.500, 0.500) and (0.610, 0.520)."
    for kind in ("hsp", "interactive"):
        asked = search_text(kind, TRIAL, history=[(400, 300), (488, 312)], left=3)
        assert answers.read_samples(past, TRIAL, question=asked).kind == "none"
        assert read(past, TRIAL, question=asked).places == ()
        assert read(past, TRIAL).places  # without the prompt nobody can tell
        assert read(f"{past} Next: (0.25, 0.5)", TRIAL, question=asked).places == ((200, 300),)
        assert read("[0.5, 0.5]", TRIAL, question=asked).places == ((400, 300),)  # a look may return


def test_unusable_predictions_are_the_uniform_map(bias):
    for text in (
        "", "[" * 5000, '{"priority_map": [[1, -1]]}', '{"priority_map": [1, 2]}',
        f'{{"priority_map": [[1{"0" * 400}]]}}', json.dumps({"priority_map": [[1] * 70] * 70}),
        '{"density": {"points": 3}}', '{"density": {"points": [[NaN, 1]]}}',
        json.dumps({"density": {"points": [[0.5, 0.5]] * 5001}}),
    ):  # fmt: skip
        answer = answers.read_samples(text, TRIAL)
        assert answer.kind == "none", text[:50]
    (score,) = score_answer(answer, [AskedFixation(TRIAL, "01", 1, 3, 4)], densities.Kernel(32, 0.1), bias)
    gain = -np.log2(600 * 800 * bias.map(TRIAL.shape)[4, 3])
    assert score == pytest.approx((0.5, 0, 0, gain, 0), abs=1e-7)
    read = answers.read_samples('{"density": "high", "points": [[0.5, 0.25]]}', TRIAL)
    assert read.places == ((400, 150),), "another use of the word"


def test_stated_maps_and_densities_are_taken_as_they_are(bias):
    def scored(told):
        asked = [AskedFixation(TRIAL, "01", 1, 201, 55)]  # 201 / 800 * 800 and 55 / 600 * 600 are a little less
        return score_answer(answers.read_samples(json.dumps(told), TRIAL), asked, densities.Kernel(32, 0.1), bias)[0]

    assert scored({"priority_map": [[5, 1], [2, 0]]}) == MapScorer([[5, 1], [2, 0]], bias.map((2, 2)))(0, 0)
    # A density with owners leaves the predicted participant out.
    pool = [(x, y, name) for name, one in HUMANS.items() for x, y in zip(one.x, one.y, strict=True)]
    points, owners = [[x / 800, y / 600] for x, y, _ in pool], [owner for *_, owner in pool]
    columns, rows = zip(*[(x, y) for x, y, owner in pool if owner != "01"], strict=True)
    expected = gaussian_kde_map(rows, columns, TRIAL.shape, select_bandwidth(rows, columns, TRIAL.shape))
    found = scored({"density": {"points": points, "owners": owners}})
    assert found == pytest.approx(MapScorer(expected, bias.map(TRIAL.shape))(55, 201), rel=1e-6)
    assert scored({"density": {"points": [[0.1, 0.1]], "owners": ["01"]}}) is None


def test_centre_bias_from_a_file(tmp_path, bias):
    path = tmp_path / "fixations.json"
    path.write_text(json.dumps({"X": [960] * 90 + [800] * 10, "Y": [540] * 100}))
    values = densities.CentreBias.read(path).map((108, 192))
    assert np.unravel_index(values.argmax(), values.shape) == pytest.approx((54, 96), abs=2)
    for content in ("[1]", "{}", '{"X": [1], "Y": [1, 2]}', '{"X": [-5, -6], "Y": [1, 2]}', "x"):
        path.write_text(content)
        with pytest.raises(DataError, match=r"fixations\.json"):
            densities.CentreBias.read(path)


LITERAL = [
    "Absent.", "**absent**", '["absent"]', '[[0.1, 0.2], [0.5, 0.6], "absent"]',
    "<think>[0.2, 0.3] might be it, but no.</think>\nabsent",
]  # fmt: skip
SAID = [
    "I looked at [0.2, 0.3] and [0.8, 0.9]. The target is absent.", "There is no target here.",
    '```json\n[[0.1, 0.2], "absent"]\n```', "There is no cup in this image.", "Target not found.",
]  # fmt: skip
GOING_ON = [
    "", "[[0.3, 0.4], [0.5, 0.5]]", "present", "It is not absent.", "The target is not found yet",
    "The target might be absent, but I look at [0.3, 0.4].", "The target is not at the centre. [0.2, 0.2]",
    "If the target is not in the scene I would stop: [0.4, 0.4]",
    "There is no cup in this part of the image: [0.7, 0.2]",
]  # fmt: skip


def test_who_ends_the_search_in_which_reading():
    for texts, *ends in ((LITERAL, True, True), (SAID, True, False), (GOING_ON, False, False)):
        for text in texts:
            assert [answers.says_absent(text, profile) for profile in ("robust", "paper")] == ends, text


SIZES = {"percent": (100, 100), "thousand": (1000, 1000), "pixels": (1680, 1050)}
COCO = Trial("a.png", (1050, 1680), (1, 1, 5, 5), (52, 52), (816.0, 509.0), 10)


def simulated(frame, n):
    """Replies of a model that looks around the centre, as people do, and answers in whole numbers of a frame."""
    rng = np.random.default_rng(0)
    looks = [np.clip(rng.normal(0.5, 0.22, (rng.integers(3, 9), 2)), 0, 1) * SIZES[frame] for _ in range(n)]
    return [json.dumps(places.round().astype(int).tolist()) for places in looks]


def decided(replies, asked="unit", forced="auto"):
    return answers.decide_answers([(text, COCO, COCO.target) for text in replies], "scanpath", asked, forced)[0]


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
    assert (alone.sure, "not certain" in alone.warnings()[-1]) == (False, True)
    decision = decided(simulated("thousand", 20), forced="840x525")
    read = answers.read_path("[[210, 105], [1200, 3]]", COCO, answers.Reading("unit", "robust", decision))
    assert (decision.forced, read.places, read.outside, read.rule) == (True, ((420, 210),), 1, "json_840x525")
