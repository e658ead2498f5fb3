"""Scores of stops: searches that a model ends because the target is not there.

Where every target is absent, the headline is the share of searches that were stopped rightly. COCO-Search18 has such
trials; HAT and Gazeformer report how far the lengths of predicted and human scanpaths lie apart there.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.visual_search.answers import says_absent, without_stop
from vlmeval_hvs.benchmarks.visual_search.image_values import HUMANS, MODEL, ImageValues
from vlmeval_hvs.benchmarks.visual_search.pipeline import ONE_TURN
from vlmeval_hvs.benchmarks.visual_search.scanpath_scoring import answer_frame, answered_paths
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring, finite
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trials
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import guarded


def read_stops(items: pd.DataFrame, scoring: SearchScoring) -> pd.DataFrame:
    """Replies with the stops taken out, so that what is left can be read as a scanpath.

    Args:
        items: Search rows with ``reply`` and ``record``.
        scoring: The settings of the run.

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


def score_absent(items: pd.DataFrame, scoring: SearchScoring) -> tuple[ScoreReport, dict[str, SearchPath]]:
    """Scores of searches for a target that is not there.

    Args:
        items: Search rows of `read_stops`.
        scoring: The settings of the run.

    Returns:
        The report, and the scanpaths behind it by image.
    """
    trials = read_trials(items.to_dict("records"))
    frame = answer_frame(items, trials, scoring)
    tables = {}
    paths: dict[str, SearchPath] = {}
    for reading, ending in zip(scoring.readings, ("", f"_{scoring.other}"), strict=True):
        read, table = answered_paths(items, trials, scoring.frame, reading, frame.decision)
        stopped = items[f"stopped{ending}"].to_numpy(bool)
        tables[ending] = table.assign(
            stopped=stopped, fallback=table["fallback"].to_numpy(bool) & ~stopped, score=stopped.astype(float)
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
    """Add how often searches were stopped though the target was there and not found.

    Args:
        report: The report of the same rows, which is changed.
        items: Search rows of `read_stops`.
        scoring: The settings of the run.
    """
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


def _lengths(trials: dict[str, Trial], paths: dict[str, SearchPath], table: pd.DataFrame) -> dict[str, float]:
    """Numbers of fixations until the end of the search, the initial one included, of the model and of people.

    The error is the mean distance between the model's number and each participant's, over all participants alike.
    """
    stopped = set(table.loc[table["stopped"], "image_name"])
    answered = set(table.loc[~table["fallback"].astype(bool), "image_name"])
    people = {name: [len(human.x) for human in trial.humans.values()] for name, trial in trials.items()}
    apart = [abs(len(paths[name].x) - length) for name in trials if name in answered for length in people[name]]
    return {
        "fixations_before_stop": _mean([len(paths[name].x) for name in trials if name in stopped]),
        "fixations_humans": _mean([float(np.mean(lengths)) for lengths in people.values() if lengths]),
        "length_error": _mean(apart),
    }


def _human_share(trial: Trial) -> float:
    """Share of the participants who said rightly that the target is absent, of those whose answer is known."""
    return _mean([float(human.correct) for human in trial.humans.values() if human.correct is not None])


def _mean(values: list[float] | list[int]) -> float:
    return float(np.mean(values)) if values else math.nan
