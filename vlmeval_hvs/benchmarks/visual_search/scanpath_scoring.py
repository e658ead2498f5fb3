"""Scores of whole scanpaths and of interactive searches, and of searches that a model ends without a find.

Where every target is absent, the headline is the share of searches that were stopped rightly.
"""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.answer_frames import FrameDecision, axes_warning, seem_swapped
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.bootstrap import resampled_correlation
from vlmeval_hvs.metrics.search import INTERIORS_CAPS, MIN_IMAGES, cut_at_target, rescaled_box
from vlmeval_hvs.metrics.search_similarity import SearchPath, random_floor_by_image, scanpath_agreement, within_humans
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.files import plain
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.seeding import rng
from vlmeval_hvs.sets import records

from .answers import Answer, Reading, aim, decide_answers, read_path, says_absent, without_stop
from .performance import model_performance, people_performance, search_chance
from .pipeline import ONE_TURN, decide_searches, placed_outside, said_in
from .scoring import HUMANS, MODEL, RANDOM, WITHIN, SearchScoring, add_means, finite
from .trials import Trial, finish_path

Trials = Mapping[str, Trial]
Paths = dict[str, SearchPath]
SIZES = ("image_height", "image_width", "receptive_height", "receptive_width")
"""Sizes of image and window in a published file."""
COLUMNS = ("image_name", "answer", "rule", "fallback", "outside", "found", "length", "stopped")
"""Columns of a reply that was read as a scanpath; the last one only where searches can be stopped."""


def score_scanpaths(
    items: pd.DataFrame, trials: Trials, scoring: SearchScoring, stop: bool = False
) -> tuple[ScoreReport, Paths]:
    """Scores of whole-scanpath or interactive predictions, and the scanpaths by image.

    ``items`` are rows with ``reply``, ``record`` and the stops of `read_stops`; their trials have all a target, or all
    none. ``stop`` says whether the prompts said that the target may be absent.
    """
    decision, warnings = answer_frame(items, trials, scoring)
    absent = not any(trial.present for trial in trials.values())
    offered = [f"stopped{ending}" if stop or absent else "" for ending in scoring.readings.values()]
    readings = [Reading(scoring.frame, name, decision) for name in scoring.readings]
    (paths, table), (other_paths, other) = (
        answered_paths(items, trials, *how) for how in zip(readings, offered, strict=True)
    )
    images = table["image_name"]
    if absent:
        table["score"], other["score"] = table["stopped"].astype(float), other["stopped"].astype(float)
        headline, report = "correct_stops", _stops_report(items, trials, table, scoring.seed)
    else:
        headline, report = "AUCperf", score_paths(trials, paths, scoring.seed)
        table = table.assign(**{name: images.map(values) for name, values in report.items.items()})
        other["score"] = images.map(model_performance(trials, other_paths).images)
        if stop:
            false_stops = dict(zip(images, table["stopped"].astype(float), strict=True))
            add_means(report, {MODEL: {"false_stops": false_stops}}, scoring.seed)
    report.items = table.join(other[list(READ)], rsuffix=f"_{scoring.other}")
    overall = {"Overall": report.metrics[headline], f"Overall_{scoring.other}": float(other["score"].mean())}
    report.metrics = {**overall, **report.metrics}
    report.intervals["Overall"] = report.intervals[headline]
    report.details["answer_frame"] = decision.details()
    report.warnings = [*warnings, *report.warnings]
    return report, paths


def answer_frame(items: pd.DataFrame, trials: Trials, scoring: SearchScoring) -> tuple[FrameDecision, list[str]]:
    """The frame in which a model answers, decided over all of its replies, and warnings."""
    rows, axes = [(row, trials[row["image_name"]]) for row in records(items)], scoring.answer_axes
    searched = bool(rows) and all(row["record"] is not None for row, _ in rows)
    if searched:
        searches = [(row["record"], trial.shape) for row, trial in rows]
        decision, warnings = decide_searches(searches, scoring.frame, scoring.answer_frame)
        said = (aim(one, trial, trial.target) for row, trial in rows for one, _ in said_in(row["record"], trial.shape))
        swapped, effect = (
            seem_swapped(said, decision),
            "prompts of later turns named other places than the model answered",
        )
    else:
        replies = [(row["reply"], trial, trial.target) for row, trial in rows if row["record"] is None]
        decision, swapped = decide_answers(replies, "scanpath", scoring.frame, scoring.answer_frame, axes)
        warnings, effect = decision.warnings(), "most positions are then not where they are looked for"
    warnings += [axes_warning(axes, effect, again=searched)] if swapped else []
    return decision, warnings if searched else scoring.frame_warnings(warnings)


