"""Scores of whole scanpaths and of interactive searches."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pandas as pd

from vlmeval_hvs.answer_axes import Aim, axes_warning, other_axes, seem_swapped
from vlmeval_hvs.answer_frames import FrameDecision, Written, as_written
from vlmeval_hvs.benchmarks.visual_search.answers import Answer, decide_answers, read_path
from vlmeval_hvs.benchmarks.visual_search.chance import search_chance
from vlmeval_hvs.benchmarks.visual_search.frame_fit import target_fit
from vlmeval_hvs.benchmarks.visual_search.image_values import HUMANS, MODEL, RANDOM, ImageValues
from vlmeval_hvs.benchmarks.visual_search.pipeline import decide_searches, placed_outside, said_in
from vlmeval_hvs.benchmarks.visual_search.scanpaths import (
    References,
    longest,
    model_agreement,
    model_curve,
    references,
    trial_areas,
)
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring, finite
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, read_trials
from vlmeval_hvs.metrics.search import performance_area
from vlmeval_hvs.metrics.search_score import MIN_IMAGES
from vlmeval_hvs.metrics.search_similarity import Agreement, SearchPath
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded

SEARCH_CHANCE = "a searcher that fixates uniformly at random; its distribution is computed, not simulated"


class FrameReport(NamedTuple):
    """The frame of a model's answers, what it rests on (for the score file), and warnings."""

    decision: FrameDecision
    details: dict[str, Any]
    warnings: list[str]


