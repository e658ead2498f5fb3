"""Scores of a run on gaze questions: replies to positions by both readings, positions to the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.answers import REFUSAL, Answer, Scale, match
from vlmeval_hvs.benchmarks.gaze.psychometric import score_psychometric
from vlmeval_hvs.benchmarks.gaze.trials import DESIGN, Part, chance_of, score_trials, wrongness_of
from vlmeval_hvs.metrics.characterization.results import MARGIN, HumanReference
from vlmeval_hvs.results.contract import READ, ScoreReport

_WHOLE = ("prompt_id", "proximity", "n_objects", "gaze_pos", "head_pos")
_OTHER = {"robust": "paper", "paper": "robust"}
_RECONSTRUCTED = "reconstructed wording (the study does not print its main prompts)"


def score(
    items: pd.DataFrame,
    reading: str = "robust",
    answers: str = "letter",
    engine: str = "fixed-effects",
    human: Mapping[str, float] | HumanReference | None = None,
    seed: int = 0,
    margin: float = MARGIN,
    scale: Scale | None = None,
) -> ScoreReport:
    """Score a run: rows of the dataset with ``reply`` and ``failed``.

    Options as in `vlmeval_hvs.benchmarks.gaze.options`; ``reading`` makes the headline, ``scale`` is needed for points.

    Raises:
        DataError: The rows contradict each other, or a point was asked for where photos have no coordinates.
    """
    items = items.reset_index(drop=True)
    other = _OTHER[reading]
    found = match(items, answers, scale)
    trials = items[list(DESIGN)].astype(dict.fromkeys(_WHOLE, int))
    readings = {name: _read(items, trials, found.by_reading[name]) for name in (reading, other)}
    trials["choice_pos"] = [answer.position for answer in found.by_reading[reading]]
    trials["objects"] = items["objects"]
    table = readings[reading].join(readings[other], rsuffix=f"_{other}").join(_own_columns(items, trials))
    refused = [answer.rule == REFUSAL for answer in found.by_reading["robust"]]  # the paper's recognises none
    metrics = {f"Overall_{other}": float(readings[other]["score"].mean()), "refused": sum(refused) / len(items)}
    details: dict[str, Any] = {} if found.scale is None else {"answer_frame": found.scale.details()}
    if "1" in set(items.get("prompt_reconstructed", ())):
        details["prompts"] = _RECONSTRUCTED
    if "separation" in items:
        total = score_psychometric(trials.assign(separation=items["separation"].astype(float)), seed)
    else:
        total = score_trials(trials, engine, human, seed, margin)
    total += Part(metrics, {}, details, list(found.warnings))
    cue = total.details.get("cue_model", {}).get("explanation")
    return ScoreReport(
        metrics=total.metrics,
        items=table,
        chance=chance_of(trials),
        intervals=total.intervals,
        details=total.details,
        warnings=total.warnings,
        summary=[total.details["explanation"], *([cue] if cue else [])],
    )


def _read(items: pd.DataFrame, trials: pd.DataFrame, answers: Sequence[Answer]) -> pd.DataFrame:
    """The contract's columns of one reading."""
    rows = []
    for names, (position, rule), gaze in zip(items["objects"], answers, trials["gaze_pos"], strict=True):
        rows.append((names.split("+")[position] if position >= 0 else "", rule, position < 0, float(position == gaze)))
    return pd.DataFrame(rows, columns=list(READ))


def _own_columns(items: pd.DataFrame, trials: pd.DataFrame) -> pd.DataFrame:
    at_head = (trials["choice_pos"] == trials["head_pos"]) & (trials["choice_pos"] >= 0)
    truth = [names.split("+")[gaze] for names, gaze in zip(items["objects"], trials["gaze_pos"], strict=True)]
    first = pd.DataFrame({"truth": truth, "wrongness": wrongness_of(trials), "at_head": at_head.astype(int)})
    turned = [name for name in ("separation", "gaze_yaw", "head_yaw", "eye_in_head", "iris_shift_px") if name in items]
    return first.join(trials).join(items[turned].astype(float))
