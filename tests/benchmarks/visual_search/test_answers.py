import json
from functools import cache

import numpy as np
import pytest
from later import Later

from vlmeval_hvs.benchmarks.visual_search.trials import HumanTrial, Trial, finish_path
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.kde import gaussian_kde_map, select_bandwidth

answers = Later("vlmeval_hvs.benchmarks.visual_search.answers")
Kernel = Later("vlmeval_hvs.benchmarks.visual_search.kernels", "Kernel")
maps = Later("vlmeval_hvs.benchmarks.visual_search.maps")
AskedFixation = Later("vlmeval_hvs.benchmarks.visual_search.next_fixation", "AskedFixation")
score_answer = Later("vlmeval_hvs.benchmarks.visual_search.priorities", "score_answer")
search_text = Later("vlmeval_hvs.benchmarks.visual_search.wording", "search_text")

TRIAL = Trial(
    "a.jpg",
    (600, 800),
    (500, 700, 540, 740),
    (32, 32),
    (400.0, 300.0),
    6,
    {"01": HumanTrial((400, 100, 710), (300, 100, 510), True, 13), "02": HumanTrial((400, 300), (300, 50), False, 13)},
)


@cache
def bias():
    return maps.CentreBias()


def test_paths_in_fractions_and_percent():
    for text in [
        "[[0.25, 0.5], [0.75, 0.5]]",
        "```json\n[[0.25, 0.5], [0.75, 0.5]]\n```",
        "<think>maybe [[0.9, 0.9]]</think>\nThe gaze goes to [[0.25, 0.5], [0.75, 0.5]]",
        "[[25%, 50%], [75%, 50%]]",
        '{"x": [0.25, 0.75], "y": [0.5, 0.5]}',
        "(0.25, 0.5), (0.75, 0.5)",
    ]:
        answer = answers.read_path(text, TRIAL)
        assert np.shape(answer.points) == (2, 2)
        assert np.allclose(answer.points, [(200, 300), (600, 300)])


def test_paths_in_other_frames():
    for frame, text in [("thousand", "[[250, 500], [750, 500]]"), ("pixels", "[[200, 300], [600, 300]]")]:
        for profile in ["robust", "paper"]:
            assert np.allclose(answers.read_path(text, TRIAL, frame, profile).points, [(200, 300), (600, 300)])


def test_answers_without_positions_are_searches_that_found_nothing():
    for text in ["", "I cannot see the target.", "[]", "[[]]", "{", "[[1e999, 0.5]]", "nan, nan", None]:
        for profile in ["robust", "paper"]:
            answer = answers.read_path(text or "", TRIAL, "unit", profile)
            assert answer.points == ()
            path = finish_path(answer.points, TRIAL)
            assert (path.x, path.y, path.found) == ((400,), (300,), False)


def test_the_paper_reading_reads_nothing_but_the_list():
    assert answers.read_path("[[0.5, 0.5]]", TRIAL, profile="paper").points == ((400, 300),)
    assert answers.read_path("Answer: [[0.5, 0.5]]", TRIAL, profile="paper").points == ()


def test_positions_outside_the_image_are_moved_to_its_border():
    answer = answers.read_path("[[-50, 300], [2000, 300]]", TRIAL, "pixels", "paper")
    assert answer.points == ((0, 300), (799, 300))
    assert answer.outside == 2


def test_found_is_geometry_and_the_rest_is_cut():
    path = finish_path([(100.0, 100.0), (690.0, 490.0), (50.0, 50.0)], TRIAL)
    assert path.found
    assert len(path.x) == 3
    late = finish_path([(x, 50.0) for x in (50.0, 150.0, 250.0, 350.0, 450.0)] + [(710.0, 510.0)], TRIAL)
    assert not late.found
    assert len(late.x) == 6


def test_a_repeated_start_counts_once_in_a_list_and_as_a_step_in_a_search():
    assert finish_path([(400.2, 300.0), (100.0, 100.0)], TRIAL).x == (400, 100)
    assert finish_path([(400.2, 300.0), (100.0, 100.0)], TRIAL, repeats_start=False).x == (400, 400.2, 100)


def test_small_corrections_onto_the_target_find_it():
    """The window of 32 px around x = 485 meets the box from 500 on; 470 lies less than half a window before it."""
    trial = Trial("a.jpg", (600, 800), (290, 500, 310, 572), (32, 32), (100.0, 300.0), 6)
    path = finish_path([(470.0, 300.0), (485.0, 300.0), (700.0, 100.0)], trial)
    assert path.found
    assert path.x == (100, 470, 485)


def asked_after(kind, *points):
    """The prompt of the package after some fixations, in shares of the image."""
    return search_text(kind, TRIAL, history=[(x * 800, y * 600) for x, y in points], left=3)


def test_positions_that_the_prompt_named_are_no_prediction():
    for kind in ["hsp", "interactive"]:
        asked = asked_after(kind, (0.5, 0.5), (0.61, 0.52))
        past = "So far the gaze was at (0.500, 0.500) and (0.610, 0.520)."
        assert answers.read_priority(past, TRIAL, question=asked).kind == "none"
        assert answers.read_fixation(past, TRIAL, question=asked).points == ()
        assert answers.read_fixation(past, TRIAL).points  # without the prompt nobody can tell
        assert answers.read_fixation(f"{past} Next: (0.25, 0.5)", TRIAL, question=asked).points == ((200, 300),)
        assert answers.read_fixation("[0.5, 0.5]", TRIAL, question=asked).points == ((400, 300),)  # a look may return


