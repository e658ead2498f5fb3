"""Scanpaths in the published format of ViSioNS, ``Scanpaths.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.metrics.search import cut_at_target, rescaled_box
from vlmeval_hvs.metrics.search_similarity import SearchPath
from vlmeval_hvs.results.files import plain


def published_file(paths: Mapping[str, SearchPath], trials: Mapping[str, Trial], dataset: str, model: str) -> bytes:
    """Scanpaths as a published ``Scanpaths.json``."""
    published = {
        name: {
            "subject": model,
            "dataset": dataset,
            "image_height": path.shape[0],
            "image_width": path.shape[1],
            "receptive_height": path.receptive[0],
            "receptive_width": path.receptive[1],
            "target_found": path.found,
            "target_bbox": list(path.bbox),
            "X": [round(value, 2) for value in path.x],
            "Y": [round(value, 2) for value in path.y],
            "target_object": trials[name].target_object,
            "max_fixations": trials[name].max_length,
        }
        for name, path in paths.items()
    }
    return json.dumps(plain(published), ensure_ascii=False, indent=1).encode()


def read_scanpath_file(path: Path, trials: Mapping[str, Trial]) -> tuple[dict[str, SearchPath], list[str]]:
    """Scanpaths of a published ``Scanpaths.json``, each in its model's own frame.

    Whether the target was found is decided by geometry in that frame, not by the file's ``target_found``; scanpaths are
    cut there. One that is longer than the set's maximum counts as not found in AUCperf and is compared in MultiMatch,
    as published.

    Returns:
        Paths by image, and what was left out (sentences).

    Raises:
        DataError: The file is no JSON object, or none of its images is in the set.
    """
    content = read_json(path)
    if not isinstance(content, dict):
        raise DataError(f"{path}: holds a {type(content).__name__}, not an object")
    paths, left_out = {}, []
    for name, entry in content.items():
        try:
            paths[name] = _path(entry, trials[name])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            foreign = name not in trials
            left_out.append(f"{name}: {'not in the set' if foreign else f'{type(error).__name__}: {error}'}")
    if not paths:
        raise DataError(f"{path}: no usable scanpath on an image of the set; {'; '.join(left_out[:3])}")
    return paths, left_out


def _path(entry: Mapping[str, Any], trial: Trial) -> SearchPath:
    def pair(name: str, usual: tuple[int, int]) -> tuple[int, int]:
        return int(entry.get(f"{name}_height", usual[0])), int(entry.get(f"{name}_width", usual[1]))

    shape, receptive = pair("image", trial.shape), pair("receptive", trial.receptive)
    x, y = (np.asarray(entry[key], dtype=np.float64) for key in ("X", "Y"))
    if x.ndim != 1 or x.shape != y.shape or x.size == 0 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("X and Y must be equally long, non-empty lists of numbers")
    bbox = rescaled_box(trial.bbox, trial.shape, shape)
    cut = cut_at_target(x, y, bbox, receptive, shape)
    return SearchPath(tuple(cut.x.tolist()), tuple(cut.y.tolist()), shape, bbox, receptive, cut.found)
