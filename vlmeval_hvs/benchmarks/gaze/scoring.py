"""Scores of gaze questions: replies to positions by both readings, and what follows from chosen positions alone.

The latter (`score_trials`) serves runs and published tables of responses alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr

from vlmeval_hvs.benchmarks.gaze.answers import REFUSAL, Answer, Scale, match
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics import Characterization, characterize, cluster_bootstrap, null_interval, wrongness
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.characterization.cue_model import fit_cue_model, why_not
from vlmeval_hvs.metrics.characterization.photos import REQUIRED, from_trials
from vlmeval_hvs.metrics.characterization.results import CATEGORIES, MARGIN, HumanReference, as_reference
from vlmeval_hvs.metrics.psychometric import fit_curve
from vlmeval_hvs.metrics.table_distance import expected_wrongness
from vlmeval_hvs.results.contract import READ, ScoreReport

DESIGN = REQUIRED[:-1]
"""Columns that describe a trial before it is answered."""
SPLITS = {"n_objects": "objects", "view": "view", "proximity": "proximity"}
"""Columns by which accuracy is split, and their names in the metrics."""
CUES = {"both": "head and eyes", "eyes": "eyes alone", "head": "head alone", "conflict": "eyes against head"}
"""Values of the column ``condition`` of `GazeTarget_Psychometric`, and their names."""
WITHOUT_HEAD = ("1", "proximity", "view")  # tests that need no head target
FEWEST_SCENES = 10  # with fewer scenes an interval is unreliable
_WHOLE = ("prompt_id", "proximity", "n_objects", "gaze_pos", "head_pos")
_RECONSTRUCTED = "reconstructed wording (the study does not print its main prompts)"


@dataclass
class Part:
    """A part of the scores."""

    metrics: dict[str, float] = field(default_factory=dict)
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)  # 95 %, by the name of the metric
    details: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def __add__(self, other: "Part") -> "Part":
        parts = (self.metrics | other.metrics, self.intervals | other.intervals, self.details | other.details)
        return Part(*parts, self.warnings + other.warnings)


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
    A `DataError` says that rows contradict each other, or that photos have no coordinates for points.
    """
    items = items.reset_index(drop=True)
    other = "paper" if reading == "robust" else "robust"
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
    explained = total.details["explanation"], total.details.get("cue_model", {}).get("explanation")
    return ScoreReport(items=table, chance=chance_of(trials), **vars(total), summary=[one for one in explained if one])


def _read(items: pd.DataFrame, trials: pd.DataFrame, answers: Sequence[Answer]) -> pd.DataFrame:
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


