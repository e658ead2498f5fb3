"""Scores of scanpaths and next fixations worked out by hand, what knowing nothing scores, and the table of scores."""

import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from vlmeval_hvs.benchmarks.visual_search import performance
from vlmeval_hvs.benchmarks.visual_search.next_fixation import score_next_fixations
from vlmeval_hvs.benchmarks.visual_search.performance import people_performance
from vlmeval_hvs.benchmarks.visual_search.presentation import VisualSearchPresentation
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import score_scanpaths
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring, add_means, model_by_image
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, human_path, read_trial, read_trials
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import pack
from vlmeval_hvs.metrics import visions_score
from vlmeval_hvs.metrics.bootstrap import draws, limits
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.registry import card_of
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.contract import MAX_FAILED, ScoreReport, finished
from vlmeval_hvs.results.paper_tables import Style

FRAME = (600, 800), (400, 600, 440, 640), (32, 32)
HIT = [0.775, 0.7]  # the target's centre as fractions of 600 x 800


def people(seed):
    """Two participants who find the target with their fourth fixation, and one who gives up."""
    found = np.random.default_rng(seed).integers(50, 350, (2, 2, 2)).tolist()
    paths = [[(400, 300), *points, (620, 420)] for points in found] + [[(400, 300), (50, 50)]]
    columns = [zip(*path, strict=True) for path in paths]
    return {f"0{number}": {"X": x, "Y": y, "found": number < 3, "cap": 6} for number, (x, y) in enumerate(columns, 1)}


@pytest.fixture
def scored(cells, joined):
    """The report with what the contract derives, and the scanpaths behind it."""

    def score(predictions, humans=people, max_failed=MAX_FAILED, **scoring):
        rows = joined([cells(number, humans(number)) for number in range(len(predictions))], predictions)
        how = SearchScoring(**scoring)
        report, paths = score_scanpaths(rows, read_trials(rows.to_dict("records")), how)
        return finished(report, rows, how.profile, how.other, max_failed), paths

    return score


def test_scores_of_whole_scanpaths(scored):
    texts = [[[0.2, 0.2], HIT], [[0.2, 0.2], [0.3, 0.6], HIT], "I cannot say", [[0.1, 0.1]]]
    report, paths = scored([text if isinstance(text, str) else json.dumps(text) for text in texts])
    metrics = report.metrics
    assert (metrics["found"], metrics["Fallback"]) == (0.5, 0.25)
    # Found with 3 and 4 of at most 6 fixations.
    assert metrics["Overall"] == pytest.approx((3.5 + 2.5) / 5 / 4)
    assert metrics["AUCperf_humans"] == pytest.approx(np.mean([2.5, 2.5, 0]) / 5)
    assert metrics["AvgMM_floor"] < metrics["AvgMM_humans"] < 1
    assert 0.5 < metrics["AvgMM"] < 1
    assert report.items[["length", "fallback"]].to_dict("list") == {"length": [3, 4, 1, 2], "fallback": [0, 0, 1, 0]}
    assert paths["2.png"].x == (400,)
    assert report.details["curves"]["model"][3] == 0.25
    assert any("MultiMatch rests on 2 images" in text for text in report.warnings)
    assert [report.details["n_images"][name] for name in ("AUCperf", "AvgMM", "Corr")] == [4, 2, 2]
    record = pack({"answer": json.dumps([[0.1, 0.1], HIT]), "found": False, "calls": 2})
    assert scored([record] * 2, frame="pixels")[0].metrics["found"] == 1  # of an interactive search


@pytest.mark.long
def test_scores_do_not_depend_on_the_frame_of_the_answers_and_tell_images_and_intervals(scored):
    """A model that ignores the frame that was asked for is read in its own, and the score file says so."""
    drawn = np.random.default_rng(0).random((30, 3, 2)).round(3).tolist()
    paths = [[*path, *([HIT] if number % 2 else [])] for number, path in enumerate(drawn)]
    said = [[json.dumps(np.round(np.multiply(path, scale), 3).tolist()) for path in paths] for scale in (1, 1000)]
    expected, report = (scored(texts)[0] for texts in said)
    assert report.metrics["Overall"] == pytest.approx(expected.metrics["Overall"])
    assert report.metrics["AvgMM"] == pytest.approx(expected.metrics["AvgMM"], abs=2e-3)
    told = report.details["answer_frame"]
    assert (told["asked"], told["frame"], told["replies"]["bare"]) == ("unit", "thousand", 30)
    assert any("frame thousand, though the prompts asked for unit" in text for text in report.warnings)
    assert report.metrics["Overall_paper"] == 0  # read literally, all positions lie outside
    assert not any("MultiMatch rests" in text for text in expected.warnings)
    for name in ("AUCperf", "AvgMM", "Corr", "AUCperf_humans", "AvgMM_humans", "AvgMM_floor"):
        low, high = expected.intervals[name]
        assert low <= expected.metrics[name] <= high, name


