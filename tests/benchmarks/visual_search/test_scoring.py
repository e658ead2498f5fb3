import json

import numpy as np
import pytest
from later import Later

from vlmeval_hvs.benchmarks.visual_search.scanpaths import human_curve, human_interval, references
from vlmeval_hvs.benchmarks.visual_search.trials import HumanTrial, Trial, human_path, read_trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.messages import FAIL_MARKER, pack
from vlmeval_hvs.metrics.search_resampling import draws, limits
from vlmeval_hvs.results.contract import MAX_FAILED, finished

pd = Later("pandas")
score_next_fixations = Later("vlmeval_hvs.benchmarks.visual_search.next_fixation_scoring", "score_next_fixations")
interactive_search = Later("vlmeval_hvs.benchmarks.visual_search.pipeline", "interactive_search")
score_scanpaths = Later("vlmeval_hvs.benchmarks.visual_search.scanpath_scoring", "score_scanpaths")
SearchScoring = Later("vlmeval_hvs.benchmarks.visual_search.scoring", "SearchScoring")
join_predictions = Later("vlmeval_hvs.results.predictions", "join_predictions")

BOX = (400, 600, 440, 640)
HIT = [0.775, 0.7]  # the target's centre as fractions of 600 x 800


def cells(index, humans, **changes):
    return {
        "index": str(index), "family": "search", "image_name": f"{index}.png", "target_object": "TBD",
        "bbox": json.dumps(BOX), "image_height": "600", "image_width": "800", "initial_row": "300",
        "initial_column": "400", "receptive": "[32, 32]", "max_length": "6", "capped": "0",
        "humans": json.dumps(humans), "history": "", "next": "", **changes,
    }  # fmt: skip


def human(points, found=True, cap=6):
    x, y = zip(*[(400, 300), *points], strict=True)
    return {"X": x, "Y": y, "found": found, "cap": cap}


def people(seed):
    rng = np.random.default_rng(seed)

    def one():
        return human([*rng.integers(50, 350, (2, 2)).tolist(), (620, 420)])

    return {"01": one(), "02": one(), "03": human([(50, 50)], found=False)}


def joined(rows, predictions):
    """Rows with replies, as the base class makes them of a prediction file."""
    indices = [row["index"] for row in rows]
    return join_predictions(pd.DataFrame(rows), pd.DataFrame({"index": indices, "prediction": predictions}))


def items(predictions):
    return joined([cells(number, people(number)) for number in range(len(predictions))], predictions)


def scanpath_report(rows, scoring=None, max_failed=MAX_FAILED):
    """The report with what the contract derives, and the scanpaths behind it."""
    scoring = scoring or SearchScoring()
    report, paths = score_scanpaths(rows, scoring)
    return finished(report, rows, scoring.profile, scoring.other, max_failed), paths


def map_report(rows, trials, scoring=None):
    scoring = scoring or SearchScoring()
    report = score_next_fixations(rows, trials, scoring)
    return finished(report, rows, scoring.profile, scoring.other)


def test_scores_of_whole_scanpaths():
    texts = [
        json.dumps([[0.2, 0.2], HIT]),
        json.dumps([[0.2, 0.2], [0.3, 0.6], HIT]),
        "I cannot say",
        json.dumps([[0.1, 0.1]]),
    ]
    report, paths = scanpath_report(items(texts))
    assert report.metrics["found"] == 0.5
    assert report.metrics["Fallback"] == 0.25
    # Found with 3 and 4 of at most 6 fixations.
    assert report.metrics["Overall"] == pytest.approx((3.5 + 2.5) / 5 / 4)
    assert report.metrics["AUCperf_humans"] == pytest.approx(np.mean([2.5, 2.5, 0]) / 5)
    assert report.metrics["AvgMM_floor"] < report.metrics["AvgMM_humans"] < 1
    assert 0.5 < report.metrics["AvgMM"] < 1
    assert list(report.items["length"]) == [3, 4, 1, 2]
    assert paths["2.png"].x == (400,)
    assert report.items["fallback"].tolist() == [0, 0, 1, 0]
    assert report.items["score"].mean() == pytest.approx(report.metrics["AUCperf"])
    assert report.details["curves"]["model"][3] == 0.25
    assert any("MultiMatch rests on 2 images" in text for text in report.warnings)
    assert not any(np.isnan(value) for value in report.metrics.values())


