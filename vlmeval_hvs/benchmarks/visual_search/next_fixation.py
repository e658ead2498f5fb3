"""Predictions of the next fixation, scored at every fixation that is asked about, and the draw of what is asked.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official script of that name: the first fixation is not predicted;
scores are averaged over the fixations of a trial, then over the trials of an image, then over images.
"""

import json
import math
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.answer_frames import FrameDecision, axes_warning
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.metrics.kde import gaussian_kde_map
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.seeding import rng, stratified
from vlmeval_hvs.sets import records

from .answers import Answer, Reading, decide_answers, read_samples, single_replies
from .densities import AnsweredFixation, CentreBias, Kernel, KernelFit, fit_kernel, fixed_map, mixture_map, point_map
from .scoring import ANOTHER, CENTER, GOLD, MODEL, UNIFORM, SearchScoring, add_means, metric_name
from .trials import AskedFixation, Trial, human_paths

METRICS = ("AUChsp", "NSShsp", "NSShsp_unclipped", "IGhsp", "LLhsp")
"""Names of the values of a ``FixationScore``."""
LITTLE_GAIN = 0.05
"""Bits below which answered points add next to nothing to the centre bias."""

Scores = Sequence[FixationScore | None]
"""A score for every fixation; None where a row predicts nothing."""


@dataclass
class _Row:
    """The fixations that a row asks about, and the answer and its scores in both readings, the headline's first."""

    asked: list[AskedFixation]
    answers: list[Answer]
    scores: list[Scores] = field(default_factory=list)