@pytest.mark.long
def test_the_interval_of_the_humans_is_that_of_resampled_images():
    def person(rng):
        path = ((1.0,) * int(rng.integers(2, 12)),) * 2
        return SearchPath(*path, *FRAME, bool(rng.random() < 0.6), int(rng.choice([3, 5, 9, 13])))

    for capped in (False, True):
        rng, trials = np.random.default_rng(2), {}
        for image in "abcdefghijkl":
            humans = {str(number): person(rng) for number in np.flatnonzero(rng.random(9) < 0.8)}
            trials[image] = Trial(image, *FRAME, (400, 300), 13, humans, capped=capped)
        areas = []
        for counts in draws(12, 40, 7).astype(int):
            pairs = list(zip(trials.items(), counts, strict=True))
            chosen = {f"{name}-{copy}": one for (name, one), times in pairs for copy in range(times)}
            areas.append(people_performance(chosen).area)
        assert people_performance(trials, 7, 40).interval == pytest.approx(limits(areas), abs=1e-12)


def test_people_are_scored_by_their_own_rules(scored):
    # A participant scored as a model is not compared with itself.
    own = [people(number)["01"] for number in range(2)]
    said = [json.dumps([[x / 800, y / 600] for x, y in zip(one["X"], one["Y"], strict=True)]) for one in own]
    metrics = scored(said)[0].metrics
    assert metrics["AvgMM"] == pytest.approx(metrics["AvgMM_humans"], abs=1e-3)
    # People are averaged over participants, not trials: one finds the target of one image, one that of none of four.
    ends = [(True, 3), (False, 3), (True, 5), (True, 9), (False, 13)]
    hit, miss, *_ = paths = [SearchPath((400, 620), (300, 420), *FRAME, *end) for end in ends]
    each = {str(n): {"02": miss} if n else {"01": hit, "02": miss} for n in range(4)}
    trials = {name: Trial(name, *FRAME, (400, 300), 3, humans) for name, humans in each.items()}
    assert people_performance(trials).curve == [0, 0, 0.5, 0.5]
    nothing = performance.model_performance(trials, {})
    assert (nothing.curve, nothing.area, nothing.images) == ([0, 0, 0, 0], 0, {})
    lost = people_performance({n: Trial(n, *FRAME, (400, 300), 3, {"02": miss}) for n in "abcd"})
    assert (lost.area, lost.interval) == (0, pytest.approx((0, 1 - 0.025 ** (1 / 4))))  # four images
    # The rule of Interiors, whose participants were stopped at different limits.
    humans = {str(number): path for number, path in enumerate(paths)}
    found = people_performance({"a": Trial("a", *FRAME, (400, 300), 13, humans, capped=True)})
    assert (found.curve, found.area) == ([0.5, 1, 1, 0], pytest.approx((0.75 + 1 + 0.5) / 3))


@pytest.fixture
def next_fixations(cells, joined):
    """The report on replies ``predict(number, x, y)`` to prompts whose next fixation is known, as shares."""

    def score(predict, n, **scoring):
        rows, trials, replies = [], {}, []
        for number in range(n):
            trial = trials[f"{number}.png"] = read_trial(cells(number, people(number)))
            x, y = human_path(trial, "01")
            asked = json.dumps([["01", 1, int(x[1]), int(y[1])]])
            rows.append(cells(number, {}, family="hsp", humans="", history="[[400, 300]]", next=asked))
            replies.append(predict(number, int(x[1]) / 800, int(y[1]) / 600))
        table = joined(rows, replies)
        return finished(score_next_fixations(table, trials, SearchScoring(**scoring)), table, "robust", "paper")

    return score


