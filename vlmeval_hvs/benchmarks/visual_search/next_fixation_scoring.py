"""Scores of predictions of the next fixation, and what they add to where people look for such a target.

Conditional information gain (cIG): HAT takes the prior of a category from its training images. A set for testing has
none, so the prior of an image comes from all others of its category, never from itself.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.answer_frames import Aim, FrameDecision, Written, as_written, axes_warning, other_axes, seem_swapped
from vlmeval_hvs.benchmarks.visual_search.answers import (
    Answer,
    Reading,
    decide_answers,
    read_samples,
    sampled_replies,
    single_replies,
    states_map,
)
from vlmeval_hvs.benchmarks.visual_search.densities import AnsweredFixation, KernelOf, fit_kernel
from vlmeval_hvs.benchmarks.visual_search.next_fixation import METRICS, FixationTable, cut_trials, score_answer
from vlmeval_hvs.benchmarks.visual_search.reference_rows import reference_tables
from vlmeval_hvs.benchmarks.visual_search.scoring import CENTER, MODEL, ImageValues, SearchScoring, finite, metric_name
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial, read_trial
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.left_out import left_out_priors
from vlmeval_hvs.metrics.maps import EPSILON, FixationScore
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import records

PROGRESS_FROM = 500
"""Number of predictions from which scoring shows a progress bar, in a terminal."""
LITTLE_GAIN = 0.05
"""Bits below which answered points add next to nothing to the centre bias."""
MAP_CHANCE = "the centre bias alone on the same fixations, with the interval over images: every answer is mixed with it"
GAIN = "cIG"

_PRIOR_HEIGHT = 320  # of the prior, px, as published
_LIKELIHOOD = METRICS.index("LLhsp")


@dataclass
class _Row:
    """A prompt, both readings of the reply, and how many replies differ where it was asked several times."""

    trial: Trial
    fixations: list[AskedFixation]
    answers: tuple[Answer, Answer]
    distinct: int | None


def score_next_fixations(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> ScoreReport:
    """Next-fixation metrics of predictions, with the reference rows on the same fixations.

    Args:
        items: Next-fixation rows with ``reply`` and ``failed``; the text of the prompt in ``asked``, where it is known.
        trials: All trials of the set by image (the gold standard needs every participant).
        scoring: The settings of the run, readings included.
    """
    entries = records(items)
    trial_of = [trials.get(row["image_name"]) or read_trial(row) for row in entries]
    replies = [
        (reply, trial) for row, trial in zip(entries, trial_of, strict=True) for reply in single_replies(row["reply"])
    ]
    decision = decide_answers(replies, "fixation", scoring.frame, scoring.answer_frame, scoring.answer_axes)
    rows = [_read_row(row, trial, scoring, decision) for row, trial in zip(entries, trial_of, strict=True)]
    fixations = [one for row in rows for one in row.fixations]
    kernel_of, kernel, warnings = _kernel(rows, fixations, scoring)
    tables = {reading: FixationTable() for reading in scoring.readings}
    scored = [
        _score_row(row, kernel_of, scoring, tables)
        for row in tqdm(rows, desc="next fixations", disable=None if len(rows) >= PROGRESS_FROM else True)
    ]
    own, other = tables.values()
    reference, fits = reference_tables(fixations, trials, scoring.bias, scoring.fixed_kernel)
    references = {name: table.means() for name, table in reference.items()}
    values = ImageValues()
    for name, table in {MODEL: own, **reference}.items():
        for metric, by_image in table.metric_by_image().items():
            values.add(name, metric, by_image)
    prior = prior_table(fixations, trials)
    gains = add_gains(values, {MODEL: own, **reference}, prior)
    intervals = values.intervals(scoring.seed)
    means = own.means()
    metrics = {
        "Overall": means.get("AUChsp", math.nan),
        f"Overall_{scoring.other}": other.means().get("AUChsp", math.nan),
        **means,
    }
    for name, row_means in references.items():
        metrics |= {metric_name(metric, name): value for metric, value in row_means.items()}
    metrics |= gains
    summary = []
    if kernel["kernel"] == "fitted":
        metrics |= {"center_share": kernel["center_bias_part"], "answers_add": kernel["answers_add_bits"]}
        warnings += _kernel_warnings(kernel, references)
        summary.append(_fit_in_words(kernel))
    warnings += _axes_warnings(items, trials, scoring, decision, metrics["Overall"])
    centre = metric_name("AUChsp", CENTER)
    return ScoreReport(
        metrics=finite(metrics),
        items=pd.DataFrame(scored),
        # The centre bias is in the map of every answer, so a model that looks at nothing reaches it.
        chance=Chance(references[CENTER]["AUChsp"], *intervals[centre]) if centre in intervals else None,
        intervals={**intervals, **({"Overall": intervals["AUChsp"]} if "AUChsp" in intervals else {})},
        details={
            **_details(rows, fixations, scoring),
            "points_to_map": kernel,
            "references": references,
            "references_points_to_map": fits,
            "chance": MAP_CHANCE,
            "answer_frame": decision.details(),
            "over_all_fixations": over_all_fixations(own, prior),
            **values.details(),
        },
        warnings=[*scoring.frame_warnings(decision.warnings()), *warnings, *_warnings(rows, fixations, scoring)],
        summary=summary,
    )


def _read_row(row: Mapping[str, Any], trial: Trial, scoring: SearchScoring, decision: FrameDecision) -> _Row:
    asked = [AskedFixation(trial, str(person), number, x, y) for person, number, x, y in json.loads(row["next"])]
    unread, question = Answer(rule=READER_ERROR), row.get("asked")
    first, second = (
        guarded(unread, read_samples, row["reply"], trial, Reading(scoring.frame, reading, decision), question)
        for reading in scoring.readings
    )
    replies = sampled_replies(row["reply"])
    return _Row(trial, asked, (first, second), None if replies is None else len(set(replies)))


def _kernel(
    rows: list[_Row], fixations: list[AskedFixation], scoring: SearchScoring
) -> tuple[KernelOf, dict[str, Any], list[str]]:
    """The kernel by trial, from the options or fitted to the answers; its details for the score file; warnings."""
    if scoring.fixed_kernel is not None:
        return scoring.fixed_kernel, scoring.kernel_settings(), []
    weights = fixation_weights((one.trial.image, one.person) for one in fixations)
    answers = [row.answers[0] for row in rows for _ in row.fixations]
    answered = [
        AnsweredFixation(asked, answer.points, weight, float(scoring.bias.map(asked.trial.shape)[asked.pixel]))
        for asked, answer, weight in zip(fixations, answers, weights.tolist(), strict=True)
        if answer.kind == "points"
    ]
    fit = fit_kernel(answered, scoring.seed) if answered else None
    if fit is None:
        few = "points were answered on too few images to fit a width and shares: the fixed values are used"
        return scoring.default_kernel, scoring.kernel_settings(), [few] if answered else []
    return fit.kernel, fit.described(), []


def _score_row(
    row: _Row, kernel_of: KernelOf, scoring: SearchScoring, tables: Mapping[str, FixationTable]
) -> dict[str, Any]:
    """Score one reply, read both ways, at every fixation that it is asked about; its line of the items."""
    answer, second = row.answers
    kernel = kernel_of(row.trial)
    scores = score_answer(answer, row.fixations, kernel, scoring.bias)
    # Readings mostly agree, and a map takes long to score.
    others = scores if second == answer else score_answer(second, row.fixations, kernel, scoring.bias)
    columns: dict[str, Any] = {"image_name": row.trial.image, "humans": 0, "outside": answer.outside}
    for reading, reply, found in zip(scoring.readings, row.answers, (scores, others), strict=True):
        known = [(asked, score) for asked, score in zip(row.fixations, found, strict=True) if score is not None]
        for asked, score in known:
            tables[reading].add(row.trial.image, asked.person, score)
        means = np.mean([score for _, score in known], axis=0).tolist() if known else [math.nan] * len(METRICS)
        suffix = "" if reading == scoring.profile else f"_{scoring.other}"
        values = (_shown(reply), reply.rule, reply.kind == "none", means[0])
        columns |= dict(zip((f"{name}{suffix}" for name in READ), values, strict=True))
        if not suffix:
            columns |= {"humans": len(known), **dict(zip(METRICS[1:], means[1:], strict=True))}
    return columns


def _shown(answer: Answer) -> str:
    if answer.kind == "points":
        return json.dumps([[round(value, 2) for value in point] for point in answer.points])
    return answer.kind


def _axes_warnings(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring, decision: FrameDecision, overall: float
) -> list[str]:
    """A sentence when the answers follow people's next fixations with x and y exchanged."""
    aims = []
    for row in records(items):
        trial = trials.get(row["image_name"]) or read_trial(row)
        across, down = np.mean([fixation[-2:] for fixation in json.loads(row["next"])], axis=0)
        target = across / trial.shape[1], down / trial.shape[0]
        for reply in single_replies(row["reply"]):
            free = "" if states_map(reply) else reply
            written = guarded(Written(), as_written, free, "fixation", axes=decision.axes)
            aims.append(Aim(written, trial.shape, target, trial.image))
    if not seem_swapped(aims, decision):
        return []
    other = replace(scoring, answer_axes=other_axes(scoring.answer_axes))
    would = score_next_fixations(items, trials, other).metrics.get("Overall", math.nan)
    return [axes_warning(scoring.answer_axes, f"Overall is {overall:.3f}, and {would:.3f} then")]


