"""Scores of `GazeTarget_Psychometric`: accuracy against the degrees between neighbouring objects, by cue."""

from __future__ import annotations

from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.trials import Part
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.psychometric import fit_curve

CUES = {"both": "head and eyes", "eyes": "eyes alone", "head": "head alone", "conflict": "eyes against head"}
"""Values of the column ``condition`` of the set, and their names."""
FEWEST_SCENES = 10  # with fewer scenes an interval is unreliable


def score_psychometric(trials: pd.DataFrame, seed: int = 0) -> Part:
    """Accuracy by cue and separation, thresholds in degrees, and shares of each cue where head and eyes disagree.

    Args:
        trials: One row per answer with ``condition``, ``separation`` (degrees), ``n_objects``, ``gaze_pos``,
            ``head_pos``, ``choice_pos`` (-1: unmatched) and ``scene_id``.
        seed: Seed of all resampling.
    """
    correct = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    frame = trials.assign(correct=correct, separation=trials["separation"].astype(float))
    found = _mean("Overall", frame, "correct", seed)
    curves: dict[str, Any] = {}
    for cue in CUES:
        rows = frame[frame["condition"] == cue]
        if len(rows):
            found += _mean(cue, rows, "correct", seed)
            curves[cue] = _curve(rows, cue != "conflict", seed)
            fit = curves[cue].get("fit")
            if fit is not None and fit["reached"]:
                bounds = {} if None in fit["interval"] else {f"threshold_{cue}": tuple(fit["interval"])}
                found += Part({f"threshold_{cue}": fit["threshold"]}, bounds)
    conflict = frame[(frame["condition"] == "conflict") & (frame["choice_pos"] >= 0)]
    if len(conflict):
        conflict = conflict.assign(at_head=(conflict["choice_pos"] == conflict["head_pos"]).astype(float))
        found += _mean("head_share", conflict, "at_head", seed) + _mean("gaze_share", conflict, "correct", seed)
    scenes = frame["scene_id"].nunique()
    few = [f"only {scenes} scenes: intervals are unreliable; use limit=null"] if scenes < FEWEST_SCENES else []
    return found + Part(details={"curves": curves, "explanation": _words(curves)}, warnings=few)


def _mean(name: str, rows: pd.DataFrame, column: str, seed: int) -> Part:
    """A share with its interval over scenes."""
    values, scenes = rows[column].to_numpy(float), rows["scene_id"].to_numpy(str)
    return Part({name: float(values.mean())}, {name: cluster_bootstrap(values, scenes, seed=seed, share=True)})


def _curve(rows: pd.DataFrame, fitted: bool, seed: int) -> dict[str, Any]:
    """Accuracy per separation, and the fitted function where one is asked for and can be found."""
    levels = [
        {
            "separation": separation,
            "accuracy": level["correct"].mean(),
            "interval": _mean("correct", level, "correct", seed).intervals["correct"],
            "trials": len(level),
            "scenes": level["scene_id"].nunique(),
        }
        for separation, level in rows.groupby("separation")
    ]
    out: dict[str, Any] = {"levels": levels, "chance": float((1 / rows["n_objects"]).mean())}
    if not fitted:
        return out
    if len(levels) < 3:
        return out | {"note": "fewer than three separations: no curve is fitted"}
    curve = fit_curve(rows["separation"], rows["correct"], out["chance"], rows["scene_id"], seed=seed)
    return out | ({"fit": vars(curve)} if curve else {"note": "no rise above guessing: there is no threshold"})


def _words(curves: dict[str, Any]) -> str:
    """The thresholds in words."""
    found = []
    for cue, curve in curves.items():
        fit = curve.get("fit")
        if fit is not None and fit["reached"]:
            low, high = (f"{end:.1f}" if end is not None else "not bounded" for end in fit["interval"])
            found.append(f"{CUES[cue]}: {fit['threshold']:.1f} degrees (95 % interval {low} to {high})")
        elif fit is not None:
            smallest, largest = curve["levels"][0]["separation"], curve["levels"][-1]["separation"]
            side = f"below {smallest:g}" if fit["threshold"] < smallest else f"above {largest:g}"
            found.append(f"{CUES[cue]}: {side} degrees, outside of what was shown")
        elif "note" in curve:
            found.append(f"{CUES[cue]}: {curve['note']}")
    return f"Half-way from guessing to the best performance at: {'; '.join(found)}."
