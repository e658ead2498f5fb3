"""The settings of the scoring, and the values of every metric image by image."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vlmeval_hvs.answer_frames import AUTO
from vlmeval_hvs.benchmarks.visual_search.densities import CentreBias, Kernel, KernelOf
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.metrics.search_resampling import resampled_correlation
from vlmeval_hvs.results.contract import ScoreReport

MODEL, HUMANS, RANDOM = "model", "humans", "floor"
GOLD, ANOTHER, CENTER, UNIFORM = "gold_standard", "another_human", "center_bias", "uniform"
"""Rows of a result: the model's own, and the references."""
TITLES = {
    HUMANS: "Humans",
    RANDOM: "Random scanpaths",
    GOLD: "Gold Standard",
    ANOTHER: "Another human",
    CENTER: "Center Bias",
    UNIFORM: "Uniform",
}
"""Names of the references in tables and figures."""
WITHIN = "whMM"
"""Within-human MultiMatch in the model's frame; with AvgMM it makes Corr."""
SHARES = ("AUC", "cAUC", "AvgMM", WITHIN, "SS", "SemSS", "MM_", "correct_stops", "false_stops")
"""Beginnings of the names of metrics that lie between 0 and 1."""

ByImage = dict[str, dict[str, dict[str, float]]]
"""{row: {metric: {image: value}}}"""


@dataclass(frozen=True)
class SearchScoring:
    """How answers are read and turned into maps: the dataset's options of these names.

    ``bias`` is the density that the option ``center_bias`` names; ``seed`` is that of random rows.
    """

    frame: str = "unit"
    answer_frame: str = AUTO
    answer_axes: str = "xy"
    profile: str = "robust"
    seed: int = 0
    kernel: str = "fitted"
    sigma: float | None = None
    uniform: float = 0.1
    center_part: float = 0.0
    bias: CentreBias = field(default_factory=CentreBias)

    @property
    def other(self) -> str:
        """The reading that does not make the headline."""
        return "paper" if self.profile == "robust" else "robust"

    def frame_warnings(self, sentences: list[str]) -> list[str]:
        """Warnings about the frame of answers, which the robust reading decides and the paper's does not."""
        return sentences if self.profile == "robust" else [f"in the robust reading, {one}" for one in sentences]

    @property
    def readings(self) -> tuple[str, str]:
        """Both readings, the headline's first."""
        return self.profile, self.other

    @property
    def fixed_kernel(self) -> KernelOf | None:
        """The kernel of a trial, where width and shares are not fitted."""
        return self.default_kernel if self.kernel == "fixed" else None

    def default_kernel(self, trial: Trial) -> Kernel:
        """The stated width and shares, px."""
        sigma = self.sigma if self.sigma is not None else 2.0 * trial.receptive[1]
        return Kernel(sigma, self.uniform, self.center_part)

    def kernel_settings(self) -> dict[str, Any]:
        """What score files say about the stated width and shares."""
        return {
            "kernel": "fixed",
            "sigma_px": self.sigma if self.sigma is not None else "2 x receptive width",
            "uniform_part": self.uniform,
            "center_bias_part": self.center_part,
        }


def mean(values: Iterable[float]) -> float:
    """The mean; NaN without any value."""
    known = list(values)
    return float(np.mean(known)) if known else math.nan


def finite(metrics: Mapping[str, float]) -> dict[str, float]:
    """The metrics that have a value."""
    return {name: float(value) for name, value in metrics.items() if math.isfinite(value)}


class ImageValues:
    """Values by row, metric and image; a metric is their mean over images."""

    def __init__(self) -> None:
        self.values: ByImage = {}

    def add(self, row: str, metric: str, values: Mapping[str, float]) -> None:
        """Add the values of a metric; those that are not defined are left out."""
        known = {image: float(value) for image, value in values.items() if math.isfinite(value)}
        if known:
            self.values.setdefault(row, {})[metric] = known

    def _all(self) -> Iterator[tuple[str, str, Mapping[str, float]]]:
        """Name in a score file, metric and values of everything but whMM."""
        for row, metrics in self.values.items():
            for metric, values in metrics.items():
                if metric != WITHIN:
                    yield metric_name(metric, row), metric, values

    def intervals(self, seed: int) -> dict[str, tuple[float, float]]:
        """95 % interval of every metric, resampled by image; names as in `metric_name`."""
        found = {name: mean_interval(metric, values, seed) for name, metric, values in self._all()}
        own = self.values.get(MODEL, {})
        if WITHIN in own:
            both = resampled_correlation(own["AvgMM"], own[WITHIN], seed=seed)
            found |= {"Corr": both} if both else {}
        return found

    def details(self, counts: Mapping[str, int] | None = None) -> dict[str, Any]:
        """For the score file: ``by_image``, and ``n_images`` of every metric."""
        numbers = {name: len(values) for name, _, values in self._all()}
        own = self.values.get(MODEL, {})
        if WITHIN in own:
            numbers["Corr"] = len(own[WITHIN])
        rounded = {
            row: {metric: {image: round(value, 6) for image, value in values.items()} for metric, values in one.items()}
            for row, one in self.values.items()
        }
        return {"n_images": {**numbers, **(counts or {})}, "by_image": rounded}

    def extend(self, report: ScoreReport, seed: int) -> None:
        """Add the means of all metrics to a report, with their intervals and values by image."""
        report.metrics |= {name: sum(values.values()) / len(values) for name, _, values in self._all()}
        report.intervals |= self.intervals(seed)
        added = self.details()
        report.details["n_images"] = {**report.details.get("n_images", {}), **added["n_images"]}
        by_image = report.details.setdefault("by_image", {})
        for row, metrics in added["by_image"].items():
            by_image[row] = {**by_image.get(row, {}), **metrics}


def mean_interval(metric: str, by_image: Mapping[str, float], seed: int) -> tuple[float, float]:
    """95 % interval of a metric's mean over images."""
    return cluster_bootstrap(list(by_image.values()), list(by_image), seed=seed, share=metric.startswith(SHARES))


def metric_name(metric: str, row: str) -> str:
    """Name of a row's metric in a score file."""
    return metric if row == MODEL else f"{metric}_{row}"


def model_by_image(scores: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """The model's metrics by image in a score file, without AUCperf, which is the score of its items."""
    own = scores.get("details", {}).get("by_image", {}).get(MODEL, {})
    return {metric: values for metric, values in own.items() if metric not in (WITHIN, "AUCperf")}
