"""What the paper counts in the answers of one group.

Every measure takes the responses, the published claim and a seed, and gives a `Measured`, or None when no answer is of
the kind it needs. A claim restricts the answers with ``condition``, ``n_objects``, ``proximity`` and ``view`` (a value
or a list of values).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import ttest_1samp

from vlmeval_hvs.benchmarks.gaze.reproduction.rows import Measure, Measured
from vlmeval_hvs.benchmarks.gaze.responses import Responses
from vlmeval_hvs.benchmarks.gaze.trials import wrongness_of
from vlmeval_hvs.metrics import cluster_bootstrap
from vlmeval_hvs.metrics.table_distance import expected_wrongness

RESTRICTIONS = ("condition", "n_objects", "proximity", "view")
FACTORS = {"object_order": 2, "task_hint": 8}
"""How far apart the numbers of two prompts are that differ in one factor only."""


def restricted(trials: pd.DataFrame, claim: Mapping[str, Any]) -> pd.DataFrame:
    """The answers a claim speaks of."""
    for name in RESTRICTIONS:
        if name in claim:
            values = claim[name] if isinstance(claim[name], list) else [claim[name]]
            trials = trials[trials[name].isin(values)]
    return trials


def _mean(values: pd.Series, scenes: pd.Series, seed: int) -> Measured | None:
    """Mean of values between 0 and 1, with its interval over scenes."""
    kept = values.notna()
    if not kept.any():
        return None
    numbers, labels = values[kept].to_numpy(float), scenes[kept].to_numpy(str)
    interval = cluster_bootstrap(numbers, labels, seed=seed, share=True) if len(set(labels)) > 1 else None
    return Measured(float(numbers.mean()), len(numbers), interval)


def accuracy(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Share of right answers."""
    trials = restricted(responses.trials, claim)
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    return _mean(right, trials["scene_id"], seed)


def wrongness(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Mean Wrongness of the answers that chose an object."""
    trials = restricted(responses.trials, claim)
    return _mean(pd.Series(wrongness_of(trials), trials.index), trials["scene_id"], seed)


def guessed_wrongness(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Mean Wrongness that guessing would have."""
    trials = restricted(responses.trials, claim)
    values = expected_wrongness(trials["gaze_pos"].to_numpy(int), trials["n_objects"].to_numpy(int))
    return Measured(float(np.mean(values)), len(trials)) if len(trials) else None


def answers(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Number of answers."""
    count = len(restricted(responses.trials, claim))
    return Measured(float(count), count)


def photos(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Number of photos."""
    trials = restricted(responses.trials, claim)
    return Measured(float(trials["stimulus_id"].nunique()), len(trials))


def participants(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Number of people."""
    told = responses.trials.get("participant", pd.Series(dtype=str))
    told = told[told != ""]
    return Measured(float(told.nunique()), len(told)) if len(told) else None


def _decided(trials: pd.DataFrame) -> pd.DataFrame:
    """Answers to conflicts of three and more objects that chose the head's or the eyes' target."""
    conflict = trials[(trials["condition"] == "incongruent") & (trials["n_objects"] > 2)]
    at_head, at_gaze = conflict["choice_pos"] == conflict["head_pos"], conflict["choice_pos"] == conflict["gaze_pos"]
    return conflict.assign(at_head=at_head.astype(float))[at_head | at_gaze]


def head_given_either(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Test 2.1 as a share: head answers among answers at the head's or the eyes' target."""
    decided = _decided(restricted(responses.trials, claim))
    return _mean(decided["at_head"], decided["scene_id"], seed)


def decided_answers(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Number of answers in Test 2.1."""
    count = len(_decided(restricted(responses.trials, claim)))
    return Measured(float(count), count)


def decided_photos(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Number of photos in Test 2.1."""
    decided = _decided(restricted(responses.trials, claim))
    return Measured(float(decided["stimulus_id"].nunique()), len(decided))


def _eye_groups(trials: pd.DataFrame) -> pd.DataFrame:
    """Test 2.2's groups: scene, head target and prompt fixed, only the eyes differ; at least two photos each."""
    posed = trials[(trials["condition"] != "natural") & (trials["head_pos"] >= 0)]
    groups = posed.groupby(["scene_id", "head_pos", "prompt_id"], sort=False)
    found = groups.agg(
        photos=("choice_pos", "size"),
        first=("choice_pos", "min"),
        last=("choice_pos", "max"),
        scene=("scene_id", "first"),
    ).reset_index(level="head_pos")
    return found[(found["photos"] > 1) & (found["first"] >= 0)]


def same_choice(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Share of Test 2.2's groups in which all answers are the same."""
    groups = _eye_groups(restricted(responses.trials, claim))
    return _mean((groups["first"] == groups["last"]).astype(float), groups["scene"], seed)


def always_head(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Share of Test 2.2's groups in which all answers are the head's target."""
    groups = _eye_groups(restricted(responses.trials, claim))
    every = (groups["first"] == groups["last"]) & (groups["first"] == groups["head_pos"])
    return _mean(every.astype(float), groups["scene"], seed)


def factor_pairs(responses: Responses, claim: Mapping[str, Any]) -> pd.Series:
    """Accuracy without minus with a prompt factor, for pairs of prompts of a photo that differ in it alone."""
    step = FACTORS[claim["factor"]]
    trials = restricted(responses.trials, claim)
    if "prompt" not in trials:
        return pd.Series(dtype=float)
    trials = trials[trials["prompt"] >= 0]
    right = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    prompt = trials["prompt"].astype(int)
    with_it = prompt // step % 2
    cells = right.groupby([trials["stimulus_id"], prompt - with_it * step, with_it]).mean().unstack()
    if set(cells.columns) != {0, 1}:
        return pd.Series(dtype=float)
    return (cells[0] - cells[1]).dropna()


def factor_difference(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Mean of `factor_pairs`."""
    pairs = factor_pairs(responses, claim)
    if pairs.empty:
        return None
    low, high = ttest_1samp(pairs, 0.0).confidence_interval() if len(pairs) > 1 else (np.nan, np.nan)
    return Measured(float(pairs.mean()), len(pairs), (float(low), float(high)))


def factor_p(responses: Responses, claim: Mapping[str, Any], seed: int) -> Measured | None:
    """Two-sided p of the paired t-test that the study takes; it counts the pairs of a photo as independent."""
    pairs = factor_pairs(responses, claim)
    if len(pairs) < 2 or pairs.nunique() == 1:
        return None
    return Measured(float(ttest_1samp(pairs, 0.0).pvalue), len(pairs))


MEASURES: dict[str, Measure] = {
    measure.__name__: measure
    for measure in (
        accuracy, wrongness, guessed_wrongness, answers, photos, participants, head_given_either, decided_answers,
        decided_photos, same_choice, always_head, factor_difference, factor_p,
    )
}  # fmt: skip
