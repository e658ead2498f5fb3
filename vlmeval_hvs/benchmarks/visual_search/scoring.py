"""Scores of the visual-search datasets: rows with predictions in, `ScoreReport` out."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.answers import Priority, priority_map, read_path, read_priority
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
    model_agreement,
    model_area,
    model_curve,
    references,
    trial_areas,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, finish_path, read_trial, read_trials
from vlmeval_hvs.messages import read_record
from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.results.report import ScoreReport

MIN_FOUND_FOR_SIMILARITY = 10
"""Fewer compared images than this make AvgMM and Corr a matter of chance; the report then warns."""
PROGRESS_FROM = 500
"""Number of predictions from which scoring shows a progress bar."""


@dataclass(frozen=True)
class SearchOptions:
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

    def sigma_of(self, trial: Trial) -> float:
        """Width of answered points on a trial, px."""
        return self.sigma if self.sigma is not None else 2.0 * trial.receptive[1]


def answered_paths(
    items: pd.DataFrame, trials: Mapping[str, Trial], frame: str, profile: str
) -> tuple[dict[str, SearchPath], pd.DataFrame]:
    """Scanpaths of predictions, and how each was read.

    Every trial gets a path: without a readable answer it is the initial fixation alone, a search that did not find.
    """
    paths, rows = {}, []
    for row in items.to_dict("records"):
        trial = trials[row["image_name"]]
        record = read_record(row["prediction"])
        text, used = (row["prediction"], frame) if record is None else (str(record["answer"]), "unit")
        answer = read_path("" if row["failed"] else text, trial, used, profile)
        path = paths[trial.image] = finish_path(answer.points, trial)
        rows.append(
            {
                "index": row["index"],
                "image_name": trial.image,
                "prediction": json.dumps([[round(x, 1), round(y, 1)] for x, y in zip(path.x, path.y, strict=True)]),
                "rule": answer.rule,
                "fallback": not answer.points,
                "outside": answer.outside,
                "found": path.found,
                "length": len(path.x),
            }
        )
    return paths, pd.DataFrame(rows)


def score_scanpaths(items: pd.DataFrame, options: SearchOptions) -> tuple[ScoreReport, dict[str, SearchPath]]:
    """Cumulative performance and MultiMatch of whole-scanpath or interactive predictions.

    Args:
        items: search rows with ``prediction`` and ``failed``.
        options: see `SearchOptions`.

    Returns:
        The report, and the scanpaths behind it by image.
    """
    trials = read_trials(items.to_dict("records"))
    paths, table = answered_paths(items, trials, options.frame, options.profile)
    other = "paper" if options.profile == "robust" else "robust"
    other_paths, other_table = answered_paths(items, trials, options.frame, other)
    reference = references(trials, options.seed)
    agreement = model_agreement(trials, paths)
    areas = trial_areas(trials, paths)
    table["area"] = table["image_name"].map(areas)
    table["hmMM"] = table["image_name"].map(agreement.human_model)
    table["whMM"] = table["image_name"].map(agreement.within_human)
    metrics = {
        "Overall": model_area(trials, paths),
        f"Overall_{other}": model_area(trials, other_paths),
        "AUCperf": model_area(trials, paths),
        "AvgMM": agreement.average,
        "Corr": agreement.correlation,
        "found": float(table["found"].mean()),
        "Fallback": float(table["fallback"].mean()),
        "Differ": float((table["prediction"] != other_table["prediction"]).mean()),
        "AUCperf_humans": reference.human_area,
        "AvgMM_humans": reference.human_similarity,
        "AUCperf_floor": reference.floor_area,
        "AvgMM_floor": reference.floor_similarity,
    }
    warnings = []
    if len(agreement.images) < MIN_FOUND_FOR_SIMILARITY:
        warnings.append(
            f"MultiMatch rests on {len(agreement.images)} images: only scanpaths of three or more fixations that found "
            "the target are compared"
        )
    if not math.isfinite(reference.human_area):
        warnings.append("no human row: the set has no participants, or not at every limit")
    intervals = {"Overall": _interval(areas, options.seed), "AUCperf": _interval(areas, options.seed)}
    if agreement.images:
        compared = {name: agreement.human_model[name] for name in agreement.images}
        intervals["AvgMM"] = _interval(compared, options.seed)
    details = {
        "curves": {
            "fixations": list(range(len(reference.floor_curve))),
            "model": model_curve(trials, paths).tolist(),
            "humans": reference.human_curve,
            "humans_at": [3, 5, 9, 13] if any(t.capped for t in trials.values()) else "every number of fixations",
            "random": reference.floor_curve,
        },
        "multimatch": {
            "dimensions": dict(zip(("shape", "direction", "length", "position"), agreement.dimensions, strict=True)),
            "images_compared": len(agreement.images),
            "hmMM_whMM": {
                name: [agreement.human_model[name], agreement.within_human[name]] for name in agreement.images
            },
        },
        "fallback_share": {
            options.profile: float(table["fallback"].mean()),
            other: float(other_table["fallback"].mean()),
        },
        "points_outside_the_image": int(table["outside"].sum()),
    }
    return ScoreReport(_finite(metrics), table, intervals, details, warnings), paths


def score_next_fixations(items: pd.DataFrame, trials: Mapping[str, Trial], options: SearchOptions) -> ScoreReport:
    """Next-fixation metrics of predictions, with uniform, centre-bias and gold-standard rows on the same fixations.

    Args:
        items: next-fixation rows with ``prediction`` and ``failed``.
        trials: all trials of the set by image (the gold standard needs every participant).
        options: see `SearchOptions`.
    """
    other = "paper" if options.profile == "robust" else "robust"
    tables = {name: FixationTable() for name in ("model", other)}
    baselines = {"uniform": uniform_model(), "center_bias": centre_model(options.bias)}
    rows, kinds, fixations = [], {}, []
    records = items.to_dict("records")
    for row in tqdm(records, desc="next fixations", disable=len(records) < PROGRESS_FROM):
        trial = trials.get(row["image_name"]) or read_trial(row)
        text = "" if row["failed"] else row["prediction"]
        answer = read_priority(text, trial, options.frame, options.profile)
        second = read_priority(text, trial, options.frame, other)
        kinds[answer.kind] = kinds.get(answer.kind, 0) + 1
        scores = []
        for person, number, x, y in json.loads(row["next"]):
            score = _score_one(answer, trial, person, (x, y), options)
            fixations.append((trial, person, number, x, y))
            if score is not None:
                tables["model"].add(trial.image, person, score)
                scores.append(score)
            alternative = score if second == answer else _score_one(second, trial, person, (x, y), options)
            if alternative is not None:
                tables[other].add(trial.image, person, alternative)
        means = np.mean(np.array(scores), axis=0).tolist() if scores else [math.nan] * len(METRICS)
        rows.append(
            {
                "index": row["index"],
                "image_name": trial.image,
                "prediction": _shown(answer),
                "rule": answer.rule,
                "fallback": answer.kind == "none",
                "humans": len(scores),
                **dict(zip(METRICS, means, strict=True)),
            }
        )
    references = {name: _score_constant(name, model, fixations, options) for name, model in baselines.items()}
    references["gold_standard"] = _score_constant("gold standard", gold_standard_model(), fixations, options)
    table = pd.DataFrame(rows)
    means = tables["model"].means()
    metrics = {
        "Overall": means.get("AUChsp", math.nan),
        f"Overall_{other}": tables[other].means().get("AUChsp", math.nan),
        **means,
        "Fallback": float(table["fallback"].mean()),
    }
    for name, reference in references.items():
        metrics.update({f"{metric}_{name}": value for metric, value in reference.items()})
    warnings = [] if options.bias.rows else [f"centre bias: {options.bias.label}; information gain is against it"]
    own = sum(kinds.get(kind, 0) for kind in ("map", "density", "center_bias"))
    details = {
        "fixations": len(fixations),
        "calls": len(items),
        "answers": kinds,
        "answers_with_their_own_map": own / max(len(items), 1),
        "points_to_map": {
            "sigma_px": options.sigma if options.sigma is not None else "2 x receptive width",
            "uniform_part": options.uniform,
        },
        "center_bias": options.bias.label,
        "references": references,
    }
    by_image = dict(zip(tables["model"].images, tables["model"].by_image(), strict=True))
    intervals = {
        metric: _interval({name: float(values[column]) for name, values in by_image.items()}, options.seed)
        for column, metric in enumerate(METRICS)
        if by_image
    }
    if by_image:
        intervals["Overall"] = intervals["AUChsp"]
    return ScoreReport(_finite(metrics), table, intervals, details, warnings)


def _score_one(
    answer: Priority, trial: Trial, person: str, point: tuple[float, float], options: SearchOptions
) -> FixationScore | None:
    priority = priority_map(answer, trial, person, options.bias, options.sigma_of(trial), options.uniform)
    if priority is None:
        return None
    height, width = priority.shape
    scorer = MapScorer(priority, options.bias.map((height, width)), baseline_sum=1.0)
    row, column = int(point[1] / trial.shape[0] * height), int(point[0] / trial.shape[1] * width)
    return scorer(min(row, height - 1), min(column, width - 1))


def _score_constant(
    label: str, model: PriorityModel, fixations: list[tuple[Trial, str, int, float, float]], options: SearchOptions
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
            scorer = MapScorer(priority, options.bias.map(trial.shape), baseline_sum=1.0)
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
