"""Accuracy of the people with whom a model is compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from vlmeval_hvs.metrics.characterization.results import STUDY, HumanReference
from vlmeval_hvs.names import is_official
from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.published import HumanLevel

DEMO_OBSERVER = {"2": 0.95, "3": 0.87, "4": 0.79}
"""Accuracy of ``hvs-gaze-human`` on natural poses of ``GazeTarget_DEMO``: no people were measured on drawn pictures."""

PEOPLE_NOTE = "people"  # note in the manifest of own data: accuracy of people on natural poses (`measured`)


def measured(answers: Mapping[int, Sequence[bool]]) -> dict[str, dict[str, float]]:
    """Accuracy of people with its standard error and the number of answers, for the manifest.

    The error treats answers as independent, and counts one more right and one more wrong answer than there are.

    >>> measured({2: [True, True, True, False]})
    {'2': {'accuracy': 0.75, 'error': 0.1925, 'answers': 4}}
    """
    found = {}
    for n, right in sorted(answers.items()):
        if right:
            share = (sum(right) + 1) / (len(right) + 2)
            error = (share * (1 - share) / (len(right) + 2)) ** 0.5
            found[str(n)] = {"accuracy": sum(right) / len(right), "error": round(error, 4), "answers": len(right)}
    return found


def of_own(note: Mapping[str, Mapping[str, float]], numbers: Collection[str]) -> HumanReference | None:
    """The people in a set's own data; None where they did not answer for all numbers of objects."""
    if not set(numbers) <= set(note):
        return None
    accuracy = {int(n): float(cells["accuracy"]) for n, cells in note.items()}
    return HumanReference(accuracy, {int(n): float(cells["error"]) for n, cells in note.items()})


def natural_level(result: Result) -> HumanLevel | None:
    """The study's people on a run's mix of numbers of objects, natural poses; None for other photos than theirs."""
    cells = result.scores.get("details", {}).get("by_condition_and_objects") or {}
    trials = {n: cells.get(f"natural, {n} objects", {}).get("trials", 0) for n in STUDY.accuracy}
    total = sum(trials.values())
    if not is_official(result.dataset) or not total:
        return None
    shares = {n: count / total for n, count in trials.items()}
    value = sum(share * STUDY.accuracy[n] for n, share in shares.items())
    half = 1.96 * STUDY.error_of(shares)
    about = "59 people on photos of the pilot, natural poses (paper, Table 1)"
    return HumanLevel(value, value - half, value + half, True, about, "natural")
