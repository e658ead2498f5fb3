"""The sequence scores of the COCO-Search18 literature beside the metrics of ViSioNS.

The strings are compared in the image's own pixels, the initial fixation included, as in the published evaluation. The
participants' row is the mean over pairs of participants; the floor is a random search of the image.
"""

from __future__ import annotations

import gzip
import io
import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

import standardizers
from vlmeval_hvs.benchmarks.visual_search.image_values import HUMANS, MODEL, RANDOM, ImageValues
from vlmeval_hvs.benchmarks.visual_search.scanpaths import random_search
from vlmeval_hvs.benchmarks.visual_search.scoring import SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import HumanPath, Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.fixation_clusters import FixationClusters, cluster_fixations
from vlmeval_hvs.metrics.scanpath_strings import labels_at, over_time, sequence_score, sequence_similarity
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.results.guard import guarded

STEPS = (2, 4, 6)
"""Numbers of fixations to which all strings are also cut, as HAT reports them."""

_MIN_COMPARED = 3  # fixations that MultiMatch needs
Values = dict[tuple[str, str], float]
"""Values of one image by row and metric."""


def add_sequence_scores(
    report: ScoreReport,
    items: pd.DataFrame,
    trials: Mapping[str, Trial],
    paths: Mapping[str, SearchPath],
    scoring: SearchScoring,
    label_maps: str | None = None,
) -> None:
    """Add the sequence scores of scanpaths to a report, with what stands behind them.

    Args:
        report: The report of the same rows, which is changed.
        items: Search rows with ``reply`` and ``record``.
        trials: The search trials by image name.
        paths: The model's scanpaths by image name.
        scoring: The settings of the run.
        label_maps: Folder of semantic label maps; None leaves the semantic score out.
    """
    durations = answered_durations(items, trials, paths)
    found: dict[tuple[str, str], dict[str, float]] = {}
    for name, trial in trials.items():
        if name not in paths or not trial.humans:
            continue
        one = _sequence_values(trial, paths[name], durations.get(name, ()), scoring.seed, label_maps)
        for key, value in one.items():
            found.setdefault(key, {})[name] = value
    values = ImageValues()
    for (row, metric), by_image in found.items():
        values.add(row, metric, by_image)
    values.extend(report, scoring.seed)


def answered_durations(
    items: pd.DataFrame, trials: Mapping[str, Trial], paths: Mapping[str, SearchPath]
) -> dict[str, tuple[float, ...]]:
    """Durations (ms) of the fixations after the initial one, by image, where a model gives one for each of them."""
    found = {}
    for image, reply, record in zip(items["image_name"], items["reply"], items["record"], strict=True):
        if record is not None or image not in paths:
            continue
        read = guarded(None, standardizers.scanpath, reply)
        if read is None:
            continue
        wanted = len(paths[image].x) - 1
        # A first point on the initial fixation repeats it.
        height, width = trials[image].shape
        x, y = trials[image].initial
        repeats = bool(read.value.x) and max(abs(read.value.x[0] * width - x), abs(read.value.y[0] * height - y)) < 1
        times = read.value.t[int(repeats) :][:wanted]
        if not read.fallback and wanted and len(times) == wanted and min(times) > 0:
            found[image] = times
    return found


def _sequence_values(
    trial: Trial, path: SearchPath, durations: Sequence[float], seed: int, label_maps: str | None
) -> Values:
    """All values of one image."""
    people = {person: one for person, one in trial.humans.items() if not _same_path(path, one)}
    clusters = cluster_fixations([(one.x, one.y) for one in trial.humans.values()])
    drawn = random_search(trial, seed)
    own = clusters.labels(path.x, path.y)
    spelt = {person: clusters.labels(one.x, one.y) for person, one in trial.humans.items()}
    others = [spelt[person] for person in people]
    values = {
        (MODEL, "SS"): sequence_score(own, others),
        (HUMANS, "SS"): _within(list(spelt.values())),
        (RANDOM, "SS"): sequence_score(clusters.labels(drawn.x, drawn.y), list(spelt.values())),
    }
    for number in STEPS:
        values[MODEL, f"SS_{number}steps"] = sequence_score(own, others, number)
        values[HUMANS, f"SS_{number}steps"] = _within([letters[:number] for letters in spelt.values()])
    if label_maps is not None:
        values |= _semantic_values(trial, path, people, Path(label_maps))
    if durations:
        values |= _timed_values(trial, path, durations, people, clusters)
    return values