def test_weighted_points_become_a_mixture():
    answer = answers.read_priority("[[0.25, 0.5, 0.75], [0.75, 0.5, 0.25]]", TRIAL)
    values = maps.drawn_point_map(answer.points, TRIAL.shape, Kernel(32, 0.1), bias())
    assert values.shape == TRIAL.shape
    assert values.sum() == pytest.approx(1)
    assert values.min() >= 0.1 / values.size * 0.999
    assert values[300, 200] / values[300, 600] == pytest.approx(3, rel=0.02)


def test_unusable_predictions_are_the_uniform_map():
    for text in [
        "",
        '{"priority_map": [[1, -1]]}',
        '{"priority_map": [1, 2]}',
        '{"priority_map": [[1' + "0" * 400 + "]]}",
        '{"density": {"points": 3}}',
        '{"density": {"points": [[NaN, 1]]}}',
        '{"density": {"points": [[1' + "0" * 400 + ", 1]]}}",
        '{"density": {"points": [[0.5, 0.5]], "sigma": 0}}',
        json.dumps({"density": {"points": [[0.5, 0.5]] * 5001}}),
        "[" * 5000,
    ]:
        answer = answers.read_priority(text, TRIAL)
        assert answer.kind == "none"
        asked = AskedFixation(TRIAL, "01", 1, 3, 4)
        (score,) = score_answer(answer, [asked], Kernel(32, 0.1), bias())
        assert score[:3] == (0.5, 0, 0)
        assert score.log_likelihood == pytest.approx(0, abs=1e-9)


def test_stated_maps_are_taken_as_they_are():
    answer = answers.read_priority('{"priority_map": [[0, 1], [2, 3]]}', TRIAL)
    assert answers.priority_map(answer, TRIAL, "01", bias()).tolist() == [[0, 1], [2, 3]]
    assert answers.read_priority(json.dumps({"priority_map": [[1] * 70] * 70}), TRIAL).kind == "none"
    centre = answers.read_priority('{"density": "center_bias"}', TRIAL)
    assert answers.priority_map(centre, TRIAL, "01", bias()) is bias().map(TRIAL.shape)


def test_a_density_with_owners_leaves_the_predicted_participant_out():
    pool = [(x, y, p) for p, one in TRIAL.humans.items() for x, y in zip(one.x, one.y, strict=True)]
    text = json.dumps(
        {"density": {"points": [[x / 800, y / 600] for x, y, _ in pool], "owners": [owner for *_, owner in pool]}}
    )
    values = answers.priority_map(answers.read_priority(text, TRIAL), TRIAL, "01", bias())
    columns, rows = zip(*[(x, y) for x, y, owner in pool if owner != "01"], strict=True)
    expected = gaussian_kde_map(rows, columns, TRIAL.shape, select_bandwidth(rows, columns, TRIAL.shape))
    np.testing.assert_allclose(values, expected / expected.sum(), rtol=1e-6)
    alone = json.dumps({"density": {"points": [[0.1, 0.1]], "owners": ["01"]}})
    assert answers.priority_map(answers.read_priority(alone, TRIAL), TRIAL, "01", bias()) is None


def test_the_table_of_a_single_point():
    """Values of a point at distance r, as computed when sigma and the uniform part were chosen (768 x 1024 px)."""
    from vlmeval_hvs.metrics import auc, log_likelihood, nss

    values = maps.mixture_map([(512, 384, 1)], (768, 1024), 64, 0.1)
    at = {0: (1.000, 7.8, 4.8), 64: (0.983, 4.6, 4.1), 128: (0.934, 0.81, 1.9), 256: (0.737, -0.26, -3.2)}
    for distance, (area, saliency, bits) in at.items():
        column = 512 + distance
        assert auc(values, 384, column) == pytest.approx(area, abs=0.002)
        assert nss(values, 384, column, clip=False) == pytest.approx(saliency, abs=0.1)
        assert log_likelihood(values, 384, column) == pytest.approx(bits, abs=0.1)


def test_centre_bias_from_a_file(tmp_path):
    rng = np.random.default_rng(0)
    x, y = rng.normal(960, 200, 500), rng.normal(540, 120, 500)
    path = tmp_path / "fixations.json"
    path.write_text(json.dumps({"X": x.tolist(), "Y": y.tolist()}))
    bias = maps.CentreBias.read(path)
    assert "500 fixations in fixations.json" in bias.label
    values = bias.map((108, 192))
    assert values.sum() == pytest.approx(1)
    assert np.hypot(*(np.array(np.unravel_index(values.argmax(), values.shape)) - (54, 96))) < 15
    assert "substitute" in maps.CentreBias().label


def test_unusable_centre_bias_files_are_errors(tmp_path):
    for content in ["[1]", "{}", '{"X": [1], "Y": [1, 2]}', '{"X": [-5, -6], "Y": [1, 2]}', "x"]:
        path = tmp_path / "bad.json"
        path.write_text(content)
        with pytest.raises(DataError, match=r"bad\.json"):
            maps.CentreBias.read(path)


def test_bad_mixtures_are_errors():
    for sigma, uniform in [(0, 0.1), (-1, 0.1), (5, -0.1), (5, 1.1)]:
        with pytest.raises(ValueError, match="sigma"):
            maps.mixture_map([(1, 1, 1)], (5, 5), sigma, uniform)
