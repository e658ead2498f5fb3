"""Predictions of the next fixation, scored at every fixation that is asked about, and the draw of what is asked.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official script of that name: the first fixation is not predicted;
scores are averaged over the fixations of a trial, then over the trials of an image, then over images.

Prompts are drawn as whole trials, so that every draw is an unbiased estimate of the score of all prompts: prompts drawn
one by one would give long trials more weight than short ones, and fixations far into a trial are harder to predict.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.answers import Answer
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, mixture_map, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import AskedFixation, Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.metrics.search_similarity import path_in_frame
from vlmeval_hvs.seeding import stratified

Floats = NDArray[np.float64]

METRICS = ("AUChsp", "NSShsp", "NSShsp_unclipped", "IGhsp", "LLhsp", "cNSS", "cAUC")
"""Names of the values of a ``FixationScore``."""


class FixationTable:
    """Scores by image and participant, averaged the published way."""

    def __init__(self) -> None:
        self.scores: dict[str, dict[str, list[FixationScore]]] = {}

    def add(self, image: str, person: str, score: FixationScore) -> None:
        """Add the score of one fixation."""
        self.scores.setdefault(image, {}).setdefault(person, []).append(score)

    def __len__(self) -> int:
        return sum(len(one) for people in self.scores.values() for one in people.values())

    @property
    def images(self) -> list[str]:
        """Images with scores."""
        return list(self.scores)

    def by_image(self) -> Floats:
        """Mean over participants of the mean over their fixations, ``(images, 7)``."""
        rows = [
            np.mean([np.mean(np.array(one), axis=0) for one in people.values()], axis=0)
            for people in self.scores.values()
        ]
        return np.array(rows).reshape(len(rows), len(METRICS))

    def metric_by_image(self) -> dict[str, dict[str, float]]:
        """``{metric: {image: value}}``, the values of `by_image`."""
        named = zip(METRICS, self.by_image().T.tolist(), strict=True)
        return {name: dict(zip(self.images, values, strict=True)) for name, values in named}

    def means(self) -> dict[str, float]:
        """Mean over images of every metric; empty without scores."""
        if not self.scores:
            return {}
        return dict(zip(METRICS, self.by_image().mean(axis=0).tolist(), strict=True))


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
    scores: list[FixationScore | None] = []
    scorers: dict[str, MapScorer | None] = {}
    for one in fixations:
        # Only a density with owners differs between participants.
        owner = one.person if answer.owners else ""
        if owner not in scorers:
            stated = priority_map(answer, trial, one.person, bias)
            shape = (0, 0) if stated is None else (stated.shape[0], stated.shape[1])
            scorers[owner] = None if stated is None else MapScorer(stated, bias.map(shape), baseline_sum=1.0)
        scorer = scorers[owner]
        scores.append(None if scorer is None else scorer(*_in_frame(one, scorer.values.shape)))
    return scores


def priority_map(answer: Answer, trial: Trial, person: str, bias: CentreBias) -> Floats | None:
    """The map that an answer states itself.

    Returns:
        Map of the image's size, or of the answered grid's; ``None`` when nothing is left after leaving ``person`` out.
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
        if not points:
            return None
    return mixture_map(points, trial.shape, answer.sigma, answer.uniform)


def _in_frame(asked: AskedFixation, shape: tuple[int, ...]) -> tuple[int, int]:
    """Row and column of a fixation in the frame of a map."""
    height, width = asked.trial.shape
    row, column = int(asked.y / height * shape[0]), int(asked.x / width * shape[1])
    return min(row, shape[0] - 1), min(column, shape[1] - 1)


def read_csv_map(path: Path) -> Floats:
    """A map from a CSV file with one header row of column numbers.

    Raises:
        DataError: The file is no table of numbers, or has negative ones.
    """
    try:
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
        values = np.array([[float(cell) for cell in row] for row in rows], dtype=np.float64)
    except (OSError, ValueError, csv.Error) as error:
        raise DataError(f"{path}: not a table of numbers ({error})") from error
    if values.ndim != 2 or values.size == 0 or not np.isfinite(values).all():
        raise DataError(f"{path}: not a table of finite numbers")
    if values.min() < 0:
        raise DataError(
            f"{path}: has negative values, down to {values.min():g}; save a density, not its logarithm or information"
        )
    return values


def score_saved_maps(
    trials: Iterable[Trial],
    folder: Path,
    bias: CentreBias,
    receptive: tuple[int, int] = (1, 1),
    progress: str | None = None,
) -> FixationTable:
    """Scores of a model's saved maps along every participant's scanpath; holds one map at a time.

    The files are named as in the published code, ``subject_NN/probability_maps/<image stem>/fixation_n.csv``; maps may
    have any size. Scanpaths are brought into their frame, as published; a fixation without a file is left out.

    Args:
        trials: Search trials.
        folder: The ``subjects_predictions`` folder.
        bias: Baseline of the information gain.
        receptive: Fixation window in pixels of the maps, 1 x 1 for grid models.
        progress: Label of a progress bar; ``None`` for none.

    Raises:
        DataError: There are no such maps, or one cannot be used.
    """
    known = {path.parent.name: path for path in sorted(folder.glob("*/probability_maps/*/fixation_1.csv"))}
    if not known:
        raise DataError(f"{folder}: no subject_NN/probability_maps/<image>/fixation_1.csv inside")
    shapes = {stem: read_csv_map(path).shape for stem, path in known.items()}
    usual = next(iter(shapes.values()))
    table = FixationTable()
    jobs = [(trial, person) for trial in trials for person in trial.humans]
    for trial, person in tqdm(jobs, desc=progress, unit="trial", disable=None if progress else True):
        stem = Path(trial.image).stem
        height, width = shapes.get(stem, usual)
        x, y = path_in_frame(trial.humans[person], (height, width), receptive)
        rows, columns = np.clip(np.trunc(y), 0, height - 1), np.clip(np.trunc(x), 0, width - 1)
        for number in range(1, len(rows)):
            file = folder / f"subject_{person}" / "probability_maps" / stem / f"fixation_{number}.csv"
            if file.is_file():
                priority = read_csv_map(file)
                centre = bias.map((priority.shape[0], priority.shape[1]))
                score = MapScorer(priority, centre, baseline_sum=1.0)(rows[number], columns[number])
                table.add(trial.image, person, score)
    return table


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


def cut_trials(asked: Iterable[AskedFixation]) -> int:
    """How many trials have fixations that were not asked about, before the last one that was."""
    numbers: dict[tuple[str, str], set[int]] = {}
    for one in asked:
        numbers.setdefault((one.trial.image, one.person), set()).add(one.number)
    return sum(len(one) < max(one) for one in numbers.values())
