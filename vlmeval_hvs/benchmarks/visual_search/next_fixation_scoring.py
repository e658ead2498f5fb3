"""The score of predictions of the next fixation: every row's scores at the fixations that were asked about."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from vlmeval_hvs.answer_frames import Aim, FrameDecision, Written, as_written, axes_warning, seem_swapped
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
from vlmeval_hvs.benchmarks.visual_search.next_fixation import (
    METRICS,
    Scores,
    fixation_weights,
    image_means,
    score_answer,
)
from vlmeval_hvs.benchmarks.visual_search.reference_rows import reference_scores
from vlmeval_hvs.benchmarks.visual_search.scoring import CENTER, MODEL, SearchScoring, add_means, finite, metric_name
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial, read_trial
from vlmeval_hvs.metrics.chance import Chance
from vlmeval_hvs.results.contract import READ, ScoreReport
from vlmeval_hvs.results.guard import READER_ERROR, guarded
from vlmeval_hvs.sets import records

LITTLE_GAIN = 0.05
"""Bits below which answered points add next to nothing to the centre bias."""


def score_next_fixations(items: pd.DataFrame, trials: Mapping[str, Trial], scoring: SearchScoring) -> ScoreReport:
    """Next-fixation metrics of predictions, with the reference rows on the same fixations.

    Args:
        items: Next-fixation rows with ``reply`` and ``failed``; the text of the prompt in ``asked``, where it is known.
        trials: All trials of the set by image (the gold standard needs every participant).
        scoring: The settings of the run, readings included.
    """
    rows = records(items)
    trial_of = [trials.get(row["image_name"]) or read_trial(row) for row in rows]
    asked = [
        [AskedFixation(trial, str(person), number, int(x), int(y)) for person, number, x, y in json.loads(row["next"])]
        for row, trial in zip(rows, trial_of, strict=True)
    ]
    replies = [(reply, trial) for row, trial in zip(rows, trial_of, strict=True)
               for reply in single_replies(row["reply"])]  # fmt: skip
    decision = decide_answers(replies, "fixation", scoring.frame, scoring.answer_frame, scoring.answer_axes)
    read = {
        ending: _answers(rows, trial_of, Reading(scoring.frame, reading, decision))
        for reading, ending in scoring.readings.items()
    }
    own, other = read.values()
    kernel_of, kernel, few = _kernel(own, asked, scoring)
    first, second = [], []
    for ones, answer, again in zip(asked, own, other, strict=True):
        how = kernel_of(ones[0].trial), scoring.bias
        first.append(score_answer(answer, ones, *how))
        # Readings mostly agree, and a map takes long to score.
        second.append(first[-1] if again == answer else score_answer(again, ones, *how))
    fixations = list(chain.from_iterable(asked))
    table: dict[str, Scores] = {
        MODEL: list(chain.from_iterable(first)), **reference_scores(fixations, trials, scoring)
    }  # fmt: skip
    means = {name: image_means(fixations, scores) for name, scores in table.items()}
    overall = _overall(image_means(fixations, list(chain.from_iterable(second)))).get("AUChsp", math.nan)
    metrics = {"Overall": _overall(means[MODEL]).get("AUChsp", math.nan), f"Overall_{scoring.other}": overall}
    for name, by_image in means.items():
        metrics |= {metric_name(metric, name): value for metric, value in _overall(by_image).items()}
    columns = [_columns(*one, scoring.other) for one in zip(asked, own, other, first, second, strict=True)]
    report = ScoreReport(finite(metrics), pd.DataFrame(columns))
    add_means(
        report,
        {
            name: {
                metric: {image: float(values[number]) for image, values in by_image.items()}
                for number, metric in enumerate(METRICS)
            }
            for name, by_image in means.items()
        },
        scoring.seed,
    )
    if "AUChsp" in report.intervals:
        report.intervals["Overall"] = report.intervals["AUChsp"]
    centre = metric_name("AUChsp", CENTER)
    if centre in report.intervals:
        # The centre bias is in the map of every answer, so a model that looks at nothing reaches it.
        report.chance = Chance(report.metrics[centre], *report.intervals[centre])
    kinds = Counter(answer.kind for answer in own)
    report.details |= {
        "fixations": len(fixations),
        "trials": len({(one.image, one.person) for one in fixations}),
        "answers": dict(kinds),
        "center_bias": scoring.bias.label,
        "points_to_map": kernel,
        "answer_frame": decision.details(),
    }
    report.warnings = [
        *scoring.frame_warnings(decision.warnings()), *few, *_axes_warnings(rows, trial_of, scoring, decision),
        *_warnings(rows, scoring),
    ]  # fmt: skip
    if kernel["kernel"] == "fitted":
        gain = kernel["answers_add_bits"]
        report.metrics |= {"center_share": kernel["center_bias_part"], "answers_add": gain}
        if gain < LITTLE_GAIN:
            report.warnings.append(
                f"the answers add {gain:.3f} bits to a density that is {kernel['center_bias_part']:.0%} centre bias: "
                "the next-fixation scores are those of the centre bias, not of the model (centre bias alone: AUChsp "
                f"{metrics[centre]:.3f}, LLhsp {metrics[metric_name('LLhsp', CENTER)]:.3f})"
            )
    return report


def _answers(rows: Sequence[Mapping[str, Any]], trials: Sequence[Trial], reading: Reading) -> list[Answer]:
    unread = Answer(rule=READER_ERROR)
    return [
        guarded(unread, read_samples, row["reply"], trial, reading, row.get("asked"))
        for row, trial in zip(rows, trials, strict=True)
    ]


def _overall(by_image: Mapping[str, Any]) -> dict[str, float]:
    """Means over images; empty without any."""
    return dict(zip(METRICS, np.mean(list(by_image.values()), axis=0).tolist(), strict=True)) if by_image else {}


def _kernel(
    answers: Sequence[Answer], asked: Sequence[Sequence[AskedFixation]], scoring: SearchScoring
) -> tuple[KernelOf, dict[str, Any], list[str]]:
    """The kernel by trial, from the options or fitted to the answers; its details for the score file; warnings."""
    fixed = {
        "kernel": "fixed",
        "sigma_px": scoring.sigma if scoring.sigma is not None else "2 x receptive width",
        "uniform_part": scoring.uniform,
        "center_bias_part": scoring.center_part,
    }
    if scoring.kernel == "fixed":
        return scoring.fixed_kernel, fixed, []
    weights = iter(fixation_weights(list(chain.from_iterable(asked))))
    answered = [
        AnsweredFixation(one, answer.points, weight, float(scoring.bias.map(one.trial.shape)[one.pixel]))
        for answer, ones in zip(answers, asked, strict=True)
        for one, weight in zip(ones, weights, strict=False)
        if answer.kind == "points"
    ]
    fit = fit_kernel(answered, scoring.seed)
    if fit is not None:
        return fit.kernel, fit.described(), []
    few = "points were answered on too few images to fit a width and shares: the fixed values are used"
    return scoring.fixed_kernel, fixed, [few] if answered else []


def _columns(
    asked: Sequence[AskedFixation], own: Answer, other: Answer, first: Scores, second: Scores, reading: str
) -> dict[str, Any]:
    """The item columns of a row, both readings."""
    columns = {
        "image_name": asked[0].image,
        "humans": sum(score is not None for score in first),
        "outside": own.outside,
    }
    for answer, scores, ending in ((own, first, ""), (other, second, f"_{reading}")):
        known = [score for score in scores if score is not None]
        means = np.mean(known, axis=0).tolist() if known else [math.nan] * len(METRICS)
        points = json.dumps([[round(value, 2) for value in point] for point in answer.points])
        shown = points if answer.kind == "points" else answer.kind
        values = (shown, answer.rule, answer.kind == "none", means[0])
        columns |= dict(zip((f"{name}{ending}" for name in READ), values, strict=True))
        if not ending:
            columns |= dict(zip(METRICS[1:], means[1:], strict=False))
    return columns


def _axes_warnings(
    rows: Sequence[Mapping[str, Any]], trials: Sequence[Trial], scoring: SearchScoring, decision: FrameDecision
) -> list[str]:
    """A sentence when the answers follow people's next fixations with x and y exchanged."""
    aims = []
    for row, trial in zip(rows, trials, strict=True):
        across, down = np.mean([fixation[-2:] for fixation in json.loads(row["next"])], axis=0)
        target = across / trial.shape[1], down / trial.shape[0]
        for reply in single_replies(row["reply"]):
            free = "" if states_map(reply) else reply
            written = guarded(Written(), as_written, free, "fixation", axes=decision.axes)
            aims.append(Aim(written, trial.shape, target, trial.image))
    effect = "most points are then not where people looked"
    return [axes_warning(scoring.answer_axes, effect)] if seem_swapped(aims, decision) else []


def _warnings(rows: Sequence[Mapping[str, Any]], scoring: SearchScoring) -> list[str]:
    warnings = [] if scoring.bias.rows else [f"centre bias: {scoring.bias.label}; information gain is against it"]
    sampled = [set(replies) for row in rows if (replies := sampled_replies(row["reply"])) is not None]
    if sampled and max(map(len, sampled)) == 1:
        warnings.append("all replies to a prompt are alike: set the model's temperature above 0 to sample")
    return warnings
