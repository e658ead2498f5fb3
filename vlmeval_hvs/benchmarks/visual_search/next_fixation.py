"""Predictions of the next fixation, scored at every fixation that is asked about, and the draw of what is asked.

Source: ViSioNS (NeurIPS 2022), section 2.3, and the official script of that name: the first fixation is not predicted;
scores are averaged over the fixations of a trial, then over the trials of an image, then over images.

Prompts are drawn as whole trials, so that every draw is an unbiased estimate of the score of all prompts: prompts drawn
one by one would give long trials more weight than short ones, and fixations far into a trial are harder to predict.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.answers import Answer
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, drawn_point_map, mixture_map, point_map
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, walked_path
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.kde import select_bandwidth
from vlmeval_hvs.metrics.maps import FixationScore, MapScorer, flat_score
from vlmeval_hvs.subset import stratified

Floats = NDArray[np.float64]
History = list[tuple[float, float]]

METRICS = ("AUChsp", "NSShsp", "NSShsp_unclipped", "IGhsp", "LLhsp", "cNSS", "cAUC")
"""Names of the values of a ``FixationScore``."""


@dataclass(frozen=True)
class AskedFixation:
    """A fixation that a prompt asks about.

    Attributes:
        trial: Its search trial.
        person: The participant.
        number: Its number on the scanpath, 0 for the initial fixation.
        x: Column, whole px of the image.
        y: Row, whole px of the image.
    """

    trial: Trial
    person: str
    number: int
    x: float
    y: float


class PriorityModel:
    """Something that gives a conditional priority map; subclasses override `maps` and, for own frames, `frame`."""

    def frame(self, trial: Trial) -> tuple[tuple[int, int], tuple[int, int]]:
        """Size of the model's maps and of its fixation window in them: the image's own by default."""
        return trial.shape, trial.receptive

    def maps(self, trial: Trial, person: str, history: History) -> Iterator[Floats | None]:
        """One map for every fixation from the second on.

        Args:
            trial: The search trial.
            person: The participant whose fixations are predicted.
            history: Their fixations in the model's frame; map ``n`` may use only the first ``n`` of them.

        Yields:
            A map per fixation; ``None`` leaves a fixation out.
        """
        raise NotImplementedError


class PublishedMaps(PriorityModel):
    """Maps saved by the published code: ``subject_NN/probability_maps/<image stem>/fixation_n.csv``.

    Args:
        folder: The ``subjects_predictions`` folder.
        receptive: Window of the model's frame, 1 x 1 for grid models.
    """

    def __init__(self, folder: Path, receptive: tuple[int, int] = (1, 1)) -> None:
        self.folder, self.receptive = folder, receptive
        self.known = {path.parent.name: path for path in sorted(folder.glob("*/probability_maps/*/fixation_1.csv"))}
        if not self.known:
            raise DataError(f"{folder}: no subject_NN/probability_maps/<image>/fixation_1.csv inside")

    def frame(self, trial: Trial) -> tuple[tuple[int, int], tuple[int, int]]:
        """The size of the saved maps."""
        path = self.known.get(Path(trial.image).stem) or next(iter(self.known.values()))
        shape = read_csv_map(path).shape
        return (shape[0], shape[1]), self.receptive

    def maps(self, trial: Trial, person: str, history: History) -> Iterator[Floats | None]:
        """Maps in order; a missing file leaves its fixation out."""
        folder = self.folder / f"subject_{person}" / "probability_maps" / Path(trial.image).stem
        for number in range(1, len(history)):
            path = folder / f"fixation_{number}.csv"
            yield read_csv_map(path) if path.is_file() else None


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
        raise DataError(f"{path}: goes down to {values.min():g}; save a density, not its logarithm or its information")
    return values


def score_trials(
    trials: Iterable[Trial],
    model: PriorityModel,
    bias: CentreBias,
    progress: str | None = None,
) -> FixationTable:
    """Scores of a model along every participant's scanpath; holds one map at a time.

    Args:
        trials: Search trials.
        model: The source of the maps.
        bias: Baseline of the information gain.
        progress: Label of a progress bar; ``None`` for none.
    """
    table = FixationTable()
    jobs = [(trial, person) for trial in trials for person in trial.humans]
    for trial, person in tqdm(jobs, desc=progress, unit="trial", disable=None if progress else True):
        shape, receptive = model.frame(trial)
        x, y = walked_path(trial, person, shape, receptive)
        history = list(zip(x.tolist(), y.tolist(), strict=True))
        for number, priority in enumerate(model.maps(trial, person, history), start=1):
            if priority is None:
                continue
            centre = bias.map((priority.shape[0], priority.shape[1]))
            column, row = history[number]
            table.add(trial.image, person, MapScorer(priority, centre, baseline_sum=1.0)(row, column))
    return table


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
        """Mean over participants of the mean over their fixations, ``(images, 5)``."""
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


def mean_row(tables: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Mean of every metric over sets that have it."""
    names = sorted({name for row in tables.values() for name in row})
    return {name: float(np.mean([row[name] for row in tables.values() if name in row])) for name in names}