def _details(rows: list[_Row], fixations: list[AskedFixation], scoring: SearchScoring) -> dict[str, Any]:
    kinds = [row.answers[0].kind for row in rows]
    own = sum(kind in ("map", "density", "center_bias") for kind in kinds)
    details = {
        "fixations": len(fixations),
        "trials": len({(one.trial.image, one.person) for one in fixations}),
        "calls": len(rows),
        "answers": {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        "positions_outside_the_image": {
            "positions": sum(row.answers[0].outside for row in rows),
            "replies": sum(row.answers[0].outside > 0 for row in rows),
        },
        "answers_with_their_own_map": own / max(len(rows), 1),
        "center_bias": scoring.bias.label,
    }
    distinct = [row.distinct for row in rows if row.distinct is not None]
    return {**details, "distinct_samples": float(np.mean(distinct))} if distinct else details


def _warnings(rows: list[_Row], fixations: list[AskedFixation], scoring: SearchScoring) -> list[str]:
    warnings = [] if scoring.bias.rows else [f"centre bias: {scoring.bias.label}; information gain is against it"]
    cut = cut_trials(fixations)
    if cut:
        warnings.append(
            f"{cut} trials are incomplete, because single prompts were left out (option limit, or a run that stopped): "
            "the score is no unbiased estimate of that of all prompts; hsp_calls draws whole trials"
        )
    distinct = [row.distinct for row in rows if row.distinct is not None]
    if distinct and max(distinct) == 1:
        warnings.append("all replies to a prompt are alike: set the model's temperature above 0 to sample")
    return warnings


def _fit_in_words(fit: Mapping[str, Any]) -> str:
    return (
        f"answered points are Gaussians of {fit['sigma_windows']:g} windows, with {fit['uniform_part']:.0%} uniform "
        f"and {fit['center_bias_part']:.0%} centre bias, fitted on {fit['images']} images "
        f"({fit['held_out_bits']:.3f} bits on images that the fit did not see; centre bias and uniform part without "
        f"any answer {fit['without_answers_bits']:.3f}: the answers add {fit['answers_add_bits']:.3f})"
    )


def _kernel_warnings(fit: Mapping[str, Any], references: Mapping[str, Mapping[str, float]]) -> list[str]:
    """A sentence where the fitted density is the centre's rather than the model's."""
    if fit["answers_add_bits"] >= LITTLE_GAIN:
        return []
    alone = references[CENTER]
    return [
        f"the answers add {fit['answers_add_bits']:.3f} bits to a density that is {fit['center_bias_part']:.0%} centre "
        "bias: the next-fixation scores are those of the centre bias, not of the model (centre bias alone: AUChsp "
        f"{alone['AUChsp']:.3f}, LLhsp {alone['LLhsp']:.3f})"
    ]


def prior_table(fixations: Sequence[AskedFixation], trials: Mapping[str, Trial]) -> FixationTable:
    """Bits over uniform of the prior at the fixations that were asked about; the other scores are not computed."""
    table = FixationTable()
    asked: dict[str, list[AskedFixation]] = {}
    for one in fixations:
        asked.setdefault(one.trial.image, []).append(one)
    categories: dict[str, list[Trial]] = {}
    for trial in trials.values():
        categories.setdefault(trial.target_object, []).append(trial)
    for alike in categories.values():
        shape = _PRIOR_HEIGHT, max(round(_PRIOR_HEIGHT * alike[0].shape[1] / alike[0].shape[0]), 1)
        people = [_scaled(_later_fixations(trial), trial, shape) for trial in alike]
        places = [_scaled([(one.x, one.y) for one in asked.get(trial.image, [])], trial, shape) for trial in alike]
        for trial, priors in zip(alike, left_out_priors(people, places, shape), strict=True):
            size = trial.shape[0] * trial.shape[1]
            for one, value in zip(asked.get(trial.image, []), priors.tolist(), strict=True):
                # The prior's pixels are larger than the image's.
                probability = value * shape[0] * shape[1] / size
                bits = math.log2(EPSILON + probability) - math.log2(EPSILON + 1 / size)
                table.add(trial.image, one.person, FixationScore(math.nan, math.nan, math.nan, math.nan, bits))
    return table


def add_gains(values: ImageValues, tables: Mapping[str, FixationTable], prior: FixationTable) -> dict[str, float]:
    """Add cIG of every row, and return its means over images by name."""
    known = _likelihoods(prior)
    means = {}
    for row, table in tables.items():
        own = _likelihoods(table)
        # Where a prediction left a participant out, the prior was asked about other fixations.
        alike = [image for image in own if image in known and own[image][1] == known[image][1]]
        gains = {image: own[image][0] - known[image][0] for image in alike}
        values.add(row, GAIN, gains)
        if gains:
            means[metric_name(GAIN, row)] = float(np.mean(list(gains.values())))
    return means


def over_all_fixations(table: FixationTable, prior: FixationTable) -> dict[str, float]:
    """cIG, cNSS and cAUC averaged over all fixations alike, as HAT does; empty when the two tables differ."""
    own, base = (
        np.array([score for people in one.scores.values() for scores in people.values() for score in scores])
        for one in (table, prior)
    )
    if not len(own) or len(own) != len(base):
        return {}
    means = dict(zip(METRICS, own.mean(axis=0).tolist(), strict=True))
    gain = means["LLhsp"] - float(base[:, _LIKELIHOOD].mean())
    return {GAIN: gain, "cNSS": means["cNSS"], "cAUC": means["cAUC"]}


def _likelihoods(table: FixationTable) -> dict[str, tuple[float, dict[str, int]]]:
    """By image, the mean over participants of their mean bits over uniform, and how many fixations each has."""
    found = {}
    for image, people in table.scores.items():
        by_person = [np.mean([score.log_likelihood for score in scores]) for scores in people.values()]
        found[image] = float(np.mean(by_person)), {person: len(scores) for person, scores in people.items()}
    return found


def _later_fixations(trial: Trial) -> list[tuple[float, float]]:
    """Fixations of all participants without the initial ones, which nobody chose."""
    return [place for one in trial.humans.values() for place in zip(one.x[1:], one.y[1:], strict=True)]


def _scaled(points: Sequence[tuple[float, float]], trial: Trial, shape: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Columns and rows in the prior's frame, truncated and moved into it."""
    height, width = shape
    columns = [min(max(int(x / trial.shape[1] * width), 0), width - 1) for x, _ in points]
    rows = [min(max(int(y / trial.shape[0] * height), 0), height - 1) for _, y in points]
    return columns, rows


def fixation_weights(fixations: Iterable[tuple[str, str]]) -> NDArray[np.float64]:
    """Weight of every fixation in the mean over fixations, then participants, then images."""
    pairs = list(fixations)
    people: dict[str, dict[str, int]] = {}
    for image, person in pairs:
        own = people.setdefault(image, {})
        own[person] = own.get(person, 0) + 1
    return np.array([1 / (len(people) * len(people[image]) * people[image][person]) for image, person in pairs])
