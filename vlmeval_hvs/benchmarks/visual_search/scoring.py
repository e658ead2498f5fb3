"""Scores of the visual-search datasets: rows with replies in, `ScoreReport` out."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.answers import Priority, priority_map, read_path, read_priority
from vlmeval_hvs.benchmarks.visual_search.chance import fixation_weights, percentile_chance, search_chance
from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
    METRICS,
    FixationTable,
    PriorityModel,
    centre_model,
    gold_standard_model,
    uniform_model,
)
from vlmeval_hvs.benchmarks.visual_search.scanpaths import (
    References,
    longest,
    model_agreement,
    model_curve,
    references,
    trial_areas,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, read_trial, read_trials
from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.metrics.search import performance_area
from vlmeval_hvs.metrics.search_similarity import Agreement, SearchPath
from vlmeval_hvs.results.contract import READ, ScoreReport

MIN_FOUND_FOR_SIMILARITY = 10
"""Fewer compared images than this make AvgMM and Corr a matter of chance; the report then warns."""
PROGRESS_FROM = 500
"""Number of predictions from which scoring shows a progress bar."""

SEARCH_CHANCE = "a searcher that fixates uniformly at random; its distribution is computed, not simulated"
MAP_CHANCE = "independent percentiles, uniform between 0 and 1, of all fixations; their distribution is computed"

AskedFixation = tuple[Trial, str, int, float, float]
"""Trial, participant, number of the fixation, and its place (x, y) in px of the image."""


@dataclass(frozen=True)
class SearchScoring:
    """How answers are read and turned into maps.

    Attributes:
        frame: Coordinate frame that the prompt asked for.
        profile: Reading of the replies that makes the headline.
        seed: Seed of the random rows.
        sigma: Width of answered points in px; ``None`` is twice the width of the set's receptive window.
        uniform: Uniform part of the mixture.
        bias: Centre bias.
    """

    frame: str = "unit"
    profile: str = "robust"
    seed: int = 0
    sigma: float | None = None
    uniform: float = 0.1
    bias: CentreBias = field(default_factory=CentreBias)

    @property
    def other(self) -> str:
        """The reading whose numbers stand next to the headline."""
        return "paper" if self.profile == "robust" else "robust"

    @property
    def readings(self) -> tuple[str, str]:
        """Both readings, the headline's first."""
        return self.profile, self.other

    def sigma_of(self, trial: Trial) -> float:
        """Width of answered points on a trial, px."""
        return self.sigma if self.sigma is not None else 2.0 * trial.receptive[1]