MOST_BUMPS = 64
"""An answer of more points is drawn: then that is faster."""


def score_answer(
    answer: Answer, fixations: Sequence[AskedFixation], kernel: Kernel, bias: CentreBias
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


def priority_map(answer: Answer, trial: Trial, person: str, bias: CentreBias) -> Floats | None:
    """The map that an answer states itself.

    Args:
        answer: The result of `read_priority` of kind "map", "density" or "center_bias".
        trial: The search trial.
        person: The predicted participant, whose own points are left out of a density with owners.
        bias: The centre bias.

    Returns:
        Map of the image's size, or of the answered grid's; ``None`` when nothing is left after leaving ``person`` out.
    """
    if answer.kind == "map":
        return answer.grid
    if answer.kind == "center_bias":
        return bias.map(trial.shape)
    return _density(answer, trial, person)


def _density(answer: Answer, trial: Trial, person: str) -> Floats | None:
    if not answer.points:
        return mixture_map((), trial.shape, 1.0, 1.0)
    kept = answer.points
    if answer.owners:
        kept = tuple(point for point, owner in zip(answer.points, answer.owners, strict=True) if owner != person)
        if not kept:
            return None
    sigma = answer.sigma or select_bandwidth([y for _, y, _ in kept], [x for x, _, _ in kept], trial.shape)
    return mixture_map(kept, trial.shape, sigma, answer.uniform)


def _stated(answer: Answer, asked: AskedFixation, bias: CentreBias) -> MapScorer | None:
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


Trials = set[tuple[str, str]]
"""Image and participant of every trial."""


def asked(row: Mapping[str, str]) -> list[list[object]]:
    """``[participant, number, x, y]`` of every fixation that a next-fixation row asks about, px."""
    return list(json.loads(row["next"]))


def draw_trials(rows: pd.DataFrame, calls: int, seed: int) -> pd.DataFrame:
    """The prompts of some trials, drawn whole and evenly over the images.

    How many trials are drawn depends on the mean number of prompts per trial only, never on which trials they are:
    stopping at an exact number of prompts would favour short trials. Which trials are drawn is a function of (seed,
    image, participant), and a larger number of calls keeps those of a smaller one.

    Args:
        rows: Next-fixation rows.
        calls: About how many prompts to keep; all when there are no more.
        seed: Seed of the draw.

    Returns:
        The rows that the drawn trials need, in order; ``next`` holds the fixations of drawn trials only.
    """
    if calls >= len(rows):
        return rows
    entries = [asked(row) for row in rows.to_dict("records")]
    pairs = {
        (image, str(person)): None
        for image, listed in zip(rows["image_name"], entries, strict=True)
        for person, *_ in listed
    }
    trials = pd.DataFrame(
        {"index": [f"{image}\x1f{person}" for image, person in pairs], "image": [image for image, _ in pairs]}
    )
    wanted = max(1, round(calls * len(trials) / len(rows)))
    drawn = set(stratified(trials, wanted, "image", seed)["index"])
    kept = [
        [entry for entry in listed if f"{image}\x1f{entry[0]}" in drawn]
        for image, listed in zip(rows["image_name"], entries, strict=True)
    ]
    chosen = [bool(listed) for listed in kept]
    following = [json.dumps(listed, separators=(",", ":")) for listed in kept if listed]
    return rows[chosen].assign(next=following)


def cut_trials(asked_fixations: Iterable[tuple[str, str, int]]) -> int:
    """How many trials have fixations that were not asked about, before the last one that was.

    Args:
        asked_fixations: Image, participant and number (from 1) of every fixation that was asked about.
    """
    numbers: dict[tuple[str, str], set[int]] = {}
    for image, person, number in asked_fixations:
        numbers.setdefault((image, person), set()).add(number)
    return sum(len(one) < max(one) for one in numbers.values())
