"""Scores of predictions of the next fixation."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.answers import Priority, decide_answers, priority_map, read_priority
from vlmeval_hvs.benchmarks.visual_search.chance import fixation_weights, percentile_chance
from vlmeval_hvs.benchmarks.visual_search.image_values import CENTER, GOLD, MODEL, UNIFORM, ImageValues
from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
    METRICS,
    FixationTable,
    PriorityModel,
    centre_model,
    gold_standard_model,
    uniform_model,
)
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring, finite
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, read_trial
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.results.contract import READ, ScoreReport

PROGRESS_FROM = 500
"""Number of predictions from which scoring shows a progress bar."""

MAP_CHANCE = "independent percentiles, uniform between 0 and 1, of all fixations; their distribution is computed"

AskedFixation = tuple[Trial, str, int, float, float]
"""Trial, participant, number of the fixation, and its place (x, y) in px of the image."""


@dataclass
class _Scored:
    """Next-fixation answers of both readings, and their scores."""

    own: FixationTable = field(default_factory=FixationTable)
    other: FixationTable = field(default_factory=FixationTable)
    rows: list[dict[str, Any]] = field(default_factory=list)
    kinds: dict[str, int] = field(default_factory=dict)
    fixations: list[AskedFixation] = field(default_factory=list)


def score_next_fixations(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> ScoreReport:
    """Next-fixation metrics of predictions, with uniform, centre-bias and gold-standard rows on the same fixations.

    Args:
        items: Next-fixation rows with ``reply`` and ``failed``.
        trials: All trials of the set by image (the gold standard needs every participant).
        scoring: The settings of the run, readings included.
    """
    scored = _Scored()
    records = items.to_dict("records")
    asked = ((row["reply"], trials.get(row["image_name"]) or read_trial(row)) for row in records)
    decision = decide_answers(asked, "fixation", scoring.frame, scoring.answer_frame)
    scoring = replace(scoring, decision=decision)
    for row in tqdm(records, desc="next fixations", disable=len(records) < PROGRESS_FROM):
        _score_row(row, trials.get(row["image_name"]) or read_trial(row), scoring, scored)
    models = {UNIFORM: uniform_model(), CENTER: centre_model(scoring.bias), GOLD: gold_standard_model()}
    tables = {
        name: _score_constant(name.replace("_", " "), model, scored.fixations, scoring)
        for name, model in models.items()
    }
    constant = {name: table.means() for name, table in tables.items()}
    by_image = ImageValues()
    for name, table in {MODEL: scored.own, **tables}.items():
        for metric, numbers in table.metric_by_image().items():
            by_image.add(name, metric, numbers)
    intervals = by_image.intervals(scoring.seed)
    means = scored.own.means()
    metrics = {
        "Overall": means.get("AUChsp", math.nan),
        f"Overall_{scoring.other}": scored.other.means().get("AUChsp", math.nan),
        **means,
    }
    for name, values in constant.items():
        metrics.update({f"{metric}_{name}": value for metric, value in values.items()})
    weights = fixation_weights((trial.image, person) for trial, person, *_ in scored.fixations)
    bias = scoring.bias
    return ScoreReport(
        metrics=finite(metrics),
        items=pd.DataFrame(scored.rows),
        chance=percentile_chance(weights) if len(weights) else None,
        intervals={**intervals, **({"Overall": intervals["AUChsp"]} if "AUChsp" in intervals else {})},
        details={
            **_map_details(scored, scoring),
            "references": constant,
            "chance": MAP_CHANCE,
            "answer_frame": decision.details(),
            **by_image.details(),
        },
        warnings=[
            *decision.warnings(),
            *([] if bias.rows else [f"centre bias: {bias.label}; information gain is against it"]),
        ],
    )


def _score_row(row: Mapping[str, Any], trial: Trial, scoring: SearchScoring, scored: _Scored) -> None:
    """Read one reply both ways and score it at every fixation that it is asked about."""
    answer, second = (
        read_priority(row["reply"], trial, scoring.frame, name, scoring.decision) for name in scoring.readings
    )
    scored.kinds[answer.kind] = scored.kinds.get(answer.kind, 0) + 1
    found: tuple[list[FixationScore], list[FixationScore]] = ([], [])
    for person, number, x, y in json.loads(row["next"]):
        scored.fixations.append((trial, person, number, x, y))
        score = _score_one(answer, trial, person, (x, y), scoring)
        # Readings mostly agree, and a map takes long to score.
        alternative = score if second == answer else _score_one(second, trial, person, (x, y), scoring)
        for one, table, listed in zip((score, alternative), (scored.own, scored.other), found, strict=True):
            if one is not None:
                table.add(trial.image, person, one)
                listed.append(one)
    columns: dict[str, Any] = {"image_name": trial.image, "humans": len(found[0]), "outside": answer.outside}
    for reply, listed, suffix in zip((answer, second), found, ("", f"_{scoring.other}"), strict=True):
        means = np.mean(np.array(listed), axis=0).tolist() if listed else [math.nan] * len(METRICS)
        values = (_shown(reply), reply.rule, reply.kind == "none", means[0])
        columns |= dict(zip((f"{name}{suffix}" for name in READ), values, strict=True))
        if not suffix:
            columns |= dict(zip(METRICS[1:], means[1:], strict=True))
    scored.rows.append(columns)


def _map_details(scored: _Scored, scoring: SearchScoring) -> dict[str, Any]:
    own = sum(scored.kinds.get(kind, 0) for kind in ("map", "density", "center_bias"))
    return {
        "fixations": len(scored.fixations),
        "calls": len(scored.rows),
        "answers": scored.kinds,
        "positions_outside_the_image": {
            "positions": sum(row["outside"] for row in scored.rows),
            "replies": sum(row["outside"] > 0 for row in scored.rows),
        },
        "answers_with_their_own_map": own / max(len(scored.rows), 1),
        "points_to_map": {
            "sigma_px": scoring.sigma if scoring.sigma is not None else "2 x receptive width",
            "uniform_part": scoring.uniform,
        },
        "center_bias": scoring.bias.label,
    }


def _score_one(
    answer: Priority, trial: Trial, person: str, point: tuple[float, float], scoring: SearchScoring
) -> FixationScore | None:
    priority = priority_map(answer, trial, person, scoring.bias, scoring.sigma_of(trial), scoring.uniform)
    if priority is None:
        return None
    height, width = priority.shape
    scorer = MapScorer(priority, scoring.bias.map((height, width)), baseline_sum=1.0)
    row, column = int(point[1] / trial.shape[0] * height), int(point[0] / trial.shape[1] * width)
    return scorer(min(row, height - 1), min(column, width - 1))


def _score_constant(
    label: str, model: PriorityModel, fixations: list[AskedFixation], scoring: SearchScoring
) -> FixationTable:
    """A baseline on exactly the fixations that were asked for."""
    table = FixationTable()
    ordered = sorted(fixations, key=lambda fixation: (fixation[0].image, fixation[1], fixation[2]))
    asked: tuple[str, str] | None = None
    priority = None
    scorer: MapScorer | None = None
    for trial, person, _, x, y in tqdm(ordered, desc=label, disable=len(ordered) < PROGRESS_FROM):
        if asked != (trial.image, person):
            asked, priority = (trial.image, person), next(model.maps(trial, person, [(0.0, 0.0), (x, y)]))
        if priority is None:
            continue
        if scorer is None or scorer.values is not priority:
            scorer = MapScorer(priority, scoring.bias.map(trial.shape), baseline_sum=1.0)
        table.add(trial.image, person, scorer(y, x))
    return table


def _shown(answer: Priority) -> str:
    if answer.kind == "points":
        return json.dumps([[round(value, 2) for value in point] for point in answer.points])
    return answer.kind