def test_scores_of_next_fixations(next_fixations):
    said = ["[{}, {}]", "Next they look at [{}, {}].", "no idea"]
    report = next_fixations(lambda number, x, y: said[number].format(x, y), 3)
    metrics, details = report.metrics, report.details
    assert report.items["score_paper"].tolist() == pytest.approx([1, 0.5, 0.5], abs=1e-3)
    assert metrics["Fallback"] == pytest.approx(1 / 3)
    assert report.items["score"].tolist() == pytest.approx([1, 1, 0.5], abs=1e-3)
    assert all(found["Overall"] == found["AUChsp"] for found in (metrics, report.intervals))
    stated = {"kernel": "fixed", "sigma_px": "2 x receptive width", "uniform_part": 0.1, "center_bias_part": 0.0}
    assert (details["points_to_map"], details["answers"]) == (stated, {"points": 2, "none": 1})
    assert any("too few images to fit" in text for text in report.warnings)
    assert details["n_images"]["AUChsp"] == details["n_images"]["AUChsp_uniform"] == 3


def test_answers_that_add_nothing_and_samples_that_are_alike_are_told(next_fixations):
    report = next_fixations(lambda number, x, y: json.dumps({"samples": ["[0.5, 0.5]"] * 2}), 8)
    assert report.details["points_to_map"]["kernel"] == "fitted"
    assert report.metrics["answers_add"] < 0.05
    assert any("the answers add" in text and "AUChsp 0." in text for text in report.warnings)
    assert "all replies to a prompt are alike: set the model's temperature above 0 to sample" in report.warnings
    fixed = next_fixations(lambda number, x, y: "[0.5, 0.5]", 8, kernel="fixed")
    assert fixed.metrics["LLhsp_another_human"] < report.metrics["LLhsp_another_human"]
    assert [text for text in fixed.warnings if "centre bias" not in text] == []
    told = next_fixations(lambda number, x, y: json.dumps([y, x]), 30)
    assert any("answer_axes=yx" in text for text in told.warnings)


def test_unreadable_rows_name_themselves(cells):
    for column, value in (("bbox", "[1]"), ("receptive", "x"), ("humans", "{"), ("max_length", "")):
        with pytest.raises(DataError, match="row 7"):
            read_trial(cells(7, {}, **{column: value}))


@pytest.mark.long
def test_answers_with_y_first_are_told_and_read_with_the_option(cells, joined):
    """Thousandths as [y, x] that all hit: told with the score under either reading, and never taken by itself."""
    places = np.random.default_rng(1).integers(0, (550, 750), (24, 2)).tolist()
    rows = [cells(n, {}, bbox=json.dumps([y, x, y + 40, x + 40])) for n, (y, x) in enumerate(places)]
    middles = [((y + 20) / 0.6, (x + 20) / 0.8) for y, x in places]
    table = joined(rows, [f'[{{"point": [500, 500]}}, {{"point": [{y:.0f}, {x:.0f}]}}]' for y, x in middles])
    trials = read_trials(table.to_dict("records"))
    wrong, report = (score_scanpaths(table, trials, SearchScoring(answer_axes=axes))[0] for axes in ("xy", "yx"))
    assert wrong.metrics["found"] < report.metrics["found"] == 1
    assert "AUCperf_humans" not in report.intervals, "there are no people"
    assert not any("answer_axes" in warning for warning in report.warnings)
    assert any("answer_axes=yx" in warning for warning in wrong.warnings)
    assert wrong.metrics["Overall_paper"] == report.metrics["Overall_paper"]  # the order that was asked for


BOXES = [(40, 60, 44, 64), (0, 0, 10, 10), (90, 140, 99, 149), (-5, 100, 30, 160), (20, 70, 30, 75)]


def make(box, number=0, cap=6, initial=(75.0, 50.0)):
    return Trial(f"{number}.png", (100, 150), box, (16, 10), initial, cap)


@pytest.mark.long
def test_the_probability_to_find_follows_the_rule_of_finished_paths():
    drawn = (np.random.default_rng(0).random((2000, 2)) * (150, 100)).tolist()
    for box in BOXES:
        trial = make(box, initial=(149.0, 0.0) if box[0] >= 0 else (0.0, 99.0))
        found = [finish_path([tuple(point)], trial).found for point in drawn]
        q = performance.find_probability(trial)
        assert np.mean(found) == pytest.approx(q, abs=4 * (q * (1 - q) / len(found)) ** 0.5)


