"""The cue model's verdict on a run, beside that of the tests."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

from vlmeval_hvs.metrics.characterization.cue_model import fit_cue_model, why_not
from vlmeval_hvs.metrics.characterization.photos import from_trials
from vlmeval_hvs.metrics.characterization.reference import HumanReference
from vlmeval_hvs.metrics.characterization.results import CATEGORIES


class CueVerdict(NamedTuple):
    """What the cue model adds to the scores.

    Attributes:
        metrics: ``cue_category`` where it is clear, ``cue_probability`` of the most probable category, and the
            quantities that the answers say something about.
        intervals: 95 % intervals of the quantities.
        details: ``cue_model``: the whole model, or a ``note`` why there is none.
        warnings: Sentences for the user.
    """

    metrics: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    details: dict[str, Any]
    warnings: list[str]


def cue_verdict(trials: pd.DataFrame, people: HumanReference, margin: float, seed: int) -> CueVerdict:
    """Fit the cue model to the answers; where no photo has a head target there is nothing to say.

    Args:
        trials: One row per answer, as `vlmeval_hvs.metrics.characterize` takes them.
        people: Accuracy of people on natural photos.
        margin: How far below people an accuracy may lie and still be human-level.
        seed: Seed of the posterior draws.

    Raises:
        ValueError: The trials contradict each other, or people's accuracy is not known for a number of objects.
    """
    photos = from_trials(trials)
    if not photos.head_known.any():
        return CueVerdict({}, {}, {}, [])
    reason = why_not(photos)
    if reason:
        return CueVerdict({}, {}, {"cue_model": {"note": f"not fitted: {reason}"}}, [])
    found = fit_cue_model(photos, people, margin, seed)
    category = {"cue_category": float(found.category)} if isinstance(found.category, int) else {}
    telling = found.telling
    return CueVerdict(
        category
        | {"cue_probability": found.probabilities[found.most_probable]}
        | {name: value.estimate for name, value in telling.items()},
        {name: value.interval for name, value in telling.items()},
        {"cue_model": found.as_dict()},
        [f"cue model: {warning}" for warning in found.warnings],
    )


def disagreement(tests: int | str, cue_model: int | str) -> str:
    """A sentence where the two verdicts name different categories, else ""."""
    if "unclear" in (tests, cue_model) or tests == cue_model:
        return ""
    return (
        f"the tests find category {tests} ({CATEGORIES[tests][0]}), the cue model category {cue_model} "
        f"({CATEGORIES[cue_model][0]})"
    )