def test_failed_samples_are_searches_that_found_nothing():
    failed = f"{FAIL_MARKER} {json.dumps([HIT])}"
    report, _ = scanpath_report(items([failed, failed, json.dumps([HIT])]), max_failed=0.7)
    assert report.items["score"].tolist() == [0, 0, report.items["score"].max()]
    assert report.metrics["Overall"] == pytest.approx(report.items["score"].max() / 3)
    assert report.metrics["Fallback"] == pytest.approx(2 / 3)
    nothing, _ = scanpath_report(items([failed] * 3), max_failed=1)
    assert (nothing.validity, "Overall" in nothing.metrics) == ("invalid", False)
    assert (nothing.metrics["AUCperf"], nothing.metrics["Fallback"]) == (0, 1)


def test_interactive_records_are_read():
    record = pack({"answer": json.dumps([[0.1, 0.1], HIT]), "found": False, "calls": 2})
    report, _ = scanpath_report(items([record] * 2), SearchScoring(frame="pixels"))
    assert report.metrics["found"] == 1


FRAMES = {"unit": (1, 1), "percent": (100, 100), "thousand": (1000, 1000), "pixels": (800, 600)}


def answers(frame, n=30):
    """The same scanpaths in the numbers of a frame; every second one ends on the target."""
    rng = np.random.default_rng(0)
    replies = []
    for number in range(n):
        places = [*rng.random((3, 2)).tolist(), *([HIT] if number % 2 else [])]
        scaled = np.array(places) * FRAMES[frame]
        whole = frame in ("thousand", "pixels")
        replies.append(json.dumps((scaled.round().astype(int) if whole else scaled.round(4)).tolist()))
    return replies


def test_scores_do_not_depend_on_the_frame_of_the_answers():
    """A model that ignores the frame that was asked for is read in its own, and the score file says so."""
    for frame in ["percent", "thousand", "pixels"]:
        expected, _ = scanpath_report(items(answers("unit")))
        report, _ = scanpath_report(items(answers(frame)))
        assert report.metrics["Overall"] == pytest.approx(expected.metrics["Overall"])
        assert report.metrics["AvgMM"] == pytest.approx(expected.metrics["AvgMM"], abs=2e-3)
        told = report.details["answer_frame"]
        assert (told["asked"], told["frame"]) == ("unit", frame)
        assert told["replies"] == {"fractions": 0, "stated": 0, "bare": 30, "none": 0}
        assert told["on_target"]["on_target"][frame] >= 15
        assert any(f"frame {frame}, though the prompts asked for unit" in text for text in report.warnings)
        assert expected.details["answer_frame"]["frame"] == "unit"
        # Read literally, as the prompt asked, all positions lie outside.
        assert report.metrics["Overall_paper"] == 0


def test_searches_that_were_placed_in_another_frame_are_named():
    """Two searches, each placed by its own replies: together they show thousandths."""
    records = []
    for reply in ("[500, 400]", "[900, 990]"):
        pipeline = interactive_search(read_trial({k: str(v) for k, v in cells(0, {}).items()}), "s.png", "t.png")
        next(pipeline)
        record = None
        while record is None:
            try:
                pipeline.send(reply)
            except StopIteration as stop:
                record = stop.value
        records.append(pack({**record, "calls": 5}))
    report, paths = scanpath_report(items(records))
    assert report.details["answer_frame"]["frame"] == "thousand"
    assert any("in 1 of 2 searches answers were placed" in text for text in report.warnings)
    # What the model was told is what is scored: (500, 400) in pixels, five times.
    assert paths["0.png"].x == (400, 500, 500, 500, 500, 500)


