"""Scores image by image: what stands behind every metric of a result, for counts, intervals and paired differences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from vlmeval_hvs.metrics.bootstrap import cluster_bootstrap
from vlmeval_hvs.metrics.search_resampling import resampled_correlation
from vlmeval_hvs.results.contract import ScoreReport

MODEL, HUMANS, RANDOM = "model", "humans", "floor"
GOLD, CENTER, UNIFORM = "gold_standard", "center_bias", "uniform"
"""Rows of a result: the model's own, and those that every result has beside it."""
WITHIN = "whMM"
"""Within-human MultiMatch in the model's frame; with AvgMM it makes Corr."""
SHARES = ("AUC", "cAUC", "AvgMM", WITHIN, "SS", "SemSS", "MM_", "correct_stops", "false_stops")
"""Beginnings of the names of metrics that lie between 0 and 1."""

ByImage = dict[str, dict[str, dict[str, float]]]
"""{row: {metric: {image: value}}}"""


class ImageValues:
    """Values by row, metric and image; a metric is their mean over images."""

    def __init__(self) -> None:
        self.values: ByImage = {}

    def add(self, row: str, metric: str, values: Mapping[str, float]) -> None:
        """Add the values of a metric; those that are not defined are left out."""
        known = {image: float(value) for image, value in values.items() if math.isfinite(value)}
        if known:
            self.values.setdefault(row, {})[metric] = known

    def intervals(self, seed: int) -> dict[str, tuple[float, float]]:
        """95 % interval of every metric, resampled by image; names as in `metric_name`."""
        found = {
            metric_name(metric, row): mean_interval(metric, values, seed)
            for row, metrics in self.values.items()
            for metric, values in metrics.items()
            if metric != WITHIN
        }
        own = self.values.get(MODEL, {})
        if WITHIN in own:
            both = resampled_correlation(own["AvgMM"], own[WITHIN], seed=seed)
            found |= {"Corr": both} if both else {}
        return found

    def details(self, counts: Mapping[str, int] | None = None) -> dict[str, Any]:
        """For the score file: ``by_image``, and ``n_images`` behind every metric.

        Args:
            counts: Numbers of images behind metrics that are no mean over images.
        """
        numbers = {
            metric_name(metric, row): len(values)
            for row, metrics in self.values.items()
            for metric, values in metrics.items()
            if metric != WITHIN
        }
        own = self.values.get(MODEL, {})
        if WITHIN in own:
            numbers["Corr"] = len(own[WITHIN])
        rounded = {
            row: {metric: {image: round(value, 6) for image, value in values.items()} for metric, values in one.items()}
            for row, one in self.values.items()
        }
        return {"n_images": {**numbers, **(counts or {})}, "by_image": rounded}

    def extend(self, report: ScoreReport, seed: int) -> None:
        """Add the means of all metrics to a report, with their intervals and what stands behind them."""
        for row, metrics in self.values.items():
            for metric, values in metrics.items():
                report.metrics[metric_name(metric, row)] = sum(values.values()) / len(values)
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
    """The model's metrics by image, from the content of a score file, but for what its items tell as their score."""
    own = scores.get("details", {}).get("by_image", {}).get(MODEL, {})
    return {metric: values for metric, values in own.items() if metric not in (WITHIN, "AUCperf")}