def score_trials(
    trials: pd.DataFrame,
    engine: str = "fixed-effects",
    human: Mapping[Any, float] | HumanReference | None = None,
    seed: int = 0,
    margin: float = MARGIN,
) -> Part:
    """Score chosen positions (columns `DESIGN` and ``choice_pos``, -1 for none); arguments as for `characterize`.

    ``details`` have the tests in words (``explanation``) and the fitted ``cue_model``. A `DataError` says that trials
    contradict each other (and names the photo), or that an option has no such value.
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
    """What guessing gives: one over the number of objects; the same answer to a photo under all prompts."""
    photos = trials.groupby("stimulus_id")["n_objects"].agg(["first", "size"])
    return null_interval(1.0 / photos["first"].to_numpy(float), photos["size"].to_numpy(float))


def wrongness_of(trials: pd.DataFrame) -> np.ndarray:
    """Wrongness of every trial; NaN where no object was chosen."""
    return wrongness(*(trials[name].to_numpy() for name in ("choice_pos", "gaze_pos", "n_objects")))


def _mean(name: str, rows: pd.DataFrame, column: str, seed: int, by_number: bool = True) -> Part:
    """One mean of shares with its interval, resampled by scene, within each number of objects; one scene has none."""
    values, scenes = rows[column].to_numpy(float), rows["scene_id"].to_numpy(str)
    by_length, strata = rows.groupby("n_objects")["scene_id"].nunique(), None
    if by_number and by_length.sum() < 2:
        return Part({name: float(values.mean())})
    if by_number and by_length.min() > 1:
        strata = rows["n_objects"].to_numpy()
    interval = cluster_bootstrap(values, scenes, seed=seed, strata=strata, share=True)
    return Part({name: float(values.mean())}, {name: interval})


def _accuracies(frame: pd.DataFrame, seed: int) -> Part:
    found = _mean("Overall", frame, "correct", seed)
    for condition, rows in frame.groupby("condition"):
        found += _mean(str(condition), rows, "correct", seed)
    means = {label: frame.groupby(column)["correct"].mean() for column, label in SPLITS.items()}
    splits = {f"{label}_{value}": float(mean) for label, own in means.items() for value, mean in own.items()}
    cells = {}
    for (condition, n), rows in frame.groupby(["condition", "n_objects"]):
        distance = rows.loc[rows["choice_pos"] >= 0, "wrongness"]
        cells[f"{condition}, {n} objects"] = {
            "accuracy": rows["correct"].mean(), "chance": rows["chance"].mean(),
            "wrongness": distance.mean() if len(distance) else None, "wrongness_expected": rows["expected"].mean(),
            "trials": len(rows),
        }  # fmt: skip
    by_prompt = {str(prompt): value for prompt, value in frame.groupby("prompt_id")["correct"].mean().items()}
    details = {"by_condition_and_objects": cells, "by_prompt": by_prompt, "against_chance": _against_chance(frame)}
    return found + Part(splits, details=details)


def _against_chance(frame: pd.DataFrame) -> dict[str, float]:
    """Accuracy minus guessing, with the study's z-test (section 3.1), which treats all answers as independent."""
    excess = frame["correct"] - frame["chance"]
    z = float(excess.sum()) / float(np.sqrt((frame["chance"] * (1 - frame["chance"])).sum()))
    p = float(2 * ndtr(-abs(z)))
    return {"difference": excess.mean(), "chance": frame["chance"].mean(), "paper_z": z, "paper_p": p}


def _distances(matched: pd.DataFrame, seed: int) -> Part:
    """Wrongness, and shares of answers at head and gaze target where these differ."""
    if matched.empty:
        return Part()
    found = _mean("wrongness", matched, "wrongness", seed)
    found += Part({"wrongness_expected": float(matched["expected"].mean())})
    conflict = matched[(matched["condition"] == "incongruent") & (matched["head_pos"] >= 0)]
    if conflict.empty:
        return found
    found += _cue_shares(conflict, seed)
    return found + Part({"other_share": 1 - found.metrics["head_share"] - found.metrics["gaze_share"]})


def _cue_shares(conflict: pd.DataFrame, seed: int, by_number: bool = True) -> Part:
    """Shares of answers at head and gaze target, of matched answers where these differ."""
    conflict = conflict.assign(at_head=(conflict["choice_pos"] == conflict["head_pos"]).astype(float))
    found = _mean("head_share", conflict, "at_head", seed, by_number)
    return found + _mean("gaze_share", conflict, "correct", seed, by_number)


def _verdict(outcome: Characterization, frame: pd.DataFrame) -> Part:
    """The characterization; where heads were not controlled only the tests that need no head target."""
    result = outcome.as_dict()
    if (frame["head_pos"] >= 0).any():
        category = {"category": float(outcome.category)} if isinstance(outcome.category, int) else {}
        details = {"characterization": result, "explanation": outcome.explain()}
        return Part(category, details=details, warnings=list(outcome.warnings))
    gap = outcome.tests["1"]
    interval = f"(95 % interval of the difference {gap.interval[0]:+.3f} to {gap.interval[1]:+.3f})"
    if not gap.ran:
        words = f"Test 1 did not run ({gap.note.removeprefix('not run: ')})"
    elif gap.details["human_level"]:
        words = f"a gap to people of {gap.details['margin']:g} or more is excluded {interval}"
    elif gap.positive:
        words = f"accuracy is {-gap.estimate:.2f} below that of people {interval}"
    else:
        words = f"a gap to people was neither found nor excluded {interval}"
    tests = {key: result["tests"][key] for key in WITHOUT_HEAD}
    short = {"engine": result["engine"], "counts": result["counts"], "tests": tests}
    explanation = f"Head poses were not controlled in these photos, so there is no category; {words}."
    return Part(details={"characterization": short, "explanation": explanation})