def answered_paths(
    items: pd.DataFrame, trials: Trials, reading: Reading, stopped: str = ""
) -> tuple[Paths, pd.DataFrame]:
    """Scanpaths of replies by image, and how each was read: one line per row without its score.

    Every trial gets a path: without a readable answer it is the initial fixation alone, a search that did not find.
    ``stopped`` is the column that says which searches were ended by "absent"; "" where that was not offered.
    """
    paths, rows = {}, []
    for row in records(items):
        trial, record = trials[row["image_name"]], row["record"]
        read = reading if record is None else Reading("unit", reading.profile)
        answer = guarded(Answer(rule=READER_ERROR), read_path, row["reply"], trial, read)
        outside = answer.outside if record is None else guarded(0, placed_outside, record, trial.shape)
        path = paths[trial.image] = finish_path(answer.places, trial, repeats_start=record is None)
        places = [[round(x, 1), round(y, 1)] for x, y in zip(path.x, path.y, strict=True)]
        fallback = not answer.points and not (stopped and row[stopped])
        read_as = trial.image, json.dumps(places), answer.rule, fallback, outside, path.found, len(path.x)
        ends = (bool(row[stopped]) and not path.found,) if stopped else ()
        rows.append(dict(zip(COLUMNS, (*read_as, *ends), strict=False)))
    return paths, pd.DataFrame(rows)


def score_paths(trials: Trials, paths: Mapping[str, SearchPath], seed: int) -> ScoreReport:
    """Cumulative performance and MultiMatch of a model's scanpaths, with those of people and of chance.

    The items of the report are the images, with ``score``, whose mean is AUCperf, ``hmMM`` and ``whMM``.
    """
    performance, people = model_performance(trials, paths), people_performance(trials, seed)
    humans = {name: trial.humans for name, trial in trials.items()}
    agreement = scanpath_agreement(paths, humans)
    # People are compared in the model's frame, which mostly is the images' own.
    frames = {name: (path.shape, path.receptive) for name, path in paths.items()}
    compared = all(frames.get(name) == (trial.shape, trial.receptive) for name, trial in trials.items())
    people_alike = agreement.within_human if compared else within_humans(humans)
    both = agreement.images
    similar, within = ({name: own[name] for name in both} for own in (agreement.human_model, agreement.within_human))
    metrics = {"AUCperf": performance.area, "Corr": agreement.correlation}
    metrics |= {"found": float(np.mean([path.found for path in paths.values()])), "AUCperf_humans": people.area}
    columns = {"score": performance.images, "hmMM": agreement.human_model, "whMM": agreement.within_human}
    items = pd.DataFrame({name: pd.Series(values, dtype=float) for name, values in columns.items()})
    report = ScoreReport(finite(metrics), items, search_chance(trials))
    values: dict[str, dict[str, Mapping[str, float]]] = {
        MODEL: {"AUCperf": performance.images, "AvgMM": similar},
        HUMANS: {"AvgMM": people_alike},
        RANDOM: {"AvgMM": random_floor_by_image(humans, rng(seed, "multimatch floor"))},
    }
    add_means(report, values, seed)
    if correlated := resampled_correlation(similar, within, seed=seed):
        report.intervals["Corr"] = correlated
    if math.isfinite(people.area):
        report.intervals["AUCperf_humans"] = people.interval
    counts = {"Corr": len(both), "AUCperf_humans": sum(map(bool, humans.values()))}
    report.details["n_images"] |= {name: count for name, count in counts.items() if count}
    if within:
        report.details["by_image"][MODEL][WITHIN] = {name: round(value, 6) for name, value in within.items()}
    capped = any(trial.capped for trial in trials.values())
    report.details["curves"] = {
        "fixations": list(range(len(performance.curve))),
        "model": performance.curve,
        "humans": people.curve,
        "humans_at": list(INTERIORS_CAPS) if capped else "every number of fixations",
    }
    names = ("shape", "direction", "length", "position")
    report.details["multimatch"] = {"dimensions": dict(zip(names, agreement.dimensions, strict=True))}
    if len(both) < MIN_IMAGES:
        report.warnings.append(
            f"MultiMatch rests on {len(both)} images: only scanpaths of three or more fixations that found "
            "the target are compared"
        )
    return report