def test_the_interval_of_the_humans_is_that_of_resampled_images():
    for capped in [False, True]:
        rng = np.random.default_rng(2)
        trials = {}
        for image in range(12):
            humans = {}
            for person in range(9):
                if rng.random() < 0.8:
                    n = int(rng.integers(2, 12))
                    humans[str(person)] = HumanTrial(
                        (1.0,) * n, (1.0,) * n, bool(rng.random() < 0.6), int(rng.choice([3, 5, 9, 13]))
                    )
            trials[f"{image}"] = Trial(f"{image}", (600, 800), BOX, (32, 32), (400, 300), 13, humans, capped=capped)
        areas = []
        for counts in draws(12, 300, 7).astype(int):
            chosen = {f"{name}-{copy}": trial for (name, trial), times in zip(trials.items(), counts, strict=True)
                      for copy in range(times)}  # fmt: skip
            areas.append(human_curve(chosen)[0])
        assert human_interval(trials, 7, 300) == pytest.approx(limits(areas), abs=1e-12)


def test_a_participant_scored_as_a_model_is_not_compared_with_itself():
    own = [people(number)["01"] for number in range(2)]
    replies = [json.dumps([[x / 800, y / 600] for x, y in zip(p["X"], p["Y"], strict=True)]) for p in own]
    report, _ = scanpath_report(items(replies))
    assert report.metrics["AvgMM"] == pytest.approx(report.metrics["AvgMM_humans"], abs=1e-3)


def hsp_rows(n):
    rows = []
    for number in range(n):
        row = cells(number, people(number))
        trial = read_trial({key: str(value) for key, value in row.items()})
        x, y = human_path(trial, "01")
        rows.append({**row, "family": "hsp", "humans": "", "history": "[[400, 300]]",
                     "next": json.dumps([["01", 1, int(x[1]), int(y[1])]])})  # fmt: skip
    trials = {
        f"{number}.png": read_trial({k: str(v) for k, v in cells(number, people(number)).items()})
        for number in range(n)
    }
    return rows, trials


def test_scores_of_next_fixations():
    rows, trials = hsp_rows(3)
    points = [json.loads(row["next"])[0][2:] for row in rows]
    report = map_report(joined(rows, [*(json.dumps([x / 800, y / 600]) for x, y in points[:2]), "no idea"]), trials)
    assert report.metrics["Fallback"] == pytest.approx(1 / 3)
    assert report.items["score"].tolist() == pytest.approx([1, 1, 0.5], abs=1e-3)
    assert report.metrics["LLhsp_uniform"] == pytest.approx(0, abs=1e-9)
    assert report.metrics["IGhsp_center_bias"] == pytest.approx(0, abs=1e-9)
    assert report.metrics["Overall"] == report.metrics["AUChsp"]
    assert report.intervals["Overall"] == report.intervals["AUChsp"]
    assert report.details["points_to_map"] == {
        "kernel": "fixed",
        "sigma_px": "2 x receptive width",
        "uniform_part": 0.1,
        "center_bias_part": 0.0,
    }
    assert any("too few images to fit" in text for text in report.warnings)
    assert report.details["answers"] == {"points": 2, "none": 1}
    assert report.details["n_images"]["AUChsp"] == report.details["n_images"]["AUChsp_uniform"] == 3
    assert set(report.details["by_image"]) == {"model", "uniform", "center_bias", "gold_standard", "another_human"}
    assert report.intervals["LLhsp_uniform"] == pytest.approx((0, 0), abs=1e-9)