def cue_verdict(trials: pd.DataFrame, people: HumanReference, margin: float, seed: int) -> Part:
    """The cue model's scores of the answers; nothing where no photo has a head target."""
    photos = from_trials(trials)
    if not photos.head_known.any():
        return Part()
    if reason := why_not(photos):
        return Part(details={"cue_model": {"note": f"not fitted: {reason}"}})
    found = fit_cue_model(photos, people, margin, seed)
    category = {"cue_category": float(found.category)} if isinstance(found.category, int) else {}
    probability = {"cue_probability": found.probabilities[found.most_probable]}
    estimates = {name: value.estimate for name, value in found.summary.items()}
    intervals = {name: value.interval for name, value in found.summary.items()}
    warnings = [f"cue model: {warning}" for warning in found.warnings]
    return Part(category | probability | estimates, intervals, {"cue_model": found.as_dict()}, warnings)


def score_psychometric(trials: pd.DataFrame, seed: int = 0) -> Part:
    """Accuracy by cue and separation, thresholds in degrees, and shares of each cue where head and eyes disagree.

    ``trials`` are as of `score_trials`, with ``separation`` in degrees.
    """
    correct = (trials["choice_pos"] == trials["gaze_pos"]).astype(float)
    frame = trials.assign(correct=correct, separation=trials["separation"].astype(float))
    found = _mean("Overall", frame, "correct", seed, False)
    curves: dict[str, Any] = {}
    for cue in CUES:
        rows = frame[frame["condition"] == cue]
        if len(rows):
            found += _mean(cue, rows, "correct", seed, False)
            curves[cue] = _curve(rows, cue != "conflict", seed)
            fit = curves[cue].get("fit")
            if fit is not None and fit["reached"]:
                bounds = {} if None in fit["interval"] else {f"threshold_{cue}": tuple(fit["interval"])}
                found += Part({f"threshold_{cue}": fit["threshold"]}, bounds)
    conflict = frame[(frame["condition"] == "conflict") & (frame["choice_pos"] >= 0)]
    if len(conflict):
        found += _cue_shares(conflict, seed, False)
    scenes = frame["scene_id"].nunique()
    few = [f"only {scenes} scenes: intervals are unreliable; use limit=null"] if scenes < FEWEST_SCENES else []
    return found + Part(details={"curves": curves, "explanation": _words(curves)}, warnings=few)


def _curve(rows: pd.DataFrame, fitted: bool, seed: int) -> dict[str, Any]:
    """Accuracy per separation, and the fitted function where one is asked for and can be found."""
    levels = []
    for separation, level in rows.groupby("separation"):
        interval = _mean("correct", level, "correct", seed, False).intervals["correct"]
        counts = {"trials": len(level), "scenes": level["scene_id"].nunique()}
        levels.append({"separation": separation, "accuracy": level["correct"].mean(), "interval": interval, **counts})
    out: dict[str, Any] = {"levels": levels, "chance": float((1 / rows["n_objects"]).mean())}
    if not fitted:
        return out
    if len(levels) < 3:
        return out | {"note": "fewer than three separations: no curve is fitted"}
    curve = fit_curve(rows["separation"], rows["correct"], out["chance"], rows["scene_id"], seed=seed)
    return out | ({"fit": vars(curve)} if curve else {"note": "no rise above guessing: there is no threshold"})


def _words(curves: dict[str, Any]) -> str:
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