def answer_frame(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> FrameReport:
    """Decide in which frame a model answers, over all of its replies.

    Args:
        items: Search rows with ``reply`` and ``record``.
        trials: The search trials by image name.
        scoring: The settings of the run.
    """
    rows = items.to_dict("records")
    single = [(row["reply"], trials[row["image_name"]]) for row in rows if row["record"] is None]
    if rows and not single:
        searches = [(row["record"], trials[row["image_name"]].shape) for row in rows]
        decision, warnings = decide_searches(searches, scoring.frame, scoring.answer_frame)
        return FrameReport(decision, decision.details(), warnings)
    decision = decide_answers(single, "scanpath", scoring.frame, scoring.answer_frame, scoring.answer_axes)
    details, warnings = decision.details(), decision.warnings()
    if decision.points:
        written = _written(items, trials, decision.axes)
        fit = target_fit(written, decision)
        details["on_target"] = fit.details()
        warnings += fit.warnings(decision)
    return FrameReport(decision, details, scoring.frame_warnings(warnings))


def _written(items: pd.DataFrame, trials: Mapping[str, Trial], axes: str) -> list[tuple[Written, Trial]]:
    """Positions of replies as written, and of every turn of the searches that went step by step."""
    found: list[tuple[Written, Trial]] = []
    for row in items.to_dict("records"):
        trial, record = trials[row["image_name"]], row["record"]
        if record is None:
            found.append((guarded(Written(), as_written, row["reply"], "scanpath", axes=axes), trial))
        else:
            found += ((written, trial) for written in said_in(record, trial.shape))
    return found


def _axes_warnings(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring, decision: FrameDecision, area: float
) -> list[str]:
    """A sentence when the answers follow the targets with x and y exchanged."""
    aims = (
        Aim(written, trial.shape, _target(trial), trial.image)
        for written, trial in _written(items, trials, scoring.answer_axes)
    )
    if not seem_swapped(aims, decision):
        return []
    if any(record is not None for record in items["record"]):
        told = "the model was told what it had found at other places than it meant"
        return [axes_warning(scoring.answer_axes, told, again=True)]
    swapped = replace(scoring, answer_axes=other_axes(scoring.answer_axes))
    paths, _ = answered_paths(items, trials, scoring.frame, "robust", answer_frame(items, trials, swapped).decision)
    would = performance_area(model_curve(trials, paths))
    return scoring.frame_warnings([axes_warning(scoring.answer_axes, f"AUCperf is {area:.3f}, and {would:.3f} then")])


def _target(trial: Trial) -> tuple[float, float]:
    """The middle of the target, (x, y) as shares of the image."""
    top, left, bottom, right = trial.bbox
    return (left + right) / 2 / trial.shape[1], (top + bottom) / 2 / trial.shape[0]


def answered_paths(
    items: pd.DataFrame,
    trials: Mapping[str, Trial],
    frame: str,
    profile: str,
    decision: FrameDecision | None = None,
) -> tuple[dict[str, SearchPath], pd.DataFrame]:
    """Scanpaths of replies, and how each was read.

    Every trial gets a path: without a readable answer it is the initial fixation alone, a search that did not find.

    Args:
        items: Search rows with ``reply`` and ``record``.
        trials: The search trials by image name.
        frame: Coordinate frame that the prompt asked for; records of interactive searches are in fractions.
        profile: Reading of the replies: ``robust`` or ``paper``.
        decision: The frame of all replies of the model; without it every reply decides for itself.

    Returns:
        Scanpaths by image name, and one line per row; ``score`` is the trial's area, whose mean is AUCperf.
    """
    paths, rows = {}, []
    for row in items.to_dict("records"):
        trial, record = trials[row["image_name"]], row["record"]
        asked = (frame, profile, decision) if record is None else ("unit", profile)
        answer = guarded(Answer(rule=READER_ERROR), read_path, row["reply"], trial, *asked)
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
    table = pd.DataFrame(rows)
    return paths, table.assign(score=table["image_name"].map(trial_areas(trials, paths)))


def score_scanpaths(items: pd.DataFrame, scoring: SearchScoring) -> tuple[ScoreReport, dict[str, SearchPath]]:
    """Cumulative performance and MultiMatch of whole-scanpath or interactive predictions.

    Args:
        items: Search rows with ``reply``, ``record`` and ``failed``.
        scoring: The settings of the run, readings included.

    Returns:
        The report, and the scanpaths behind it by image.
    """
    trials = read_trials(items.to_dict("records"))
    frame = answer_frame(items, trials, scoring)
    paths, table = answered_paths(items, trials, scoring.frame, scoring.profile, frame.decision)
    other_paths, other_table = answered_paths(items, trials, scoring.frame, scoring.other, frame.decision)
    reference = references(trials, scoring.seed)
    agreement = model_agreement(trials, paths)
    curve = model_curve(trials, paths)
    area = performance_area(curve)
    metrics = {
        "Overall": area,
        f"Overall_{scoring.other}": performance_area(model_curve(trials, other_paths)),
        "AUCperf": area,
        "AvgMM": agreement.average,
        "Corr": agreement.correlation,
        "found": float(table["found"].mean()),
        "AUCperf_humans": reference.human_area,
        "AvgMM_humans": reference.human_similarity,
        "AUCperf_floor": reference.floor_area,
        "AvgMM_floor": reference.floor_similarity,
    }
    shares = {scoring.profile: table["fallback"].mean(), scoring.other: other_table["fallback"].mean()}
    robust = area if scoring.profile == "robust" else metrics[f"Overall_{scoring.other}"]
    swapped = _axes_warnings(items, trials, scoring, frame.decision, robust)
    values = _image_values(trials, paths, agreement, reference)
    intervals = values.intervals(scoring.seed)
    if math.isfinite(reference.human_area):
        intervals["AUCperf_humans"] = reference.human_interval
    details = {
        "curves": _curves(curve.tolist(), reference, trials),
        "multimatch": _multimatch(agreement),
        "fallback_share": {name: float(share) for name, share in shares.items()},
        "positions_outside_the_image": {
            "positions": int(table["outside"].sum()),
            "replies": int((table["outside"] > 0).sum()),
        },
        "answer_frame": frame.details,
        "chance": SEARCH_CHANCE,
        **values.details({"AUCperf_humans": reference.human_images}),
    }
    similar = {"hmMM": agreement.human_model, "whMM": agreement.within_human}
    columns = {name: table["image_name"].map(values) for name, values in similar.items()}
    report = ScoreReport(
        metrics=finite(metrics),
        items=table.join(other_table[list(READ)], rsuffix=f"_{scoring.other}").assign(**columns),
        chance=search_chance(trials, longest(trials)),
        intervals={"Overall": intervals["AUCperf"], **intervals},
        details=details,
        warnings=[*frame.warnings, *swapped, *_scanpath_warnings(agreement, reference)],
    )
    return report, paths


def _curves(model: list[float], reference: References, trials: Mapping[str, Trial]) -> dict[str, Any]:
    return {
        "fixations": list(range(len(reference.floor_curve))),
        "model": model,
        "humans": reference.human_curve,
        "humans_at": [3, 5, 9, 13] if any(t.capped for t in trials.values()) else "every number of fixations",
        "random": reference.floor_curve,
    }


def _multimatch(agreement: Agreement) -> dict[str, Any]:
    return {
        "dimensions": dict(zip(("shape", "direction", "length", "position"), agreement.dimensions, strict=True)),
        "images_compared": len(agreement.images),
        "hmMM_whMM": {name: [agreement.human_model[name], agreement.within_human[name]] for name in agreement.images},
    }


def _image_values(
    trials: Mapping[str, Trial], paths: Mapping[str, SearchPath], agreement: Agreement, reference: References
) -> ImageValues:
    values = ImageValues()
    values.add(MODEL, "AUCperf", trial_areas(trials, paths))
    values.add(MODEL, "AvgMM", {name: agreement.human_model[name] for name in agreement.images})
    values.add(MODEL, "whMM", {name: agreement.within_human[name] for name in agreement.images})
    values.add(HUMANS, "AvgMM", reference.human_images_similarity)
    values.add(RANDOM, "AUCperf", reference.floor_images_area)
    values.add(RANDOM, "AvgMM", reference.floor_images_similarity)
    return values


def _scanpath_warnings(agreement: Agreement, reference: References) -> list[str]:
    warnings = []
    if len(agreement.images) < MIN_IMAGES:
        warnings.append(
            f"MultiMatch rests on {len(agreement.images)} images: only scanpaths of three or more fixations that found "
            "the target are compared"
        )
    if not math.isfinite(reference.human_area):
        warnings.append("no human row: the set has no participants, or not at every limit")
    return warnings