def test_chance_is_geometric_in_a_trial_and_over_trials_the_mean_of_all_combinations():
    q = performance.find_probability(make(BOXES[0]))
    mass = performance.trial_distribution(make(BOXES[0]), 6)
    # Found with the second fixation: 4.5 of 5 steps; with the sixth, the last one: half a step.
    expected = np.zeros(len(mass))
    expected[9:0:-2] = q * (1 - q) ** np.arange(5)
    expected[0] = (1 - q) ** 5
    assert mass == pytest.approx(expected)
    trials = {number: make(box, number, 4) for number, box in enumerate(BOXES[:3])}
    chance = performance.search_chance(trials)
    tables = [performance.trial_distribution(trial, 4) for trial in trials.values()]
    combined = np.zeros(19)
    for places in itertools.product(range(7), repeat=3):
        combined[sum(places)] += np.prod([table[place] for table, place in zip(tables, places, strict=True)])
    assert chance.value == pytest.approx(combined @ np.arange(19) / 18)
    assert chance.low == int(np.argmax(np.cumsum(combined) >= 0.025)) / 18
    assert chance.high == (18 - int(np.argmax(np.cumsum(combined[::-1]) >= 0.025))) / 18


SCORES = {
    "model": "M", "metrics": {"Overall": 0.3, "AUCperf": 0.3, "AUCperf_humans": 0.6, "Corr": 0.1},
    "intervals": {"AUCperf": [0.2, 0.4], "Corr": [-0.2, 0.4]}, "n": 24, "settings": {}, "digest": "d",
    "details": {"n_images": {"AUCperf": 24, "AUCperf_humans": 24}, "coverage": {"images": 24, "of": 24}, "curves":
                {"fixations": [0, 1], "model": [0, 0.1], "humans": [0, 0.2], "humans_at": "every number"}},
}  # fmt: skip


def result(dataset="VisualSearch_Interiors", **changes):
    return Result("M", dataset, "VisualSearch", Path("x"), SCORES | {"dataset": dataset} | changes)


def test_means_over_images_leave_out_what_is_not_finite_and_round_what_they_list():
    report = ScoreReport({"AvgMM": 0.9}, pd.DataFrame())
    values = {"a": 0.1234567, "b": 0.3, "c": np.nan}
    add_means(report, {"model": {"NSShsp": values, "AvgMM": {"a": 1.0}}, "humans": {"AvgMM": {"a": np.nan}}}, 0)
    assert report.metrics == {"AvgMM": 0.9, "NSShsp": pytest.approx(0.21172835)}
    by_image = {"model": {"NSShsp": {"a": 0.123457, "b": 0.3}, "AvgMM": {"a": 1.0}}}
    assert report.details == {"n_images": {"NSShsp": 2, "AvgMM": 1}, "by_image": by_image}
    assert report.intervals["AvgMM"] == pytest.approx((0.025, 1))  # a share that is 1 in one image
    found = {"by_image": {"model": {"AUCperf": {"a": 1}, "whMM": {"a": 1}, "AvgMM": {"a": 0.5}}}}
    assert model_by_image({"details": found}) == {"AvgMM": {"a": 0.5}}


def test_values_have_intervals_and_n_and_published_rows_stand_below():
    chart = VisualSearchPresentation().charts([result()])[0]
    people = [(one.name, [(mark.x, mark.y) for mark in one.marks]) for one in chart.series]
    assert people == [("M", [(0, 0), (1, 0.1)]), ("Humans", [(0, 0), (1, 0.2)])]
    (table,) = VisualSearchPresentation().tables([result()])
    grid = table.grid(Style(3))
    several = VisualSearchPresentation().tables([result(), result("VisualSearch_MCS")])
    names = [(one.name.removeprefix("visual-search-"), len(one.results)) for one in several]
    assert names == [("interiors", 1), ("mcs", 1), ("mean-over-sets", 2)]
    assert VisualSearchPresentation().tables([result(), result("VisualSearch_Interiors_HSP", digest="e")]) == []
    place = grid.head.index("AUCperf")
    column = [(row[0], row[place]) for row in grid.rows]
    start = column.index(("M", "0.300"))
    assert column[start + 1 : start + 3] == [("95 % interval", "[0.200, 0.400]"), ("n", "24")]
    assert ("IVSN (published)", "0.647") in column  # Results/Interiors_dataset of NeuroLIAA/visions
    published = card_of("VisualSearch").reference["sets"]["VisualSearch_Interiors"]["rows"]
    score = grid.head.index("Score")  # of published rows, by published references; the run lacks terms
    found = {row[0].removesuffix(" (published)"): row[score] for row in grid.rows if row[score]}
    assert found == {name: f"{value:.3f}" for name, value in visions_score(published).items() if name != "Humans"}