def read_stops(items: pd.DataFrame, scoring: SearchScoring) -> pd.DataFrame:
    """Rows with the stops taken out of ``reply``, so that what is left can be read as a scanpath.

    ``stopped`` and ``stopped_<other reading>`` say whether the search was ended because the target is not there;
    ``record`` is left to searches in several turns.
    """
    kept = [None if record is None or ONE_TURN in record else record for record in items["record"]]
    listed = list(zip(items["reply"], kept, strict=True))
    stops = {
        f"stopped{ending}": [
            guarded(False, says_absent, reply, reading) if record is None else bool(record.get("stopped"))
            for reply, record in listed
        ]
        for reading, ending in scoring.readings.items()
    }
    replies = [guarded(reply, without_stop, reply) if record is None else reply for reply, record in listed]
    return items.assign(reply=replies, record=pd.Series(kept, index=items.index, dtype=object), **stops)


def _stops_report(items: pd.DataFrame, trials: Trials, table: pd.DataFrame, seed: int) -> ScoreReport:
    """Scores of searches for a target that is not there."""
    said = {name: [one.correct for one in trial.humans.values() if one.correct is not None]
            for name, trial in trials.items()}  # fmt: skip
    people = {name: float(np.mean(answers)) for name, answers in said.items() if answers}
    stopped = dict(zip(table["image_name"], table["score"], strict=True))
    report = ScoreReport(unstopped(items, table), table)
    add_means(report, {MODEL: {"correct_stops": stopped}, HUMANS: {"correct_stops": people}}, seed)
    return report


def unstopped(items: pd.DataFrame, table: pd.DataFrame) -> dict[str, float]:
    """Shares of the searches for an absent target that were not stopped, by how they ended.

    A whole scanpath without a stop ends on what the model takes for the target: a false alarm. In a search in several
    turns the model goes on looking up to the limit.
    """
    going = ~table["stopped"].to_numpy(bool) & ~table["fallback"].to_numpy(bool)
    interactive = np.array([record is not None for record in items["record"]])
    if interactive.any():
        return {"undecided": float((going & interactive).mean())}
    return {"false_alarms": float(going.mean())}


def published_file(paths: Mapping[str, SearchPath], trials: Trials, dataset: str, model: str) -> bytes:
    """Scanpaths as a published ``Scanpaths.json``."""
    published = {}
    for name, path in paths.items():
        sizes = zip(SIZES, (*path.shape, *path.receptive), strict=True)
        x, y = ([round(value, 2) for value in values] for values in (path.x, path.y))
        target = {"target_found": path.found, "target_bbox": list(path.bbox), "X": x, "Y": y}
        more = {"target_object": trials[name].target_object, "max_fixations": trials[name].max_length}
        published[name] = {"subject": model, "dataset": dataset, **dict(sizes), **target, **more}
    return json.dumps(plain(published), ensure_ascii=False, indent=1).encode()


def read_scanpath_file(path: Path, trials: Trials) -> tuple[Paths, list[str]]:
    """Scanpaths of a published ``Scanpaths.json``, each in its model's own frame.

    Whether the target was found is decided by geometry in that frame, not by the file's ``target_found``; scanpaths are
    cut there. One that is longer than the set's maximum counts as not found in AUCperf and is compared in MultiMatch,
    as published. The second value has sentences about what was left out; a DataError says that nothing is left.
    """
    content = read_json(path)
    if not isinstance(content, dict):
        raise DataError(f"{path}: holds a {type(content).__name__}, not an object")
    paths, left_out = {}, []
    for name, entry in content.items():
        try:
            paths[name] = _path(entry, trials[name])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            foreign = name not in trials
            left_out.append(f"{name}: {'not in the set' if foreign else f'{type(error).__name__}: {error}'}")
    if not paths:
        raise DataError(f"{path}: no usable scanpath on an image of the set; {'; '.join(left_out[:3])}")
    return paths, left_out


def _path(entry: Mapping[str, Any], trial: Trial) -> SearchPath:
    usual = zip(SIZES, (*trial.shape, *trial.receptive), strict=True)
    height, width, tall, wide = (int(entry.get(name, size)) for name, size in usual)
    shape, receptive = (height, width), (tall, wide)
    x, y = (np.asarray(entry[key], dtype=np.float64) for key in ("X", "Y"))
    if x.ndim != 1 or x.shape != y.shape or x.size == 0 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("X and Y must be equally long, non-empty lists of numbers")
    bbox = rescaled_box(trial.bbox, trial.shape, shape)
    cut = cut_at_target(x, y, bbox, receptive, shape)
    return SearchPath(tuple(cut.x.tolist()), tuple(cut.y.tolist()), shape, bbox, receptive, cut.found)