def answered_paths(
    items: pd.DataFrame, trials: Mapping[str, Trial], frame: str, profile: str
) -> tuple[dict[str, SearchPath], pd.DataFrame]:
    """Scanpaths of replies, and how each was read.

    Every trial gets a path: without a readable answer it is the initial fixation alone, a search that did not find.

    Args:
        items: Search rows with ``reply`` and ``record``.
        trials: The search trials by image name.
        frame: Coordinate frame that the prompt asked for; records of interactive searches are in fractions.
        profile: Reading of the replies: ``robust`` or ``paper``.

    Returns:
        Scanpaths by image name, and one line per row; ``score`` is the trial's area, whose mean is AUCperf.
    """
    paths, rows = {}, []
    for row in items.to_dict("records"):
        trial = trials[row["image_name"]]
        answer = read_path(row["reply"], trial, frame if row["record"] is None else "unit", profile)
        path = paths[trial.image] = finish_path(answer.points, trial)
        rows.append(
            {
                "image_name": trial.image,
                "answer": json.dumps([[round(x, 1), round(y, 1)] for x, y in zip(path.x, path.y, strict=True)]),
                "rule": answer.rule,
                "fallback": not answer.points,
                "outside": answer.outside,
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
    paths, table = answered_paths(items, trials, scoring.frame, scoring.profile)
    other_paths, other_table = answered_paths(items, trials, scoring.frame, scoring.other)
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
    details = {
        "curves": _curves(curve.tolist(), reference, trials),
        "multimatch": _multimatch(agreement),
        "fallback_share": {name: float(share) for name, share in shares.items()},
        "points_outside_the_image": int(table["outside"].sum()),
        "chance": SEARCH_CHANCE,
    }
    similar = {"hmMM": agreement.human_model, "whMM": agreement.within_human}
    columns = {name: table["image_name"].map(values) for name, values in similar.items()}
    report = ScoreReport(
        metrics=_finite(metrics),
        items=table.join(other_table[list(READ)], rsuffix=f"_{scoring.other}").assign(**columns),
        chance=search_chance(trials, longest(trials)),
        intervals=_scanpath_intervals(table, agreement, scoring.seed),
        details=details,
        warnings=_scanpath_warnings(agreement, reference),
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


def _scanpath_intervals(table: pd.DataFrame, agreement: Agreement, seed: int) -> dict[str, tuple[float, float]]:
    area = _interval(dict(zip(table["image_name"], table["score"], strict=True)), seed)
    intervals = {"Overall": area, "AUCperf": area}
    if agreement.images:
        intervals["AvgMM"] = _interval({name: agreement.human_model[name] for name in agreement.images}, seed)
    return intervals


def _scanpath_warnings(agreement: Agreement, reference: References) -> list[str]:
    warnings = []
    if len(agreement.images) < MIN_FOUND_FOR_SIMILARITY:
        warnings.append(
            f"MultiMatch rests on {len(agreement.images)} images: only scanpaths of three or more fixations that found "
            "the target are compared"
        )
    if not math.isfinite(reference.human_area):
        warnings.append("no human row: the set has no participants, or not at every limit")
    return warnings


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
    for row in tqdm(records, desc="next fixations", disable=len(records) < PROGRESS_FROM):
        _score_row(row, trials.get(row["image_name"]) or read_trial(row), scoring, scored)
    models = {"uniform": uniform_model(), "center_bias": centre_model(scoring.bias)}
    models["gold_standard"] = gold_standard_model()
    constant = {
        name: _score_constant(name.replace("_", " "), model, scored.fixations, scoring)
        for name, model in models.items()
    }
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
        metrics=_finite(metrics),
        items=pd.DataFrame(scored.rows),
        chance=percentile_chance(weights) if len(weights) else None,
        intervals=_map_intervals(scored.own, scoring.seed),
        details={**_map_details(scored, scoring), "references": constant, "chance": MAP_CHANCE},
        warnings=[] if bias.rows else [f"centre bias: {bias.label}; information gain is against it"],
    )


def _score_row(row: Mapping[str, Any], trial: Trial, scoring: SearchScoring, scored: _Scored) -> None:
    """Read one reply both ways and score it at every fixation that it is asked about."""
    answer, second = (read_priority(row["reply"], trial, scoring.frame, name) for name in scoring.readings)
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
    columns: dict[str, Any] = {"image_name": trial.image, "humans": len(found[0])}
    for reply, listed, suffix in zip((answer, second), found, ("", f"_{scoring.other}"), strict=True):
        means = np.mean(np.array(listed), axis=0).tolist() if listed else [math.nan] * len(METRICS)
        values = (_shown(reply), reply.rule, reply.kind == "none", means[0])
        columns |= dict(zip((f"{name}{suffix}" for name in READ), values, strict=True))
        if not suffix:
            columns |= dict(zip(METRICS[1:], means[1:], strict=True))
    scored.rows.append(columns)


def _map_intervals(table: FixationTable, seed: int) -> dict[str, tuple[float, float]]:
    by_image = dict(zip(table.images, table.by_image(), strict=True))
    if not by_image:
        return {}
    intervals = {
        metric: _interval({name: float(values[column]) for name, values in by_image.items()}, seed)
        for column, metric in enumerate(METRICS)
    }
    return {**intervals, "Overall": intervals["AUChsp"]}


def _map_details(scored: _Scored, scoring: SearchScoring) -> dict[str, Any]:
    own = sum(scored.kinds.get(kind, 0) for kind in ("map", "density", "center_bias"))
    return {
        "fixations": len(scored.fixations),
        "calls": len(scored.rows),
        "answers": scored.kinds,
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
) -> dict[str, float]:
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
    return table.means()


def _shown(answer: Priority) -> str:
    if answer.kind == "points":
        return json.dumps([[round(value, 2) for value in point] for point in answer.points])
    return answer.kind


def _interval(values: Mapping[str, float], seed: int) -> tuple[float, float]:
    return cluster_bootstrap(list(values.values()), list(values), seed=seed)


def _finite(metrics: Mapping[str, float]) -> dict[str, float]:
    return {name: float(value) for name, value in metrics.items() if math.isfinite(value)}
