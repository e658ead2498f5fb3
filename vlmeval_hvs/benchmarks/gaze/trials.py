"""Scores that follow from the chosen positions alone: accuracy, Wrongness, shares, and the characterization.

They serve runs of the host and published tables of responses alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import Characterization, characterize, cluster_bootstrap, null_interval, wrongness
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.characterization.cue_model import fit_cue_model, why_not
from vlmeval_hvs.metrics.characterization.least_squares import LEAST_SCENES, cluster_sums
from vlmeval_hvs.metrics.characterization.photos import from_trials
from vlmeval_hvs.metrics.characterization.results import CATEGORIES, MARGIN, HumanReference, as_reference
from vlmeval_hvs.metrics.table_distance import expected_wrongness

SPLITS = {"n_objects": "objects", "view": "view", "proximity": "proximity"}
"""Columns by which accuracy is split, and their names in the metrics."""

DESIGN = ("stimulus_id", "prompt_id", "scene_id", "condition", "view", "proximity", "n_objects", "gaze_pos", "head_pos")
"""Columns that describe a trial before it is answered."""

WITHOUT_HEAD = ("1", "proximity", "view")  # tests that need no head target

Interval = tuple[float, float]


@dataclass
class Part:
    """A part of the scores."""

    metrics: dict[str, float] = field(default_factory=dict)  # flat ``{name: value}``
    intervals: dict[str, Interval] = field(default_factory=dict)  # ``{metric name: (low, high)}``, 95 %
    details: dict[str, Any] = field(default_factory=dict)  # nested JSON-able results
    warnings: list[str] = field(default_factory=list)  # sentences for the user

    def __add__(self, other: Part) -> Part:
        return Part(
            self.metrics | other.metrics,
            self.intervals | other.intervals,
            self.details | other.details,
            self.warnings + other.warnings,
        )


def score_trials(
    trials: pd.DataFrame,
    engine: str = "fixed-effects",
    human: Mapping[Any, float] | HumanReference | None = None,
    seed: int = 0,
    margin: float = MARGIN,
) -> Part:
    """Score chosen positions; arguments as for `vlmeval_hvs.metrics.characterize`.

    Returns:
        Metrics from ``Overall`` to ``category``, then those of the cue model; ``details["explanation"]`` puts the tests
        into words, ``details["cue_model"]`` holds the fitted model.

    Raises:
        DataError: The trials contradict each other (the message names the photo), or an option has no such value.
    """
    try:
        outcome = characterize(trials, engine=engine, seed=seed, human=human, margin=margin)
        cue = cue_verdict(trials, as_reference(human), margin, seed)
    except (ValueError, RuntimeError) as error:
        raise DataError(str(error)) from error
    frame = trials.assign(
        correct=(trials["choice_pos"] == trials["gaze_pos"]).astype(float),
        chance=1.0 / trials["n_objects"],
        wrongness=wrongness_of(trials),
        expected=expected_wrongness(trials["gaze_pos"].to_numpy(), trials["n_objects"].to_numpy()),
    )
    matched = frame[frame["choice_pos"] >= 0]
    tests, other = outcome.category, cue.metrics.get("cue_category", "unclear")
    if "unclear" not in (tests, other) and tests != other:
        names = [CATEGORIES[int(one)][0] for one in (tests, other)]
        cue.warnings.append(
            f"the tests find category {tests} ({names[0]}), the cue model category {other:g} ({names[1]})"
        )
    return _accuracies(frame, seed) + _distances(matched, seed) + _verdict(outcome, frame) + cue


def chance_of(trials: pd.DataFrame) -> Chance:
    """What guessing gives: one over the number of objects in every trial.

    The interval is that of a guesser who gives the same answer to a photo under all prompts, as models nearly do: with
    independent answers more than half of such guessers would lie outside.
    """
    photos = trials.groupby("stimulus_id")["n_objects"].agg(["first", "size"])
    return null_interval(1.0 / photos["first"].to_numpy(float), photos["size"].to_numpy(float))


def wrongness_of(trials: pd.DataFrame) -> np.ndarray:
    """Wrongness of every trial; NaN where no object was chosen."""
    return wrongness(*(trials[name].to_numpy() for name in ("choice_pos", "gaze_pos", "n_objects")))


def mean_with_interval(name: str, rows: pd.DataFrame, column: str, seed: int) -> Part:
    """One mean of shares with its interval, resampled by scene within each number of objects; one scene has none."""
    values, scenes = rows[column].to_numpy(float), rows["scene_id"].to_numpy(str)
    by_length = rows.groupby("n_objects")["scene_id"].nunique()
    if by_length.sum() < 2:
        return Part({name: float(values.mean())})
    strata = rows["n_objects"].to_numpy() if by_length.min() > 1 else None
    interval = cluster_bootstrap(values, scenes, seed=seed, strata=strata, share=True)
    return Part({name: float(values.mean())}, {name: interval})


def _accuracies(frame: pd.DataFrame, seed: int) -> Part:
    found = mean_with_interval("Overall", frame, "correct", seed)
    for condition, rows in frame.groupby("condition"):
        found += mean_with_interval(str(condition), rows, "correct", seed)
    splits = {
        f"{label}_{value}": float(rows["correct"].mean())
        for column, label in SPLITS.items()
        for value, rows in frame.groupby(column)
    }
    cells = {}
    for (condition, n), rows in frame.groupby(["condition", "n_objects"]):
        distance = rows.loc[rows["choice_pos"] >= 0, "wrongness"]
        cells[f"{condition}, {n} objects"] = {
            "accuracy": rows["correct"].mean(),
            "chance": rows["chance"].mean(),
            "wrongness": distance.mean() if len(distance) else None,
            "wrongness_expected": rows["expected"].mean(),
            "trials": len(rows),
        }
    by_prompt = {str(prompt): value for prompt, value in frame.groupby("prompt_id")["correct"].mean().items()}
    details = {"by_condition_and_objects": cells, "by_prompt": by_prompt, "against_chance": _against_chance(frame)}
    return found + Part(splits, details=details)


def _against_chance(frame: pd.DataFrame) -> dict[str, float | None]:
    """Two-sided t-test of the accuracy against guessing, over scenes.

    Answers to one photo under different prompts, and to the photos of one scene, are not independent. The study's
    z-test (section 3.1) treats them as independent; it is kept as ``paper_z`` and ``paper_p``.
    """
    excess = (frame["correct"] - frame["chance"]).to_numpy(float)
    scene = pd.factorize(frame["scene_id"])[0].astype(np.int64)
    sums = cluster_sums(np.ones((len(frame), 1)), excess, scene, int(scene.max()) + 1)
    mean, error, p, _ = (float(values[0]) for values in sums.first())
    spread = float(np.sqrt((frame["chance"] * (1 - frame["chance"])).sum()))
    z = float(excess.sum()) / spread
    enough = sums.n_informative >= LEAST_SCENES
    return {
        "difference": mean,
        "t": mean / error if enough and error > 0 else None,
        "p": p if enough else None,
        "scenes": sums.n_informative,
        "chance": frame["chance"].mean(),
        "paper_z": z,
        "paper_p": float(2 * ndtr(-abs(z))),
    }


def _distances(matched: pd.DataFrame, seed: int) -> Part:
    """Wrongness, and shares of answers at head and gaze target where these differ."""
    if matched.empty:
        return Part()
    found = mean_with_interval("wrongness", matched, "wrongness", seed)
    found += Part({"wrongness_expected": float(matched["expected"].mean())})
    conflict = matched[(matched["condition"] == "incongruent") & (matched["head_pos"] >= 0)]
    if conflict.empty:
        return found
    conflict = conflict.assign(at_head=(conflict["choice_pos"] == conflict["head_pos"]).astype(float))
    found += mean_with_interval("head_share", conflict, "at_head", seed)
    found += mean_with_interval("gaze_share", conflict, "correct", seed)
    return found + Part({"other_share": float(1 - conflict["at_head"].mean() - conflict["correct"].mean())})


def _verdict(outcome: Characterization, frame: pd.DataFrame) -> Part:
    """The characterization; where heads were not controlled only the tests that need no head target."""
    result = outcome.as_dict()
    if (frame["head_pos"] >= 0).any():
        category = {"category": float(outcome.category)} if isinstance(outcome.category, int) else {}
        details = {"characterization": result, "explanation": outcome.explain()}
        return Part(category, details=details, warnings=list(outcome.warnings))
    gap = outcome.tests["1"]
    if not gap.ran:
        words = f"Test 1 did not run ({gap.note.removeprefix('not run: ')})"
    else:
        if gap.details["human_level"]:
            words = f"a gap to people of {gap.details['margin']:g} or more is excluded"
        elif gap.positive:
            words = f"accuracy is {-gap.estimate:.2f} below that of people"
        else:
            words = "a gap to people was neither found nor excluded"
        words += f" (95 % interval of the difference {gap.interval[0]:+.3f} to {gap.interval[1]:+.3f})"
    short = {"engine": result["engine"], "counts": result["counts"]}
    short["tests"] = {key: result["tests"][key] for key in WITHOUT_HEAD}
    explanation = f"Head poses were not controlled in these photos, so there is no category; {words}."
    return Part(details={"characterization": short, "explanation": explanation})


def cue_verdict(trials: pd.DataFrame, people: HumanReference, margin: float, seed: int) -> Part:
    """The cue model's scores of the answers; nothing where no photo has a head target.

    Raises:
        ValueError: The trials contradict each other, or people's accuracy is not known for a number of objects.
    """
    photos = from_trials(trials)
    if not photos.head_known.any():
        return Part()
    reason = why_not(photos)
    if reason:
        return Part(details={"cue_model": {"note": f"not fitted: {reason}"}})
    found = fit_cue_model(photos, people, margin, seed)
    category = {"cue_category": float(found.category)} if isinstance(found.category, int) else {}
    probability = {"cue_probability": found.probabilities[found.most_probable]}
    return Part(
        category | probability | {name: value.estimate for name, value in found.summary.items()},
        {name: value.interval for name, value in found.summary.items()},
        {"cue_model": found.as_dict()},
        [f"cue model: {warning}" for warning in found.warnings],
    )
