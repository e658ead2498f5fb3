"""Scores of one answered prediction at the fixations that it was asked about."""

from __future__ import annotations

from collections.abc import Sequence

from vlmeval_hvs.benchmarks.visual_search.answers import Priority, priority_map
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, drawn_point_map, point_map
from vlmeval_hvs.benchmarks.visual_search.next_fixation import AskedFixation
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score

MOST_BUMPS = 64
"""An answer of more points is drawn: then that is faster."""


def score_answer(
    answer: Priority, fixations: Sequence[AskedFixation], kernel: Kernel, bias: CentreBias
) -> list[FixationScore | None]:
    """Scores of an answer at fixations of one image.

    Args:
        answer: The prediction.
        fixations: The fixations, all on the same image.
        kernel: How points become a map.
        bias: Centre bias.

    Returns:
        A score for every fixation; None where nothing is left of the answer without the predicted participant.
    """
    if not fixations:
        return []
    trial = fixations[0].trial
    centre = bias.map(trial.shape)
    pixels = [(int(one.y), int(one.x)) for one in fixations]
    if answer.kind == "none":
        return [flat_score(centre.size, float(centre[pixel])) for pixel in pixels]
    if answer.kind == "points" and len(answer.points) <= MOST_BUMPS:
        density = point_map(answer.points, trial.shape, kernel, bias)
        return [density.score(*pixel, float(centre[pixel])) for pixel in pixels]
    if answer.kind == "points":
        drawn = MapScorer(drawn_point_map(answer.points, trial.shape, kernel, bias), centre, baseline_sum=1.0)
        return [drawn(*pixel) for pixel in pixels]
    scores: list[FixationScore | None] = []
    known: dict[str, MapScorer | None] = {}
    for one in fixations:
        # Only a density with owners differs between participants.
        owner = one.person if answer.owners else ""
        if owner not in known:
            known[owner] = _stated(answer, one, bias)
        scorer_of = known[owner]
        scores.append(None if scorer_of is None else _in_frame(scorer_of, one))
    return scores


def _stated(answer: Priority, asked: AskedFixation, bias: CentreBias) -> MapScorer | None:
    """The scorer of an answer that states its own map."""
    priority = priority_map(answer, asked.trial, asked.person, bias)
    if priority is None:
        return None
    height, width = priority.shape
    return MapScorer(priority, bias.map((height, width)), baseline_sum=1.0)


def _in_frame(scorer: MapScorer, asked: AskedFixation) -> FixationScore:
    """The score of a fixation in the frame of a map."""
    height, width = scorer.values.shape
    row, column = int(asked.y / asked.trial.shape[0] * height), int(asked.x / asked.trial.shape[1] * width)
    return scorer(min(row, height - 1), min(column, width - 1))
