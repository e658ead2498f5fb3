"""The sequence scores of the COCO-Search18 literature, which complement the metrics of ViSioNS.

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
from vlmeval_hvs.benchmarks.visual_search.scoring import HUMANS, MODEL, RANDOM, ImageValues, SearchScoring
from vlmeval_hvs.benchmarks.visual_search.trials import Trial, random_search
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.scanpath_similarity import multimatch_batch
from vlmeval_hvs.metrics.scanpath_strings import (
    cluster_fixations,
    labels_at,
    over_time,
    sequence_score,
    sequence_similarity,
)
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.results.contract import ScoreReport
from vlmeval_hvs.results.guard import guarded

STEPS = (2, 4, 6)
"""Numbers of fixations to which all strings are also cut, as HAT reports them."""

_MIN_COMPARED = 3  # fixations that MultiMatch needs


def add_sequence_scores(
    report: ScoreReport,
    items: pd.DataFrame,
    trials: Mapping[str, Trial],
    paths: Mapping[str, SearchPath],
    scoring: SearchScoring,
    label_maps: str | None = None,
) -> None:
    """Add the sequence scores of scanpaths to a report; the semantic one needs a folder of semantic label maps."""
    durations = answered_durations(items, trials, paths)
    values = ImageValues()
    found: dict[tuple[str, str], dict[str, float]] = {}
    for name, trial in trials.items():
        if name not in paths or not trial.humans:
            continue
        one = _ImageScores(trial, paths[name], scoring.seed)
        if label_maps is not None:
            one.add_semantic(Path(label_maps))
        if name in durations:
            one.add_timed(durations[name])
        for key, value in one.values.items():
            found.setdefault(key, {})[name] = value
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


class _ImageScores:
    """Sequence scores of one image, by row and metric."""

    def __init__(self, trial: Trial, path: SearchPath, seed: int) -> None:
        self.trial, self.path = trial, path
        # A participant is not compared with themselves.
        self.people = [person for person, one in trial.humans.items() if not _same_path(path, one)]
        self.clusters = cluster_fixations([(one.x, one.y) for one in trial.humans.values()])
        self.values: dict[tuple[str, str], float] = {}
        own = self.clusters.labels(path.x, path.y)
        spelt = {person: self.clusters.labels(one.x, one.y) for person, one in trial.humans.items()}
        self._compare("SS", own, spelt)
        drawn = random_search(trial, seed)
        self.values[RANDOM, "SS"] = sequence_score(self.clusters.labels(drawn.x, drawn.y), list(spelt.values()))
        for number in STEPS:
            cut = {person: letters[:number] for person, letters in spelt.items()}
            self._compare(f"SS_{number}steps", own[:number], cut)

    def _compare(self, metric: str, own: Sequence[Hashable], spelt: Mapping[str, Sequence[Hashable]]) -> None:
        """Add the model's score against people, and people's against each other."""
        others = [spelt[person] for person in self.people if person in spelt]
        self.values[MODEL, metric] = sequence_score(own, others)
        self.values[HUMANS, metric] = _within(list(spelt.values()))

    def add_semantic(self, folder: Path) -> None:
        """Add the scores of strings of semantic labels."""
        labels = read_label_map(folder, self.trial.image)
        (height, width), (down, across) = labels.shape, np.divide(labels.shape, self.trial.shape)

        def letters(one: SearchPath) -> list[int]:
            x, y = np.asarray(one.x) * across, np.asarray(one.y) * down
            return labels_at(labels, np.clip(x, 0, width - 1), np.clip(y, 0, height - 1))

        self._compare("SemSS", letters(self.path), {person: letters(one) for person, one in self.trial.humans.items()})

    def add_timed(self, durations: Sequence[float]) -> None:
        """Add scores with durations; without the initial fixation, whose duration no model is asked for."""
        path, labels = self.path, self.clusters.labels
        timed = {person: one for person, one in self.trial.humans.items() if len(one.durations) == len(one.x)}
        spelt = {person: over_time(labels(one.x[1:], one.y[1:]), one.durations[1:]) for person, one in timed.items()}
        self._compare("SS_duration", over_time(labels(path.x[1:], path.y[1:]), durations), spelt)
        others = [timed[person] for person in self.people if person in timed and len(timed[person].x) > _MIN_COMPARED]
        if len(path.x) > _MIN_COMPARED and others:
            own = _seconds(path, durations)
            pairs = [(own, _seconds(one, one.durations[1:])) for one in others]
            similar = np.asarray(multimatch_batch(pairs, self.trial.shape[::-1]))
            self.values[MODEL, "MM_duration"] = float(np.mean(similar[:, 4]))


def _seconds(path: SearchPath, durations: Sequence[float]) -> Any:
    """The fixations after the initial one with durations in s, ``(n, 3)``."""
    return np.stack([path.x[1:], path.y[1:], np.asarray(durations) / 1000], axis=1)


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
    """Whether a scanpath is a participant's own, to a pixel."""
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