def score_next_fixations(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> ScoreReport:
    """Next-fixation metrics of predictions, with the reference rows on the same fixations.

    ``items`` are next-fixation rows with ``reply``, and the text of the prompt in ``asked``, where it is known;
    ``trials`` are all trials of the set by image (the gold standard needs every participant).
    """
    rows, decision, warnings = _read_rows(items, trials, scoring)
    fixations = [one for row in rows for one in row.asked]
    given = [row.answers[0] for row in rows for _ in row.asked]
    weighted = zip(fixations, given, fixation_weights(fixations), strict=True)
    answered = [AnsweredFixation(one, answer.points, weight) for one, answer, weight in weighted
                if answer.kind == "points"]  # fmt: skip
    fit = fit_kernel(answered, scoring.bias, scoring.seed) if scoring.kernel == "fitted" else None
    kernel_of = fit.kernel if fit else scoring.fixed_kernel
    for row in rows:
        how = row.asked, kernel_of(row.asked[0].trial), scoring.bias
        first, (own, other) = score_answer(row.answers[0], *how), row.answers
        # Readings mostly agree, and a map takes long to score.
        row.scores = [first, first if other == own else score_answer(other, *how)]
    first, second = ([one for row in rows for one in row.scores[number]] for number in (0, 1))
    report = ScoreReport({}, pd.DataFrame([_columns(row, scoring.other) for row in rows]))
    table = {MODEL: first, **reference_scores(fixations, trials, scoring)}
    add_means(report, {name: image_means(fixations, scores) for name, scores in table.items()}, scoring.seed)
    if "AUChsp" in report.metrics:
        means = list(image_means(fixations, second)["AUChsp"].values())
        overall = {"Overall": report.metrics["AUChsp"], f"Overall_{scoring.other}": float(np.mean(means))}
        report.metrics = {**overall, **report.metrics}
        report.intervals["Overall"] = report.intervals["AUChsp"]
    centre = metric_name("AUChsp", CENTER)
    # The centre bias is in the map of every answer, so a model that looks at nothing reaches it.
    report.chance = Chance(report.metrics[centre], *report.intervals[centre]) if centre in report.metrics else None
    report.details |= {
        "fixations": len(fixations),
        "trials": len({(one.image, one.person) for one in fixations}),
        "answers": dict(Counter(row.answers[0].kind for row in rows)),
        "center_bias": scoring.bias.label,
        "points_to_map": fit.described() if fit else scoring.fixed_details(),
        "answer_frame": decision.details(),
    }
    report.warnings = warnings
    if fit:
        _add_gain(report, fit)
    elif answered and scoring.kernel == "fitted":
        warnings.append("points were answered on too few images to fit a width and shares: the fixed values are used")
    return report


def _read_rows(
    items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring
) -> tuple[list[_Row], FrameDecision, list[str]]:
    """The rows read, the frame of all their answers, and warnings about frame, axes, centre bias and equal samples."""
    rows, listed, sampled = [], [], []
    for row in records(items):
        trial, replies = trials[row["image_name"]], single_replies(row["reply"])
        entries = json.loads(row["next"])
        rows.append(_Row([AskedFixation(trial, str(one), number, int(x), int(y)) for one, number, x, y in entries], []))
        across, down = np.mean([entry[-2:] for entry in entries], axis=0).tolist()
        listed += [(reply, trial, (across, down)) for reply in replies]
        sampled += [set(replies)] if len(replies) > 1 else []
    decision, swapped = decide_answers(listed, "fixation", scoring.frame, scoring.answer_frame, scoring.answer_axes)
    for one, row in zip(rows, records(items), strict=True):
        question, trial, unread = row.get("asked"), one.asked[0].trial, Answer(rule=READER_ERROR)
        readings = (Reading(scoring.frame, name, decision) for name in scoring.readings)
        one.answers = [guarded(unread, read_samples, row["reply"], trial, how, question) for how in readings]
    warnings = scoring.frame_warnings(decision.warnings())
    if swapped:
        warnings.append(axes_warning(scoring.answer_axes, "most points are then not where people looked"))
    if not scoring.bias.rows:
        warnings.append(f"centre bias: {scoring.bias.label}; information gain is against it")
    if sampled and all(len(replies) == 1 for replies in sampled):
        warnings.append("all replies to a prompt are alike: set the model's temperature above 0 to sample")
    return rows, decision, warnings


def image_means(fixations: Sequence[AskedFixation], scores: Scores) -> dict[str, dict[str, float]]:
    """By metric and image, the mean over participants of the mean over their fixations."""
    people: dict[str, dict[str, list[FixationScore]]] = {}
    for one, score in zip(fixations, scores, strict=True):
        if score is not None:
            people.setdefault(one.image, {}).setdefault(one.person, []).append(score)
    means = {image: np.mean([np.mean(own, axis=0) for own in each.values()], axis=0) for image, each in people.items()}
    return {name: {image: float(own[place]) for image, own in means.items()} for place, name in enumerate(METRICS)}


def fixation_weights(fixations: Sequence[AskedFixation]) -> list[float]:
    """Weight of every fixation in the mean over fixations, then participants, then images."""
    own = Counter((one.image, one.person) for one in fixations)
    people = Counter(image for image, _ in own)
    return [1 / (len(people) * people[one.image] * own[one.image, one.person]) for one in fixations]


def _columns(row: _Row, other: str) -> dict[str, Any]:
    """The item columns of a row, both readings."""
    counted = sum(score is not None for score in row.scores[0])
    columns: dict[str, Any] = {"image_name": row.asked[0].image, "humans": counted, "outside": row.answers[0].outside}
    for answer, scores, ending in zip(row.answers, row.scores, ("", f"_{other}"), strict=True):
        known = [score for score in scores if score is not None]
        means = np.mean(known, axis=0).tolist() if known else [math.nan] * len(METRICS)
        points = json.dumps([[round(value, 2) for value in point] for point in answer.points])
        shown = points if answer.kind == "points" else answer.kind
        values = shown, answer.rule, answer.kind == "none", means[0]
        columns |= dict(zip((f"{name}{ending}" for name in READ), values, strict=True))
        columns |= {} if ending else dict(zip(METRICS[1:], means[1:], strict=True))
    return columns


def _add_gain(report: ScoreReport, fit: KernelFit) -> None:
    """Add how far a fitted density is the model's own, with a warning where it is the centre's."""
    share, gain = round(fit.overall.centre, 4), fit.held_out - fit.blank
    report.metrics |= {"center_share": share, "answers_add": gain}
    if gain < LITTLE_GAIN:
        area, bits = (report.metrics[metric_name(metric, CENTER)] for metric in ("AUChsp", "LLhsp"))
        report.warnings.append(
            f"the answers add {gain:.3f} bits to a density that is {share:.0%} centre bias: the next-fixation scores "
            f"are those of the centre bias, not of the model (centre bias alone: AUChsp {area:.3f}, LLhsp {bits:.3f})"
        )


def score_answer(answer: Answer, fixations: Sequence[AskedFixation], kernel: Kernel, bias: CentreBias) -> Scores:
    """Scores of an answer at fixations of one image; None where nothing is left of it without the participant."""
    trial = fixations[0].trial
    # Only densities that name the owners of their points leave out those of the participant.
    owners = [one.person if answer.owners else "" for one in fixations]
    scorers = {owner: _scorer(answer, trial, owner, kernel, bias) for owner in dict.fromkeys(owners)}
    scores: list[FixationScore | None] = []
    for one, owner in zip(fixations, owners, strict=True):
        if (scorer := scorers[owner]) is None:
            scores.append(None)
        else:
            shares = zip(one.pixel, trial.shape, scorer.values.shape, strict=True)
            scores.append(scorer(*(place * cells // size for place, size, cells in shares)))
    return scores


def _scorer(answer: Answer, trial: Trial, person: str, kernel: Kernel, bias: CentreBias) -> MapScorer | None:
    """The density of an answer, of the image's size or an answered map's own; None if all its points are the person's.

    An unusable answer says nothing: its density is uniform.
    """
    if answer.kind == "points":
        return point_map(answer.points, trial.shape, kernel, bias)
    if answer.kind == "map" and answer.grid is not None:
        return MapScorer(answer.grid, bias.map((answer.grid.shape[0], answer.grid.shape[1])), baseline_sum=1.0)
    if answer.kind == "center_bias" or not answer.points:
        return fixed_map(bias, trial.shape, flat=answer.kind != "center_bias")
    named = zip(answer.places, answer.owners or [""] * len(answer.points), strict=True)
    points = tuple(place for place, owner in named if not owner or owner != person)
    return MapScorer(mixture_map(points, trial.shape), bias.map(trial.shape), baseline_sum=1.0) if points else None


def reference_scores(
    fixations: Sequence[AskedFixation], trials: Mapping[str, Trial], scoring: SearchScoring
) -> dict[str, Scores]:
    """Scores of the reference rows on the fixations that were asked about.

    Without a fixed kernel, one is fitted to what another participant fixated on all trials of the set (by image).
    """
    bias, asked = scoring.bias, {one.image: one.trial for one in fixations}
    answered = [one for trial in trials.values() for one in _others_fixations(trial)]
    others = {(one.asked.image, one.asked.person, one.asked.number): one.points for one in answered}
    fit = fit_kernel(answered, bias, 0) if scoring.kernel == "fitted" else None
    kernel_of = fit.kernel if fit else scoring.fixed_kernel
    people = {image: {one.person for one in fixations if one.image == image} for image in asked}
    gold = {image: gold_standard_scores(trial, bias, people[image]) for image, trial in asked.items()}
    rows: dict[str, list[FixationScore | None]] = {UNIFORM: [], CENTER: [], GOLD: [], ANOTHER: []}
    for one in fixations:
        known, points = gold[one.image].get(one.person, []), others.get((one.image, one.person, one.number))
        rows[GOLD].append(known[one.number - 1] if one.number <= len(known) else None)
        answers = {UNIFORM: Answer(), CENTER: Answer("center_bias"), ANOTHER: Answer("points", tuple(points or ()))}
        for row, answer in answers.items():
            lacking = row == ANOTHER and points is None
            rows[row] += [None] if lacking else score_answer(answer, [one], kernel_of(one.trial), bias)
    return dict(rows)


def gold_standard_scores(trial: Trial, bias: CentreBias, wanted: Container[str]) -> dict[str, list[FixationScore]]:
    """Fixations of the wanted participants, from the second one on, on the density of everybody else's.

    Empty for one participant alone.
    """
    # The folds that choose the bandwidth follow the participants' order: by number, as published.
    paths = dict(sorted(human_paths(trial).items(), key=lambda one: (len(one[0]), one[0])))
    found = {}
    for person, (x, y) in paths.items() if len(paths) > 1 else ():
        if person in wanted:
            columns, rows = np.concatenate([path for name, path in paths.items() if name != person], axis=1)
            density = gaussian_kde_map(rows, columns, trial.shape)
            scorer = MapScorer(density, bias.map(trial.shape), baseline_sum=1.0)
            found[person] = [scorer(row, column) for row, column in zip(y[1:], x[1:], strict=True)]
    return found


def _others_fixations(trial: Trial) -> list[AnsweredFixation]:
    """For every fixation one other participant's of the same number as the answer; none for one participant alone."""
    paths, found = human_paths(trial), []
    for person, (x, y) in paths.items() if len(paths) > 1 else ():
        others = [one for one in paths if one != person]
        for number in range(1, len(x)):
            across, down = paths[others[int(rng(0, trial.image, person, number).integers(len(others)))]]
            there = min(number, len(across) - 1)
            asked = AskedFixation(trial, person, number, int(x[number]), int(y[number]))
            answer = ((float(across[there]), float(down[there]), 1.0),)
            found.append(AnsweredFixation(asked, answer, 1 / (len(paths) * (len(x) - 1))))
    return found


def draw_trials(rows: pd.DataFrame, calls: int, seed: int) -> pd.DataFrame:
    """The prompts of some trials, drawn whole and evenly over the images.

    Drawn one by one, prompts would give long trials more weight, and stopping at an exact number of them would favour
    short ones: about ``calls`` prompts are kept. Which trials are drawn is a function of (seed, image, participant),
    and a larger number of calls keeps those of a smaller one. ``next`` keeps the fixations of drawn trials.
    """
    if calls >= len(rows):
        return rows
    asked = [(image, json.loads(listed)) for image, listed in zip(rows["image_name"], rows["next"], strict=True)]
    known = {f"{image}\x1f{person}": image for image, listed in asked for person, *_ in listed}
    trials = pd.DataFrame({"index": list(known), "image": list(known.values())})
    wanted = max(1, round(calls * len(trials) / len(rows)))
    drawn = set(stratified(trials, wanted, "image", seed)["index"])
    kept = [[entry for entry in listed if f"{image}\x1f{entry[0]}" in drawn] for image, listed in asked]
    following = [json.dumps(listed, separators=(",", ":")) for listed in kept if listed]
    return rows[[bool(listed) for listed in kept]].assign(next=following)
