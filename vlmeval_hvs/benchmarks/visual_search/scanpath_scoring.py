"""Scores of whole scanpaths and of interactive searches, and of searches that a model ends without a find.

Where every target is absent, the headline is the share of searches that were stopped rightly. COCO-Search18 has such
trials; HAT and Gazeformer report the difference between the lengths of predicted and human scanpaths on them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter

import numpy as np
import pandas as pd

from vlmeval_hvs.answer_frames import FrameDecision, axes_warning, other_axes
from vlmeval_hvs.benchmarks.visual_search.answers import Answer, Reading, read_path, says_absent, without_stop
from vlmeval_hvs.benchmarks.visual_search.frames import answer_frame, follow_targets_swapped
from vlmeval_hvs.benchmarks.visual_search.performance import (
    model_performance,
    people_performance,
    random_performance,
    search_chance,
)
from vlmeval_hvs.benchmarks.visual_search.pipeline import ONE_TURN, placed_outside
from vlmeval_hvs.benchmarks.visual_search.scoring import (
    HUMANS,
    MODEL,
    RANDOM,
    WITHIN,
    ImageValues,
    SearchScoring,
    finite,
    mean,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path
from vlmeval_hvs.metrics.search import INTERIORS_CAPS
from vlmeval_hvs.metrics.search_score import MIN_IMAGES
from vlmeval_hvs.metrics.search_similarity import SearchPath, random_floor_by_image, scanpath_agreement, within_humans
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import records

_FRAME = attrgetter("shape", "receptive")

SEARCH_CHANCE = "a searcher that fixates uniformly at random; its distribution is computed, not simulated"


def answered_paths(
    items: pd.DataFrame, trials: Mapping[str, Trial], reading: Reading
) -> tuple[dict[str, SearchPath], pd.DataFrame]:
    """Scanpaths of replies, and how each was read.

    Every trial gets a path: without a readable answer it is the initial fixation alone, a search that did not find.

    Returns:
        Scanpaths by image name, and one line per row without its score.
    """
    paths, rows = {}, []
    for row in records(items):
        trial, record = trials[row["image_name"]], row["record"]
        read = reading if record is None else Reading("unit", reading.profile)
        answer = guarded(Answer(rule=READER_ERROR), read_path, row["reply"], trial, read)
        outside = answer.outside if record is None else guarded(0, placed_outside, record, trial.shape)
        path = paths[trial.image] = finish_path(answer.places, trial, repeats_start=record is None)
        rows.append(
            {
                "image_name": trial.image,
                "answer": json.dumps([[round(x, 1), round(y, 1)] for x, y in zip(path.x, path.y, strict=True)]),
                "rule": answer.rule,
                "fallback": not answer.points,
                "outside": outside,
                "found": path.found,
                "length": len(path.x),
            }
        )
    return paths, pd.DataFrame(rows)


def score_paths(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath], seed: int) -> ScoreReport:
    """Cumulative performance and MultiMatch of a model's scanpaths, with those of people and of chance.

    Returns:
        The report; its items are the images (the index) with ``score``, the trial's area, whose mean is AUCperf, and
        ``hmMM`` and ``whMM``.
    """
    performance, people = model_performance(trials, paths), people_performance(trials, seed)
    floor, chance = random_performance(trials, seed), search_chance(trials)
    humans = {name: trial.humans for name, trial in trials.items()}
    agreement = scanpath_agreement(paths, humans)
    # The agreement has the participants' similarity already where the model's frame is the image's own.
    own = {name for name, path in paths.items() if _FRAME(path) == _FRAME(trials[name])}
    known = within_humans({name: people for name, people in humans.items() if name not in own})
    known |= {name: value for name, value in agreement.within_human.items() if name in own}
    within = {name: known[name] for name in humans if name in known}
    unrelated = random_floor_by_image(humans, rng(seed, "multimatch floor"))
    metrics = {
        "AUCperf": performance.area,
        "AvgMM": agreement.average,
        "Corr": agreement.correlation,
        "found": mean(path.found for path in paths.values()),
        "AUCperf_humans": people.area,
        "AvgMM_humans": mean(within.values()),
        "AUCperf_floor": floor.area,
        "AvgMM_floor": mean(unrelated.values()),
    }
    values = ImageValues()
    values.add(MODEL, "AUCperf", performance.images)
    values.add(MODEL, "AvgMM", {name: agreement.human_model[name] for name in agreement.images})
    values.add(MODEL, WITHIN, {name: agreement.within_human[name] for name in agreement.images})
    values.add(HUMANS, "AvgMM", within)
    values.add(RANDOM, "AUCperf", floor.images)
    values.add(RANDOM, "AvgMM", unrelated)
    intervals = values.intervals(seed)
    if math.isfinite(people.area):
        intervals["AUCperf_humans"] = people.interval
    capped = any(trial.capped for trial in trials.values())
    details = {
        "curves": {
            "fixations": list(range(len(floor.curve))),
            "model": performance.curve,
            "humans": people.curve,
            "humans_at": list(INTERIORS_CAPS) if capped else "every number of fixations",
            "random": floor.curve,
        },
        "multimatch": {
            "dimensions": dict(zip(("shape", "direction", "length", "position"), agreement.dimensions, strict=True)),
            "images_compared": len(agreement.images),
            "hmMM_whMM": {
                name: [agreement.human_model[name], agreement.within_human[name]] for name in agreement.images
            },
        },
        **values.details({"AUCperf_humans": sum(map(bool, humans.values()))}),
    }
    warnings = []
    if len(agreement.images) < MIN_IMAGES:
        warnings.append(
            f"MultiMatch rests on {len(agreement.images)} images: only scanpaths of three or more fixations that found "
            "the target are compared"
        )
    if not math.isfinite(people.area):
        warnings.append("no human row: the set has no participants, or not at every limit")
    by_image = {"score": performance.images, "hmMM": agreement.human_model, "whMM": agreement.within_human}
    items = pd.DataFrame({name: pd.Series(known, dtype=float) for name, known in by_image.items()})
    return ScoreReport(finite(metrics), items, chance, intervals, details, warnings=warnings)


def score_scanpaths(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring
) -> tuple[ScoreReport, dict[str, SearchPath]]:
    """Cumulative performance and MultiMatch of whole-scanpath or interactive predictions.

    Returns:
        The report, and its scanpaths by image. An item's ``score`` is the trial's area, whose mean is
        AUCperf.
    """
    frame = answer_frame(items, trials, scoring)
    paths, table = answered_paths(items, trials, Reading(scoring.frame, scoring.profile, frame.decision))
    other_paths, other = answered_paths(items, trials, Reading(scoring.frame, scoring.other, frame.decision))
    other_performance, report = model_performance(trials, other_paths), score_paths(trials, paths, scoring.seed)
    by_image, images = report.items, table["image_name"]
    table["score"], other["score"] = images.map(by_image["score"]), images.map(other_performance.images)
    area = report.metrics["AUCperf"]
    robust = area if scoring.profile == "robust" else other_performance.area
    report.items = table.join(other[list(READ)], rsuffix=f"_{scoring.other}").assign(
        hmMM=images.map(by_image["hmMM"]), whMM=images.map(by_image["whMM"])
    )
    report.metrics = {"Overall": area, f"Overall_{scoring.other}": other_performance.area, **report.metrics}
    report.intervals["Overall"] = report.intervals["AUCperf"]
    outside = table["outside"]
    report.details |= {
        "fallback_share": {
            scoring.profile: float(table["fallback"].mean()),
            scoring.other: float(other["fallback"].mean()),
        },
        "positions_outside_the_image": {"positions": int(outside.sum()), "replies": int((outside > 0).sum())},
        "answer_frame": frame.details,
        "chance": SEARCH_CHANCE,
    }
    swapped = _axes_warnings(items, trials, scoring, frame.decision, robust)
    report.warnings = [*frame.warnings, *swapped, *report.warnings]
    return report, paths


def _axes_warnings(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring, decision: FrameDecision, area: float
) -> list[str]:
    """A sentence when the answers follow the targets with x and y exchanged."""
    if not follow_targets_swapped(items, trials, scoring.answer_axes, decision):
        return []
    if any(record is not None for record in items["record"]):
        effect = "the prompts of later turns stated other places than the model answered"
        return [axes_warning(scoring.answer_axes, effect, again=True)]
    swapped = replace(scoring, answer_axes=other_axes(scoring.answer_axes))
    decision = answer_frame(items, trials, swapped).decision
    paths, _ = answered_paths(items, trials, Reading(scoring.frame, "robust", decision))
    would = model_performance(trials, paths).area
    return scoring.frame_warnings([axes_warning(scoring.answer_axes, f"AUCperf is {area:.3f}, and {would:.3f} then")])


def read_stops(items: pd.DataFrame, scoring: SearchScoring) -> pd.DataFrame:
    """Replies with the stops taken out, so that what is left can be read as a scanpath.

    Returns:
        The rows with ``stopped`` and ``stopped_<other reading>``, whether the search was ended because the target is
        not there; ``reply`` without the stop; and ``record`` of searches in several turns only.
    """
    interactive = [record is not None and ONE_TURN not in record for record in items["record"]]
    records = [record if kept else None for record, kept in zip(items["record"], interactive, strict=True)]
    stops = {}
    for reading, ending in zip(scoring.readings, ("", f"_{scoring.other}"), strict=True):
        stops[f"stopped{ending}"] = [
            guarded(False, says_absent, reply, reading) if record is None else bool(record.get("stopped"))
            for reply, record in zip(items["reply"], records, strict=True)
        ]
    replies = [
        guarded(reply, without_stop, reply) if record is None else reply
        for reply, record in zip(items["reply"], records, strict=True)
    ]
    return items.assign(reply=replies, record=pd.Series(records, index=items.index, dtype=object), **stops)


def score_absent(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring
) -> tuple[ScoreReport, dict[str, SearchPath]]:
    """Scores of searches for a target that is not there, and the scanpaths by image."""
    frame = answer_frame(items, trials, scoring)
    tables = {}
    paths: dict[str, SearchPath] = {}
    for reading, ending in zip(scoring.readings, ("", f"_{scoring.other}"), strict=True):
        read, table = answered_paths(items, trials, Reading(scoring.frame, reading, frame.decision))
        stopped = items[f"stopped{ending}"].to_numpy(bool)
        tables[ending] = table.assign(
            score=stopped.astype(float), stopped=stopped, fallback=table["fallback"].to_numpy(bool) & ~stopped
        )
        paths = paths or read
    table, other = tables.values()
    share = float(table["stopped"].mean())
    metrics = {
        "Overall": share,
        f"Overall_{scoring.other}": float(other["stopped"].mean()),
        **_unstopped(items, table),
        **_lengths(trials, paths, table),
    }
    values = ImageValues()
    values.add(MODEL, "correct_stops", dict(zip(table["image_name"], table["score"], strict=True)))
    values.add(HUMANS, "correct_stops", {name: _human_share(trial) for name, trial in trials.items()})
    report = ScoreReport(
        metrics=finite(metrics),
        items=table.join(other[list(READ)], rsuffix=f"_{scoring.other}"),
        details={"answer_frame": frame.details, "searches": len(table), "stopped": int(table["stopped"].sum())},
        warnings=frame.warnings,
    )
    values.extend(report, scoring.seed)
    report.intervals["Overall"] = report.intervals["correct_stops"]
    return report, paths


def add_false_stops(report: ScoreReport, items: pd.DataFrame, scoring: SearchScoring) -> None:
    """Add how often searches were stopped though the target was there and not found."""
    table = report.items
    for ending in ("", f"_{scoring.other}"):
        stopped = items[f"stopped{ending}"].to_numpy(bool)
        table[f"fallback{ending}"] = table[f"fallback{ending}"].to_numpy(bool) & ~stopped
    table["stopped"] = items["stopped"].to_numpy(bool) & ~table["found"].to_numpy(bool)
    values = ImageValues()
    values.add(MODEL, "false_stops", dict(zip(table["image_name"], table["stopped"].astype(float), strict=True)))
    values.extend(report, scoring.seed)


def _unstopped(items: pd.DataFrame, table: pd.DataFrame) -> dict[str, float]:
    """Shares of the searches that were not stopped, by how they ended.

    A whole scanpath without a stop ends on what the model takes for the target: a false alarm. In a search in several
    turns the model goes on looking up to the limit.
    """
    going = ~table["stopped"].to_numpy(bool) & ~table["fallback"].to_numpy(bool)
    interactive = np.array([record is not None for record in items["record"]])
    shares = {"false_alarms": going & ~interactive, "undecided": going & interactive}
    return {name: float(share.mean()) for name, share in shares.items() if interactive.any() == (name == "undecided")}


def _lengths(trials: Mapping[str, Trial], paths: dict[str, SearchPath], table: pd.DataFrame) -> dict[str, float]:
    """Numbers of fixations until the end of the search, the initial one included, of the model and of people.

    The error is the mean distance between the model's number and each participant's, over all participants alike.
    """
    stopped = set(table.loc[table["stopped"], "image_name"])
    answered = set(table.loc[~table["fallback"].astype(bool), "image_name"])
    people = {name: [len(human.x) for human in trial.humans.values()] for name, trial in trials.items()}
    apart = [abs(len(paths[name].x) - length) for name in trials if name in answered for length in people[name]]
    return {
        "fixations_before_stop": mean(len(paths[name].x) for name in trials if name in stopped),
        "fixations_humans": mean(float(np.mean(lengths)) for lengths in people.values() if lengths),
        "length_error": mean(apart),
    }


def _human_share(trial: Trial) -> float:
    """Share of the participants who said rightly that the target is absent, of those whose answer is known."""
    return mean(float(human.correct) for human in trial.humans.values() if human.correct is not None)