def test_answers_that_say_nothing_are_told_apart_from_their_score():
    rows, trials = hsp_rows(20)
    points = [json.loads(row["next"])[0][2:] for row in rows]
    knows = map_report(joined(rows, [json.dumps([x / 800, y / 600]) for x, y in points]), trials)
    random = np.random.default_rng(3).uniform(0, 1, (len(rows), 2)).round(3).tolist()
    guesses = map_report(joined(rows, [json.dumps(point) for point in random]), trials)
    said = [[text for text in report.warnings if "those of the centre bias" in text] for report in (knows, guesses)]
    assert [len(one) for one in said] == [0, 1]
    assert f"centre bias alone: AUChsp {guesses.metrics['AUChsp_center_bias']:.3f}" in said[1][0]
    assert knows.metrics["answers_add"] > 1 > 0.05 > guesses.metrics["answers_add"]
    assert guesses.metrics["center_share"] == guesses.details["points_to_map"]["center_bias_part"]
    assert f"the answers add {guesses.metrics['answers_add']:.3f}" in guesses.summary[0]


def test_next_fixations_are_read_in_the_frame_of_all_answers():
    rows, trials = hsp_rows(20)
    points = [json.loads(row["next"])[0][2:] for row in rows]
    shares = [(x / 800, y / 600) for x, y in points]
    unit = map_report(joined(rows, [json.dumps([x, y]) for x, y in shares]), trials)
    # The participants look at the upper left quarter only; some answers have to reach further.
    spread = [json.dumps([round(1000 * x), round(1000 * y)]) for x, y in shares[:-4]] + ["[990, 990]"] * 4
    thousand = map_report(joined(rows, spread), trials)
    assert thousand.details["answer_frame"]["frame"] == "thousand"
    assert thousand.items["score"].tolist()[:-4] == pytest.approx(unit.items["score"].tolist()[:-4], abs=2e-3)
    assert thousand.details["positions_outside_the_image"] == {"positions": 0, "replies": 0}


def test_readings_of_next_fixations_stand_next_to_each_other():
    rows, trials = hsp_rows(2)
    points = [json.loads(row["next"])[0][2:] for row in rows]
    said = [f"I expect [{x / 800}, {y / 600}]." for x, y in points]
    report = map_report(joined(rows, [said[0], said[1].removeprefix("I expect ").removesuffix(".")]), trials)
    assert report.metrics["Differ"] == 0.5
    assert report.items["rule_paper"].tolist() == ["json_list"] * 2
    assert report.items["fallback_paper"].tolist() == [1, 0]
    assert report.items["score_paper"].mean() == pytest.approx(report.metrics["Overall_paper"])
    assert report.metrics["Overall_paper"] == pytest.approx((0.5 + 1) / 2, abs=1e-3)
    swapped = map_report(joined(rows, said), trials, SearchScoring(profile="paper"))
    assert swapped.metrics["Overall"] == 0.5
    assert swapped.metrics["Overall_robust"] == pytest.approx(report.metrics["Overall"], abs=1e-9)


def test_the_interiors_rule_is_applied_to_capped_sets():
    humans = {
        str(person): HumanTrial((400, 620), (300, 420), found, cap)
        for person, (found, cap) in enumerate([(True, 3), (False, 3), (True, 5), (True, 9), (False, 13)])
    }
    trials = {"a": Trial("a", (600, 800), BOX, (32, 32), (400, 300), 13, humans, capped=True)}
    reference = references(trials, similarity=False)
    assert reference.human_curve == [0.5, 1, 1, 0]
    assert reference.human_area == pytest.approx((0.75 + 1 + 0.5) / 3)
    trials["a"] = Trial("a", (600, 800), BOX, (32, 32), (400, 300), 13, {"0": humans["0"]}, capped=True)
    assert np.isnan(references(trials, similarity=False).human_area)


def test_unreadable_rows_name_themselves():
    for column, value in [("bbox", "[1]"), ("receptive", "x"), ("humans", "{"), ("max_length", "")]:
        row = {key: str(cell) for key, cell in cells(7, {}).items()}
        with pytest.raises(DataError, match="row 7"):
            read_trial({**row, column: value})
