"""Scores of gaze answers: accuracy and its parts, Wrongness, who the answers follow, and the characterization."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr

from vlmeval_hvs.benchmarks.gaze.answers import REFUSAL, match
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import Characterization, characterize, cluster_bootstrap, wrongness
from vlmeval_hvs.metrics.table_distance import expected_wrongness
from vlmeval_hvs.results.report import ScoreReport

SPLITS = {"n_objects": "objects", "view": "view", "proximity": "proximity"}
DESIGN = ("stimulus_id", "prompt_id", "scene_id", "condition", "view", "proximity", "n_objects", "gaze_pos", "head_pos")
WITHOUT_HEAD = ("1", "proximity", "view")


def score(
    items: pd.DataFrame,
    judge: Callable[[str], str] | None = None,
    profile: str = "robust",
    answers: str = "letter",
    engine: str = "fixed-effects",
    human: Mapping[str, float] | None = None,
    seed: int = 0,
) -> ScoreReport:
    """Score a run.

    Args:
        items: Rows of the set with ``prediction`` and ``failed``.
        judge: Asks the host's judge model about replies no rule decides.
        profile: Which reading of the replies is the headline.
        answers: ``"letter"``, ``"point-l2"`` or ``"point-dx"``.
        engine: Of the characterization.
        human: Accuracy of people by number of objects; Table 1 of the study by default.
        seed: Of resampling.
    """
    found = match(items, judge, answers)
    trials = items[list(DESIGN)].copy()
    for name in ("prompt_id", "proximity", "n_objects", "gaze_pos", "head_pos"):
        trials[name] = trials[name].astype(int)
    trials["choice_pos"] = found.robust if profile == "robust" else found.paper
    report = score_trials(trials, engine, human, seed)
    paper = float(np.mean(np.array(found.paper) == trials["gaze_pos"]))
    names = [row.split("+") for row in items["objects"]]
    choice = trials["choice_pos"].tolist()
    report.items = pd.DataFrame(
        {
            "index": items["index"],
            "prediction": [name[pos] if pos >= 0 else "" for name, pos in zip(names, choice, strict=True)],
            "rule": found.rule,
            "fallback": [int(pos < 0) for pos in choice],
            "correct": (trials["choice_pos"] == trials["gaze_pos"]).astype(int),
            "wrongness": _wrongness(trials),
            "at_head": ((trials["choice_pos"] == trials["head_pos"]) & (trials["choice_pos"] >= 0)).astype(int),
            **{name: trials[name] for name in (*DESIGN, "choice_pos")},
        }
    )
    rules = Counter(found.rule)
    report.metrics["Overall_paper"] = paper
    report.metrics["Fallback"] = float(np.mean([pos < 0 for pos in choice]))
    report.metrics["Differ"] = float(np.mean(np.array(found.paper) != np.array(found.robust)))
    report.metrics["refused"] = rules[REFUSAL] / len(items)
    report.details["answers"] = {
        "rules": dict(rules),
        "judged": found.judged,
        "refused": rules[REFUSAL],
    }
    if found.judge_failures:
        report.warnings.append(f"the judge gave no answer for {found.judge_failures} replies; they stay unmatched")
    if items.get("prompt_reconstructed", pd.Series(dtype=str)).eq("1").any():
        report.details["prompts"] = "reconstructed wording (the study does not print its main prompts)"
    report.details["prompt_factors"] = _prompt_factors(items, report.items, seed)
    return report


def score_trials(
    trials: pd.DataFrame, engine: str = "fixed-effects", human: Mapping[str, float] | None = None, seed: int = 0
) -> ScoreReport:
    """Everything that follows from the chosen positions alone.

    Args:
        trials: As `vlmeval_hvs.metrics.characterize` takes them.
        engine: Of the characterization.
        human: Accuracy of people by number of objects.
        seed: Of resampling.

    Raises:
        DataError: The trials contradict each other (the message names the photo), or an option has no such value.
    """
    try:
        reference = None if human is None else {int(n): float(value) for n, value in human.items()}
        outcome = characterize(trials, engine=engine, seed=seed, human=reference)
    except (ValueError, RuntimeError) as error:
        raise DataError(str(error)) from error
    frame = trials.assign(
        correct=(trials["choice_pos"] == trials["gaze_pos"]).astype(float),
        matched=trials["choice_pos"] >= 0,
        chance=1.0 / trials["n_objects"],
        wrongness=_wrongness(trials),
        expected=expected_wrongness(trials["gaze_pos"].to_numpy(), trials["n_objects"].to_numpy()),
    )
    report = ScoreReport({}, frame)
    _accuracies(frame, report, seed)
    matched = frame[frame["matched"]]
    if len(matched):
        _put(report, "wrongness", matched["wrongness"], matched["scene_id"], seed)
        report.metrics["wrongness_expected"] = float(matched["expected"].mean())
    report.metrics["unmatched"] = float(1 - frame["matched"].mean())
    _shares(matched, report, seed)
    _verdict(outcome, frame, report)
    return report


def _wrongness(trials: pd.DataFrame) -> np.ndarray:
    return wrongness(*(trials[name].to_numpy() for name in ("choice_pos", "gaze_pos", "n_objects")))


def _put(report: ScoreReport, name: str, values: pd.Series, clusters: pd.Series, seed: int) -> None:
    report.metrics[name] = float(values.mean())
    report.intervals[name] = cluster_bootstrap(values.to_numpy(float), clusters.to_numpy(str), seed=seed)


def _accuracies(frame: pd.DataFrame, report: ScoreReport, seed: int) -> None:
    _put(report, "Overall", frame["correct"], frame["scene_id"], seed)
    report.metrics["chance"] = float(frame["chance"].mean())
    for condition, part in frame.groupby("condition"):
        _put(report, str(condition), part["correct"], part["scene_id"], seed)
    for column, label in SPLITS.items():
        for value, part in frame.groupby(column):
            report.metrics[f"{label}_{value}"] = float(part["correct"].mean())
    table = {}
    for keys, part in frame.groupby(["condition", "n_objects"]):
        good = part[part["matched"]]
        table[f"{keys[0]}, {keys[1]} objects"] = {
            "accuracy": part["correct"].mean(),
            "chance": part["chance"].mean(),
            "wrongness": good["wrongness"].mean() if len(good) else None,
            "wrongness_expected": part["expected"].mean(),
            "trials": len(part),
        }
    report.details["by_condition_and_objects"] = table
    by_prompt = frame.groupby("prompt_id")["correct"].mean()
    report.details["by_prompt"] = {str(prompt): value for prompt, value in by_prompt.items()}
    # Section 3.1: two-sided z-test of the accuracy against guessing, every trial with its own chance.
    spread = float(np.sqrt((frame["chance"] * (1 - frame["chance"])).sum()))
    z = float((frame["correct"] - frame["chance"]).sum()) / spread
    report.details["against_chance"] = {"z": z, "p": float(2 * ndtr(-abs(z))), "chance": frame["chance"].mean()}


def _shares(matched: pd.DataFrame, report: ScoreReport, seed: int) -> None:
    conflict = matched[(matched["condition"] == "incongruent") & (matched["head_pos"] >= 0)]
    if conflict.empty:
        return
    at_head = (conflict["choice_pos"] == conflict["head_pos"]).astype(float)
    _put(report, "head_share", at_head, conflict["scene_id"], seed)
    _put(report, "gaze_share", conflict["correct"], conflict["scene_id"], seed)
    report.metrics["other_share"] = float(1 - at_head.mean() - conflict["correct"].mean())
    report.details["shares_by_objects"] = {
        str(n): {
            "head": at_head[part.index].mean(),
            "gaze": part["correct"].mean(),
            "other": 1 - at_head[part.index].mean() - part["correct"].mean(),
            "trials": len(part),
        }
        for n, part in conflict.groupby("n_objects")
    }


def _verdict(outcome: Characterization, frame: pd.DataFrame, report: ScoreReport) -> None:
    """The characterization; where heads were not controlled only the tests that need no head target."""
    result = outcome.as_dict()
    if (frame["head_pos"] >= 0).any():
        report.details["characterization"] = result
        report.details["explanation"] = outcome.explain()
        report.warnings.extend(outcome.warnings)
        if isinstance(outcome.category, int):
            report.metrics["category"] = float(outcome.category)
        return
    tests = {key: result["tests"][key] for key in WITHOUT_HEAD}
    gap = outcome.tests["1"]
    words = (
        "no gap to people was found" if not gap.positive else f"accuracy is {-gap.estimate:.2f} below that of people"
    )
    report.details["characterization"] = {"engine": result["engine"], "tests": tests, "counts": result["counts"]}
    report.details["explanation"] = (
        f"Head poses were not controlled in these photos, so there is no category; {words} "
        f"(95 % interval of the difference {gap.interval[0]:+.3f} to {gap.interval[1]:+.3f})."
    )


def _prompt_factors(items: pd.DataFrame, scored: pd.DataFrame, seed: int) -> dict[str, Any]:
    """Accuracy with minus without each prompt factor, paired by photo, with a scene-clustered interval."""
    out = {}
    for factor in ("task_hint", "object_order"):
        if factor not in items or items[factor].nunique() < 2:
            continue
        means = scored["correct"].groupby([items["stimulus_id"], items["scene_id"], items[factor]]).mean().unstack()
        both = (means["1"] - means["0"]).dropna()
        if len(both):
            scenes = both.index.get_level_values("scene_id").to_numpy(str)
            out[factor] = {
                "difference": both.mean(),
                "interval": cluster_bootstrap(both.to_numpy(), scenes, seed=seed),
                "photos": len(both),
            }
    return out
