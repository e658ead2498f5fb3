"""Draws of next-fixation prompts: whole trials, so that every draw is an unbiased estimate of the score of all prompts.

The score is a mean over images of a mean over participants of a mean over a participant's fixations. Prompts drawn one
by one would give long trials more weight than short ones; fixations far into a trial are the harder ones to predict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

import pandas as pd

from vlmeval_hvs.subset import stratified

Trials = set[tuple[str, str]]
"""Image and participant of every trial."""


def asked(row: Mapping[str, str]) -> list[list[object]]:
    """``[participant, number, x, y]`` of every fixation that a next-fixation row asks about, px."""
    return list(json.loads(row["next"]))


def draw_trials(rows: pd.DataFrame, calls: int, seed: int) -> pd.DataFrame:
    """The prompts of some trials, drawn whole and evenly over the images.

    How many trials are drawn depends on the mean number of prompts per trial only, never on which trials they are:
    stopping at an exact number of prompts would favour short trials. Which trials are drawn is a function of (seed,
    image, participant), and a larger number of calls keeps those of a smaller one.

    Args:
        rows: Next-fixation rows.
        calls: About how many prompts to keep; all when there are no more.
        seed: Seed of the draw.

    Returns:
        The rows that the drawn trials need, in order; ``next`` holds the fixations of drawn trials only.
    """
    if calls >= len(rows):
        return rows
    entries = [asked(row) for row in rows.to_dict("records")]
    pairs = {
        (image, str(person)): None
        for image, listed in zip(rows["image_name"], entries, strict=True)
        for person, *_ in listed
    }
    trials = pd.DataFrame(
        {"index": [f"{image}\x1f{person}" for image, person in pairs], "image": [image for image, _ in pairs]}
    )
    wanted = max(1, round(calls * len(trials) / len(rows)))
    drawn = set(stratified(trials, wanted, "image", seed)["index"])
    kept = [
        [entry for entry in listed if f"{image}\x1f{entry[0]}" in drawn]
        for image, listed in zip(rows["image_name"], entries, strict=True)
    ]
    chosen = [bool(listed) for listed in kept]
    following = [json.dumps(listed, separators=(",", ":")) for listed in kept if listed]
    return rows[chosen].assign(next=following)


def cut_trials(asked_fixations: Iterable[tuple[str, str, int]]) -> int:
    """How many trials have fixations that were not asked about, before the last one that was.

    Args:
        asked_fixations: Image, participant and number (from 1) of every fixation that was asked about.
    """
    numbers: dict[tuple[str, str], set[int]] = {}
    for image, person, number in asked_fixations:
        numbers.setdefault((image, person), set()).add(number)
    return sum(len(one) < max(one) for one in numbers.values())
