"""Scores of a whole set that no model changes: computed once, and kept in a folder of bounded size.

The name of a file holds a digest of the scanpaths, of the centre bias and of the code that computed it.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vlmeval_hvs.benchmarks.visual_search.maps import CentreBias
from vlmeval_hvs.benchmarks.visual_search.trials import Trial
from vlmeval_hvs.cache import ImageCache, code_digest
from vlmeval_hvs.files import data_root
from vlmeval_hvs.metrics.maps import FixationScore

Floats = NDArray[np.float64]
TrialScores = dict[tuple[str, str], Floats]
"""Scores of the second fixation of a trial, the third and so on, ``(n - 1, 7)``, by image and participant."""

PROGRESS_FROM = 20
"""Number of images from which computing shows a progress bar, in a terminal."""


def kept_scores(
    name: str,
    trials: Iterable[Trial],
    compute: Callable[[Trial, CentreBias], TrialScores],
    bias: CentreBias,
    more: str = "",
) -> TrialScores:
    """Scores of all trials, computed once and kept.

    Args:
        name: What is scored, the name of the folder.
        trials: The trials.
        compute: Computes the scores of one image.
        bias: Centre bias.
        more: Whatever else decides the scores, as text.
    """
    listed = sorted(trials, key=lambda trial: trial.image)
    root = data_root() / ".references"
    code = code_digest("vlmeval_hvs.metrics", "vlmeval_hvs.benchmarks.visual_search")
    cache = ImageCache(root / f"next_fixation_{name}" / code, root)
    key = _digest(listed, bias, more)
    kept = cache.get(key)
    if kept is not None:
        with open(kept.path, "rb") as file:
            return _unpacked(np.load(file, allow_pickle=False), kept.facts["trials"])
    scores: TrialScores = {}
    for trial in tqdm(
        listed, desc=name.replace("_", " "), unit="image", disable=None if len(listed) >= PROGRESS_FROM else True
    ):
        scores |= compute(trial, bias)
    packed = io.BytesIO()
    np.save(packed, np.concatenate([np.empty((0, len(FixationScore._fields))), *scores.values()]))
    facts = {"trials": [[*trial, len(one)] for trial, one in scores.items()]}
    cache.put(key, packed.getvalue(), facts, ending=".npy")
    return scores


def _digest(trials: list[Trial], bias: CentreBias, more: str) -> str:
    digest = hashlib.sha256(f"{more}\n".encode())
    digest.update(json.dumps([bias.rows, bias.columns, bias.frame]).encode())
    for trial in trials:
        paths = {person: [one.x, one.y] for person, one in trial.humans.items()}
        digest.update(json.dumps([trial.image, trial.shape, trial.bbox, trial.receptive, trial.lumped, paths]).encode())
    return digest.hexdigest()[:24]


def _unpacked(values: Floats, trials: list[list[Any]]) -> TrialScores:
    ends = np.cumsum([count for *_, count in trials], dtype=int)
    starts = ends - np.array([count for *_, count in trials], dtype=int)
    return {
        (str(image), str(person)): values[start:end]
        for (image, person, _), start, end in zip(trials, starts.tolist(), ends.tolist(), strict=True)
    }
