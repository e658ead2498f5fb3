"""Cells of the result table for scanpaths: a model's, the participants', random ones."""

from __future__ import annotations

import math
from collections.abc import Mapping

from vlmeval_hvs.benchmarks.visual_search.image_values import MODEL, WITHIN, ImageValues
from vlmeval_hvs.benchmarks.visual_search.result_table import Cell, mean_cell
from vlmeval_hvs.benchmarks.visual_search.scanpaths import (
    References,
    model_agreement,
    model_area,
    trial_areas,
)
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.metrics.search_similarity import SearchPath


def scanpath_cells(trials: Mapping[str, Trial], paths: Mapping[str, SearchPath], seed: int) -> dict[str, Cell]:
    """AUCperf, AvgMM and Corr of a model's scanpaths.

    Args:
        trials: All trials of the set by image.
        paths: The model's scanpaths.
        seed: Seed of the resampling.
    """
    agreement = model_agreement(trials, paths)
    values = ImageValues()
    if math.isfinite(model_area(trials, paths)):
        values.add(MODEL, "AUCperf", trial_areas(trials, paths))
    values.add(MODEL, "AvgMM", {name: agreement.human_model[name] for name in agreement.images})
    values.add(MODEL, WITHIN, {name: agreement.within_human[name] for name in agreement.images})
    own, coverage = values.values.get(MODEL, {}), len(paths) / len(trials)
    cells = {metric: mean_cell(metric, images, seed, coverage) for metric, images in own.items()}
    if math.isfinite(agreement.correlation):
        interval = values.intervals(seed).get("Corr")
        cells["Corr"] = Cell(agreement.correlation, len(agreement.images), interval, None, coverage)
    return cells


def human_cells(reference: References, seed: int) -> dict[str, Cell]:
    """AUCperf and AvgMM of the participants."""
    area = Cell(reference.human_area, reference.human_images, reference.human_interval)
    return {"AUCperf": area, **_means({"AvgMM": reference.human_images_similarity}, seed)}


def floor_cells(reference: References, seed: int) -> dict[str, Cell]:
    """AUCperf and AvgMM of random scanpaths."""
    by_image = {"AUCperf": reference.floor_images_area, "AvgMM": reference.floor_images_similarity}
    return _means(by_image, seed)


def _means(by_metric: Mapping[str, Mapping[str, float]], seed: int) -> dict[str, Cell]:
    return {metric: mean_cell(metric, images, seed) for metric, images in by_metric.items() if images}
