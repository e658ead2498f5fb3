"""Training, validation and test photos: drawn by scene, objects, gazer or photo, alike in views and proximities.

A split is a function of the photos, the ratio, what is drawn and the seed. It can be kept in a file (``split.json`` of
``gaze-export``), so that a model is scored on photos it was not trained on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from vlmeval_hvs.benchmarks.gaze.parts import PARTS, RATIO, UNITS
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import read_json
from vlmeval_hvs.seeding import rng

_FACTORS = (
    ("study",), ("study", "n_objects"), ("study", "view"), ("study", "proximity"), ("study", "condition"),
    ("study", "view", "proximity"),
)  # fmt: skip
_PROPOSALS = 20_000


@dataclass(frozen=True)
class SplitRule:
    """How photos are split.

    Attributes:
        by: What is drawn whole, a key of `UNITS`.
        ratio: Weights of train, validation and test.
        seed: Seed of the draw.
    """

    by: str = "scene"
    ratio: Sequence[float] = RATIO
    seed: int = 0


def draw(photos: pd.DataFrame, rule: SplitRule) -> dict[str, str]:
    """The part of every photo.

    Units are dealt out at random by the ratio and then exchanged as long as that brings the parts nearer to each other
    in study, number of objects, view, proximity and condition.

    Args:
        photos: One row per photo with ``stimulus_id``, the unit's column, ``study``, ``n_objects``, ``view``,
            ``proximity`` and ``condition``.
        rule: How to split.

    Raises:
        DataError: There are fewer units than parts.
    """
    column = UNITS[rule.by]
    used = [part for part, weight in enumerate(rule.ratio) if weight > 0]
    names, member = np.unique(photos[column].to_numpy(str), return_inverse=True)
    if len(names) < len(used):
        raise DataError(f"cannot split by {rule.by}: there are {len(names)} of them for {len(used)} parts")
    random = rng(rule.seed, "gaze-split", rule.by, len(names))
    part = _balanced(_levels(photos, member, len(names)), np.array(rule.ratio, dtype=float), random)
    return {photo: PARTS[part[unit]] for photo, unit in zip(photos["stimulus_id"], member, strict=True)}


def _levels(photos: pd.DataFrame, member: np.ndarray, units: int) -> np.ndarray:
    """(units, levels) numbers of photos of every unit at every level of every factor."""
    columns = []
    for factor in _FACTORS:
        codes = photos.groupby(list(factor), sort=True).ngroup().to_numpy()
        table = np.zeros((units, codes.max() + 1))
        np.add.at(table, (member, codes), 1.0)
        columns.append(table)
    return np.hstack(columns)


def _balanced(levels: np.ndarray, ratio: np.ndarray, random: np.random.Generator) -> np.ndarray:
    share = ratio / ratio.sum()
    units = len(levels)
    order = random.permutation(units)
    bounds = np.cumsum(share)
    place = np.searchsorted(bounds, (np.arange(units) + 0.5) / units - 1e-12)
    part = np.empty(units, dtype=int)
    part[order] = place
    for missing in [p for p in np.flatnonzero(share > 0) if not (part == p).any()]:
        part[np.flatnonzero(part == np.bincount(part).argmax())[0]] = missing
    weight = 1.0 / levels.sum(axis=0)
    excess = np.array([levels[part == p].sum(axis=0) for p in range(len(share))]) - share[:, None] * levels.sum(axis=0)
    for one, other in random.integers(0, units, (_PROPOSALS, 2)):
        a, b = part[one], part[other]
        if a == b:
            continue
        moved = levels[other] - levels[one]
        # What the sum of squared deviations, relative to the size of a level, gains by the exchange.
        if (weight * moved * (excess[a] - excess[b] + moved)).sum() < -1e-12:
            excess[a] += moved
            excess[b] -= moved
            part[one], part[other] = b, a
    return part


def read_split(path: Path) -> dict[str, str]:
    """The part of every photo from ``split.json``.

    Raises:
        DataError: It is no such file.
    """
    raw = read_json(path)
    parts: Mapping[str, str] = raw.get("parts", {}) if isinstance(raw, dict) else {}
    if not isinstance(parts, dict) or not parts or not set(parts.values()) <= set(PARTS):
        raise DataError(f"{path}: no split of photos; `vlmeval-hvs gaze-export` writes one")
    return {str(photo): part for photo, part in parts.items()}


def of_part(rows: pd.DataFrame, part: str, given: Path | None) -> pd.DataFrame:
    """The rows of one part.

    Args:
        rows: Rows of a set.
        part: A member of `PARTS`.
        given: File with the split; None draws by `SplitRule`'s defaults.

    Raises:
        DataError: The file does not know a photo, or the part has none.
    """
    if given is None:
        parts = draw(rows.drop_duplicates("stimulus_id"), SplitRule())
    else:
        parts = read_split(given)
        unknown = sorted(set(rows["stimulus_id"]) - set(parts))
        if unknown:
            raise DataError(f"{given}: photo {unknown[0]} and {len(unknown) - 1} more are not in this split")
    chosen = rows[rows["stimulus_id"].map(parts) == part]
    if chosen.empty:
        raise DataError(f"there are no {part} photos among these")
    return chosen
