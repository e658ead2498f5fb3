"""Predictions of the next fixation, scored at every fixation that is asked about, and the draw of what is asked.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official script of that name: the first fixation is not predicted;
scores are averaged over the fixations of a trial, then over the trials of an image, then over images.

Prompts are drawn as whole trials, so that every draw is an unbiased estimate of the score of all prompts: prompts drawn
one by one would give long trials more weight than short ones, and fixations far into a trial are harder to predict.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from vlmeval_hvs.benchmarks.visual_search.answers import Answer
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, mixture_map, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.seeding import stratified

Floats = NDArray[np.float64]
Scores = Sequence[FixationScore | None]
"""A score for every fixation; None where a row predicts nothing."""

METRICS = ("AUChsp", "NSShsp", "NSShsp_unclipped", "IGhsp", "LLhsp")
"""Names of the first values of a ``FixationScore``."""


def image_means(fixations: Sequence[AskedFixation], scores: Scores) -> dict[str, Floats]:
    """By image, the mean over participants of the mean over their fixations of all `METRICS`."""
    people: dict[str, dict[str, list[tuple[float, ...]]]] = {}
    for one, score in zip(fixations, scores, strict=True):
        if score is not None:
            people.setdefault(one.image, {}).setdefault(one.person, []).append(score[: len(METRICS)])
    return {image: np.mean([np.mean(own, axis=0) for own in each.values()], axis=0) for image, each in people.items()}


def fixation_weights(fixations: Sequence[AskedFixation]) -> list[float]:
    """Weight of every fixation in the mean over fixations, then participants, then images."""
    counts = pd.DataFrame({"image": [one.image for one in fixations], "person": [one.person for one in fixations]})
    own = counts.groupby(["image", "person"])["person"].transform("size")
    people = counts.groupby("image")["person"].transform("nunique")
    return (1 / (counts["image"].nunique() * people * own)).tolist()


def score_answer(
    answer: Answer, fixations: Sequence[AskedFixation], kernel: Kernel, bias: CentreBias
) -> list[FixationScore | None]:
    """Scores of an answer at fixations of one image.

    Returns:
        A score for every fixation; None where nothing is left of the answer without the predicted participant.
    """
    if not fixations:
        return []
    trial = fixations[0].trial
    centre = bias.map(trial.shape)
    if answer.kind == "none":
        return [flat_score(centre.size, float(centre[one.pixel])) for one in fixations]
    if answer.kind == "points":
        density = point_map(answer.points, trial.shape, kernel, bias)
        return [density.score(*one.pixel, float(centre[one.pixel])) for one in fixations]
    scorers: dict[str, MapScorer | None] = {}
    for owner in dict.fromkeys(one.person if answer.owners else "" for one in fixations):
        stated = priority_map(answer, trial, owner, bias)
        shape = (0, 0) if stated is None else (stated.shape[0], stated.shape[1])
        scorers[owner] = None if stated is None else MapScorer(stated, bias.map(shape), baseline_sum=1.0)
    scores: list[FixationScore | None] = []
    for one in fixations:
        scorer = scorers[one.person if answer.owners else ""]
        scores.append(None if scorer is None else scorer(*_in_frame(one, scorer.values.shape)))
    return scores


def priority_map(answer: Answer, trial: Trial, person: str, bias: CentreBias) -> Floats | None:
    """The map that an answer states itself, of the image's or the answered grid's size.

    Returns:
        None when nothing is left of a density with owners after leaving ``person`` out.
    """
    if answer.kind == "map":
        return answer.grid
    if answer.kind == "center_bias":
        return bias.map(trial.shape)
    if not answer.points:
        return np.full(trial.shape, 1.0 / (trial.shape[0] * trial.shape[1]))
    points = answer.places
    if answer.owners:
        points = tuple(point for point, owner in zip(points, answer.owners, strict=True) if owner != person)
    return mixture_map(points, trial.shape, answer.sigma, answer.uniform) if points else None


def _in_frame(asked: AskedFixation, shape: tuple[int, ...]) -> tuple[int, int]:
    """Row and column of a fixation in the frame of a map."""
    height, width = asked.trial.shape
    row, column = int(asked.y / height * shape[0]), int(asked.x / width * shape[1])
    return min(row, shape[0] - 1), min(column, shape[1] - 1)


def draw_trials(rows: pd.DataFrame, calls: int, seed: int) -> pd.DataFrame:
    """The prompts of some trials, drawn whole and evenly over the images.

    How many trials are drawn depends on the mean number of prompts per trial only, never on which trials they are:
    stopping at an exact number of prompts would favour short trials. Which trials are drawn is a function of (seed,
    image, participant), and a larger number of calls keeps those of a smaller one.

    Args:
        rows: Next-fixation rows; ``next`` holds ``[participant, number, x, y]`` of every fixation asked about, px.
        calls: About how many prompts to keep; all when there are no more.
        seed: Seed of the draw.

    Returns:
        The rows that the drawn trials need, in order; ``next`` holds the fixations of drawn trials only.
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
