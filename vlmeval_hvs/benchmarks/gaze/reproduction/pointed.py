"""Moondream2's published rows: its gaze points answered as multiple choice by the nearest object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import NOT_RUN, Measured, Row, compared
from vlmeval_hvs.metrics import cluster_bootstrap

GROUP = "Moondream2"
WHERE = "eval_moondream"
CONDITIONS = ("natural", "congruent", "incongruent")
RULES = {"l2": "in the plane", "dx": "along the horizontal"}


def pointed_rows(by_rule: Mapping[str, pd.DataFrame], published: Mapping[str, Any], seed: int) -> list[Row]:
    """Accuracies by condition, view and number of objects, mean distances, and what is chosen in conflicts.

    Args:
        by_rule: Answers under the rules ``l2`` and ``dx``: tables with the columns of an item file, ``study``, and the
            distances ``l2`` and ``dx`` from the gaze target.
        published: The published numbers.
        seed: Seed of the intervals.
    """
    rows: list[Row] = []
    for rule, table in by_rule.items():
        parts = {"pilot": table[table["study"] == "pilot"]}
        main = table[table["study"] == "main"]
        parts |= {condition: main[main["condition"] == condition] for condition in CONDITIONS} | {"main": main}
        for part, trials in parts.items():
            paper = published["parts"][part]
            rows += _part(rule, part, trials, paper, seed)
            for view, numbers in paper.get("views", {}).items():
                rows += _part(rule, f"{part}, {view}", trials[trials["view"] == view], numbers, seed)
        rows += _conflicts(rule, parts["incongruent"], published["conflicts"])
    return rows


def table_one_rows(trials: pd.DataFrame, published: Mapping[str, str], seed: int) -> list[Row]:
    """Moondream2's row of Table 1: natural photos of the main study by number of objects.

    Args:
        trials: Answers under the rule ``l2``.
        published: Number of objects to the printed accuracy.
        seed: Seed of the intervals.
    """
    natural = trials[(trials["study"] == "main") & (trials["condition"] == "natural")]
    return [
        _accuracy(f"accuracy, {n} objects", natural[natural["n_objects"] == int(n)], paper, seed, "Table 1")
        for n, paper in published.items()
    ]


def _part(rule: str, what: str, trials: pd.DataFrame, paper: Mapping[str, str], seed: int) -> list[Row]:
    counted = [_count(f"photos, {what}", trials, paper["n"])] if rule == "l2" else []
    rows = [
        *counted,
        _accuracy(f"accuracy {RULES[rule]}, {what}", trials, paper[f"accuracy_{rule}"], seed),
        _distance(f"distance {RULES[rule]}, {what}", trials, rule, paper[f"distance_{rule}"], seed),
    ]
    return _of_all(rows, len(trials), int(paper["n"]))


def _of_all(rows: list[Row], photos: int, published: int) -> list[Row]:
    """The rows; where photos of the study are missing, their numbers are not compared."""
    if not 0 < photos < published:
        return rows
    note = f"{photos} of the study's {published} photos"
    return [replace(row, outcome=NOT_RUN, note=note) for row in rows]


def _count(what: str, trials: pd.DataFrame, paper: str) -> Row:
    return compared(WHERE, GROUP, what, paper, Measured(float(len(trials)), len(trials)))


def _accuracy(what: str, trials: pd.DataFrame, paper: str, seed: int, where: str = WHERE) -> Row:
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    return compared(where, GROUP, what, paper, _mean(right, trials, seed, share=True), "" if len(trials) else _NONE)


def _distance(what: str, trials: pd.DataFrame, rule: str, paper: str, seed: int) -> Row:
    found = trials[trials[rule].notna()]
    return compared(WHERE, GROUP, what, paper, _mean(found[rule], found, seed), "" if len(found) else _NONE)


def _mean(values: pd.Series, trials: pd.DataFrame, seed: int, share: bool = False) -> Measured | None:
    if trials.empty:
        return None
    scenes = trials["scene_id"].to_numpy(str)
    several = len(set(scenes)) > 1
    interval = cluster_bootstrap(values.to_numpy(float), scenes, seed=seed, share=share) if several else None
    return Measured(float(values.mean()), len(trials), interval)


_NONE = "no such photo"


def _conflicts(rule: str, trials: pd.DataFrame, published: Mapping[str, Any]) -> list[Row]:
    rows = []
    for n, numbers in published.items():
        part = trials if n == "all" else trials[trials["n_objects"] == int(n)]
        at_head = int((part["choice_pos"] == part["head_pos"]).sum())
        at_gaze = int((part["choice_pos"] == part["gaze_pos"]).sum())
        neither = int((part["choice_pos"] >= 0).sum()) - at_head - at_gaze
        objects = "all" if n == "all" else f"{n} objects"
        found = []
        for name, count in (("head", at_head), ("gaze", at_gaze), ("neither", neither)):
            what = f"{name} chosen {RULES[rule]}, incongruent, {objects}"
            ours = Measured(float(count), len(part)) if len(part) else None
            found.append(compared(WHERE, GROUP, what, numbers[rule][name], ours, "" if len(part) else _NONE))
        rows += _of_all(found, len(part), sum(int(count) for count in numbers[rule].values()))
    return rows
