"""Scores of a run on gaze questions: replies to positions by both readings, positions to the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from vlmeval_hvs.benchmarks.gaze.answers import REFUSAL, Answer, Scale, axes_warnings, match
from vlmeval_hvs.benchmarks.gaze.options import POINT_RULES
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
    # Only the robust reading recognises refusals.
    refused = sum(answer.rule == REFUSAL for answer in found.by_reading["robust"])
    rules = {name: dict(Counter(answer.rule for answer in read)) for name, read in found.by_reading.items()}
    run = Part(
        metrics={f"Overall_{other}": float(readings[other]["score"].mean()), "refused": refused / len(items)},
        details={
            "answers": {"rules": rules[reading], "refused": refused},
            **({} if found.scale is None else {"answer_frame": found.scale.details()}),
            **({"prompts": _RECONSTRUCTED} if "1" in set(items.get("prompt_reconstructed", ())) else {}),
        },
        warnings=[] if found.scale is None else found.scale.warnings(),
    )
    if answers != "letter" and scale is not None:
        run.warnings += axes_warnings(items, POINT_RULES[answers], scale)
    if "separation" in items:
        trials = trials.assign(separation=items["separation"].astype(float))
        total = score_psychometric(trials, seed) + run
    else:
        total = score_trials(trials, engine, human, seed, margin) + run
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
    rows = [
        (
            names.split("+")[answer.position] if answer.position >= 0 else "",
            answer.rule,
            answer.position < 0,
            float(answer.position == gaze),
        )
        for names, answer, gaze in zip(items["objects"], answers, trials["gaze_pos"], strict=True)
    ]
    return pd.DataFrame(rows, columns=list(READ))


def _own_columns(items: pd.DataFrame, trials: pd.DataFrame) -> pd.DataFrame:
    at_head = (trials["choice_pos"] == trials["head_pos"]) & (trials["choice_pos"] >= 0)
    truth = [names.split("+")[gaze] for names, gaze in zip(items["objects"], trials["gaze_pos"], strict=True)]
    first = pd.DataFrame({"truth": truth, "wrongness": wrongness_of(trials), "at_head": at_head.astype(int)})
    turned = [name for name in ("separation", "gaze_yaw", "head_yaw", "eye_in_head", "iris_shift_px") if name in items]
    return first.join(trials).join(items[turned].astype(float))