def _semantic_values(trial: Trial, path: SearchPath, people: Mapping[str, HumanPath], folder: Path) -> Values:
    labels = read_label_map(folder, trial.image)
    down, across = labels.shape[0] / trial.shape[0], labels.shape[1] / trial.shape[1]

    def letters(one: SearchPath) -> list[int]:
        x, y = np.asarray(one.x) * across, np.asarray(one.y) * down
        return labels_at(labels, np.clip(x, 0, labels.shape[1] - 1), np.clip(y, 0, labels.shape[0] - 1))

    spelt = {person: letters(one) for person, one in trial.humans.items()}
    return {
        (MODEL, "SemSS"): sequence_score(letters(path), [spelt[person] for person in people]),
        (HUMANS, "SemSS"): _within(list(spelt.values())),
    }


def _timed_values(
    trial: Trial,
    path: SearchPath,
    durations: Sequence[float],
    people: Mapping[str, HumanPath],
    clusters: FixationClusters,
) -> Values:
    """Scores with durations; without the initial fixation, whose duration no model is asked for."""
    timed = {person: one for person, one in trial.humans.items() if len(one.durations) == len(one.x)}
    spelt = {
        person: over_time(clusters.labels(one.x[1:], one.y[1:]), one.durations[1:]) for person, one in timed.items()
    }
    own = over_time(clusters.labels(path.x[1:], path.y[1:]), durations)
    values = {
        (MODEL, "SS_duration"): sequence_score(own, [spelt[person] for person in people if person in spelt]),
        (HUMANS, "SS_duration"): _within(list(spelt.values())),
    }
    compared = [timed[person] for person in people if person in timed and len(timed[person].x) > _MIN_COMPARED]
    if len(path.x) > _MIN_COMPARED and compared:
        from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch

        mine = np.stack([path.x[1:], path.y[1:], np.asarray(durations) / 1000], axis=1)
        pairs = [
            (mine, np.stack([one.x[1:], one.y[1:], np.asarray(one.durations[1:]) / 1000], axis=1)) for one in compared
        ]
        values[MODEL, "MM_duration"] = float(np.mean(np.asarray(multimatch_batch(pairs, trial.shape[::-1]))[:, 4]))
    return values


def _within(strings: Sequence[Sequence[Hashable]]) -> float:
    """Mean similarity of all pairs of strings; NaN for fewer than two."""
    counts = Counter(tuple(string) for string in strings if string)
    n = sum(counts.values())
    if n < 2:
        return math.nan
    # Many people spell the same string, above all a short one: it is compared once.
    alike = sum(count * (count - 1) / 2 for count in counts.values())
    for (one, times), (other, others) in combinations(counts.items(), 2):
        alike += times * others * sequence_similarity(one, other)
    return alike / (n * (n - 1) / 2)


def _same_path(path: SearchPath, one: SearchPath) -> bool:
    """Whether a scanpath is a participant's own, to a pixel: a participant is not compared with themselves."""
    if len(path.x) != len(one.x):
        return False
    return max(np.abs(np.subtract(path.x, one.x)).max(), np.abs(np.subtract(path.y, one.y)).max()) <= 1


def read_label_map(folder: Path, image: str) -> NDArray[Any]:
    """Semantic label map of an image: ``<image stem>.npy``, ``.npy.gz`` or ``.png``.

    Raises:
        DataError: There is none, or it is no table of whole numbers.
    """
    stem = folder / Path(image).stem
    for ending in (".npy", ".npy.gz", ".png"):
        path = stem.with_name(stem.name + ending)
        if not path.is_file():
            continue
        try:
            if ending == ".png":
                with Image.open(path) as picture:
                    labels = np.asarray(picture)
            else:
                content = path.read_bytes()
                content = gzip.decompress(content) if ending == ".npy.gz" else content
                labels = np.load(io.BytesIO(content), allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise DataError(f"{path}: not a label map ({error})") from error
        if labels.ndim != 2 or not labels.size or not np.all(labels == np.floor(labels)):
            raise DataError(f"{path}: a label map is a table (height, width) of whole numbers, not {labels.shape}")
        return labels
    raise DataError(f"{folder}: no label map {stem.name} (.npy, .npy.gz or .png)")
