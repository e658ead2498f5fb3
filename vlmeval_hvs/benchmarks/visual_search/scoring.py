"""The settings of the scoring, and metrics that are means over images."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from vlmeval_hvs.answer_frames import AUTO
from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.results.contract import ScoreReport

from .densities import CentreBias, Kernel
from .trials import Trial

MODEL, HUMANS, RANDOM = "model", "humans", "floor"
GOLD, ANOTHER, CENTER, UNIFORM = "gold_standard", "another_human", "center_bias", "uniform"
"""Rows of a result: the model's own, and the references."""
TITLES = {
    HUMANS: "Humans", RANDOM: "Random scanpaths", GOLD: "Gold Standard", ANOTHER: "Another human",
    CENTER: "Center Bias", UNIFORM: "Uniform",
}  # fmt: skip
"""Names of the references in tables and figures."""
WITHIN = "whMM"
"""Within-human MultiMatch in the model's frame; with AvgMM it makes Corr."""
_SHARES = ("AUC", "AvgMM", "correct_stops", "false_stops")  # beginnings of names of metrics from 0 to 1


@dataclass(frozen=True)
class SearchScoring:
    """How answers are read and turned into maps: the dataset's options, and the centre bias that one of them names."""

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

    @property
    def readings(self) -> dict[str, str]:
        """Both readings, the headline's first, with the endings of their item columns."""
        return {self.profile: "", self.other: f"_{self.other}"}

    def frame_warnings(self, sentences: list[str]) -> list[str]:
        """Warnings about the frame of answers, which the robust reading decides and the paper's does not."""
        return sentences if self.profile == "robust" else [f"in the robust reading, {one}" for one in sentences]

    def fixed_kernel(self, trial: Trial) -> Kernel:
        """The stated width (px) and shares of an answered point; without a width twice the receptive window."""
        return Kernel(self.sigma or 2.0 * trial.receptive[1], self.uniform, self.center_part)

    def fixed_details(self) -> dict[str, Any]:
        """The stated width and shares, for the score file."""
        shares = {"uniform_part": self.uniform, "center_bias_part": self.center_part}
        return {"kernel": "fixed", "sigma_px": self.sigma or "2 x receptive width", **shares}


def metric_name(metric: str, row: str) -> str:
    """Name of a row's metric in a score file."""
    return metric if row == MODEL else f"{metric}_{row}"


def finite(metrics: Mapping[str, float]) -> dict[str, float]:
    """The metrics that have a value."""
    return {name: float(value) for name, value in metrics.items() if math.isfinite(value)}


def add_means(report: ScoreReport, values: Mapping[str, Mapping[str, Mapping[str, float]]], seed: int) -> None:
    """Add metrics that are means over images: ``{row: {metric: {image: value}}}``; what is not finite is left out.

    The report gets the means that it lacks, intervals (resampled by image), counts and the model's values by image.
    """
    counts = report.details.setdefault("n_images", {})
    by_image = report.details.setdefault("by_image", {}).setdefault(MODEL, {})
    for row, metric in ((row, metric) for row, metrics in values.items() for metric in metrics):
        name, known = metric_name(metric, row), finite(values[row][metric])
        if known:
            listed = list(known.values())
            report.metrics.setdefault(name, float(np.mean(listed)))
            share = metric.startswith(_SHARES)
            report.intervals[name] = cluster_bootstrap(listed, list(known), seed=seed, share=share)
            counts[name] = len(known)
            if row == MODEL:
                by_image[metric] = {image: round(value, 6) for image, value in known.items()}


def model_by_image(scores: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """The model's metrics by image in a score file, without AUCperf, which is the score of its items."""
    own = scores.get("details", {}).get("by_image", {}).get(MODEL, {})
    return {metric: values for metric, values in own.items() if metric not in (WITHIN, "AUCperf")}
